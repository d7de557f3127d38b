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
    due: bool = False
    """Whether an official has to answer: the arbiter has decided something since, or a round was
    open while they were an arbiter."""
    late: int | None = None
    """The first round that closed while the claim was due and had no answer."""
    answered: bool = False


class _ClaimBook:
    """All claims of a tournament so far, by the account of the arbiter and the entrant."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, int], _ArbiterClaim] = {}
        self.arbiters: dict[str, str] = {}
        """The names of those who are arbiters now, by account."""
        self.ended = False
        self._waiting: dict[str, list[_ArbiterClaim]] = {}
        """The claims that are not due, by the account of the arbiter."""
        self._playing = False

    def take(self, number: int, entry: TournamentStep) -> None:
        """Take the next entry."""
        if entry.by.role == "arbiter":
            self._fall_due(entry.by.who)
        for event in entry.events:
            self._take(number, event)
            if self._playing:
                # An answer that is due stays due, or the organiser could dismiss the arbiter just
                # before each round closes, and name them again for the next one.
                self._fall_due(*self.arbiters)

    def _take(self, entry: int, event: Any) -> None:
        match event:
            case e.ArbiterNamed():
                self.arbiters[event.account] = event.name
            case e.ArbiterDismissed():
                self.arbiters.pop(event.account)
            case e.RelationClaimed():
                claim = _ArbiterClaim(entry, self.arbiters[event.account], event.reason)
                self.made[event.account, event.entrant] = claim
                self._waiting.setdefault(event.account, []).append(claim)
            case e.RelationDeclared() | e.RelationRejected():
                answered = self.made.get((event.account, event.entrant))
                if answered is not None:
                    answered.answered = True
            case e.RoundOpened():
                self._playing = True
            case e.RoundClosed():
                self._close(event.round)
            case e.TournamentEnded() | e.TournamentAborted():
                self._fall_due(*self.arbiters)
                self.ended = True
            case _:
                pass

    def _fall_due(self, *arbiters: str) -> None:
        for account in arbiters:
            for claim in self._waiting.pop(account, ()):
                claim.due = True

    def _close(self, number: int) -> None:
        self._playing = False
        for claim in self.made.values():
            if claim.due and not claim.answered and claim.late is None:
                claim.late = number


def unanswered(entries: Sequence[TournamentStep]) -> Iterator[Finding]:
    """Yield each claim without an answer when its round closed, or when the tournament ended.

    A claim needs no answer if the organiser dismissed the arbiter before the arbiter decided
    anything, and before a round was open.
    """
    claims = _ClaimBook()
    for number, entry in enumerate(entries):
        claims.take(number, entry)
    for (account, entrant), one in claims.made.items():
        about = {"entrant": entrant, "account": account, "arbiter": one.arbiter}
        facts = {**about, "claimed": one.reason}
        where = f"$.entries[{one.entry}]"
        if claims.ended and one.due and not one.answered:
            yield Finding("note", "RC-TOUR-12", "claim_not_answered", facts, one.entry, where)
        elif one.late is not None:
            reason, facts = "claim_not_answered_in_time", {**facts, "round": one.late}
            yield Finding("note", "RC-TOUR-12", reason, facts, one.entry, where)
