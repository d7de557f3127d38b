"""The first cosigned checkpoints with the opening of a game: which are kept and proved."""

from domain.table.actions import AbortGame
from domain.table.game import TABLE
from domain.transparency.checkpoints import checkpoint_in, cosignatures
from domain.transparency.inclusion import WITNESSED_MAX, Inclusion
from domain.transparency.notes import read_note
from service.access.ed25519 import verify_bytes
from service.access.note_keys import NoteSigner
from service.settings import Settings
from service.transparency.checkpoints import Checkpoints
from service.transparency.stored import PublishedCheckpoint
from tests.support.storage.projecting import Worker, worker
from tests.support.storage.stores import SIGNING_KEY, on_both_engines
from tests.transparency.logs import Cosigner

CLUB, FEDERATION = Cosigner("club.example/w", 7), Cosigner("federation.example/w", 8)


def checkpoints_of(one: Worker) -> Checkpoints:
    """Return the checkpoints that a worker publishes."""
    return Checkpoints(one.database, one.projections, NoteSigner(SIGNING_KEY))


def published_by(checkpoints: Checkpoints) -> PublishedCheckpoint:
    """Return the latest checkpoint, which exists."""
    found = checkpoints.current(fresh=True)
    assert found is not None
    return found


def cosign(checkpoints: Checkpoints, *witnesses: Cosigner, time: int = 1) -> int:
    """Have witnesses cosign the latest checkpoint; return its size."""
    found = published_by(checkpoints)
    for one in witnesses:
        line = one.cosigned(found.note, time).signatures[-1]
        checkpoints.add(found.checkpoint.size, one.key.vkey, line)
    return found.checkpoint.size


def proof(checkpoints: Checkpoints, game: str) -> Inclusion:
    """Return where the latest tree has a game."""
    found = checkpoints.inclusion(published_by(checkpoints), game)
    assert found is not None
    return found


def sizes(inclusion: Inclusion) -> list[int]:
    """Return the sizes of the earlier checkpoints."""
    return [checkpoint_in(read_note(one.checkpoint.encode())).size for one in inclusion.witnessed]


@on_both_engines
def test_the_first_cosigned_checkpoint_stays(at: Settings) -> None:
    """Every later proof has it; later ones of the same witness do not count."""
    with worker(at) as one:
        one.note_key()
        checkpoints = checkpoints_of(one)
        cosign(checkpoints, CLUB)
        (game,) = one.open_games(1)
        published_by(checkpoints)
        one.open_games(1)
        assert proof(checkpoints, game).witnessed == ()
        size = cosign(checkpoints, CLUB, time=7)
        assert size == 3
        assert proof(checkpoints, game).witnessed == (), "the last checkpoint says it itself"
        one.open_games(1)
        cosign(checkpoints, CLUB)
        one.open_games(1)
        found = proof(checkpoints, game)
        (seen,) = found.witnessed
        assert found.opening is not None
        assert seen.opening.index == found.opening.index == 1
        note = read_note(seen.checkpoint.encode())
        checkpoint = checkpoint_in(note)
        (cosigned,) = cosignatures(note, [CLUB.key], verify_bytes)
        assert (checkpoint.size, cosigned.time) == (size, 7)
        (leaf,) = one.projections.tree.leaves(1, 1)
        assert seen.opening.proves(leaf.content.encode(), size, checkpoint.root)


def test_a_second_cosignature_does_not_replace_the_first(at: Settings) -> None:
    """Two workers may ask at once; the earlier time was published, and proves more."""
    with worker(at) as one:
        one.note_key()
        checkpoints = checkpoints_of(one)
        cosign(checkpoints, CLUB, time=7)
        cosign(checkpoints, CLUB, time=9)
        (cosigned,) = cosignatures(published_by(checkpoints).note, [CLUB.key], verify_bytes)
        assert cosigned.time == 7


def test_each_witness_counts_before_the_end(at: Settings) -> None:
    """One that comes later says nothing about the game, unless it is the first of all."""
    with worker(at) as one:
        one.note_key()
        checkpoints = checkpoints_of(one)
        played, missed = one.open_games(2)
        first = cosign(checkpoints, CLUB)
        one.open_games(1)
        second = cosign(checkpoints, CLUB, FEDERATION)
        one.perform(played, TABLE, AbortGame())
        late = Cosigner("late.example/w", 9)
        cosign(checkpoints, late)
        one.open_games(1)
        assert sizes(proof(checkpoints, played)) == [first, second]
        unseen, *_ = one.open_games(1)
        one.perform(unseen, TABLE, AbortGame())
        after = cosign(checkpoints, late, CLUB)
        one.open_games(1)
        assert sizes(proof(checkpoints, unseen)) == [after]
        one.perform(missed, TABLE, AbortGame())
        assert sizes(proof(checkpoints, missed)) == [first, second, after - 3]


@on_both_engines
def test_the_number_is_limited(at: Settings) -> None:
    """The smallest ones."""
    with worker(at) as one:
        one.note_key()
        checkpoints = checkpoints_of(one)
        (game,) = one.open_games(1)
        for seed in range(WITNESSED_MAX + 2):
            cosign(checkpoints, Cosigner(f"w{seed}", seed + 20))
            one.open_games(1)
        assert sizes(proof(checkpoints, game)) == list(range(2, 2 + WITNESSED_MAX))


def test_a_rebuild_changes_nothing(at: Settings) -> None:
    """Cosignatures are not a projection, because no witness signs the past again."""
    with worker(at) as one:
        one.note_key()
        checkpoints = checkpoints_of(one)
        (game,) = one.open_games(1)
        cosign(checkpoints, CLUB)
        one.perform(game, TABLE, AbortGame())
        before = proof(checkpoints, game)
        assert len(before.witnessed) == 1
        for each in one.projections.runner.projections:
            one.projections.runner.reset(each)
        one.catch_up()
        assert proof(checkpoints_of(one), game) == before
