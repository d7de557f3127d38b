"""``carolus audit --tournament``: the report, its JSON, and the exit status."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest
from click.testing import Result

from domain.record.record import write_record
from service.clubs.site import published_keys_of
from tests.support.proof.records import records
from tests.support.servers.commands import run
from tests.support.tournaments.evenings import Evening, ended, started


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where the tournament of a test goes."""
    return tmp_path / "club.json"


def audit(evening: Evening, *words: str) -> Result:
    """Audit the file of a tournament."""
    return run("audit", "--tournament", str(evening.path), *words)


def by_key(evening: Evening) -> tuple[str, str]:
    """Return the option with the key that the organiser published."""
    return "--key-thumbprint", evening.state.organiser


def test_the_report_of_an_evening(file: Path) -> None:
    """It says what is proved, lists what people decided, and names who signed."""
    evening = started(file)
    evening.round()
    evening.do("pair")
    players = evening.state.rounds[0].tables[0].players
    reverse = ",".join(map(str, reversed(players)))
    evening.do("correct", "1", "1", "--places", reverse, "--reason", "Slips exchanged")
    evening.play()
    evening.do("withdraw", "Gil", "--reason", "Ill")
    evening.do("end")
    done = audit(evening, *by_key(evening))
    assert done.exit_code == 0
    report = done.stdout.splitlines()
    assert report[0].endswith("Club evening: 7 entrants, 2 rounds, 4 tables, 0 games: all valid.")
    assert report[1:4] == [
        "The pairings follow from the committed chance and the results before them.",
        "The standings, computed again, are those that were fixed at the end.",
        "4 results entered by an arbiter alone, 1 correction, 0 byes, 1 withdrawal.",
    ]
    assert "Zoe: An arbiter corrects round 1, table 1" in report[4]
    names = [evening.state.entrants[one - 1].name for one in players]
    before = ", ".join(f"{place}. {name}" for place, name in enumerate(names, 1))
    after = ", ".join(f"{place}. {name}" for place, name in enumerate(reversed(names), 1))
    changed = f"Round 1, table 1: {before} → {after}."
    assert f"Reason: Slips exchanged. {changed}" in report[4]
    assert "organiser: Gil withdraws. Reason: Ill" in report[5]
    assert report[6] == f"Signed by {evening.state.organiser}, which the opening names."


def test_the_report_names_a_round_paired_by_hand(file: Path) -> None:
    evening = started(file)
    evening.do("pair", "--table", "1,2,3,4", "--table", "5,6,7", "--reason", "The disk broke")
    evening.play()
    evening.round()
    evening.do("end")
    said = audit(evening, *by_key(evening)).stdout
    assert "results before them, except for 1 round paired by hand." in said
    assert "The disk broke" in said


def test_nobody_vouches_without_a_key(file: Path) -> None:
    evening = ended(file)
    done = audit(evening)
    assert done.exit_code == 1
    assert "Nobody vouches for the tournament" in done.stdout
    assert audit(evening, "--unsigned").exit_code == 0
    other = audit(evening, "--key-thumbprint", "A" * 43)
    assert other.exit_code == 1
    assert "RC-TOUR-2" in other.stdout


def test_a_key_set_vouches(file: Path) -> None:
    evening = ended(file)
    keys = file.with_name("jwks.json")
    keys.write_bytes(msgspec.json.encode(published_keys_of(evening.club)))
    assert audit(evening, "--keys", str(keys)).exit_code == 0


def test_a_tournament_that_goes_on_needs_an_option(file: Path) -> None:
    evening = started(file)
    evening.round()
    done = audit(evening, *by_key(evening))
    assert done.exit_code == 1
    assert "RC-TOUR-3" in done.stdout
    assert "is valid so far, but its record has no end" in done.stdout
    assert "pass --unfinished" in done.stdout
    assert "is invalid" not in done.stdout
    done = audit(evening, *by_key(evening), "--unfinished")
    assert done.exit_code == 0
    assert "nobody can verify the chance of the draws" in done.stdout


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda text: text.replace("Berta", "Betta"), "$.head: RC-HEAD-1"),
        (lambda text: text.replace('"ranks":[1,2,3,4]', '"ranks":[2,1,3,4]', 1), "RC-HEAD-1"),
        (lambda text: text.replace('"seed":"', '"seed":"00', 1)[:-1], "RC-FORM-1"),
        (lambda text: "[]", "$: RC-FORM-1"),
    ],
)
def test_a_changed_record_is_invalid(file: Path, change: Callable[[str], str], rule: str) -> None:
    evening = ended(file)
    words = by_key(evening)
    text = file.read_text("utf-8")
    file.write_text(change(text), "utf-8")
    assert file.read_text("utf-8") != text
    done = audit(evening, *words)
    assert done.exit_code == 1
    assert rule in done.stdout


def test_heads_that_players_kept(file: Path) -> None:
    """A printed round has the head; the record of another history lacks it."""
    evening = started(file)
    evening.do("pair")
    printed = evening.do("print").splitlines()[-1].removeprefix("head ")
    evening.play()
    evening.round()
    evening.do("end")
    assert audit(evening, *by_key(evening), "--kept", printed).exit_code == 0
    done = audit(evening, *by_key(evening), "--kept", "ab" * 32)
    assert done.exit_code == 1
    assert "RC-TOUR-7" in done.stdout
    assert run("audit", "--kept", printed, str(file)).exit_code == 2


def test_json_has_findings_with_sentences(file: Path) -> None:
    evening = ended(file)
    done = audit(evening, *by_key(evening), "--json", "--language", "de")
    line, last = map(json.loads, done.stdout.splitlines())
    summary = last["summary"]
    assert (summary["valid"], summary["tournaments"], summary["wrong_tournaments"]) == (True, 1, 0)
    assert (line["valid"], line["vouched"], line["tournament"]) == (True, True, evening.state.id)
    assert (line["entrants"], line["rounds"], line["results_by_arbiters"]) == (7, 2, 4)
    assert {one["rule"] for one in line["findings"]} == {"RC-TOUR-8"}
    assert {one["sentence"][-1] for one in line["findings"]} == {"."}
    assert all(": Tisch " in one["text"] for one in line["findings"])


@pytest.mark.parametrize("broken", [False, True], ids=["valid", "broken"])
def test_reports_for_programs(file: Path, broken: bool) -> None:
    """JSON lines, JUnit and SARIF have the tournament, what is wrong with it, and its file."""
    evening = ended(file)
    key = by_key(evening)
    text = file.read_text("utf-8")
    file.write_text(text.replace("Berta", "Betta") if broken else text, "utf-8")
    reports = [file.with_name(f"report.{end}") for end in ("jsonl", "xml", "sarif")]
    asked = [word for one in reports for word in ("--report", str(one))]
    done = audit(evening, *key, *asked)
    assert done.exit_code == int(broken), done.output
    digest = sha256(file.read_bytes()).hexdigest()
    line, last = map(json.loads, reports[0].read_text("utf-8").splitlines())
    assert (line["tournament"], line["valid"]) == (evening_id(text), not broken)
    assert last["summary"]["wrong_tournaments"] == int(broken)
    assert [one["sha256"] for one in last["run"]["sources"]] == [digest]
    assert last["run"]["options"]["tournament"] == [str(file)]
    suite = ET.fromstring(reports[1].read_text("utf-8"))  # noqa: S314 - our own report
    (case,) = suite.iter("testcase")
    assert suite.get("failures") == str(int(broken))
    assert case.get("name") == f"tournament {evening_id(text)}"
    failures = [one.get("type") for one in case.iter("failure")]
    assert ("RC-HEAD-1" in failures) is broken
    (sarif,) = json.loads(reports[2].read_text("utf-8"))["runs"]
    assert sarif["properties"]["tournaments"][0]["tournament"] == evening_id(text)
    assert ("RC-HEAD-1" in {one["ruleId"] for one in sarif["results"]}) is broken
    said = "Zoe: Table 1, entered by an arbiter: 1. "
    texts = (case.findtext("system-out"), *(one["message"]["text"] for one in sarif["results"]))
    assert broken or all(said in (text or "").replace("Table 2", "Table 1") for text in texts)
    assert sarif["artifacts"][0]["hashes"]["sha-256"] == digest


def evening_id(text: str) -> str:
    """Return the id of the tournament in a record."""
    found: str = json.loads(text)["id"]
    return found


def test_a_report_says_that_nobody_vouches(file: Path) -> None:
    evening = ended(file)
    reports = [file.with_name(f"report.{end}") for end in ("jsonl", "xml", "sarif")]
    done = audit(evening, *(word for one in reports for word in ("--report", str(one))))
    assert done.exit_code == 1
    assert done.stdout.count("nobody can say whose key that is") == 1
    assert f"  note: 3 signatures are by the key {evening.state.organiser}, and" in done.stdout
    line, last = map(json.loads, reports[0].read_text("utf-8").splitlines())
    assert (line["valid"], line["vouched"], last["summary"]["valid"]) == (True, False, False)
    suite = ET.fromstring(reports[1].read_text("utf-8"))  # noqa: S314 - our own report
    assert [one.get("type") for one in suite.iter("failure")] == ["RC-TOUR-2"]
    (sarif,) = json.loads(reports[2].read_text("utf-8"))["runs"]
    assert [one["ruleId"] for one in sarif["results"] if one["level"] == "error"] == ["RC-TOUR-2"]


def test_a_report_never_replaces_the_tournament(file: Path) -> None:
    evening = ended(file)
    report = file.rename(file.with_name("club.jsonl"))
    done = run("audit", "--unsigned", "--tournament", str(report), "--report", str(report))
    assert done.exit_code == 2
    assert "is one of the audited files" in done.stderr
    assert evening.path != report


def test_games_of_archives_are_audited_too(file: Path) -> None:
    """Both must be valid for the status 0."""
    evening = ended(file)
    archive = file.with_name("games.ndjson")
    archive.write_bytes(write_record(next(iter(records().values()))) + b"\n")
    words = ("--unsigned", "--jobs", "1", str(archive))
    done = audit(evening, *words)
    assert done.exit_code == 0
    assert "record is valid" in done.stdout
    assert "4 tables, 0 games: all valid." in done.stdout
    file.write_text(file.read_text("utf-8").replace("Berta", "Betta"), "utf-8")
    assert audit(evening, *words).exit_code == 1


def test_statements_that_others_hold(file: Path) -> None:
    """They are compared with the record; without it, the tournament is missing."""
    evening = ended(file)
    words = by_key(evening)
    record = json.loads(file.read_text("utf-8"))
    kept = file.with_name("kept.txt")
    kept.write_text("\n".join([*record["receipts"], record["signature"]]), "utf-8")
    assert run("audit", *words, "--heads", str(kept)).exit_code == 0
    done = audit(evening, *words, "--heads", str(kept))
    assert done.exit_code == 0
    assert "3 signed statements" in done.stdout
    other = ended(file.with_name("other.json"), "--name", "Another evening")
    done = audit(other, *words, *by_key(other), "--heads", str(kept))
    assert done.exit_code == 1
    assert f"line 2: tournament {evening.state.id}" in done.stdout
    assert "RC-HELD-3" in done.stdout


def test_a_history_that_differs_from_the_signed_one(file: Path) -> None:
    """An organiser ends one tournament twice, with other results."""
    evening = started(file)
    evening.round()
    twin = evening.path.with_name("twin.json")
    folder = [one for one in file.parent.iterdir() if one.name.startswith(file.name)]
    for one in folder:
        one.with_name(one.name.replace(file.name, twin.name)).write_bytes(one.read_bytes())
    evening.round()
    evening.do("end")
    other = Evening(twin)
    other.do("end", "--reason", "The hall closed")
    kept = file.with_name("kept.txt")
    kept.write_text(json.loads(file.read_text("utf-8"))["signature"], "utf-8")
    done = audit(other, *by_key(evening), "--heads", str(kept))
    assert done.exit_code == 1
    assert "$.entries: RC-HELD-1" in done.stdout
