"""The state of a tournament: the fold of its events."""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from domain.refusal import IllegalAction
from domain.tournament.model import Announced, ByeKind, ByeTaken
from domain.tournament.stream.announcement import Announcement
from domain.tournament.stream.events import FinalPlace, FixedSchedule
from domain.tournament.stream.people import Person

EntrantStatus: TypeAlias = Literal["in", "withdrawn", "expelled"]
Source: TypeAlias = Literal["game", "as_it_stands", "players", "arbiter", "forfeit"]
"""Where a result comes from; a corrected one is an arbiter's."""

Phase: TypeAlias = Literal["registration", "between", "paired", "playing", "ended", "aborted"]
"""Between two rounds, a tournament waits for the next pairing; the last round ends there, too."""


class ReplacedPerson(Struct, frozen=True):
    """A person who played for an entry, until another one did."""

    person: Person
    member: int
    """The place in a fixed pair, from 1; 1 in other entries."""
    round: int
    """The first round in which the next person plays."""
    reason: str


class Stint(NamedTuple):
    """A person who plays for an entry from a round on; from 0 for the first."""

    person: Person
    start: int


class EntrantState(Struct, frozen=True):
    """An entrant: a person, or a fixed pair."""

    number: int
    people: tuple[Person, ...]
    """Who plays in rounds that are paired from now on."""
    rating: int = 0
    entropy: str = ""
    tip: str | None = None
    late: bool = False
    status: EntrantStatus = "in"
    link: str | None = None
    """The last link of its chain that is known."""
    link_round: int = 0
    """The round of that link; 0 for the tip."""
    byes: tuple[tuple[int, ByeKind], ...] = ()
    """Rounds in which it rests, by request or by an arbiter."""
    requests: int = 0
    """How many byes it requested."""
    replaced: tuple[ReplacedPerson, ...] = ()
    """Who played before, in the order in which they were replaced."""

    @property
    def name(self) -> str:
        """The name for lists: that of the person, or of both."""
        return " / ".join(person.name for person in self.people)

    def people_in(self, number: int) -> tuple[Person, ...]:
        """Return who plays in a round, by its number."""
        if not self.replaced:
            return self.people
        every = (self.stints(member) for member in range(1, len(self.people) + 1))
        return tuple([one for one in stints if one.start <= number][-1].person for stints in every)

    def stints(self, member: int) -> list[Stint]:
        """Return who played in a place of the entry, first to last, and from which round on."""
        left = [one for one in self.replaced if one.member == member]
        players = [*(one.person for one in left), self.people[member - 1]]
        starts = [0, *(one.round for one in left)]
        return [Stint(person, start) for person, start in zip(players, starts, strict=True)]

    def name_in(self, number: int) -> str:
        """Return the name for a round: that of the person who plays in it, or of both."""
        return " / ".join(person.name for person in self.people_in(number))

    def called_in(self, number: int | None) -> str:
        """Return the name for what is said about a round; about none, that of who plays now."""
        return self.name if number is None else self.name_in(number)

    def has_left(self, number: int) -> bool:
        """Return whether the entry is out in a round that is paired (TN-LEAVE-4).

        If the next person withdraws before playing, the one who is in the round plays it.
        """
        if self.status == "withdrawn":
            now, then = self.people, self.people_in(number)
            return [one.key for one in now] == [one.key for one in then]
        return self.status != "in"

    def everybody(self) -> tuple[Person, ...]:
        """Return all who ever played for this entry, or were entered to."""
        return (*(one.person for one in self.replaced), *self.people)


class RelationClaim(Struct, frozen=True):
    """What a player says about an arbiter; it counts once an official confirms it."""

    account: str
    entrant: int
    reason: str
    rejected: bool = False
    """Whether an official rejected it; a player cannot claim it again."""


class PartnerRequest(Struct, frozen=True):
    """A pair that one of both wants to enter, and the other has to confirm."""

    asker: str
    people: tuple[Person, ...]
    entropy: str = ""
    tip: str | None = None
    open: bool = True
    """Whether the partner can still confirm it."""
    declined: bool = False
    """Whether the partner declined it, or the player took it back."""


class ResultClaim(Struct, frozen=True):
    """The last result that one entrant entered."""

    entrant: int
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    made: int = 1
    """How many results the entrant has entered for the table."""


class TableResult(Struct, frozen=True):
    """How a table ended. ``ranks`` are empty if at most one player did not forfeit."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    source: Source
    corrected: bool = False
    reason: str | None = None
    """What an arbiter said about it."""


class TableState(Struct, frozen=True):
    """A table of a round; its players in turn order."""

    players: tuple[int, ...]
    game: str | None = None
    games: tuple[str, ...] = ()
    """All its games; those before the last do not count."""
    forfeits: tuple[int, ...] = ()
    claims: tuple[ResultClaim, ...] = ()
    result: TableResult | None = None
    granted: tuple[tuple[int, int], ...] = ()
    """The entrants to whom arbiters granted time in this game, and the seconds."""
    paused: bool | None = None
    """Whether arbiters have paused this game; None if they never did."""

    @property
    def is_touched(self) -> bool:
        """Whether anything has happened at the table."""
        return bool(self.games or self.forfeits or self.claims or self.result)


class RoundState(Struct, frozen=True):
    """A round that is paired."""

    number: int
    tables: tuple[TableState, ...]
    byes: tuple[ByeTaken, ...]
    opened: bool = False
    closed: bool = False
    advanced: tuple[int, ...] = ()
    """In a knock-out, and in the last round of groups, who went on from here when the next round
    was paired."""


class CheckInState(Struct, frozen=True):
    """The check-in for a round."""

    round: int
    open: bool = True
    present: tuple[int, ...] = ()
    links: tuple[tuple[int, str], ...] = ()
    """The links that entrants gave for the round while check-in was open."""


class SeedState(Struct, frozen=True):
    """A seed that was used, and the links that are in it."""

    round: int
    seed: str
    links: tuple[tuple[int, str], ...] = ()


class Tournament(Struct, frozen=True):
    """A tournament after an event."""

    id: str
    organiser: str
    commitment: str
    announcement: Announcement
    rules: Announced
    """Those that apply now."""
    names: int = 0
    """The edition of the table that says which names read alike."""
    edition: int = 1
    """The edition of the rules, which never changes."""
    version: int = 1
    """Number of events so far."""
    phase: Phase = "registration"
    registration_open: bool = True
    entrants: tuple[EntrantState, ...] = ()
    arbiters: tuple[tuple[str, str], ...] = ()
    """Accounts and names."""
    relations: tuple[tuple[str, int], ...] = ()
    claims: tuple[RelationClaim, ...] = ()
    """Relations that players claim, until an official confirms them."""
    asked: tuple[PartnerRequest, ...] = ()
    """All pairs that players wanted to enter."""
    invited: frozenset[str] = frozenset()
    barred: tuple[tuple[int, int], ...] = ()
    check_in: CheckInState | None = None
    order: tuple[int, ...] = ()
    """Entrants by pairing number; those who entered late come last."""
    schedule: FixedSchedule | None = None
    founders: int = 0
    """How many entrants there were at the start."""
    lots: tuple[int, ...] = ()
    initial: int = 0
    rounds: tuple[RoundState, ...] = ()
    games: frozenset[str] = frozenset()
    """All games of all tables."""
    seeds: tuple[SeedState, ...] = ()
    standings: tuple[FinalPlace, ...] = ()
    secret: str | None = None

    @property
    def started(self) -> bool:
        """Whether registration is over and the lots are drawn."""
        return bool(self.order)

    @property
    def finished(self) -> bool:
        """Whether nothing but the secret can follow."""
        return self.phase in {"ended", "aborted"}

    @property
    def is_revealed(self) -> bool:
        """Whether the tournament is over and its secret is public: no event follows."""
        return self.secret is not None

    @property
    def next_round(self) -> int:
        """The number of the round that is to be paired next."""
        return len(self.rounds) + 1

    @property
    def is_frozen(self) -> bool:
        """Whether check-in for the next round is over and the round not paired yet."""
        now = self.check_in
        return now is not None and not now.open and now.round == self.next_round

    def entrant(self, number: int) -> EntrantState:
        """Return an entrant; refuse a number that nobody has (TN-ACT-4)."""
        if not 1 <= number <= len(self.entrants):
            raise IllegalAction(
                "TN-ACT-4", "no_such_entrant", entrant=number, entrants=len(self.entrants)
            )
        return self.entrants[number - 1]

    def round(self, number: int) -> RoundState:
        """Return a round that is paired; refuse another number (TN-ACT-4)."""
        if not 1 <= number <= len(self.rounds):
            raise IllegalAction("TN-ACT-4", "no_such_round", round=number, rounds=len(self.rounds))
        return self.rounds[number - 1]

    def table(self, number: int, table: int) -> TableState:
        """Return a table of a round; refuse another number (TN-ACT-4)."""
        tables = self.round(number).tables
        if not 1 <= table <= len(tables):
            raise IllegalAction(
                "TN-ACT-4", "no_such_table", round=number, table=table, tables=len(tables)
            )
        return tables[table - 1]

    def is_arbiter(self, account: str) -> bool:
        """Return whether this account is an arbiter."""
        return any(account == one for one, _ in self.arbiters)

    def claim(self, account: str, entrant: int) -> RelationClaim | None:
        """Return what was claimed about an account and an entrant, and is not confirmed."""
        found = (one for one in self.claims if (one.account, one.entrant) == (account, entrant))
        return next(found, None)

    def everybody(self) -> Iterator[tuple[int, Person]]:
        """Yield all who entered or replaced someone, with the number of the entrant."""
        for one in self.entrants:
            for person in one.everybody():
                yield one.number, person

    def present(self) -> tuple[int, ...]:
        """Return who plays the next round: who is in, has checked in if required, has no bye."""
        number = self.next_round
        here = None
        if self.announcement.check_in:
            now = self.check_in
            here = frozenset(now.present if now is not None and now.round == number else ())
        return tuple(
            one.number
            for one in self.entrants
            if one.status == "in"
            and (here is None or one.number in here)
            and number not in dict(one.byes)
        )

    def seats_at(self, number: int, table: TableState) -> tuple[Person, ...]:
        """Return who sits on each seat of a table of this round; pairs as two rows of seats.

        The second of each pair comes after all firsts.
        """
        return tuple(
            self.entrants[player - 1].people_in(number)[member]
            for member in range(self.announcement.team)
            for player in table.players
        )
