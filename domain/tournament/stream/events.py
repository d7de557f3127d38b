"""The events of a tournament. THIS FILE IS A STORAGE FORMAT: add versions, never edit.

Entrants are named by the number of their entry, which never changes; ``tournament_started`` lists
them in the order of their pairing numbers. Rounds and tables are counted from 1. The
entry of an event names who caused it (``by``); ``reason`` is what an official says about it.
"""

from typing import Final, TypeAlias

from msgspec import Struct

from domain.ruleset import Retired
from domain.tournament.model import Announced, ByeKind, ByeTaken, TableNumber, TablePlayers
from domain.tournament.stream.announcement import Announcement
from domain.tournament.stream.people import Person


class BaseEvent(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """The base of all events of a tournament; a member that has its default is omitted."""


class TournamentOpened(BaseEvent, frozen=True, tag="tournament_opened"):
    """The tournament was announced; ``commitment`` binds its chance before anyone enters.

    ``names`` is the edition of the table that says which names read alike; earlier tournaments have
    none, and compare names without one. ``edition`` is that of the rules, by which everything in
    the tournament is decided.
    """

    organiser: str
    """The account of the organiser."""
    commitment: str
    announcement: Announcement
    names: int = 0
    edition: int = 1


class ArbiterNamed(BaseEvent, frozen=True, tag="arbiter_named"):
    """This account is now an arbiter."""

    account: str
    name: str
    reason: str | None = None


class ArbiterDismissed(BaseEvent, frozen=True, tag="arbiter_dismissed"):
    """This account is no longer an arbiter."""

    account: str
    name: str
    reason: str | None = None


class RelationDeclared(BaseEvent, frozen=True, tag="relation_declared"):
    """This account does not judge this entrant: they are related, or have interests in common."""

    account: str
    entrant: int
    reason: str | None = None


class RelationClaimed(BaseEvent, frozen=True, tag="relation_claimed"):
    """A player says that this arbiter has a relation to their entry; an official decides."""

    account: str
    entrant: int
    reason: str


class RelationRejected(BaseEvent, frozen=True, tag="relation_rejected"):
    """An official decided that this claim is not true: the arbiter goes on."""

    account: str
    entrant: int
    reason: str


class PlayersInvited(BaseEvent, frozen=True, tag="players_invited"):
    """These accounts are on the list of those who may enter."""

    accounts: tuple[str, ...]
    reason: str | None = None


class EntrantRegistered(BaseEvent, frozen=True, tag="entrant_registered"):
    """A person or a pair entered; ``entropy`` and ``tip`` are what they contribute to chance.

    ``late`` says that the tournament had started: such an entrant contributes nothing to seeds.
    ``reason`` is that of an official who enters someone late.
    """

    entrant: int
    people: tuple[Person, ...]
    rating: int = 0
    entropy: str = ""
    tip: str | None = None
    late: bool = False
    reason: str | None = None


class PartnerAsked(BaseEvent, frozen=True, tag="partner_asked"):
    """A player asked another one to enter as a pair: they are in when the partner confirms.

    A player who asks again takes back what they asked before.
    """

    asker: str
    people: tuple[Person, ...]
    entropy: str = ""
    tip: str | None = None


class PartnerDeclined(BaseEvent, frozen=True, tag="partner_declined"):
    """The partner declined, or the player who had asked took it back."""

    asker: str
    people: tuple[Person, ...]


class RegistrationClosed(BaseEvent, frozen=True, tag="registration_closed"):
    """Nobody can enter until registration opens again."""


class RegistrationReopened(BaseEvent, frozen=True, tag="registration_reopened"):
    """Entrants can enter again."""


class EntrantWithdrawn(BaseEvent, frozen=True, tag="entrant_withdrawn"):
    """The entrant plays no further rounds; a game in progress goes on."""

    entrant: int
    reason: str | None = None


class EntrantExpelled(BaseEvent, frozen=True, tag="entrant_expelled"):
    """An arbiter excluded the entrant from further rounds."""

    entrant: int
    reason: str


class EntrantReinstated(BaseEvent, frozen=True, tag="entrant_reinstated"):
    """The entrant plays again."""

    entrant: int
    reason: str


class PlayerReplaced(BaseEvent, frozen=True, tag="player_replaced"):
    """Another person plays for the entry, from this round on; all else about the entry stays.

    ``member`` is the place in a fixed pair. The chain of the entry ends, because only the person
    who is replaced knows its links.
    """

    entrant: int
    person: Person
    round: int
    reason: str
    member: int = 1


class PairingForbidden(BaseEvent, frozen=True, tag="pairing_forbidden"):
    """These two entrants must not sit at the same table."""

    entrants: tuple[int, int]
    reason: str


class PairingAllowed(BaseEvent, frozen=True, tag="pairing_allowed"):
    """These two entrants may meet again."""

    entrants: tuple[int, int]
    reason: str


class ByeGranted(BaseEvent, frozen=True, tag="bye_granted"):
    """The entrant does not play in this round: on request, or by an arbiter's decision."""

    entrant: int
    round: int
    kind: ByeKind
    reason: str | None = None


class CheckInOpened(BaseEvent, frozen=True, tag="check_in_opened"):
    """Entrants can check in for this round."""

    round: int


class EntrantCheckedIn(BaseEvent, frozen=True, tag="entrant_checked_in"):
    """The entrant plays in this round; ``link`` is that of its chain for the round, if it has one.

    ``reason`` is that of an arbiter who admits an entrant after check-in has closed.
    """

    entrant: int
    round: int
    link: str | None = None
    reason: str | None = None


class CheckInClosed(BaseEvent, frozen=True, tag="check_in_closed"):
    """Until the round is paired, no one can enter, leave or request a bye."""

    round: int


class RulesChanged(BaseEvent, frozen=True, tag="rules_changed"):
    """The organiser changed points, tie-breaks or the number of rounds."""

    rules: Announced
    reason: str


class FixedSchedule(Struct, frozen=True, omit_defaults=True):
    """All rounds of a round robin, or of all groups, and the construction that gives them."""

    construction: str
    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    groups: tuple[tuple[int, ...], ...] = ()
    """The entrants of each group, best first; empty for a round robin of all."""


class TournamentStarted(BaseEvent, frozen=True, tag="tournament_started"):
    """Registration is closed, and the lots are drawn.

    ``order`` lists the entrants by pairing number, and ``lots`` the place of each of them in the
    draw. ``initial`` says whether pairing number 1 is first (0) or second (1) in round one. A round
    robin has a schedule, which gives the number of rounds; the schedule of groups covers the rounds
    before the final.
    """

    seed: str
    order: tuple[int, ...]
    lots: tuple[int, ...]
    initial: int
    schedule: FixedSchedule | None = None


class PairedTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table and its players in turn order."""

    table: TableNumber
    players: TablePlayers


class RoundCosts(Struct, frozen=True):
    """What the tables of a round cost (TN-COST-1); each member outweighs all members after it."""

    barred: int
    repeats: int
    partners: int
    turns: int
    small: int
    spread: int


class RoundPaired(BaseEvent, frozen=True, tag="round_paired"):
    """The tables of a round: all players in turn order, and who rests.

    ``cost`` and ``bounds`` are the certificate of the algorithm: what these tables cost, and a
    lower bound for the cost of any pairing. If an arbiter pairs by hand, there is a reason instead,
    and ``algorithm`` is ``by_hand``. ``seed`` is empty if the pairing does not depend on chance.

    In a knock-out, ``advanced`` lists the entrants who went on from the previous round; in the
    first round of a final, those who qualified in the groups, best first.
    """

    round: int
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[ByeTaken, ...]
    algorithm: str
    seed: str = ""
    cost: RoundCosts | None = None
    bounds: RoundCosts | None = None
    reason: str | None = None
    advanced: tuple[int, ...] = ()


class RoundUnpaired(BaseEvent, frozen=True, tag="round_unpaired"):
    """The round is to be paired again, from the same seed."""

    round: int
    reason: str


class TablesChanged(BaseEvent, frozen=True, tag="tables_changed"):
    """An arbiter changed these tables of a round, or who has a bye in it."""

    round: int
    tables: tuple[PairedTable, ...]
    byes: tuple[ByeTaken, ...]
    reason: str


class RoundOpened(BaseEvent, frozen=True, tag="round_opened"):
    """The tables of the round can be played."""

    round: int


class TableOpened(BaseEvent, frozen=True, tag="table_opened"):
    """This is the game of the table, and no other is."""

    round: int
    table: int
    game: str


class GameRecorded(BaseEvent, frozen=True, tag="game_recorded"):
    """The game of a table ended; ``head`` is that of its signed statement, and ``kid`` the key.

    ``as_it_stands`` says that the service ended it with the round, and scored it as it stood.
    """

    round: int
    table: int
    ranks: tuple[int, ...]
    game: str
    head: str
    kid: str
    scores: tuple[int, ...] = ()
    as_it_stands: bool = False


class ResultClaimed(BaseEvent, frozen=True, tag="result_claimed"):
    """An entrant of a real table entered its result, which another entrant has to confirm."""

    round: int
    table: int
    entrant: int
    ranks: tuple[int, ...]
    scores: tuple[int, ...] = ()


class ResultConfirmed(BaseEvent, frozen=True, tag="result_confirmed"):
    """Two entrants of a real table entered the same result."""

    round: int
    table: int
    entrants: tuple[int, int]
    ranks: tuple[int, ...]
    scores: tuple[int, ...] = ()


class ResultEntered(BaseEvent, frozen=True, tag="result_entered"):
    """An arbiter entered the result of a table, without confirmation by players."""

    round: int
    table: int
    ranks: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] = ()


class SidesForfeited(BaseEvent, frozen=True, tag="sides_forfeited"):
    """These entrants lost by forfeit: they take the last place, and the others play on.

    If at most one other is left, that is the result of the table. The reason is omitted if they had
    left the tournament when the round opened, or did not take their seats.
    """

    round: int
    table: int
    entrants: tuple[int, ...]
    reason: str | None = None


class ReplayOrdered(BaseEvent, frozen=True, tag="replay_ordered"):
    """The table is to be played again: its former game and result do not count."""

    round: int
    table: int
    reason: str


class ResultCorrected(BaseEvent, frozen=True, tag="result_corrected"):
    """An arbiter corrected the result of a table.

    Pairings already made stand; standings use the corrected result.
    """

    round: int
    table: int
    ranks: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] = ()
    forfeits: tuple[int, ...] = ()


class TimeGranted(BaseEvent, frozen=True, tag="time_granted"):
    """An arbiter added time to the clock of an entrant."""

    round: int
    table: int
    entrant: int
    seconds: int
    reason: str


class TablesPaused(BaseEvent, frozen=True, tag="tables_paused"):
    """An arbiter paused the games of these tables: no clock runs there, and nobody acts."""

    round: int
    tables: tuple[int, ...]
    reason: str


class TablesResumed(BaseEvent, frozen=True, tag="tables_resumed"):
    """An arbiter resumed the games of these tables."""

    round: int
    tables: tuple[int, ...]
    reason: str


class RoundClosed(BaseEvent, frozen=True, tag="round_closed"):
    """All tables of the round have a result."""

    round: int


class FinalPlace(Struct, frozen=True):
    """A row of the final standings, with the values of the tie-breaks in their order."""

    rank: int
    entrant: int
    points: int
    values: tuple[int, ...]


class TournamentEnded(BaseEvent, frozen=True, tag="tournament_ended"):
    """The tournament is over; anyone can compute the standings again from the results.

    ``reason`` says why it ended before the announced number of rounds.
    """

    standings: tuple[FinalPlace, ...]
    reason: str | None = None


class TournamentAborted(BaseEvent, frozen=True, tag="tournament_aborted"):
    """The tournament was called off, without standings."""

    reason: str


class TournamentSecretRevealed(BaseEvent, frozen=True, tag="tournament_secret_revealed"):
    """The secret of the seeds, in hexadecimal: anyone can now compute each of them again."""

    secret: str


TournamentEvent: TypeAlias = (
    TournamentOpened
    | ArbiterNamed
    | ArbiterDismissed
    | RelationDeclared
    | RelationClaimed
    | RelationRejected
    | PlayersInvited
    | EntrantRegistered
    | PartnerAsked
    | PartnerDeclined
    | RegistrationClosed
    | RegistrationReopened
    | EntrantWithdrawn
    | EntrantExpelled
    | EntrantReinstated
    | PlayerReplaced
    | PairingForbidden
    | PairingAllowed
    | ByeGranted
    | CheckInOpened
    | EntrantCheckedIn
    | CheckInClosed
    | RulesChanged
    | TournamentStarted
    | RoundPaired
    | RoundUnpaired
    | TablesChanged
    | RoundOpened
    | TableOpened
    | GameRecorded
    | ResultClaimed
    | ResultConfirmed
    | ResultEntered
    | SidesForfeited
    | ReplayOrdered
    | ResultCorrected
    | TimeGranted
    | TablesPaused
    | TablesResumed
    | RoundClosed
    | TournamentEnded
    | TournamentAborted
    | TournamentSecretRevealed
)

RETIRED: Final[tuple[Retired, ...]] = ()
"""Former versions of these events."""
