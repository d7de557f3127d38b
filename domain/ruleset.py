"""What every ruleset provides: the one seam between the games and the rest of the house.

A ruleset is a value: a handful of pure functions over its own frozen positions, and the types of
its actions, events and views. The table, the records, the checker and the HTTP layer know a game
through this module alone, so a new game is one folder and one line in the registry.

The needs it was cut for: open games with dice (Carolus Magnus), hidden hands and objectives
(``view`` hides on every way out), sealed votes (``awaits`` names several seats at once),
interrupts by the opponent (``awaits`` may name a seat that is not on turn), card decks (chance is
asked for a card when it is drawn, so no order exists that could leak).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, get_args

import msgspec
from msgspec import Struct

from domain.chance import Bounds, Draws
from domain.refusal import Refusal

Seat: TypeAlias = int
"""A place at the table, 0 … n − 1, clockwise."""

CHANCE: Final = "chance"
"""The table's own seat: lots and dice."""

Actor: TypeAlias = Seat | Literal["chance"]
Viewer: TypeAlias = Seat | Literal["spectator", "arbiter"]

Pick: TypeAlias = Callable[[int], int]
"""Gives a bot a whole number below its argument; randomness is passed in, never taken."""

Language: TypeAlias = Literal["en", "es", "de"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "es", "de")

Part: TypeAlias = Literal["all", "board"]
"""How much a picture shows: all, or the board alone, without what a page tells beside it."""


def allowed(**bounds: int) -> msgspec.Meta:
    """Tell whoever makes a form what the rules allow of an option, as ``x-allowed`` of its schema.

    ``bounds`` have the names of JSON Schema: ``minimum``, ``maximum``, ``minItems``, ``maxItems``.
    They refuse nothing: what is beyond them is refused by a rule, which says why in its own words.
    """
    return msgspec.Meta(extra_json_schema={"x-allowed": bounds})


class Rule(Struct, frozen=True):
    """One rule: its stable id, told in a sentence in each language, and where it comes from."""

    id: str
    en: str
    es: str
    de: str
    source: str

    def sentence(self, language: Language) -> str:
        """Return the rule told in this language."""
        return {"en": self.en, "es": self.es, "de": self.de}[language]


class Await(Struct, frozen=True):
    """Who may act now, and with which kinds of action (the tags of the action types)."""

    seat: Actor
    actions: tuple[str, ...]


class Meta(Struct, frozen=True):
    """What a lobby needs to know in order to offer a ruleset."""

    id: str
    edition: int
    title: str
    designers: tuple[str, ...]
    summary: str
    seats: tuple[int, ...]
    """The numbers of seats that the game can be played with."""
    maturity: Literal["alpha", "beta", "production"]
    rulebook: str
    """The source that the rules were told from, by name and edition."""

    @property
    def pinned(self) -> str:
        """The name that a game's first event keeps: ``carolus-magnus@1``."""
        return f"{self.id}@{self.edition}"


class Sample(Struct, frozen=True, gc=False):
    """One value that chance drew, and the values that were equally likely.

    What chance draws with unequal odds is no sample: nobody could say from a list of values what
    to expect of it.
    """

    lot: str
    """What was drawn: ``die``, ``segment 1``. Samples of one lot are compared with each other."""
    value: str
    of: tuple[str, ...]
    """The values that were equally likely, in an order that does not change."""
    seat: Seat | None = None
    """For whom it was drawn, where it was for one seat."""


class Retired(NamedTuple):
    """A version of an event that is written no more, except into games that began with it.

    It is added once, when the next version comes, and never altered: ``up`` and ``down`` lead to
    the next version and back, whatever comes after that. ``down(up(old))`` is ``old``, so that the
    hashes of old games stay what they are.
    """

    kind: type[Any]
    """The event as it was; its tag is that of the present one."""
    version: int
    """From 1."""
    up: Callable[[Any], Any]
    """Tells what the next version asks for; a fact that was not kept is told as not known."""
    down: Callable[[Any], Any]


PositionT = TypeVar("PositionT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
OptionsT = TypeVar("OptionsT")
ViewT = TypeVar("ViewT")


class Legal(Generic[ActionT]):
    """The legal actions of one seat in one position.

    ``count`` is their number, known without listing them; iterating lists them lazily, each once,
    in a fixed order. ``choices`` says the same in compact form, ready for JSON: one entry per kind
    of action with the choices per slot instead of their product. ``at(i)`` is the ``i``-th action
    of the iteration, so that one can be drawn at random without listing the others.
    """

    __slots__ = ("_at", "choices", "count")

    def __init__(
        self, count: int, at: Callable[[int], ActionT], choices: Sequence[Mapping[str, Any]]
    ) -> None:
        self.count = count
        self.choices = choices
        self._at = at

    def at(self, index: int) -> ActionT:
        """Return the action number ``index``; raise IndexError outside ``0 … count − 1``."""
        if not 0 <= index < self.count:
            raise IndexError(index)
        return self._at(index)

    def __iter__(self) -> Iterator[ActionT]:
        return map(self._at, range(self.count))


ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Draw(Protocol[ViewT_contra]):
    """Draws a view as an SVG document."""

    def __call__(self, view: ViewT_contra, spoken: Language = "en", part: Part = "all", /) -> str:
        """Return what the view shows, in this language."""


Bot: TypeAlias = Callable[[Any, Legal[Any], Pick], Any]
"""A house bot: the view of its seat, its legal actions and a source of chance → an action."""


def stays(position: Any, seat: Seat) -> None:
    """Let no seat leave: ``resign`` of a ruleset whose rulebook knows no leaving."""


def untold(spoken: Language) -> None:
    """Tell nothing: ``components`` of a ruleset whose schemas tell all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Generic[OptionsT, PositionT, ActionT, EventT, ViewT]):
    """One set of rules that can be played. Every function is pure and never alters its arguments.

    ``start(options)``
        the position that awaits its first answer of chance; raises IllegalAction if a rule
        refuses the options
    ``decide(position, by, action)``
        the events that the action causes; raises IllegalAction with the first rule it breaks.
        There is no chance inside: dice are actions of chance
    ``evolve(position, event)``
        the next position; total and trusting, so that history always loads
    ``fold(position, events)``
        the position after these events: what ``evolve`` makes of one after the other. Where that
        is all, it is ``one_by_one(evolve)``; a ruleset whose events come in runs may take a run at
        once
    ``awaits(position)``
        who may act, several seats at once where decisions are simultaneous; empty after the end
    ``asks(position)`` and ``answer(position, draws)``
        the draws that chance owes while it is awaited, and the action they amount to
    ``samples(position, event)``
        what an event tells of chance, in the order in which it was drawn, so that an archive can
        be tested for fairness; ``event`` is one that the answer of chance to ``position`` caused.
        Events of other actors tell nothing of chance
    ``order(position)``
        the seats in the order in which they take their turns, as it stands; empty until it is
        known. The first one of a game tells who began. A seat that is out of the game is not in
        it: it may look on, but the table refuses all that it asks, asks it for nothing, and lets it
        win only if an arbiter says so
    ``legal(position, seat)``
        an action is in it, in the form that ``normal(action)`` gives it, exactly when ``decide``
        takes it
    ``view(position, viewer)`` and ``view_event(event, viewer)``
        what the viewer may see; the only place that hides anything. There is no view before the
        first answer of chance. A game that hides nothing has ``all_open`` for the latter.
        An arbiter sees all, and so does everybody after the end
    ``hidden``
        the members of events that not everybody may see, by the type of the event, retired ones
        too. Under the hashes a commitment stands in their place (``domain.record.seals``), so they
        are always there, and ``view_event`` alters no others: what the viewer may not see is None
        there, or less of it. Empty for a game that hides nothing
    ``read(view, options)``
        the position that a complete view tells of; raises Faults with all that is wrong
    ``outcome(position)``
        the end that the rules found, or None. The event that brought it about has the tag
        ``game_ended``, and tells of ``winners`` and of ``reason`` or ``reasons`` what the outcome
        does, so that who has only the events finds the end
    ``settle(position, reason, winners)``
        the outcome of an end that the table found, in the same form; the reason is ``resignation``,
        ``draw_agreed``, ``time`` or ``adjudicated``
    ``resign(position, seat)``
        the events by which the rulebook lets a seat leave that resigns, or None where it knows no
        leaving: then a house bot plays on for it. It is not asked for anything afterwards; raises
        IllegalAction if a rule refuses that this seat leaves now. A rulebook that puts seats out of
        the game refuses those with its own rule; the table refuses them where it does not
    ``house_options``
        the options of a game that house bots play among themselves, as in a simulation, where they
        are not the defaults: with them every game ends, whoever plays it, and however badly
    ``sides(options)``
        the side of each seat, in order of the seats
    ``components(spoken)``
        what is in the box and no game changes, such as a map, its names in this language: a struct
        ready for JSON; or None, where the schemas tell all. A part of a map has an ``id`` and its
        ``neighbours``, the ids of the parts that it borders on
    ``picture(view, spoken, part)`` and ``text(view)``
        the board as SVG, with its words in the language asked for, and as lines of text. What a
        picture names for the pages that show it is told in ``docs/reference/pictures.md``
    ``write_action(action)`` and ``parse_action(text)``
        an action as one line of text and back, for people to read and to type; raises Malformed
        with what was expected
    """

    meta: Meta
    catalogue: Mapping[str, Rule]
    options_type: type[OptionsT]
    position_type: type[PositionT]
    seat_actions: Any
    """The union of what a seat may ask, or the one type; tagged by ``type`` (``kinds_of``)."""
    chance_actions: Any
    """The union of what chance answers; tagged by ``type``."""
    events: Any
    """The union of what can happen; tagged by ``type``."""
    view_type: type[ViewT]
    outcome_type: type[Any]

    start: Callable[[OptionsT], PositionT]
    decide: Callable[[PositionT, Actor, ActionT], Sequence[EventT]]
    evolve: Callable[[PositionT, EventT], PositionT]
    fold: Callable[[PositionT, Sequence[EventT]], PositionT]
    awaits: Callable[[PositionT], tuple[Await, ...]]
    asks: Callable[[PositionT], Bounds]
    answer: Callable[[PositionT, Draws], ActionT]
    samples: Callable[[PositionT, EventT], Sequence[Sample]]
    order: Callable[[PositionT], tuple[Seat, ...]]
    legal: Callable[[PositionT, Seat], Legal[ActionT]]
    normal: Callable[[ActionT], ActionT]
    view: Callable[[PositionT, Viewer], ViewT | None]
    view_event: Callable[[EventT, Viewer], EventT]
    read: Callable[[ViewT, OptionsT], PositionT]
    outcome: Callable[[PositionT], Any | None]
    settle: Callable[[PositionT, Any, tuple[str, ...]], Any]
    sides: Callable[[OptionsT], tuple[str, ...]]
    picture: Draw[ViewT]
    text: Callable[[ViewT], str]
    write_action: Callable[[ActionT], str]
    parse_action: Callable[[str], ActionT]
    bots: Mapping[str, Bot]
    retired: tuple[Retired, ...] = ()
    """Earlier versions of events."""
    hidden: Mapping[type[Any], tuple[str, ...]] = field(default_factory=dict)
    resign: Callable[[PositionT, Seat], Sequence[EventT] | None] = stays
    house_options: Mapping[str, Any] = field(default_factory=dict)
    """By name, ready for JSON."""
    components: Callable[[Language], Any] = untold

    @property
    def stand_in(self) -> str:
        """The house bot that plays on for a seat that resigned: ``greedy``, if there is one."""
        return "greedy" if "greedy" in self.bots else "random"


class Faults(Exception):
    """A position from outside that is not a position of its game: all faults, together."""

    def __init__(self, faults: Sequence[Refusal]) -> None:
        super().__init__(", ".join(fault.rule for fault in faults))
        self.faults = tuple(faults)


AnyRuleset: TypeAlias = Ruleset[Any, Any, Any, Any, Any]
"""A ruleset of whatever types; code that serves all rulesets has no others."""


def kinds_of(union: Any) -> tuple[type[Any], ...]:
    """Return the types of a union; of a ruleset with a single one, that one."""
    return get_args(union) or (union,)


def one_by_one(
    evolve: Callable[[PositionT, EventT], PositionT],
) -> Callable[[PositionT, Sequence[EventT]], PositionT]:
    """Return ``fold`` of a ruleset that takes each event by itself."""

    def fold(position: PositionT, events: Sequence[EventT]) -> PositionT:
        for event in events:
            position = evolve(position, event)
        return position

    return fold


def all_open(event: EventT, viewer: Viewer) -> EventT:
    """Return the event as it is: ``view_event`` of a ruleset in which nothing is hidden."""
    return event


def random_bot(view: Any, legal: Legal[ActionT], pick: Pick) -> ActionT:
    """Play any legal action, each equally likely: ``random`` of a ruleset whose games it ends."""
    return legal.at(pick(legal.count))
