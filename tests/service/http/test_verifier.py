"""Games of the service, proved by a verifier that shares no code with it.

It gets what any client gets over HTTP, and finds every change in it. That includes changes by the
service itself, which can recompute every hash and signature.
"""

import ast
import copy
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import httpx
import pytest

from tests.support.http.client import Json, Table, create, good, play, start
from tests.support.proof import inclusion, timing, verifier
from tests.support.proof.stranger import Evidence, decided_by_rules, forged
from tests.support.proof.verifier import Wrong, verify
from tests.support.run.long import cases, long_after
from tests.support.run.waiting import until


@pytest.fixture
def http(lasting: httpx.Client) -> httpx.Client:
    return lasting


def evidence_of(table: Table) -> Evidence:
    """Request everything that the verifier needs."""
    return Evidence(
        table.events(),
        good(table.http.get(f"{table.url}/proof")),
        good(table.http.get("/.well-known/jwks.json")),
        good(table.http.get(f"{table.url}/record")),
    )


def called_off(http: httpx.Client) -> Table:
    """Return a game that was called off because a player was missing."""
    table = create(http, players=3)
    good(table.sit(1, name="Žofie 👑", entropy="00ff"))
    good(table.leave(1))
    good(table.sit(0, name="李"))
    good(table.act("creator", {"type": "abort_game"}))
    return table


def given_up(http: httpx.Client, **options: Any) -> Table:
    """Return a game that one of two players resigned after some turns."""
    table = start(http, **options)
    for _ in zip(range(9), play(table, Random(1), (0, 1)), strict=False):
        pass
    good(table.act(0, {"type": "resign"}))
    return table


def agreed(http: httpx.Client) -> Table:
    """Return a game that ended as a draw."""
    table = start(http, players=2, emperor_start=9)
    good(table.act(0, {"type": "offer_draw"}))
    good(table.act(1, {"type": "accept_draw"}))
    return table


def played(http: httpx.Client, **options: Any) -> Table:
    """Return a game that people played to its end, one of whom sat down twice."""
    table = create(http, **options)
    good(table.sit(1, entropy="dead"))
    good(table.leave(1))
    people = range(options["players"])
    for seat in reversed(people):
        good(table.sit(seat, name=f"Guest {seat}", entropy=f"{seat:02x}" * (seat + 1)))
    for _ in play(table, Random(1), people):
        pass
    return table


def left_to_the_house(http: httpx.Client) -> Table:
    """Return a game of TEG that a person resigned and house bots finished."""
    terms = {"ruleset": "teg", "clock": {"kind": "bank", "seconds": 600, "on_flag": "house"}}
    bots = {1: "greedy", 2: "random"}
    table = start(http, bots, {**terms, "take_backs": True}, players=3, round_limit=2)
    good(table.act(0, {"type": "resign"}))
    until(lambda: table.now()["status"] == "over")
    return table


GAMES: dict[str, Callable[[httpx.Client], Table]] = {
    "called off": called_off,
    "given up": lambda http: given_up(http, players=2),
    "draw": agreed,
    "left to the house": left_to_the_house,
    "opposite": lambda http: played(http, players=2, max_rounds=2),
    "yucata": lambda http: played(http, players=3, setup="yucata", max_rounds=1),
    "partners": lambda http: played(http, players=4, seating="adjacent", max_rounds=1),
}


@pytest.mark.parametrize("name", long_after(5, GAMES))
def test_a_game_of_the_service_is_proved(http: httpx.Client, name: str) -> None:
    """However it ended: its hashes, its dice, its signature and its record."""
    table = GAMES[name](http)
    assert table.now()["status"] in {"over", "aborted"}
    verify(*evidence_of(table))


def test_a_running_game_is_proved_so_far(http: httpx.Client) -> None:
    """It has no secret and no signature yet; everything else is verified."""
    table = start(http, players=2)
    events, proof, keys, record = evidence_of(table)
    verify(events, proof, keys, record)
    with pytest.raises(Wrong, match="another head"):
        verify(events[:-1], proof, keys, record)


PARTS = (verifier, inclusion, timing)


@pytest.mark.parametrize("module", PARTS, ids=["verifier", "inclusion", "timing"])
def test_the_verifier_shares_no_code_with_the_product(module: ModuleType) -> None:
    """It imports only the standard library and a cryptography library, besides its other parts."""
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    names = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or "."]
            if isinstance(node, ast.ImportFrom)
            else [a.name for a in node.names]
        )
    }
    packages = {name.partition(".")[0] for name in names - {part.__name__ for part in PARTS}}
    assert packages - sys.stdlib_module_names <= {"cryptography"}


def test_the_verifier_is_a_program(
    http: httpx.Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It reads files with the responses of the service."""
    table = given_up(http, players=2)
    files = []
    for name, path in (
        ("events", f"{table.url}/events"),
        ("proof", f"{table.url}/proof"),
        ("keys", "/.well-known/jwks.json"),
        ("record", f"{table.url}/record"),
    ):
        accept = "application/x-ndjson" if name == "events" else "*/*"
        answer = http.get(path, headers={"Accept": accept})
        assert answer.is_success
        (tmp_path / name).write_bytes(answer.content)
        files.append(str(tmp_path / name))
    verifier.main(files)
    assert capsys.readouterr().out.startswith(f"{table.id} is valid: ")


# --- changes by others -------------------------------------------------------------------------


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all lists in JSON, and of all values that contain no others."""
    if isinstance(value, dict):
        return [leaf for name, inner in value.items() for leaf in leaves(inner, (*path, name))]
    if isinstance(value, list):
        inner = [leaf for index, one in enumerate(value) for leaf in leaves(one, (*path, index))]
        return [path, *inner]
    return [path]


def changed(value: Any, path: tuple[Any, ...]) -> Any:
    """Return JSON with something else at this path."""
    other = copy.deepcopy(value)
    place = other
    for step in path[:-1]:
        place = place[step]
    now = place[path[-1]]
    if isinstance(now, list):
        place[path[-1]] = [*now, None]
    elif isinstance(now, str):
        place[path[-1]] = f"{now[:-1]}{'0' if now[-1:] != '0' else '1'}"
    else:
        place[path[-1]] = 1 if now is None else now + 1
    return other


@pytest.mark.long
def test_every_change_is_found(http: httpx.Client) -> None:
    """Every value of every event, of the proof, of the key and of the record."""
    events, proof, keys, record = evidence_of(given_up(http, players=2))
    verify(events, proof, keys, record)
    every = cases(1, 3)
    for path in leaves(events)[1::every]:
        with pytest.raises(Wrong):
            verify(changed(events, path), proof, keys)
    for number in range(len(events)):
        with pytest.raises(Wrong):
            verify(events[:number] + events[number + 1 :], proof, keys)
    # A proof has no receipts, so it does not prove that their leaves are in the log: a record does.
    unproved = {("links",), ("pages",), ("inclusion", "opening"), ("inclusion", "start")}
    for path in leaves(proof):
        if unproved.isdisjoint({path[:1], path[:2]}):
            with pytest.raises(Wrong):
                verify(events, changed(proof, path), keys)
    for name in ("x", "kid"):
        with pytest.raises(Wrong):
            verify(events, proof, changed(keys, ("keys", 0, name)))
    of_the_game = {("entries", number, "action") for number in decided_by_rules(record)}
    for path in leaves(record)[::every]:
        if path[:3] not in of_the_game:
            with pytest.raises(Wrong):
                verify(events, proof, keys, changed(record, path))


# --- changes by the service itself -------------------------------------------------------------


def test_a_cheating_service_is_found(http: httpx.Client) -> None:
    """It picks a die, a lot, a secret or an end, and recomputes every hash and signature."""
    before = evidence_of(given_up(http, players=2))
    events, proof, keys, _ = forged(before, before.events)
    verify(events, proof, keys)

    def found(events: list[Json], match: str, **statement: Any) -> None:
        events, proof, keys, _ = forged(before, events, **statement)
        with pytest.raises(Wrong, match=match):
            verify(events, proof, keys)

    def with_facts(kind: str, **facts: Any) -> list[Json]:
        (number, *_) = [n for n, event in enumerate(before.events) if event["type"] == kind]
        return [
            *before.events[:number],
            before.events[number] | facts,
            *before.events[number + 1 :],
        ]

    rolled = next(event for event in before.events if event["type"] == "dice_rolled")
    drawn = next(event for event in before.events if event["type"] == "lots_drawn")
    wanted = "blue" if rolled["faces"][0] == "crown" else "crown"
    found(with_facts("dice_rolled", faces=[wanted, *rolled["faces"][1:]]), "is not what was drawn")
    found(with_facts("lots_drawn", emperor=drawn["emperor"] % 15 + 1), "is not what was drawn")
    found(with_facts("lots_drawn", opening=drawn["opening"][::-1]), "is not what was drawn")
    found(with_facts("lots_drawn", paladins=drawn["paladins"][::-1]), "is not what was drawn")
    found(with_facts("seat_taken", entropy="beef"), "is not what was drawn")
    found(with_facts("secret_revealed", secret="00" * 32), "committed to")
    found(with_facts("game_opened", commitment="00" * 32), "committed to")
    found(before.events[:-1], "no secret is the last event")
    found([*before.events[:-1], before.events[-3], before.events[-1]], "after the end")
    found(before.events, "another end", status="aborted")
    found(before.events, "another end", ruleset="chess@1")
    outcome = before.proof["statement"]["outcome"]
    found(before.events, "another outcome", outcome=outcome | {"winners": []})
    found(before.events, "another outcome", outcome=outcome | {"reason": "castle_goal"})


def test_a_key_that_is_not_published_is_found(http: httpx.Client) -> None:
    """Anyone can sign with their own key."""
    before = evidence_of(called_off(http))
    events, proof, keys, _ = forged(before, before.events)
    verify(events, proof, keys)
    with pytest.raises(Wrong, match="not published"):
        verify(events, proof, before.keys)
