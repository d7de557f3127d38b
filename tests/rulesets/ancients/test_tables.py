"""The page of the rules has the values of the data files: units, cards and battles."""

from collections import defaultdict

from domain.rulesets.ancients.board import CARD, SCENARIO, TYPE, Scenario
from tests.support.docs import pages

PAGE = pages.ROOT / "docs" / "rules" / "ancients.md"
SIDE = {"t": "top", "b": "bottom"}


def names(cell: str) -> list[str]:
    """Return the names that a cell lists."""
    return cell.replace("`", "").split(", ")


def test_the_units_are_those_of_the_data() -> None:
    """With all values; the dice of elephants have a rule of their own."""
    rows = {row[0]: row for row in pages.table(PAGE, "Units")}
    assert list(rows) == list(TYPE)
    for one in TYPE.values():
        _, _, class_, moves, *numbers, swords, reach, retreat, evades, bonus = rows[one.id]
        assert (class_, moves) == (one.class_, f"{one.mobility}, {one.arm}")
        dice = "[table](#ca-el-1)" if one.is_elephant else f"{one.attack} / {one.back}"
        assert numbers == [str(one.blocks), str(one.move), str(one.battle_after), dice]
        assert (swords == "yes", bonus == "yes") == (one.swords, one.bonus == "always")
        assert (reach, retreat) == (str(one.range or "–"), str(one.retreat))
        every = tuple(TYPE) if evades == "any" else tuple(evades.split())
        assert (() if evades == "never" else every) == one.evades


def test_the_cards_are_those_of_the_data() -> None:
    """In the order that counts for a draw."""
    rows = [(*names(kind), int(count), group) for kind, count, group in pages.table(PAGE, "Cards")]
    assert rows == [(one.id, one.count, one.group) for one in CARD.values()]


def test_the_battles_are_those_of_the_data() -> None:
    """With both armies, the banners, and where everything stands."""
    rows = pages.table(PAGE, "Battles of the game")
    assert [row[0] for row in rows] == list(SCENARIO)
    for row, one in zip(rows, SCENARIO.values(), strict=True):
        _, name, year, top, bottom, first, target, *_, set_up = row
        assert (name, year, set_up) == (one.name, f"{one.year} BC", one.source)
        assert (first, int(target)) == (one.first, one.target)
        for army, cell in ((one.top, top), (one.bottom, bottom)):
            assert cell.endswith(f", {army.commander}, {army.hand}")
        listed = pages.table(PAGE, f"{one.id} {one.name}")
        assert {(side, what): names(hexes) for side, what, hexes in listed} == set_up_of(one)


def set_up_of(battle: Scenario) -> dict[tuple[str, str], list[str]]:
    """Return what stands where, by side and type of unit, or by terrain."""
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for unit, at in battle.units:
        found[SIDE[unit[0]], unit.split("-")[1]].append(at)
    for leader, name, at in battle.leaders:
        found[SIDE[leader[0]], "leaders"].append(f"{name or 'unnamed'} {at}")
    for unit in battle.reserve:
        found[SIDE[unit[0]], "reserve"].append(unit)
    for leader, name in battle.reserve_leaders:
        found[SIDE[leader[0]], "reserve"].append(f"{name} ({leader})")
    for at, terrain in battle.terrain:
        found["–", terrain].append(at)
    return dict(found)
