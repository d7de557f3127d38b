"""What the rounds of an entrant contribute to Buchholz and Sonneborn-Berger (C.07, 8, 9 and 16).

Opponents count with an *adjusted* score. Where an entrant did not play, a *dummy* opponent takes
the place of real ones. The same rules serve all sizes of tables: with several opponents, their mean
takes the place of the one opponent (MBH and MSB).

Values are in 3,600ths of a point: a mean of up to five scores in sixtieths is exact.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from domain.tournament.history import REQUESTED, UNPLAYED_BY_CHOICE, HistoryOf, Outing
from domain.tournament.model import SIXTIETHS, Announced

MEAN: Final = SIXTIETHS
"""What a score in sixtieths is multiplied by, so that it can be divided by 1 to 5 opponents."""


class RoundShare(Struct, frozen=True):
    """What one round contributes."""

    buchholz: int
    """In 3,600ths of a point."""
    berger: int
    """In 7,200ths of a point: it counts the halves of a win."""
    by_choice: bool
    """Whether the round is a voluntarily unplayed one, and so cut first (C.07, 16.5)."""


def adjusted_scores(rules: Announced, histories: HistoryOf) -> dict[int, int]:
    """Return the scores that opponents see, in sixtieths (C.07, 16.3).

    Each round counts as awarded, except a requested bye in the last round, or after which the
    entrant played no more: that one counts as a draw.
    """
    return {
        player: sum(
            rules.draw if one.kind in REQUESTED and _was_last(history, at) else one.points
            for at, one in enumerate(history)
        )
        for player, history in histories.items()
    }


def _was_last(history: Sequence[Outing], at: int) -> bool:
    return all(one.kind in UNPLAYED_BY_CHOICE for one in history[at + 1 :])


def contributions_of(
    rules: Announced, histories: HistoryOf, adjusted: Mapping[int, int], player: int
) -> list[RoundShare]:
    """Return what each round of an entrant contributes."""
    history = histories[player]
    own = sum(one.points for one in history)
    found = []
    for one in history:
        if one.kind == "pending":
            continue
        if as_game(rules, one):
            found.append(_of_game(one, adjusted))
        else:
            dummy = _dummy(rules, one, own, adjusted, len(history))
            halves = 2 * (one.points == rules.win) + (one.points == rules.draw)
            by_choice = one.kind in UNPLAYED_BY_CHOICE
            found.append(RoundShare(dummy, dummy * halves, by_choice))
    return found


def as_game(rules: Announced, one: Outing) -> bool:
    """Say whether a round counts as a game: in a round robin, forfeits do (C.07, 16)."""
    return one.played or (not rules.swiss and one.kind.startswith("forfeit"))


def _of_game(one: Outing, adjusted: Mapping[int, int]) -> RoundShare:
    share = MEAN // len(one.opponents)
    scores = [adjusted[other] * share for other in one.opponents]
    berger = sum(score * duel for score, duel in zip(scores, one.duels, strict=True))
    return RoundShare(sum(scores), berger, by_choice=False)


def _dummy(
    rules: Announced, one: Outing, own: int, adjusted: Mapping[int, int], rounds: int
) -> int:
    """Return the score of the dummy opponent: the entrant's own, capped since 2026 (C.07, 16.4).

    The cap of a forfeit is the score of the scheduled opponents, and any other that of draws in all
    rounds.
    """
    if rules.edition < 2026:
        return own * MEAN
    cap = rules.draw * rounds * MEAN
    if one.opponents:
        cap = sum(adjusted[other] for other in one.opponents) * (MEAN // len(one.opponents))
    return min(own * MEAN, cap)
