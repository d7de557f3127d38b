"""What never leaves the service: the secret of the dice before the end, and others' tokens.

The tests request every address again and again during a game, and search every byte of every
response with its headers, and the logs of the service.
"""

import io
import itertools
import sqlite3
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from domain.record.jws import from_base64url, signed_text, to_base64url
from domain.record.statement import Receipt, SignedHead, read_statement
from domain.rulesets.registry import BY_ID
from service.access.game_keys import KEY_FILE, Vault
from service.access.signing_keys import FOLDER as SIGNING_KEYS
from service.access.signing_keys import signing_keys
from service.storage.address import FILE_NAME
from tests.support.http.client import Table, create, good, play, seat_due, start
from tests.support.proof import verifier
from tests.support.run.long import cases
from tests.support.servers.applications import application_on
from tests.support.servers.pushed import POINT
from tests.support.storage.stores import settings_of


def vault_of(data: Path, game: str) -> Vault:
    """Return what the database stores as the vault of a game."""
    with sqlite3.connect(f"file:{data / FILE_NAME}?mode=ro", uri=True) as connection:
        rows = connection.execute(
            "SELECT state FROM stored_events WHERE originator_id = ?", [f"vault/{game}"]
        ).fetchall()
    connection.close()
    ((state,),) = rows
    return msgspec.json.decode(state, type=Vault)


def private_key_of(data: Path) -> bytes:
    """Return the private key that signs finished games."""
    (key,) = signing_keys(data)
    assert key.content.d is not None
    return from_base64url(key.content.d)


def shapes_of(secret: bytes) -> list[bytes]:
    """Return the forms in which 32 bytes could leak."""
    return [
        secret,
        secret[::-1],
        secret.hex().encode(),
        secret.hex().upper().encode(),
        b64encode(secret).rstrip(b"="),
        urlsafe_b64encode(secret).rstrip(b"="),
        str(int.from_bytes(secret, "big")).encode(),
        str(int.from_bytes(secret, "little")).encode(),
        ",".join(map(str, secret)).encode(),
        ", ".join(map(str, secret)).encode(),
    ]


OF_TOURNAMENTS = (
    "events",
    "actions",
    "legal-actions",
    "rounds/1",
    "standings",
    "entrants",
    "crosstable",
    "live",
    "record",
    "export",
    "fide-report",
)
"""What is below the address of a tournament; ``tests/service/tournaments`` searches real ones."""


def addresses(table: Table, version: int) -> list[str]:
    """Return every address that can be read, of this game and of others, and some that cannot."""
    url = table.url
    return [
        "/",
        "/worker.js",
        "/page/app/main.js",
        "/healthz",
        "/readyz",
        "/metrics",
        "/schema",
        "/schema/",
        "/schema/openapi.json",
        "/schema/record.schema.json",
        "/schema/asyncapi.json",
        *(f"/schema/{ruleset}.json" for ruleset in BY_ID),
        "/.well-known/api-catalog",
        "/.well-known/security.txt",
        "/schema/page.js",
        "/schema/assets/swagger-ui.css",
        "/schema/reference/live.md",
        "/problems/illegal-action",
        "/problems/nothing",
        "/v1/transparency/checkpoint",
        "/v1/transparency/tile/0/000.p/1",
        "/v1/transparency/tile/entries/000.p/1",
        "/v1/rulesets",
        "/v1/rulesets/carolus-magnus",
        "/v1/rulesets/carolus-magnus/ratings",
        "/v1/rulesets/carolus-magnus/counts",
        "/v1/rulesets/carolus-magnus/guide",
        "/v1/games",
        "/v1/games?status=running&limit=1",
        "/v1/games?cursor=%00",
        url,
        f"{url}?version={version}",
        f"{url}?version=0",
        f"{url}?version=999999",
        f"{url}/events",
        f"{url}/events?after={version}",
        f"{url}/story",
        f"{url}/story?after={version}",
        f"{url}/presence",
        f"{url}/live",
        "/v1/lobby/events",
        "/v1/players/me/events",
        "/v1/players/me/stream-ticket",
        f"{url}/stream-ticket",
        f"{url}/legal-actions",
        f"{url}/links",
        f"{url}/board.svg",
        f"{url}/board.svg?version={version}",
        f"/games/{table.id}",
        f"/games/{table.id}/v/{version}",
        f"/games/{table.id}/card.png",
        f"/games/{table.id}/v/{version}/card.png",
        f"/embed/{table.id}",
        f"/embed/{table.id}/v/{version}",
        f"{url}/seats/0",
        f"{url}/record",
        f"{url}/vault",
        "/v1/players",
        "/v1/trail",
        "/v1/tokens",
        "/v1/tokens/x",
        "/v1/tokens/x/rotation",
        "/v1/tournaments",
        "/v1/tournaments/x",
        f"/v1/tournaments/{table.id}",
        *(f"/v1/tournaments/{table.id}/{below}" for below in OF_TOURNAMENTS),
        f"/v1/tournaments/vault%2F{table.id}",
        f"/v1/tournaments/..%2Fvault%2F{table.id}/events",
        "/v1/webhooks",
        "/v1/webhooks/x",
        "/v1/webhooks/x/test",
        "/v1/notifications",
        "/v1/notifications/subscriptions",
        "/v1/notifications/subscriptions/x",
        "/v1/notifications/email",
        "/v1/notifications/email/confirmation",
        f"/v1/notifications/email/unsubscriptions/{'a' * 32}",
        f"{url}/proof",
        f"{url}/receipts",
        f"/v1/games/signature%2F{table.id}",
        "/.well-known/jwks.json",
        f"/v1/games/vault%2F{table.id}",
        f"/v1/games/vault%2F{table.id}/events",
        f"/v1/games/vault%252F{table.id}/events",
        f"/v1/games/..%2Fvault%2F{table.id}",
        f"/schema/assets/..%2F..%2F..%2F{KEY_FILE}",
        f"/schema/assets/..%2F..%2F..%2F{SIGNING_KEYS}%2F1.json",
        f"/schema/assets/%2e%2e/%2e%2e/{FILE_NAME}",
        f"/schema/reference/..%2F..%2F..%2F{KEY_FILE}",
        f"/page/..%2F..%2F..%2F{KEY_FILE}",
        f"/page/%2e%2e/%2e%2e/{FILE_NAME}",
    ]


def reading(table: Table, version: int, who: list[Any], random: Random) -> Iterator[httpx.Request]:
    """Yield requests that change nothing, with every kind of token."""
    get = addresses(table, version)
    for address in get:
        yield table.http.build_request("GET", address, headers=table.headers(random.choice(who)))
    some = random.sample(get, len(get) // cases(1, 4))
    for method, address in itertools.product(("HEAD", "OPTIONS"), some):
        yield table.http.build_request(method, address)


def asked(table: Table, random: Random) -> Iterator[httpx.Request]:
    """Yield requests for every address, with every kind of token and error."""
    http, url = table.http, table.url
    game = table.now()
    version = random.randrange(1, game["version"] + 1)
    due = seat_due(game)
    seat = due if isinstance(due, int) else 0  # while chance is due, no seat is
    action = {"type": "choose_disc", "disc": 3}
    legal = next(iter(table.legal(seat, 1)), action)
    position = game["position"]
    who: list[Any] = [None, "creator", *range(len(table.tokens["seats"]))]
    yield from reading(table, version, who, random)
    for seat_token in range(len(table.tokens["seats"])):
        headers = table.headers(seat_token)
        yield http.build_request("GET", f"{url}/legal-actions", headers=headers)
        yield http.build_request(
            "GET", f"{url}/events", headers={**headers, "Accept": "application/x-ndjson"}
        )
        yield http.build_request("GET", f"{url}/links", headers=headers)
        for moment in (0, 1, game["version"], 2**70):
            yield http.build_request(
                "PUT",
                f"{url}/seats/{seat_token}/links/{moment}",
                json={"head": game["head"], "link": "0" * 64},
                headers=headers,
            )
    headers = table.headers(seat)
    for one in who:
        for body in (
            {"actions": [legal]},
            {"actions": [legal, legal]},
            {"actions": [legal] * 41},
            {"actions": [{"type": "roll_dice", "faces": ["red"]}]},
            {"actions": [{"type": "abort_game"}, {"type": "abort_game"}]},
            {"actions": [{"type": "secret_revealed"}]},
            {},
        ):
            yield http.build_request(
                "POST",
                f"{url}/actions?dry_run=true",
                json=body,
                headers=table.headers(one, {"If-Match": "*"}),
            )
    wrong = http.build_request("POST", f"{url}/actions", content=b'{"actions":', headers=headers)
    yield wrong
    yield http.build_request("POST", f"{url}/actions", content=b"\xff\x00", headers=headers)
    yield http.build_request("POST", f"{url}/actions", content=b"[" * 5000, headers=headers)
    yield http.build_request(
        "POST", f"{url}/actions", json={"actions": [action]}, headers={**headers, "If-Match": '"0"'}
    )
    for method in ("PUT", "DELETE", "PATCH", "TRACE"):
        for path in ("seats/0", "seats/9", "seats/x", ""):
            headers = table.headers("creator", {"If-Match": '"0"'})
            yield http.build_request(method, f"{url}/{path}", json={"bot": "x"}, headers=headers)
    yield from accounts_asked(table)
    yield from records_asked(table)
    question = {"position": position, "actions": []} if position else {"actions": []}
    yield http.build_request("POST", "/v1/rulesets/carolus-magnus/check", json=question)
    again = {"name": "Ana", "entropy": "00ff"}
    for one in (0, "creator", None):
        yield http.build_request("POST", f"{url}/rematch", json=again, headers=table.headers(one))
        yield http.build_request("POST", f"{url}/hint", headers=table.headers(one))
    if position:
        yield http.build_request(
            "POST", "/v1/rulesets/carolus-magnus/board.svg", json={"position": position}
        )
        yield http.build_request(
            "POST", "/v1/rulesets/carolus-magnus/legal-actions", json={"position": position}
        )
    yield http.build_request("POST", "/v1/games", json={"ruleset": "carolus-magnus", "options": 1})


def accounts_asked(table: Table) -> Iterator[httpx.Request]:
    """Yield requests about accounts, some with the token of a new one."""
    http = table.http
    made = good(http.post("/v1/players", json={"name": "Ana"}))
    mine = {"Authorization": f"Bearer {made['secret']}"}
    player = f"/v1/players/{made['player']['id']}"
    for address in (player, f"{player}/games", f"{player}/opponents", f"{player}/ratings"):
        yield http.build_request("GET", address)
    yield http.build_request("GET", "/v1/tokens", headers=mine)
    yield http.build_request("POST", "/v1/tokens", json={"name": "x"}, headers=mine)
    for address in ("/v1/tokens", f"/v1/tokens/{made['token']['id']}/rotation", "/v1/players"):
        yield http.build_request("POST", address, content=b"{", headers=mine)
        yield http.build_request("POST", address, content=b"{", headers=table.headers(0))
    hook = {"url": "https://1.1.1.1/", "about": "me", "events": ["game.over"]}
    yield http.build_request("POST", "/v1/webhooks", json=hook, headers=mine)
    hook = {**hook, "about": table.id, "creator_token": table.tokens["creator"]}
    yield http.build_request("POST", "/v1/webhooks", json={**hook, "url": "x"}, headers=mine)
    yield http.build_request("GET", "/v1/webhooks", headers=mine)
    browser = {"endpoint": "https://1.1.1.1/", "keys": {"p256dh": POINT, "auth": "A" * 22}}
    browser |= {"language": "en"}
    at = "/v1/notifications"
    yield http.build_request("POST", f"{at}/subscriptions", json=browser, headers=mine)
    yield http.build_request("PUT", at, json={"muted_games": [table.id]}, headers=mine)
    mail = {"address": "ana@example.org", "language": "en"}
    yield http.build_request("PUT", f"{at}/email", json=mail, headers=mine)
    yield http.build_request("POST", f"{at}/email/confirmation", json={"token": "a" * 32})
    yield http.build_request("POST", f"{at}/email/unsubscriptions/{'a' * 32}")
    yield http.build_request("DELETE", f"{at}/email", headers=mine)
    yield http.build_request("GET", at, headers=mine)
    yield http.build_request("GET", table.url, headers=mine)
    yield http.build_request("PUT", f"{table.url}/seats/0", json={}, headers=mine)
    yield http.build_request("DELETE", f"/v1/tokens/{made['token']['id']}", headers=mine)


def records_asked(table: Table) -> Iterator[httpx.Request]:
    """Yield requests about the record of a game, and about modified copies of it."""
    http, url = table.http, table.url
    for kind in ("application/json", "text/plain"):
        yield http.build_request("GET", f"{url}/record", headers={"Accept": kind})
    for query in ("", "?status=open", "?status=running", f"?status=running&after={table.id}"):
        for kind in ("application/json", "application/x-ndjson"):
            yield http.build_request("GET", f"/v1/records{query}", headers={"Accept": kind})
    record = http.get(f"{url}/record").content
    wrong_secret = record.replace(b'"secret":null', b'"secret":"%b"' % (b"00" * 32))
    for content in (record, wrong_secret, record[:-1], record.replace(b'"by":0', b'"by":1')):
        for kind in ("application/json", "application/x-ndjson", "text/plain"):
            for way in ("check", "replay"):
                yield http.build_request(
                    "POST", f"/v1/records/{way}", content=content, headers={"Content-Type": kind}
                )


def bytes_of(answer: httpx.Response) -> bytes:
    """Return all bytes of a response."""
    return b"\n".join([*(b"%b: %b" % header for header in answer.headers.raw), answer.content])


def hunt(
    table: Table, hidden: list[bytes], random: Random, about: str = ""
) -> set[tuple[str, int]]:
    """Send every request; fail if a response leaks a secret; return the methods and statuses.

    ``about`` must be a part of the addresses that are requested.
    """
    seen = set()
    for request in asked(table, random):
        if about not in str(request.url):
            continue
        answer = table.http.send(request)
        bytes_ = bytes_of(answer)
        for secret in hidden:
            assert secret not in bytes_, f"{request.method} {request.url} leaks {secret!r}"
        assert answer.status_code < 500, f"{request.method} {request.url}: {answer.text}"
        seen.add((request.method, answer.status_code))
    return seen


@pytest.fixture
def http(data: Path, logged: io.BytesIO) -> Iterator[TestClient[Any]]:
    """Yield a client that gets a 500 for an error in the service, as in production."""
    with (
        application_on(settings_of(data)) as app,
        TestClient(app, raise_server_exceptions=False) as client,
    ):
        yield client


def test_the_secret_does_not_leak_before_the_end(
    http: httpx.Client, data: Path, capfd: pytest.CaptureFixture[str], logged: io.BytesIO
) -> None:
    """Nor a token or a key of the service, on any address, at any time of a game."""
    random = Random(1)
    table = create(http, players=3)
    secret = bytes.fromhex(vault_of(data, table.id).secret)
    key = (data / KEY_FILE).read_bytes()
    signing = private_key_of(data)
    account = good(http.post("/v1/players", json={"name": "Ana"}))
    tokens = [table.tokens["creator"], *table.tokens["seats"], account["secret"]]
    hidden = [
        *shapes_of(secret),
        *shapes_of(key),
        *shapes_of(signing),
        *shapes_of(verifier.key_of(secret, table.id, [("", None), ("0011", None), ("", None)])),
        *(token.encode()[-43:] for token in tokens),
    ]
    seen = [hunt(table, hidden, random)]
    good(table.sit(1, name="Ana", entropy="0011"))
    good(table.sit(0, "creator", bot="random"))
    if cases(True, False):
        seen.append(hunt(table, hidden, random))
    good(table.sit(2, name="Bea"))
    # The first happen in any game: a turn builds one castle, and no side has eight by then.
    hunts = itertools.chain(cases([6], []), itertools.count(50, 10**6))
    following = next(hunts)
    for number, game in enumerate(play(table, random, people=(1, 2))):
        # Not on the bot's turn: its move may end the game during the hunt.
        if number >= following and seat_due(game) in {1, 2}:
            seen.append(hunt(table, hidden, random))
            following = next(hunts)
    assert following > 12, "the game was over before anybody had looked twice"
    assert {status for _, status in set().union(*seen)} >= {200, 400, 401, 403, 404, 405, 412}
    after = table.now()
    assert after["chance"]["secret"] == secret.hex()
    assert verifier.commitment(secret) == after["chance"]["commitment"]
    assert table.events()[-1]["secret"] == secret.hex()
    assert logged.getvalue().count(b'"event":"request"') > 200 * len(seen)
    written = capfd.readouterr()
    for one in hidden:
        assert one not in (written.out + written.err).encode("utf-8", "surrogateescape")
        assert one not in logged.getvalue()


def test_the_hunt_finds_a_leak(http: httpx.Client, data: Path) -> None:
    """After the end the secret is public, and the hunt finds it."""
    table = start(http)
    secret = bytes.fromhex(vault_of(data, table.id).secret)
    good(table.act(0, {"type": "resign"}))
    with pytest.raises(AssertionError, match="leaks"):
        hunt(table, shapes_of(secret), Random(1), table.id)


def test_every_address_is_searched(http: TestClient[Any]) -> None:
    """This fails for a route that the hunt does not know; add it there."""
    paths = {request.url.path for request in asked(start(http), Random(1))}
    for route in http.app.routes:
        parts = route.path.strip("/").split("/")
        assert any(_matches(parts, path.strip("/").split("/")) for path in paths), route.path


def _matches(route: list[str], path: list[str]) -> bool:
    if route[-1].endswith(":path}"):
        route, path = route[:-1], path[: len(route) - 1]
    return len(route) == len(path) and all(
        part.startswith("{") or part == given for part, given in zip(route, path, strict=True)
    )


@pytest.mark.long
def test_the_private_key_never_leaks(
    http: httpx.Client, data: Path, capfd: pytest.CaptureFixture[str], logged: io.BytesIO
) -> None:
    """Not even after the end, when it has signed; and it is only in its own file."""
    table = start(http)
    good(table.act(0, {"type": "resign"}))
    assert good(http.get(f"{table.url}/proof"))["signature"] is not None
    hidden = shapes_of(private_key_of(data))
    hunt(table, hidden, Random(3))
    written = capfd.readouterr()
    files = [file.read_bytes() for file in data.iterdir() if file.is_file()]
    for one in hidden:
        assert one not in (written.out + written.err).encode("utf-8", "surrogateescape")
        assert one not in logged.getvalue()
        assert not any(one in content for content in files)


@pytest.mark.long
def test_after_a_resignation_future_dice_and_the_final_statement_stay_hidden(
    http: httpx.Client, data: Path
) -> None:
    """The game continues with the house, so no address shows its secret, or part of a statement.

    Until the end, the service signs only receipts and heads.
    """
    table = start(http, players=3)
    good(table.act(0, {"type": "resign"}))
    assert good(http.get(f"{table.url}/proof"))["signature"] is None
    said = good(http.get(f"{table.url}/receipts"))
    assert said.pop("statement") is None
    signed = [read_statement(signed_text(one)) for one in said.values() if "." in str(one)]
    assert [type(one) for one in signed] == [Receipt, Receipt, SignedHead]
    part = f'carolus-statement/1","game":"{table.id}"'.encode()
    hidden = [part, *in_base64url(part)]
    secret = bytes.fromhex(vault_of(data, table.id).secret)
    hunt(table, [*hidden, *shapes_of(secret)], Random(4))
    assert table.now()["chance"]["secret"] is None
    good(table.act(1, {"type": "resign"}))
    statement = good(http.get(f"{table.url}/receipts"))["statement"]
    assert sum(one.decode() in statement for one in hidden) == 1
    with pytest.raises(AssertionError, match="leaks"):
        hunt(table, hidden, Random(4))


def in_base64url(text: bytes) -> list[bytes]:
    """Return what a text becomes within a longer one, wherever it begins there."""
    found = []
    for before in range(3):
        encoded = to_base64url(bytes(before) + text).encode()
        first = -(-before * 4 // 3)
        whole = (before + len(text)) // 3 * 4
        found.append(encoded[first:whole])
    return found


def test_a_game_called_off_reveals_its_secret(http: httpx.Client, data: Path) -> None:
    """Although no dice were rolled, so the commitment of every game can be checked."""
    table = create(http)
    good(table.act("creator", {"type": "abort_game"}))
    assert table.now()["chance"]["secret"] == vault_of(data, table.id).secret
