"""``carolus audit``: whose witnesses and whose logs the games of an archive have."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.record.inclusion_audit import leaves_of
from domain.record.jws import thumbprint, to_base64url
from domain.record.record import AnyRecord, write_record
from service.access.signing import jwk_of
from tests.records.test_inclusion import FIRST, NEW_KEY, NEW_KID, SECOND, cosigned
from tests.records.test_witnessed import CLUB, OPENED, STARTED, seen, with_seen
from tests.records.test_witnesses import KEY, OTHER, SERVICE, witnessed_game
from tests.support.proof.included import included, log_with
from tests.support.proof.records import signed
from tests.support.servers.commands import run
from tests.support.storage.stores import SIGNER, SIGNING_KEY
from tests.transparency.logs import Cosigner

WITNESS = thumbprint(jwk_of(KEY.public_key()))
REGISTERED_FOR = to_base64url(SERVICE)
"""The thumbprint of the key for which the witness registered the game."""


def keys(path: Path, *private: Ed25519PrivateKey) -> Path:
    """Write a JWK Set."""
    path.write_bytes(msgspec.json.encode({"keys": [jwk_of(one.public_key()) for one in private]}))
    return path


def archive(folder: Path, *games: AnyRecord) -> Path:
    """Write an archive."""
    path = folder / "games.ndjson"
    path.write_bytes(b"".join(write_record(one) + b"\n" for one in games))
    return path


def audit(*words: str | Path) -> Result:
    return run("audit", *map(str, words), "--language", "en", "--jobs", "1")


@pytest.fixture
def witnessed(tmp_path: Path) -> tuple[Path, ...]:
    """Return the words that audit a game with one witness, with all keys of its service."""
    path = archive(tmp_path, signed(witnessed_game(), SIGNER))
    return Path("--keys"), keys(tmp_path / "jwks.json", SIGNING_KEY), path


def findings(result: Result, rule: str) -> list[Any]:
    """Return the findings of a rule in the first record."""
    found = json.loads(result.stdout.splitlines()[0])["findings"]
    return [one for one in found if one["rule"] == rule]


def test_the_witness_registered_the_game_for_a_published_key(witnessed: tuple[Path, ...]) -> None:
    """Else the witness may have registered it for another service, and given it the links."""
    result = audit("--json", *witnessed)
    assert result.exit_code == 1
    (breach,) = findings(result, "RC-WITNESS-2")
    assert (breach["weight"], breach["reason"]) == ("breach", "key_is_not_published")
    assert breach["where"] == "$.entries[0].action.witnesses[0].service"
    assert breach["facts"] == {"who": 128, "witness": WITNESS, "key": REGISTERED_FOR}
    both = audit("--key-thumbprint", REGISTERED_FOR, *witnessed)
    assert both.exit_code == 0, both.output
    unsigned = audit("--json", "--unsigned", *witnessed)
    assert unsigned.exit_code == 0
    assert [one["weight"] for one in findings(unsigned, "RC-WITNESS-2")] == ["note"]
    assert findings(audit("--json", "--unsigned", witnessed[-1]), "RC-WITNESS-2") == []


def test_the_output_names_the_witnesses(witnessed: tuple[Path, ...]) -> None:
    """Without trusted keys, it says that the operator may be the witness."""
    result = audit("--unsigned", *witnessed)
    assert f"Witness {WITNESS} took part in 1 game.\n" in result.stdout
    assert "An operator can run a witness, too: pass --witness-keys FILE" in result.stdout
    record = json.loads(audit("--json", "--unsigned", *witnessed).stdout.splitlines()[0])
    assert record["witnesses"] == [WITNESS]
    invalid = json.loads(audit("--json", *witnessed).stdout.splitlines()[0])
    assert invalid["witnesses"] is None


def test_witnesses_that_are_not_trusted_are_marked(
    witnessed: tuple[Path, ...], tmp_path: Path
) -> None:
    """In the output for people, and with a note in all reports; the game stays valid."""
    stranger = ("--unsigned", "--witness-keys", keys(tmp_path / "w.json", OTHER))
    reports = [tmp_path / f"report.{kind}" for kind in ("jsonl", "xml", "sarif")]
    options = [word for path in reports for word in ("--report", path)]
    result = audit(*stranger, *options, *witnessed)
    assert result.exit_code == 0, result.output
    assert (
        f"Witness {WITNESS} took part in 1 game, and is not among --witness-keys." in result.stdout
    )
    assert "Dice of 1 game: only witnesses that you do not trust contributed" in result.stdout
    assert "unless the witness helped" not in result.stdout
    for report in reports:
        assert "RC-WITNESS-3" in report.read_text("utf-8")
    (note,) = findings(audit("--json", *stranger, *witnessed), "RC-WITNESS-3")
    assert (note["weight"], note["reason"]) == ("note", "witness_is_not_trusted")
    assert note["facts"] == {"who": 128, "witness": WITNESS}
    trusted = (*stranger, "--witness-keys", keys(tmp_path / "v.json", KEY))
    result = audit(*trusted, *witnessed)
    assert f"Witness {WITNESS} took part in 1 game.\n" in result.stdout
    assert "unless the witness helped" in result.stdout
    assert "--witness-keys" not in result.stdout
    assert findings(audit("--json", *trusted, *witnessed), "RC-WITNESS-3") == []


def test_keys_of_witnesses_that_cannot_be_read(witnessed: tuple[Path, ...], tmp_path: Path) -> None:
    """The error names the option."""
    empty = tmp_path / "empty.json"
    empty.write_text('{"keys": []}')
    result = audit("--witness-keys", empty, *witnessed)
    assert result.exit_code == 2
    assert "--witness-keys" in result.stderr
    assert "contains no Ed25519 key" in " ".join(result.stderr.split())


def test_keys_in_one_file_are_of_one_service(tmp_path: Path) -> None:
    """So are keys in files that share one: then two logs are a breach."""
    other = log_with(SECOND, origin=f"carolus/{NEW_KID}", seed=6)
    resigned = signed(msgspec.structs.replace(SECOND, receipts=(), signature=None), SIGNER)
    games = archive(tmp_path, included(FIRST, log_with(FIRST)), included(resigned, other))
    first, second = keys(tmp_path / "1.json", SIGNING_KEY), keys(tmp_path / "2.json", NEW_KEY)
    both = keys(tmp_path / "3.json", SIGNING_KEY, NEW_KEY)
    for files, status in (([first, second], 0), ([both], 1), ([first, second, both], 1)):
        words = [word for file in files for word in ("--keys", file)]
        result = audit(*words, games)
        assert result.exit_code == status, result.output
        assert ("RC-LOG-6" in result.stdout) == bool(status)


def test_cosignatures_of_the_log(tmp_path: Path) -> None:
    """The output and the reports say who cosigned and when; a missing cosignature is a note."""
    club, stranger = Cosigner("club.example/w"), Cosigner("stranger.example/w", seed=8)
    games = archive(tmp_path, cosigned(included(FIRST, log_with(FIRST)), club))
    words = ("--keys", keys(tmp_path / "jwks.json", SIGNING_KEY), games)
    result = audit("--cosigner", club.key.vkey, *words)
    assert result.exit_code == 0, result.output
    said = "club.example/w saw it with 1 game, the last time at 2026-01-01T00:00:00Z by its own"
    assert said in result.stdout
    record, last = map(
        json.loads, audit("--json", "--cosigner", club.key.vkey, *words).stdout.splitlines()
    )
    assert record["cosigned"] == [{"cosigner": club.key.vkey, "time": "2026-01-01T00:00:00Z"}]
    assert last["run"]["options"]["cosigner"] == [club.key.vkey]
    other = audit("--json", "--cosigner", stranger.key.vkey, *words)
    assert other.exit_code == 0
    (note,) = findings(other, "RC-LOG-7")
    assert (note["weight"], note["facts"]) == ("note", {"cosigner": stranger.key.vkey, "size": 3})
    assert json.loads(other.stdout.splitlines()[0])["cosigned"] == []


def test_an_audit_reports_when_witnesses_saw_the_opening(tmp_path: Path) -> None:
    """For each game, next to the first seat and the start, and in all reports."""
    log = log_with(FIRST, SECOND, before=3)
    words = ("--keys", keys(tmp_path / "jwks.json", SIGNING_KEY), "--cosigner", CLUB.key.vkey)
    reports = [tmp_path / f"report.{kind}" for kind in ("jsonl", "xml", "sarif")]
    options = [word for path in reports for word in ("--report", path)]
    before = archive(tmp_path, with_seen(seen(4, OPENED - 20, of=log), of=log))
    result = audit(*words, *options, before)
    assert result.exit_code == 0, result.output
    said = f"line 1: game {FIRST.id}: witness club.example/w saw the opening at "
    assert said in result.stdout
    assert "seconds before the first seat was taken\n" in result.stdout
    count = "Witness of the log club.example/w saw the opening of 1 game before the first seat"
    assert count in result.stdout
    (one,) = json.loads(reports[0].read_text().splitlines()[0])["opening_seen"]
    assert (one["cosigner"], one["size"]) == (CLUB.key.vkey, 4)
    assert one["seconds_to_start"] > one["seconds_to_first_seat"] >= 20
    assert all("seconds_to_first_seat" in report.read_text() for report in reports)
    for time, words_of_time in (
        (STARTED - 1, "after the first seat was taken, 1 second before the game started\n"),
        (STARTED, "in the second in which the game started\n"),
        (STARTED + 2, "2 seconds after the game started\n"),
    ):
        path = archive(tmp_path, with_seen(seen(4, time, of=log), of=log))
        assert words_of_time in audit(*words, path).stdout
    late = audit(*words, archive(tmp_path, with_seen(of=log)))
    assert "1 record: note, seen after the start (RC-LOG-7)" in late.stdout
    assert "saw the opening of 1 game later.\n" in late.stdout


def test_a_witness_whose_clock_contradicts_the_log(tmp_path: Path) -> None:
    """The record is invalid; the finding has both times."""
    log = log_with(FIRST, before=3)
    words = ("--keys", keys(tmp_path / "jwks.json", SIGNING_KEY), "--cosigner", CLUB.key.vkey)
    path = archive(tmp_path, with_seen(seen(4, OPENED - 90, of=log), of=log))
    result = audit("--json", *words, path)
    assert result.exit_code == 1
    breach, *_ = findings(result, "RC-LOG-7")
    assert (breach["weight"], breach["reason"]) == ("breach", "leaf_is_postdated")
    assert breach["where"] == "$.inclusion.witnessed[0].checkpoint"
    assert breach["facts"]["time"] < breach["facts"]["at"]
    assert audit(words[0], words[1], path).exit_code == 0, "without the key of the witness"


@pytest.mark.parametrize("key", ["club.example", log_with().key.vkey, ""])
def test_a_key_that_cosigns_nothing(key: str, witnessed: tuple[Path, ...]) -> None:
    """It is not a verifier key, or it is the key of a log."""
    result = audit("--cosigner", key, *witnessed)
    assert result.exit_code == 2
    assert "is not the verifier key of a witness" in " ".join(result.stderr.split())


def test_an_audit_fails_if_it_compared_a_record_with_no_mirror(tmp_path: Path) -> None:
    """An empty mirror, one that is too old, or a record without a checkpoint proves nothing."""
    log = log_with(FIRST, before=400)
    trusted = "--keys", keys(tmp_path / "jwks.json", SIGNING_KEY)
    empty, mirror = tmp_path / "empty", tmp_path / "mirror"
    empty.mkdir()
    log.write(mirror)
    path = archive(tmp_path, included(FIRST, log))
    assert audit(*trusted, path).exit_code == 0
    assert audit(*trusted, "--log", mirror, path).exit_code == 0
    assert audit(*trusted, "--log", empty, "--log", mirror, path).exit_code == 0
    reports = [tmp_path / name for name in ("r.jsonl", "r.xml", "r.sarif")]
    words = [word for report in reports for word in ("--report", report)]
    failed = audit(*trusted, "--log", empty, *words, path)
    assert failed.exit_code == 1
    assert "1 game was not compared with a mirror" in failed.stdout
    assert "1 record: note, tile is missing (RC-LOG-4)" in failed.stdout
    summary = json.loads(reports[0].read_text().splitlines()[-1])["summary"]
    assert (summary["valid"], summary["broken"], summary["not_compared"]) == (False, 0, 1)
    for report in reports[1:]:
        assert "1 game was not compared with a mirror" in report.read_text()
    log.append(*leaves_of(SECOND).values())
    both = archive(tmp_path, included(FIRST, log_with(FIRST, before=400)), included(SECOND, log))
    assert "1 game was not compared" in audit(*trusted, "--log", mirror, both).stdout
    bare = archive(tmp_path, FIRST)
    assert audit(*trusted, bare).exit_code == 0
    assert audit(*trusted, "--log", mirror, bare).exit_code == 1
    accepted = audit("--unsigned", "--log", mirror, archive(tmp_path, bare_of(FIRST)))
    assert accepted.exit_code == 0, accepted.output


def bare_of(record: AnyRecord) -> AnyRecord:
    """Return a record as one of a table without the service: unsigned, and in no log."""
    return msgspec.structs.replace(record, receipts=(), signature=None)
