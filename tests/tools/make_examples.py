"""Writes ``openapi/examples`` again, from games that are really played, always the same ones.

Run ``python -m tests.tools.make_examples``, then review and commit the result. The tests check
every file against the document, and the document contains every file.
"""

import base64
import json
import logging
import sys
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import msgspec
import structlog
from eventsourcing.persistence import OperationalError
from eventsourcing.sqlite import SQLiteApplicationRecorder
from httpx import Response
from litestar.testing import TestClient

from domain.links import chain_of, name_of
from domain.ruleset import CHANCE, AnyRuleset
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.registry import RULESETS
from domain.table.actions import Resign, TakeSeat
from service.access.accounts import OPERATOR
from service.access.game_keys import KEY_FILE
from service.access.issuers import IssuerUnavailable
from service.access.policy import OPEN
from service.access.register import NewToken, Register
from service.access.rights import Scope
from service.access.signing_keys import FOLDER as SIGNING_KEYS
from service.app import create_app
from service.http.answers.answer import BINARY
from service.http.answers.problem_kinds import (
    INTERNAL,
    NO_EMAIL,
    PROGRAM_FAILED,
    RECORD_NOT_YET,
    REQUEST_TIMEOUT,
    STOPPING,
    TOOK_TOO_LONG,
)
from service.http.bounds import metrics
from service.http.openapi.examples import ENDINGS, FOLDER
from service.http.openapi.schemas import prefix
from service.http.operations.proofs import JWK_SET, KEYS_PATH
from service.http.operations.tournament_results import CSV
from service.http.parts import parts_in
from service.http.requests.negotiation import EVENT_STREAM
from service.live.frames import SSE
from service.live.streams import of_lobby, of_own_games
from service.storage.rows import envelope_of
from service.tasks.patrol import Patrol
from service.tasks.timekeeper import Timekeeper
from service.transparency.publisher import CheckpointPublisher
from service.webhooks.deliverer import Webhooks
from service.webhooks.destinations import Guard
from service.webhooks.messages import (
    GAME_KINDS,
    TOURNAMENT_KINDS,
    NoData,
    TournamentWebhookData,
    TournamentWebhookMessage,
    WebhookData,
    WebhookMessage,
    WebhookTest,
)
from service.webhooks.sending import Delivery, Sender
from service.webhooks.tournament_news import tournament_in_message
from service.wire.games import game_summary
from tests.support.games.play import options_of
from tests.support.games.play import play as play_randomly
from tests.support.storage.stores import settings_of

SEED = 8
STEPS = 200
"""Steps of a random game before its position goes to the checker."""
SIGNING_KEY = {
    "kty": "OKP",
    "crv": "Ed25519",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
    "since": "2026-03-01T00:00:00.000000Z",
    "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
}
"""The key of RFC 8037, appendix A, which is public anyway."""
REQUEST_ID = "5f0c6d0e8b1a4c37"
CHECKED = "/v1/rulesets/carolus-magnus"


TOURNAMENT: Final = {
    "name": "Spring Cup",
    "ruleset": "carolus-magnus@1",
    "options": {"players": 2},
    "format": {
        "kind": "swiss",
        "engine": {"system": "house", "name": "carolus-tables", "version": "1"},
    },
    "rules": {
        "seats": 2,
        "rounds": 3,
        "scales": [[60, 0]],
        "tie_breaks": ["DE", "BH-C1", "SB", "LOT"],
    },
    "registration": {"kind": "code"},
    "real_tables": True,
    "seats_reserved": False,
}
"""A tournament at real tables, so the service opens no games at unpredictable times."""

MAIL: Final = {
    "smtp": "smtps://mail.example",
    "mail_from": "Carolus <games@club.example>",
    "public_url": "https://play.example",
}
"""Settings of a service that sends e-mail."""


class Book:
    """Writes requests and responses, one file each."""

    def __init__(self, client: TestClient[Any], folder: Path) -> None:
        self._client = client
        self._folder = folder

    def ask(
        self,
        method: str,
        address: str,
        *,
        token: str = "",
        body: Any = None,
        content: str = "",
        saved: str = "",
        **headers: str,
    ) -> Any:
        """Send a request; ``saved`` (``takeSeat`` or ``takeSeat/bot``) saves both sides."""
        operation, _, name = saved.partition("/")
        headers = {key.replace("_", "-"): value for key, value in headers.items()}
        headers["X-Request-Id"] = REQUEST_ID
        if token:
            headers["Authorization"] = f"Bearer {token}"
        sent: Any = {"content": content} if content else {"json": body}
        answer = self._client.request(method, address, headers=headers, **sent)
        if operation == "problem":
            problem = answer.json()
            self.write(f"problem.{problem['type'].rpartition('/')[2]}.json", problem)
        elif operation:
            middle = f".{name}" if name else ""
            if body is not None:
                self.write(f"{operation}.request{middle}.json", body)
            if content:
                ending = ENDINGS[headers["Content-Type"]]
                self.write(f"{operation}.request{middle}{ending}", content)
            self._keep(f"{operation}.{answer.status_code}{middle}", answer)
        kind = answer.headers["content-type"]
        if kind == BINARY:
            return answer.content
        return answer.json() if kind.endswith("json") and kind != NDJSON else answer.text

    def _keep(self, name: str, answer: Response) -> None:
        kind = answer.headers["content-type"].partition(";")[0]
        if kind in ("application/json", JWK_SET):
            self.write(f"{name}.json", answer.json())
        elif kind == "application/x-ndjson":
            self.write(f"{name}.ndjson", "".join(answer.text.splitlines(keepends=True)[:4]))
        elif kind == EVENT_STREAM:
            self.write(f"{name}.sse", answer.text)
        elif kind == BINARY:
            self.write(f"{name}.b64", base64.encodebytes(answer.content).decode())
        elif kind == "image/svg+xml":
            self.write(f"{name}.svg", f"{answer.text[: answer.text.index('>') + 1]}</svg>\n")
        elif kind == CSV:
            self.write(f"{name}.csv", answer.text)
        elif kind == TEXT and not name.startswith("getMetrics"):
            self.write(f"{name}.txt", answer.text)
        else:
            lines = answer.text.splitlines(keepends=True)
            kept = [one for one in lines if one.startswith("# ") or "healthz" in one]
            self.write(f"{name}.txt", "".join(one for one in kept if "requests_total" in one))

    def present(self, game: str) -> None:
        """Write who is connected, while two people are."""
        presence = parts_in(self._client.app).hub.presence
        with self._client.portal() as portal:
            for seat in (0, None):
                portal.call(presence.come, game.rpartition("/")[2], seat)
            self.ask("GET", f"{game}/presence", saved="getPresence")

    def listen(self) -> None:
        """Write the first frames of a lobby stream: that it is ready, and one new game."""
        parts = parts_in(self._client.app)

        async def first_frames() -> bytes:
            async with (
                parts.hub.listen(None) as reader,
                aclosing(of_lobby(reader, SSE, parts.pace, None, None)) as stream,
            ):
                ready = await anext(stream)
                await parts.handler.open(RULESET, RULESET.options_type(), None)
                return b"".join([*ready, *(await anext(stream))])

        self.write("followLobby.200.sse", self._client.blocking_portal.call(first_frames).decode())

    def listen_to_own_games(self, account: str) -> None:
        """Write the first frames of an account's stream: that it is ready, and a seat taken."""
        parts = parts_in(self._client.app)

        async def valid() -> bool:
            return True

        async def first_frames() -> bytes:
            async with (
                parts.hub.listen(None) as reader,
                aclosing(of_own_games(reader, SSE, parts.pace, account, None, valid)) as stream,
            ):
                ready = await anext(stream)
                opened = await parts.handler.open(RULESET, RULESET.options_type(), None)
                seat = TakeSeat(0, player=account)
                await parts.handler.perform(opened.stored.game.id, 0, [seat])
                return b"".join([*ready, *(await anext(stream))])

        found = self._client.blocking_portal.call(first_frames).decode()
        self.write("followOwnGames.200.sse", found)

    @property
    def app(self) -> Any:
        """The application."""
        return self._client.app

    def wait(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Run a coroutine on the application's loop, and return its result."""
        return self._client.blocking_portal.call(work)

    def sent(self, game: str) -> None:
        """Write the messages to webhooks about a finished game, each at its own version."""
        log = parts_in(self._client.app).handler.log
        created = envelope_of(log.rows(game, 0, 1)[0]).at
        end = log.load(game)
        assert end is not None
        first = next(
            stored
            for version in range(1, end.head.version)
            if (stored := log.load_at(game, version)) and stored.game.people_due
        )
        for kind in GAME_KINDS:
            stored = end if kind == "game.over" else first
            seats = stored.game.people_due
            data = WebhookData(
                game_summary(stored, created, OPEN),
                stored.head.hash.hex(),
                seats if kind == "game.turn" else (),
            )
            name = f"game{kind.removeprefix('game.').capitalize()}"
            message = WebhookMessage(kind, stored.head.at, data)
            self.write(f"{name}.request.json", msgspec.to_builtins(message))
        test = WebhookTest("webhook.test", created, NoData())
        self.write("webhookTest.request.json", msgspec.to_builtins(test))

    def sent_about(self, tournament: str) -> None:
        """Write the messages to webhooks about a tournament, as it is now."""
        stored = parts_in(self._client.app).tournaments.log.load(tournament)
        assert stored is not None
        data = TournamentWebhookData(tournament_in_message(stored), stored.head.hash.hex())
        for kind in TOURNAMENT_KINDS:
            name = f"tournament{kind.removeprefix('tournament.').capitalize()}"
            message = TournamentWebhookMessage(kind, stored.head.at, data)
            self.write(f"{name}.request.json", msgspec.to_builtins(message))

    def write(self, name: str, content: Any) -> None:
        """Write one file."""
        if not isinstance(content, str):
            content = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
        (self._folder / name).write_text(content, encoding="utf-8")


def write(folder: Path) -> None:
    """Play the games and write the files."""
    # Requests that this process handled before do not belong in the example.
    metrics.REQUESTS.clear()
    metrics._of.cache_clear()
    random = Random(SEED)
    ticks = iter(range(10_000))

    def now() -> str:
        minutes, seconds = divmod(next(ticks), 60)
        return f"2026-03-01T{18 + minutes // 60:02}:{minutes % 60:02}:{seconds:02}.000000Z"

    with tempfile.TemporaryDirectory() as data:
        (Path(data) / KEY_FILE).write_bytes(bytes(range(32)))
        (Path(data) / SIGNING_KEYS).mkdir()
        (Path(data) / SIGNING_KEYS / "1.json").write_text(json.dumps(SIGNING_KEY))
        with (
            patch("service.app.now", now),
            patch.object(Timekeeper, "start"),  # they read the clock at unpredictable times
            patch.object(Patrol, "start"),
            patch.object(Webhooks, "start"),
            patch.object(CheckpointPublisher, "start"),  # so that only requests make checkpoints
            patch("service.app.secrets.token_bytes", random.randbytes),
            patch("service.webhooks.hooks.token_bytes", random.randbytes),
            patch("service.notifications.mailboxes.token_bytes", random.randbytes),
            patch("service.http.answers.event_stream._RETRY_MS", (2000, 2000)),
            TestClient(create_app(settings_of(data, **MAIL))) as client,
        ):
            book = Book(client, folder)
            look_around(book)
            game, token = play(book)
            check(book)
            check_others(book)
            be_refused(book, game, token)
            end(book, game, token)
            record(book, game)
            follow(book, game)
            join(book)
            count(book, client)
            play_on(book, game)
            tell(book, game)
            be_helped(book)
            give_orders(book)
            email(book)
            hold_tournaments(book)
            give_a_link(book)  # last, because chance then draws at an unpredictable time
    with (
        tempfile.TemporaryDirectory() as data,
        TestClient(create_app(settings_of(data, rate_per_minute=1, rate_burst=1))) as client,
    ):
        ask_too_often(Book(client, folder))


def look_around(book: Book) -> None:
    """Write the examples that need no game."""
    book.ask("GET", "/v1/rulesets", saved="listRulesets")
    ruleset = book.ask("GET", CHECKED)
    ruleset["rules"] = ruleset["rules"][:3]
    for schema in ("actions_schema", "chance_schema", "events_schema", "position_schema"):
        ruleset[schema] = {"$comment": "left out of this example"}
    # Tools that resolve references do so in examples, too.
    (ruleset["options_schema"],) = ruleset["options_schema"]["$defs"].values()
    book.write("getRuleset.200.json", ruleset)
    book.ask("GET", f"{CHECKED}/guide", saved="getGuide")
    book.ask("GET", "/problems/illegal-action", saved="getProblemType")
    book.ask("GET", "/healthz", saved="getHealth")
    book.ask("GET", "/readyz", saved="getReadiness")


def ask_what_happens(book: Book, game: str, token: str, placing: list[Any]) -> None:
    """Judge a placement in dry runs: alone, and with walks of the emperor after it."""
    walks = [{"type": "move_emperor", "steps": steps} for steps in (1, 2)]
    for query, others in {"dry_run=true": [], "alternatives=2": walks}.items():
        form, _, _ = query.partition("=")
        body, saved = {"actions": [*placing, *others]}, f"takeActions/{form}"
        book.ask("POST", f"{game}/actions?{query}", token=token, body=body, saved=saved)
        (book._folder / f"takeActions.request.{form}.json").unlink()


def play(book: Book) -> tuple[str, str]:
    """Play some turns of a game of two people; set up a game with a clock, and one with the house.

    Returns the address of the first game, and the token of the seat that is due.
    """
    opened = book.ask(
        "POST",
        "/v1/games",
        body={"ruleset": "carolus-magnus", "options": {"players": 2, "setup": "tabletop"}},
        saved="createGame",
    )
    game, tokens = f"/v1/games/{opened['game']['id']}", opened["tokens"]
    first, second = tokens["seats"]
    book.ask(
        "PUT",
        f"{game}/seats/0",
        token=first,
        body={"name": "Anna", "entropy": "3b5f9d0c2a7e41868d1f"},
        saved="takeSeat/person",
    )
    book.ask("DELETE", f"{game}/seats/0", token=first, saved="leaveSeat")
    book.ask("PUT", f"{game}/seats/0", token=first, body={"name": "Anna"})
    book.ask("PUT", f"{game}/seats/1", token=second, body={"name": "Berta"})
    kept: set[str] = set()
    random = Random(SEED)
    now = book.ask("GET", game)
    while now["status"] == "running" and len(kept) < 4:
        (due,) = now["awaits"]
        token = tokens["seats"][due["seat"]]
        kind = due["actions"][0]
        legal = book.ask("GET", f"{game}/legal-actions?limit=1000", token=token)
        body = {"actions": [random.choice(legal["actions"])]}
        if kind == "place_paladins" and kind not in kept:
            book.ask("GET", f"{game}/legal-actions?limit=2", token=token, saved="listLegalActions")
            lines = f"{game}/legal-actions"
            book.ask("GET", lines, token=token, saved="listLegalActions", Accept=NDJSON)
            ask_what_happens(book, game, token, body["actions"])
        if kind not in kept:
            kept.add(kind)
            saved = f"takeActions/{kind}"
            now = book.ask("POST", f"{game}/actions", token=token, body=body, saved=saved)["game"]
            continue
        saved, prefer = "takeActions/minimal", "return=minimal"
        book.ask("POST", f"{game}/actions", token=token, body=body, saved=saved, Prefer=prefer)
        (book._folder / "takeActions.request.minimal.json").unlink()
        now = book.ask("GET", game)
    book.ask("GET", f"{game}/events?limit=8", saved="listEvents")
    book.ask("GET", f"{game}/events", saved="listEvents", Accept=NDJSON)
    book.ask("GET", f"{game}/story?after=4&limit=8", saved="getStory")
    book.ask("GET", game, saved="getGame")
    with patch("service.access.stream_tickets.token_bytes", bytes):
        book.ask("POST", f"{game}/stream-ticket", token=tokens["creator"], saved="makeStreamTicket")
    book.ask("GET", f"{game}/board.svg", saved="getBoard")
    clock: Any = {"kind": "bank", "seconds": 900, "on_flag": "forfeit", "increment_seconds": 10}
    opening: Any = {"ruleset": "carolus-magnus", "clock": clock, "take_backs": True}
    timed = book.ask("POST", "/v1/games", body=opening, saved="createGame/clock")
    _pause(book, f"/v1/games/{timed['game']['id']}", timed["tokens"]["seats"])
    other = book.ask("POST", "/v1/games", body={"ruleset": "carolus-magnus"})
    seat = f"/v1/games/{other['game']['id']}/seats/1"
    creator = other["tokens"]["creator"]
    book.ask("PUT", seat, token=creator, body={"bot": "greedy"}, saved="takeSeat/bot")
    _play_again(book)
    book.ask("GET", "/v1/games?limit=2", saved="listGames")
    book.ask("GET", "/metrics", saved="getMetrics")
    return game, tokens["seats"][now["awaits"][0]["seat"]]


def join(book: Book) -> None:
    """Write the examples of an account and its tokens."""
    made = book.ask("POST", "/v1/players", body={"name": "Anna"}, saved="makePlayer")
    first = made["secret"]
    asked = {"name": "phone", "scopes": ["play"], "expires_in_seconds": 2_592_000}
    phone = book.ask("POST", "/v1/tokens", token=first, body=asked, saved="makeToken")
    me = "/v1/players/me/stream-ticket"
    with patch("service.access.stream_tickets.token_bytes", bytes):
        book.ask("POST", me, token=first, saved="makeOwnStreamTicket")
    book.listen_to_own_games(made["player"]["id"])
    address = f"/v1/tokens/{phone['token']['id']}"
    book.ask(
        "POST",
        f"{address}/rotation",
        token=first,
        body={"grace_seconds": 3600},
        saved="rotateToken",
    )
    book.ask("GET", "/v1/tokens", token=first, saved="listTokens")
    for number in range(98):
        book.ask("POST", "/v1/tokens", token=first, body={"name": f"bot {number}"})
    book.ask("POST", "/v1/tokens", token=first, body={"name": "one more"}, saved="problem")
    register = parts_in(book.app).register
    operator = NewToken("first", ("admin",))
    issued = book.wait(lambda: register.open("Operator", operator, OPERATOR))
    book.ask("GET", "/v1/trail?limit=3", token=issued.secret, saved="listTrail")
    down = IssuerUnavailable("https://id.example")
    with patch.object(Register, "identity", side_effect=down):
        book.ask("GET", "/v1/tokens", token="a.b.c", saved="problem")


def tell(book: Book, over: str) -> None:
    """Write a webhook and its messages, without a DNS lookup and without sending anything."""
    token = book.ask("POST", "/v1/players", body={"name": "Carla"})["secret"]
    asked = {
        "url": "https://example.org/carolus",
        "about": "me",
        "events": ["game.turn", "game.over"],
    }
    with (
        patch.object(Guard, "must_be_allowed"),
        patch.object(Sender, "send", return_value=Delivery(taken=True)),
    ):
        made = book.ask("POST", "/v1/webhooks", token=token, body=asked, saved="makeWebhook")
        address = f"/v1/webhooks/{made['webhook']['id']}"
        book.ask("POST", f"{address}/test", token=token, saved="tryWebhook")
        book.ask("GET", address, token=token, saved="getWebhook")
        book.ask("GET", "/v1/webhooks", token=token, saved="listWebhooks")
        nowhere = {**asked, "url": "https://example.org:99999/carolus"}
        book.ask("POST", "/v1/webhooks", token=token, body=nowhere, saved="problem")
        for _ in range(19):
            book.ask("POST", "/v1/webhooks", token=token, body=asked)
        book.ask("POST", "/v1/webhooks", token=token, body=asked, saved="problem")
        notify(book, token, over)
    book.sent(over.rpartition("/")[2])


def notify(book: Book, token: str, game: str) -> None:
    """Subscribe browsers, and choose quiet hours."""
    keys = {
        # Those of RFC 8291, appendix A.
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkN"
        "toIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    }
    at = "/v1/notifications"
    asked = {
        "endpoint": "https://push.example.net/send/4r8m2k",
        "expirationTime": None,
        "keys": keys,
        "language": "es",
    }
    saved = "makeSubscription"
    book.ask("POST", f"{at}/subscriptions", token=token, body=asked, saved=saved)
    quiet = {"begins": "22:00", "ends": "07:30", "time_zone": "Europe/Madrid"}
    muted = [game.rpartition("/")[2]]
    chosen = {"quiet_hours": quiet, "muted_games": muted, "invitations": False}
    book.ask("PUT", at, token=token, body=chosen, saved="chooseNotifications")
    book.ask("GET", at, token=token, saved="getNotifications")
    for number in range(19):
        others = {**asked, "endpoint": f"https://push.example.net/send/{number}"}
        book.ask("POST", f"{at}/subscriptions", token=token, body=others)
    one_more = {**asked, "endpoint": "https://push.example.net/send/one-more"}
    book.ask("POST", f"{at}/subscriptions", token=token, body=one_more, saved="problem")


def email(book: Book) -> None:
    """Set an e-mail address. The message to it is not sent, so its token is not known."""
    at = "/v1/notifications/email"
    token = book.ask("POST", "/v1/players", body={"name": "Carla"})["secret"]
    asked = {"address": "carla@example.org", "language": "es", "digest_hours": 8}
    book.ask("PUT", at, token=token, body=asked, saved="chooseEmail")
    stranger = book.ask("POST", "/v1/players", body={"name": "Dora"})["secret"]
    book.ask("PUT", at, token=stranger, body=asked, saved="problem")
    book.write("confirmEmail.request.json", {"token": "mfrggzdfmztwq2lkmfrggzdfmztwq2lk"})


def _play_again(book: Book) -> None:
    """Resign a game, and ask for a rematch."""
    opened = book.ask("POST", "/v1/games", body={"ruleset": "carolus-magnus"})
    game, (first, second) = f"/v1/games/{opened['game']['id']}", opened["tokens"]["seats"]
    for seat, (token, name) in enumerate(((first, "Anna"), (second, "Berta"))):
        book.ask("PUT", f"{game}/seats/{seat}", token=token, body={"name": name})
    book.ask("POST", f"{game}/actions", token=first, body={"actions": [{"type": "resign"}]})
    asked = {"name": "Anna", "entropy": "9d1f3b5f0c2a7e41"}
    book.ask("POST", f"{game}/rematch", token=first, body=asked, saved="playAgain")


def _pause(book: Book, game: str, tokens: list[str]) -> None:
    """Start a game with a clock, and offer a pause."""
    for seat, token in enumerate(tokens):
        book.ask("PUT", f"{game}/seats/{seat}", token=token, body={})
    body = {"actions": [{"type": "offer_pause"}]}
    book.ask("POST", f"{game}/actions", token=tokens[0], body=body, saved="takeActions/offer_pause")


def be_helped(book: Book) -> None:
    """Ask for a hint in a game against a house bot."""
    opened = book.ask("POST", "/v1/games", body={"ruleset": "carolus-magnus"})
    game, tokens = f"/v1/games/{opened['game']['id']}", opened["tokens"]
    book.ask("PUT", f"{game}/seats/1", token=tokens["creator"], body={"bot": "greedy"})
    book.ask("PUT", f"{game}/seats/0", token=tokens["seats"][0], body={"name": "Anna"})
    while book.ask("GET", game)["awaits"][0]["seat"] != 0:
        pass  # the house bot begins
    book.ask("POST", f"{game}/hint", token=tokens["seats"][0], saved="askHint")


def give_orders(book: Book) -> None:
    """Start a correspondence game, in which a player answers reactions in advance."""
    clock: Any = {"kind": "days", "days": 3, "on_flag": "house", "reaction_seconds": 43_200}
    opened = book.ask("POST", "/v1/games", body={"ruleset": "ancients", "clock": clock})
    game, tokens = f"/v1/games/{opened['game']['id']}", opened["tokens"]["seats"]
    for seat, token in enumerate(tokens):
        book.ask("PUT", f"{game}/seats/{seat}", token=token, body={})
    orders = {"evaders": "evade", "others": "stand", "battle_back": "fight"}
    body = {"actions": [{"type": "give_standing_orders", "orders": orders}]}
    saved = "takeActions/give_standing_orders"
    book.ask("POST", f"{game}/actions", token=tokens[1], body=body, saved=saved)


SIGNED: Final = {"ranks": [1, 2], "reason": "Score sheet signed by both"}
"""What an arbiter enters about a table."""


def hold_tournaments(book: Book) -> None:
    """Announce a tournament at real tables, enter it, and run it; look at all that there is."""
    register = parts_in(book.app).register
    scopes: tuple[Scope, ...] = ("play", "organise", "arbitrate")
    issued = book.wait(lambda: register.open("Olga", NewToken("desk", scopes), OPERATOR))
    organiser, who = issued.secret, issued.account.id
    body = {"announcement": TOURNAMENT, "code": "spring-2026"}
    cup = book.ask(
        "POST", "/v1/tournaments", token=organiser, body=body, saved="announceTournament"
    )
    address = f"/v1/tournaments/{cup['id']}"

    def act(*actions: Any, token: str = organiser, saved: str = "", **more: Any) -> None:
        sent = {"actions": list(actions), **more}
        where = f"{address}/actions"
        # Arbiters must say which version they decide on; others may.
        seen = f'"{book.ask("GET", address)["version"]}"'
        done = book.ask("POST", where, token=token, body=sent, saved=saved, If_Match=seen)
        assert done["type"] == "taken", done

    act({"type": "name_arbiter", "account": who, "name": "Olga"})
    for number, name in enumerate(("Anna", "Berta", "Carla", "Dora")):
        player = book.ask("POST", "/v1/players", body={"name": name})
        entry = {
            "type": "register_entrant",
            "people": [{"name": name, "account": player["player"]["id"]}],
            "entropy": f"{number}c0ffee" * 2,
            "code": "spring-2026",
        }
        saved = "" if number else "takeTournamentActions/enter"
        act(entry, token=player["secret"], saved=saved)
    where = f"{address}/actions?dry_run=true"
    close = {"actions": [{"type": "close_registration"}]}
    saved = "takeTournamentActions/dry_run"
    book.ask("POST", where, token=organiser, body=close, saved=saved)
    start = [{"type": "start_tournament"}, {"type": "pair_round", "round": 1}]
    act(*start, saved="takeTournamentActions/start")
    act({"type": "open_round", "round": 1}, role="organiser")
    listed = f"{address}/legal-actions"
    book.ask("GET", listed, token=organiser, saved="listTournamentActions")
    for table in (1, 2):
        result = {"type": "enter_result", "round": 1, "table": table, **SIGNED}
        unseen = {"actions": [result], "role": "arbiter"}
        book.ask("POST", f"{address}/actions", token=organiser, body=unseen, saved="problem")
        act(result, role="arbiter")
    act({"type": "close_round", "round": 1}, role="organiser")
    book.ask("GET", f"{address}/rounds/1", saved="getRound")
    book.ask("GET", f"{address}/standings", saved="getStandings")
    book.ask("GET", f"{address}/entrants", saved="listEntrants")
    book.ask("GET", f"{address}/crosstable", saved="getCrosstable")
    act({"type": "end_tournament", "reason": "The hall closes"})
    book.sent_about(cup["id"])
    book.ask("GET", "/v1/tournaments", saved="listTournaments")
    ended = book.ask("GET", address, saved="getTournament")
    events, missed = f"{address}/events", f"{ended['version'] - 2}"
    book.ask("GET", f"{events}?limit=3", saved="listTournamentEvents")
    book.ask("GET", events, saved="listTournamentEvents", Accept=EVENT_STREAM, Last_Event_ID=missed)
    book.ask("GET", f"{address}/record", saved="getTournamentRecord")
    book.ask("GET", f"{address}/record", saved="getTournamentRecord", Accept=NDJSON)
    book.ask("GET", f"{address}/export", saved="exportTournament")
    book.ask("GET", f"{address}/export", saved="exportTournament", Accept="text/csv")
    book.ask("GET", f"{address}/fide-report", saved="getFideReport")
    _need_a_program(book, organiser)


def _need_a_program(book: Book, organiser: str) -> None:
    """Write the problem of a tournament whose pairing program is not installed."""
    engine = {"system": "dutch", "name": "bbpPairings", "version": "6.0.0"}
    terms = {**TOURNAMENT, "format": {"kind": "swiss", "engine": engine}}
    terms |= {"registration": {"kind": "open"}}
    body = {"announcement": terms}
    book.ask("POST", "/v1/tournaments", token=organiser, body=body, saved="problem")


def give_a_link(book: Book) -> None:
    """Start a game in which one player has a chain, and give the first link."""
    opening = {"ruleset": "carolus-magnus", "links": True}
    opened = book.ask("POST", "/v1/games", body=opening)
    game, tokens = f"/v1/games/{opened['game']['id']}", opened["tokens"]["seats"]
    name = name_of(opened["game"]["id"], opened["game"]["chance"]["commitment"])
    chain = chain_of(name, 0, bytes(range(32)))
    sit = {"name": "Anna", "tip": chain.tip.hex()}
    book.ask("PUT", f"{game}/seats/0", token=tokens[0], body=sit, saved="takeSeat/chain")
    book.ask("PUT", f"{game}/seats/1", token=tokens[1], body={"name": "Berta"})
    due = book.ask("GET", f"{game}/links", token=tokens[0], saved="getLinks")
    body = {"head": due["called_head"], "link": chain.link(1).hex()}
    book.ask("PUT", f"{game}/seats/0/links/1", token=tokens[0], body=body, saved="giveSeatLink")


def check(book: Book) -> None:
    """Write the examples of the checker, on a position of the game."""
    position = json.loads((book._folder / "getGame.200.json").read_text())["position"]
    seat = position["active"]
    asked = {"position": position, "seat": seat}
    legal = book.ask(
        "POST",
        f"{CHECKED}/legal-actions?limit=2",
        body=asked,
        saved="listCarolusMagnusLegalActions",
    )
    drawn = {"position": position, "part": "board"}
    book.ask("POST", f"{CHECKED}/board.svg", body=drawn, saved="drawCarolusMagnusPosition")
    for name, action in (
        ("legal", legal["actions"][0]),
        ("illegal", {"type": "move_emperor", "steps": 9}),
    ):
        body = {"position": position, "actions": [{"seat": seat, "action": action}]}
        book.ask("POST", f"{CHECKED}/check", body=body, saved=f"checkCarolusMagnusActions/{name}")


def check_others(book: Book) -> None:
    """Write the checkers of all other rulesets, each on a position of a random game."""
    for rules in RULESETS:
        if rules is not RULESET:
            _check(book, rules)


def _check(book: Book, rules: AnyRuleset) -> None:
    options = options_of(rules)
    steps = play_randomly(rules, rules.start(options), Random(SEED), steps_max=STEPS)
    *_, (last, by) = ((step, step.by) for step in steps if step.by != CHANCE)
    asked = {
        "position": msgspec.to_builtins(rules.view(last.before, "arbiter")),
        "options": msgspec.to_builtins(options),
    }
    address, named = f"/v1/rulesets/{rules.meta.id}", prefix(rules)
    book.ask(
        "POST",
        f"{address}/legal-actions?limit=2",
        body={**asked, "seat": by},
        saved=f"list{named}LegalActions",
    )
    body = {**asked, "part": "board"}
    book.ask("POST", f"{address}/board.svg", body=body, saved=f"draw{named}Position")
    action = msgspec.to_builtins(last.action)
    other = (by + 1) % len(rules.sides(options))
    for name, seat in (("legal", by), ("illegal", other)):
        body = {**asked, "actions": [{"seat": seat, "action": action}]}
        book.ask("POST", f"{address}/check", body=body, saved=f"check{named}Actions/{name}")


def be_refused(book: Book, running: str, due: str) -> None:
    """Write one problem of each kind."""
    opened = book.ask("POST", "/v1/games", body={"ruleset": "carolus-magnus"})
    game, tokens = f"/v1/games/{opened['game']['id']}", opened["tokens"]
    first = tokens["seats"][0]
    act = {"actions": [{"type": "choose_disc", "disc": 3}]}
    ask = book.ask
    ask("POST", f"{game}/actions", token=first, body={"actions": []}, saved="problem")
    ask("POST", f"{game}/actions", body=act, saved="problem")
    ask("PUT", f"{game}/seats/1", token=first, body={}, saved="problem")
    ask("GET", "/v1/games/aaaaaaaaaaaaaaaa", saved="problem")
    crowd = {"type": "place_paladins", "placements": [{"clan": "red", "to": "court"}] * 5}
    ask("POST", f"{running}/actions", token=due, body={"actions": [crowd]}, saved="problem")
    stale = {"If_Match": '"7"'}
    ask("PUT", f"{game}/seats/0", token=first, body={}, saved="problem", **stale)
    large = {"ruleset": "x" * 2_000_000}
    ask("POST", "/v1/games", body=large, saved="problem")
    ask("POST", "/v1/games", body=act, saved="problem", Content_Type="text/csv")
    ask("GET", "/v1/lobby/events", saved="problem")
    key = {"Idempotency_Key": "8d3f2c"}
    ask("POST", "/v1/games", body={"ruleset": "carolus-magnus"}, **key)
    other = {"ruleset": "carolus-magnus", "options": {"players": 3}}
    ask("POST", "/v1/games", body=other, saved="problem", **key)
    position = json.loads((book._folder / "getGame.200.json").read_text())["position"]
    position["castles_in_play"]["white"] += 1
    position["supply"]["red"] += 1
    ask("POST", f"{CHECKED}/check", body={"position": position}, saved="problem")
    broken = OperationalError("disk I/O error")
    with patch.object(SQLiteApplicationRecorder, "insert_events", side_effect=broken):
        ask("PUT", f"{game}/seats/0", token=first, body={}, saved="problem")


def ask_too_often(book: Book) -> None:
    """Write the problems that come from outside the operations."""
    book.ask("GET", "/v1/games")
    book.ask("GET", "/v1/games", saved="problem")
    # To provoke these takes a slow client, a slow server, a stopping one, a mistake, hidden cards,
    # a service without e-mail, and a program that fails.
    for kind in (
        REQUEST_TIMEOUT,
        TOOK_TOO_LONG,
        STOPPING,
        INTERNAL,
        RECORD_NOT_YET,
        NO_EMAIL,
        PROGRAM_FAILED,
    ):
        problem = {"type": kind.type, "title": kind.title["en"], "status": kind.status}
        problem["detail"] = kind.detail["en"]
        number = {"request_id": REQUEST_ID} if kind.status >= 500 else {}
        book.write(f"problem.{kind.name}.json", problem | number)


def end(book: Book, running: str, due: str) -> None:
    """Resign, so that there is something to prove."""
    book.ask("POST", f"{running}/actions", token=due, body={"actions": [{"type": "resign"}]})
    book.ask("GET", f"{running}/proof", saved="getProof")
    book.ask("GET", f"{running}/receipts", saved="getReceipts")
    book.ask("GET", f"{running}/receipts", saved="getReceipts", Accept=TEXT)
    book.ask("GET", KEYS_PATH, saved="getKeys")
    note = book.ask("GET", "/v1/transparency/checkpoint", saved="getCheckpoint")
    size = note.split("\n")[1]
    book.ask("GET", f"/v1/transparency/tile/entries/000.p/{size}", saved="getTile")


def follow(book: Book, over: str) -> None:
    """Write what a client that lost the stream gets of a finished game."""
    book.present(over)
    version = book.ask("GET", over)["version"]
    missed = f"{version - 4}"
    book.ask("GET", f"{over}/events", saved="listEvents", Accept=EVENT_STREAM, Last_Event_ID=missed)
    book.listen()


def record(book: Book, before: str) -> None:
    """Play a short game of two people, and write its record."""
    first = before.rpartition("/")[2]
    opened = book.ask("POST", "/v1/games", body={"ruleset": "carolus-magnus"})
    game, seats = f"/v1/games/{opened['game']['id']}", opened["tokens"]["seats"]
    for seat, name in enumerate(("Anna", "Berta")):
        book.ask("PUT", f"{game}/seats/{seat}", token=seats[seat], body={"name": name})
    book.ask("POST", f"{game}/actions", token=seats[1], body={"actions": [{"type": "resign"}]})
    exported = book.ask("GET", f"{game}/record", saved="getRecord")
    text = book.ask("GET", f"{game}/record", saved="getRecord", Accept=TEXT)
    book.ask("GET", "/v1/records?status=over&limit=1", saved="listRecords")
    book.ask("GET", f"/v1/records?after={first}", saved="listRecords", Accept=NDJSON)
    other = {**exported, "entries": [*exported["entries"][:-2], exported["entries"][-1]]}
    replay = "/v1/records/replay?limit=4"
    book.ask("POST", replay, body=exported, saved="replayRecord")
    book.ask("POST", replay, content=text, saved="replayRecord", Content_Type=TEXT)
    check = "/v1/records/check"
    book.ask("POST", check, body=exported, saved="checkRecords/valid")
    book.ask("POST", check, body=other, saved="checkRecords/breach")
    book.ask("POST", check, content=text, saved="checkRecords", Content_Type=TEXT)
    (book._folder / "checkRecords.200.json").unlink()
    lines = f"{json.dumps(exported)}\n{{}}\n"
    book.ask("POST", check, content=lines, saved="checkRecords", Content_Type=NDJSON)


def count(book: Book, client: TestClient[Any]) -> None:
    """Write the examples of players' results, from three games with accounts."""
    handler = client.app.state["parts"].handler
    anna, berta, carla = (
        book.ask("POST", "/v1/players", body={"name": name})["player"]["id"]
        for name in ("Anna", "Berta", "Carla")
    )

    async def play(winner: str, loser: str) -> None:
        stored = (await handler.open(RULESET, RULESET.options_type(), None)).stored
        for seat, player in enumerate((winner, loser)):
            await handler.perform(stored.game.id, seat, [TakeSeat(seat, player=player)])
        await handler.perform(stored.game.id, 1, [Resign()])

    with client.portal() as portal:
        for two in ((anna, berta), (carla, anna), (anna, berta)):
            portal.call(play, *two)
    player = f"/v1/players/{anna}"
    book.ask("GET", player, saved="getPlayer")
    book.ask("GET", f"{player}/games?limit=1", saved="listPlayerGames")
    book.ask("GET", f"{player}/opponents", saved="listOpponents")
    book.ask("GET", f"{player}/ratings?limit=2", saved="listPlayerRatings")
    book.ask("GET", f"{CHECKED}/ratings?limit=2", saved="listRatings")
    book.ask("GET", f"{CHECKED}/counts", saved="getCounts")


def play_on(book: Book, over: str) -> None:
    """Open a game that continues one that has ended."""
    game = over.rpartition("/")[2]
    events = book.ask("GET", f"{over}/events")["events"]
    started = next(
        one["version"] for one in events if isinstance(one["by"], int) and one["version"] > 9
    )
    opening = {"ruleset": "carolus-magnus", "continues": {"game": game, "version": started - 1}}
    book.ask("POST", "/v1/games", body=opening, saved="createGame/continues")


NDJSON = "application/x-ndjson"
TEXT = "text/plain"

if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    for old in FOLDER.glob("*"):
        old.unlink()
    FOLDER.mkdir(exist_ok=True)
    write(FOLDER)
    sys.stdout.write(f"{len(list(FOLDER.iterdir()))} files in {FOLDER}\n")
