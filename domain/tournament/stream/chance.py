"""The seeds of a tournament: where they come from, and what they are used for (TN-SEED-1).

The service computes each seed from its secret and states it in an action; after the end it reveals
the secret, and the rules compute all of them again. The inputs of a seed were fixed before anyone
could know it: the entropy of those who entered before the start, and the links that they gave until
check-in for the round closed. Late entrants contribute nothing: a person who knows the secret could
otherwise choose a seed by entering late.
"""

from collections.abc import Iterable
from typing import Final

from domain.chance import commitment
from domain.refusal import IllegalAction
from domain.tournament.seed import initial_turn, lots_of, seed_of_round
from domain.tournament.stream.state import SeedState, Tournament

ROUND_OF_LOTS: Final = 0


def seed_for(
    state: Tournament, secret: bytes, number: int, links: Iterable[tuple[int, str]]
) -> str:
    """Return the seed of a round in hexadecimal, given the links that belong to it.

    The contribution of an entrant is its entropy, followed by its link if it gave one.
    """
    given = dict(links)
    entropy = {
        one.number: one.entropy + given.get(one.number, "")
        for one in state.entrants
        if not one.late
    }
    return seed_of_round(secret, state.id, number, entropy).hex()


def next_seed(state: Tournament, secret: bytes) -> str:
    """Return the seed that the next action needs: of the lots, or of the next round."""
    if not state.started:
        return seed_for(state, secret, ROUND_OF_LOTS, ())
    number = state.next_round
    used = next((one for one in state.seeds if one.round == number), None)
    now = state.check_in
    links = now.links if now is not None and now.round == number else ()
    return used.seed if used is not None else seed_for(state, secret, number, links)


def lots_at_start(seed: bytes, entries: Iterable[int]) -> tuple[dict[int, int], int]:
    """Return the lot of each entry, and whether pairing number 1 is second in round one (1)."""
    return lots_of(seed, entries), initial_turn(seed)


def must_give_all_seeds(state: Tournament, secret: str) -> None:
    """Refuse a secret that gives another commitment, or another seed of any round (TN-SEED-1)."""
    known = bytes.fromhex(secret)
    if commitment(known) != state.commitment:
        raise IllegalAction("TN-SEED-1", "another_commitment", commitment=state.commitment)
    wrong = [one.round for one in state.seeds if not _is_seed(state, known, one)]
    if wrong:
        raise IllegalAction("TN-SEED-1", "another_seed", rounds=wrong)


def _is_seed(state: Tournament, secret: bytes, used: SeedState) -> bool:
    return used.seed == seed_for(state, secret, used.round, used.links)
