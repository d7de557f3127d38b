"""Raid: a tiny game with what the games of this project do not have, to test every ruleset's seam.

Each round all seats decide in secret which of their bands march (sealed decisions, a choice of a
subset). The bands are shown; then each seat raids a village, and its holder may ambush the raid
(an interrupt). A scenario gives the villages, bands and rounds. The seats rank by the villages
that they hold, and equal ones share a rank.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.drawing import Paint, Style, words
from domain.kit import (
    CHANCE,
    NO_ACTIONS,
    TABLE_RULES,
    ActionKind,
    ActionType,
    Actor,
    Await,
    Bounds,
    Completed,
    Draws,
    EventType,
    IllegalAction,
    Language,
    Legal,
    Meta,
    Part,
    PictureFrame,
    Place,
    Rule,
    Run,
    Sample,
    Seat,
    Subsets,
    TurnRules,
    Unknown,
    Viewer,
    awaited,
    is_due,
    joined,
    leading,
    not_due,
    placed,
    ruleset_of,
    some_in_order,
)

Band: TypeAlias = Literal["archers", "riders", "spears"]
Village: TypeAlias = Literal["ash", "birch", "cedar", "elm", "fir"]

BANDS_MAX: Final = 2
"""The number of bands that march at most."""

META: Final = Meta(
    id="raid",
    edition=1,
    title="Raid",
    designers=("nobody",),
    summary={
        "en": "Choose in secret which bands march, and raid villages.",
        "es": "Elige en secreto qué bandas marchan, y saquea aldeas.",
        "de": "Wähle geheim, welche Banden ausziehen, und plündere Dörfer.",
    },
    seats=(2, 3, 4),
    minutes=(5, 10),
    difficulty="easy",
    maturity="alpha",
    rulebook="this module",
)

CATALOGUE: Final = {
    rule.id: rule
    for rule in (
        Rule(
            "RAID-OPT-1",
            "The hills have room for at most three seats.",
            "En las colinas caben como máximo tres asientos.",
            "In den Hügeln ist Platz für höchstens drei Plätze.",
            source="decided",
        ),
        Rule(
            "RAID-TURN-1",
            "Only seats that are due act.",
            "Solo actúan los asientos a los que les toca.",
            "Nur Plätze, die an der Reihe sind, handeln.",
            source="decided",
        ),
        Rule(
            "RAID-MARCH-1",
            "One or two different bands of the scenario march.",
            "Marchan una o dos tropas distintas del escenario.",
            "Eine oder zwei verschiedene Truppen des Szenarios ziehen los.",
            source="decided",
        ),
        Rule(
            "RAID-RAID-1",
            "A seat raids a village of the scenario that it does not hold; riders go first.",
            "Un asiento asalta una aldea del escenario que no es suya; los jinetes van primero.",
            "Ein Platz überfällt ein Dorf des Szenarios, das ihm nicht gehört; Reiter zuerst.",
            source="decided",
        ),
        Rule(
            "RAID-AMBUSH-1",
            "The archers of the holder may ambush a raid once a round, unless spears march in it.",
            "Los arqueros del dueño pueden emboscar un asalto por ronda, si no lleva lanzas.",
            "Bogenschützen des Besitzers dürfen einmal je Runde einem Überfall ohne Speere "
            "auflauern.",
            source="decided",
        ),
        Rule(
            "RAID-END-1",
            "After the last round, seats rank by villages; equal seats share a rank.",
            "Tras la última ronda, los asientos se ordenan por aldeas; los iguales comparten "
            "puesto.",
            "Nach der letzten Runde entscheidet die Zahl der Dörfer; gleiche teilen den Rang.",
            source="decided",
        ),
    )
}


class Scenario(Struct, frozen=True):
    """What a scenario has."""

    villages: tuple[Village, ...]
    bands: tuple[Band, ...]
    rounds: int


SCENARIOS: Final[Mapping[str, Scenario]] = {
    "plain": Scenario(("ash", "birch", "cedar", "elm", "fir"), ("archers", "riders", "spears"), 2),
    "hills": Scenario(("ash", "cedar", "fir"), ("archers", "spears"), 1),
}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game."""

    players: Literal[2, 3, 4] = 3
    scenario: Literal["plain", "hills"] = "plain"

    @property
    def has(self) -> Scenario:
        """What the scenario has."""
        return SCENARIOS[self.scenario]


class March(ActionType, frozen=True, tag="march"):
    """Choose in secret which bands march."""

    bands: tuple[Band, ...]


class RaidVillage(ActionType, frozen=True, tag="raid"):
    """Raid a village."""

    village: Village


class React(ActionType, frozen=True, tag="react"):
    """Ambush the raid on one's village, or let it pass."""

    choice: Literal["ambush", "pass"]


class DrawFirst(ActionType, frozen=True, tag="draw_first"):
    """Chance: the seat that raids first."""

    seat: int


class ShowBands(ActionType, frozen=True, tag="show_bands"):
    """Chance, without a draw: show which bands march."""


SeatAction: TypeAlias = March | RaidVillage | React
ChanceAction: TypeAlias = DrawFirst | ShowBands
Action: TypeAlias = SeatAction | ChanceAction


class FirstDrawn(EventType, frozen=True, tag="first_drawn"):
    """This seat raids first, and then the others clockwise."""

    seat: int


class BandsChosen(EventType, frozen=True, tag="bands_chosen"):
    """The seat chose its bands."""

    seat: int
    bands: tuple[Band, ...] | None


class BandsShown(EventType, frozen=True, tag="bands_shown"):
    """These bands march, by seat."""

    bands: tuple[tuple[Band, ...], ...]


class RaidAnnounced(EventType, frozen=True, tag="raid_announced"):
    """The holder of the village may ambush this raid."""

    seat: int
    village: Village


class RaidAmbushed(EventType, frozen=True, tag="raid_ambushed"):
    """The holder ambushed the raid."""

    seat: int
    village: Village


class VillageTaken(EventType, frozen=True, tag="village_taken"):
    """The seat took the village."""

    seat: int
    village: Village


class RoundBegun(EventType, frozen=True, tag="round_begun"):
    """The next round began."""

    round: int


class GameEnded(EventType, frozen=True, tag="game_ended"):
    """The game ended."""

    reason: Literal["villages"]
    winners: tuple[str, ...]


AnyEvent: TypeAlias = (
    FirstDrawn
    | BandsChosen
    | BandsShown
    | RaidAnnounced
    | RaidAmbushed
    | VillageTaken
    | RoundBegun
    | GameEnded
)

HIDDEN: Final[Mapping[type[Any], tuple[str, ...]]] = {BandsChosen: ("bands",)}
FINAL: Final[frozenset[type[Any]]] = frozenset({BandsShown})

Reason: TypeAlias = Literal["villages", "resignation", "draw_agreed", "time", "adjudicated"]


class Outcome(Struct, frozen=True):
    """How it ended."""

    reason: Reason
    winners: tuple[str, ...]
    standing: tuple[Place, ...]


class Position(Struct, frozen=True):
    """The whole position."""

    options: Options
    first: int | None = None
    round: int = 1
    marching: tuple[tuple[Band, ...] | None, ...] = ()
    """By seat, the bands it chose."""
    shown: bool = False
    holders: tuple[int | None, ...] = ()
    """By village of the scenario, the seat that holds it."""
    raids: int = 0
    """The number of raids of this round."""
    raided: Village | None = None
    """The village whose holder may ambush."""
    ambushed: tuple[int, ...] = ()
    """The seats that ambushed in this round."""
    outcome: Outcome | None = None


class PositionView(Struct, frozen=True, forbid_unknown_fields=True):
    """What a viewer sees: of bands that are not shown, only who has chosen."""

    options: Options
    first: int
    round: int
    marching: tuple[tuple[Band, ...] | None, ...]
    have_chosen: tuple[int, ...]
    shown: bool
    holders: tuple[int | None, ...]
    raids: int
    raided: Village | None
    ambushed: tuple[int, ...]
    outcome: Outcome | None


_TURNS: Final = TurnRules(over="RAID-TURN-1", actor="RAID-TURN-1", kind="RAID-TURN-1")


def sides(options: Options) -> tuple[str, ...]:
    """Return the side of each seat."""
    return ("red", "blue", "green", "black")[: options.players]


def stratum(options: Options) -> str:
    """Return the number of seats and the scenario."""
    return f"players={options.players},scenario={options.scenario}"


def start(options: Options) -> Position:
    """Return the position before the first seat is drawn."""
    if options.scenario == "hills" and options.players > 3:
        raise IllegalAction("RAID-OPT-1", "at_most_three_seats", players=options.players)
    return Position(options)


def asks(position: Position) -> Bounds:
    """Return the bounds of chance's draws: which seat is first, and none to show the bands."""
    return (position.options.players,) if position.first is None else ()


def answer(position: Position, draws: Draws) -> ChanceAction:
    """Return the action that these draws make."""
    return DrawFirst(draws[0]) if position.first is None else ShowBands()


def samples(position: Position, event: AnyEvent) -> Sequence[Sample]:
    """Return the seat drawn to be first."""
    if not isinstance(event, FirstDrawn):
        return ()
    seats = tuple(map(str, range(position.options.players)))
    return (Sample("first", str(event.seat), seats),)


def order(position: Position) -> tuple[Seat, ...]:
    """Return the seats clockwise from the first; once the bands are shown, riders come before."""
    if position.first is None:
        return ()
    players = position.options.players
    clockwise = [(position.first + step) % players for step in range(players)]
    if position.shown:
        clockwise.sort(key=lambda seat: "riders" not in (position.marching[seat] or ()))
    return tuple(clockwise)


def awaits(position: Position) -> tuple[Await, ...]:
    """Return who may act: all seats that have to choose, or one that raids or reacts."""
    if position.outcome is not None:
        return ()
    if position.first is None:
        return (awaited(CHANCE, DrawFirst),)
    if not position.shown:
        due = [seat for seat, bands in enumerate(position.marching) if bands is None]
        return tuple(awaited(seat, March) for seat in due) or (awaited(CHANCE, ShowBands),)
    if position.raided is not None:
        holder = holder_of(position, position.raided)
        assert holder is not None, "someone holds a village that awaits a reaction"
        return (awaited(holder, React),)
    return (awaited(order(position)[position.raids], RaidVillage),)


def holder_of(position: Position | PositionView, village: Village) -> int | None:
    """Return the seat that holds a village."""
    return position.holders[position.options.has.villages.index(village)]


def decide(position: Position, by: Actor, action: Any) -> Sequence[AnyEvent]:
    """Return the events that an action causes."""
    if not is_due(awaits(position), by, action):
        raise not_due(awaits(position), by, action, _TURNS)
    match action:
        case DrawFirst(seat=seat):
            return [FirstDrawn(seat)]
        case March():
            return _march(position, by, action)
        case ShowBands():
            return [BandsShown(tuple(bands or () for bands in position.marching))]
        case RaidVillage():
            return _raid(position, by, action.village)
        case _:
            return _react(position, by, action.choice)


def _march(position: Position, seat: Any, action: March) -> list[AnyEvent]:
    bands = tuple(sorted(action.bands))  # the order of the scenario, which is that of names
    if len(bands) > BANDS_MAX or not some_in_order(bands, position.options.has.bands):
        raise IllegalAction("RAID-MARCH-1", "one_or_two_bands", bands=list(action.bands))
    return [BandsChosen(seat, bands)]


def _raid(position: Position, seat: Any, village: Village) -> list[AnyEvent]:
    if village not in position.options.has.villages or holder_of(position, village) == seat:
        raise IllegalAction("RAID-RAID-1", "not_to_raid", village=village)
    if _may_ambush(position, seat, holder_of(position, village)):
        return [RaidAnnounced(seat, village)]
    return _taken(position, seat, village)


def _react(position: Position, seat: Any, choice: str) -> list[AnyEvent]:
    assert position.raided is not None
    if choice == "pass":
        return _taken(position, order(position)[position.raids], position.raided)
    return [RaidAmbushed(seat, position.raided), *_after(position, position.holders)]


def _may_ambush(position: Position, raider: Seat, holder: Seat | None) -> bool:
    return (
        holder is not None
        and holder not in position.ambushed
        and "archers" in (position.marching[holder] or ())
        and "spears" not in (position.marching[raider] or ())
    )


def _taken(position: Position, seat: Seat, village: Village) -> list[AnyEvent]:
    holders = _held(position, village, seat)
    return [VillageTaken(seat, village), *_after(position, holders)]


def _held(position: Position, village: Village, seat: Seat) -> tuple[int | None, ...]:
    place = position.options.has.villages.index(village)
    return (*position.holders[:place], seat, *position.holders[place + 1 :])


def _after(position: Position, holders: Sequence[int | None]) -> list[AnyEvent]:
    """Return what follows a raid: the next round or the end, if it was the last one."""
    options = position.options
    if position.raids + 1 < options.players:
        return []
    if position.round < options.has.rounds:
        return [RoundBegun(position.round + 1)]
    return [GameEnded("villages", tuple(leading(_scores(options, holders))))]


def _scores(options: Options, holders: Sequence[int | None]) -> dict[str, int]:
    return {side: holders.count(seat) for seat, side in enumerate(sides(options))}


def apply(draft: Any, events: Sequence[AnyEvent]) -> None:
    """Change the draft as the events say."""
    for event in events:
        match event:
            case FirstDrawn(seat=seat):
                draft.first = seat
                draft.marching = (None,) * draft.options.players
                draft.holders = (None,) * len(draft.options.has.villages)
            case BandsChosen(seat=seat, bands=bands):
                draft.marching = (*draft.marching[:seat], bands, *draft.marching[seat + 1 :])
            case BandsShown():
                draft.shown = True
            case RaidAnnounced(village=village):
                draft.raided = village
            case RaidAmbushed(seat=seat):
                draft.raided = None
                draft.raids += 1
                draft.ambushed = (*draft.ambushed, seat)
            case VillageTaken(seat=seat, village=village):
                draft.raided = None
                draft.raids += 1
                draft.holders = _held(draft, village, seat)
            case RoundBegun(round=number):
                draft.round = number
                draft.marching = (None,) * draft.options.players
                draft.shown = False
                draft.raids = 0
                draft.ambushed = ()
            case GameEnded(reason=reason, winners=winners):
                draft.outcome = settle(draft, reason, winners)


def settle(position: Position, reason: Reason, winners: tuple[str, ...]) -> Outcome:
    """Return the outcome; seats with as many villages share a rank (RAID-END-1)."""
    scores = _scores(position.options, position.holders)
    won_by = TABLE_RULES.get(reason, "RAID-END-1")
    places = placed(winners, scores, scores, won_by=won_by, others_by="RAID-END-1")
    return Outcome(reason, winners, places)


def legal(position: Position, seat: Seat) -> Legal[SeatAction]:
    """Return the legal actions of the seat."""
    due = {kind for one in awaits(position) if one.seat == seat for kind in one.actions}
    if not due:
        return NO_ACTIONS
    if "march" in due:
        bands = Subsets(position.options.has.bands, at_least=1, at_most=BANDS_MAX)
        run: Run[SeatAction] = Run(bands.count, lambda index: March(bands.at(index)))
        return joined([ActionKind([run], lambda: {"type": "march", "bands": bands.choice})])
    if "react" in due:
        run = Run(2, lambda index: React("pass" if index else "ambush"))
        return joined([ActionKind([run], lambda: {"type": "react", "choice": ["ambush", "pass"]})])
    villages = [
        village
        for village, holder in zip(position.options.has.villages, position.holders, strict=True)
        if holder != seat
    ]
    run = Run(len(villages), lambda index: RaidVillage(villages[index]))
    return joined([ActionKind([run], lambda: {"type": "raid", "village": villages})])


def spots(position: Position, action: Action) -> tuple[str, ...]:
    """Return the village that is raided."""
    match action:
        case RaidVillage(village=village):
            return (f"village-{village}",)
        case React():
            return (f"village-{position.raided}",)
        case _:
            return ()


def view(position: Position, viewer: Viewer) -> PositionView | None:
    """Return what the viewer may see."""
    if position.first is None:
        return None
    marching = tuple(
        bands if position.shown or viewer in (seat, "arbiter") else None
        for seat, bands in enumerate(position.marching)
    )
    return PositionView(
        options=position.options,
        first=position.first,
        round=position.round,
        marching=marching,
        have_chosen=tuple(seat for seat, one in enumerate(position.marching) if one is not None),
        shown=position.shown,
        holders=position.holders,
        raids=position.raids,
        raided=position.raided,
        ambushed=position.ambushed,
        outcome=position.outcome,
    )


def view_event(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    """Return what the viewer may see of an event."""
    if isinstance(event, BandsChosen) and viewer not in (event.seat, "arbiter"):
        return replace(event, bands=None)
    return event


def read(view: PositionView, options: Options) -> Position:
    """Return the position in a complete view."""
    names = ("first", "round", "marching", "shown", "holders", "raids", "raided", "ambushed")
    return Position(options, **{name: getattr(view, name) for name in (*names, "outcome")})


def complete(view: PositionView, options: Options) -> Completed[PositionView]:
    """Return a view in which seats chose any band that the view does not show."""
    unseen = [seat for seat in view.have_chosen if view.marching[seat] is None]
    if not unseen:
        return Completed(view, ("arbiter",))
    marching = tuple(
        options.has.bands[:1] if seat in unseen else bands
        for seat, bands in enumerate(view.marching)
    )
    seen = [seat for seat, bands in enumerate(view.marching) if bands is not None]
    missing = tuple(f"marching[{seat}]" for seat in unseen)
    undecided = [seat for seat in range(options.players) if seat not in view.have_chosen]
    viewers: tuple[Viewer, ...] = tuple(seen) or (*undecided, "spectator")
    return Completed(replace(view, marching=marching), viewers, (Unknown("RAID-MARCH-1", missing),))


def text(view: PositionView | Options, language: Language = "en") -> str:
    """Return a view, or a set-up, in words."""
    if isinstance(view, Options):
        return f"{view.players} seats, villages {' '.join(view.has.villages)}\n"
    return f"round {view.round}, holders {view.holders}, bands {view.marching}\n"


def picture(view: PositionView | Options, language: Language = "en", part: Part = "all") -> str:
    """Return the villages with their holders."""
    options = view if isinstance(view, Options) else view.options
    scenario = options.has
    holders = (None,) * len(scenario.villages) if isinstance(view, Options) else view.holders
    ink = Style(16, Paint("ink", "#222"))
    board = []
    for place, (village, holder) in enumerate(zip(scenario.villages, holders, strict=True)):
        x = 60 + 100 * place
        owner = "none" if holder is None else sides(options)[holder]
        board.append(
            f'<g data-spot="village-{village}" data-at="{x} 20 1 0"><title>{village}: {owner}'
            f'</title><circle class="owner-{owner}" cx="{x}" cy="60" r="30" fill="#ddd"/>'
            f"{words(x, 60, village, ink)}{words(x, 108, owner, ink)}</g>"
        )
    now = text(view).strip()
    return PictureFrame("raid", (520, 160), (0, 0, 520, 120), Paint("paper", "#fff")).document(
        part,
        language,
        title="Raid",
        description=now,
        board=board,
        panels=[words(260, 140, now, ink)],
    )


RAID: Final = ruleset_of(__name__)
