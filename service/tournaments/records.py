"""The record of a tournament, from the log."""

from typing import Final

import msgspec

from domain.record.tournaments import FORMAT, TournamentEntry, TournamentRecord
from domain.tournament.stream.actions import TournamentAction
from domain.transparency.inclusion import Inclusion
from service.storage.tournaments import (
    TOURNAMENT,
    StoredTournament,
    TournamentLog,
    envelope_in,
)

_ACTION: Final = msgspec.json.Decoder(TournamentAction)


def tournament_record(
    log: TournamentLog, stored: StoredTournament, inclusion: Inclusion | None = None
) -> TournamentRecord:
    """Return the record of a tournament up to the loaded version, with what the service signed."""
    state, stream = stored.state, TOURNAMENT + stored.state.id
    entries: list[TournamentEntry] = []
    for row in log.rows(state.id, 0, stored.head.version):
        if row.action:
            envelope = envelope_in(row)
            entries.append(TournamentEntry(envelope.by, envelope.at, _ACTION.decode(row.action)))
    receipts = log.log.receipts(stream)
    if not state.started:
        receipts.pop("started", None)  # it may have started since it was loaded
    return TournamentRecord(
        format=FORMAT,
        id=state.id,
        entries=tuple(entries),
        head=stored.head.hash.hex(),
        signature=log.log.signature(stream) if state.finished else None,
        receipts=tuple(receipts.values()),
        inclusion=msgspec.UNSET if inclusion is None else inclusion,
    )
