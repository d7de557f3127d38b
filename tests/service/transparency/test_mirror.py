"""``carolus mirror``: a copy of the log of a running service, and what it proves."""

from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import pytest
from click.testing import CliRunner, Result

from domain.record.jws import Jwk, to_base64url
from domain.transparency.following import CHECKPOINT, Fetch, Misbehaved, MissingTile, files_of
from domain.transparency.notes import BadNote, read_note
from domain.transparency.tiles import ENTRIES, BadTile, bundle, tile_at
from service.cli import main
from service.transparency.remote import LogUnreachable, last_in, mirror, over_http
from tests.support.http.client import good, start
from tests.support.http.plain import plain_client
from tests.support.servers.served import Served
from tests.support.servers.witnesses import answering
from tests.transparency.logs import Cosigner, LogInMemory
from tests.transparency.test_following import fetching


def jwks_of(log: LogInMemory) -> list[Jwk]:
    """Return the key of a log."""
    return [Jwk("Ed25519", "OKP", to_base64url(log.key.public))]


def files(log: LogInMemory, changes: Callable[[str, bytes], bytes] | None = None) -> Fetch:
    """Return the files of a log, also its entries; ``changes`` are those of a liar."""
    others = fetching(log, log.note())

    def fetch(path: str) -> bytes:
        if path.startswith("tile/entries/"):
            tile = tile_at("entries", path.removeprefix("tile/entries/"))
            assert tile is not None
            first = tile.number * 256
            content = bundle(log.leaves[first : first + tile.width])
        else:
            content = others(path)
        return content if changes is None else changes(path, content)

    return fetch


def test_a_mirror_has_all_files(tmp_path: Path) -> None:
    """It grows with the log, and fetches nothing twice."""
    log = LogInMemory()
    log.grow(300)
    mirror(files(log), jwks_of(log), tmp_path)
    assert last_in(tmp_path) == log.checkpoint()
    log.grow(500)
    fetched: list[str] = []

    def noting(path: str, content: bytes) -> bytes:
        fetched.append(path)
        return content

    found = mirror(files(log, noting), jwks_of(log), tmp_path)
    assert last_in(tmp_path) == found.checkpoint == log.checkpoint()
    # Once to compare the checkpoints, but not again for the copy.
    assert fetched.count("tile/0/000") == 0
    for tile in files_of(800):
        content = (tmp_path / tile.path).read_bytes()
        if tile.level == ENTRIES:
            assert content == bundle(log.leaves[tile.number * 256 :][: tile.width])
        else:
            assert content == log.read(tile).content


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("tile/0/000", "tile_does_not_match"),
        ("tile/0/001", "tile_does_not_match"),
        ("tile/entries/000", "entries_do_not_match"),
        ("tile/entries/002.p/88", "entries_do_not_match"),
        ("tile/0/002.p/88", "tiles_do_not_match"),
        ("tile/1/000.p/2", "tiles_do_not_match"),
    ],
)
def test_files_that_do_not_fit(tmp_path: Path, path: str, reason: str) -> None:
    """Whichever file is wrong, the mirror keeps no new checkpoint."""
    log = LogInMemory()
    log.grow(600)

    def lie(asked: str, content: bytes) -> bytes:
        return content[:-1] + bytes([content[-1] ^ 1]) if asked == path else content

    with pytest.raises((BadTile, Misbehaved), match=reason):
        mirror(files(log, lie), jwks_of(log), tmp_path)
    assert last_in(tmp_path) is None


def test_files_that_are_cut_off_or_missing(tmp_path: Path) -> None:
    """The error names the file."""
    log = LogInMemory()
    log.grow(300)

    def short(path: str, content: bytes) -> bytes:
        return content[:-1] if path.startswith("tile/entries/001") else content

    def gone(path: str, content: bytes) -> bytes:
        if path.startswith("tile/entries/001"):
            raise MissingTile(path)
        return content

    with pytest.raises(BadTile, match=r"entry_is_truncated.*tile/entries/001\.p/44"):
        mirror(files(log, short), jwks_of(log), tmp_path)
    with pytest.raises(BadTile, match=r"tile_is_missing.*tile/entries/001\.p/44"):
        mirror(files(log, gone), jwks_of(log), tmp_path)


def test_a_log_that_does_not_continue_the_copy(tmp_path: Path) -> None:
    """The copy stays, and the error says what the log did."""
    log, rewritten, other = LogInMemory(), LogInMemory(), LogInMemory("carolus.example/other")
    log.grow(300)
    rewritten.grow(400, "other")
    other.grow(400)
    mirror(files(log), jwks_of(log), tmp_path)
    short = LogInMemory()
    short.grow(299)
    for liar, reason in (
        (rewritten, "not_consistent"),
        (short, "checkpoint_goes_backward"),
        (other, "unknown_origin"),
    ):
        with pytest.raises((Misbehaved, BadNote), match=reason):
            mirror(files(liar), jwks_of(liar), tmp_path)
        assert last_in(tmp_path) == log.checkpoint()


def test_servers_that_do_not_answer() -> None:
    """The error has the address."""

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("checkpoint"):
            return httpx.Response(503)
        raise httpx.ConnectError("nobody is there")

    with httpx.Client(transport=httpx.MockTransport(answer)) as client:
        fetch = over_http("http://play.example/", client)
        with pytest.raises(
            LogUnreachable, match=r"play\.example/v1/transparency/checkpoint: status"
        ):
            fetch("checkpoint")
        with pytest.raises(LogUnreachable, match="nobody is there"):
            fetch("tile/0/000")


def test_the_command_says_who_cosigned(tmp_path: Path) -> None:
    """It refuses a checkpoint if the line of a witness is false."""
    log, club, other = LogInMemory(), Cosigner("club.example/w"), Cosigner("other.example/w", 8)
    log.grow(3)
    keys = tmp_path / "jwks.json"
    keys.write_bytes(msgspec.json.encode({"keys": jwks_of(log)}))
    note = club.cosigned(log.note(), 1_767_225_600)
    fetch = files(log, lambda path, content: str(note).encode() if path == CHECKPOINT else content)

    def answer(path: str, _: bytes) -> tuple[int, dict[str, str], bytes]:
        return 200, {}, fetch(path.removeprefix("/v1/transparency/"))

    with answering(answer) as address:
        words = ["mirror", "--keys", f"{keys}", address, f"{tmp_path / 'copy'}"]
        words += ["--cosigner", club.key.vkey, "--cosigner", other.key.vkey]
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0, result.output
        said = "cosigned by club.example/w at 2026-01-01T00:00:00Z, by its own clock"
        assert said in result.stderr
        assert "not cosigned by other.example/w" in result.stderr
        line = club.cosigned(log.note(2), 1_767_225_600).signatures[-1]
        note = log.note()._replace(signatures=(*log.note().signatures, line))
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 1
        assert "cosignature_does_not_verify" in result.stderr
    assert read_note((tmp_path / "copy" / CHECKPOINT).read_bytes()) != note


@pytest.mark.process
def test_the_command_follows_a_running_service(tmp_path: Path) -> None:
    """From the first game to an audit with the copy."""
    archive, keys, copy = tmp_path / "games.ndjson", tmp_path / "jwks.json", tmp_path / "mirror"

    def run(*words: object) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words])

    with Served(tmp_path) as served:
        served.start()
        with plain_client(served.url) as http:
            for count in (4, 7):
                table = start(http)
                good(table.act(0, {"type": "resign"}))
                keys.write_bytes(http.get("/.well-known/jwks.json").content)
                result = run("mirror", "--keys", keys, served.url, copy)
                assert result.exit_code == 0, result.output
                assert f"{count} leaves of carolus/" in result.stderr
            lines = http.get("/v1/records", headers={"Accept": "application/x-ndjson"})
            archive.write_bytes(lines.content)
        audited = run("audit", "--keys", keys, "--log", copy, "--expect", 2, archive)
        assert audited.exit_code == 0, audited.output
        assert "RC-LOG" not in audited.output
        nobody = run("mirror", "--keys", keys, "http://127.0.0.1:9", copy)
        assert nobody.exit_code == 1
        assert "the log was not followed" in nobody.output
        keys.write_text("{}")
        assert run("mirror", "--keys", keys, served.url, copy).exit_code == 2
