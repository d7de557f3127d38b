"""``carolus audit``: its output for people and machines, and its exit status."""

import json
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace
from zstandard import ZstdCompressor

from domain.record.jws import thumbprint
from domain.record.record import AnyRecord, write_record
from domain.rulesets.carolus_magnus.actions import RollDice
from domain.table.actions import Resign, TakeSeat
from service.access.signing import Signer, jwk_of
from service.archives.auditing import PIECE_BYTES
from service.cli import main
from tests.support.games.continued import continued, played
from tests.support.proof.records import records
from tests.support.proof.records import signed as signed_by
from tests.support.proof.short_games import short_game
from tests.support.run.long import long_after
from tests.support.servers.rights import without_roots_rights
from tests.support.servers.terminal import CAROLUS

RECORDS = records()
TRUE = RECORDS["2-castle-goal"]
FALSE = msgspec.structs.replace(RECORDS["3-castle-goal"], head="0" * 64)
CLOSED = [("audit", "--json"), ("results", "--csv")]
"""Commands that need standard output."""


def archive(path: Path, *content: AnyRecord | bytes) -> Path:
    """Write an archive of these lines."""
    lines = [one if isinstance(one, bytes) else write_record(one) for one in content]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def audit(*words: str | Path, given: bytes = b"") -> Result:
    """Run the command in this process; it accepts games that nobody vouches for."""
    return audit_signed("--unsigned", *words, given=given)


def audit_signed(*words: str | Path, given: bytes = b"") -> Result:
    """Run the command in this process."""
    asked = ["audit", *map(str, words), "--language", "en", "--jobs", "1"]
    return CliRunner().invoke(main, asked, input=given, prog_name="carolus")


def content(result: Result) -> list[Any]:
    """Return the lines of JSON on standard output."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_valid_records(tmp_path: Path) -> None:
    result = audit(archive(tmp_path / "games.ndjson", *RECORDS.values()))
    assert result.exit_code == 0
    assert f"All {len(RECORDS)} records are valid." in result.stdout
    assert "decisions a second" in result.stdout


def test_invalid_records_are_named(tmp_path: Path) -> None:
    """File, line, entry, rule and facts; the other records are audited, too."""
    path = archive(tmp_path / "games.ndjson", TRUE, FALSE, b'{"format": 1}', RECORDS["4-aborted"])
    result = audit(path)
    assert result.exit_code == 1
    assert "2 records of 4 are valid." in result.stdout
    assert f"{path}, line 2: game {FALSE.id} is invalid" in result.stdout
    assert f"derived {RECORDS['3-castle-goal'].head}" in result.stdout
    assert f"{path}, line 3: not a record" in result.stdout


def test_the_entry_is_named(tmp_path: Path) -> None:
    """By its number, with the rule of the game in the requested language."""
    cut = msgspec.structs.replace(TRUE, entries=(*TRUE.entries[:9], *TRUE.entries[10:]))
    result = audit(archive(tmp_path / "games.ndjson", cut))
    assert "entry 9: CM-" in result.stdout
    assert "The record is invalid." in result.stdout


def test_json(tmp_path: Path) -> None:
    """One line for each record or fault; the summary comes last."""
    result = audit("--json", archive(tmp_path / "games.ndjson", TRUE, FALSE, b"{"))
    assert result.exit_code == 1
    first, second, third, last = content(result)
    assert (first["valid"], first["game"], first["head"]) == (True, TRUE.id, TRUE.head)
    assert first["findings"][0]["rule"] == "RC-SIGN-3"
    assert second["findings"][0]["facts"]["recorded"] == "0" * 64
    assert (third["game"], third["findings"][0]["rule"]) == (None, "RC-FORM-1")
    assert (last["summary"]["records"], last["summary"]["broken"]) == (3, 2)
    assert last["summary"]["valid"] is False


def test_reports(tmp_path: Path) -> None:
    """JSON lines and JUnit in parallel, chosen by the names of the files."""
    path = archive(tmp_path / "gämes & more.ndjson", TRUE, FALSE, b"\xff\x00")
    lines, junit = tmp_path / "report.jsonl", tmp_path / "report.xml"
    assert audit("--report", lines, "--report", junit, path).exit_code == 1
    assert [json.loads(line).get("valid") for line in lines.read_bytes().splitlines()] == [
        True,
        False,
        False,
        None,
    ]
    suite = ET.parse(junit).getroot()  # noqa: S314 - our own output
    assert suite.attrib["tests"] == "3"
    assert suite.attrib["failures"] == "2"
    cases = suite.findall("testcase")
    assert [len(case.findall("failure")) for case in cases] == [0, 1, 1]
    assert cases[1].attrib["classname"] == str(path)
    assert "RC-HEAD-1" in cases[1].findall("failure")[0].attrib["message"]
    assert sorted(tmp_path.iterdir()) == sorted([path, lines, junit])


def test_an_unknown_kind_of_report(tmp_path: Path) -> None:
    result = audit("--report", tmp_path / "report.pdf", archive(tmp_path / "a.ndjson", TRUE))
    assert result.exit_code == 2
    assert "the name of a report ends in .jsonl, .ndjson, .xml, .sarif" in result.stderr


def test_a_report_that_cannot_be_written(tmp_path: Path) -> None:
    result = audit("--report", tmp_path / "no" / "a.xml", archive(tmp_path / "a.ndjson", TRUE))
    assert result.exit_code == 2
    assert "the audit could not finish" in result.stderr


def test_a_report_does_not_overwrite_the_archive(tmp_path: Path) -> None:
    """Nor the keys, nor what it reads from standard input, nor a file that the next audit reads."""
    (tmp_path / "games").mkdir()
    path = archive(tmp_path / "games" / "week.ndjson", TRUE)
    keys = tmp_path / "keys.sarif.json"
    keys.write_text('{"keys": []}')
    before = path.read_bytes()
    for words in (
        ("--report", path, path),
        ("--report", path, path.parent),
        ("--report", path.with_name("new.jsonl"), path.parent),
        ("--keys", keys, "--report", keys, path),
        ("--report", tmp_path / "a.xml", "--report", tmp_path / "a.xml", path),
    ):
        assert audit(*words).exit_code == 2, words
    assert (path.read_bytes(), keys.read_text()) == (before, '{"keys": []}')
    report = path.with_name("report.jsonl")
    assert audit("--report", report, path.parent).exit_code == 0
    assert audit("--report", report, path.parent).exit_code == 0, "it can be repeated"


@pytest.mark.process
def test_a_report_does_not_overwrite_standard_input(tmp_path: Path, carolus: str) -> None:
    path = archive(tmp_path / "games.ndjson", TRUE)
    before = path.read_bytes()
    with path.open("rb") as given:
        command = [carolus, "audit", "--unsigned", "--report", str(path), "-"]
        assert (
            subprocess.run(command, stdin=given, capture_output=True, check=False).returncode == 2
        )
    assert path.read_bytes() == before


@pytest.mark.parametrize("words", CLOSED)
def test_standard_output_may_be_closed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
) -> None:
    """Python then has none. Status 1 would mean that a record is invalid."""
    path = archive(tmp_path / "games.ndjson", TRUE)
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit) as ended:
        main([*words, "--unsigned", str(path)], prog_name="carolus")
    said = capsys.readouterr().err
    assert (ended.value.code, said.count("\n")) == (2, 1)
    assert "standard output is closed" in said


@pytest.mark.long
@pytest.mark.process
@pytest.mark.parametrize("words", CLOSED)
def test_a_shell_may_close_standard_output(tmp_path: Path, words: tuple[str, ...]) -> None:
    path = archive(tmp_path / "games.ndjson", TRUE)
    command = ["sh", "-c", 'exec "$@" >&-', "sh", str(CAROLUS), *words, "--unsigned", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "standard output is closed" in done.stderr


def test_an_empty_path_is_not_this_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a variable of a script that is not set."""
    archive(tmp_path / "games.ndjson", TRUE)
    monkeypatch.chdir(tmp_path)
    result = audit("")
    assert result.exit_code == 2
    assert '"": there is no such file or folder' in result.stdout


def test_an_unfinished_copy_does_not_hide_a_game_from_the_statistics(tmp_path: Path) -> None:
    """Anybody can make one from public data."""
    cut = msgspec.structs.replace(
        TRUE, entries=TRUE.entries[:9], outcome=None, head=None, signature=None
    )
    cut = msgspec.structs.replace(cut, chance=msgspec.structs.replace(cut.chance, secret=None))
    alone = archive(tmp_path / "alone.ndjson", TRUE)
    with_copy = archive(tmp_path / "copy.ndjson", cut, TRUE)
    one, other = (
        content(audit("--statistics", "--json", path))[-1]["statistics"]
        for path in (alone, with_copy)
    )
    assert one == other


def test_a_missing_game_is_noticed_with_expect(tmp_path: Path) -> None:
    """Nothing else shows that it is missing. A duplicate counts once."""
    path = archive(tmp_path / "games.ndjson", TRUE, TRUE, RECORDS["4-aborted"])
    assert audit("--expect", "2", path).exit_code == 0
    result = audit("--expect", "3", path)
    assert result.exit_code == 1
    assert "2 valid games found, 3 expected." in result.stdout
    junit, sarif = tmp_path / "report.xml", tmp_path / "report.sarif"
    audit("--expect", "3", "--report", junit, "--report", sarif, path)
    failure = ET.parse(junit).getroot().find(".//failure")  # noqa: S314 - our own output
    assert failure is not None
    assert failure.attrib["message"] == "2 valid games found, 3 expected."
    (run,) = json.loads(sarif.read_bytes())["runs"]
    assert [one["ruleId"] for one in run["results"] if one["level"] == "error"] == [
        "expected-games"
    ]


def test_skipped_files_are_reported(tmp_path: Path) -> None:
    """The person who hands a folder to an organiser chooses the names of its files."""
    archive(tmp_path / "games.ndjson", TRUE)
    archive(tmp_path / "lost.ndjson.xz", FALSE)
    result = audit(tmp_path)
    assert result.exit_code == 0
    assert "1 file or folder skipped, not archives by their names:" in result.stdout
    assert f"  {tmp_path / 'lost.ndjson.xz'}\n" in result.stdout


def test_folders_standard_input_and_zstd(tmp_path: Path) -> None:
    """All in one call."""
    (tmp_path / "final").mkdir()
    (tmp_path / "final" / "one.json").write_bytes(msgspec.json.format(write_record(TRUE)))
    (tmp_path / "final" / "notes.md").write_text("not an archive")
    packed = ZstdCompressor().compress(write_record(RECORDS["4-aborted"]) + b"\n")
    (tmp_path / "final" / "more.ndjson.zst").write_bytes(packed)
    result = audit("--json", tmp_path / "final", "-", given=write_record(RECORDS["2-stalled"]))
    assert result.exit_code == 0
    assert [line["source"] for line in content(result)[:-1]] == [
        str(tmp_path / "final" / "more.ndjson.zst"),
        str(tmp_path / "final" / "one.json"),
        "standard input",
    ]
    assert content(result)[-1]["summary"]["passed_over"] == 1


@pytest.mark.parametrize("there", [[], [TRUE]])
def test_a_missing_path(tmp_path: Path, there: Sequence[AnyRecord]) -> None:
    """The other files are audited, but the exit status says that the call was wrong."""
    result = audit(tmp_path / "nowhere.ndjson", archive(tmp_path / "a.ndjson", *there))
    assert result.exit_code == 2
    assert "there is no such file or folder" in result.stdout


def test_nothing_to_audit(tmp_path: Path) -> None:
    result = audit(archive(tmp_path / "empty.ndjson"))
    assert result.exit_code == 2
    assert "No record was found." in result.stdout


def test_files_without_records_are_reported_in_one_line_each(tmp_path: Path) -> None:
    """However many lines they have."""
    files = [archive(tmp_path / name, *[b"words"] * 40) for name in ("one.md", "other.md")]
    result = audit(*files)
    assert result.exit_code == 2
    for file, line in zip(files, result.stdout.splitlines(), strict=True):
        assert line.startswith(f"{file}: no record was found (line 1: not JSON: ")


@pytest.mark.parametrize("record", [TRUE, FALSE], ids=["valid", "invalid"])
def test_next_to_a_record_each_invalid_line_is_reported(tmp_path: Path, record: AnyRecord) -> None:
    """Including the lines before it."""
    path = archive(tmp_path / "games.ndjson", b"words", b"?", record, b"more")
    result = audit(path)
    for line in (1, 2, 4):
        assert f"{path}, line {line}: not a record" in result.stdout


def test_a_truncated_archive(tmp_path: Path) -> None:
    """Everything before the break is audited, and the break is reported."""
    path = tmp_path / "games.ndjson.zst"
    packed = ZstdCompressor().compress(b"\n".join(map(write_record, RECORDS.values())))
    path.write_bytes(packed[:-100])
    result = audit(path)
    assert result.exit_code == 1
    assert "the compressed data ends in the middle" in result.stdout


def test_statistics(tmp_path: Path) -> None:
    path = archive(tmp_path / "games.ndjson", *RECORDS.values())
    result = audit("--statistics", path)
    assert result.exit_code == 0
    assert "Dice and lots:" in result.stdout
    assert "Statistics cannot detect foresight: " in " ".join(result.stdout.split())
    assert "Scores against expectation by player" in result.stdout
    last = content(audit("--statistics", "--json", path))[-1]
    assert last["statistics"]["rulesets"][0]["ruleset"] == "carolus-magnus@1"
    trials = last["statistics"]["rulesets"][0]["trials"]
    finished = [one for one in RECORDS.values() if one.outcome is not None]
    names = {seat.name for record in finished for seat in record.seats if seat.name}
    assert names <= {one["player"]["name"] for one in trials["by_player"]}
    for by in ("by_seat", "by_player"):
        assert sum(one["trials"] for one in trials[by]) == sum(
            isinstance(entry.action, RollDice)
            for record in RECORDS.values()
            if record.outcome is not None or record is RECORDS["4-aborted"]
            for entry in record.entries
        )
        assert {one["name"] for one in trials[by]} == {"crowns"}
    assert "Statistics cannot detect foresight: " in last["statistics"]["trials"]["words"]


def signed(record: AnyRecord, key: Ed25519PrivateKey) -> AnyRecord:
    return signed_by(record, Signer(key))


def kid(key: Ed25519PrivateKey) -> str:
    """Return the thumbprint of a key."""
    return thumbprint(jwk_of(key.public_key()))


def keys(path: Path, key: Ed25519PrivateKey) -> Path:
    """Write the public part of a key in the format of the service."""
    path.write_bytes(msgspec.json.encode({"keys": [jwk_of(key.public_key())]}))
    return path


def test_keys(tmp_path: Path) -> None:
    """With published keys, a game that is unsigned or signed by another key is invalid."""
    mine, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    published = keys(tmp_path / "jwks.json", mine)
    path = archive(tmp_path / "a.ndjson", signed(TRUE, mine), signed(RECORDS["2-stalled"], other))
    assert audit(path).exit_code == 0
    result = audit_signed("--json", "--keys", published, path)
    assert result.exit_code == 1
    first, second, last = content(result)
    assert [(one["rule"], one["weight"]) for one in first["findings"]] == [("RC-LOG-5", "note")]
    assert (first["signed_by"], first["vouched_by"]) == (kid(mine), "key")
    assert {one["reason"] for one in second["findings"]} == {"key_is_not_published", "no_proof"}
    rules = [(one["weight"], one["rule"]) for one in second["findings"]]
    breaches = [("breach", one) for one in ("RC-SIGN-3", "RC-SIGN-6", "RC-SIGN-6")]
    assert rules == [*breaches, ("note", "RC-LOG-5")]
    assert (second["signed_by"], second["vouched_by"]) == (None, None)
    assert (last["summary"]["vouched"], last["summary"]["unvouched"]) == (1, 0)
    both = ("--keys", published, "--keys", keys(tmp_path / "other.json", other))
    assert audit_signed(*both, path).exit_code == 0
    pinned = ("--key-thumbprint", kid(mine), "--key-thumbprint", kid(other))
    assert audit_signed(*pinned, path).exit_code == 0
    assert audit_signed(*pinned[:2], path).exit_code == 1


def test_without_keys_nobody_vouches_for_the_games(tmp_path: Path) -> None:
    """The records are valid, but the audit fails, signed or not: anyone can make a key and sign."""
    key = Ed25519PrivateKey.generate()
    path = archive(tmp_path / "a.ndjson", signed(TRUE, key), RECORDS["2-stalled"])
    junit = tmp_path / "report.xml"
    result = audit_signed("--report", junit, path)
    assert result.exit_code == 1
    assert "All 2 records are valid." in result.stdout
    assert "Nobody vouches for 2 games: without keys of the service" in result.stdout
    assert "--unsigned" in result.stdout
    suite = ET.parse(junit).getroot()  # noqa: S314 - our own output
    assert (suite.attrib["tests"], suite.attrib["failures"]) == ("3", "1")
    assert "Nobody vouches" in suite.findall("testcase/failure")[0].attrib["message"]
    first, second, last = content(audit_signed("--json", path))
    assert (first["valid"], first["signed_by"], first["vouched_by"]) == (True, kid(key), "nobody")
    assert (second["valid"], second["signed_by"], second["vouched_by"]) == (True, None, "nobody")
    assert (last["summary"]["valid"], last["summary"]["unvouched"]) == (False, 2)
    accepted = audit_signed("--unsigned", "--json", path)
    assert accepted.exit_code == 0
    assert [line.get("vouched_by") for line in content(accepted)] == ["option", "option", None]


def test_named_games_may_be_unsigned(tmp_path: Path) -> None:
    """Without keys, or with keys that vouch for the others; other games are not accepted."""
    key = Ed25519PrivateKey.generate()
    published = keys(tmp_path / "jwks.json", key)
    real, other = RECORDS["2-stalled"], RECORDS["3-castle-goal"]
    path = archive(tmp_path / "a.ndjson", signed(TRUE, key), real)
    named = ("--unsigned-game", real.id)
    assert audit_signed("--keys", published, path).exit_code == 1
    assert audit_signed("--keys", published, *named, path).exit_code == 0
    assert audit_signed("--keys", published, "--unsigned", path).exit_code == 0
    alone = audit_signed(*named, path)
    assert alone.exit_code == 1
    assert "Nobody vouches for the game:" in alone.stdout
    assert audit_signed(*named, "--unsigned-game", TRUE.id, path).exit_code == 0
    mistaken = audit_signed("--keys", published, *named, "--unsigned-game", other.id, path)
    assert mistaken.exit_code == 0
    assert mistaken.stderr == f"--unsigned-game {other.id}: there is no such game\n"


def test_a_game_is_vouched_for_after_a_record_from_before_its_end(tmp_path: Path) -> None:
    """An earlier export in the archive does not hide the signature of the whole game."""
    key = Ed25519PrivateKey.generate()
    unknown = msgspec.structs.replace(TRUE.chance, secret=None)
    free = tuple(msgspec.structs.replace(one, name=None, entropy="") for one in TRUE.seats)
    begun = msgspec.structs.replace(
        TRUE, entries=TRUE.entries[:1], chance=unknown, head=None, outcome=None, seats=free
    )
    path = archive(tmp_path / "a.ndjson", begun, signed(TRUE, key), signed(TRUE, key))
    result = audit_signed("--json", "--key-thumbprint", kid(key), "--unfinished", path)
    assert result.exit_code == 0
    summary = content(result)[-1]["summary"]
    assert (summary["games"], summary["vouched"], summary["unvouched"]) == (1, 1, 0)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--key-thumbprint", "abc"], "'abc' is not the thumbprint of a key"),
        (["--key-thumbprint", "ä" * 43], "is not the thumbprint of a key"),
        (["--unsigned-game", "no such id"], "'no such id' is not the id of a game"),
        (["--unfinished"], "--unfinished needs --keys or --key-thumbprint"),
        (["--unfinished", "--unsigned"], "--unfinished needs --keys or --key-thumbprint"),
    ],
)
def test_wrong_usage(tmp_path: Path, words: list[str], why: str) -> None:
    """The command says what is wrong, and audits nothing."""
    result = audit_signed(*words, archive(tmp_path / "a.ndjson", TRUE))
    assert result.exit_code == 2
    assert why in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_a_signature_of_another_game(tmp_path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    token = signed(RECORDS["2-stalled"], key).signature
    swapped = msgspec.structs.replace(TRUE, signature=token)
    broken = msgspec.structs.replace(RECORDS["4-aborted"], signature="e30.e30.e30")
    result = audit("--json", archive(tmp_path / "a.ndjson", swapped, broken))
    first, second, _ = content(result)
    assert first["findings"][0]["rule"] == "RC-SIGN-2"
    assert second["findings"][0]["rule"] == "RC-SIGN-1"


@pytest.mark.parametrize("text", ["", "{}", '{"keys": []}', "<html>"])
def test_a_file_without_keys(tmp_path: Path, text: str) -> None:
    (tmp_path / "jwks.json").write_text(text)
    result = audit_signed("--keys", tmp_path / "jwks.json", archive(tmp_path / "a.ndjson", TRUE))
    assert result.exit_code == 2
    assert "jwks.json" in result.stderr


def test_text_from_records_is_escaped_for_the_terminal(tmp_path: Path) -> None:
    """Control characters in names and ids are escaped."""
    seats = (msgspec.structs.replace(TRUE.seats[0], name="\x1b[2J"), TRUE.seats[1])
    result = audit(archive(tmp_path / "a.ndjson", msgspec.structs.replace(TRUE, seats=seats)))
    assert result.exit_code == 1
    assert "\x1b" not in result.stdout
    assert "[2J" in result.stdout


@pytest.mark.process
def test_as_a_process(tmp_path: Path, carolus: str) -> None:
    """On all cores, and with a reader that closes standard output early."""
    path = archive(tmp_path / "a.ndjson", *RECORDS.values(), FALSE)
    done = subprocess.run([carolus, "audit", path], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "RC-HEAD-1" in done.stdout
    assert done.stderr == ""
    command = f'"{carolus}" audit --json "{path}" | head -c 10'
    cut = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert cut.stdout == '{"source":'
    assert "Traceback" not in cut.stderr


@pytest.mark.long
@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="children are looked up in /proc")
@pytest.mark.parametrize("how", long_after(1, [signal.SIGTERM, signal.SIGKILL]))
def test_a_killed_audit_leaves_nothing_behind(tmp_path: Path, how: signal.Signals) -> None:
    """Its child processes end with it; after SIGTERM, no half-written report stays."""
    whole = b"".join(write_record(one) + b"\n" for one in RECORDS.values())
    report = tmp_path / "report.jsonl"
    command = [str(CAROLUS), "audit", "--unsigned", "--jobs", "2", "--report", str(report), "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        assert running.stdin is not None
        # Enough for the child processes to start; then it waits for more.
        running.stdin.write(whole * (1 + 8 * PIECE_BYTES // len(whole)))
        running.stdin.flush()
        children = wait_for(lambda: children_of(running.pid), at_least=2)
        running.send_signal(how)
        running.wait(30)
    wait_for(lambda: [child for child in children if not is_running(child)], at_least=len(children))
    if how is signal.SIGTERM:
        assert running.returncode == 2
        assert list(tmp_path.iterdir()) == []


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="root is asked to obey in the way of Linux")
def test_unreadable_files_and_folders(tmp_path: Path) -> None:
    """They are reported, and the rest is audited."""
    folder = tmp_path / "games"
    (folder / "a").mkdir(parents=True)
    for name in ("a/x.ndjson", "b.ndjson", "c.ndjson"):
        archive(folder / name, TRUE)
    (folder / "b.ndjson").chmod(0)
    (folder / "a").chmod(0)
    try:
        done = subprocess.run(
            [str(CAROLUS), "audit", "--unsigned", "--json", str(folder)],
            preexec_fn=without_roots_rights,
            capture_output=True,
            check=False,
        )
    finally:
        (folder / "a").chmod(stat.S_IRWXU)
    *content, _ = map(json.loads, done.stdout.splitlines())
    assert [one["source"] for one in content] == [
        str(folder / name) for name in ("a", "b.ndjson", "c.ndjson")
    ]
    assert [one.get("reason") for one in content] == ["unreadable", "unreadable", None]
    assert done.returncode == 2  # the unreadable files were not audited


def wait_for(look: Callable[[], list[int]], at_least: int) -> list[int]:
    """Return the result once it has at least this many elements."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        found = look()
        if len(found) >= at_least:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{look()} after a minute")


def children_of(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    """Return whether a process is running; a zombie is not."""
    try:
        content = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return content.rpartition(")")[2].split()[0] != "Z"


# --- copies of a game --------------------------------------------------------------------------

KEY = Ed25519PrivateKey.generate()
GAME = "game-1"
PEOPLE = (TakeSeat(0, name="Ana"), TakeSeat(1, name="Bea"))
PLAYED = signed(short_game(GAME, PEOPLE, (0, Resign())), KEY)
FORGED = short_game(GAME, PEOPLE, (1, Resign()))
CUT = short_game(GAME, PEOPLE, None)
THIEF = short_game("thief", PEOPLE, (1, Resign()))
"""Another game with the secret of the first, which is public after its end."""


@pytest.mark.parametrize("option", [("--unsigned",), ("--unsigned-game", GAME)])
@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("first", ["played", "forged"])
def test_a_forgery_that_an_option_accepts_does_not_displace_a_signed_game(
    tmp_path: Path, first: str, copies: int, option: tuple[str, ...]
) -> None:
    """Whatever their order: the signed game counts, and each forged copy is a breach."""
    games = [*[FORGED] * copies, PLAYED]
    path = archive(tmp_path / "a.ndjson", *(games if first == "forged" else reversed(games)))
    result = audit_signed("--json", "--key-thumbprint", kid(KEY), *option, path)
    assert result.exit_code == 1
    *lines, last = content(result)
    verdicts = {line["line"]: line for line in lines}
    of_signed = verdicts.pop(copies + 1 if first == "forged" else 1)
    assert (of_signed["valid"], of_signed["vouched_by"]) == (True, "key")
    assert of_signed["outcome"]["winners"] == ["black"]
    for verdict in verdicts.values():
        assert (verdict["valid"], verdict["outcome"], verdict["vouched_by"]) == (False, None, None)
        (breach,) = (one for one in verdict["findings"] if one["weight"] == "breach")
        assert (breach["rule"], breach["reason"]) == ("RC-ONE-1", "game_has_another_head")
        assert breach["facts"] == {
            "other": f"{path}, line {of_signed['line']}",
            "head": PLAYED.head,
        }
    counts = {name: last["summary"][name] for name in ("records", "games", "broken", "vouched")}
    assert counts == {"records": copies + 1, "games": 1, "broken": copies, "vouched": 1}
    assert {
        "weight": "breach",
        "rule": "RC-ONE-1",
        "reason": "game_has_another_head",
        "records": copies,
    } in last["summary"]["remarks"]


@pytest.mark.parametrize("first", ["played", "thief"])
def test_a_forged_game_with_the_secret_of_a_signed_one_is_the_breach(
    tmp_path: Path, first: str
) -> None:
    """The secret is public after the end; anyone can make another game with it."""
    games = (PLAYED, THIEF) if first == "played" else (THIEF, PLAYED)
    words = ("--key-thumbprint", kid(KEY), "--unsigned", archive(tmp_path / "a.ndjson", *games))
    result = audit_signed("--json", *words)
    *lines, last = content(result)
    valid = {line["game"]: line["valid"] for line in lines}
    assert valid == {GAME: True, "thief": False}
    assert (last["summary"]["games"], last["summary"]["broken"]) == (1, 1)
    assert audit_signed(*words).stdout.count("game thief is invalid") == 1


def test_reports_say_that_a_copy_was_displaced(tmp_path: Path) -> None:
    """Each in its form: a failed case, and one result for each finding."""
    path = archive(tmp_path / "a.ndjson", FORGED, PLAYED)
    junit, sarif = tmp_path / "report.xml", tmp_path / "report.sarif"
    options = ("--key-thumbprint", kid(KEY), "--unsigned", "--report", junit, "--report", sarif)
    result = audit_signed(*options, path)
    assert f"{path}, line 1: game {GAME} is invalid" in result.stdout
    assert "1 record of 2 are valid." in result.stdout
    suite = ET.parse(junit).getroot()  # noqa: S314 - our own output
    cases = suite.findall("testcase")
    assert (suite.attrib["tests"], suite.attrib["failures"]) == (str(len(cases)), "1")
    assert [case.attrib["name"] for case in cases if case.find("failure") is not None] == [
        f"line 1, game {GAME}"
    ]
    (run,) = json.loads(sarif.read_bytes())["runs"]
    found = [
        (
            one["ruleId"],
            one["level"],
            one["locations"][0]["physicalLocation"]["region"]["startLine"],
        )
        for one in run["results"]
    ]
    assert len(found) == len(set(found))
    assert ("RC-ONE-1", "error", 1) in found


@pytest.mark.parametrize("copies", [(CUT, PLAYED), (PLAYED, CUT)])
@pytest.mark.parametrize("terms", [("--unfinished",), ("--unsigned",)])
def test_whether_a_game_is_vouched_for_does_not_depend_on_order(
    tmp_path: Path, copies: tuple[AnyRecord, AnyRecord], terms: tuple[str, ...]
) -> None:
    """The copy that counts decides."""
    path = archive(tmp_path / "a.ndjson", *copies, *copies)
    result = audit_signed("--json", "--key-thumbprint", kid(KEY), *terms, path)
    assert result.exit_code == 0
    summary = content(result)[-1]["summary"]
    names = ("records", "games", "vouched", "unvouched", "unfinished")
    assert [summary[name] for name in names] == [4, 1, 1, 0, 0]


def test_an_unsigned_copy_does_not_take_the_signature_from_a_game(tmp_path: Path) -> None:
    """The same game, once without its signature: the signed copy counts."""
    bare = msgspec.structs.replace(PLAYED, signature=None)
    for copies in ((bare, PLAYED), (PLAYED, bare)):
        path = archive(tmp_path / "a.ndjson", *copies)
        result = audit_signed("--json", "--key-thumbprint", kid(KEY), "--unsigned", path)
        assert result.exit_code == 0
        summary = content(result)[-1]["summary"]
        assert (summary["games"], summary["vouched"], summary["unvouched"]) == (1, 1, 0)


def test_unfinished_games_are_counted_not_their_copies(tmp_path: Path) -> None:
    other = short_game("game-2", PEOPLE, None, secret=b"2" * 32)
    path = archive(tmp_path / "a.ndjson", CUT, CUT, FORGED, other, other)
    summary = content(audit("--json", path))[-1]["summary"]
    assert (summary["records"], summary["games"], summary["unfinished"]) == (5, 2, 1)
    assert "1 game not finished." in audit(path).stdout


def test_a_game_without_a_valid_record_does_not_count(tmp_path: Path) -> None:
    """Neither once nor, as its broken copies used to, several times."""
    path = archive(tmp_path / "a.ndjson", TRUE, FALSE, FALSE, TRUE)
    result = audit("--json", "--expect", "1", path)
    summary = content(result)[-1]["summary"]
    assert (summary["records"], summary["games"], summary["broken"]) == (4, 1, 2)
    assert "1 valid game found, 2 expected." in audit("--expect", "2", path).stdout


@pytest.mark.parametrize("reverse", [False, True])
def test_statistics_count_the_copy_that_counts(tmp_path: Path, *, reverse: bool) -> None:
    """Whatever was accepted before or after it."""
    alone = archive(tmp_path / "alone.ndjson", PLAYED)
    games = [FORGED, THIEF, PLAYED]
    both = archive(tmp_path / "both.ndjson", *(reversed(games) if reverse else games))
    words = ("--json", "--statistics", "--key-thumbprint", kid(KEY), "--unsigned")
    one, other = (content(audit_signed(*words, path))[-1]["statistics"] for path in (alone, both))
    assert one == other


def test_a_game_that_continues_another_is_compared_with_it(tmp_path: Path) -> None:
    """The archive is read twice; standard input cannot be, and a note says so."""
    source = played()
    true = continued(source, name="true")
    false = continued(source, replace(source.continues, head="0" * 64), name="false")
    path = archive(tmp_path / "games.ndjson", true, source.record, false)
    *records_, last = content(audit("--json", path))
    assert [one["line"] for one in records_] == [2, 1, 3]
    assert [one["valid"] for one in records_] == [True, True, False]
    assert records_[1]["continues"] == {"game": "source", "version": source.continues.version}
    (finding,) = (one for one in records_[2]["findings"] if one["rule"] == "RC-ORIGIN-1")
    assert finding["facts"]["other"] == f"{path}, line 2"
    assert (last["summary"]["games"], last["summary"]["broken"]) == (2, 1)
    assert "RC-ORIGIN-1" in audit(path).stdout
    piped = content(audit("--json", "-", given=path.read_bytes()))
    reasons = [one["reason"] for line in piped[1:3] for one in line["findings"]]
    assert reasons.count("source_was_not_read_again") == 2
