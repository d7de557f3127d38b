"""Counties, castles, battles and the end (LA-SC, LA-RANSOM, LA-END), beyond the vectors."""

import pytest

from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.actions import (
    KnightAt,
    NameStartPlayer,
    Ransom,
    ScoreCounty,
    TurnUpCards,
    ValueSource,
)
from domain.rulesets.lancaster.events import (
    BattleValued,
    CountyScored,
    GameEnded,
    KnightReturned,
    PrisonersSettled,
    TableValued,
)
from domain.rulesets.lancaster.position import round_order
from domain.rulesets.lancaster.rules.ending import majority
from tests.support.games.lancaster import Run, Setting, battles_begin


@pytest.mark.rule("LA-SCORE-1", "LA-SCORE-2", "LA-SC-COUNTY-1", "LA-SC-COUNTY-2", "LA-SC-COUNTY-7")
@pytest.mark.rule("LA-SC-COUNTY-9", "LA-GAIN-20", "LA-GAIN-5")
def test_counties_are_valued_in_order_and_then_castles() -> None:
    """Empty ones are skipped; each knight is back before the next county; no voyage is asked."""
    setting = Setting().stand("blue", "A", 1, squires=2).stand("red", "H", 2)
    run = Run(setting.due("county", 0, subject="A").position())
    run.do(0, ScoreCounty("noble"))
    assert run.events[-1] == KnightReturned("blue", 1, "A")
    assert run.position.subject == "H"
    run.do(3, ScoreCounty("reward"))
    assert run.position.courts[3] == (2,)
    assert run.position.moment == "castle"
    assert run.position.next_start is None


@pytest.mark.rule("LA-SC-CASTLE-9", "LA-SC-CASTLE-10", "LA-GAIN-12", "LA-GAIN-15", "LA-GAIN-9")
def test_an_extension_of_this_round_is_valued_in_it() -> None:
    """Everyone can see its vote markers."""
    setting = Setting().stand("blue", "B", 2)
    run = Run(setting.due("county", 0, subject="B").position())
    run.do(0, ScoreCounty("reward", extension="CS_VOTES")).do(0, ValueSource("tile", "CS_VOTES"))
    assert run.position.votes[0] == 2
    view = RULESET.view(run.position, "spectator")
    assert view is not None
    assert view.seats[0].votes == 2
    run.do(0, ValueSource("tile", "CS_POWER"))
    assert run.of(TableValued) == [TableValued(0, 1)]


@pytest.mark.rule("LA-SC-BATTLE-5", "LA-SC-BATTLE-7", "LA-RANSOM-4", "LA-RANSOM-5")
def test_each_ransom_comes_before_the_next_battle() -> None:
    """Who is lost can be an upgrade later; a reinforced side keeps its slot."""
    setting = Setting()
    setting.draft.battles = [None] * 4
    setting.battle("B07", [("blue", [1, 1]), ("green", [2])], row="bottom")
    setting.battle("B08", [("blue", [2])], row="bottom", column=1)
    run = battles_begin(setting.own("blue", gold=1))
    (first,) = run.of(BattleValued)
    assert first.ranking == ("green", "blue")
    run.do(0, Ransom((1,)))
    assert run.position.subject == "B07"
    run.do(1, Ransom())
    assert [event.card for event in run.of(BattleValued)] == ["B07", "B08"]
    assert run.position.courts[0] == (1,)
    assert 1 in run.position.reserves[0]
    assert 2 in run.position.reserves[1]


@pytest.mark.rule("LA-NEXT-4", "LA-SC-COUNTY-8", "LA-TWO-17", "LA-TWO-5")
def test_the_holder_of_surrey_names_the_next_start_player() -> None:
    """The controller of an ally's knight as well; the order changes with the next round."""
    setting = Setting(("blue", "red"), allies={"yellow": "blue"}, round_number=1)
    setting.draft.battles = [None] * 4
    setting.draft.battles_gone = ("B01", "B02")
    run = Run(setting.stand("yellow", "I", 2).due("county", 0, subject="I").position())
    run.do(0, ScoreCounty("reward")).do(0, NameStartPlayer(1))
    assert round_order(run.position) == (0, 1)
    for seat in (0, 1):
        run.do(seat, ValueSource("tile", "CS_POWER"))
    run.do("chance", TurnUpCards(("B03", "B04"), ("L07", "L08", "L09")))
    assert round_order(run.position) == (1, 0)
    # A reward of goods is lost for an ally.
    (scored,) = run.of(CountyScored)
    assert (scored.gained.gold, scored.gained.squires) == (0, 0)


@pytest.mark.rule("LA-TWO-15", "LA-TWO-16", "LA-GAIN-11")
def test_an_ally_recruits_or_removes_a_noble() -> None:
    for action in (ScoreCounty("noble"), ScoreCounty("reward", recruit=True)):
        setting = Setting(("blue", "red"), allies={"yellow": "blue"}).stand("yellow", "E", 2)
        run = Run(setting.due("county", 0, subject="E").position()).do(0, action)
        assert run.position.removed[4] == (action.option == "noble")
        assert run.position.courts[2] == ((2,) if action.option == "noble" else (1, 2))
        assert run.position.tables[0] == ()


@pytest.mark.rule("LA-TWO-18", "LA-SC-CASTLE-3")
def test_an_allys_castle_is_valued_with_the_players() -> None:
    """At any point of the player's order, and without costs."""
    setting = Setting(("blue", "red"), allies={"yellow": "blue"})
    setting.stand("yellow", "AS_RECRUIT", 2).stand("yellow", "AS_UPGRADE", 1)
    run = Run(setting.due("castle", 0, 1).position())
    run.do(0, ValueSource("knight", "AS_UPGRADE", upgrade=KnightAt(1, "AS_UPGRADE")))
    run.do(0, ValueSource("tile", "CS_POWER")).do(0, ValueSource("knight", "AS_RECRUIT"))
    assert run.position.courts[2] == (1, 2, 2)
    assert run.position.queue == (1,)


@pytest.mark.rule("LA-TWO-20", "LA-RANSOM-1")
def test_an_allys_prisoners_go_to_its_reserve_before_any_ransom() -> None:
    setting = Setting(("blue", "red"), allies={"yellow": "blue"}).own("blue", gold=9)
    setting.draft.battles = [None] * 4
    setting.battle("B08", [("blue", [1]), ("yellow", [2])], row="bottom")
    run = battles_begin(setting)
    assert run.of(PrisonersSettled) == [PrisonersSettled("yellow", (), (2,))]
    assert (run.position.moment, run.position.queue) == ("ransom", (0,))
    assert run.do(0, Ransom((1,))).position.courts[0] == (1,)


@pytest.mark.rule("LA-END-5", "LA-END-11", "LA-END-15", "LA-END-16", "LA-TWO-22")
def test_the_end_ranks_players_by_points_alone() -> None:
    """More gold breaks the tie in extensions, but brings no points by itself."""
    setting = Setting(("blue", "red"), allies={"yellow": "blue"}, round_number=5)
    setting.draft.battles = [None] * 4
    setting.stand("yellow", "court", 4).stand("red", "court", 1).own("blue", gold=2)
    run = battles_begin(setting.own("red", power=2))
    (ended,) = run.of(GameEnded)
    # Blue: 8 for extensions; red: 2, 2 for the last tile, and 8 for knights.
    assert ended.power == {"blue": 8, "red": 12}
    outcome = run.position.outcome
    assert outcome is not None
    assert [(one.side, one.rank) for one in outcome.standing] == [
        ("red", 1),
        ("blue", 2),
    ]
    assert majority([(2, 1), (2, 3), (2, 3)]) == (0, 6, 6)


@pytest.mark.rule("LA-TABLE-1", "LA-TABLE-2", "LA-TABLE-3")
def test_an_early_end_counts_the_points_of_the_moment() -> None:
    """The rules let nobody leave; votes, reveals and totals are final."""
    position = Setting(("blue", "red", "green")).own("red", power=7).due("place", 0).position()
    assert RULESET.resign(position, 0) is None
    outcome = RULESET.settle(position, "adjudicated", ("red",))
    assert outcome.power == {"blue": 0, "red": 7, "green": 0}
    assert [one.rank for one in outcome.standing] == [1, 2, 2]
    assert {kind.__name__ for kind in RULESET.final} == {
        "VoteCast",
        "VotesRevealed",
        "TotalsRevealed",
    }
