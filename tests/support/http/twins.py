"""Twins: a game played twice, which differs only in hidden information.

The second time, the requests, the secret of chance and the times are the same, but some seats of
TEG have other cards and objectives. All other callers must receive the same bytes for every
request.
"""

import re
import shutil
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace as with_others
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import httpx
import msgspec
import pytest
from litestar.testing import TestClient
from msgspec.structs import replace

from domain.chance import Draws
from domain.record.jws import from_base64url
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.actions import (
    Attack,
    ChanceAction,
    DealBoard,
    DrawCard,
    EndTurn,
    PlaceTokens,
    SeatAction,
    TradeCards,
)
from domain.rulesets.teg.atlas import CARD_INDEX, CARDS, INDEX, NEIGHBOURS
from domain.rulesets.teg.board import OBJECTIVES, ObjectiveId
from domain.rulesets.teg.events import BattleFought, BoardDealt, CardDrawn, SeatEliminated
from domain.rulesets.teg.position import ACTIVE, Position
from domain.rulesets.teg.rules.objectives import is_occupied, target
from domain.rulesets.teg.start import ALL_CARDS
from domain.table.game import Game
from service.access.game_keys import Keys
from service.access.register import NewToken
from service.access.rights import Scope
from service.access.signing_keys import FOLDER as SIGNING_KEYS
from service.http.answers import event_stream
from service.http.parts import parts_in
from service.live.streams import PACE, Pace
from service.runtime.timestamps import later
from service.storage.address import FILE_NAME
from service.storage.rows import event_of
from service.webhooks import hooks
from tests.support.games.registered import registered
from tests.support.http.client import Json, Table, good
from tests.support.run.waiting import until
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of

PROMPT: Final = PACE._replace(heartbeat_seconds=0.02)
"""A pace at which streams soon show that they have nothing more to send."""

ACCOUNT_SEAT: Final = 1
"""The seat whose player has an account."""


class Entry(NamedTuple):
    """What a seat did, with the key of its request."""

    seat: int
    action: Json
    key: str


class StoppedClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = "2025-01-01T12:00:00.000000Z"

    def __call__(self) -> str:
        return self.time

    def pass_a_second(self) -> None:
        """Move the time on by a second."""
        self.time = later(self.time, 1)


class World:
    """A service with one game in it, of TEG or another game, and everyone who may look at it."""

    def __init__(
        self,
        client: TestClient[Any],
        clock: StoppedClock,
        file: Path,
        rules: Any,
        options: Mapping[str, Any],
    ) -> None:
        self.client = client
        self.rules = rules
        self.http: httpx.Client = client
        self.parts = parts_in(client.app)
        self.clock = clock
        self.file = file
        self.entries: list[Entry] = []
        client.headers.update({"Accept-Encoding": "identity", "X-Request-Id": "twin"})
        ana, bea, eve = (self._account(name, "play") for name in ("Ana", "Bea", "Eve"))
        judge = self._account("Judge", "arbitrate")
        opened = client.post("/v1/games", json={"ruleset": rules.meta.id, "options": options})
        self.table = Table(client, good(opened))
        self.seats = range(len(self.table.tokens["seats"]))
        self.player = ana[0]
        self.accounts: dict[Scope, str] = {"play": ana[0], "arbitrate": judge[0]}
        """The accounts of the player and of the arbiter."""
        self.viewers: dict[str, tuple[int | None, dict[str, str]]] = {
            f"link {seat}": (seat, self.table.headers(seat)) for seat in self.seats
        }
        self.viewers["account"] = (ACCOUNT_SEAT, ana[1])
        self.viewers["creator"] = (None, self.table.headers("creator"))
        self.viewers["passer-by"] = (None, bea[1])
        self.viewers["anybody"] = (None, {})
        self.judge = judge[1]
        self.owner = eve[1]
        self.hook = self.hooked("game.over")
        self.token = eve[2]
        for seat in self.seats:
            more = {"Carolus-Player": ana[1]["Authorization"].removeprefix("Bearer ")}
            mine = more if seat == ACCOUNT_SEAT else None
            good(self.table.sit(seat, name=f"Guest {seat}", entropy=f"{seat:02x}", headers=mine))

    def _account(self, name: str, scope: Scope) -> tuple[str, dict[str, str], str]:
        opening = partial(self.parts.register.open, name, NewToken("x", (scope,)))
        made = self.client.blocking_portal.call(opening)
        return made.account.id, {"Authorization": f"Bearer {made.secret}"}, made.token.id

    def hooked(self, *kinds: str) -> str:
        """Create a webhook for these events of the game, at an address without a receiver."""
        asked = {
            "url": "http://127.0.0.1:9/",
            "about": self.table.id,
            "creator_token": self.table.tokens["creator"],
            "events": kinds,
        }
        made = good(self.http.post("/v1/webhooks", json=asked, headers=self.owner))
        return str(made["webhook"]["id"])

    @property
    def game(self) -> Game:
        """The game as the log has it."""
        stored = self.parts.handler.log.load(self.table.id)
        assert stored is not None
        return stored.game

    @property
    def position(self) -> Any:
        """The position, including everything hidden."""
        return self.game.position

    @property
    def facts(self) -> list[Any]:
        """The events of the rules, including everything hidden."""
        stored = self.parts.handler.log.load(self.table.id)
        assert stored is not None
        rows = self.parts.handler.log.rows(self.table.id, 0)
        return [event for event in map(event_of, rows) if isinstance(event, self.rules.events)]

    def act(self, entry: Entry) -> bytes:
        """Let a seat act, with its player's token."""
        _, headers = self.viewers["account" if entry.seat == ACCOUNT_SEAT else f"link {entry.seat}"]
        self.clock.pass_a_second()
        answer = self.http.post(
            f"{self.table.url}/actions",
            json={"actions": [entry.action]},
            headers={**headers, "Idempotency-Key": entry.key},
        )
        self.entries.append(entry)
        good(answer)
        return bytes_of(answer)

    def end(self) -> None:
        """Have an arbiter call the game off: from then on everyone may see everything."""
        asked = {"actions": [{"type": "call_off_game"}]}
        good(self.http.post(f"{self.table.url}/actions", json=asked, headers=self.judge))

    def judged(self) -> bytes:
        """Return the game as an arbiter sees it, with nothing hidden."""
        return bytes_of(self.http.get(self.table.url, headers=self.judge))

    def rest(self) -> None:
        """Let the projections catch up with the log."""
        runner = self.parts.projections.runner
        runner.catch_up(*runner.projections, seconds=60)

    def messages(self, hook: str) -> list[bytes]:
        """Return the queued messages of a webhook: all of them, because there is no receiver.

        One message describes everything since the previous call.
        """
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True) as connection:

            def has_read() -> bool:
                ((place,),) = connection.execute("SELECT position FROM webhook_place_1").fetchall()
                return bool(place == self.parts.handler.log.position())

            until(has_read)
            asked = "SELECT body FROM webhook_messages_1 WHERE hook = ? ORDER BY number"
            rows = connection.execute(asked, [hook]).fetchall()
        connection.close()
        return [without_hashes(body.encode()) for (body,) in rows]


@contextmanager
def world(
    folder: Path,
    rules: Any = RULESET,
    like: Path | None = None,
    pace: Pace = PROMPT,
    **options: Any,
) -> Iterator[World]:
    """Serve a game with nothing left to chance: ids, secrets and times are the same in every world.

    ``like`` is the folder of a world whose signing key this one shares.
    """
    clock = StoppedClock()
    with pytest.MonkeyPatch.context() as patch, registered(rules):
        patch.setattr("service.app.now", clock)
        made = Random("ids and secrets")
        patch.setattr("service.app.Keys", lambda key, _: Keys(key, made.randbytes))
        patch.setattr("secrets.token_bytes", Random("the key of the service").randbytes)
        patch.setattr(hooks, "token_bytes", Random("webhooks").randbytes)
        patch.setattr(event_stream, "_RETRY_MS", (1000, 1000))
        if like is not None:
            shutil.copytree(like / SIGNING_KEYS, folder / SIGNING_KEYS)
        settings = settings_of(folder, webhooks_private=True)
        with application_on(settings, pace) as app, TestClient(app) as client:
            yield World(client, clock, folder / FILE_NAME, rules, options)


# --- playing -----------------------------------------------------------------------------------


def hunted(position: Position, random: Random, seat: int) -> SeatAction:
    """Return the action of a seat that attacks seat 0 first, so that a seat is soon eliminated.

    Seat 0 takes one territory per turn, to get a card.
    """
    prey = 0 if seat and position.statuses[0] == ACTIVE else None

    def sought(territory: int) -> bool:
        owner = position.owners[territory]
        return owner == prey if prey is not None else owner != seat

    legal = RULESET.legal(position, seat)
    choices: dict[str, Mapping[str, Any]] = {choice["type"]: choice for choice in legal.choices}
    if "place_tokens" in choices:
        pool = choices["place_tokens"]["pools"][0]
        near = [name for name in pool["territories"] if any(map(sought, NEIGHBOURS[INDEX[name]]))]
        return PlaceTokens(pool["pool"], random.choice(near or pool["territories"]), pool["count"])
    if "trade_cards" in choices and len(position.hands[seat]) == 5:
        sets = choices["trade_cards"]["sets"]
        return TradeCards(tuple(random.choice(sets)))
    attacks = [
        Attack(entry["source"], name)
        for entry in choices.get("attack", {"attacks": ()})["attacks"]
        for name in entry["targets"]
        if position.tokens[INDEX[entry["source"]]] > 2
    ]
    wanted = [one for one in attacks if sought(INDEX[one.target])]
    if position.conquests and seat == 0:
        return EndTurn()
    if wanted:
        return random.choice(wanted)
    return random.choice(attacks) if attacks and not position.conquests else EndTurn()


def plan(played: World, seed: object) -> Iterator[Entry]:
    """Yield the next entry of the seat that is due, without end."""
    random = Random(f"{seed} plan")
    while True:
        (seat,) = played.game.people_due
        action = msgspec.to_builtins(hunted(played.position, random, seat))
        yield Entry(seat, action, f"key-{len(played.entries)}")


# --- exchanging hidden information -------------------------------------------------------------


class Deal(NamedTuple):
    """Another deal: a card in place of each card, and an objective for each seat."""

    cards: bytes
    objectives: tuple[ObjectiveId, ...]


def exchanged(facts: Sequence[Any], seats: Collection[int], options: Any, random: Random) -> Deal:
    """Return a deal that differs only in what these seats alone may know by now."""
    known: dict[int, set[int]] = {card: set() for card in ALL_CARDS}
    open_: set[str] = set()
    for event in facts:
        if isinstance(event, CardDrawn):
            assert event.card is not None
            known[CARD_INDEX[event.card]].add(event.seat)
        elif isinstance(event, SeatEliminated):
            for name in event.inherited or ():
                known[CARD_INDEX[name]] |= {event.seat, event.conqueror}
        open_.update(getattr(event, "discarded", ()), getattr(event, "cards", ()))
    closed = [card for card in ALL_CARDS if CARDS[card] not in open_ and known[card] <= {*seats}]
    held = [card for card in closed if known[card]]
    cards = bytearray(ALL_CARDS)
    while closed and held and all(cards[card] == card for card in held):
        for card, other in zip(closed, random.sample(closed, len(closed)), strict=True):
            cards[card] = other
    return Deal(bytes(cards), _other_objectives(facts, seats, options, random))


def _other_objectives(
    facts: Sequence[Any], seats: Collection[int], options: Any, random: Random
) -> tuple[ObjectiveId, ...]:
    """Return objectives that are new for these seats and not yet met."""
    dealt: tuple[Any, ...] | None = next(
        event.objectives for event in facts if isinstance(event, BoardDealt)
    )
    if not dealt:
        return ()
    while True:
        found = list(dealt)
        free = [one for one in OBJECTIVES if one not in dealt or dealt.index(one) in seats]
        for seat, objective in zip(seats, random.sample(free, len(seats)), strict=False):
            found[seat] = objective
        others = all(found[seat] != dealt[seat] for seat in seats)
        if others and not any(_is_met(facts, options, seat, found[seat]) for seat in seats):
            return tuple(found)


def _is_met(facts: Sequence[Any], options: Any, seat: int, objective: ObjectiveId) -> bool:
    position = RULESET.start(options)
    for event in facts:
        position = RULESET.fold(position, (event,))
        match event:
            case SeatEliminated(conqueror=conqueror) if conqueror == seat:
                if target(options, objective, seat) == event.seat:
                    return True
            case BattleFought(conquered=True) if event.seat == seat:
                if is_occupied(objective, position.owners, seat):
                    return True
    return False


def dealing(deal: Deal, rules: Any = RULESET) -> Any:
    """Return the rules with another deal."""
    back = {deal.cards[card]: card for card in ALL_CARDS}

    def answer(position: Position, draws: Draws) -> ChanceAction:
        if position.card_due:
            # The original deck, with each card exchanged.
            deck = sorted(position.deck, key=back.__getitem__)
            return DrawCard(CARDS[deck[draws[0]]])
        found: ChanceAction = rules.answer(position, draws)
        if isinstance(found, DealBoard):
            return replace(found, objectives=deal.objectives)
        return found

    return with_others(rules, answer=answer)


# --- responses ---------------------------------------------------------------------------------

HASH: Final = re.compile(rb"[0-9a-f]{64}")

_SIGNED: Final = re.compile(rb"\b(eyJ[\w-]+)\.([\w-]+)\.[\w-]{86}(?![\w-])")

Responses = dict[tuple[Any, ...], bytes]
"""Responses, by moment, viewer and request."""


def bytes_of(answer: httpx.Response) -> bytes:
    """Return a whole response, with every hash replaced by one value, because hashes are salted."""
    headers = [b"%b: %b" % header for header in answer.headers.raw]
    return without_hashes(b"\n".join([b"%d" % answer.status_code, *headers, answer.content]))


def without_hashes(received: bytes) -> bytes:
    """Replace every hash by one value, including those in signed statements.

    A statement remains as its text, so any other difference in it is found. Its signature goes
    with the hash: it follows from the text.
    """
    return HASH.sub(b"#", _SIGNED.sub(_opened, received))


def _opened(token: re.Match[bytes]) -> bytes:
    header, payload = token.groups()
    text = from_base64url(payload.decode())
    return header + b"." + text + (b".#" if HASH.search(text) else token[0][-87:])


def first_difference(one: bytes, other: bytes) -> str:
    """Return where two texts differ, with some context."""
    at = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    return f"…{one[max(0, at - 120) : at + 60]!r}… but …{other[max(0, at - 120) : at + 60]!r}…"
