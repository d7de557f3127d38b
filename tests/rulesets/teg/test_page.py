"""The tables of the page of rules are those of the code: map, objectives, options, odds."""

from pathlib import Path
from typing import Final

import msgspec

from domain.rulesets.teg.atlas import BONUSES, CONTINENTS, LANDS, TERRITORIES, Continent
from domain.rulesets.teg.board import DESTRUCTIONS, OCCUPATIONS, SEATS
from domain.rulesets.teg.names import CONTINENT_NAMES, TERRITORY_NAMES
from domain.rulesets.teg.odds import COUNTS, siege
from domain.rulesets.teg.options import Options, least_common_target
from domain.rulesets.teg.rules.collecting import collected
from tests.support import pages

PAGE: Final = pages.ROOT / "docs" / "rules" / "teg.md"


def table(heading: str, page: Path = PAGE) -> list[list[str]]:
    """Return the table below a heading of the page."""
    return pages.table(page, heading)


def test_the_continents_are_those_of_the_map() -> None:
    """Names, numbers of territories, bonuses, borders inside, and where they are left."""
    assert table("Continents") == [
        [continent, *CONTINENT_NAMES[continent], *_measured(continent)] for continent in CONTINENTS
    ]


def _measured(continent: Continent) -> list[str]:
    members = {name for name in TERRITORIES if LANDS[name].continent == continent}
    inside = sum(len(members & set(LANDS[name].neighbours)) for name in members) // 2
    ways_out = sorted(name for name in members if not members >= set(LANDS[name].neighbours))
    return [str(len(members)), str(BONUSES[continent]), str(inside), ", ".join(ways_out)]


def test_the_territories_are_those_of_the_map() -> None:
    """Numbers, names, continents, neighbours and figures."""
    assert table("Territories") == [
        [
            str(number),
            name,
            *TERRITORY_NAMES[name],
            CONTINENT_NAMES[LANDS[name].continent].en,
            ", ".join(LANDS[name].neighbours),
            LANDS[name].figure,
        ]
        for number, name in enumerate(TERRITORIES, 1)
    ]


def test_the_objectives_are_those_of_the_code() -> None:
    """What each asks for; the order in which it does is free."""
    told = {name: set(asked.split(", ")) for name, asked in table("Secret objectives")}
    for name, occupation in OCCUPATIONS.items():
        needs = {
            f"{CONTINENT_NAMES[continent].en} {count}"
            for continent, count in zip(CONTINENTS, occupation.needs, strict=True)
            if count
        }
        assert {one for one in told.pop(name) if "three territories" not in one} == needs
    assert not told
    text = PAGE.read_text(encoding="utf-8")
    for objective, color in DESTRUCTIONS.items():
        assert f"| {objective} | {color} |" in text


def test_the_options_are_those_of_the_code() -> None:
    """Each with its default, in their order."""
    assert [(name, default) for name, _, default, *_ in table("Options")] == [
        (field.name, _json(field.default)) for field in msgspec.structs.fields(Options)
    ]


def _json(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def test_what_depends_on_the_players_is_that_of_the_code() -> None:
    """Shares of the deal, mode, tokens of round 1 (for the largest share), least target."""
    for told, players in zip(table("By number of players"), SEATS, strict=True):
        shares = [len(range(seat, len(TERRITORIES), players)) for seat in range(players)]
        owners = bytes(seat for seat, share in enumerate(shares) for _ in range(share))
        assert told == [
            str(players),
            ", ".join(map(str, shares)),
            Options(players=players).mode,
            str(collected(owners, 0, 1).free),
            str(least_common_target(players)),
        ]
        # The same for those with one territory fewer.
        assert {collected(owners, seat, 1).free for seat in range(players)} == {int(told[3])}


def test_the_odds_are_those_of_the_code() -> None:
    """Those of one attack and those of a conquest, in four decimals."""
    single = [
        [str(attacker), str(defender), *(f"{count / sum(counts):.4f}" for count in counts)]
        for (attacker, defender), counts in COUNTS.items()
    ]
    assert [[cell for cell in row if cell] for row in table("One attack")] == single
    for source, *chances in table("A conquest"):
        assert chances == [
            f"{siege(int(source), target).conquest:.4f}" for target in range(1, len(chances) + 1)
        ]
