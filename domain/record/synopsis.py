"""A game in brief, from its record: who sat where, when it was played, how and by whom it ended.

It repeats what the record says, so it is worth only as much as an audit of the record.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.chance import SCHEME
from domain.record.audit import Audited
from domain.record.finding import Finding
from domain.record.record import AnyRecord
from domain.record.waived_links import waiver_findings
from domain.record.witnesses import strength_of
from domain.ruleset import CHANCE, Seat, tag_of
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import (
    AbortGame,
    Adjudicate,
    CallOffGame,
    DrawMoment,
    FallFlag,
    LeaveSeat,
    Resign,
    TakeSeat,
)
from domain.table.continuation import AnyContinuation
from domain.table.contributions import Strength
from domain.table.game import By
from domain.table.reserving import TournamentTable

ENTROPY_BYTES_ENOUGH: Final = 16
"""With this much entropy from one person, nobody can try out enough secrets to choose the dice."""

Ender: TypeAlias = Literal["player", "house", "chance", "clock", "creator", "arbiter", "table"]
"""Who took the last action. ``table``: the service called the game off."""

_ENDERS: Final[Mapping[type[Any], Ender]] = {
    AbortGame: "creator",
    Adjudicate: "arbiter",
    FallFlag: "clock",
}


class SeatSynopsis(Struct, frozen=True):
    """One seat of a game, as it was taken last."""

    seat: Seat
    side: str
    name: str | None
    player: str | None
    """The account; None if the player has none."""
    bot: str | None
    """The house bot that played the seat in the end."""
    house: bool
    """Whether a house bot sat down here, rather than playing on for a person."""
    left: bool
    """Whether a person resigned, or ran out of time and a house bot played on; such a player has
    lost, whatever the outcome says of the side."""
    entropy_bytes: int
    """How much the seat contributed to the dice."""


class EndedBy(Struct, frozen=True):
    """The last action of a game that has ended."""

    who: Ender
    by: By
    """The actor of the last entry."""
    action: str
    """The type of the last action, such as ``resign``."""
    arbiter: str | None = None
    """The account of the arbiter who ended the game; None if no arbiter did."""
    reason: str | None = None
    """Why the arbiter did; None if the record does not say."""


class Continued(Struct, frozen=True):
    """A game that another one continues, and from which version."""

    game: str
    version: int


class Synopsis(Struct, frozen=True):
    """A game in brief; times are those of its entries, in RFC 3339."""

    seats: tuple[SeatSynopsis, ...]
    outcome: Any
    """In the form of the ruleset; None if the game has not ended, or was called off."""
    opened: str
    started: str | None
    """When the last seat was taken; None if seats stayed free."""
    ended: str | None
    ended_by: EndedBy | None
    last_seated: Seat | None
    """The seat that was taken last; None if all are free."""
    label: str | None = None
    """What the game belongs to, such as a tournament."""
    strength: Strength | None = None
    """What protects its weakest answer of chance from foresight; None without fair dice."""
    continues: Continued | None = None
    """The game that it continues; such a game counts in no statistics and tables of results."""
    tournament: TournamentTable | None = None
    """The table of a tournament at which it was played."""


def synopsis(record: AnyRecord, *, finished: bool) -> Synopsis:
    """Return a game in brief; the record must be valid, and ``finished`` comes from its audit."""
    seated: dict[Seat, TakeSeat] = {}
    started = None
    for entry in record.entries:
        action = entry.action
        if type(action) is TakeSeat:
            seated[action.seat] = action
            if len(seated) == len(record.seats):
                started = entry.at
                break
        elif type(action) is LeaveSeat:
            seated.pop(action.seat, None)
    moments = (one.action for one in record.entries if type(one.action) is DrawMoment)
    resigned = {entry.by for entry in record.entries if type(entry.action) is Resign}
    sides = BY_PINNED[record.ruleset].sides(record.options)
    first, last = record.entries[0], record.entries[-1]
    house = {seat for seat, sat in seated.items() if sat.bot is not None}
    seats = tuple(
        SeatSynopsis(
            seat.seat,
            side,
            seat.name,
            seat.player,
            seat.bot,
            seat.seat in house,
            seat.seat in resigned or (seat.bot is not None and seat.seat not in house),
            len(seat.entropy) // 2,
        )
        for seat, side in zip(record.seats, sides, strict=True)
    )
    return Synopsis(
        seats=seats,
        outcome=msgspec.to_builtins(record.outcome),
        opened=first.at,
        started=started,
        ended=last.at if finished else None,
        ended_by=_ended_by(last.by, last.action, seats) if finished else None,
        last_seated=next(reversed(seated), None),
        label=first.action.label,
        strength=strength_of(moments),
        continues=_continued(first.action.continues),
        tournament=first.action.tournament,
    )


def _continued(origin: AnyContinuation | None) -> Continued | None:
    return None if origin is None else Continued(origin.game, origin.version)


def summarised(record: AnyRecord, audited: Audited) -> tuple[Audited, Synopsis | None]:
    """Return the audit of a record with what its seats show, and the game in brief.

    Both the audit of archives and the service use it, so they agree. An invalid record has no
    synopsis.
    """
    if not audited.is_valid:
        return audited, None
    brief = synopsis(record, finished=audited.status in {"over", "aborted"})
    noted = (*_entropy_findings(record, brief), *waiver_findings(record))
    return replace(audited, findings=(*audited.findings, *noted)) if noted else audited, brief


def _entropy_findings(record: AnyRecord, brief: Synopsis) -> tuple[Finding, ...]:
    """Return a note if no person contributed enough entropy to the dice of a game (RC-DICE-5).

    Then the operator could have opened many games, and kept one with convenient dice.
    """
    if record.chance.scheme != SCHEME or brief.started is None or brief.last_seated is None:
        return ()
    most = max((seat.entropy_bytes for seat in brief.seats if not seat.house), default=0)
    if most >= ENTROPY_BYTES_ENOUGH:
        return ()
    last = brief.seats[brief.last_seated]
    reason = "too_little_entropy_from_persons" if most else "no_entropy_from_persons"
    facts = {
        "bytes": most,
        "needed": ENTROPY_BYTES_ENOUGH,
        "last_seat": last.seat,
        "last_name": last.name,
        "last_player": last.player,
        "last_bot": last.bot if last.house else None,
    }
    return (Finding("note", "RC-DICE-5", reason, facts, where="$.seats"),)


def _ended_by(by: By, action: Any, seats: tuple[SeatSynopsis, ...]) -> EndedBy:
    if isinstance(by, int):
        # House bots do not resign: they may play on for a player who did.
        house = seats[by].bot is not None and type(action) is not Resign
        who: Ender = "house" if house else "player"
    elif by == CHANCE:
        who = "chance"
    elif isinstance(action, CallOffGame):
        who = "table" if action.arbiter is None else "arbiter"
    else:
        who = _ENDERS.get(type(action), "table")
    decided = isinstance(action, Adjudicate | CallOffGame)
    return EndedBy(
        who,
        by,
        tag_of(action),
        action.arbiter if decided else None,
        action.reason if decided else None,
    )
