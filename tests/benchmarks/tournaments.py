"""Tournaments: the processor time for one round, a table of standings, and a result."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from domain.tournament.history import history_of
from domain.tournament.model import announced
from domain.tournament.pairing.swiss import paired
from domain.tournament.standings.order import standings
from domain.tournament.stream.announcement import Swiss
from service.pairing.installed import InstalledEngine, installed_engine
from service.wire.tournaments import ACTIONS_MAX
from tests.benchmarks.measure import Row
from tests.support.http.client import Json, good
from tests.support.tournaments.desk import registered
from tests.support.tournaments.over_http import OF_TWO, WHY, Cup, Member, Scene, scene_in
from tests.tools.tournament_quality import at_random, by_dutch
from tests.tournament.players import Field, Pairer, tournament

ROUNDS: Final = 5
RESULTS: Final = 51
"""How many tables of the last round get their results one by one; the last one stays open."""


class RoundSize(NamedTuple):
    """A round to pair, after others that were paired in the same way."""

    what: str
    players: int
    seats: int
    after: int
    limit: int
    """Seconds at most."""
    pairer: Pairer


SIZES: Final = (
    RoundSize("120 players at tables of four, round 9", 120, 4, 8, 2, paired),
    RoundSize("300 players at tables of four, round 9", 300, 4, 8, 6, paired),
    RoundSize("1,000 players at tables of two, house Swiss, round 5", 1_000, 2, 4, 10, paired),
    RoundSize("60 players by the Dutch system, round 9", 60, 2, 8, 2, by_dutch),
)


def rows() -> Iterator[Row]:
    """Yield the lines of the table."""
    for size in SIZES:
        yield _row(f"pairing {size.what}", _round(size), size.limit)
    path = os.environ.get("CAROLUS_TEST_PAIRING") or shutil.which("bbpPairings")
    if path is not None:
        engine = installed_engine(Path(path))
        what = f"pairing 200 players by {engine.name} {engine.version}, round 9"
        yield _row(what, _installed(engine), 2)
    yield _row("standings of 1,000 players after nine rounds", _standings(), 1)
    result, read = _over_http()
    yield _row("a result in round five of 1,000 players, over HTTP", result, 0.2)
    yield _row("reading round and standings after it", read, 0.2)


def _row(what: str, seconds: float, limit: float) -> Row:
    return Row(what, f"{seconds:.3f} s", f"{limit} s", seconds / limit, "≤ 1")


def _round(size: RoundSize) -> float:
    rules = announced(size.seats, size.after)
    field = Field(size.players, 1)
    _, played = tournament(field, rules, size.pairer)
    longer = replace(rules, rounds=size.after + 1)
    present = [one.number for one in field.entrants]
    return _seconds(
        lambda: size.pairer(longer, history_of(rules, field.entrants, played), present, b"last")
    )


def _installed(engine: InstalledEngine) -> float:
    """Return what round nine takes with a program: the report, the program, and the rules."""
    form = Swiss(engine.announced)
    desk = registered(200, announced(2, 9), format=form).start()
    for _ in range(8):
        desk.pair(engine.proposal(desk.state)).open_round().play()
    return _seconds(lambda: desk.pair(engine.proposal(desk.state)))


def _standings() -> float:
    rules = announced(2, 9, "DE", "BH-C1", "BH", "SB", "WIN", "PS")
    field = Field(1_000, 1)
    _, played = tournament(field, rules, at_random)
    return _seconds(lambda: standings(rules, field.entrants, played))


def _over_http() -> tuple[float, float]:
    """Return what an arbiter's result takes in a service, with all that follows, and a reading."""
    with (
        tempfile.TemporaryDirectory() as folder,
        scene_in(Path(folder), request_seconds_max=600) as scene,
    ):
        cup, arbiter = _of_guests(scene, 1_000)
        for number in range(1, ROUNDS + 1):
            cup.pair(number)
            entries = [
                {"type": "enter_result", "round": number, "table": at, "ranks": [1, 2]}
                for at in range(1, 501)
            ]
            left = RESULTS if number == ROUNDS else 0
            for first in range(0, len(entries) - left, ACTIONS_MAX):
                some = entries[first : min(first + ACTIONS_MAX, len(entries) - left)]
                _decided(cup, arbiter, *some)
            if not left:
                cup.run({"type": "close_round", "round": number})
        result = _seconds(lambda: _decide_each(cup, arbiter, entries[-left:-1]))
        read = _seconds(lambda: [cup.get(f"/rounds/{ROUNDS}"), cup.get("/standings")])
        return result / (RESULTS - 1), read


def _of_guests(scene: Scene, count: int) -> tuple[Cup, Member]:
    """Return a tournament for two seats that has started, and its arbiter."""
    rules = {**OF_TWO["rules"], "rounds": ROUNDS}
    cup = scene.announce(**{**OF_TWO, "rules": rules, "real_tables": True, "seats_reserved": False})
    arbiter = scene.member("Ana", ("play", "arbitrate"))
    guests = [
        {
            "type": "register_entrant",
            "people": [{"name": f"Player {number}", "guest": f"{number:064x}"}],
        }
        for number in range(count)
    ]
    cup.run({"type": "name_arbiter", "account": arbiter.id, "name": arbiter.name})
    for first in range(0, count, ACTIONS_MAX):
        cup.run(*guests[first : first + ACTIONS_MAX])
    cup.run("start_tournament")
    return cup, arbiter


def _decided(cup: Cup, arbiter: Member, *entries: Json) -> None:
    good(cup.ask(arbiter, *({**one, "reason": WHY} for one in entries), role="arbiter"))


def _decide_each(cup: Cup, arbiter: Member, entries: Sequence[Json]) -> None:
    for one in entries:
        _decided(cup, arbiter, one)


def _seconds(work: Callable[[], object]) -> float:
    began = _spent()
    work()
    return _spent() - began


def _spent() -> float:
    """Return the processor time of this process, and of programs that it waited for."""
    found = os.times()
    return found.user + found.system + found.children_user + found.children_system
