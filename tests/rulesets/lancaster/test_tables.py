"""The page of the rules has the values of the edition, and says which of them were chosen."""

from collections.abc import Sequence

from domain.rulesets.lancaster.board import EDITION, Effect
from tests.support.docs import pages

PAGE = pages.ROOT / "docs" / "rules" / "lancaster.md"
WORDS = {
    "SQUIRE": "squire",
    "GOLD": "gold",
    "VOTE": "vote marker",
    "PP": "power point",
    "UPGRADE": "upgrade",
    "RECRUIT": "recruit",
    "EXTEND": "extension",
    "VOYAGE": "voyage",
    "NOBLE_ANY": "noble of any county",
}


def rewards(effects: Sequence[Effect]) -> str:
    """Return a reward as the page writes it."""
    many = {"SQUIRE", "VOTE", "PP"}
    return ", ".join(
        f"{one.n} {WORDS[one.op]}{'s' if one.n > 1 and one.op in many else ''}" for one in effects
    )


def names(cell: str) -> str:
    """Return a cell without the marks of code."""
    return cell.replace("`", "")


def is_chosen(cell: str) -> bool:
    """Return whether the page says that something in the row was chosen."""
    return "**chosen**" in cell


def test_the_counties_are_those_of_the_edition() -> None:
    """Letter, name, minimum, reward, and whether any of them was chosen."""
    rows = pages.table(PAGE, "Counties and their rewards")
    assert [
        (letter, name, int(least), reward.partition(";")[0], is_chosen(origin))
        for letter, name, least, reward, origin in rows
    ] == [
        (one.id, one.name, one.min, rewards(one.reward), "chosen" in one.prov)
        for one in EDITION.counties
    ]


def test_the_castle_spaces_and_favours_are_those_of_the_edition() -> None:
    """With costs and rewards."""
    spaces = [*EDITION.castle_spaces, *EDITION.ally_castle_spaces]
    assert [
        (names(space), cost, reward, is_chosen(origin))
        for space, cost, reward, origin in pages.table(PAGE, "Castle spaces")
    ] == [
        (
            one.id,
            f"{one.cost.squire} squires" if one.cost.squire else "none",
            rewards(one.reward),
            "chosen" in one.prov,
        )
        for one in spaces
    ]
    assert [
        (names(favour), reward, is_chosen(origin))
        for favour, reward, origin in pages.table(PAGE, "Favours")
    ] == [(one.id, rewards(one.reward), "chosen" in one.prov) for one in EDITION.favours]


def test_the_battles_and_laws_are_those_of_the_edition() -> None:
    """With the strength of France, the points, and the groups of the laws."""
    assert [
        (names(card), names(set_), int(strength), points, is_chosen(origin))
        for card, set_, strength, points, origin in pages.table(PAGE, "Battle cards")
    ] == [
        (one.id, one.set, one.f, ", ".join(map(str, one.pp)), "chosen" in one.prov)
        for one in EDITION.battles
    ]
    listed = [
        (law, int(group))
        for group, laws in pages.table(PAGE, "The law deck")
        for law in laws.split(", ")
    ]
    assert [(law.partition("]")[0].strip("["), group) for law, group in listed] == [
        (one.id, one.group) for one in EDITION.laws
    ]


def test_every_chosen_value_is_listed() -> None:
    """In one table, so that an owner of the box knows what to compare."""
    listed: dict[str, str] = {}
    for part, what in pages.table(PAGE, "Chosen values"):
        listed[names(part)] = f"{listed.get(names(part), '')} {names(what)}"
    spaces = [*EDITION.castle_spaces, *EDITION.ally_castle_spaces]
    for part, values in (
        ("counties", [(one.name, one.prov) for one in EDITION.counties]),
        ("castle_spaces", [(one.id, one.prov) for one in spaces]),
        ("battles", [(one.id, one.prov) for one in EDITION.battles]),
    ):
        chosen = {name for name, prov in values if "chosen" in prov}
        known = {name for name, _ in values} - chosen - {"Gloucester"}  # hard to read
        assert all(name in listed[part] for name in chosen)
        assert not any(name in listed[part] for name in known)
    assert {"favours", "favours_in_play", "battle_sets", "start", "laws", "rules"} < listed.keys()
