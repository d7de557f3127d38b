"""One game at one table: the folded state of its stream, and a draft of it."""

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import astuple, replace

from domain.chance import Bounds, Scheme
from domain.kit.bots import name_of
from domain.ruleset import CHANCE, AnyRuleset, Await, Seat, Viewer
from domain.rulesets.registry import BY_PINNED
from domain.table.clock import Clocks
from domain.table.continuation import AnyContinuation
from domain.table.contributions import KnownChain, RegisteredWitness
from domain.table.hiding import hidden_members
from domain.table.reserving import TournamentTable
from domain.table.terms import Terms

TABLE: Final = "table"
"""The actor when neither a seat nor chance acts: the creator, an arbiter, or the table itself."""

By: TypeAlias = Seat | Literal["chance", "table"]
Status: TypeAlias = Literal["open", "running", "over", "aborted"]
Matter: TypeAlias = Literal["draw", "pause", "resume", "take_back", "waiver"]
"""What seats can offer each other."""


class SeatState(Struct, frozen=True, gc=False):
    """One seat at the table and its player."""

    taken: bool = False
    name: str | None = None
    bot: str | None = None
    """The house bot that plays this seat, even after its player resigned or ran out of time."""
    entropy: str = ""
    tip: str | None = None
    """The tip of its chain of links, in hexadecimal; None if it has no chain."""
    resigned: bool = False
    flagged: bool = False
    """Whether its player ran out of time."""
    agrees: tuple[Matter, ...] = ()
    """The offers that this seat made or agrees to."""
    offers_made: int = 0
    """How many offers it has made in the whole game."""
    player: str | None = None
    """The account of its player, if they have one."""
    orders: Any = None
    """The standing orders of its player, of a type of the ruleset; None if there are none."""
    orders_given: int = 0
    """How many times its player has given orders."""

    @property
    def has_left(self) -> bool:
        """Whether its player resigned, or ran out of time and a house bot plays on.

        Such a player has lost, whatever the outcome says of the side. If the flag ended the game,
        the outcome says who won (TB-FLAG-4).
        """
        return self.resigned or (self.flagged and self.bot is not None)

    @property
    def is_played_by_a_person(self) -> bool:
        """Whether no house bot plays this seat, and its player has not left."""
        return self.bot is None and not self.resigned

    @property
    def is_of_the_house(self) -> bool:
        """Whether a house bot sat down here, rather than playing on for a person."""
        return self.bot is not None and not self.has_left


def _numbered(bots: Sequence[str | None]) -> str | None:
    """Return the last of these names with its number among equal ones; None for no name."""
    last = bots[-1]
    return last and f"{last} {bots.count(last)}"


class GameState(Struct):
    """What a game and its draft have; what only reads takes either.

    The ruleset has the types of ``options``, ``position`` and ``outcome``.
    """

    id: str
    ruleset: str
    """The pinned name: id and edition."""
    options: Any
    scheme: Scheme
    commitment: str
    seats: tuple[SeatState, ...]
    status: Status
    version: int
    """Number of events so far."""
    position: Any
    outcome: Any
    secret: str | None
    """Revealed after the end."""
    wordings: dict[str, int] = {}
    """The versions in which this game's events are written, except version 1."""
    label: str | None = None
    """What the game belongs to, such as a tournament."""
    terms: Terms | None = None
    """The terms of the game in addition to its rules, if there are any."""
    moments: int = 0
    """How many moments chance has drawn so far; the last one has this number."""
    links: bool = False
    """Whether seats may commit to chains of links."""
    witnesses: tuple[RegisteredWitness, ...] = ()
    """The witnesses that registered the game, in order of their places."""
    chains: tuple[KnownChain, ...] = ()
    """How far the chains of seats and witnesses are known, in the order of ``who``."""
    called: int | None = None
    """The version whose head links are given for, if offers to waive them came after it."""
    waived: bool = False
    """Whether everyone has agreed that chance draws the moment that is due without links."""
    hinted: bool = False
    """Whether a house bot has advised the only person on the decision that is due."""
    continues: AnyContinuation | None = None
    """The game that this one continues, and the position in which it began."""
    sandbox: str | None = None
    """The seed of a game in a sandbox, whose dice anyone could foresee."""
    tournament: TournamentTable | None = None
    """The table of a tournament at which the game is played."""
    reserved: tuple[str, ...] = ()
    """For whom each seat is reserved: an account, or ``bot:`` and a name; empty if no seat is."""
    reserved_names: tuple[str, ...] = ()
    """The name under which each of them plays; empty if they choose."""

    @property
    def rules(self) -> AnyRuleset:
        """The ruleset of the game."""
        return BY_PINNED[self.ruleset]

    @property
    def sides(self) -> tuple[str, ...]:
        """The side of each seat."""
        return self.rules.sides(self.options)

    def name_for(self, seat: Seat) -> str | None:
        """Return the name under which a seat is reserved; None if its player chooses one."""
        return self.reserved_names[seat] if self.reserved_names else None

    @property
    def names(self) -> tuple[str | None, ...]:
        """The name that people see on each seat: the player's, or that of the house bot there.

        A house bot that sat down on several seats is numbered; a player without a name has none,
        even after a house bot took over.
        """
        bots = [name_of(seat.bot or "") if seat.is_of_the_house else None for seat in self.seats]
        return tuple(
            seat.name or (bots[at] if bots.count(bots[at]) == 1 else _numbered(bots[: at + 1]))
            for at, seat in enumerate(self.seats)
        )

    @property
    def awaits(self) -> tuple[Await, ...]:
        """Who may act in the game; empty unless it is running, and in a pause."""
        running = self.status == "running" and (self.terms is None or not self.terms.paused)
        return self.rules.awaits(self.position) if running else ()

    @property
    def awaits_chance(self) -> bool:
        """Whether chance has to answer next."""
        if self.status != "running" or (self.terms is not None and self.terms.paused):
            return False
        # Without a list of the seats, because this is asked twice for each moment.
        for due in BY_PINNED[self.ruleset].awaits(self.position):  # noqa: SIM110 - see above
            if due.seat == CHANCE:
                return True
        return False

    @property
    def bounds_due(self) -> Bounds:
        """The draws that the position requires of chance, which the game awaits."""
        return self.rules.asks(self.position)

    @property
    def bots_due(self) -> tuple[Seat, ...]:
        """The seats of house bots that must decide now."""
        return tuple(
            due.seat
            for due in self.awaits
            if due.seat != CHANCE and self.seats[due.seat].bot is not None
        )

    @property
    def people_due(self) -> tuple[Seat, ...]:
        """The seats of persons that must decide now, or after a pause."""
        if self.status != "running":
            return ()
        return tuple(
            due.seat
            for due in self.rules.awaits(self.position)
            if due.seat != CHANCE and self.seats[due.seat].is_played_by_a_person
        )

    @property
    def reacting(self) -> tuple[Seat, ...]:
        """The seats of persons whose decision now is a reaction."""
        rules, position = self.rules, self.position
        return tuple(seat for seat in self.people_due if rules.reacts(position, seat))

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats in the game: those that it has not put out and that have not left."""
        order = self.rules.order(self.position)
        return tuple(
            seat
            for seat, state in enumerate(self.seats)
            if not (state.resigned and state.bot is None) and (not order or seat in order)
        )

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats in the game that persons play."""
        return tuple(seat for seat in self.playing if self.seats[seat].bot is None)

    @property
    def clocks(self) -> Clocks | None:
        """The clocks, if the game is played with one."""
        return None if self.terms is None else self.terms.clocks

    @property
    def deadline(self) -> str | None:
        """When the first flag falls unless someone acts before; None while no clock runs."""
        clocks = self.clocks
        return None if clocks is None else clocks.deadline

    @property
    def paused(self) -> bool:
        """Whether the running game is paused, by its players or by an arbiter."""
        return self.status == "running" and self.terms is not None and self.terms.paused

    @property
    def suspended(self) -> bool:
        """Whether an arbiter of its tournament has stopped the running game."""
        return self.status == "running" and self.terms is not None and self.terms.suspended

    def as_seen_by(self, viewer: Viewer) -> Viewer:
        """Return the viewer whose view this one gets: after the end, everyone sees everything."""
        return "arbiter" if self.finished else viewer

    @property
    def hides_something(self) -> bool:
        """Whether the game may have information now that only some may see."""
        return bool(hidden_members(self.rules)) and not self.finished

    @property
    def finished(self) -> bool:
        """Whether no further event is possible."""
        return self.status in ("over", "aborted")


class Game(GameState, frozen=True, gc=False):  # type: ignore[misc] # a draft is not
    """The state of a game after an event."""


class GameDraft(GameState, gc=False):
    """The same, while events change it; its position is a draft, too."""

    answers: int | None = None
    """How many answers that draw something the open moment has so far; None if none is open.

    A moment is open from the action that draws it to the next decision. All of it is one batch, so
    no stored game has an open moment.
    """
    bounds: Bounds | None = None
    """What the position asks of chance; None if nobody needed it since the position changed."""

    @property
    def bounds_due(self) -> Bounds:
        """The draws that the position requires of chance, computed once for each position."""
        if self.bounds is None:
            self.bounds = self.rules.asks(self.position)
        return self.bounds


def thaw(game: GameState) -> GameDraft:
    """Return a draft of a game, or of what another draft has reached."""
    draft = GameDraft(*astuple(game))
    draft.position = draft.rules.thaw(game.position)
    return draft


def freeze(draft: GameDraft) -> Game:
    """Return the game that a draft has reached; it does not change with the draft."""
    game = Game(*astuple(draft)[: len(Game.__struct_fields__)])
    return replace(game, position=draft.rules.freeze(draft.position))
