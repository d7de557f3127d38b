"""Creates the finished games of ``tests/rulesets/carolus_magnus/records``.

    python -m tests.tools.make_records [NAME ...]

Run it by hand when a new edition of the rules, or a new way for games to end, needs games. A
released record must always replay, so the program overwrites an existing record only if you name
it. It tries seeds in order until a game ends in the required way.
"""

import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from domain.record.record import AnyRecord
from domain.ruleset import AnyRuleset
from domain.table.actions import AbortGame, AcceptDraw, OfferDraw, Resign, TakeSeat
from domain.table.game import TABLE, Game
from service.tasks.house import choose
from tests.support.games.table import RULES, Table, action_of, due, opened, random_requests
from tests.support.proof.records import FOLDER, end_of, proved, recorded, written

SEEDS = 100_000

Requests = Callable[[Table, Random], Iterator[Table]]
"""Plays a table to its end, one request at a time."""


class Wanted(NamedTuple):
    """A game to look for."""

    name: str
    options: dict[str, Any]
    end: str
    requests: Requests
    fits: Callable[[AnyRecord], bool] = lambda record: True
    rules: AnyRuleset = RULES


def main(names: list[str]) -> None:
    """Make the missing records, and those that are named."""
    FOLDER.mkdir(exist_ok=True)
    for wanted in WANTED:
        file = FOLDER / f"{wanted.name}.json"
        if file.exists() and wanted.name not in names:
            continue
        record = found(wanted)
        proved(record)
        file.write_text(written(record), "utf-8")
        sys.stdout.write(f"{wanted.name}: {len(record.entries)} entries\n")


def found(wanted: Wanted) -> AnyRecord:
    """Return the first game that matches."""
    for seed in range(SEEDS):
        record = played(wanted, seed)
        if end_of(record) == wanted.end and wanted.fits(record):
            return record
    raise LookupError(wanted.name)


def played(wanted: Wanted, seed: int) -> AnyRecord:
    """Return the record of the game with this seed."""
    random = Random(f"{wanted.name} {seed}")
    game = "".join(random.choices("abcdefghijklmnopqrstuvwxyz234567", k=16))
    secret = random.randbytes(32)
    table = opened(secret=secret, game=game, rules=wanted.rules, **wanted.options)
    return recorded(table, wanted.requests(table, random), random)


# --- ways to play ------------------------------------------------------------------------------


def _seated(table: Table, random: Random, bots: str = "") -> Iterator[Table]:
    """Seat people, and a bot at each named seat."""
    names = ["Ana", "Žofie", "李小龙", "Björk 👑", "Ben", "Cleo"]
    for seat in range(len(table.game.seats)):
        if str(seat) in bots:
            yield table.ask(TABLE, TakeSeat(seat, bot="greedy"))
        else:
            entropy = random.randbytes(16).hex()
            yield table.ask(seat, TakeSeat(seat, names[seat], entropy=entropy))


def anyhow(table: Table, random: Random) -> Iterator[Table]:
    """Play at random, with people on all seats."""
    yield from _seated(table, random)
    while not table.game.finished:
        seat = due(table.game)
        yield table.ask(seat, action_of(table.game, seat, random))


def against_the_house(table: Table, random: Random) -> Iterator[Table]:
    """Play at random on seat 0, against bots."""
    yield from _seated(table, random, bots="12345")
    while not table.game.finished:
        seat = due(table.game)
        if seat == 0:
            yield table.ask(0, action_of(table.game, 0, random))
        else:
            yield table.ask(seat, choose(table.game, seat, random.randrange), house=True)


def peacefully(table: Table, random: Random) -> Iterator[Table]:
    """Send no paladin to court, so that nobody gets a marker or builds, until all are placed."""
    yield from _seated(table, random)
    while not table.game.finished:
        seat = due(table.game)
        yield table.ask(seat, _at_home(table.game, seat, random))


def _at_home(game: Game, seat: int, random: Random) -> Any:
    while True:
        action = action_of(game, seat, random)
        if "court" not in [one.to for one in getattr(action, "placements", ())]:
            return action


def wildly(table: Table, random: Random) -> Iterator[Table]:
    """Sit down, leave, resign, make offers and abort at random."""
    return random_requests(table, random, liveliness=random.choice([0.005, 0.02, 0.3]))


def until_one_side_is_left(table: Table, random: Random) -> Iterator[Table]:
    """Play some rounds; then all resign one by one, while the others play on to the end."""
    yield from _seated(table, random)
    seats = list(range(len(table.game.seats)))
    random.shuffle(seats)
    for seat in seats:
        for _ in range(random.randrange(6, 18)):
            mover = due(table.game)
            house = table.game.seats[mover].bot is not None
            yield table.ask(mover, action_of(table.game, mover, random), house=house)
            if table.game.finished:
                return
        yield table.ask(seat, Resign())
        if table.game.finished:
            return


def until_all_agree(table: Table, random: Random) -> Iterator[Table]:
    """Play some rounds and agree on a draw; with more than two seats, one resigns first."""
    yield from _seated(table, random)
    seats = list(range(len(table.game.seats)))
    random.shuffle(seats)
    for _ in range(random.randrange(20, 60)):
        mover = due(table.game)
        yield table.ask(mover, action_of(table.game, mover, random))
        if table.game.finished:
            return
    if len(seats) > 2:
        yield table.ask(seats.pop(), Resign())
    yield table.ask(seats[0], OfferDraw())
    for seat in seats[1:]:
        yield table.ask(seat, AcceptDraw())


def called_off(table: Table, random: Random) -> Iterator[Table]:
    """Take one seat, and abort the game because nobody else comes."""
    seat = random.randrange(len(table.game.seats))
    yield table.ask(seat, TakeSeat(seat, "Ana", entropy=random.randbytes(8).hex()))
    yield table.ask(TABLE, AbortGame())


# --- the games to look for -----------------------------------------------------------------------


def _shared(record: AnyRecord) -> bool:
    """Return whether several sides win together, with castles."""
    return len(record.outcome.winners) > 1 and max(record.outcome.castles.values()) > 1


def _by_markers(record: AnyRecord) -> bool:
    """Return whether the castles tie, and one side still wins."""
    castles = list(record.outcome.castles.values())
    return castles.count(max(castles)) > 1 and len(record.outcome.winners) == 1


def _castles(record: AnyRecord) -> bool:
    return any(record.outcome.castles.values())


def _rolled(record: AnyRecord) -> bool:
    return any(entry.by == "chance" for entry in record.entries)


def _wanted() -> Iterator[Wanted]:
    for players in (2, 3, 4):
        options: dict[str, Any] = {"players": players}
        limited = {**options, "max_rounds": 3}
        yield Wanted(f"{players}-castle-goal", options, "castle_goal", anyhow)
        yield Wanted(f"{players}-few-territories", options, "few_territories", anyhow)
        yield Wanted(f"{players}-stalled", options, "stalled", peacefully)
        yield Wanted(f"{players}-round-limit-shared", limited, "round_limit", anyhow, _shared)
        yield Wanted(
            f"{players}-round-limit-markers",
            {**limited, "tie_break": "clan_markers"},
            "round_limit",
            anyhow,
            _by_markers,
        )
        yield Wanted(
            f"{players}-resignation", options, "resignation", until_one_side_is_left, _castles
        )
        yield Wanted(f"{players}-draw-agreed", options, "draw_agreed", until_all_agree, _castles)
        yield Wanted(f"{players}-aborted", options, "aborted", called_off)
    for players in (2, 3):
        options = {"players": players, "setup": "yucata"}
        yield Wanted(f"{players}-yucata-castle-goal", options, "castle_goal", against_the_house)
        yield Wanted(f"{players}-yucata-few-territories", options, "few_territories", anyhow)
    adjacent = {"players": 4, "seating": "adjacent"}
    yield Wanted("4-adjacent-castle-goal", adjacent, "castle_goal", against_the_house)
    start = {"players": 2, "emperor_start": 9}
    yield Wanted("2-emperor-start-castle-goal", start, "castle_goal", against_the_house)
    yield Wanted("3-lively-draw-agreed", {"players": 3}, "draw_agreed", wildly, _rolled)


WANTED = tuple(_wanted())

if __name__ == "__main__":
    main(sys.argv[1:])
