"""``carolus tournament replace``: another person plays for an entry of a club evening."""

from pathlib import Path

import pytest

from tests.support.servers.commands import run
from tests.support.tournaments.evenings import Evening, announced, started


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where the tournament of a test goes."""
    return tmp_path / "club.json"


def test_another_person_plays_from_the_next_round_on(file: Path, tmp_path: Path) -> None:
    """Lists name both, each round those who played it, and the audit says who decided and why."""
    evening = started(file)
    evening.do("pair")
    said = evening.do("replace", "Ana", "Bruno", "--reason", "Ill")
    assert said == "Ana, from round 2: Bruno\n"
    evening.play()
    evening.do("pair")
    assert "Ana" in evening.do("print", "--round", "1")
    second = evening.do("print", "--round", "2")
    assert ("Bruno" in second, "Ana" in second) == (True, False)
    places = by_name(evening)
    assert "Bruno" in places
    evening.do("result", str(table_of(evening, 1)), "--places", places)
    evening.play()
    evening.do("end")
    for shown in ("standings", "crosstable"):
        assert "Ana, from round 2: Bruno" in evening.do(shown)
    site = tmp_path / "site"
    evening.do("publish", str(site))
    for page, names in (
        ("index.html", ["Ana, from round 2: Bruno"]),
        ("standings.html", ["Ana, from round 2: Bruno"]),
        ("round-1.html", ["Ana"]),
        ("round-2.html", ["Bruno"]),
        ("audit.html", ["Bruno plays for Ana from round 2 on. Reason: Ill"]),
    ):
        text = (site / page).read_text("utf-8")
        assert all(name in text for name in names), page
    key = ("--key-thumbprint", evening.state.organiser)
    report = run("audit", "--tournament", str(file), *key)
    assert report.exit_code == 0
    assert "Zoe: Bruno plays for Ana from round 2 on. Reason: Ill (RC-TOUR-8)" in report.stdout


def table_of(evening: Evening, entrant: int) -> int:
    """Return the table of an entrant in the last round."""
    tables = evening.state.rounds[-1].tables
    return next(at for at, table in enumerate(tables, 1) if entrant in table.players)


def by_name(evening: Evening) -> str:
    """Return the players of the table of the first entrant, by their names."""
    players = evening.state.rounds[-1].tables[table_of(evening, 1) - 1].players
    return ", ".join(evening.state.entrants[one - 1].name for one in players)


def test_a_player_who_was_replaced_comes_back(file: Path) -> None:
    """Under the same name, because a guest is known by it."""
    evening = started(file, "--rounds", "3", "--seats", "4")
    evening.round()
    evening.do("replace", "1", "Bruno", "--reason", "Late train")
    evening.round()
    said = evening.do("replace", "Bruno", "Ana", "--reason", "Here again")
    assert said == "Ana, from round 2: Bruno, from round 3: Ana\n"


def test_one_of_a_fixed_pair(file: Path) -> None:
    terms = file.with_name("terms.toml")
    terms.write_text(
        'name = "Pairs"\nruleset = "carolus-magnus@1"\noptions = {}\nteam = 2\n'
        "real_tables = true\nseats_reserved = false\n"
        'format = {kind = "swiss", engine = {system = "house", name = "carolus-tables", '
        'version = "1"}}\n'
        'rules = {seats = 2, rounds = 2, scales = [[60, 0]], tie_breaks = ["LOT"]}\n'
    )
    evening = announced(file, "--terms", str(terms))
    evening.do("enter", "Ana / Berta", "Carla / Dora")
    evening.do("start")
    asked = ("replace", "1", "Eva", "--reason", "Ill")
    assert "say with --for who is replaced: Ana or Berta" in evening.refused(*asked)
    said = evening.do(*asked, "--for", "berta")
    assert said == "Ana / Berta, from round 1: Eva\n"


@pytest.mark.parametrize(
    ("name", "rule"),
    [("Berta", "TN-REPLACE-3"), ("B\u0435rta", "TN-REPLACE-5"), ("Zoe", "TN-REPLACE-4")],
)
def test_some_people_cannot_take_over(file: Path, name: str, rule: str) -> None:
    """Neither an entrant, nor a person with a name like theirs, nor the arbiter."""
    evening = started(file)
    said = evening.refused("replace", "Ana", name, "--reason", "Ill")
    assert rule in said
    if rule == "TN-REPLACE-5":
        assert "like Berta" in said
    for unreadable in ("\u202eEva", "Eva\u05b8"):
        assert "$.name" in evening.refused("replace", "Ana", unreadable, "--reason", "Ill")


def test_the_arbiter_of_an_evening_can_play(file: Path) -> None:
    """Under the very name; one that only looks like it is refused, and says whose it is."""
    evening = announced(file)
    assert "like Zoe" in evening.refused("enter", "Z\u043ee")
    evening.do("enter", "Zoe", "Ana", "Berta", "Carla")
    evening.do("start")
    assert "TN-JUDGE-1" in evening.refused("replace", "Zoe", "Eva", "--reason", "Ill")
