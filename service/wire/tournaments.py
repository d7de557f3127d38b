"""The JSON of tournaments. Clients depend on these shapes.

Everything about a tournament is public, so nothing here depends on who asks. The vault contains
the secrets of the service: that of the seeds until the end, and the code of the invitation.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, TypeAlias

import msgspec

from domain.refusal import IllegalAction
from domain.ruleset import Language
from domain.tournament.stream import announcement as terms
from domain.tournament.stream import state as s
from domain.tournament.stream.events import FixedSchedule, TournamentEvent
from domain.tournament.stream.knocking_out import is_played_out
from domain.tournament.stream.people import Person, TournamentRole
from domain.tournament.stream.story import sentence_on
from service.access.rights import Scope
from service.storage.rows import Head, Row
from service.storage.tournaments import AppendedSteps, StoredTournament, event_in
from service.tournaments.handler import TournamentRehearsal
from service.tournaments.named_accounts import ActionWarning, WarningReason
from service.tournaments.requests import RegistrationCode, RequestedAction
from service.tournaments.roles import RequestedRole, RoleActions, WithheldRole
from service.wire.placed import placed
from service.wire.rounds import EntrantView, TournamentPhase, entrant_views
from service.wire.tournament_terms import TournamentRules, TournamentTerms, rules_view, terms_view
from service.wire.verdicts import VerdictRefusal, refusal_view

PairingSystem: TypeAlias = terms.System
RequestedByeKind: TypeAlias = terms.RequestedKind

ACTIONS_MAX: Final = 100

PlacedEvent: TypeAlias = placed(TournamentEvent)  # type: ignore[valid-type] # made from its union
"""An event in its place in the stream."""


# --- requests ---------------------------------------------------------------------------------


class AnnounceTournamentRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tournament to announce. You cannot change anything about its games afterwards."""

    announcement: terms.Announcement
    code: RegistrationCode | None = None
    """The code of the invitation, if registration requires one. The service never shows it."""


class TakeTournamentActionsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Actions, carried out in this order: all of them or none."""

    actions: Annotated[
        tuple[RequestedAction, ...], msgspec.Meta(min_length=1, max_length=ACTIONS_MAX)
    ]
    role: RequestedRole | None = None
    """In which role you act; required if your token and the actions leave several open."""


# --- one tournament ---------------------------------------------------------------------------


class ArbiterView(msgspec.Struct, frozen=True):
    """An arbiter of a tournament."""

    account: str
    name: str


class RelationView(msgspec.Struct, frozen=True):
    """An account that does not judge this entrant."""

    account: str
    entrant: int


class RelationClaimView(msgspec.Struct, frozen=True):
    """What players say about a relation of an arbiter to their entry."""

    account: str
    """The account of the arbiter."""
    entrant: int
    reason: str
    rejected: bool
    """Whether an official rejected it; otherwise it waits for one. A confirmed claim is among
    `relations`."""


class PartnerRequestView(msgspec.Struct, frozen=True):
    """A pair that enters when the partner confirms."""

    asker: str
    """The account of the player who asked."""
    people: tuple[Person, ...]


class TournamentCheckInView(msgspec.Struct, frozen=True):
    """The check-in for the next round."""

    round: int
    open: bool
    present: tuple[int, ...]
    """The entrants who have checked in."""


class TournamentView(msgspec.Struct, frozen=True):
    """One tournament: its terms, participants and progress."""

    id: str
    version: int
    """The number of events so far."""
    head: str
    """The hash of the last event, in hexadecimal."""
    phase: TournamentPhase
    """`between` means that the next round can be paired, or that the tournament can end."""
    organiser: str
    announcement: TournamentTerms
    rules: TournamentRules
    """The current points, tie-breaks and rounds."""
    registration_open: bool
    invited: tuple[str, ...]
    """The accounts on the list of those who may enter."""
    arbiters: tuple[ArbiterView, ...]
    relations: tuple[RelationView, ...]
    claims: tuple[RelationClaimView, ...]
    """Relations that players claim, and no official has confirmed."""
    partners_asked: tuple[PartnerRequestView, ...]
    """Pairs whose partner has not confirmed yet; they are not entered."""
    entrants: tuple[EntrantView, ...]
    forbidden_pairings: tuple[tuple[int, int], ...]
    """Entrants who must not sit at the same table."""
    check_in: TournamentCheckInView | None
    round: int
    """The number of the last round that is paired; 0 before the first."""
    played_out: bool
    """Whether all rounds are played, so that only the end can follow. In a knock-out and in the
    final of groups, results decide which round is the last."""
    schedule: FixedSchedule | None
    """All rounds of a round robin, by entrants; null for other formats and before the start."""
    commitment: str
    """The hash that fixed the secret of all draws before anyone entered."""
    secret: str | None
    """That secret, after the end."""


# --- events and actions -----------------------------------------------------------------------


class TournamentEventPage(msgspec.Struct, frozen=True):
    """Events of a tournament, in order."""

    events: tuple[PlacedEvent, ...]
    version: int
    """The current version of the tournament."""
    head: str
    """The hash of its last event, in hexadecimal."""
    next: str | None
    """The cursor of the next page, or null."""


class ActionWarningView(msgspec.Struct, frozen=True):
    """What you should know about an action, although it is accepted."""

    index: int
    """The index of the action; the first is 0."""
    reason: WarningReason
    """`arbiter_without_scope`: no token of the new arbiter has the scope `arbitrate`, so the
    arbiter cannot act yet."""
    facts: dict[str, Any]
    message: str
    """The same as a sentence, in the requested language."""


class TournamentActionsTaken(msgspec.Struct, frozen=True, tag_field="type", tag="taken"):
    """What actions caused."""

    version: int
    """The version of the tournament after them."""
    head: str
    """The hash of the last event, in hexadecimal."""
    events: tuple[PlacedEvent, ...]
    sentences: tuple[str, ...]
    """The same in sentences, in the requested language."""
    warnings: tuple[ActionWarningView, ...]
    """What you should know, although everything was done."""


class TournamentVerdict(msgspec.Struct, frozen=True, tag_field="type", tag="verdict"):
    """What actions would cause, up to the first that draws lots or pairs, which is only judged.

    Otherwise an organiser could look at the next round and then change what it depends on.
    """

    legal: bool
    refusals: tuple[VerdictRefusal, ...]
    events: tuple[dict[str, Any], ...]
    """As in `listTournamentEvents`, without `version`, `at`, `by` and `hash`."""
    sentences: tuple[str, ...]
    """The same in sentences, in the requested language."""
    version: int
    """The current version of the tournament."""
    head: str
    """The hash of its last event, in hexadecimal."""


class RoleActionsView(msgspec.Struct, frozen=True):
    """The actions that the caller may request in one role."""

    role: TournamentRole
    actions: tuple[str, ...]
    """The types of actions; a rule may still refuse them for other reasons."""


class WithheldRoleView(msgspec.Struct, frozen=True):
    """A role of the caller's account that the token cannot be used for."""

    role: TournamentRole
    scope: Scope
    """The scope that the token lacks. The operator of the service makes a token that has it."""


class TournamentLegalActions(msgspec.Struct, frozen=True):
    """The actions that the caller may request now."""

    version: int
    head: str
    """The hash of the last event, in hexadecimal."""
    entrant: int | None
    """The number of the caller's own entry, or null."""
    roles: tuple[RoleActionsView, ...]
    withheld: tuple[WithheldRoleView, ...]
    """Roles of an official that the account has, and the token lacks the scope for."""
    arbiters_without_scope: tuple[str, ...]
    """For the organiser: the accounts of arbiters of which no token has the scope `arbitrate`."""


# --- from the domain --------------------------------------------------------------------------


def tournament_view(stored: StoredTournament) -> TournamentView:
    """Return a tournament."""
    state, now = stored.state, stored.state.check_in
    return TournamentView(
        id=state.id,
        version=stored.head.version,
        head=stored.head.hash.hex(),
        phase=state.phase,
        organiser=state.organiser,
        announcement=terms_view(state.announcement),
        rules=rules_view(state.rules),
        registration_open=state.registration_open,
        invited=tuple(sorted(state.invited)),
        arbiters=tuple(ArbiterView(*one) for one in state.arbiters),
        relations=tuple(RelationView(*one) for one in state.relations),
        claims=tuple(
            RelationClaimView(one.account, one.entrant, one.reason, one.rejected)
            for one in state.claims
        ),
        partners_asked=tuple(
            PartnerRequestView(one.asker, one.people) for one in state.asked if one.open
        ),
        entrants=entrant_views(state),
        forbidden_pairings=state.barred,
        check_in=None if now is None else TournamentCheckInView(now.round, now.open, now.present),
        round=len(state.rounds),
        played_out=is_played_out(state),
        schedule=state.schedule,
        commitment=state.commitment,
        secret=state.secret,
    )


def tournament_event(row: Row) -> Any:
    """Return an event as JSON: its stored form and the hash, which a client can verify."""
    return msgspec.Raw(b'{"hash":"%b",%b' % (row.hash.encode(), row.canonical[1:]))


def _sentences(after: s.Tournament, events: Iterable[Any], language: Language) -> tuple[str, ...]:
    return tuple(sentence_on(after, event, language) for event in events)


def _warned(found: Sequence[ActionWarning], language: Language) -> tuple[ActionWarningView, ...]:
    return tuple(
        ActionWarningView(one.action, one.reason, dict(one.facts), one.message(language))
        for one in found
    )


def taken_in_tournament(
    done: AppendedSteps, warnings: Sequence[ActionWarning], language: Language
) -> TournamentActionsTaken:
    """Return what actions caused, and what to know about them."""
    state, head = done.stored
    events = (event_in(state.id, row) for row in done.rows)
    return TournamentActionsTaken(
        version=head.version,
        head=head.hash.hex(),
        events=tuple(map(tournament_event, done.rows)),
        sentences=_sentences(state, events, language),
        warnings=_warned(warnings, language),
    )


def tournament_verdict(rehearsal: TournamentRehearsal, language: Language) -> TournamentVerdict:
    """Return what legal actions would cause."""
    steps, after = rehearsal.decided
    events = [event for step in steps for event in step.events]
    head = rehearsal.stored.head
    return TournamentVerdict(
        legal=True,
        refusals=(),
        events=tuple(msgspec.to_builtins(event) for event in events),
        sentences=_sentences(after, events, language),
        version=head.version,
        head=head.hash.hex(),
    )


def refused_verdict(refused: IllegalAction, head: Head, language: Language) -> TournamentVerdict:
    """Return why an action is not legal."""
    refusals = (refusal_view(refused.index, refused, language),)
    return TournamentVerdict(False, refusals, (), (), head.version, head.hash.hex())


def legal_tournament_actions(
    stored: StoredTournament,
    account: str,
    found: Sequence[RoleActions],
    withheld: Sequence[WithheldRole],
    arbiters_without_scope: Sequence[str],
) -> TournamentLegalActions:
    """Return what an account may ask for in each of its roles, and which it cannot use."""
    now = len(stored.state.rounds)
    own = (
        one.number
        for one in stored.state.entrants
        if any(person.account == account for person in (*one.people, *one.people_in(now)))
    )
    return TournamentLegalActions(
        version=stored.head.version,
        head=stored.head.hash.hex(),
        entrant=next(own, None),
        roles=tuple(RoleActionsView(one.by.role, one.actions) for one in found),
        withheld=tuple(WithheldRoleView(one.role, one.scope) for one in withheld),
        arbiters_without_scope=tuple(arbiters_without_scope),
    )
