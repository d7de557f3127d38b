"""``carolus audit --complete``: no game that the transparency log lists was withheld."""

import json
from pathlib import Path
from typing import Final

import msgspec
import pytest

from domain.record.inclusion_audit import leaves_of
from domain.record.record import AnyRecord
from domain.transparency.tiles import ENTRIES, Tile, bundle
from tests.archives.test_auditing import begun
from tests.records.test_inclusion import FIRST, SECOND
from tests.records.test_tournament_proofs import WHOLE
from tests.service.commands.test_audit_witnesses import archive, audit, keys
from tests.support.proof.included import included, log_with
from tests.support.storage.stores import SIGNING_KEY
from tests.transparency.logs import LogInMemory

OPENING, END = leaves_of(WHOLE)["opening"], leaves_of(WHOLE)["end"]
"""The leaves of a tournament."""
LATER: Final = "2030-01-01"


def labelled(game: AnyRecord, label: str) -> list[bytes]:
    """Return the leaves of a game as if it had this label."""
    return [
        leaf.replace(b'"label":null', f'"label":"{label}"'.encode())
        for leaf in leaves_of(game).values()
    ]


def mirror(folder: Path, log: LogInMemory) -> Path:
    """Write a mirror with checkpoint, tiles and leaves."""
    log.write(folder)
    (folder / "checkpoint").write_text(str(log.note()))
    path = folder / Tile(ENTRIES, 0, len(log.leaves)).path
    path.parent.mkdir(parents=True)
    path.write_bytes(bundle(log.leaves))
    return folder


@pytest.fixture
def trusted(tmp_path: Path) -> tuple[str | Path, ...]:
    """Return the words that trust the service."""
    return "--keys", keys(tmp_path / "jwks.json", SIGNING_KEY)


def test_a_withheld_game_is_a_breach(tmp_path: Path, trusted: tuple[str | Path, ...]) -> None:
    """The log has its end. Without --complete, the archive may be of one event only."""
    log = log_with(FIRST, SECOND, before=3)
    copy = mirror(tmp_path / "mirror", log)
    words = (*trusted, "--log", copy)
    whole = archive(tmp_path, included(FIRST, log), included(SECOND, log))
    kept = audit(*words, "--complete", whole)
    assert kept.exit_code == 0, kept.output
    assert "Looked for 2 games that the mirrors list." in kept.stdout
    part = archive(tmp_path, included(FIRST, log))
    assert audit(*words, part).exit_code == 0
    withheld = audit(*words, "--complete", part)
    assert withheld.exit_code == 1
    assert f"game {SECOND.id}" in withheld.stdout
    assert "RC-LOG-8" in withheld.stdout
    *_, found, last = map(
        json.loads, audit(*words, "--complete", "--json", part).stdout.splitlines()
    )
    assert (found["game"], found["finding"]["reason"]) == (SECOND.id, "ended_game_is_missing")
    assert found["finding"]["facts"]["index"] == 8
    assert (last["summary"]["listed"], last["summary"]["valid"]) == (2, False)
    assert last["run"]["options"]["complete"] is True


def test_an_unfinished_record_withholds_the_end(
    tmp_path: Path, trusted: tuple[str | Path, ...]
) -> None:
    """Even if the auditor accepts unfinished games: the log has the end of this one."""
    log = log_with(FIRST, SECOND, before=3)
    words = (*trusted, "--log", mirror(tmp_path / "mirror", log), "--complete", "--unfinished")
    early = begun(msgspec.structs.replace(SECOND, signature=None, receipts=SECOND.receipts[:1]))
    withheld = audit(*words, archive(tmp_path, included(FIRST, log), early))
    assert withheld.exit_code == 1
    assert f"game {SECOND.id}" in withheld.stdout
    assert "RC-LOG-8" in withheld.stdout
    both = archive(tmp_path, early, included(FIRST, log), included(SECOND, log))
    assert "RC-LOG-8" not in audit(*words, both).stdout


def test_filters_narrow_it_to_one_event(tmp_path: Path, trusted: tuple[str | Path, ...]) -> None:
    """By the label of the opening, and the time of the end."""
    log = log_with(FIRST, before=3)
    log.append(*labelled(SECOND, "Spring Cup"))
    words = (*trusted, "--log", mirror(tmp_path / "mirror", log), "--complete")
    part = archive(tmp_path, included(FIRST, log))
    for filters, status in (
        (["--label", "Spring Cup"], 1),
        (["--label", "Autumn Cup"], 0),
        (["--from", "2000-01-01", "--to", LATER], 1),
        (["--from", LATER], 0),
        (["--to", "2000-01-01"], 0),
        (["--label", "Spring Cup", "--from", LATER], 0),
    ):
        result = audit(*words, *filters, part)
        assert result.exit_code == status, (filters, result.output)


def test_a_game_without_an_end_is_a_note(tmp_path: Path, trusted: tuple[str | Path, ...]) -> None:
    """It may still go on, so only the auditor can tell."""
    log = log_with(FIRST, before=3)
    opened, started, _ = leaves_of(SECOND).values()
    log.append(opened, started)
    part = archive(tmp_path, included(FIRST, log))
    words = (*trusted, "--log", mirror(tmp_path / "mirror", log), "--complete")
    result = audit(*words, part)
    assert result.exit_code == 0
    assert "1 statement: note, unfinished game is missing (RC-LOG-8)" in result.stdout


def test_a_mirror_that_is_not_whole_lists_nothing(
    tmp_path: Path, trusted: tuple[str | Path, ...]
) -> None:
    """A missing, short or changed file, or a checkpoint of someone else: the audit fails."""
    log = log_with(FIRST, SECOND, before=3)
    whole = archive(tmp_path, included(FIRST, log), included(SECOND, log))
    copy = mirror(tmp_path / "mirror", log)
    words = (*trusted, "--log", copy, "--complete", whole)
    assert audit(*words).exit_code == 0
    leaves = copy / Tile(ENTRIES, 0, len(log.leaves)).path
    good = leaves.read_bytes()
    for bad in (bundle(log.leaves[:-1]), bundle([*log.leaves[:-1], b"other"]), good[:-1]):
        leaves.write_bytes(bad)
        result = audit(*words)
        assert result.exit_code == 1, result.output
        assert "the leaves of the mirror cannot be read" in result.stdout
    leaves.unlink()
    assert "tile is missing" in audit(*words).stdout
    leaves.write_bytes(good)
    stranger = log_with(FIRST, SECOND, before=3, seed=5)
    (copy / "checkpoint").write_text(str(stranger.note()))
    assert "no signature by a known key" in audit(*words).stdout


def test_an_audit_for_completeness_needs_a_mirror_and_keys(
    tmp_path: Path, trusted: tuple[str | Path, ...]
) -> None:
    """Filters are for --complete only."""
    path = archive(tmp_path, FIRST)
    copy = mirror(tmp_path / "mirror", log_with(FIRST))
    for words in (
        [*trusted, "--complete", path],
        ["--unsigned", "--log", copy, "--complete", path],
        [*trusted, "--log", copy, "--label", "Spring Cup", path],
    ):
        result = audit(*words)
        assert result.exit_code == 2
        assert "need" in result.stderr


@pytest.mark.parametrize(
    ("leaves", "reason"),
    [
        ((OPENING,), "opening_without_an_end"),
        ((OPENING, END), "ended_tournament_is_not_shown"),
    ],
    ids=["opening", "end"],
)
def test_a_tournament_that_nobody_shows_is_noted(
    tmp_path: Path, trusted: tuple[str | Path, ...], leaves: tuple[bytes, ...], reason: str
) -> None:
    """An organiser opened two, and shows the kinder one: the log has the opening of the other."""
    log = log_with(FIRST, before=3)
    log.append(*leaves)
    words = (*trusted, "--log", mirror(tmp_path / "mirror", log), "--complete")
    games = archive(tmp_path, included(FIRST, log))
    done = audit(*words, "--json", games)
    assert done.exit_code == 0, done.output
    *_, found, _ = map(json.loads, done.stdout.splitlines())
    assert (found["finding"]["rule"], found["finding"]["reason"]) == ("RC-TOUR-3", reason)
    assert found["finding"]["facts"]["tournament"] == WHOLE.id
    assert f"note, {reason.replace('_', ' ')} (RC-TOUR-3)" in audit(*words, games).stdout
    record = tmp_path / "tournament.json"
    record.write_bytes(msgspec.json.encode(WHOLE))
    shown = audit(*words, "--tournament", record, games)
    assert "(RC-TOUR-3)" not in shown.stdout
    earlier = audit(*words, "--to", "2020-01-01", games)
    assert "(RC-TOUR-3)" not in earlier.stdout
