"""The portable record of a tournament, ``carolus-tournament/1``. THIS FILE IS A STORAGE FORMAT.

Like the record of a game, it contains actions, not events: deciding them again gives the events,
and the head proves that they are the same. The hash chain is that of games
(``domain.record.chain``), with the id of the tournament in place of that of a game, and with ``by``
as a role and an account.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from msgspec import UNSET, Struct, UnsetType

from domain.hexadecimal import Hex32
from domain.record.chain import linked
from domain.record.record import Receipts, Time
from domain.record.statement import (
    Stage,
    TournamentSigned,
    tournament_receipt,
    tournament_statement,
)
from domain.refusal import IllegalAction
from domain.ruleset import tag_of
from domain.table.actions import GameId
from domain.tournament.stream.actions import OpenTournament, TournamentAction
from domain.tournament.stream.decide import TournamentStep, open_tournament, perform
from domain.tournament.stream.events import (
    TournamentAborted,
    TournamentEnded,
    TournamentOpened,
    TournamentStarted,
)
from domain.tournament.stream.people import Acting
from domain.tournament.stream.state import Tournament
from domain.transparency.inclusion import Inclusion

FORMAT: Final = "carolus-tournament/1"


STAGES: Final[Mapping[type[Any], Stage]] = {
    TournamentOpened: "opened",
    TournamentStarted: "started",
}
"""The events with a receipt."""
ENDS: Final = frozenset({TournamentEnded, TournamentAborted})
"""The events that the final statement is about."""


class TournamentEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One step: who acted, when, and the action."""

    by: Acting
    at: Time
    action: TournamentAction


class TournamentRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """One whole tournament, finished or not. Its games have records of their own."""

    format: Literal["carolus-tournament/1"]
    id: GameId
    entries: tuple[TournamentEntry, ...]
    head: Hex32 | None
    """The hash of the last event; null if the tournament was never in a log."""
    signature: str | None = None
    """The service's signature of the end of the tournament, as a compact JWS."""
    receipts: Receipts = ()
    """The service's receipts for opening and start, each as a compact JWS; those that exist."""
    inclusion: Inclusion | UnsetType = UNSET
    """Where the service's transparency log has the tournament; omitted if it has no leaf there."""


class TournamentRerun(NamedTuple):
    """The result of deciding a record again."""

    tournament: Tournament | None
    """The tournament after the last valid entry; None if there is none."""
    entries: list[TournamentStep]
    """The valid entries with their events, from the first."""
    hashes: list[bytes]
    """The hashes of their events: that of version ``v`` has the index ``v``."""
    refused: IllegalAction | None
    """Why the next entry is refused; its index is that of the entry."""

    @property
    def head(self) -> str:
        """The hash of the last event."""
        return self.hashes[-1].hex()


def record_of(tournament: str, entries: Sequence[tuple[str, TournamentStep]]) -> TournamentRecord:
    """Return the record of a tournament without proofs, given its entries with their times."""
    head = _hashes(tournament, entries)[-1].hex()
    steps = tuple(TournamentEntry(entry.by, at, entry.action) for at, entry in entries)
    return TournamentRecord(FORMAT, tournament, steps, head)


def rerun_tournament(record: TournamentRecord) -> TournamentRerun:
    """Decide the entries of a record again, up to the first that a rule refuses."""
    state: Tournament | None = None
    found: list[tuple[str, TournamentStep]] = []
    refused = None
    for number, step in enumerate(record.entries):
        try:
            entry, state = _decided(record.id, state, step)
        except IllegalAction as error:
            error.index = number
            refused = error
            break
        found.append((step.at, entry))
    entries = [entry for _, entry in found]
    return TournamentRerun(state, entries, _hashes(record.id, found), refused)


def statements_of(record: TournamentRecord, again: TournamentRerun) -> list[TournamentSigned]:
    """Return what the service signs about a tournament, in order, given its record decided again.

    These are receipts for the opening and the start, and the statement about the end.
    """
    state = again.tournament
    found: list[TournamentSigned] = []
    version = 0
    for step, entry in zip(record.entries, again.entries, strict=False):
        for event in entry.events:
            version += 1
            head = again.hashes[version]
            stage = STAGES.get(type(event))
            if state is not None and stage is not None:
                found.append(tournament_receipt(state, stage, version, head, step.at))
            elif state is not None and type(event) in ENDS:
                found.append(tournament_statement(state, version, head, step.at))
    return found


def _decided(
    tournament: str, state: Tournament | None, step: TournamentEntry
) -> tuple[TournamentStep, Tournament]:
    """Return the entry of a step; the first opens the tournament, and only that (TN-ACT-2)."""
    if state is not None:
        return perform(state, step.by, step.action)
    if not isinstance(step.action, OpenTournament):
        raise IllegalAction("TN-ACT-2", "opens_first", asked=tag_of(step.action))
    return open_tournament(tournament, step.by, step.action)


def _hashes(tournament: str, entries: Sequence[tuple[str, TournamentStep]]) -> list[bytes]:
    return linked(tournament, ((at, entry.by, entry.events) for at, entry in entries))
