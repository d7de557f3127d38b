"""The events of a table. THIS FILE IS A STORAGE FORMAT: add versions, never edit.

The same stream also has the events of the game.
"""

from typing import Any, Final, TypeAlias

from msgspec import Struct

from domain.chance import Scheme
from domain.ruleset import Retired, Seat
from domain.table.clock import Clock
from domain.table.continuation import StoredContinuation
from domain.table.contributions import GivenLink, RegisteredWitness, WitnessNote
from domain.table.reserving import TournamentTable


class Event(Struct, frozen=True, gc=False, tag_field="type"):
    """The base of all events of a table."""


class GameOpened(Event, frozen=True, tag="game_opened", omit_defaults=True):
    """The table was set up; ``commitment`` binds the dice before anyone sits down.

    ``wordings`` has the versions of this game's events, by owner and tag, except version 1.
    ``links`` says whether seats may commit to chains, and ``witnesses`` registered the game before.
    ``continues`` says from which position of which other game it begins, ``tournament`` at which
    table of a tournament it is played, ``reserved`` for whom each seat is, and ``reserved_names``
    under which name each of them plays.
    ``sandbox`` is the seed of a game in a sandbox, whose dice anyone could foresee.
    Each of these members is omitted if it is empty, false or null, and so is ``label``.
    """

    # It may get more optional members, which are omitted by default: then older games keep their
    # bytes. A reader that does not know such a member refuses the game (ADR 70).

    ruleset: str
    options: dict[str, Any]
    seats: int
    scheme: Scheme
    commitment: str
    wordings: dict[str, int] = {}
    label: str | None = None
    links: bool = False
    witnesses: tuple[RegisteredWitness, ...] = ()
    continues: StoredContinuation | None = None
    sandbox: str | None = None
    tournament: TournamentTable | None = None
    reserved: tuple[str, ...] = ()
    reserved_names: tuple[str, ...] = ()


class SeatTaken(Event, frozen=True, gc=False, tag="seat_taken"):
    """A person (``bot`` is null) or a house bot sat down; ``tip`` commits to a chain of links."""

    seat: int
    name: str | None
    bot: str | None
    entropy: str
    tip: str | None = None


class PlayerSeated(Event, frozen=True, gc=False, tag="player_seated"):
    """The player who sat down has this account."""

    seat: int
    player: str


class SeatLeft(Event, frozen=True, gc=False, tag="seat_left"):
    """The seat is free again."""

    seat: int


class GameStarted(Event, frozen=True, gc=False, tag="game_started"):
    """The last seat was taken."""


class MomentDrawn(Event, frozen=True, gc=False, tag="moment_drawn"):
    """Chance draws what is due until the next decision: the moment with this number.

    ``links`` are those that its dice depend on, and ``witness`` says when witnesses gave theirs.
    ``missing`` lists the contributors whose links were due if the dice depend on none.
    """

    moment: int
    links: tuple[GivenLink, ...]
    witness: tuple[WitnessNote, ...]
    missing: tuple[int, ...]


class SeatResigned(Event, frozen=True, gc=False, tag="seat_resigned"):
    """The seat resigned; ``bot`` plays on for it, unless the game ends.

    ``bot`` is null if the rules of the game let the seat leave; the events that follow say how.
    """

    seat: int
    bot: str | None


class DrawOffered(Event, frozen=True, gc=False, tag="draw_offered"):
    """The seat offered a draw."""

    seat: int


class DrawAccepted(Event, frozen=True, gc=False, tag="draw_accepted"):
    """The seat accepted the draw."""

    seat: int


class DrawDeclined(Event, frozen=True, gc=False, tag="draw_declined"):
    """The seat declined the draw, which drops the offer."""

    seat: int


class GameConceded(Event, frozen=True, tag="game_conceded"):
    """All other sides have resigned."""

    winners: tuple[str, ...]


class DrawAgreed(Event, frozen=True, tag="draw_agreed"):
    """Everyone agreed to a draw of these sides."""

    winners: tuple[str, ...]


class GameAborted(Event, frozen=True, gc=False, tag="game_aborted"):
    """The game was called off before it started."""


class SecretRevealed(Event, frozen=True, gc=False, tag="secret_revealed"):
    """The game is over: the secret of the dice, in hexadecimal; anyone can now recompute them."""

    secret: str


class ClockSet(Event, frozen=True, tag="clock_set"):
    """The game is played with a clock."""

    clock: Clock


class TakeBacksAllowed(Event, frozen=True, gc=False, tag="take_backs_allowed"):
    """A decision of this game may be taken back if all agree."""


class ClocksRun(Event, frozen=True, tag="clocks_run"):
    """The time left to each seat, and the seats whose clocks run from this moment on."""

    left_ms: tuple[int, ...]
    running: tuple[Seat, ...]
    since: str


class FlagFell(Event, frozen=True, gc=False, tag="flag_fell"):
    """The seat ran out of time; ``bot`` plays on for it, unless the game is lost."""

    seat: int
    bot: str | None


class TimeAdded(Event, frozen=True, gc=False, tag="time_added"):
    """An arbiter of the game's tournament gave the seat time, which its clock has from now on."""

    seat: int
    seconds: int


class GameSuspended(Event, frozen=True, gc=False, tag="game_suspended"):
    """An arbiter of the game's tournament stopped it: no clock runs, and nobody acts."""


class SuspensionLifted(Event, frozen=True, gc=False, tag="suspension_lifted"):
    """An arbiter of the game's tournament let it go on."""


class GameForfeited(Event, frozen=True, tag="game_forfeited"):
    """All other sides ran out of time."""

    winners: tuple[str, ...]


class PauseOffered(Event, frozen=True, gc=False, tag="pause_offered"):
    """The seat offered a pause."""

    seat: int


class PauseAccepted(Event, frozen=True, gc=False, tag="pause_accepted"):
    """The seat accepted the pause."""

    seat: int


class PauseDeclined(Event, frozen=True, gc=False, tag="pause_declined"):
    """The seat declined the pause, which drops the offer."""

    seat: int


class GamePaused(Event, frozen=True, gc=False, tag="game_paused"):
    """Everyone agreed to a pause: no clock runs, and no one may play."""


class ResumeOffered(Event, frozen=True, gc=False, tag="resume_offered"):
    """The seat offered to resume the game."""

    seat: int


class ResumeAccepted(Event, frozen=True, gc=False, tag="resume_accepted"):
    """The seat agreed to resume the game."""

    seat: int


class ResumeDeclined(Event, frozen=True, gc=False, tag="resume_declined"):
    """The seat declined to resume the game, so the offer is dropped."""

    seat: int


class GameResumed(Event, frozen=True, gc=False, tag="game_resumed"):
    """Everyone agreed to resume the game."""


class TakeBackOffered(Event, frozen=True, gc=False, tag="take_back_offered"):
    """The seat asked to take back its last decision."""

    seat: int


class TakeBackAccepted(Event, frozen=True, gc=False, tag="take_back_accepted"):
    """The seat accepted the take-back."""

    seat: int


class TakeBackDeclined(Event, frozen=True, gc=False, tag="take_back_declined"):
    """The seat declined the take-back, which drops the offer."""

    seat: int


class WaiverOffered(Event, frozen=True, gc=False, tag="waiver_offered"):
    """The seat offered to let chance draw the moment that is due without links."""

    seat: int


class WaiverAccepted(Event, frozen=True, gc=False, tag="waiver_accepted"):
    """The seat agreed to go on without the links of this moment."""

    seat: int


class WaiverDeclined(Event, frozen=True, gc=False, tag="waiver_declined"):
    """The seat declined to go on without links, which drops the offer."""

    seat: int


class LinksWaived(Event, frozen=True, gc=False, tag="links_waived"):
    """Everyone agreed: chance draws this one moment without links."""


class HintGiven(Event, frozen=True, gc=False, tag="hint_given"):
    """A house bot advised the seat, before a decision that the seat then takes by itself."""

    seat: int


class StandingOrdersGiven(Event, frozen=True, gc=False, tag="standing_orders_given"):
    """The seat gave standing orders, which replace its previous ones; ``orders`` is null for none.

    Until the end, only the seat sees ``orders``.
    """

    seat: int
    orders: dict[str, Any] | None


class DecisionNoted(Event, frozen=True, gc=False, tag="decision_noted"):
    """A decision of this seat follows, which it can take back until chance answers."""

    seat: int


class DecisionsSealed(Event, frozen=True, gc=False, tag="decisions_sealed"):
    """Chance answers: earlier decisions can no longer be taken back."""


class DecisionsTakenBack(Event, frozen=True, gc=False, tag="decisions_taken_back"):
    """Everyone agreed: the game is as it was before the last decision of the seat."""

    seat: int


class GameAdjudicated(Event, frozen=True, tag="game_adjudicated", omit_defaults=True):
    """An arbiter ended the game; these sides have won, or share the win.

    ``reason`` is what the arbiter says about it, and ``arbiter`` their account. Each is omitted if
    there is none.
    """

    winners: tuple[str, ...]
    reason: str | None = None
    arbiter: str | None = None


class GameCalledOff(Event, frozen=True, gc=False, tag="game_called_off", omit_defaults=True):
    """An arbiter called the game off, or the table did: it has no winner.

    ``reason`` is what the arbiter says about it, and ``arbiter`` their account. Each is omitted if
    there is none.
    """

    reason: str | None = None
    arbiter: str | None = None


WAIVING: Final = (WaiverOffered, WaiverAccepted, WaiverDeclined, LinksWaived)
"""The events about going on without links: a call names the head of the event before them."""

TableEvent: TypeAlias = (
    GameOpened
    | SeatTaken
    | PlayerSeated
    | SeatLeft
    | GameStarted
    | MomentDrawn
    | SeatResigned
    | DrawOffered
    | DrawAccepted
    | DrawDeclined
    | GameConceded
    | DrawAgreed
    | GameAborted
    | SecretRevealed
    | ClockSet
    | TakeBacksAllowed
    | ClocksRun
    | FlagFell
    | TimeAdded
    | GameSuspended
    | SuspensionLifted
    | GameForfeited
    | PauseOffered
    | PauseAccepted
    | PauseDeclined
    | GamePaused
    | ResumeOffered
    | ResumeAccepted
    | ResumeDeclined
    | GameResumed
    | TakeBackOffered
    | TakeBackAccepted
    | TakeBackDeclined
    | WaiverOffered
    | WaiverAccepted
    | WaiverDeclined
    | LinksWaived
    | HintGiven
    | StandingOrdersGiven
    | DecisionNoted
    | DecisionsSealed
    | DecisionsTakenBack
    | GameAdjudicated
    | GameCalledOff
)

RETIRED: Final[tuple[Retired, ...]] = ()
"""Former versions of these events."""
