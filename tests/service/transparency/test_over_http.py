"""The log over HTTP: checkpoint, tiles and bundles, and the proofs in records."""

import gzip
from pathlib import Path

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from domain.record.audit import audit
from domain.record.inclusion_audit import logged
from domain.record.record import read_record
from domain.record.text import read_text
from domain.transparency.checkpoints import Checkpoint, checkpoint_in
from domain.transparency.following import Misbehaved, files_of, followed
from domain.transparency.inclusion import Inclusion
from domain.transparency.notes import read_note
from domain.transparency.tiles import ENTRIES, Tile, hashed_entries, unbundled
from service.access.ed25519 import verify_bytes
from service.access.note_keys import note_keys
from service.access.record_verifier import RecordVerifier
from service.access.signing_keys import rotate_keys, signing_keys
from service.transparency.remote import over_http
from tests.support.http.client import Table, good, start
from tests.support.servers.applications import application_on
from tests.support.storage.stores import Ticks, settings_of

LOG = "/v1/transparency"


def ended(http: httpx.Client) -> Table:
    """Return a game that has ended."""
    table = start(http)
    good(table.act(0, {"type": "resign"}))
    return table


def latest(http: httpx.Client) -> Checkpoint:
    """Return the checkpoint of a service, verified by its keys."""
    note = read_note(http.get(f"{LOG}/checkpoint").content)
    keys = note_keys(checkpoint_in(note).origin, [one["x"] for one in keys_of(http)])
    return followed(over_http("", http), keys, verify_bytes, None).checkpoint


def keys_of(http: httpx.Client) -> list[dict[str, str]]:
    """Return the published keys."""
    found: list[dict[str, str]] = good(http.get("/.well-known/jwks.json"))["keys"]
    return found


def test_the_log_is_static_files(http: httpx.Client) -> None:
    """A checkpoint that caches keep for a moment, and tiles that they keep for long."""
    games = [ended(http) for _ in range(3)]
    answer = http.get(f"{LOG}/checkpoint")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=1"
    checkpoint = latest(http)
    assert checkpoint.size == 10
    assert checkpoint.origin == f"carolus/{keys_of(http)[0]['kid']}"
    tile = http.get(f"{LOG}/tile/0/000.p/10")
    assert tile.headers["content-type"] == "application/octet-stream"
    assert tile.headers["cache-control"] == "public, max-age=86400, immutable"
    assert len(tile.content) == 10 * 32
    bundle = http.get(f"{LOG}/tile/entries/000.p/10", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in bundle.headers
    entries = unbundled(Tile(ENTRIES, 0, 10), bundle.content)
    assert b"".join(hashed_entries(entries)) == tile.content
    said = [msgspec.json.decode(entry) for entry in entries]
    assert said[0]["jwk"]["x"] == keys_of(http)[0]["x"]
    formats = ["carolus-receipt/1", "carolus-receipt/1", "carolus-statement/1"]
    assert [(one["game"], one["format"]) for one in said[1:]] == [
        (table.id, kind) for table in games for kind in formats
    ]
    with http.stream("GET", bundle.url, headers={"Accept-Encoding": "gzip"}, timeout=9) as packed:
        assert packed.headers["content-encoding"] == "gzip"
        assert "Accept-Encoding" in packed.headers["vary"]
        assert gzip.decompress(b"".join(packed.iter_raw())) == bundle.content


def test_tiles_that_the_log_does_not_have_are_not_found(http: httpx.Client) -> None:
    """Tiles beyond the checkpoint, and paths that no tile has: 404, with the path."""
    ended(http)
    assert latest(http).size == 4
    for path in (
        "tile/0/000",
        "tile/0/000.p/11",
        "tile/0/001.p/1",
        "tile/1/000.p/1",
        "tile/entries/000",
        "tile/64/000.p/1",
        "tile/data/000.p/1",
        "tile/0/0",
        "tile/0/000.p/0",
        "tile/0/x000/000.p/1",
        f"tile/0/{'x999/' * 40}999",
    ):
        answer = http.get(f"{LOG}/{path}")
        assert answer.status_code == 404, path
        assert "transparency log has no tile" in answer.json()["detail"], path


def test_records_and_proofs_prove_themselves(http: httpx.Client) -> None:
    """With the keys alone, offline; the entity tag changes with the checkpoint."""
    table = ended(http)
    kids = [one["kid"] for one in keys_of(http)]
    answer = http.get(f"{table.url}/record")
    record = read_record(answer.content)
    audited, game = logged(record, audit(record, RecordVerifier(kids)), RecordVerifier(kids))
    assert game.published is not None
    assert game.published.checkpoint == latest(http)
    assert [one.rule for one in audited.findings if one.rule != "RC-DICE-5"] == []
    text = http.get(f"{table.url}/record", headers={"Accept": "text/plain"})
    assert read_text(text.content) == record
    proof = good(http.get(f"{table.url}/proof"))
    assert msgspec.convert(proof["inclusion"], Inclusion) == record.inclusion
    same = {"If-None-Match": answer.headers["etag"]}
    assert http.get(f"{table.url}/record", headers=same).status_code == 304
    ended(http)
    assert http.get(f"{table.url}/record", headers=same).status_code == 200
    verdict = good(http.post("/v1/records/check", content=answer.content))
    assert verdict["valid"]
    assert {one["rule"] for one in verdict["findings"]} <= {"RC-DICE-5"}


def test_a_running_game_has_no_leaf_of_its_end(http: httpx.Client) -> None:
    """It has those of its opening and its start."""
    table = start(http)
    for address in ("proof", "record"):
        inclusion = good(http.get(f"{table.url}/{address}"))["inclusion"]
        assert list(inclusion) == ["checkpoint", "key", "opening", "start"]


def test_a_key_can_be_rotated(tmp_path: Path) -> None:
    """The new key is a leaf before it signs; the log goes on under its name."""
    at = settings_of(tmp_path)
    with application_on(at) as app, TestClient(app) as http:
        table = ended(http)
        before = latest(http)
        record = http.get(f"{table.url}/record").content
    rotate_keys(at.folder, Ticks())
    old, new = (one.content for one in signing_keys(at.folder))
    with application_on(at) as app, TestClient(app) as http:
        after = latest(http)
        assert (after.origin, after.size) == (before.origin, before.size + 1)
        last = http.get(f"{LOG}/tile/entries/000.p/{after.size}")
        *_, entry = unbundled(Tile(ENTRIES, 0, after.size), last.content)
        assert msgspec.json.decode(entry)["jwk"]["x"] == new.x
        keys = note_keys(before.origin, [old.x, new.x])
        found = followed(over_http("", http), keys, verify_bytes, before)
        assert found.checkpoint == after
        only_old = note_keys(before.origin, [old.x])
        with pytest.raises(Exception, match="no_signature_by_a_known_key"):
            followed(over_http("", http), only_old, verify_bytes, before)
        assert good(http.post("/v1/records/check", content=record))["valid"]
        again = good(http.get(f"{table.url}/proof"))["inclusion"]
        assert [again[one]["index"] for one in ("opening", "start", "end")] == [1, 2, 3]
        assert again["key"] != msgspec.json.decode(record)["inclusion"]["key"]


def test_a_service_that_was_rolled_back_is_found(tmp_path: Path) -> None:
    """A follower that saw more proves that leaves are gone, although the service does not know."""
    at = settings_of(tmp_path / "one")
    with application_on(at) as app, TestClient(app) as http:
        ended(http)
        ended(http)
        seen = latest(http)
    with application_on(settings_of(tmp_path / "two")) as app, TestClient(app) as other:
        ended(other)
        origin, xs = seen.origin, [one["x"] for one in keys_of(other)]
        with pytest.raises(Exception, match="unknown_origin"):
            followed(over_http("", other), note_keys(origin, xs), verify_bytes, seen)
        small = latest(other)
        keys = note_keys(small.origin, xs)
        larger = Checkpoint(small.origin, small.size + 1, bytes(32))
        with pytest.raises(Misbehaved, match="checkpoint_goes_backward"):
            followed(over_http("", other), keys, verify_bytes, larger)
    assert len(files_of(seen.size)) == 2
