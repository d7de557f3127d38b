"""Claims about arbiters that no official answered in time (RC-TOUR-12).

A claim has no effect until an official answers it, so officials could leave it open while the
arbiter goes on judging the player who made it. The audit lists such claims, so that readers notice.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from domain.record.finding import Finding
from domain.tournament.stream import events as e
from domain.tournament.stream.decide import TournamentStep


class _ArbiterClaim(Struct):
    """A claim, and what became of it so far."""

    entry: int
    arbiter: str
    """The name of the arbiter."""
    reason: str
    round: int
    """The round in which a player made the claim; between two rounds, the next one."""
    late: bool = False
    """Whether that round closed before an official answered."""
    answered: bool = False


class _ClaimBook:
    """All claims of a tournament so far, by the account of the arbiter and the entrant."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, int], _ArbiterClaim] = {}
        self.arbiters: dict[str, str] = {}
        """The names of those who are arbiters now, by account."""
        self.ended = False
        self._closed = 0

    def take(self, entry: int, event: Any) -> None:
        """Take the next event."""
        match event:
            case e.ArbiterNamed():
                self.arbiters[event.account] = event.name
            case e.ArbiterDismissed():
                self.arbiters.pop(event.account)
            case e.RelationClaimed():
                name, number = self.arbiters[event.account], self._closed + 1
                claim = _ArbiterClaim(entry, name, event.reason, number)
                self.made[event.account, event.entrant] = claim
            case e.RelationDeclared() | e.RelationRejected():
                answered = self.made.get((event.account, event.entrant))
                if answered is not None:
                    answered.answered = True
            case e.RoundClosed():
                self._close(event.round)
            case e.TournamentEnded() | e.TournamentAborted():
                self.ended = True
            case _:
                pass

    def _close(self, number: int) -> None:
        self._closed = number
        for (account, _), claim in self.made.items():
            waits = not claim.answered and account in self.arbiters
            claim.late = claim.late or (waits and claim.round <= number)


def unanswered(entries: Sequence[TournamentStep]) -> Iterator[Finding]:
    """Yield each claim without an answer when its round closed, or when the tournament ended.

    A dismissed arbiter judges no one, so a claim needs no answer while the arbiter is dismissed.
    """
    claims = _ClaimBook()
    for number, entry in enumerate(entries):
        for event in entry.events:
            claims.take(number, event)
    for (account, entrant), one in claims.made.items():
        about = {"entrant": entrant, "account": account, "arbiter": one.arbiter}
        facts = {**about, "claimed": one.reason}
        where = f"$.entries[{one.entry}]"
        if claims.ended and not one.answered and (one.late or account in claims.arbiters):
            yield Finding("note", "RC-TOUR-12", "claim_not_answered", facts, one.entry, where)
        elif one.late:
            reason, facts = "claim_not_answered_in_time", {**facts, "round": one.round}
            yield Finding("note", "RC-TOUR-12", reason, facts, one.entry, where)
