"""What is announced before anyone enters: the tournament's game, its format and its terms.

The announcement is a part of the first event, so its hash covers all of it. ``rules`` are those of
points and tie-breaks (``domain.tournament.model``); what can be changed later, by an event with a
reason, is only they.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.refusal import IllegalAction, Malformed, expects
from domain.table.actions import ChosenLabel
from domain.table.clock import Clock
from domain.table.watching import ALLOWED, Spectators
from domain.tournament.model import ENTRANTS_MAX, ROUNDS_MAX, Announced, must_be_sound
from domain.tournament.pairing.dutch import must_score_as_chess
from domain.tournament.pairing.swiss import VERSION
from domain.tournament.stream.people import BotName

PLAYERS: Final = "players"
"""The option that says how many seats a game has, in rulesets with several numbers of seats."""


System: TypeAlias = Literal["house", "dutch"]
RequestedKind: TypeAlias = Literal["half", "zero"]

EngineName = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._/+-]{0,59}$(?!\n)",
        description="The name, or the version, of a program that pairs.",
        extra=expects("1 to 60 of A to Z, a to z, 0 to 9, space and `. _ / + -`"),
    ),
]

PinnedName = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9-]{1,60}@[1-9][0-9]{0,3}$(?!\n)",
        description="The id and the edition of a ruleset.",
        extra=expects("the id and the edition of a ruleset, such as `chess@1`"),
    ),
]


class Engine(Struct, frozen=True, forbid_unknown_fields=True):
    """The pairing algorithm: always this one, in this version."""

    system: System
    """``house`` works for any size of tables; ``dutch`` is FIDE's system for two seats."""
    name: EngineName
    version: EngineName


class Swiss(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="swiss"):
    """Everyone plays every round, against opponents with about the same number of points."""

    engine: Engine


class RoundRobin(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="round_robin",
    omit_defaults=True,
):
    """All entrants meet each other once in each leg, which determines the number of rounds.

    The announced number of rounds is a maximum.
    """

    legs: Annotated[int, Meta(ge=1, le=2)] = 1


class KnockOut(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="knock_out",
    omit_defaults=True,
):
    """Entrants who have lost ``lives`` times are out; at larger tables, the best ``advance``.

    The announced number of rounds is a maximum.
    """

    lives: Annotated[int, Meta(ge=1, le=2)] = 1
    advance: Annotated[int, Meta(ge=1, le=4)] = 1


class Groups(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="groups",
    omit_defaults=True,
):
    """Round robins in groups, then a knock-out for the best ``qualify`` entrants of each group.

    ``legs`` applies to each group, ``lives`` and ``advance`` to the final. The announced number of
    rounds is a maximum, which includes the final.
    """

    groups: Annotated[int, Meta(ge=2, le=100)]
    qualify: Annotated[int, Meta(ge=1, le=20)] = 1
    legs: Annotated[int, Meta(ge=1, le=2)] = 1
    lives: Annotated[int, Meta(ge=1, le=2)] = 1
    advance: Annotated[int, Meta(ge=1, le=4)] = 1


TournamentFormat: TypeAlias = Swiss | RoundRobin | KnockOut | Groups


class RegistrationTerms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who may enter, and when."""

    kind: Literal["open", "code", "list"] = "open"
    most: Annotated[int, Meta(ge=2, le=ENTRANTS_MAX)] = ENTRANTS_MAX
    late_until: Annotated[int, Meta(ge=0, le=ROUNDS_MAX)] = 0
    """The last round that entrants can enter late for; 0 if none."""


class RequestedByes(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The byes that an entrant can request before a round."""

    most: Annotated[int, Meta(ge=0, le=ROUNDS_MAX)] = 0
    kinds: Annotated[tuple[RequestedKind, ...], Meta(max_length=2)] = ("half", "zero")


RoundTime = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
        r"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$(?!\n)",
        description="A time in UTC, in seconds.",
        extra=expects("a time in UTC, such as `2026-11-27T19:30:00Z`"),
    ),
]


class RoundPace(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who begins and ends rounds: the organiser or the service."""

    kind: Literal["manual", "when_finished", "on_schedule"] = "manual"
    """``when_finished``: the service closes a round when all its tables have a result, and pairs
    and immediately opens the next one. ``on_schedule``: it waits until the time of that round."""
    times: Annotated[tuple[RoundTime, ...], Meta(max_length=ROUNDS_MAX)] = ()
    """When each round begins, on schedule."""
    end: RoundTime | None = None
    """When the last round ends, on schedule, if tables are scored as they stand."""


class Announcement(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything that entrants know before they enter."""

    name: ChosenLabel
    ruleset: PinnedName
    options: Annotated[dict[str, Any], Meta(max_length=100)]
    """The options of every game; a table with fewer players has the options for that number."""
    format: TournamentFormat
    rules: Announced
    registration: RegistrationTerms = RegistrationTerms()
    team: Literal[1, 2] = 1
    """How many people form one entrant: 2 for fixed pairs, who take every second seat."""
    byes: RequestedByes = RequestedByes()
    check_in: bool = False
    """Whether entrants must check in before each round."""
    clock: Clock | None = None
    seats_reserved: bool = True
    """Whether the seats of a game are for the accounts of its players."""
    scored_as_they_stand: bool = False
    """Whether a table that has not finished when a round ends on schedule, at the time of the next
    one, is scored as it stands."""
    real_tables: bool = False
    """Whether guests play at real tables, so that people enter the results."""
    house_bots: Annotated[tuple[BotName, ...], Meta(max_length=20)] = ()
    """The house bots that may enter."""
    pace: RoundPace = RoundPace()
    """Who begins and ends rounds."""
    no_show_minutes: Annotated[int, Meta(ge=1, le=44_640)] | None = None
    """How long a seat can stay free after its game was opened, before its player loses by forfeit;
    null if only arbiters decide about forfeits."""
    spectators: Spectators = ALLOWED
    """Who may watch the games while they run."""


def options_at(announcement: Announcement, seats: int, kind: type[Any]) -> dict[str, Any]:
    """Return the options that the game of a table with this many seats is given.

    ``kind`` is the type of all options of the ruleset.
    """
    players = {PLAYERS: seats} if PLAYERS in kind.__struct_fields__ else {}
    return announcement.options | players


def must_be_consistent(announcement: Announcement) -> None:
    """Refuse an announcement that contradicts itself (TN-OPEN-1 to TN-OPEN-7, TN-OPEN-9 to -11).

    Points and tie-breaks must be sound, too (TN-RULES-1 to TN-RULES-6), and fit the pairing program
    (TN-DUTCH-1). Changed rules must pass the same checks.
    """
    rules, form = announcement.rules, announcement.format
    must_be_sound(rules)
    if not 1 <= rules.rounds <= ROUNDS_MAX:
        raise IllegalAction("TN-OPEN-1", "number_of_rounds", rounds=rules.rounds, most=ROUNDS_MAX)
    swiss = isinstance(form, Swiss)
    if rules.swiss is not swiss:
        raise IllegalAction("TN-OPEN-2", "rules_of_another_format", swiss=rules.swiss)
    if isinstance(form, Swiss):
        _must_be_known(form.engine, rules)
    if isinstance(form, KnockOut | Groups) and not _can_advance(form, rules):
        raise IllegalAction("TN-OPEN-5", "who_advances", lives=form.lives, advance=form.advance)
    if isinstance(form, Groups) and form.groups * form.qualify < min(rules.sizes):
        finalists = form.groups * form.qualify
        raise IllegalAction(
            "TN-OPEN-5", "final_is_empty", finalists=finalists, least=min(rules.sizes)
        )
    if announcement.team == 2 and (rules.seats != 2 or rules.partners):
        raise IllegalAction("TN-OPEN-3", "pairs_meet_pairs", seats=rules.seats)
    if rules.partners and rules.sizes != (4,):
        raise IllegalAction("TN-OPEN-3", "partners_need_four_seats", sizes=rules.sizes)
    last = announcement.registration.late_until
    if last and (not swiss or not 1 < last <= rules.rounds):
        raise IllegalAction("TN-OPEN-4", "late_entry_does_not_fit", round=last, rounds=rules.rounds)
    if announcement.byes.most and not swiss:
        raise IllegalAction("TN-OPEN-4", "byes_do_not_fit", most=announcement.byes.most)
    _must_be_possible(announcement.byes, rules.rounds)
    _must_be_different("TN-OPEN-10", "house_bot_twice", announcement.house_bots)
    _must_have_its_times(announcement.pace, rules.rounds)
    _must_be_enforceable(announcement)
    _must_have_as_many_players(announcement)


def _must_be_possible(byes: RequestedByes, rounds: int) -> None:
    """Refuse byes that nobody could request (TN-OPEN-11)."""
    _must_be_different("TN-OPEN-11", "kind_of_bye_twice", byes.kinds)
    if byes.most and not byes.kinds:
        raise IllegalAction("TN-OPEN-11", "byes_without_a_kind", most=byes.most)
    if byes.most > rounds:
        raise IllegalAction("TN-OPEN-11", "more_byes_than_rounds", most=byes.most, rounds=rounds)


def _must_be_different(rule: str, reason: str, members: Sequence[str]) -> None:
    """Refuse a list that has something twice, by this rule."""
    twice = sorted({one for one in members if members.count(one) > 1})
    if twice:
        raise IllegalAction(rule, reason, twice=twice)


def must_be_ahead(announcement: Announcement, now: str) -> None:
    """Refuse times of rounds that are over when the tournament is announced (TN-OPEN-8).

    The time is known only when it is announced, so the audit of a record has no part in this.
    Raises Malformed for a day that no calendar has.
    """
    _must_be_days(announcement.pace)
    for time in announcement.pace.times[:1]:
        if time[:-1] < now[: len(time) - 1]:
            raise IllegalAction("TN-OPEN-8", "time_is_past", time=time, now=now)


def _must_be_days(pace: RoundPace) -> None:
    for time in (*pace.times, *([] if pace.end is None else [pace.end])):
        if not _has_its_day(*map(int, time.partition("T")[0].split("-"))):
            message = f"no calendar has the day of {time}"
            raise Malformed(message, where="$.announcement.pace")


def _has_its_day(year: int, month: int, day: int) -> bool:
    """Return whether the Gregorian calendar has a day. The domain may not import a calendar."""
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return day <= (31, 28 + is_leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def _must_have_its_times(pace: RoundPace, rounds: int) -> None:
    expected = rounds if pace.kind == "on_schedule" else 0
    if len(pace.times) != expected:
        raise IllegalAction(
            "TN-OPEN-6", "times_of_rounds", kind=pace.kind, times=len(pace.times), expected=expected
        )
    for before, after in pairwise(pace.times):
        if after <= before:
            raise IllegalAction("TN-OPEN-6", "times_must_rise", before=before, after=after)


def _must_be_enforceable(announcement: Announcement) -> None:
    """Refuse limits that the service could not apply, because it opens no games."""
    pace = announcement.pace
    if not announcement.seats_reserved:
        if announcement.no_show_minutes is not None:
            raise IllegalAction("TN-OPEN-7", "limit_needs_reserved_seats")
        if announcement.spectators != ALLOWED:
            raise IllegalAction("TN-OPEN-7", "spectators_need_reserved_seats")
    if pace.end is None:
        return
    if pace.kind != "on_schedule" or not announcement.scored_as_they_stand:
        raise IllegalAction("TN-OPEN-7", "end_needs_schedule_and_scores", kind=pace.kind)
    if pace.end <= pace.times[-1]:
        raise IllegalAction("TN-OPEN-6", "times_must_rise", before=pace.times[-1], after=pace.end)


def _must_have_as_many_players(announcement: Announcement) -> None:
    players = announcement.options.get(PLAYERS)
    expected = announcement.rules.seats * announcement.team
    if players is not None and players != expected:
        raise IllegalAction("TN-OPEN-9", "other_players", players=players, expected=expected)


def _can_advance(form: KnockOut | Groups, rules: Announced) -> bool:
    if rules.partners:
        return False
    if rules.seats == 2:
        return form.advance == 1
    return form.lives == 1 and form.advance < min(rules.sizes)


def _must_be_known(engine: Engine, rules: Announced) -> None:
    if engine.system == "dutch" and rules.seats != 2:
        raise IllegalAction("TN-OPEN-2", "dutch_is_for_two_seats", seats=rules.seats)
    named = f"{engine.name}/{engine.version}"
    if engine.system == "house" and named != VERSION:
        raise IllegalAction("TN-OPEN-2", "unknown_algorithm", algorithm=named, known=VERSION)
    if engine.system == "dutch":
        must_score_as_chess(rules)
