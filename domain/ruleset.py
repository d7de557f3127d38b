"""What every ruleset provides: the one seam between the games and the rest of Carolus.

A ruleset is a value: a handful of pure functions over its own frozen positions, one that applies
events to a draft of a position, and the types of its actions, events and views. The table, the
records, the checker and the HTTP layer know a game through this module alone, so a new game is one
folder and one line in the registry.

It supports open games with dice (Carolus Magnus), hidden hands and objectives (``view`` hides on
every way out), simultaneous sealed votes (``awaits`` names several seats at once), interrupts by
the opponent (``awaits`` may name a seat whose turn it is not), and card decks (chance draws a card
when it is needed, so there is no order of the deck that could leak).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
    get_args,
)

import msgspec
from msgspec import Struct

from domain.chance import Bounds, Draws
from domain.refusal import Refusal

Seat: TypeAlias = int
"""A seat at the table, 0 … n − 1, clockwise."""

CHANCE: Final = "chance"
"""The table's own seat: lots and dice."""

Actor: TypeAlias = Seat | Literal["chance"]
Viewer: TypeAlias = Seat | Literal["spectator", "arbiter"]

Pick: TypeAlias = Callable[[int], int]
"""Gives a bot a random integer below its argument; bots get randomness only this way."""

Language: TypeAlias = Literal["en", "es", "de"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "es", "de")

Part: TypeAlias = Literal["all", "board"]
"""What a picture shows: everything, or the board alone, for a page that shows the rest itself."""


class Rule(Struct, frozen=True):
    """One rule: its stable id, a sentence in each language, and its source in the rulebook."""

    id: str
    en: str
    es: str
    de: str
    source: str

    def sentence(self, language: Language) -> str:
        """Return the sentence in this language."""
        return {"en": self.en, "es": self.es, "de": self.de}[language]


class Await(Struct, frozen=True):
    """Who may act now, and with which kinds of action (the tags of the action types)."""

    seat: Actor
    actions: tuple[str, ...]


class Meta(Struct, frozen=True):
    """What a lobby needs in order to offer a ruleset."""

    id: str
    edition: int
    title: str
    designers: tuple[str, ...]
    seats: tuple[int, ...]
    """The possible numbers of seats."""
    minutes: tuple[int, int]
    """How long people usually take who play without a break: with few players, and with many."""
    difficulty: Literal["easy", "medium", "hard"]
    """How much a newcomer has to learn."""
    maturity: Literal["alpha", "beta", "production"]
    rulebook: str
    """The rulebook that the rules implement, by name and edition."""
    summary: Mapping[Language, str] = {}
    """What the game is about, in a sentence or two; the assembly takes it from the words."""

    @property
    def pinned(self) -> str:
        """The name in a game's first event, such as ``carolus-magnus@1``."""
        return f"{self.id}@{self.edition}"


class Sample(Struct, frozen=True, gc=False):
    """One value that chance drew, and the values that were equally likely.

    A draw with unequal odds is not a sample, because a list of values does not give its expected
    distribution.
    """

    lot: str
    """What was drawn, such as ``die`` or ``segment 1``; statistics compare samples of one lot."""
    value: str
    of: tuple[str, ...]
    """The values that were equally likely, in an order that does not change."""
    seat: Seat | None = None
    """The seat for which it was drawn, if it was for one seat."""


class Trial(Struct, frozen=True, gc=False):
    """A result of chance that is good or bad for one seat: its score, and the odds of all scores.

    Over many trials, a seat that chooses among results scores more than the odds allow.
    """

    name: str
    """What was tried, such as ``attack``; statistics add up the scores of trials of one name."""
    seat: Seat
    """The seat for which a higher score is better."""
    score: int
    """An index of ``odds``."""
    odds: tuple[int, ...]
    """For each score from 0 on, the number of equally likely draws that give it."""


class Place(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The place of one side at the end of a game, and the rule that ranks it there."""

    side: str
    rank: Annotated[int, msgspec.Meta(ge=1)]
    """One more than the number of sides that did better; equal sides share a rank."""
    score: int
    """What the game counts, such as castles or territories."""
    rule: str
    """The id of a rule of the game or, if the table named the winners, of the table."""


class Unknown(Struct, frozen=True, gc=False):
    """A rule that a partial view does not show to be kept, and what the view lacks for it."""

    rule: str
    missing: tuple[str, ...]
    """Paths in the view, such as ``seats[1].cards``."""


class Retired(NamedTuple):
    """A former version of an event, which is written only into games that began with it.

    Add it once, when the next version comes, and never change it: ``up`` and ``down`` convert to
    the next version and back, whatever versions follow. ``down(up(old))`` must equal ``old``, so
    that the hashes of old games do not change.
    """

    kind: type[Any]
    """The previous type of the event; it has the same tag as the present one."""
    version: int
    """From 1."""
    up: Callable[[Any], Any]
    """Converts to the next version; a fact that was not stored becomes unknown."""
    down: Callable[[Any], Any]


PositionT = TypeVar("PositionT")
DraftT = TypeVar("DraftT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
OptionsT = TypeVar("OptionsT")
ViewT = TypeVar("ViewT")


class Completed(NamedTuple, Generic[ViewT]):
    """A view in which nothing is hidden, and what it says about the one that it was made of."""

    view: ViewT
    viewers: tuple[Viewer, ...]
    """Whose view it may be: several if they see the same, ``arbiter`` if nothing was missing."""
    unknown: tuple[Unknown, ...] = ()
    """What nobody can judge from the view; empty if nothing was missing."""


class Legal(Generic[ActionT]):
    """The legal actions of one seat in one position.

    ``count`` is their number, known without listing them. Iterating yields them lazily, each once,
    in a fixed order. ``choices`` has the same in a compact form for JSON: one entry per kind of
    action, with the choices per slot instead of their product. It is made when you ask for it,
    because a game at random never does. ``at(i)`` is the ``i``-th action of the iteration, so a bot
    can pick one at random without listing the others.
    """

    __slots__ = ("_at", "_choices", "count")

    def __init__(
        self,
        count: int,
        at: Callable[[int], ActionT],
        choices: Callable[[], Sequence[Mapping[str, Any]]],
    ) -> None:
        """Set the number of actions, and two functions; neither may keep a draft."""
        self.count = count
        self._choices = choices
        self._at = at

    @property
    def choices(self) -> Sequence[Mapping[str, Any]]:
        """The actions in compact form, one entry for each kind."""
        return self._choices()

    def at(self, index: int) -> ActionT:
        """Return the action number ``index``; raise IndexError outside ``0 … count − 1``."""
        if not 0 <= index < self.count:
            raise IndexError(index)
        return self._at(index)

    def __iter__(self) -> Iterator[ActionT]:
        return map(self._at, range(self.count))


NO_ACTIONS: Final[Legal[Any]] = Legal(0, lambda index: None, tuple)
"""For a seat that may not act."""


ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


class Draw(Protocol[ViewT_contra]):
    """Draws a view, or the set-up of a game with some options, as an SVG document."""

    def __call__(self, view: ViewT_contra, language: Language = "en", part: Part = "all", /) -> str:
        """Return the picture, in this language."""


class Write(Protocol[ViewT_contra]):
    """Writes a view, or the set-up of a game with some options, as lines of text."""

    def __call__(self, view: ViewT_contra, language: Language = "en", /) -> str:
        """Return the text, in this language."""


Bot: TypeAlias = Callable[[Any, Legal[Any], Pick], Any]
"""A house bot: the view of its seat, its legal actions and a source of chance → an action."""


def never(position: Any, seat: Seat) -> bool:
    """Return False: the default for ``reacts``, for games without reactions."""
    return False


def leaves_open(position: Any, orders: Any, seat: Seat) -> None:
    """Return no answer: the default for ``follow``, for games without standing orders."""
    return


def stays(position: Any, seat: Seat) -> None:
    """Let no seat leave: the default for ``resign``, for rulebooks without a rule for leaving."""


def nowhere(position: Any, action: Any) -> tuple[str, ...]:
    """Return no places: the default for ``spots``, for actions that no place shows."""
    return ()


def no_trials(position: Any, event: Any) -> tuple[Trial, ...]:
    """Return no trials: the default for ``trials``, for games whose chance favours nobody."""
    return ()


def as_they_are(options: OptionsT) -> OptionsT:
    """Return the options as they are: the default for ``rematch``."""
    return options


def no_components(language: Language) -> None:
    """Return nothing: the default for ``components``, for games that the schemas describe fully."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Generic[OptionsT, PositionT, DraftT, ActionT, EventT, ViewT]):
    """One set of rules that can be played.

    Every function but ``apply`` is pure: it alters no argument, and its result keeps no part of a
    draft that could change. A position is frozen; a draft has the same members and changes in
    place. Every function that takes a position also takes a draft, which it only reads; ``view``
    alone needs a position.

    ``start(options)``
        the position that awaits the first draws of chance; raises IllegalAction if a rule refuses
        the options
    ``decide(position, by, action)``
        the events that the action causes; raises IllegalAction with the first rule it breaks.
        There is no chance inside: dice are actions of chance
    ``apply(draft, events)``
        change the draft as the events say, one after the other; it never refuses an event, so that
        history always loads. Everything that applies events uses it
    ``thaw(position)`` and ``freeze(draft)``
        a draft of a position, and the position that a draft has reached; neither shares anything
        with its argument that could change. ``domain.kit.drafts`` derives both from the types
    ``awaits(position)``
        who may act, several seats at once where decisions are simultaneous; empty after the end
    ``asks(position)`` and ``answer(position, draws)``
        the draws that chance owes while it is awaited, and the action they amount to
    ``samples(position, event)``
        the samples in an event, in the order in which they were drawn, for tests of the fairness of
        an archive; the answer of chance to ``position`` caused ``event``
    ``trials(position, event)``
        the trials in an event, such as a battle for each of its sides; statistics compare their
        scores with the odds, for each seat and each player. The arguments are those of
        ``samples``. By default none
    ``order(position)``
        the seats in their present order of turns; empty until it is known. The first order of a
        game shows who began. It does not contain a seat that is out of the game: such a seat may
        watch, but the table refuses all its actions, awaits none from it, and lets it win only by
        the decision of an arbiter
    ``legal(position, seat)``
        the legal actions: they contain an action exactly when ``decide`` accepts it. Where the
        order of a list has no meaning, ``decide`` accepts every order, and these have one
    ``view(position, viewer)`` and ``view_event(event, viewer)``
        what the viewer may see; no other function hides anything. There is no view before the first
        answer of chance. A game without hidden information uses ``all_open`` for the latter. An
        arbiter sees everything, and so does everyone after the end
    ``hidden``
        the members of events that only some viewers may see, by type of the event, including
        retired types. Hashes cover a commitment in their place (``domain.record.seals``), so these
        members are always present. ``view_event`` changes no others: where the viewer may not see
        a member, it is None, or has less in it. Empty for a game without hidden information
    ``read(view, options)``
        the position of a complete view; raises Faults with everything that is wrong
    ``complete(view, options)``
        the view of a seat or a spectator with a value for everything that it hides, such as any
        unseen cards for the hands of others, and the rules that depend on these values. They break
        no rule unless every value would, so ``read`` finds only what the view itself shows. For the
        seat whose view it is, the position answers as the real one does, because nothing that a
        seat may learn depends on what it does not see. It accepts any view that the type allows.
        A game without hidden information uses ``all_seen``
    ``position_type``
        the type of positions. Each has an ``outcome``: the end according to the rules, of
        ``outcome_type``, or None. The event that ends the game has the tag
        ``game_ended``, and the same ``winners`` and ``reason`` or ``reasons`` as the outcome, so
        the events alone show how the game ended. The outcome also has the ``standing``: the
        ``Place`` of every side, best first, equal ones in the order of the sides. The winners are
        the sides of rank 1; a game that no side won is one that all sides share. No event stores
        the standing: ``apply`` derives it. ``domain.kit.standing`` makes places
    ``settle(position, reason, winners)``
        the outcome of an end according to the table, in the same form; the reason is
        ``resignation``, ``draw_agreed``, ``time`` or ``adjudicated``
    ``resign(position, seat)``
        the events by which the rulebook lets a seat leave that resigns, or None if it has no rule
        for leaving: then a house bot plays on for the seat. Afterwards the game awaits nothing from
        a seat that left. Raises IllegalAction if a rule forbids leaving now. A rulebook that puts
        seats out of the game may refuse them by its own rule; otherwise the table does
    ``reacts(position, seat)``
        whether the decision that the game awaits from the seat is a reaction to what another seat
        did, for which a clock may have a smaller allowance. By default never
    ``orders_type`` and ``follow(position, orders, seat)``
        the type of the standing orders that a player may give, and the legal action by which such
        orders answer the decision that the game awaits from the seat, or None if they leave it to
        the person. The type is a struct whose members are words and have defaults, of which the
        first means that the person decides; it omits defaults. ``follow`` is a rule: for the same
        edition, it always gives the same answer. It depends only on what everyone may see of the
        position, because an answer comes at once, and a pause would reveal the rest. By default
        there are no standing orders
    ``stand_in``
        the house bot that plays on for such a seat, and for one that ran out of time; a key of
        ``bots``
    ``final``
        the types of events that cannot be taken back, even if all seats agree, with everything
        before them: for example a vote that shows what others decided in secret. Answers
        of chance never can be
    ``house_options``
        the options of games among house bots, as in a simulation, where they differ from the
        defaults: with them every game must end, however badly it is played
    ``spots(position, action)``
        the places of the picture (``data-spot``) that a legal action concerns, in the order in
        which a player points at them, such as the source and the target of an attack; for front
        ends whose players choose on the board. By default none
    ``sides(options)``
        the side of each seat, in order of the seats
    ``stratum(options)``
        a short stable name of the games that statistics may compare with this one: options that
        change what a seat or a place in the turn order is worth, such as
        ``players=4,seating=adjacent``. Games of one stratum have the same number of seats. By
        default that number alone, such as ``players=3``
    ``rematch(options)``
        the options of a rematch, such as those with the sides of the seats exchanged; by default
        the same
    ``components(language)``
        fixed components of the game, such as a map, with names in this language: a struct for JSON,
        or None if the schemas describe everything. A part of a map has an ``id`` and
        ``neighbours``, the ids of the parts that it borders on
    ``picture(view, language, part)`` and ``text(view, language)``
        the board as SVG and as lines of text, with words in this language. In place of a view, both
        take the options of a game, for its set-up before chance has drawn anything, and raise
        IllegalAction if a rule refuses the options.
        ``docs/reference/pictures.md`` lists the names in a picture that pages use
    ``words``
        the texts of the game by key, in each language (``domain.kit.words.Words``)
    ``guide``
        the guided first game (``domain.kit.guide.Guide``), or None if there is none
    ``describe(row, before, players)`` and ``continues(last, event)``
        the story of the game. ``describe`` returns the sentence on a row of events as one viewer
        sees them, or None if they need none; ``before`` is the view of this viewer before the row,
        and ``players`` the names, with the words (``domain.kit.story.Players``). ``continues`` says
        whether an event belongs to the row that ends with ``last``; then the sentence on both
        replaces the previous one
    ``write_action(action)`` and ``parse_action(text)``
        an action as one line of text and back, for people to read and to type; raises Malformed
        with what was expected
    """

    meta: Meta
    catalogue: Mapping[str, Rule]
    options_type: type[OptionsT]
    position_type: type[PositionT]
    seat_actions: Any
    """The union of the actions of seats, or the only type; tagged by ``type`` (``kinds_of``)."""
    chance_actions: Any
    """The union of the actions of chance; tagged by ``type``."""
    events: Any
    """The union of the events; tagged by ``type``."""
    view_type: type[ViewT]
    outcome_type: type[Any]

    start: Callable[[OptionsT], PositionT]
    decide: Callable[[PositionT, Actor, ActionT], Sequence[EventT]]
    apply: Callable[[DraftT, Sequence[EventT]], None]
    thaw: Callable[[PositionT], DraftT]
    freeze: Callable[[DraftT], PositionT]
    awaits: Callable[[PositionT], tuple[Await, ...]]
    asks: Callable[[PositionT], Bounds]
    answer: Callable[[PositionT, Draws], ActionT]
    samples: Callable[[PositionT, EventT], Sequence[Sample]]
    order: Callable[[PositionT], tuple[Seat, ...]]
    legal: Callable[[PositionT, Seat], Legal[ActionT]]
    view: Callable[[PositionT, Viewer], ViewT | None]
    view_event: Callable[[EventT, Viewer], EventT]
    read: Callable[[ViewT, OptionsT], PositionT]
    complete: Callable[[ViewT, OptionsT], Completed[ViewT]]
    settle: Callable[[PositionT, Any, tuple[str, ...]], Any]
    sides: Callable[[OptionsT], tuple[str, ...]]
    stratum: Callable[[OptionsT], str]
    picture: Draw[ViewT | OptionsT]
    text: Write[ViewT | OptionsT]
    write_action: Callable[[ActionT], str]
    parse_action: Callable[[str], ActionT]
    bots: Mapping[str, Bot]
    words: Mapping[Language, Any]
    describe: Callable[[Sequence[EventT], ViewT | None, Any], str | None]
    continues: Callable[[EventT, EventT], bool]
    retired: tuple[Retired, ...] = ()
    """Former versions of events."""
    hidden: Mapping[type[Any], tuple[str, ...]] = field(default_factory=dict)
    resign: Callable[[PositionT, Seat], Sequence[EventT] | None] = stays
    reacts: Callable[[PositionT, Seat], bool] = never
    orders_type: type[Any] | None = None
    follow: Callable[[PositionT, Any, Seat], ActionT | None] = leaves_open
    stand_in: str = "random"
    final: frozenset[type[Any]] = frozenset()
    house_options: Mapping[str, Any] = field(default_factory=dict)
    """Options by name, in the form of JSON."""
    trials: Callable[[PositionT, EventT], Sequence[Trial]] = no_trials
    rematch: Callable[[OptionsT], OptionsT] = as_they_are
    components: Callable[[Language], Any] = no_components
    spots: Callable[[PositionT, ActionT], tuple[str, ...]] = nowhere
    guide: Any | None = None

    def fold(self, position: PositionT, events: Sequence[EventT]) -> PositionT:
        """Return the position after these events: without events, the same one."""
        if not events:
            return position
        draft = self.thaw(position)
        self.apply(draft, events)
        return self.freeze(draft)


class Faults(Exception):
    """A position from outside is not a position of its game; this has all its faults."""

    def __init__(self, faults: Sequence[Refusal]) -> None:
        super().__init__(", ".join(fault.rule for fault in faults))
        self.faults = tuple(faults)


AnyRuleset: TypeAlias = Ruleset[Any, Any, Any, Any, Any, Any]
"""A ruleset with any types, for code that serves all rulesets."""


def kinds_of(union: Any) -> tuple[type[Any], ...]:
    """Return the types of a union; for a single type, that type."""
    return get_args(union) or (union,)


def tag_of(tagged: Any) -> str:
    """Return the tag of an action or event, or of its type: the value of ``type`` in JSON."""
    return str(tagged.__struct_config__.tag)


def all_open(event: EventT, viewer: Viewer) -> EventT:
    """Return the event as it is: ``view_event`` for a game without hidden information."""
    return event


def all_seen(view: ViewT, options: Any) -> Completed[ViewT]:
    """Return the view as it is: ``complete`` for a game without hidden information."""
    return Completed(view, ("arbiter",))


def random_bot(view: Any, legal: Legal[ActionT], pick: Pick) -> ActionT:
    """Play a random legal action, each equally likely: ``random``, where such games end."""
    return legal.at(pick(legal.count))
