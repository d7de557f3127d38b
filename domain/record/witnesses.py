"""What the witnesses of a game gave, computed from its events.

A witness signs for which head of the log it gave each link, and a signature covers everything that
it gave before in the same game. So to verify the last signature is to verify them all.
"""

from base64 import urlsafe_b64decode
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from domain.links import Witnessed, name_of, registered, witness_in
from domain.table.contributions import RegisteredWitness
from domain.table.events import MomentDrawn


class GivenByWitness(NamedTuple):
    """What a witness gave up to some moment, and its signature of that."""

    key: str
    """Its public key, in base64url."""
    state: Witnessed
    signature: str
    """In base64url."""


GivenByWitnesses: TypeAlias = Mapping[int, GivenByWitness]
"""By contributor: 128 plus the place of the witness."""

Strength: TypeAlias = Literal["base", "links", "witness"]
"""What protects an answer of chance from the operator's foresight, in ascending order."""


def at_the_opening(
    game: str, commitment: str, witnesses: Sequence[RegisteredWitness]
) -> GivenByWitnesses:
    """Return what the witnesses gave when they registered the game: the tips of their chains."""
    name = name_of(game, commitment)
    given: dict[int, GivenByWitness] = {}
    for place, one in enumerate(witnesses):
        who, service = witness_in(place), urlsafe_b64decode(f"{one.service}=")
        state = registered(name, who, service, bytes.fromhex(one.tip), one.time)
        given[who] = GivenByWitness(one.key, state, one.signature)
    return given


def after_moment(given: GivenByWitnesses, head: bytes, drawn: MomentDrawn) -> GivenByWitnesses:
    """Return the same after a moment; ``head`` is the hash of the event before it.

    Raises BadLink if a link does not fit, or a witness's time goes back.
    """
    links = {one.who: bytes.fromhex(one.link) for one in drawn.links}
    after = dict(given)
    for note in drawn.witness:
        key, state, _ = given[note.who]
        state = state.followed_by(drawn.moment, head, links[note.who], note.time)
        after[note.who] = GivenByWitness(key, state, note.signature)
    return after


def strength_of(drawn: MomentDrawn) -> Strength:
    """Return what protects the answers of a moment."""
    if drawn.witness:
        return "witness"
    return "links" if drawn.links else "base"
