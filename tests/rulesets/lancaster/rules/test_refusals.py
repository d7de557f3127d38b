"""Each rule that can refuse something refuses it, for the reason that it gives."""

from functools import partial
from typing import Any

import pytest

from domain.ruleset import CHANCE
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.actions import (
    ArrangeTable,
    CastVote,
    ChooseAlly,
    ChooseExtension,
    ChooseFavour,
    KnightAt,
    NameStartPlayer,
    PlaceKnight,
    Ransom,
    ScoreCounty,
    TurnUpCards,
    UseLaw,
    ValueSource,
)
from domain.rulesets.lancaster.board import LAWS, TILES
from domain.rulesets.lancaster.options import Options
from tests.support.games import spec
from tests.support.games.lancaster import Run, Setting, laws_begin


def refused(run: Run, reason: str) -> None:
    """Expect a refusal for this reason; the mark of the test names its rule."""
    assert run.refusal is not None, run.events
    assert run.refusal.reason == reason


def two() -> Setting:
    """Return a table of two players, blue with the ally yellow and red with the ally purple."""
    return Setting(("blue", "red"), allies={"yellow": "blue", "purple": "red"})


# --- options and chance ------------------------------------------------------------------------


@pytest.mark.rule("LA-SETUP-1", refused=True)
@pytest.mark.parametrize("players", [0, 1, 6])
def test_two_to_five_play(players: int) -> None:
    spec.refused(
        "LA-SETUP-1", "players_must_be_2_to_5", lambda: RULESET.start(Options(players=players))
    )


@pytest.mark.rule("LA-SETUP-2", refused=True)
def test_colors_are_one_per_seat_and_different() -> None:
    options: list[tuple[Any, str]] = [
        (("blue", "blue", None), "color_chosen_twice"),
        (("blue", "red"), "colors_must_be_one_per_seat"),
    ]
    for colors, reason in options:
        wrong = Options(3, colors)
        spec.refused("LA-SETUP-2", reason, partial(RULESET.start, wrong))


@pytest.mark.rule("LA-SETUP-2", "LA-SETUP-17")
def test_open_seats_get_the_first_free_colors() -> None:
    """In the order blue, green, yellow, red, purple."""
    options = Options(4, (None, "blue", None, "yellow"))
    assert RULESET.sides(options) == ("green", "blue", "red", "yellow")


@pytest.mark.rule("LA-SETUP-3", refused=True)
def test_the_first_seat_is_a_seat() -> None:
    """In the options, and when chance draws."""
    options = Options(first_seat=3)
    spec.refused("LA-SETUP-3", "first_seat_must_be_a_seat", lambda: RULESET.start(options))
    run = Run(RULESET.start(Options(first_seat=1)))
    run.do(CHANCE, ArrangeTable(0, ("B01", "B02"), LAWS[:6]))
    refused(run, "start_must_be_that_of_the_options")


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        pytest.param(
            ArrangeTable(0, ("B01",), LAWS[:6]),
            "two_battles_are_due",
            marks=pytest.mark.rule("LA-SETUP-10", refused=True),
        ),
        pytest.param(
            ArrangeTable(0, ("B01", "B11"), LAWS[:6]),
            "card_is_not_in_the_deck",
            marks=pytest.mark.rule("LA-SETUP-9", refused=True),
        ),
        pytest.param(
            ArrangeTable(0, ("B01", "B01"), LAWS[:6]),
            "card_is_not_in_the_deck",
            marks=pytest.mark.rule("LA-SETUP-9", refused=True),
        ),
        pytest.param(
            ArrangeTable(0, ("B01", "B02"), LAWS[:5]),
            "six_laws_are_due",
            marks=pytest.mark.rule("LA-SETUP-12", refused=True),
        ),
        pytest.param(
            ArrangeTable(0, ("B01", "B02"), (*LAWS[:5], "L07")),
            "law_is_not_in_the_next_group",
            marks=pytest.mark.rule("LA-SETUP-11", refused=True),
        ),
    ],
)
def test_chance_arranges_the_table_by_the_rules(action: ArrangeTable, reason: str) -> None:
    refused(Run(RULESET.start(Options())).do(CHANCE, action), reason)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        pytest.param(
            TurnUpCards((), ("L07", "L08", "L09")),
            "two_battles_are_due",
            marks=pytest.mark.rule("LA-NEXT-1", refused=True),
        ),
        pytest.param(
            TurnUpCards(("B03", "B04"), ("L07", "L08")),
            "three_laws_are_due",
            marks=pytest.mark.rule("LA-NEXT-3", refused=True),
        ),
    ],
)
def test_chance_turns_up_as_many_cards_as_are_due(action: TurnUpCards, reason: str) -> None:
    setting = Setting(round_number=1)
    setting.draft.battles = [None] * 4
    setting.draft.battles_gone = ("B01", "B02")
    refused(Run(setting.due("cards").position()).do(CHANCE, action), reason)


# --- set-up and turns --------------------------------------------------------------------------


@pytest.mark.rule("LA-GEN-7", refused=True)
@pytest.mark.rule("LA-TROOPS-2")
def test_only_what_is_due_is_accepted() -> None:
    """Another seat, another decision, and another law are refused."""
    position = Setting().stand("blue", "court", 2).due("place", 0).position()
    refused(Run(position).do(1, PlaceKnight("green", 1, "A")), "decision_of_another")
    refused(Run(position).do(0, CastVote("yes")), "another_decision_is_due")
    assert Run(position).do(0, PlaceKnight("blue", 2, "A")).refusal is None
    run = laws_begin(Setting().laws(("L16", "L03", "L07"), ()))
    refused(run.do(0, UseLaw("L17")), "another_law_is_applied")


@pytest.mark.rule("LA-TWO-1", refused=True)
def test_an_ally_has_a_color_of_its_own() -> None:
    setting = two()
    setting.draft.colors[2:] = [None, None]
    setting.draft.extensions = [(), ()]
    run = Run(setting.due("ally", 0, 1).position()).do(0, ChooseAlly("red"))
    refused(run, "color_is_taken")


@pytest.mark.rule("LA-SETUP-13", refused=True)
def test_the_first_extension_is_one_of_the_players_castle() -> None:
    setting = Setting()
    setting.draft.extensions = [()] * 5
    position = setting.due("extension", 0, 1, 2, 3, 4).position()
    refused(Run(position).do(0, ChooseExtension("AS_RECRUIT")), "no_space_of_a_castle_of_a_player")
    assert Run(position).do(0, ChooseExtension("CS_GOLD")).refusal is None


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        pytest.param(
            PlaceKnight("red", 1, "A"),
            "side_of_another",
            marks=pytest.mark.rule("LA-TROOPS-2", refused=True),
        ),
        pytest.param(
            PlaceKnight("blue", 4, "A"),
            "no_such_knight_at_court",
            marks=pytest.mark.rule("LA-TROOPS-2", refused=True),
        ),
        pytest.param(
            PlaceKnight("blue", 2, "A", 2),
            "squires_exceed_those_owned",
            marks=pytest.mark.rule("LA-COUNTY-3", refused=True),
        ),
        pytest.param(
            PlaceKnight("blue", 2, "CS_GOLD"),
            "space_is_taken",
            marks=pytest.mark.rule("LA-CASTLE-2", refused=True),
        ),
        pytest.param(
            PlaceKnight("blue", 2, "CS_VOTES", 1),
            "no_squires_in_a_castle",
            marks=pytest.mark.rule("LA-CASTLE-5", refused=True),
        ),
        pytest.param(
            PlaceKnight("blue", 2, "AS_RECRUIT"),
            "castle_of_the_other_side",
            marks=pytest.mark.rule("LA-TWO-10", refused=True),
        ),
        pytest.param(
            PlaceKnight("yellow", 2, "CS_VOTES"),
            "castle_of_the_other_side",
            marks=pytest.mark.rule("LA-TWO-10", refused=True),
        ),
        pytest.param(
            PlaceKnight("blue", 2, "B09"),
            "battle_is_not_on_the_board",
            marks=pytest.mark.rule("LA-BATTLE-1", refused=True),
        ),
        pytest.param(
            PlaceKnight("blue", 2, "B01", 1),
            "no_squires_in_a_battle",
            marks=pytest.mark.rule("LA-BATTLE-8", refused=True),
        ),
    ],
)
def test_a_knight_goes_where_it_may(action: PlaceKnight, reason: str) -> None:
    setting = two().own("blue", squires=1).stand("blue", "court", 2).stand("yellow", "court", 2)
    setting.stand("blue", "CS_GOLD", 1)
    refused(Run(setting.due("place", 0).position()).do(0, action), reason)


@pytest.mark.rule("LA-CASTLE-1", refused=True)
def test_only_two_players_have_the_castles_of_allies() -> None:
    position = Setting().stand("blue", "court", 2).due("place", 0).position()
    refused(Run(position).do(0, PlaceKnight("blue", 2, "AS_UPGRADE")), "no_castle_has_this_space")


# --- favours and votes -------------------------------------------------------------------------


def favour_due(side: str) -> Setting:
    """Return a table of two at which a favour is due for a side; county C has no nobles."""
    setting = two().stand(side, "B01", 2).due("favour", 0)
    setting.draft.favours = ("KF_NOBLE", "KF_UPGRADE", "KF_GOLD_1")
    setting.draft.favour_side = setting.side(side)
    setting.draft.nobles[2] = 0
    return setting


@pytest.mark.parametrize(
    ("side", "action", "reason"),
    [
        pytest.param(
            "blue",
            ChooseFavour("KF_SQUIRE_1"),
            "tile_is_face_down",
            marks=pytest.mark.rule("LA-FAVOUR-5", refused=True),
        ),
        pytest.param(
            "blue",
            ChooseFavour("KF_GOLD_1", noble="A"),
            "tile_does_not_use_this",
            marks=pytest.mark.rule("LA-FAVOUR-3", refused=True),
        ),
        pytest.param(
            "blue",
            ChooseFavour("KF_UPGRADE", KnightAt(1, "court")),
            "no_such_knight",
            marks=pytest.mark.rule("LA-GAIN-7", refused=True),
        ),
        pytest.param(
            "blue",
            ChooseFavour("KF_NOBLE", noble="C"),
            "no_noble_in_the_county",
            marks=pytest.mark.rule("LA-FAVOUR-6", refused=True),
        ),
        pytest.param(
            "yellow",
            ChooseFavour("KF_NOBLE", noble="C"),
            "no_noble_in_the_county",
            marks=pytest.mark.rule("LA-TWO-13", refused=True),
        ),
    ],
)
def test_a_favour_is_taken_as_it_is(side: str, action: ChooseFavour, reason: str) -> None:
    refused(Run(favour_due(side).position()).do(0, action), reason)


@pytest.mark.rule("LA-PARL-2", "LA-PARL-5", refused=True)
def test_votes_are_final_and_have_no_more_markers_than_owned() -> None:
    """A second vote is refused before the reveal as well."""
    setting = Setting(("blue", "red", "green")).own("blue", votes=1)
    run = Run(setting.due("vote", 0, 1, 2, subject="L04").position())
    refused(Run(run.position).do(0, CastVote("no", 2)), "markers_exceed_those_owned")
    run.do(0, CastVote("no", 1))
    refused(Run(run.position).do(0, CastVote("yes")), "vote_is_final")
    run.do(2, CastVote("no")).do(1, CastVote("no"))
    refused(Run(run.position).do(1, CastVote("yes")), "vote_is_final")


# --- laws --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("law", "action", "reason"),
    [
        pytest.param(
            law,
            UseLaw(law, **fields),  # type: ignore[arg-type] # an id
            "law_does_not_use_this",
            marks=pytest.mark.rule(f"LA-LAW-{law}", refused=True),
            id=law,
        )
        for law, fields in (
            ("L01", {"amount": 1}),
            ("L02", {"swap": True}),
            ("L04", {"swap": True}),
            ("L05", {"extensions": ("CS_GOLD",)}),
            ("L06", {"amount": 1}),
            ("L09", {"amount": 1}),
            ("L10", {"amount": 1}),
            ("L15", {"swap": True}),
            ("L16", {"swap": True}),
            ("L17", {"swap": True}),
        )
    ],
)
def test_a_law_uses_only_its_field(law: str, action: UseLaw, reason: str) -> None:
    run = law_applied(law)
    refused(run.do(run.position.queue[0], action), reason)


def law_applied(law: str, **goods: Any) -> Run:
    """Let a law begin that asks blue, who has three nobles and two battles."""
    setting = Setting().stand("blue", "court", 1).stand("blue", "B01", 3).stand("blue", "B02", 1)
    setting.own("blue", nobles=("A", "B", "C"), **goods)
    run = laws_begin(setting.laws((law, "L03", "L07"), ()))
    assert (run.position.subject, run.position.queue[0]) == (law, 0)
    return run


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        pytest.param(
            UseLaw("L16", 3),
            "cost_exceeds_what_is_owned",
            marks=pytest.mark.rule("LA-GAIN-5", refused=True),
        ),
        pytest.param(
            UseLaw("L09", upgrade=KnightAt(2, "court")),
            "no_such_knight",
            marks=pytest.mark.rule("LA-GAIN-7", refused=True),
        ),
        pytest.param(
            UseLaw("L06", extensions=("CS_POWER",)),
            "tile_is_not_in_stock",
            marks=pytest.mark.rule("LA-GAIN-12", refused=True),
        ),
        pytest.param(
            UseLaw("L06", extensions=("CS_GOLD", "CS_GOLD")),
            "tile_is_named_twice",
            marks=pytest.mark.rule("LA-GAIN-12", refused=True),
        ),
        pytest.param(
            UseLaw("L06", extensions=("CS_GOLD", "CS_VOTES")),
            "law_does_not_give_so_much",
            marks=pytest.mark.rule("LA-LAW-L06", refused=True),
        ),
        pytest.param(
            UseLaw("L02", 2),
            "law_does_not_give_so_much",
            marks=pytest.mark.rule("LA-LAW-L02", refused=True),
        ),
    ],
)
def test_a_law_gives_what_it_says(action: UseLaw, reason: str) -> None:
    run = law_applied(action.law, gold=2)
    refused(run.do(0, action), reason)


@pytest.mark.rule("LA-GAIN-11", refused=True)
def test_recruits_come_from_the_reserve() -> None:
    """Six nobles give two recruits, but only one is left."""
    setting = Setting().stand("blue", "court", 1, 1).own("blue", nobles=tuple("ABCDEF"))
    run = laws_begin(setting.laws(("L15", "L03", "L07"), ()))
    refused(Run(run.position).do(0, UseLaw("L15", 2)), "recruits_exceed_the_reserve")
    assert run.do(0, UseLaw("L15", 1)).position.courts[0] == (1, 1, 1)


# --- scoring -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "county", "action", "reason"),
    [
        pytest.param(
            "blue",
            "C",
            ScoreCounty("noble"),
            "no_noble_in_the_county",
            marks=pytest.mark.rule("LA-SC-COUNTY-3", refused=True),
        ),
        pytest.param(
            "blue",
            "A",
            ScoreCounty("reward", recruit=True),
            "reward_does_not_use_this",
            marks=pytest.mark.rule("LA-SC-COUNTY-4", refused=True),
        ),
        pytest.param(
            "yellow",
            "A",
            ScoreCounty("both"),
            "ally_cannot_have_both",
            marks=pytest.mark.rule("LA-TWO-15", refused=True),
        ),
        pytest.param(
            "yellow",
            "C",
            ScoreCounty("noble"),
            "no_noble_in_the_county",
            marks=pytest.mark.rule("LA-TWO-15", refused=True),
        ),
        pytest.param(
            "yellow",
            "B",
            ScoreCounty("reward", extension="CS_GOLD"),
            "ally_does_not_use_this",
            marks=pytest.mark.rule("LA-TWO-16", refused=True),
        ),
        pytest.param(
            "blue",
            "B",
            ScoreCounty("reward", extension="AS_RECRUIT"),
            "tile_is_not_in_stock",
            marks=pytest.mark.rule("LA-GAIN-12", refused=True),
        ),
        pytest.param(
            "blue",
            "H",
            ScoreCounty("reward", voyage="B08"),
            "battle_is_not_on_the_board",
            marks=pytest.mark.rule("LA-GAIN-19", refused=True),
        ),
        pytest.param(
            "blue",
            "H",
            ScoreCounty("reward", voyage="B01"),
            "slots_are_full",
            marks=pytest.mark.rule("LA-BATTLE-5", refused=True),
        ),
    ],
)
def test_a_county_gives_what_it_has(
    side: str, county: str, action: ScoreCounty, reason: str
) -> None:
    setting = two().stand(side, county, 2)
    for other in {"blue", "red", "yellow", "purple"} - {side}:
        setting.stand(other, "B01", 3)
    setting.draft.nobles[2] = 0
    run = Run(setting.due("county", 0, subject=county).position()).do(0, action)
    refused(run, reason)


@pytest.mark.rule("LA-SC-COUNTY-8", refused=True)
def test_the_next_start_player_is_at_the_table() -> None:
    position = two().due("start_player", 0, subject="I").position()
    refused(Run(position).do(0, NameStartPlayer(2)), "no_such_seat")


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        pytest.param(
            ValueSource("tile", "CS_GOLD"),
            "tile_is_not_built",
            marks=pytest.mark.rule("LA-SC-CASTLE-2", refused=True),
        ),
        pytest.param(
            ValueSource("tile", "CS_POWER"),
            "tile_was_valued",
            marks=pytest.mark.rule("LA-SC-CASTLE-3", refused=True),
        ),
        pytest.param(
            ValueSource("knight", "CS_VOTES", use=False),
            "goods_are_not_declined",
            marks=pytest.mark.rule("LA-GAIN-15", refused=True),
        ),
        pytest.param(
            ValueSource("knight", "CS_UPGRADE", use=False, upgrade=KnightAt(1, "CS_UPGRADE")),
            "no_upgrade_when_declining",
            marks=pytest.mark.rule("LA-SC-CASTLE-4", refused=True),
        ),
        pytest.param(
            ValueSource("knight", "CS_UPGRADE"),
            "knight_must_be_named",
            marks=pytest.mark.rule("LA-GAIN-7", refused=True),
        ),
        pytest.param(
            ValueSource("knight", "AS_UPGRADE", upgrade=KnightAt(4, "AS_UPGRADE")),
            "nothing_to_upgrade",
            marks=pytest.mark.rule("LA-GAIN-9", refused=True),
        ),
        pytest.param(
            ValueSource("knight", "CS_RECRUIT"),
            "no_recruit_in_reserve",
            marks=pytest.mark.rule("LA-GAIN-11", refused=True),
        ),
    ],
)
def test_a_castle_is_valued_by_its_sources(action: ValueSource, reason: str) -> None:
    setting = two().own("blue", squires=5)
    for space in ("CS_VOTES", "CS_UPGRADE", "CS_RECRUIT"):
        setting.stand("blue", space, 1)
    setting.stand("yellow", "AS_UPGRADE", 4)
    setting.draft.tiles_valued = (TILES[-1],)
    refused(Run(setting.due("castle", 0, 1).position()).do(0, action), reason)


@pytest.mark.rule("LA-RANSOM-1", refused=True)
def test_only_prisoners_are_ransomed() -> None:
    setting = Setting().battle("B04", [("red", [1, 2])], row="bottom").own("red", gold=9)
    position = setting.due("ransom", 3, subject="B04").position()
    refused(Run(position).do(3, Ransom((1, 1))), "no_such_prisoner")
