"""What the service does in a tournament by itself, and when: it keeps the announced pace.

It opens the games of tables in every tournament that reserves seats. Unless rounds are manual, it
also pairs, opens and closes them. People open check-in; on schedule, the service closes it at the
time of the round. The effects of games, such as results, are not a duty of a time: they happen when
the games end.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

from domain.tournament.stream.knocking_out import is_over
from domain.tournament.stream.state import TableState, Tournament

DutyKind: TypeAlias = Literal[
    "open_tables",
    "score_tables",
    "start_tournament",
    "close_check_in",
    "pair_round",
    "open_round",
    "close_round",
    "end_tournament",
]

AT_ONCE: Final = ""
"""Takes the place of a time; it comes before all times."""


class ServiceDuty(NamedTuple):
    """What the service has to do next in a tournament."""

    kind: DutyKind
    at: str = AT_ONCE
    """When: a time as it was announced, in seconds."""

    @property
    def moment(self) -> str:
        """The time without its zone; times of the log from then on are not less than it."""
        return self.at.removesuffix("Z")

    def is_due(self, now: str) -> bool:
        """Return whether the time has come; ``now`` is in the form of the log.

        >>> ServiceDuty("pair_round", "2026-11-27T19:30:00Z").is_due("2026-11-27T19:30:00.000000Z")
        True
        """
        return self.moment <= now


def duty_in(state: Tournament) -> ServiceDuty | None:
    """Return what the service has to do next; None if people have to act first."""
    if state.phase == "playing":
        return _while_playing(state)
    if state.announcement.pace.kind == "manual":
        return None
    if state.phase == "between":
        return _between_rounds(state)
    if state.phase == "paired":
        return _from_its_time(state, "open_round", len(state.rounds))
    if state.phase == "registration" and state.announcement.pace.kind == "on_schedule":
        return _from_its_time(state, "start_tournament", 1)
    return None


def _while_playing(state: Tournament) -> ServiceDuty | None:
    served = served_tables(state)
    if any(table.game is None for _, table in served):
        return ServiceDuty("open_tables")
    end = end_of_round(state)
    if served and end is not None:
        return ServiceDuty("score_tables", end)
    complete = all(table.result is not None for table in state.rounds[-1].tables)
    manual = state.announcement.pace.kind == "manual"
    return ServiceDuty("close_round") if complete and not manual else None


def _between_rounds(state: Tournament) -> ServiceDuty | None:
    if is_over(state):
        return ServiceDuty("end_tournament")
    if not state.announcement.check_in or state.is_frozen:
        return _from_its_time(state, "pair_round", state.next_round)
    checking_in = state.check_in is not None and state.check_in.round == state.next_round
    if checking_in and state.announcement.pace.kind == "on_schedule":
        return _from_its_time(state, "close_check_in", state.next_round)
    return None


def end_of_round(state: Tournament) -> str | None:
    """Return when unfinished tables of the round are scored as they stand; None if they are not."""
    pace, number = state.announcement.pace, len(state.rounds)
    if not state.announcement.scored_as_they_stand or pace.kind != "on_schedule":
        return None
    return pace.times[number] if number < len(pace.times) else pace.end


def served_tables(state: Tournament) -> list[tuple[int, TableState]]:
    """Return the tables of the open round without a result whose games are the service's.

    Tables with a guest, and all of a tournament that does not reserve seats, are real ones.
    """
    if state.phase != "playing" or not state.announcement.seats_reserved:
        return []
    guests = state.announcement.real_tables  # the rules admit them nowhere else
    return [
        (at, table)
        for at, table in enumerate(state.rounds[-1].tables, 1)
        if table.result is None and not (guests and _has_a_guest(state, table))
    ]


def _from_its_time(state: Tournament, kind: DutyKind, number: int) -> ServiceDuty | None:
    """Return a duty from the time of a round; none for a round that was added later."""
    pace = state.announcement.pace
    if pace.kind == "when_finished":
        return ServiceDuty(kind)
    return ServiceDuty(kind, pace.times[number - 1]) if number <= len(pace.times) else None


def _has_a_guest(state: Tournament, table: TableState) -> bool:
    return any(
        person.guest is not None
        for player in table.players
        for person in state.entrants[player - 1].people_in(len(state.rounds))
    )
