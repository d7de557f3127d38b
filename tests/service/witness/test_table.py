"""The table of a witness: on disk before it is used, and what is noticed when it is lost.

A restored table is worse than a lost one. Each test says what of a loss is detected.
"""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.links import BadLink, KnownLink
from service.witness.giving import LinkRefused
from service.witness.table import FILE, MARK, Table, Unusable
from tests.service.witness.conftest import Opened, OpenWitness
from tests.service.witness.test_giving import give, register
from tests.support.servers.witnesses import HEADS, NAME


def closed(opened: Opened, moment: int) -> bool:
    """Whether the game gets no more links."""
    try:
        give(opened.witness, moment, HEADS[moment])
    except LinkRefused as problem:
        return (problem.name, problem.reason) == ("game-closed", "earlier_epoch")
    return False


def played(opened: Opened, last: int = 3) -> None:
    """Give links for the moments of a game."""
    register(opened.witness)
    for moment in range(1, last + 1):
        give(opened.witness, moment, HEADS[moment])


def test_a_lost_table_gives_nothing_for_running_games(
    open_witness: OpenWitness, tmp_path: Path
) -> None:
    """Even if the service registers the game again: the chain cannot be made again."""
    opened = open_witness()
    tip = register(opened.witness)
    link = give(opened.witness, 1, HEADS[1])
    opened.close()
    (tmp_path / FILE).unlink()
    again = open_witness()
    assert again.table.began
    with pytest.raises(LinkRefused, match="unknown-name"):
        give(again.witness, 2, HEADS[2])
    assert register(again.witness).link != tip.link
    other = give(again.witness, 1, HEADS[2])
    assert other.link != link.link
    with pytest.raises(BadLink, match="link_does_not_fit"):
        KnownLink(NAME, 128, bytes.fromhex(tip.link)).followed_by(1, bytes.fromhex(other.link))


def test_a_folder_with_the_old_keys_alone_is_a_new_witness(
    open_witness: OpenWitness, tmp_path: Path
) -> None:
    opened = open_witness()
    tip = register(opened.witness)
    opened.close()
    (tmp_path / FILE).unlink()
    (tmp_path / MARK).unlink()
    again = open_witness()
    assert register(again.witness).link != tip.link
    assert again.keys.published == opened.keys.published


def test_an_older_table_is_noticed(open_witness: OpenWitness, tmp_path: Path) -> None:
    """What it gave it gives again; nothing more for its games; new games are welcome."""
    opened = open_witness()
    played(opened, 2)
    second = opened.witness.given(NAME.hex(), 2)
    opened.close()
    shutil.copy(tmp_path / FILE, tmp_path / "backup")
    give(open_witness().witness, 3, HEADS[3])
    opened = open_witness()
    opened.close()
    shutil.copy(tmp_path / "backup", tmp_path / FILE)
    assert open_witness().table.began
    again = open_witness()
    assert not again.table.began, "one epoch begins, not one at every start"
    assert closed(again, 3)
    assert give(again.witness, 2, HEADS[2]) == second
    register(again.witness, HEADS[5])
    assert give(again.witness, 1, HEADS[1], HEADS[5]).moment == 1
    assert not open_witness().table.began


def test_a_table_of_another_life_is_noticed(open_witness: OpenWitness, tmp_path: Path) -> None:
    """Restored twice: the second copy has more rows than the mark counts, or as many."""
    played(open_witness(), 1)
    open_witness().close()
    shutil.copy(tmp_path / FILE, tmp_path / "early")
    give(open_witness().witness, 2, HEADS[2])
    open_witness().close()
    shutil.copy(tmp_path / FILE, tmp_path / "late")
    shutil.copy(tmp_path / "early", tmp_path / FILE)
    for number in range(3):
        register(open_witness().witness, HEADS[10 + number])
        open_witness().close()
    shutil.copy(tmp_path / "late", tmp_path / FILE)
    again = open_witness()
    assert again.table.began
    assert closed(again, 3)


@pytest.mark.parametrize(
    "change",
    [
        lambda mark: mark.unlink(),
        lambda mark: mark.write_text(""),
        lambda mark: mark.write_text("not a mark at all"),
        lambda mark: mark.write_bytes(b"\xff"),
        lambda mark: mark.write_text(mark.read_text().replace(" 4", " 5")),
        lambda mark: mark.write_text(mark.read_text().replace(" 4", " 2")),
        lambda mark: mark.write_text("00" * 32 + " 4\n"),
    ],
    ids=["missing", "empty", "no-number", "no-text", "ahead", "behind", "of-another"],
)
def test_a_mark_that_does_not_fit_closes_the_games(
    open_witness: OpenWitness, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    played(open_witness())
    open_witness().close()
    mark = tmp_path / MARK
    assert mark.read_text().endswith(" 4\n")
    change(mark)
    again = open_witness()
    assert again.table.began
    assert closed(again, 4)


def test_a_mark_one_row_behind_is_a_crash(open_witness: OpenWitness, tmp_path: Path) -> None:
    """The process ended between the row and the mark, so nobody had the link yet."""
    played(open_witness())
    open_witness().close()
    mark = tmp_path / MARK
    mark.write_text(mark.read_text().replace(" 4", " 3"))
    again = open_witness()
    assert not again.table.began
    assert mark.read_text().endswith(" 4\n")
    assert not closed(again, 4)


def test_another_key_of_chains_closes_the_games(open_witness: OpenWitness, tmp_path: Path) -> None:
    played(open_witness())
    open_witness().close()
    (tmp_path / "chains.key").write_bytes(bytes(32))
    again = open_witness()
    assert again.table.began
    assert closed(again, 4)


def test_a_whole_folder_from_a_backup_needs_the_option(
    open_witness: OpenWitness, tmp_path: Path
) -> None:
    """Nothing in the folder shows its age; the operator must say so."""
    played(open_witness())
    open_witness().close()
    shutil.copytree(tmp_path, tmp_path / "copy", ignore=lambda *_: ["copy"])
    assert not open_witness(tmp_path / "copy").table.began
    again = open_witness(tmp_path / "copy", restored=True)
    assert again.table.began
    assert closed(again, 4)


def test_no_row_leaves_before_the_mark_counts_it(
    open_witness: OpenWitness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fills up between row and mark: no link, and the same one later."""
    witness = open_witness().witness
    register(witness)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("service.witness.table.put_again", full)
        for _ in range(3):
            with pytest.raises(Unusable, match="No space left"):
                give(witness, 1, HEADS[1])
        with pytest.raises(Unusable, match="No space left"):
            witness.given(NAME.hex(), 1)
        assert (tmp_path / MARK).read_text().endswith(" 1\n")
    first = give(witness, 1, HEADS[1])
    assert (tmp_path / MARK).read_text().endswith(" 2\n")
    assert witness.given(NAME.hex(), 1) == first
    assert not open_witness().table.began


def test_commits_wait_for_the_disk(open_witness: OpenWitness) -> None:
    """SQLite writes its log to disk before a commit returns."""
    connection = open_witness().table._connection
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    (synchronous,) = connection.execute("PRAGMA synchronous").fetchone()
    assert (mode, synchronous) == ("wal", 2)


def test_the_database_itself_keeps_one_head_for_a_moment(open_witness: OpenWitness) -> None:
    opened = open_witness()
    register(opened.witness)
    give(opened.witness, 1, HEADS[1])
    row = opened.table.at(NAME.hex(), 1)
    assert row is not None
    with pytest.raises(Unusable, match="UNIQUE"):
        opened.table.add(row)


def test_one_process_at_a_time(open_witness: OpenWitness, tmp_path: Path) -> None:
    opened = open_witness()
    with pytest.raises(Unusable, match="another process uses"):
        Table(tmp_path, opened.keys.chains, 0)
    register(opened.witness)


@pytest.mark.parametrize(
    ("content", "expected"),
    [(b"no database at all" * 100, "not a database"), (None, "is not the table of a witness")],
)
def test_a_file_of_another_program_is_left_alone(
    tmp_path: Path, content: bytes | None, expected: str
) -> None:
    file = tmp_path / FILE
    if content is None:
        with sqlite3.connect(file) as other:
            other.execute("CREATE TABLE notes (text)")
        other.close()
    else:
        file.write_bytes(content)
    before = file.read_bytes()
    with pytest.raises(Unusable, match=expected):
        Table(tmp_path, bytes(32), 0)
    if content is not None:
        assert file.read_bytes() == before


def test_a_table_of_a_later_version_is_not_read(tmp_path: Path) -> None:
    Table(tmp_path, bytes(32), 0).close()
    with sqlite3.connect(tmp_path / FILE) as later:
        later.execute("PRAGMA user_version=3")
    later.close()
    with pytest.raises(Unusable, match="has version 3; this program reads 2"):
        Table(tmp_path, bytes(32), 0)


def test_the_files_are_private_to_their_owner(open_witness: OpenWitness, tmp_path: Path) -> None:
    played(open_witness())
    open_witness().close()
    for name in (FILE, MARK, "chains.key", "signing-keys/1.json"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0, name
