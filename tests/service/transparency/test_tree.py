"""The tree of the log: which rows are leaves, in which order, and what is signed."""

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from eventsourcing.persistence import StoredEvent
from sqlalchemy import text
from structlog.testing import capture_logs

from domain.record.signatures import Published
from domain.record.statement import FinalStatement
from domain.table.actions import AbortGame
from domain.table.game import TABLE
from domain.transparency.inclusion import Inclusion
from domain.transparency.tiles import Tile, hashed_entries, with_subtrees
from domain.transparency.tree import proves_inclusion
from service.access.note_keys import NoteSigner
from service.access.record_verifier import RecordVerifier
from service.access.signing import Signer
from service.projections import reading
from service.settings import Settings
from service.storage.log import SIGNATURE
from service.transparency.checkpoints import CONTRADICTED, Checkpoints
from tests.support.proof.merkle_root import root_of
from tests.support.storage.projecting import Worker, worker
from tests.support.storage.stores import AT, JWK, SIGNER, SIGNING_KEY, on_both_engines, run

SIGNER_KID = NoteSigner(SIGNING_KEY).kid
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(bytes([1] * 32))


def checkpoints_of(one: Worker) -> Checkpoints:
    """Return the checkpoints that a worker publishes."""
    return Checkpoints(one.database, one.projections, NoteSigner(SIGNING_KEY))


def call_off(one: Worker, count: int) -> list[str]:
    """Open some games and call them off, so that each is signed; return their ids."""
    games = one.open_games(count)
    for game in games:
        one.perform(game, TABLE, AbortGame())
    return games


def signature(game: str, signer: Signer) -> StoredEvent:
    """Return the row with a signature."""
    statement = FinalStatement(AT, game, "00" * 32, None, "carolus-magnus@1", "over", 9)
    body = signer.sign(statement).encode()
    return StoredEvent(SIGNATURE + game, 1, "signature.v1", body)


def sign(one: Worker, game: str, signer: Signer) -> None:
    """Store a signature, as an import does."""
    run(one.log.write([signature(game, signer)]))


def kinds(one: Worker) -> list[tuple[str, str]]:
    """Return what each leaf is about."""
    one.catch_up()
    return [(leaf.kind, leaf.subject) for leaf in one.projections.tree.leaves(0, 1_000)]


@on_both_engines
def test_the_leaves_are_what_was_signed_in_order(at: Settings) -> None:
    """First the key, as JSON in canonical form; then each statement as the signature has it."""
    with worker(at) as one:
        one.note_key()
        games = call_off(one, 3)
        assert kinds(one) == [
            ("key", SIGNER_KID),
            *(("opening", game) for game in games),
            *(("end", game) for game in games),
        ]
        first, second, *_ = one.projections.tree.leaves(0, 9)
        jwk = f'{{"crv":"Ed25519","kty":"OKP","x":"{JWK.x}"}}'
        at_ = "2025-01-01T12:00:00.000000Z"
        assert first.content == f'{{"at":"{at_}","format":"carolus-key/1","jwk":{jwk}}}'
        statement = msgspec.json.decode(second.content)
        assert (statement["format"], statement["game"]) == ("carolus-receipt/1", games[0])
        with one.database.reading() as connection:
            assert one.projections.tree.leaves_of(connection, games[1]) == {"opening": 2, "end": 5}
            assert one.projections.tree.leaves_of(connection, "nobody") == {}


def test_a_key_precedes_its_use(at: Settings) -> None:
    """What a key signed before it was noted, or what an unknown key signed, is not a leaf."""
    with worker(at) as one:
        sign(one, "before", SIGNER)
        one.note_key()
        sign(one, "after", SIGNER)
        sign(one, "imported", Signer(OTHER_KEY))
        assert kinds(one) == [("key", SIGNER_KID), ("end", "after")]


@on_both_engines
def test_the_batches_do_not_matter(at: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers that take turns make the tree that one makes in one go."""
    with worker(at, 1) as one, worker(at, 2) as other:
        one.note_key()
        with monkeypatch.context() as patched:
            patched.setattr(reading, "NOTICES_AT_ONCE", 40)
            for turn, each in enumerate((one, other, one)):
                rows = [signature(f"{turn}-{number}", SIGNER) for number in range(90)]
                run(each.log.write(rows))
                each.catch_up()
        tiles = one.rows(one.projections.tree)
        hashes = hashed_entries(
            leaf.content.encode() for leaf in one.projections.tree.leaves(0, 1_000)
        )
        assert len(hashes) == 271
        assert {(level, number): hashes for level, number, hashes in tiles["tree_1_tiles"]} == {
            (0, 0): with_subtrees(b"".join(hashes[:256])),
            (0, 1): b"".join(hashes[256:]),
            (1, 0): root_of(hashes[:256]),
        }
        other.projections.runner.reset(other.projections.tree)
        other.catch_up()
        assert one.rows(one.projections.tree) == tiles
        published = checkpoints_of(one)
        assert published.current() is not None
        for width in (256, 5):
            assert published.hashes(Tile(0, 0, width)) == b"".join(hashes[:width])
        for index in (3, 255, 270):
            path = published.tree(271).inclusion(index)
            assert proves_inclusion(hashes[index], index, 271, path, root_of(hashes))


@on_both_engines
def test_a_checkpoint_is_signed_when_the_tree_has_grown(at: Settings) -> None:
    """Every worker then publishes the same."""
    with worker(at, 1) as one, worker(at, 2) as other:
        here, there = checkpoints_of(one), checkpoints_of(other)
        assert here.current() is None, "no key, no leaf"
        one.note_key()
        first = here.current()
        assert first is not None
        assert first.checkpoint.size == 1
        assert first.checkpoint.origin == f"carolus/{SIGNER_KID}"
        assert there.current() == first == here.latest()
        (game,) = call_off(one, 1)
        second = there.current()
        assert second is not None
        assert second.checkpoint.size == 3
        assert here.current(fresh=True) == second
        verified = RecordVerifier([SIGNER_KID]).verify_checkpoint(str(second.note), second.vkey)
        assert verified == Published(second.checkpoint, SIGNER_KID, True, True)
        found = here.inclusion(second, game)
        assert isinstance(found, Inclusion)
        assert found.start is None
        for proof, index in ((found.opening, 1), (found.end, 2)):
            assert proof is not None
            leaf = one.projections.tree.leaves(index, 1)[0].content.encode()
            assert proof.proves(leaf, 3, second.checkpoint.root)
        assert here.inclusion(first, game) is None, "the first tree does not have it"
        assert here.inclusion(None, game) is None


def test_a_key_without_a_leaf_signs_nothing(at: Settings) -> None:
    """A worker whose key could not be noted publishes what others signed."""
    with worker(at) as one:
        one.note_key()
        last = checkpoints_of(one).current()
        assert checkpoints_of(one).renewed() == (last, True)
        call_off(one, 1)
        other = Checkpoints(one.database, one.projections, NoteSigner(OTHER_KEY))
        assert other.current() == last
        # A witness must not date a tree that lacks leaves: they would seem to be back-dated.
        assert other.renewed() == (last, False)
        assert Checkpoints(one.database, one.projections, None).current() == last


@on_both_engines
def test_nothing_is_signed_that_contradicts_a_checkpoint(at: Settings) -> None:
    """If rows of a game were lost, for example, the latest checkpoint stays, and is logged."""
    with worker(at) as one:
        one.note_key()
        games = call_off(one, 3)
        checkpoints = checkpoints_of(one)
        last = checkpoints.current()
        with one.database.writing() as connection:
            lose = text("DELETE FROM stored_events WHERE originator_id = :stream")
            connection.execute(lose, {"stream": f"signature/{games[1]}"})
        one.projections.runner.reset(one.projections.tree)
        assert checkpoints_of(one).current() == last, "now the tree is smaller"
        call_off(one, 3)
        with capture_logs() as logs:
            assert checkpoints_of(one).renewed() == (last, False)
        (entry,) = [one for one in logs if one["event"] == "log_contradicts_checkpoint"]
        assert (entry["log_level"], entry["size"]) == ("error", 7)
        assert CONTRADICTED._value.get() == 1


@on_both_engines
def test_while_the_tree_is_rebuilt_the_checkpoint_stays(at: Settings) -> None:
    """Proofs are left out meanwhile."""
    with worker(at) as one:
        one.note_key()
        (game,) = call_off(one, 1)
        checkpoints = checkpoints_of(one)
        last = checkpoints.current()
        assert checkpoints.renewed() == (last, True)
        one.projections.runner.reset(one.projections.tree)
        assert checkpoints.publish() == last
        assert checkpoints.inclusion(last, game) is None
        assert checkpoints_of(one).inclusion(last, game) is None
        assert checkpoints_of(one).current() == last
        assert checkpoints_of(one).inclusion(last, game) is not None
