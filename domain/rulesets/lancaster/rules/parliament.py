"""Votes on laws (LA-PARL)."""

from typing import Any

from domain.kit import IllegalAction, Seat
from domain.rulesets.lancaster.actions import CastVote, RevealVotes
from domain.rulesets.lancaster.events import Vote, VoteCast, VotesRevealed
from domain.rulesets.lancaster.position import Draft
from domain.rulesets.lancaster.rules.play import Play


def cast_vote(play: Play, seat: Seat, action: CastVote) -> None:
    """Commit a ballot and vote markers, in secret (LA-PARL-2)."""
    owned = play.draft.votes[seat]
    if action.markers > owned:
        raise IllegalAction(
            "LA-PARL-2", "markers_exceed_those_owned", markers=action.markers, owned=owned
        )
    play.happens(VoteCast(seat, action.ballot, action.markers))


def reveal_votes(play: Play, by: Any, action: RevealVotes) -> None:
    """Show all votes and carry out the result (LA-PARL-7, LA-PARL-10, LA-PARL-11)."""
    draft = play.draft
    law = next(law for law in draft.proposed if law is not None)
    ballots = _votes(draft)
    yes = sum(1 + vote.markers for vote in ballots if vote.ballot == "yes")
    no = sum(1 + vote.markers for vote in ballots if vote.ballot == "no")
    approved = yes >= no
    removed = draft.current[0] if approved else law
    play.happens(VotesRevealed(law, ballots, yes, no, approved, removed))


def _votes(draft: Draft) -> tuple[Vote, ...]:
    votes = []
    for ballot, markers in zip(draft.ballots, draft.markers, strict=True):
        assert ballot is not None, "everyone has voted"
        votes.append(Vote(ballot, markers))
    return tuple(votes)
