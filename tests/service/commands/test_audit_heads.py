"""``carolus audit --heads``: statements that others hold, against archives and each other."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from domain.links import name_of
from domain.record.jws import thumbprint
from domain.record.record import AnyRecord, write_record
from domain.record.statement import Call, Receipt, SignedHead, TournamentStatement, of_kind
from service.access.record_verifier import RecordVerifier
from service.access.signing import Signer, jwk_of
from service.archives.statements import LINE_BYTES_MAX
from service.cli import main
from tests.support.proof.records import records, signed, steps_of
from tests.support.storage.stores import SIGNER, SIGNING_KEY

KID = thumbprint(jwk_of(SIGNING_KEY.public_key()))
STRANGER = Signer(Ed25519PrivateKey.from_private_bytes(bytes(31) + b"1"))
GAMES = [signed(records()[name], SIGNER) for name in ("2-castle-goal", "3-castle-goal")]
FIRST, SECOND = GAMES


def archive(path: Path, *content: AnyRecord) -> Path:
    """Write an archive."""
    path.write_bytes(b"".join(write_record(one) + b"\n" for one in content))
    return path


def kept(path: Path, *lines: str) -> Path:
    """Write a file of statements."""
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def audit(heads: Path, *words: str | Path, keys: bool = True) -> Result:
    """Run the command with the key of the games."""
    trusted = ["--key-thumbprint", KID] if keys else ["--unsigned"]
    asked = ["audit", *trusted, "--heads", heads, *words, "--language", "en", "--jobs", "1"]
    return CliRunner().invoke(main, list(map(str, asked)), prog_name="carolus")


def content(result: Result) -> list[Any]:
    """Return the lines of JSON on standard output."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def head(record: AnyRecord, version: int, **members: Any) -> str:
    """Return the signed head of a game at a version, perhaps with a lie."""
    step, event = next(
        (step, event)
        for step in steps_of(record)
        for event in step.logged
        if event.version == version
    )
    true = SignedHead(at=step.entry.at, game=record.id, head=event.hash.hex(), version=version)
    return SIGNER.sign(replace(true, **members))


def test_true_statements_pass(tmp_path: Path) -> None:
    """Receipts, heads and final statements; empty lines and spaces are ignored."""
    path = archive(tmp_path / "games.ndjson", *GAMES)
    lines = [*FIRST.receipts, "", f"  {head(SECOND, 9)}  ", str(SECOND.signature)]
    result = audit(kept(tmp_path / "kept.txt", *lines), path)
    assert result.exit_code == 0, result.output
    assert "All 2 records are valid." in result.stdout
    assert "Compared with 4 signed statements that others hold." in result.stdout


def test_a_contradicted_record_is_a_breach_in_every_report(tmp_path: Path) -> None:
    """With game, version, both heads and the key; the other record passes."""
    path = archive(tmp_path / "games.ndjson", *GAMES)
    heads = kept(tmp_path / "kept.txt", head(SECOND, 9), head(FIRST, 9, head="0" * 64))
    reports = [tmp_path / name for name in ("r.jsonl", "r.xml", "r.sarif")]
    words = [word for report in reports for word in ("--report", report)]
    result = audit(heads, *words, path)
    assert result.exit_code == 1
    assert f"{path}, line 1: game {FIRST.id} is invalid" in result.stdout
    assert "RC-HELD-1" in result.stdout
    assert "1 record of 2 are valid." in result.stdout
    first, second, last = (json.loads(line) for line in reports[0].read_bytes().splitlines())
    finding, note = first["findings"]
    assert (note["weight"], note["rule"]) == ("note", "RC-LOG-5")
    facts = finding["facts"]
    assert (finding["weight"], finding["rule"]) == ("breach", "RC-HELD-1")
    assert (facts["key"], facts["statement"]) == (KID, f"{heads}, line 2")
    assert (facts["signed"]["version"], facts["signed"]["head"]) == (9, "0" * 64)
    assert facts["derived"]["head"] == steps_head(FIRST, 9)
    assert second["valid"]
    assert last["run"]["options"]["heads"] == [str(heads)]
    assert (last["summary"]["statements"], last["summary"]["proved_by_statements"]) == (2, 0)
    suite = ET.parse(reports[1]).getroot()  # noqa: S314 - our own output
    assert [one.attrib["type"] for one in suite.iter("failure")] == ["RC-HELD-1"]
    (run,) = json.loads(reports[2].read_bytes())["runs"]
    errors = [one["ruleId"] for one in run["results"] if one["level"] == "error"]
    assert errors == ["RC-HELD-1"]


def steps_head(record: AnyRecord, version: int) -> str:
    """Return the hash of an event."""
    logged = (event for step in steps_of(record) for event in step.logged)
    return next(event.hash.hex() for event in logged if event.version == version)


def test_statements_contradict_each_other_without_a_record(tmp_path: Path) -> None:
    """Nobody needs the game, or any archive."""
    heads = kept(tmp_path / "kept.txt", head(FIRST, 9), head(FIRST, 9, head="0" * 64))
    report = tmp_path / "r.xml"
    alone = audit(heads, "--report", report)
    assert alone.exit_code == 1
    assert f"{heads}, line 2: game {FIRST.id}" in alone.stdout
    assert "RC-HELD-2: No two signed statements about a game or tournament" in alone.stdout
    assert "1 breach follows from these statements alone." in alone.stdout
    (failure,) = ET.parse(report).getroot().iter("failure")  # noqa: S314 - our own output
    assert failure.attrib["type"] == "RC-HELD-2"
    line, last = content(audit(heads, "--json"))
    assert (line["valid"], line["game"], line["line"]) == (False, FIRST.id, 2)
    assert line["finding"]["facts"]["other_statement"] == f"{heads}, line 1"
    assert last["summary"]["valid"] is False
    agreeing = audit(kept(tmp_path / "kept.txt", head(FIRST, 9), head(FIRST, 10)))
    assert agreeing.exit_code == 0
    assert "Compared with 2 signed statements" in agreeing.stdout


def test_a_started_game_that_is_missing_is_a_breach(tmp_path: Path) -> None:
    """A game that was only opened is a note; with calls, only its name is known."""
    path = archive(tmp_path / "games.ndjson", SECOND)
    opened, started = FIRST.receipts
    only_opened = audit(kept(tmp_path / "kept.txt", opened), path)
    assert only_opened.exit_code == 0
    assert "1 statement: note, opened game is missing (RC-HELD-3)" in only_opened.stdout
    result = audit(kept(tmp_path / "kept.txt", opened, started), path)
    assert result.exit_code == 1
    assert f"line 2: game {FIRST.id}" in result.stdout
    assert "RC-HELD-3" in result.stdout
    receipt = of_kind(RecordVerifier().verify(started), Receipt)
    name = name_of(FIRST.id, receipt.commitment).hex()
    called = SIGNER.sign(Call(at=receipt.at, head=receipt.head, moment=1, name=name))
    assert audit(kept(tmp_path / "kept.txt", called), path).exit_code == 1
    both = archive(tmp_path / "games.ndjson", *GAMES)
    assert audit(kept(tmp_path / "kept.txt", opened, started, called), both).exit_code == 0


def test_lines_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    """By their numbers; the others are used, and the records audited."""
    path = archive(tmp_path / "games.ndjson", *GAMES)
    foreign = STRANGER.sign(of_kind(RecordVerifier().verify(FIRST.receipts[0]), Receipt))
    heads = kept(
        tmp_path / "kept.txt",
        "signed, Charles 👑",
        foreign,
        "a" * (LINE_BYTES_MAX + 10),
        f"{FIRST.receipts[0][:-4]}AAAA",
        head(FIRST, 9, head="0" * 64),
    )
    result = audit(heads, "--json", path)
    assert result.exit_code == 1
    lines = content(result)
    faults = {one["line"]: one["reason"] for one in lines if one.get("reason")}
    assert faults == {1: "not_signed", 3: "line_too_long", 4: "not_signed"}
    notes = [one for one in lines if "finding" in one]
    assert [(one["line"], one["valid"], one["finding"]["rule"]) for one in notes] == [
        (2, True, "RC-HELD-4")
    ]
    broken = [one["game"] for one in lines if "findings" in one and not one["valid"]]
    assert broken == [FIRST.id]
    assert lines[-1]["summary"]["statements"] == 1
    only_foreign = audit(kept(tmp_path / "kept.txt", foreign), path)
    assert only_foreign.exit_code == 0
    assert "1 statement: note, key is not published (RC-HELD-4)" in only_foreign.stdout


def test_a_file_without_statements_is_one_error(tmp_path: Path) -> None:
    """Someone named the wrong file: its first line says enough, however many follow."""
    path = archive(tmp_path / "games.ndjson", *GAMES)
    wrong = kept(tmp_path / "wrong.txt", "", "# Notes", *["some prose"] * 40)
    result = audit(wrong, "--json", path)
    assert result.exit_code == 1
    (fault,) = [one for one in content(result) if "reason" in one]
    assert (fault["line"], fault["reason"], fault["facts"]["line"]) == (None, "no_statement", 2)
    assert fault["message"].startswith(
        f"{wrong}: no signed statement was found (line 2: not a signed statement: "
    )


def test_statements_need_keys_and_something_to_compare(tmp_path: Path) -> None:
    """Anyone could have signed a statement by an unknown key."""
    path = archive(tmp_path / "games.ndjson", *GAMES)
    heads = kept(tmp_path / "kept.txt", *FIRST.receipts)
    refused = audit(heads, path, keys=False)
    assert refused.exit_code == 2
    assert "--heads needs --keys or --key-thumbprint" in refused.stderr
    assert audit(kept(tmp_path / "empty.txt")).exit_code == 2
    replaced = audit(heads, "--report", heads.rename(tmp_path / "kept.jsonl"), path)
    assert replaced.exit_code == 2


@pytest.mark.long
def test_all_processes_know_the_statements(tmp_path: Path) -> None:
    """A large archive is audited by several processes."""
    games = [GAMES[number % 2] for number in range(300)]
    path = archive(tmp_path / "games.ndjson", *games)
    heads = kept(tmp_path / "kept.txt", head(FIRST, 9, head="0" * 64))
    words = ["audit", "--key-thumbprint", KID, "--heads", heads, "--jobs", "2", "--json", path]
    result = CliRunner().invoke(main, list(map(str, words)))
    rules = [
        finding["rule"]
        for one in map(msgspec.json.decode, result.stdout.splitlines())
        for finding in one.get("findings", ())
        if finding["weight"] == "breach"
    ]
    assert rules == ["RC-HELD-1"] * 150


def test_a_tournament_is_missed_next_to_games(tmp_path: Path) -> None:
    """Its statement is signed, and no ``--tournament`` has the record."""
    path = archive(tmp_path / "games.ndjson", *GAMES)
    ended = TournamentStatement(FIRST.entries[0].at, "0" * 64, None, "aborted", "club", 3, ())
    heads = kept(tmp_path / "kept.txt", head(SECOND, 9), SIGNER.sign(ended))
    result = audit(heads, "--json", path)
    assert result.exit_code == 1
    (one,) = [one for one in content(result) if "finding" in one]
    assert (one["line"], one["game"], one["valid"]) == (2, None, False)
    assert one["finding"]["reason"] == "started_tournament_is_missing"
    assert one["finding"]["facts"]["signed"]["tournament"] == "club"
    # Without records, statements are only compared with each other.
    assert audit(heads).exit_code == 0
