"""Test reading files, folders and standard input, with everything that can be wrong with them."""

import os
import re
import sys
import threading
from io import BytesIO
from pathlib import Path

import pytest
from zstandard import ZstdCompressor

from service.archives.compression import Progress
from service.archives.record_lines import SENTENCES, ReadFault, RecordLine, in_words
from service.archives.sources import SUFFIXES, lines, name_of, named, size

ONE = b'{"format":"carolus-record/1","id":"one"}'
TWO = b'{"format":"carolus-record/1","id":"two"}'


def put(folder: Path, *names: str, data: bytes = ONE) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def sources(*paths: Path, progress: Progress | None = None) -> list[str]:
    """Return the names of the sources, all of which must be readable."""
    found = list(lines(paths, progress=progress))
    assert all(isinstance(item, RecordLine) for item in found)
    return [item.source for item in found]


def sentences(*paths: Path) -> list[str]:
    return [item.sentence for item in lines(paths) if isinstance(item, ReadFault)]


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    """The reader takes all files beneath it by suffix, and lists hidden and other ones."""
    put(tmp_path, *(f"b/{number:02}{suffix}" for number, suffix in enumerate(SUFFIXES)))
    put(tmp_path, "a game.json", "c.NDJSON", "b/deeper/still/x.json", "z")
    put(tmp_path, ".hidden.json", ".git/x.json", "b/notes.md", data=b"never read")
    os.mkfifo(tmp_path / "pipe.json")
    progress = Progress()
    expected = [
        "a game.json",
        *(f"b/{number:02}{suffix}" for number, suffix in enumerate(SUFFIXES)),
        "b/deeper/still/x.json",
        "c.NDJSON",
    ]
    assert sources(tmp_path, progress=progress) == [str(tmp_path / name) for name in expected]
    assert len(progress.sources) == len(expected)
    skipped = {".hidden.json", ".git", "b/notes.md", "pipe.json", "z"}
    assert set(progress.passed_over) == {str(tmp_path / name) for name in skipped}
    assert progress.bytes_read == size([tmp_path]) == len(expected) * len(ONE)


def test_a_named_file_is_read_whatever_it_is_called(tmp_path: Path) -> None:
    """It may even be hidden, or compressed without such a suffix."""
    put(tmp_path, ".games.txt", data=ZstdCompressor().compress(ONE + b"\n" + TWO))
    file = tmp_path / ".games.txt"
    assert (
        list(lines([file, str(file)]))
        == [
            RecordLine(str(file), 1, ONE),
            RecordLine(str(file), 2, TWO),
        ]
        * 2
    )
    assert size([file, file]) == 2 * file.stat().st_size


def test_the_name_does_not_decide_about_compression(tmp_path: Path) -> None:
    """The first bytes show it."""
    put(tmp_path, "plain.json.zst")
    assert list(lines([tmp_path])) == [RecordLine(str(tmp_path / "plain.json.zst"), 1, ONE)]


def test_a_missing_file(tmp_path: Path) -> None:
    """The reader reports it, and reads the rest."""
    put(tmp_path, "good/x.json")
    (tmp_path / "good" / "a.json").symlink_to(tmp_path / "gone")
    found = list(lines([tmp_path / "bad.json", tmp_path / "good"]))
    assert [item.sentence for item in found if isinstance(item, ReadFault)] == [
        f"{tmp_path}/bad.json: there is no such file or folder",
        f"{tmp_path}/good/a.json: there is no such file or folder",
    ]
    assert found[-1] == RecordLine(str(tmp_path / "good" / "x.json"), 1, ONE)
    assert size([tmp_path / "bad.json", tmp_path / "good"]) == len(ONE)


def test_a_name_that_no_system_accepts() -> None:
    """The reader reports it like any other."""
    assert sentences(Path("a\0b")) == ["a\\x00b: cannot be read: embedded null byte"]


def test_reading_that_fails_on_the_way() -> None:
    """The reader keeps what came before, and reports the system's message."""

    class Failing(BytesIO):
        def read1(self, _size: int | None = -1, /) -> bytes:
            if self.tell():
                raise OSError(5, "Input/output error")
            return self.read(len(ONE) + 1)

    found = list(lines(["-"], stdin=Failing(ONE + b"\n" + TWO)))
    assert found[0] == RecordLine("standard input", 1, ONE)
    (fault,) = found[1:]
    assert isinstance(fault, ReadFault)
    assert fault.sentence == "standard input, line 2: cannot be read: Input/output error"


def test_links_that_lead_in_a_circle(tmp_path: Path) -> None:
    """Links to a folder above, to themselves and in a cycle are reported; nothing is read twice."""
    put(tmp_path, "a/x.json", "b/y.json")
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "b" / "itself.json").symlink_to(tmp_path / "b" / "itself.json")
    (tmp_path / "again").symlink_to(tmp_path / "a")
    found = list(lines([tmp_path]))
    assert [item.source for item in found if isinstance(item, RecordLine)] == [
        str(tmp_path / "a" / "x.json"),
        str(tmp_path / "b" / "y.json"),
    ]
    faults = [item.sentence for item in found if isinstance(item, ReadFault)]
    assert faults[0] == f"{tmp_path}/a/up: links back to a folder that contains it"
    assert faults[1].startswith(f"{tmp_path}/b/itself.json: cannot be read: Too many levels")
    assert len(faults) == 2


def test_a_folder_with_more_paths_than_time(tmp_path: Path) -> None:
    """Each folder contains two links to the next, forty deep; the reader reads each folder once."""
    for depth in range(40):
        folder = tmp_path / f"{depth}"
        put(folder, "x.json")
        for link in ("left", "right"):
            (folder / link).symlink_to(tmp_path / f"{depth + 1}")
    put(tmp_path / "40", "x.json")
    assert len(sources(tmp_path / "0")) == 41


@pytest.mark.long
def test_folders_nested_deeply(tmp_path: Path) -> None:
    """They may be as deep as the system allows."""
    folder = tmp_path
    for _ in range(1500):
        folder /= "d"
        folder.mkdir()
    put(folder, "x.json")
    try:
        assert len(sources(tmp_path)) == 1
    finally:  # pytest cannot remove folders so deep
        (folder / "x.json").unlink()
        while folder != tmp_path:
            folder.rmdir()
            folder = folder.parent


def test_an_empty_folder_is_reported(tmp_path: Path) -> None:
    """Otherwise everything in it would seem to be in order."""
    put(tmp_path, "notes.md")
    (sentence,) = sentences(tmp_path)
    assert sentence == (
        f"{tmp_path}: no file in this folder ends in "
        ".json, .ndjson, .jsonl, .carolus.txt, "
        ".json.zst, .ndjson.zst, .jsonl.zst, .carolus.txt.zst, "
        ".json.gz, .ndjson.gz, .jsonl.gz, .carolus.txt.gz"
    )


def test_odd_names(tmp_path: Path) -> None:
    """The reader escapes them, so that every terminal and every JSON parser accepts them."""
    odd = [b"\xff\xfe.json", b"a b.json", "ñ.json".encode(), b"new\nline.json", b"\x1b[31m.json"]
    folder = os.fsencode(tmp_path)
    for name in odd:
        Path(os.fsdecode(folder + b"/" + name)).write_bytes(ONE)
    assert sources(tmp_path) == [
        f"{tmp_path}/{name}"
        for name in ("\\x1b[31m.json", "a b.json", "new\\x0aline.json", "ñ.json", "\\xff\\xfe.json")
    ]
    assert name_of(Path(os.fsdecode(b"\xff"))).encode() == b"\\xff"


@pytest.mark.parametrize(
    "names",
    [
        (b"new\nline", rb"new\nline", rb"new\x0aline", rb"new\\nline"),
        (b"\x85", "\x85".encode(), rb"\x85", rb"\xc2\x85"),
        (b"\xc3\xa9", b"\xe9", rb"\xe9", b"e\xcc\x81"),
        ("\u2028".encode(), rb"\u2028", rb"\xe2\x80\xa8", b"\xe2\x80"),
        (b"\x1b", rb"\x1b", rb"\\x1b", rb"\\\x1b"),
    ],
)
def test_no_two_files_have_one_name(names: tuple[bytes, ...]) -> None:
    """Each name is printable, and shows which bytes it stands for."""
    shown = [name_of(Path(os.fsdecode(name))) for name in names]
    assert len(set(shown)) == len(names)
    assert all(one.isprintable() and one.encode() for one in shown)
    assert [as_bytes(one) for one in shown] == list(names)


def as_bytes(shown: str) -> bytes:
    """Return the bytes that an escaped name stands for."""
    escape = re.compile(rb"\\(?:\\|x([0-9a-f]{2}))")
    return escape.sub(
        lambda one: bytes.fromhex(one[1].decode()) if one[1] else b"\\", shown.encode()
    )


def test_standard_input_is_not_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files with its names are distinguished from it."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path, "-", "standard input", '""')
    found = list(lines(["-", "./-", "standard input", './/""', ""], stdin=BytesIO(ONE)))
    assert [one.source for one in found] == [
        "standard input",
        "./-",
        "./standard input",
        './""',
        '""',
    ]
    assert [named(path) for path in ("-", "./-", "standard input", '""', "", "a//b")] == [
        "-",
        "./-",
        "./standard input",
        './""',
        '""',
        "a/b",
    ]


@pytest.mark.parametrize("compress", [False, True])
def test_standard_input(*, compress: bool) -> None:
    """It may be plain or compressed; its size is unknown."""
    data = ONE + b"\n" + TWO
    stream = BytesIO(ZstdCompressor().compress(data) if compress else data)
    assert list(lines(["-"], stdin=stream)) == [
        RecordLine("standard input", 1, ONE),
        RecordLine("standard input", 2, TWO),
    ]
    assert size(["-"]) is None


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell can close it."""
    monkeypatch.setattr(sys, "stdin", None)
    (fault,) = lines(["-"])
    assert isinstance(fault, ReadFault)
    assert fault.sentence == "standard input: cannot be read: it is closed"


def test_a_pipe_gives_its_lines_as_they_come(tmp_path: Path) -> None:
    """A named pipe, as a shell creates for ``<(…)``, yields each line as it arrives."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    taken = threading.Event()

    def feed() -> None:
        with pipe.open("wb", buffering=0) as out:
            out.write(ONE + b"\n")
            taken.wait(timeout=30)
            out.write(TWO)

    feeder = threading.Thread(target=feed)
    feeder.start()
    assert size([pipe]) is None
    reading = lines([pipe])
    assert next(reading) == RecordLine(str(pipe), 1, ONE)
    taken.set()
    assert list(reading) == [RecordLine(str(pipe), 2, TWO)]
    feeder.join()


def test_every_reason_is_in_the_reference() -> None:
    """Users can look up the code."""
    page = Path(__file__).parents[2] / "docs" / "reference" / "archives.md"
    text = page.read_text(encoding="utf-8")
    assert [reason for reason in SENTENCES if f"| `{reason}` |" not in text] == []


def test_sizes_for_people() -> None:
    """Round sizes are in large units, others in bytes."""
    assert [in_words(size) for size in (8 << 20, 3 << 10, 1025, 7)] == [
        "8 MiB",
        "3 KiB",
        "1025 bytes",
        "7 bytes",
    ]


def test_keys_and_reports_next_to_archives_are_not_records(tmp_path: Path) -> None:
    """The reader skips them in a folder, and reads them if they are named."""
    others = ["jwks.json", "report.jsonl", "report.ndjson", "report.sarif.json"]
    for name in others:
        (tmp_path / name).write_bytes(b"{}")
    (tmp_path / "games.ndjson").write_bytes(b"{}")
    (tmp_path / "final-report.jsonl").write_bytes(b"{}")
    progress = Progress()
    found = list(lines([tmp_path], progress=progress))
    assert [Path(one.source).name for one in found] == ["final-report.jsonl", "games.ndjson"]
    names = sorted(Path(one).name for one in progress.passed_over)
    assert names == others
    assert len(list(lines([tmp_path / "jwks.json"]))) == 1
