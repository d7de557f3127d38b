"""Test the tables of statistics for people: they are whole, and say what is missing."""

from io import StringIO

import pytest
from rich.console import Console

from domain.ruleset import Sample
from service.archives.statistics import Statistics, report
from service.archives.statistics_tables import show
from service.archives.tally import GameFacts
from tests.archives.facts import DUEL, archive, carolus_magnus, game, statistics_of, tallied


@pytest.mark.long
@pytest.mark.parametrize("width", [40, 200])
def test_tables_are_whole_on_every_screen(width: int) -> None:
    """No number is cut off, however narrow the screen."""
    reported = report(tallied(archive()))
    file = StringIO()
    show(reported, Console(file=file, width=width))
    lines = [line.split() for line in file.getvalue().splitlines()]
    (ruleset,) = reported.rulesets
    for test in ruleset.counts:
        if test.lot == "die":
            name = ["die"] if test.seat is None else ["die,", "seat", str(test.seat)]
            assert [*name, *map(str, test.observed)] in [line[: len(name) + 6] for line in lines]
    for seating in ruleset.seatings:
        for share in (*seating.by_seat, *seating.by_place):
            start = [str(share.number), str(share.games), f"{share.wins:.1f}", f"{share.share:.1%}"]
            assert start in [line[:4] for line in lines]
    assert not any("…" in word for line in lines for word in line if word != "…")


def test_tables_say_what_is_missing() -> None:
    file = StringIO()
    show(statistics_of([game([0], reason=None, winners=())]), Console(file=file, width=100))
    text = file.getvalue()
    assert "Dice and lots: Nothing can be said: there are too few games." in text
    assert "2 tests left out because there are too few games." in " ".join(text.split())
    assert "pig@1, 1 game\n" in text
    assert "not ended" in text
    assert "Too few games for 2 tests (die, die by seat): they need about 30 games.\n" in text


def test_a_small_archive_has_a_verdict_and_one_sentence_for_what_is_missing() -> None:
    """There is no table for lots without a result yet; the report for machines has all of them."""
    reported = report(tallied(carolus_magnus(f"small {seed}") for seed in range(4)))
    file = StringIO()
    show(reported, Console(file=file, width=200))
    text = file.getvalue()
    assert text.startswith("Dice and lots: Nothing unusual in ")
    assert "die, seat 1  " in text
    assert text.endswith(
        "\nToo few games for 21 tests (emperor, first to open, segment N, wins by seat with 2 "
        "players, wins by place with 2 players): they need about 10 to 75 games.\n"
    )
    assert len(text.splitlines()) < 30
    (ruleset,) = reported.rulesets
    assert sum(test.p is None for test in ruleset.counts) == 17
    assert sum(share.p is None for share in ruleset.seatings[0].by_seat) == 2


def test_as_many_games_as_stated_are_enough() -> None:
    """The sentence names the exact number."""

    def counted(games: int) -> Statistics:
        return statistics_of(game([0, 1, 2, 3, 4, 5], winners=("white",)) for _ in range(games))

    file = StringIO()
    show(counted(2), Console(file=file, width=200))
    assert "wins by seat with 2 players): they need about 5 to 20 games." in file.getvalue()
    assert counted(19).seats.too_few == 2
    assert counted(20).seats.too_few == 0


def test_no_number_of_games_is_enough_for_a_single_player() -> None:
    """A single player always wins, so there is nothing to test, and no sentence about it."""
    file = StringIO()
    show(statistics_of([game(sides=("white",))]), Console(file=file, width=200))
    assert "Too few games" not in file.getvalue()


def test_lots_with_many_values_share_a_table_without_empty_rows() -> None:
    """A deck of cards is fifty lots, and a seat draws too few of most of them."""
    lots = {size: tuple(str(place) for place in range(1, size + 1)) for size in (7, 8, 9)}
    draws = [
        Sample(f"card of {size}", values[number % size], values, seat=number % 2)
        for size, values in lots.items()
        for number in range(10 * size if size == 8 else 5 * size)
    ]
    file = StringIO()
    facts = GameFacts("pig@1", DUEL, "players=2", draws, (), "castle_goal", ("white",))
    show(statistics_of([facts]), Console(file=file, width=100))
    lines = file.getvalue().splitlines()
    title = lines.index("How often the rarest and the most frequent value came")
    names = [line.partition("  ")[0] for line in lines[title + 2 : title + 7]]
    assert names == [
        "card of 7",
        "card of 8",
        "card of 8, seat 0",
        "card of 8, seat 1",
        "card of 9",
    ]
    assert "4 tests left out because there are too few games." in file.getvalue()
