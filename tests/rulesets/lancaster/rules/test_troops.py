"""Turns, and where knights go (LA-TROOPS, LA-COUNTY, LA-CASTLE, LA-BATTLE, LA-TWO)."""

import pytest

from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.actions import ChooseFavour, KnightAt, PlaceKnight
from domain.rulesets.lancaster.board import TILES
from domain.rulesets.lancaster.position import Holder, Position, Slot, battle_named
from tests.support.games.lancaster import Run, Setting


def legal_targets(position: Position, seat: int) -> set[tuple[str, str]]:
    """Return the side and the target of each legal placement."""
    return {
        (one.side, one.to) for one in RULESET.legal(position, seat) if isinstance(one, PlaceKnight)
    }


@pytest.mark.rule("LA-TROOPS-3", "LA-TROOPS-4", "LA-TROOPS-5", "LA-COUNTY-1")
def test_a_player_without_a_knight_at_court_is_skipped() -> None:
    """Until one is ousted; meanwhile the others have all turns."""
    setting = Setting().stand("blue", "court", 1, 1, 2).stand("green", "A", 1)
    run = Run(setting.due("place", 0).position())
    run.do(0, PlaceKnight("blue", 1, "G"))
    assert run.position.queue == (0,)
    run.do(0, PlaceKnight("blue", 2, "A"))
    assert run.position.holders[0] == Holder(0, 2, 0)
    assert run.position.queue == (1,)


@pytest.mark.rule("LA-TROOPS-7", "LA-BATTLE-5", "LA-CASTLE-3", "LA-INFO-5")
def test_a_player_who_can_place_nowhere_is_skipped() -> None:
    """Own castle covered, battles full, and all counties too strong."""
    setting = Setting().stand("green", "court", 1).stand("blue", "court", 2)
    setting.own("green", extensions=TILES)
    setting.draft.battles = [None] * 4
    for county in "AG":
        setting.stand("red", county, 1, squires=1)
    setting.stand("yellow", "C", 2)
    run = Run(setting.due("place", 0).position()).do(0, PlaceKnight("blue", 2, "CS_GOLD"))
    assert run.position.moment == "vote"
    assert run.position.courts[1] == (1,)


@pytest.mark.rule("LA-COUNTY-3", "LA-COUNTY-4", "LA-COUNTY-6", "LA-TROOPS-9")
def test_squires_go_with_the_knight() -> None:
    """To an empty county as well, and never to a knight that stands already."""
    setting = Setting().own("blue", squires=3).stand("blue", "court", 1).stand("blue", "A", 1)
    position = setting.due("place", 0).position()
    assert ("blue", "A") not in legal_targets(position, 0)
    run = Run(position).do(0, PlaceKnight("blue", 1, "C", 2))
    assert run.position.holders[2] == Holder(0, 1, 2)
    assert run.position.squires[0] == 1


@pytest.mark.rule("LA-CASTLE-1", "LA-CASTLE-2", "LA-CASTLE-4", "LA-CASTLE-5", "LA-INFO-4")
def test_a_knight_enters_only_its_own_castle() -> None:
    """Spaces have no owner in an action, so that of another player cannot even be named."""
    position = Setting().stand("blue", "court", 4).due("place", 0).position()
    run = Run(position).do(0, PlaceKnight("blue", 4, "CS_GOLD"))
    assert run.position.castles[0][TILES.index("CS_GOLD")] == 4
    assert not any(any(castle) for castle in run.position.castles[1:])
    assert RULESET.legal(position, 1).count == 0


@pytest.mark.rule("LA-BATTLE-1", "LA-BATTLE-6", "LA-BATTLE-8", "LA-BATTLE-9", "LA-BATTLE-10")
def test_any_knight_enters_battles_of_both_rows() -> None:
    """The weakest too, on the first empty slot; nobody has to leave."""
    setting = Setting().stand("blue", "court", 1, 1, 2).stand("green", "B01", 4)
    setting.battle("B03", [], row="bottom")
    setting.draft.favours = ()
    run = Run(setting.due("place", 0).position())
    for card in ("B01", "B02", "B03"):
        run.do(0, PlaceKnight("blue", 2 if card == "B03" else 1, card))
    for card, slots in (("B01", (Slot(1, (4,)), Slot(0, (1,)))), ("B03", (Slot(0, (2,)),))):
        found = battle_named(run.position, card)
        assert found is not None
        assert found[1].slots == slots


@pytest.mark.rule("LA-FAVOUR-5", "LA-FAVOUR-6", "LA-GAIN-15", "LA-GAIN-22")
def test_a_favour_may_be_declined_and_is_gone() -> None:
    setting = Setting().stand("blue", "court", 1, 2)
    run = Run(setting.due("place", 0).position()).do(0, PlaceKnight("blue", 1, "B01"))
    run.do(0, ChooseFavour("KF_NOBLE"))
    assert "KF_NOBLE" not in run.position.favours
    assert run.position.tables[0] == ()


@pytest.mark.rule("LA-TROOPS-7", "LA-GAIN-8")
def test_an_upgrade_by_a_favour_can_take_the_turn_of_another() -> None:
    """Green could oust the knight of strength 2, but not of strength 3: the turn passes on."""
    setting = Setting().stand("blue", "court", 1, 1).stand("blue", "C", 2)
    setting.stand("green", "court", 1).own("green", extensions=TILES, squires=2)
    for county in "AG":
        setting.stand("red", county, 2, squires=2)
    for card in ("B01", "B02"):
        for color, strength in (("red", 1), ("yellow", 1)):
            setting.stand(color, card, strength)
    setting.stand("purple", "B02", 1)
    setting.draft.favours = ("KF_UPGRADE",)
    run = Run(setting.due("place", 0).position()).do(0, PlaceKnight("blue", 1, "B01"))
    declined = Run(run.position).do(0, ChooseFavour("KF_UPGRADE"))
    assert declined.position.queue == (1,)
    run.do(0, ChooseFavour("KF_UPGRADE", KnightAt(2, "C")))
    assert run.position.queue == (0,)


def two() -> Setting:
    """Return a table of two players, blue with the ally yellow and red with the ally purple."""
    return Setting(("blue", "red"), allies={"yellow": "blue", "purple": "red"})


@pytest.mark.rule("LA-TWO-6", "LA-TWO-7", "LA-TWO-8", "LA-TWO-9", "LA-TWO-10", "LA-TWO-11")
def test_a_player_places_their_own_knights_or_those_of_the_ally() -> None:
    """An ally's anywhere but in the player's castle, and without squires."""
    setting = two().stand("yellow", "court", 4).own("blue", squires=2).stand("blue", "A", 1)
    position = setting.due("place", 0).position()
    expected = {*"BCDEFGHI", "B01", "B02", "AS_RECRUIT", "AS_UPGRADE"}
    assert legal_targets(position, 0) == {("yellow", target) for target in expected}
    assert all(
        one.squires == 0 for one in RULESET.legal(position, 0) if isinstance(one, PlaceKnight)
    )


@pytest.mark.rule("LA-TWO-12", "LA-TWO-21")
def test_a_player_and_the_ally_have_slots_of_their_own() -> None:
    """Everyone sees gold and squires."""
    setting = two().stand("yellow", "court", 2).stand("blue", "B01", 1).own("red", gold=7)
    setting.draft.favours = ()
    run = Run(setting.due("place", 0).position()).do(0, PlaceKnight("yellow", 2, "B01"))
    found = battle_named(run.position, "B01")
    assert found is not None
    assert found[1].slots == (Slot(0, (1,)), Slot(2, (2,)))
    view = RULESET.view(run.position, 0)
    assert view is not None
    assert view.seats[1].gold == 7
