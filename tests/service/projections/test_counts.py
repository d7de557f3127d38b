"""Counts: each game is counted once, in its current state."""

from domain.rulesets.registry import BY_ID
from domain.table.actions import AbortGame, AcceptDraw, OfferDraw
from domain.table.game import TABLE
from service.projections.counts import Counted, RulesetCounts
from service.settings import Settings
from tests.support.storage.projecting import Worker, worker
from tests.support.storage.stores import on_both_engines


def counted(one: Worker) -> RulesetCounts:
    """Return the counts of the ruleset of the games here."""
    one.catch_up()
    return one.projections.counts.of("carolus-magnus")


def test_no_games(at: Settings) -> None:
    """All counts are zero."""
    with worker(at) as one:
        assert counted(one) == RulesetCounts(0, {}, {}, {})


@on_both_engines
def test_a_game_is_counted_in_its_current_state(at: Settings) -> None:
    """First open, then running, then over, by its reason."""
    with worker(at) as one:
        aborted, _ = one.open_games(2)
        assert counted(one).by_status == {"open": 2}
        one.perform(aborted, TABLE, AbortGame())
        resigned, drawn = one.start([None, None, None]), one.start([None, None])
        assert counted(one).by_status == {"aborted": 1, "open": 1, "running": 2}
        one.end(resigned, 0, 1)
        one.perform(drawn, 0, OfferDraw())
        one.perform(drawn, 1, AcceptDraw())
        found = counted(one)
        assert (found.games, found.by_status) == (4, {"aborted": 1, "open": 1, "over": 2})
        assert found.by_reason == {"draw_agreed": 1, "resignation": 1}
        assert found.by_option["players"] == (
            Counted(2, 3, {"aborted": 1, "open": 1, "over": 1}),
            Counted(3, 1, {"over": 1}),
        )


@on_both_engines
def test_options_of_every_kind(at: Settings) -> None:
    """Numbers, words and None keep their types."""
    with worker(at) as one:
        one.open_games(1)
        one.open_games(1, emperor_start=7, max_rounds=12)
        found = counted(one).by_option
        assert [row.value for row in found["emperor_start"]] == ["random", 7]
        assert [row.value for row in found["max_rounds"]] == [12, None]
        assert found["setup"] == (Counted("tabletop", 2, {"open": 2}),)


def test_rulesets_are_counted_separately(at: Settings) -> None:
    """Each by its own options, including lists."""
    with worker(at) as one:
        one.open_games(1)
        one.open_games(2, rules=BY_ID["teg"], colors=("red", None))
        assert counted(one).games == 1
        found = one.projections.counts.of("teg")
        assert found.by_status == {"open": 2}
        assert found.by_option["colors"] == (Counted(["red", None], 2, {"open": 2}),)
        assert "setup" not in found.by_option


def test_an_unknown_ruleset(at: Settings) -> None:
    """It has no games."""
    with worker(at) as one:
        one.open_games(1)
        one.catch_up()
        assert one.projections.counts.of("another").games == 0
