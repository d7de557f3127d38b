"""Witnesses and followers: what they accept, and each way in which a log misbehaves."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.transparency.checkpoints import Checkpoint, cosignatures
from domain.transparency.following import Fetch, Misbehaved, MissingTile, files_of, followed
from domain.transparency.notes import BadNote, SignedNote, read_signatures
from domain.transparency.tiles import WIDTH, BadTile, TiledTree, tile_at
from domain.transparency.tree import HASH_BYTES
from domain.transparency.witnessing import CosigningWitness, Reply, Submission, read_submission
from service.access.ed25519 import verify_bytes
from tests.transparency.logs import Cosigner, LogInMemory

NOW = 1_700_000_000


def fetching(log: LogInMemory, note: SignedNote) -> Fetch:
    """Return the files of a log with this checkpoint."""

    def fetch(path: str) -> bytes:
        if path == "checkpoint":
            return str(note).encode()
        _, level, rest = path.split("/", 2)
        tile = tile_at(level, rest)
        assert tile is not None
        content = log.tiles.get((tile.level, tile.number), b"")
        # As a log may, this one deletes a partial tile once it has the full one.
        gone = tile.width < WIDTH and len(content) == WIDTH * HASH_BYTES
        if gone or len(content) < tile.bytes:
            raise MissingTile(path)
        return content[: tile.bytes]

    return fetch


def witness_of(log: LogInMemory, cosigner: Cosigner) -> CosigningWitness:
    """Return a witness that follows one log."""
    return CosigningWitness({log.origin: [log.key]}, cosigner.key, cosigner.sign, verify_bytes)


def submitted(log: LogInMemory, old: int) -> Submission:
    """Return what a log submits, if the witness knows this size."""
    size = len(log.leaves)
    return Submission(old, tuple(TiledTree(log.read, size).consistency(old)), str(log.note()))


@given(sizes=st.lists(st.integers(0, 300), min_size=2, max_size=5).map(sorted))
@settings(max_examples=30, deadline=None)
def test_a_witness_cosigns_a_log_that_grows(sizes: list[int]) -> None:
    """From any size to any larger one, and again for the same."""
    log, cosigner = LogInMemory(), Cosigner()
    latest: Checkpoint | None = None
    for size in sizes:
        log.grow(size - len(log.leaves))
        call = submitted(log, 0 if latest is None else latest.size)
        assert read_submission(call.body) == call
        reply = witness_of(log, cosigner).answer(call.body, {log.origin: latest}.get, NOW)
        assert reply.status == 200, reply
        assert reply.latest == log.checkpoint()
        note = log.note()._replace(signatures=read_signatures(reply.body))
        assert cosignatures(note, [cosigner.key], verify_bytes) == ((cosigner.key, NOW),)
        latest = reply.latest


def test_a_witness_refuses() -> None:
    """With the status that the protocol requires, and a reason."""
    log, other = LogInMemory(), LogInMemory("carolus.example/other", 2)
    rewritten = LogInMemory()
    for each, name in ((log, "leaf"), (other, "leaf"), (rewritten, "other")):
        each.grow(300, name)
    witness, latest = witness_of(log, Cosigner()), log.checkpoint(100)

    def answer(call: Submission | bytes) -> Reply:
        body = call if isinstance(call, bytes) else call.body
        return witness.answer(body, lambda _: latest, NOW)

    good = submitted(log, 100)
    assert answer(good).status == 200
    stale = answer(submitted(log, 99))
    assert (stale.status, stale.body, stale.media_type) == (409, "100\n", "text/x.tlog.size")
    unsigned = str(log.note()).replace(" ", " x", 1)
    forged = str(log.note()._replace(text=log.checkpoint(299).text))
    zero = str(log.signed(Checkpoint(log.origin, 0, bytes(32)).text))
    old = b"old 100\n"
    refused: list[tuple[Submission | bytes, int, str]] = [
        (submitted(other, 100), 404, "unknown_origin"),
        (good._replace(note=unsigned), 403, "no_signature_by_a_known_key"),
        (good._replace(note=forged), 403, "signature_does_not_verify"),
        (Submission(100, (), str(log.note(99))), 400, "checkpoint_goes_backward"),
        (good._replace(proof=good.proof[:-1]), 422, "not_consistent"),
        (submitted(rewritten, 100), 422, "not_consistent"),
        (Submission(100, (), str(rewritten.note(100))), 422, "not_consistent"),
        (good._replace(proof=(bytes(32),) * 64), 400, "proof_too_long"),
        (b"", 400, "not_an_old_size"),
        (b"old 0100\n\n", 400, "not_an_old_size"),
        (b"100\n\n", 400, "not_an_old_size"),
        (old, 400, "checkpoint_is_cut_off"),
        (old + b"AAAA\n\n", 400, "not_a_hash"),
        (old + b"\n", 400, "note_has_no_signature"),
        (old + b"\xff\n\n", 400, "not_utf_8"),
        (good.body[:-3], 400, "line_is_cut_off"),
    ]
    for call, status, reason in refused:
        reply = answer(call)
        assert (reply.status, reply.reason, reply.latest) == (status, reason, None), reply
        assert reply.body.startswith(reason)
    empty = witness.answer(Submission(0, (), zero).body, lambda _: None, NOW)
    assert (empty.status, empty.reason) == (422, "not_the_empty_root")
    proof = witness.answer(Submission(0, (bytes(32),), str(log.note())).body, lambda _: None, NOW)
    assert (proof.status, proof.reason) == (422, "not_consistent")


def test_following_a_log() -> None:
    """The first checkpoint is taken as it is; each later one continues the last."""
    log = LogInMemory()
    log.grow(10)
    first = followed(fetching(log, log.note()), [log.key], verify_bytes, None)
    assert (first.checkpoint, first.proof) == (log.checkpoint(), ())
    assert followed(fetching(log, log.note()), [log.key], verify_bytes, first.checkpoint) == first
    log.grow(700)
    later = followed(fetching(log, log.note()), [log.key], verify_bytes, first.checkpoint)
    assert later.checkpoint.size == 710
    assert later.proof == tuple(TiledTree(log.read, 710).consistency(10))


def test_a_log_that_misbehaves() -> None:
    """It goes backward, shows another history, or does not have what it signed."""
    log, rewritten = LogInMemory(), LogInMemory()
    log.grow(300)
    rewritten.grow(300, "other")
    last = log.checkpoint(200)

    def follow(one: LogInMemory, note: SignedNote, seen: Checkpoint = last) -> None:
        followed(fetching(one, note), [log.key], verify_bytes, seen)

    wrong: list[tuple[Callable[[], None], str]] = [
        (lambda: follow(log, log.note(199)), "checkpoint_goes_backward"),
        (lambda: follow(rewritten, rewritten.note(200)), "another_root"),
        (lambda: follow(rewritten, rewritten.note()), "not_consistent"),
        (lambda: follow(rewritten, log.note(), log.checkpoint()), "tiles_do_not_match"),
    ]
    for attempt, reason in wrong:
        with pytest.raises(Misbehaved) as caught:
            attempt()
        assert caught.value.reason == reason
        assert caught.value.facts["size"] in {199, 200, 300}


def test_a_log_that_cannot_be_read() -> None:
    """Each error names what is missing or wrong."""
    log, other = LogInMemory(), LogInMemory("carolus.example/other", 2)
    log.grow(300)
    other.grow(3)

    def nothing(path: str) -> bytes:
        raise MissingTile(path)

    with pytest.raises(BadNote, match="no_checkpoint"):
        followed(nothing, [log.key], verify_bytes, None)
    with pytest.raises(BadNote, match="unknown_origin"):
        followed(fetching(log, log.note()), [other.key], verify_bytes, None)
    keys = [log.key, other.key]
    with pytest.raises(BadNote, match="unknown_origin"):
        followed(fetching(log, log.note()), keys, verify_bytes, other.checkpoint())
    note = log.note()
    del log.tiles[0, 1]
    with pytest.raises(BadTile, match=r"tile_is_missing.*tile/0/001\.p/44"):
        followed(fetching(log, note), [log.key], verify_bytes, None)


def test_a_partial_tile_may_have_gone() -> None:
    """Then the follower reads the full one, which begins with the same hashes."""
    log = LogInMemory()
    log.grow(300)
    note = log.note()
    log.grow(212)
    found = followed(fetching(log, note), [log.key], verify_bytes, None)
    assert found.checkpoint.size == 300


def test_the_files_of_a_log() -> None:
    """All tiles and bundles of a tree."""
    assert [tile.path for tile in files_of(70_000)][-4:] == [
        "tile/0/273.p/112",
        "tile/1/000",
        "tile/1/001.p/17",
        "tile/2/000.p/1",
    ]
    paths = [tile.path for tile in files_of(257)]
    assert paths == [
        "tile/entries/000",
        "tile/entries/001.p/1",
        "tile/0/000",
        "tile/0/001.p/1",
        "tile/1/000.p/1",
    ]
    assert files_of(0) == []
