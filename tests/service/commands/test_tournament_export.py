"""``carolus tournament export``: CSV, JSON, TRF16 and TRFx."""

import csv
import io
import json
from pathlib import Path
from typing import Final

import pytest

from domain.tournament.stream.events import TournamentEnded
from tests.support.tournaments.evenings import Evening, announced, ended, started

TWO_SEATS: Final = ("--seats", "2", "--rounds", "3")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where the tournament of a test goes."""
    return tmp_path / "club.json"


def players(text: str) -> dict[int, str]:
    """Return the player lines of a report by their numbers."""
    lines = [line for line in text.splitlines() if line.startswith("001 ")]
    return {int(line[4:8]): line for line in lines}


def rounds(line: str) -> list[str]:
    """Return what a player line says of each round."""
    return [line[at : at + 10] for at in range(89, len(line), 10)]


def test_csv_has_no_formula_and_names_in_any_script(file: Path) -> None:
    """A spreadsheet would execute a cell that begins with =, + or @, or a minus."""
    evening = announced(file)
    names = ["=1+2", "+49", "@SUM(A1)", "-x", "فاطمة", "李, 娜", 'Ann "A"']
    evening.do("enter", "--", *names)
    evening.do("start")
    evening.round()
    rows = list(csv.reader(io.StringIO(evening.do("export", "--csv"), newline="")))
    assert rows[0] == ["rank", "name", "points", "MBH", "MSB", "WIN", "LOT", "round 1"]
    found = {row[1] for row in rows[1:]}
    assert found == {*(f"'{name}" for name in names[:4]), *names[4:]}
    assert not any(cell[:1] in set("=+@-") for row in rows[1:] for cell in row)


def test_json_has_what_the_record_leads_to(file: Path) -> None:
    evening = ended(file)
    found = json.loads(evening.do("export", "--json"))
    events = evening.club.events
    (end,) = (event for event in events if isinstance(event, TournamentEnded))
    assert [(one["rank"], one["entrant"], one["points"]) for one in found["standings"]] == [
        (one.rank, one.entrant, one.points) for one in end.standings
    ]
    assert found["head"] == evening.club.head
    tables = [table for one in found["rounds"] for table in one["tables"]]
    assert [len(table["ranks"]) for table in tables] == [len(one["entrants"]) for one in tables]


def test_trf16_has_each_player_in_fixed_columns(file: Path) -> None:
    """Every game has two entries that agree, and the points are the sum of the results."""
    evening = ended(file, *TWO_SEATS)
    found = players(evening.do("export", "--trf16"))
    assert len(found) == 7
    worth = {"1": 1.0, "=": 0.5, "0": 0.0, "U": 1.0}
    for number, line in found.items():
        cells = rounds(line)
        assert len(cells) == 3
        assert float(line[80:84]) == sum(worth[cell[9]] for cell in cells)
        for at, cell in enumerate(cells):
            if cell[2:6] == "0000":
                assert cell[6:] == " - U"
                continue
            other = rounds(found[int(cell[2:6])])[at]
            assert int(other[2:6]) == number
            assert {cell[7], other[7]} == {"w", "b"}
            assert worth[cell[9]] + worth[other[9]] == 1
    names = {line[14:47].strip() for line in found.values()}
    assert {"Дора", "李娜", "فاطمة"} <= names
    assert sorted(int(line[85:89]) for line in found.values()) == [*range(1, 8)]


def _absent(evening: Evening) -> str:
    """Let someone lose by forfeit, withdraw and rest; return TRFx before the next round."""
    evening.do("pair")
    first = evening.state.rounds[0].tables[0].players[0]
    second = evening.state.rounds[0].tables[1].players[1]
    evening.do("result", "1", "--forfeit", str(first))
    evening.play()
    evening.do("withdraw", str(first), "--reason", "Ill")
    bye = {"type": "give_bye", "entrant": second, "round": 2, "kind": "half", "reason": "Train"}
    evening.do("act", json.dumps(bye))
    return evening.do("export", "--trfx")


def test_trfx_before_a_round_is_what_a_program_needs_to_pair_it(file: Path) -> None:
    """Who will not play has an entry for the round; forbidden pairs and first turn are there."""
    evening = started(file, *TWO_SEATS)
    barred = {"type": "forbid_pairing", "entrants": [1, 2], "reason": "Family"}
    evening.do("act", json.dumps(barred))
    before = players(evening.do("export", "--trfx"))
    assert [rounds(line) for line in before.values()] == [[]] * 7
    text = _absent(evening)
    assert text.isascii()
    assert "XXR 3" in text.splitlines()
    assert f"XXC {'black1' if evening.state.initial else 'white1'}" in text.splitlines()
    numbers = {entry: at for at, entry in enumerate(evening.state.order, 1)}
    one, other = sorted((numbers[1], numbers[2]))
    assert f"XXP {one} {other}" in text.splitlines()
    found = players(text)
    first = numbers[evening.state.rounds[0].tables[0].players[0]]
    second = numbers[evening.state.rounds[0].tables[1].players[1]]
    assert rounds(found[first])[0][9] == "-"
    assert rounds(found[first])[1] == "  0000 - Z"
    assert rounds(found[second])[1] == "  0000 - H"
    assert all(len(rounds(line)) == 1 for at, line in found.items() if at not in {first, second})


def test_trf_is_for_two_seats(file: Path) -> None:
    evening = announced(file)
    assert evening.ask("export").exit_code == 2
    for form in ("--trf16", "--trfx"):
        assert "TRF is for two seats" in evening.refused("export", form)
    other = announced(file.with_name("two.json"), *TWO_SEATS)
    assert "start the tournament first" in other.refused("export", "--trfx")
