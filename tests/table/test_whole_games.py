"""Random whole games, with people and bots who come, leave, abort, resign and agree on draws."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.ruleset import CHANCE
from domain.table.apply import fold
from domain.table.clock import BankClock, DaysClock, PerActionClock
from domain.table.dealers import FairDealer
from domain.table.decide import Entry, advance
from domain.table.events import SecretRevealed
from domain.table.game import Game, freeze, thaw
from domain.table.moments import moment_is_due
from tests.support.games.table import AT, SECRET, opened, random_requests
from tests.support.run.long import long_after

SETUPS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "setup": "yucata"},
    {"players": 2, "max_rounds": 3, "tie_break": "clan_markers"},
    {"players": 3},
    {"players": 3, "setup": "yucata", "max_rounds": 4},
    {"players": 4, "emperor_start": 9},
    {"players": 4, "seating": "adjacent", "tie_break": "clan_markers"},
]

TERMS: list[dict[str, Any]] = [
    {"players": 2, "clock": BankClock(60, "forfeit", 5), "take_backs": True},
    {"players": 2, "clock": PerActionClock(15, "house"), "max_rounds": 6},
    {"players": 3, "clock": BankClock(90, "house"), "take_backs": True, "max_rounds": 6},
    {"players": 4, "clock": DaysClock(1, "forfeit"), "take_backs": True, "max_rounds": 6},
]
"""Options with a clock and take-backs."""

GAMES = 40


def name_of(options: dict[str, Any]) -> str:
    """Return a name for these options."""
    return "-".join(map(str, options.values()))


def games(seed: int, options: dict[str, Any], count: int = GAMES) -> Iterator[Game]:
    """Play games with these options, check every batch, and yield each finished game."""
    for number in range(count):
        random = Random(f"{seed} {options} {number}")
        table = opened(**options)
        entries: list[tuple[str, Entry]] = []
        fresh = table.game
        for _ in random_requests(table, random, liveliness=random.choice([0.0, 0.005, 0.1])):
            assert table.batch is not None
            entries += [(table.at, entry) for entry in table.batch.entries]
            check_state(table.game)
        assert table.game.finished
        check_replay(fresh, entries, table.game)
        yield table.game


def check_state(game: Game) -> None:
    """Check that after each batch a game has ended or awaits seats, and never chance."""
    if game.status == "running":
        assert game.awaits or game.paused
        assert not game.awaits_chance
        assert game.clocks is None or game.paused or game.clocks.running == game.people_due
        assert game.secret is None
    else:
        assert game.awaits == ()
    assert (game.secret is not None) == game.finished
    assert (game.outcome is not None) == (game.status == "over")


def check_replay(fresh: Game, entries: list[tuple[str, Entry]], after: Game) -> None:
    """Check that its events rebuild the game, and that its entries lead to the same events."""
    events = [event for _, entry in entries for event in entry.events]
    assert fold(fresh, events) == after
    assert [event for event in events if isinstance(event, SecretRevealed)] == [events[-1]]
    assert after.version == fresh.version + len(events)
    game, draft = fresh, thaw(fresh)
    for at, entry in entries:
        own = [event for event in entry.events if not isinstance(event, SecretRevealed)]
        caused = advance(draft, entry.by, entry.action, at, house=True)
        assert list(caused) == own
        game = fold(game, own)
        assert freeze(draft) == game


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("options", long_after(1, SETUPS), ids=name_of)
def test_a_game_stays_consistent_and_can_be_replayed(seed: int, options: dict[str, Any]) -> None:
    """For every number of players, with all options, whatever the end."""
    ends = Counter(
        game.outcome.reason if game.outcome else game.status for game in games(seed, options)
    )
    assert ends.total() == GAMES
    assert {"resignation", "draw_agreed", "aborted"} & set(ends), ends
    assert set(ends) - {"resignation", "draw_agreed", "aborted"}, ends


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("options", long_after(1, TERMS), ids=name_of)
def test_games_with_clocks_pauses_and_take_backs_stay_consistent(
    seed: int, options: dict[str, Any]
) -> None:
    """Whatever seats offer and however time passes; flags fall unless seats have days to act."""
    ended = list(games(seed, options, GAMES // 4))
    flags = [game for game in ended if any(state.flagged for state in game.seats)]
    assert bool(flags) == (not isinstance(options["clock"], DaysClock))
    assert all(game.outcome.reason == "time" for game in flags if forfeited(game))


def forfeited(game: Game) -> bool:
    """Return whether a flag ends this game."""
    return game.clocks is not None and game.clocks.clock.on_flag == "forfeit"


def test_chance_repeats_its_answers(seed: int) -> None:
    """Fair dice with nothing but the secret repeat every answer at the same point of the game."""
    table = opened(3)
    entries: list[Entry] = []
    game = table.game
    for _ in random_requests(table, Random(seed), liveliness=0):
        assert table.batch is not None
        entries += table.batch.entries
    assert any(entry.by == CHANCE for entry in entries)
    draft = thaw(game)
    for entry in entries:
        if entry.by == CHANCE:
            dealer = FairDealer(SECRET)
            drawn = dealer.moment(draft) if moment_is_due(draft) else dealer.answer(draft)
            assert drawn == entry.action
        advance(draft, entry.by, entry.action, AT, house=True)


def test_a_game_is_immutable() -> None:
    """Nobody can change a game, so all code that has one can rely on it."""
    game = opened(2).game
    with pytest.raises(AttributeError):
        game.version = 7  # type: ignore[misc]
    with pytest.raises(AttributeError):
        game.seats[0].taken = True  # type: ignore[misc]
    assert msgspec.structs.replace(game, version=7) != game
