"""The reports of ``carolus audit``: what organisers publish, and what others need to repeat it."""

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.record.jws import thumbprint
from domain.record.record import AnyRecord, write_record
from domain.table.actions import Adjudicate, CallOffGame, Resign, TakeSeat
from domain.table.game import TABLE
from service.access.signing import Signer, jwk_of
from service.cli import main
from tests.support.proof.records import as_recorded, records, signed
from tests.support.proof.short_games import short_game

RECORDS = records()
ANA, BEA = "a" * 26, "b" * 26
PEOPLE = [TakeSeat(0, name="Ana"), TakeSeat(1, name="Bea")]
ENOUGH, FEW = "5a" * 16, "5a" * 15


def audit(*words: str | Path) -> Result:
    """Run the command; it accepts games that nobody vouches for."""
    asked = ["audit", "--unsigned", *map(str, words), "--language", "en", "--jobs", "1"]
    return CliRunner().invoke(main, asked, prog_name="carolus")


def archive(path: Path, *content: AnyRecord | bytes) -> Path:
    """Write an archive of these lines."""
    lines = [one if isinstance(one, bytes) else write_record(one) for one in content]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def reported(*words: str | Path) -> list[Any]:
    """Return the JSON lines of an audit."""
    return [json.loads(line) for line in audit("--json", *words).stdout.splitlines()]


def secret(number: int) -> bytes:
    """Return a secret for a game, because no two games may have the same one."""
    return bytes([number]) * 32


# --- the game in brief -------------------------------------------------------------------------


def test_a_report_has_seats_outcome_and_times(tmp_path: Path) -> None:
    """The facts for a table of results, which come from a valid record."""
    key = Ed25519PrivateKey.generate()
    record = signed(RECORDS["3-few-territories"], Signer(key))
    line, _ = reported(archive(tmp_path / "a.ndjson", record))
    assert [(seat["side"], seat["name"], seat["entropy_bytes"]) for seat in line["seats"]] == [
        ("white", "Ana", 16),
        ("black", "Žofie", 16),
        ("gray", "李小龙", 16),
    ]
    assert line["outcome"] == {
        "reason": "few_territories",
        "winners": ["black"],
        "castles": {"white": 6, "black": 7, "gray": 2},
        "standing": [
            {"side": "black", "rank": 1, "score": 7, "rule": "CM-END-8"},
            {"side": "white", "rank": 2, "score": 6, "rule": "CM-END-12"},
            {"side": "gray", "rank": 3, "score": 2, "rule": "CM-END-12"},
        ],
    }
    assert line["opened"] == record.entries[0].at
    assert line["started"] == "2025-01-01T12:02:12.622050Z"
    assert line["ended"] == record.entries[-1].at
    assert line["ended_by"] == {
        "who": "player",
        "by": 0,
        "action": "move_emperor",
        "arbiter": None,
        "reason": None,
    }
    assert line["last_seated"] == 2
    assert line["signed_by"] == thumbprint(jwk_of(key.public_key()))


def test_a_report_has_accounts_and_house_bots(tmp_path: Path) -> None:
    """A bot that sat down differs from one that plays on for a person."""
    sits = [
        TakeSeat(1, name="Ana", player=ANA),
        TakeSeat(0, bot="greedy"),
        TakeSeat(2, name="Bea", player=BEA),
    ]
    line, _ = reported(archive(tmp_path / "a.ndjson", short_game("one", sits, end=None)))
    assert [(one["player"], one["bot"], one["house"]) for one in line["seats"]] == [
        (None, "greedy", True),
        (ANA, None, False),
        (BEA, None, False),
    ]
    assert line["last_seated"] == 2
    assert (line["ended"], line["ended_by"], line["outcome"]) == (None, None, None)
    assert line["started"] is not None


@pytest.mark.parametrize(
    ("record", "who", "action"),
    [
        (short_game("one", PEOPLE, (0, Resign())), "player", "resign"),
        (short_game("one", PEOPLE, (TABLE, Adjudicate(("white",)))), "arbiter", "adjudicate"),
        (short_game("one", PEOPLE, (TABLE, CallOffGame())), "table", "call_off_game"),
        (short_game("one", PEOPLE, (TABLE, CallOffGame(None, ANA))), "arbiter", "call_off_game"),
        (RECORDS["4-aborted"], "creator", "abort_game"),
        (RECORDS["2-stalled"], "chance", "roll_dice"),
    ],
)
def test_a_report_says_who_ended_a_game(
    tmp_path: Path, record: AnyRecord, who: str, action: str
) -> None:
    line, _ = reported(archive(tmp_path / "a.ndjson", record))
    assert (line["ended_by"]["who"], line["ended_by"]["action"]) == (who, action)
    assert line["ended"] == record.entries[-1].at


def test_a_report_says_which_arbiter_ended_a_game_and_why(tmp_path: Path) -> None:
    judged = Adjudicate(("white",), "Black did not return", BEA)
    line, _ = reported(archive(tmp_path / "a.ndjson", short_game("one", PEOPLE, (TABLE, judged))))
    assert line["ended_by"] == {
        "who": "arbiter",
        "by": "table",
        "action": "adjudicate",
        "arbiter": BEA,
        "reason": "Black did not return",
    }


def test_an_invalid_record_has_no_results(tmp_path: Path) -> None:
    """Otherwise someone could copy them from the report."""
    false = write_record(RECORDS["2-stalled"]).replace(b'"head":"', b'"head":"0', 1)
    broken = archive(tmp_path / "a.ndjson", RECORDS["2-castle-goal"], false[:-2] + b"}", b"{}")
    _, second, third, _ = reported(broken)
    for line in (second, third):
        assert not line["valid"]
        for name in ("seats", "outcome", "opened", "ended", "ended_by", "signed_by", "vouched_by"):
            assert line[name] is None


# --- entropy -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entropy", "bots", "reason"),
    [
        (("", ""), (), "no_entropy_from_persons"),
        ((FEW, ""), (), "too_little_entropy_from_persons"),
        ((FEW, FEW), (), "too_little_entropy_from_persons"),
        ((ENOUGH, ""), (), None),
        ((FEW, ENOUGH), (), None),
        (("", ENOUGH), (1,), "no_entropy_from_persons"),
    ],
)
def test_missing_entropy_is_noted(
    tmp_path: Path, entropy: tuple[str, str], bots: tuple[int, ...], reason: str | None
) -> None:
    """A note, not a breach, for games in which no person contributed 16 bytes (RC-DICE-5)."""
    people = [
        TakeSeat(1, name="Bea", entropy=entropy[1], player=BEA),
        TakeSeat(0, name="Ana", entropy=entropy[0], player=ANA),
    ]
    sits = [TakeSeat(one.seat, bot="greedy") if one.seat in bots else one for one in people]
    line, last = reported(archive(tmp_path / "a.ndjson", short_game("one", sits)))
    assert line["valid"]
    notes = [one for one in line["findings"] if one["rule"] == "RC-DICE-5"]
    assert [one["reason"] for one in notes] == ([reason] if reason else [])
    assert last["summary"]["valid"]
    for note in notes:
        facts = note["facts"]
        assert note["weight"] == "note"
        assert facts["bytes"] == max(
            len(one) // 2 for seat, one in enumerate(entropy) if seat not in bots
        )
        assert (facts["last_seat"], facts["last_name"], facts["last_player"]) == (0, "Ana", ANA)
        assert (facts["needed"], facts["last_bot"]) == (16, None)


def test_games_without_dice_of_their_own_need_no_entropy(tmp_path: Path) -> None:
    """Those with recorded dice, and those that never began."""
    path = archive(tmp_path / "a.ndjson", as_recorded(RECORDS["2-stalled"]), RECORDS["4-aborted"])
    *lines, _ = reported(path)
    assert [one["rule"] for line in lines for one in line["findings"]].count("RC-DICE-5") == 0


def test_people_read_who_sat_down_last(tmp_path: Path) -> None:
    """An accomplice of the operator would sit down last in many games."""
    games = [
        short_game(f"game-{number}", [TakeSeat(1 - last), sit], secret=secret(number))
        for number, (last, sit) in enumerate(
            [
                (0, TakeSeat(0, name="Ana", player=ANA)),
                (0, TakeSeat(0, name="Ana", player=ANA)),
                (1, TakeSeat(1, bot="random")),
                (1, TakeSeat(1)),
                (1, TakeSeat(1, name="Bea", entropy=ENOUGH)),
            ]
        )
    ]
    result = audit(archive(tmp_path / "a.ndjson", *games))
    assert result.exit_code == 0, result.output
    assert "4 records: note, no entropy from persons (RC-DICE-5)" in result.stdout
    assert (
        f"Sat down last: Ana (account {ANA}) in 2 games, house bot random in 1 game, "
        "a person without a name in 1 game, Bea in 1 game." in result.stdout
    )


# --- the run -----------------------------------------------------------------------------------


def folder(path: Path) -> Path:
    """Make a folder with archives, a damaged one, and files that are skipped."""
    path.mkdir()
    archive(path / "a b.ndjson", RECORDS["2-castle-goal"], b"{}")
    (path / "b.json").write_bytes(b"PK\x03\x04" + bytes(300_000))
    for name in ("notes.md", ".hidden", "lost.ndjson.xz"):
        (path / name).write_bytes(b"never read")
    return path


def test_a_report_says_how_it_was_made(tmp_path: Path) -> None:
    """Version, times, options, keys, hashes of the files, and the names of skipped ones."""
    key = Ed25519PrivateKey.generate()
    kid = thumbprint(jwk_of(key.public_key()))
    path = folder(tmp_path / "final")
    given = ("--key-thumbprint", kid, "--expect", "7", "--unsigned-game", "table-7")
    run = reported(*given, path)[-1]["run"]
    assert run["carolus"] == "0.1.0"
    assert run["began"] < run["ended"]
    assert run["began"].endswith("Z")
    assert run["keys"] == [kid]
    assert run["options"] == {
        "paths": [str(path)],
        "tournament": [],
        "kept": [],
        "engine": None,
        "keys": [],
        "key-thumbprint": [kid],
        "unsigned": True,
        "unsigned-game": ["table-7"],
        "unfinished": False,
        "expect": 7,
        "log": [],
        "complete": False,
        "label": None,
        "from": None,
        "to": None,
        "heads": [],
        "witness-keys": [],
        "cosigner": [],
        "statistics": False,
        "language": "en",
    }
    assert run["sources"] == [
        {
            "source": str(path / name),
            "bytes": (path / name).stat().st_size,
            "sha256": sha256((path / name).read_bytes()).hexdigest(),
            "whole": True,
        }
        for name in ("a b.ndjson", "b.json")
    ]
    skipped = {str(path / name) for name in ("notes.md", ".hidden", "lost.ndjson.xz")}
    assert set(run["skipped"]) == skipped
    words = audit(path).stdout
    assert "3 files or folders skipped, not archives by their names:" in words
    assert all(f"  {name}\n" in words for name in skipped)


def test_names_of_files_are_distinguished_and_printable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In all options and lists, whatever bytes a name contains."""
    monkeypatch.chdir(tmp_path)
    keys = os.fsdecode(b"keys \xff\n.json")
    public = jwk_of(Ed25519PrivateKey.generate().public_key())
    Path(keys).write_bytes(msgspec.json.encode({"keys": [public]}))
    archive(Path("-"), RECORDS["2-castle-goal"])
    report = tmp_path / "report.xml"
    run = reported("--keys", keys, "--report", report, "./-", "standard input")[-1]["run"]
    assert run["options"]["paths"] == ["./-", "./standard input"]
    assert run["options"]["keys"] == [r"keys \xff\x0a.json"]
    assert [one["source"] for one in run["sources"]] == ["./-"]
    words = audit("--keys", keys, "./-", "a\nb").stdout
    assert r"a\x0ab: there is no such file or folder" in words.splitlines()


def test_junit_has_the_same_facts(tmp_path: Path) -> None:
    """They are properties of the suite and of each case; notes are its output."""
    path = folder(tmp_path / "final")
    report = tmp_path / "report.xml"
    audit("--report", report, path)
    suite = ET.parse(report).getroot()  # noqa: S314 - our own output
    run = [(one.attrib["name"], one.attrib["value"]) for one in suite.findall("properties/*")]
    assert ("carolus", "0.1.0") in run
    assert ("skipped", str(path / "notes.md")) in run
    sources = [json.loads(value) for name, value in run if name == "sources"]
    assert sources[0]["sha256"] == sha256((path / "a b.ndjson").read_bytes()).hexdigest()
    case = suite.findall("testcase")[0]
    facts = {one.attrib["name"]: one.attrib["value"] for one in case.findall("properties/*")}
    assert json.loads(facts["ended_by"])["who"] == "player"
    assert json.loads(facts["outcome"])["winners"] == ["white"]
    assert "note: $.signature: RC-SIGN-3 not_signed" in (case.findtext("system-out") or "")
    assert suite.findall("testcase")[1].find("properties") is None


# --- SARIF -------------------------------------------------------------------------------------


def must_be_sarif(log: Any) -> Any:
    """Check what SARIF 2.1.0 and code-scanning services require; return the only run."""
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("/sarif-schema-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "Carolus"
    assert driver["version"]
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(set(ids)) == len(ids)
    assert all(rule["shortDescription"]["text"] for rule in driver["rules"])
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is True
    assert invocation["startTimeUtc"] < invocation["endTimeUtc"]
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in {"none", "note", "warning", "error"}
        assert result["message"]["text"]
        (location,) = result["locations"]
        physical = location["physicalLocation"]
        assert " " not in physical["artifactLocation"]["uri"]
        assert physical.get("region", {"startLine": 1})["startLine"] >= 1
        assert all(isinstance(one, str) for one in result["partialFingerprints"].values())
    for artifact in run["artifacts"]:
        assert set(artifact["hashes"]) == {"sha-256"}
    return run


@pytest.mark.parametrize("name", ["report.sarif", "report.sarif.json", "REPORT.SARIF"])
def test_sarif(tmp_path: Path, name: str) -> None:
    """A result for each finding and fault, at its line; games and options are properties."""
    path = folder(tmp_path / "final")
    assert audit("--statistics", "--report", tmp_path / name, path).exit_code == 1
    run = must_be_sarif(json.loads((tmp_path / name).read_bytes()))
    found = [
        (
            one["ruleId"],
            one["level"],
            one["locations"][0]["physicalLocation"].get("region", {}).get("startLine"),
        )
        for one in run["results"]
    ]
    assert found == [
        ("RC-SIGN-3", "note", 1),
        ("RC-FORM-1", "error", 2),
        ("read-packed", "error", None),
    ]
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == f"file://{path}/a%20b.ndjson"
    assert [one["location"]["uri"] for one in run["artifacts"]] == [
        f"file://{path}/a%20b.ndjson",
        f"file://{path}/b.json",
    ]
    notes = run["invocations"][0]["toolExecutionNotifications"]
    assert len(notes) == 3
    (game,) = run["properties"]["games"]
    assert (game["game"], game["ended_by"]["who"]) == (RECORDS["2-castle-goal"].id, "player")
    assert run["properties"]["run"]["options"]["unsigned"] is True
    assert run["properties"]["summary"]["broken"] == 1
    assert run["properties"]["statistics"]["games"] == 1


def test_sarif_without_breaches_or_keys(tmp_path: Path) -> None:
    """Only a note for a proved archive without a log; an error if nobody vouches for the games."""
    key = Ed25519PrivateKey.generate()
    path = archive(tmp_path / "a.ndjson", signed(RECORDS["2-castle-goal"], Signer(key)))
    report = tmp_path / "report.sarif"
    pinned = ("--key-thumbprint", thumbprint(jwk_of(key.public_key())))

    def results(status: int, *words: str) -> list[Any]:
        asked = ["audit", *words, "--jobs", "1", "--report", str(report), str(path)]
        assert CliRunner().invoke(main, asked).exit_code == status
        found: list[Any] = must_be_sarif(json.loads(report.read_bytes()))["results"]
        return found

    (note,) = results(0, *pinned)
    assert (note["ruleId"], note["level"]) == ("RC-LOG-5", "note")
    *notes, error = results(1)
    assert [one["ruleId"] for one in notes] == ["RC-SIGN-3", "RC-LOG-5"]
    assert ({one["level"] for one in notes}, error["level"]) == ({"note"}, "error")
    assert "Nobody vouches for the game" in error["message"]["text"]


def test_fingerprints_do_not_depend_on_lines(tmp_path: Path) -> None:
    """So viewers recognise a finding when other records come before it."""
    record, other = RECORDS["2-castle-goal"], RECORDS["2-stalled"]
    prints = []
    for content in ([record], [other, record]):
        report = tmp_path / "report.sarif"
        audit("--report", report, archive(tmp_path / "a.ndjson", *content))
        results = must_be_sarif(json.loads(report.read_bytes()))["results"]
        prints.append(
            [
                one["partialFingerprints"]
                for one in results
                if one["properties"]["game"] == record.id
            ]
        )
    assert prints[0] == prints[1]
