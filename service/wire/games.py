"""The JSON of games. Clients depend on these shapes.

The ruleset has the types of options, positions, outcomes, actions and events. Here they are ``Any``
with a mark, which ``openapi`` replaces by the types of each ruleset.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from domain.kit.option_marks import scenario_name, side_names
from domain.ruleset import Await, Language, Seat, Viewer
from domain.table.clock import Clock
from domain.table.contributions import Strength
from domain.table.game import Game, Status
from domain.table.hiding import seen_by
from domain.table.moments import strength_of_next, waits_for_links
from domain.table.reserving import TournamentTable
from domain.table.watching import Spectators
from domain.table.wording import rewording
from service.access.game_keys import Tokens
from service.access.policy import Policy, Seating
from service.storage.rows import Row, Stored, event_of, hidden_in, members_of
from service.wire.chance import ChanceView, LinksDue, links_due_in
from service.wire.marks import EACH_OF_ITS_OWN, part

RulesetName: TypeAlias = Annotated[str, part("ruleset")]
"""Id and edition of a ruleset."""
Options: TypeAlias = Annotated[Any, part("options")]
Position: TypeAlias = Annotated[Any, part("position")]
StandingOrders: TypeAlias = Annotated[Any, part("standing_orders")]
Outcome: TypeAlias = Annotated[Any, part("outcome")]
Facts: TypeAlias = Annotated[Any, part("facts")]
"""An event without its position in a stream."""
SentEvent: TypeAlias = Annotated[msgspec.Raw, part("event")]
LegalAction: TypeAlias = Annotated[Any, part("action")]
Choices: TypeAlias = Annotated[Any, part("choices")]

ScenarioName: TypeAlias = Annotated[
    dict[Language, str] | None,
    msgspec.Meta(
        description="The name of the game's scenario, in each language; null if its ruleset has no "
        "scenarios."
    ),
]

NoSeat: TypeAlias = Literal["chance", "table"]
"""The actors that are not seats."""

Timestamp: TypeAlias = Annotated[str, msgspec.Meta(extra_json_schema={"format": "date-time"})]


class SeatView(msgspec.Struct, frozen=True):
    """One seat at the table."""

    seat: Seat
    side: str
    side_name: dict[Language, str] | None
    """The name of the side in this game, such as the people of its scenario, in each language; null
    if all games of the ruleset use the same name, such as white."""
    name: str | None
    """The name of the player, or of the house bot that sat down here; null without a name."""
    bot: str | None
    """The house bot that plays this seat, or null."""
    player: str | None
    """The account of the player, or null."""
    reserved_for: str | None
    """The account for which the seat is reserved, or `bot:` and a house bot; null if the seat is
    not reserved."""
    reserved_name: str | None
    """The name under which its player sits down; null if players choose one."""
    taken: bool
    resigned: bool
    flagged: bool
    """Whether its player ran out of time."""
    agrees_to_draw: bool
    agrees_to_pause: bool
    agrees_to_resume: bool
    agrees_to_take_back: bool
    agrees_to_waiver: bool
    """Whether the seat agrees to go on without the links that are due."""


class ClocksView(msgspec.Struct, frozen=True):
    """The clocks of a game at the last event about them."""

    clock: Clock
    """The time of the seats, and what happens when a flag falls."""
    left_ms: tuple[int, ...]
    """The time left to each seat at that moment, in milliseconds."""
    running: tuple[Seat, ...]
    """The seats whose clocks have been running since then."""
    since: Timestamp | None
    """That moment; null before the clocks have run."""
    deadline: Timestamp | None
    """When the first flag falls unless someone acts before; null while no clock runs."""
    paused: bool


class NextGame(msgspec.Struct, frozen=True):
    """The rematch of a game."""

    id: str


class ContinuedGame(msgspec.Struct, frozen=True):
    """The game that another one continues; its first event has the position, too."""

    game: str
    version: int
    """The version from which it goes on."""
    head: str
    """The hash of the last event of that version, in hexadecimal."""


class GameView(msgspec.Struct, frozen=True):
    """One game, as the caller may see it."""

    id: str
    ruleset: RulesetName
    """Id and edition of the ruleset."""
    options: Options
    scenario_name: ScenarioName
    status: Status
    seats: tuple[SeatView, ...]
    version: int
    """The number of events so far."""
    head: str
    """The hash of the last event, in hexadecimal."""
    awaits: tuple[Await, ...]
    """Who may act; empty unless the game is running, and between the events of one action."""
    awaits_links: LinksDue | None
    """The links that chance waits for before it can act; null while none are due."""
    position: Position
    """Null until the lots are drawn."""
    standing_orders: StandingOrders
    """The standing orders of the caller's own seat; null if there are none, and for all other
    viewers."""
    outcome: Outcome
    """Null until the game is over."""
    chance: ChanceView
    links: bool
    """Whether players may commit to chains of links when they sit down."""
    strength: Strength
    """What keeps the operator from foreseeing the next dice: nothing beyond the commitment to them,
    links of players, or links of witnesses."""
    clocks: ClocksView | None
    suspended: bool
    """Whether an arbiter of the game's tournament has paused it; until it is resumed, no one can
    act."""
    """Null in a game without a clock."""
    take_backs: bool
    """Whether a decision can be taken back if all agree."""
    decisions: tuple[Seat, ...]
    """The seats of the decisions that can be taken back now, oldest first."""
    seating: Seating
    """Who may sit down before the start: only holders of a seat's link, any account as well, or
    only the accounts for which the seats are reserved."""
    spectators: Spectators
    """Who may watch while the game runs."""
    label: str | None
    """What the game belongs to, such as a tournament; null if it has no label."""
    continues: ContinuedGame | None
    """The game from one of whose positions this one continues; such a game is not rated. Null for a
    game that began at the beginning."""
    tournament: TournamentTable | None
    """The table of a tournament at which the game is played; null for other games."""
    rematch: NextGame | None
    """The rematch, once a player has requested one. Only ``getGame`` returns it, for the current
    version; elsewhere it is null."""
    sandbox: str | msgspec.UnsetType = msgspec.UNSET
    """The seed of a game in a sandbox, whose dice anyone could foresee; only such games have it."""


class GameSummary(msgspec.Struct, frozen=True):
    """One game in a list."""

    id: str
    ruleset: RulesetName
    """Id and edition of the ruleset."""
    options: Options
    scenario_name: ScenarioName
    status: Status
    seats: tuple[SeatView, ...]
    version: int
    """The number of events so far."""
    created_at: Timestamp
    """RFC 3339, UTC."""
    outcome: Outcome
    """Null until the game is over."""
    seating: Seating
    """Who may sit down before the start: only holders of a seat's link, any account as well, or
    only the accounts for which the seats are reserved."""
    spectators: Spectators
    """Who may watch while the game runs."""
    label: str | None
    """What the game belongs to, such as a tournament; null if it has no label."""
    continues: ContinuedGame | None
    """The game from one of whose positions this one continues; null if it began at the beginning.
    """
    tournament: TournamentTable | None
    """The table of a tournament at which the game is played; null for other games."""


class GamePage(msgspec.Struct, frozen=True):
    """Games, newest first."""

    games: Annotated[tuple[GameSummary, ...], EACH_OF_ITS_OWN]
    next: str | None
    """The cursor of the next page, or null."""


class GameCreated(msgspec.Struct, frozen=True):
    """A new game and its secret tokens, which are returned only once."""

    game: GameView
    tokens: Tokens


class GiveStandingOrdersView(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="give_standing_orders",
):
    """Answer reactions in advance. The orders replace the previous ones; null withdraws them."""

    orders: StandingOrders = None


class EventPage(msgspec.Struct, frozen=True):
    """Events of a game, in order."""

    ruleset: RulesetName
    """Id and edition of the ruleset."""
    events: tuple[SentEvent, ...]
    version: int
    """The current version of the game."""
    head: str
    """The hash of the last event of the game, in hexadecimal."""
    next: str | None
    """The cursor of the next page, or null."""


class EventEnvelope(msgspec.Struct, frozen=True):
    """The members of every event in a stream, in addition to its own facts; for the contract."""

    version: int
    """Its number in the stream; the first is 1."""
    at: Timestamp
    """When it happened: RFC 3339, UTC."""
    by: Seat | NoSeat
    """Who acted: a seat, chance, or the table itself."""
    hash: str
    """The SHA-256 over the previous hash and this event, in hexadecimal."""


class LegalChoice(msgspec.Struct, frozen=True):
    """The choices of one kind of action; the other members list the choices for each slot."""

    type: str


def game_view(
    stored: Stored,
    viewer: Viewer,
    policy: Policy,
    *,
    due: bool = True,
    rematch: str | None = None,
) -> GameView:
    """Return a game as the viewer may see it.

    ``due=False`` means that the version lies between the events of one action, so no one may act
    there. ``rematch`` is the id of the rematch, if the answer includes it.
    """
    game = stored.game
    return GameView(
        id=game.id,
        ruleset=game.ruleset,
        options=game.options,
        scenario_name=_scenario(game),
        status=game.status,
        seats=_seats(game),
        version=stored.head.version,
        head=stored.head.hash.hex(),
        awaits=game.awaits if due else (),
        awaits_links=links_due_in(game) if due and waits_for_links(game) else None,
        position=game.rules.view(game.position, game.as_seen_by(viewer)),
        standing_orders=game.seats[viewer].orders if isinstance(viewer, int) else None,
        outcome=game.outcome,
        chance=ChanceView(game.scheme, game.commitment, game.secret),
        links=game.links,
        strength=strength_of_next(game),
        clocks=_clocks(game),
        suspended=game.suspended,
        take_backs=game.terms is not None and game.terms.decisions is not None,
        decisions=tuple(one.seat for one in (game.terms and game.terms.decisions) or ()),
        seating=policy.seating,
        spectators=policy.watched,
        label=game.label,
        continues=_continued(game),
        tournament=game.tournament,
        rematch=None if rematch is None else NextGame(rematch),
        sandbox=msgspec.UNSET if game.sandbox is None else game.sandbox,
    )


def game_summary(stored: Stored, created_at: str, policy: Policy) -> GameSummary:
    """Return a game as an item of a list."""
    game = stored.game
    return GameSummary(
        id=game.id,
        ruleset=game.ruleset,
        options=game.options,
        scenario_name=_scenario(game),
        status=game.status,
        seats=_seats(game),
        version=stored.head.version,
        created_at=created_at,
        outcome=game.outcome,
        seating=policy.seating,
        spectators=policy.watched,
        label=game.label,
        continues=_continued(game),
        tournament=game.tournament,
    )


def event_view(game: Game, row: Row, viewer: Viewer) -> msgspec.Raw:
    """Return an event as JSON, as the viewer may see it, given the game as it is now.

    The JSON is the stored form plus the hash, so a client can verify the hash from the bytes that
    it gets. An event with hidden members has what the viewer may see of them, and the seals that
    the hash covers.
    """
    if row.hidden:
        return _unsealed(game, row, game.as_seen_by(viewer))
    return msgspec.Raw(b'{"hash":"%b",%b' % (row.hash.encode(), row.canonical[1:]))


def _unsealed(game: Game, row: Row, viewer: Viewer) -> msgspec.Raw:
    """Return an event with hidden members; the viewer decides only about these."""
    reword = rewording(game.rules, game.wordings)
    seen = seen_by(game.rules, event_of(row), viewer)
    visible = msgspec.to_builtins(seen if reword is None else reword(seen))
    members = members_of(row)
    sealed = {name: members[name] for name in hidden_in(row)}
    shown = {name: visible[name] for name in sealed}
    whole = {"hash": row.hash, **members, **shown, "sealed": sealed}
    return msgspec.Raw(msgspec.json.encode(whole))


def _scenario(game: Game) -> dict[Language, str] | None:
    name = scenario_name(game.rules, game.options)
    return None if name is None else dict(name)


def _continued(game: Game) -> ContinuedGame | None:
    origin = game.continues
    return None if origin is None else ContinuedGame(origin.game, origin.version, origin.head)


def _clocks(game: Game) -> ClocksView | None:
    clocks = game.clocks
    if clocks is None:
        return None
    return ClocksView(
        clock=clocks.clock,
        left_ms=clocks.left_ms,
        running=clocks.running,
        since=clocks.since or None,
        deadline=clocks.deadline,
        paused=game.paused,
    )


def _seats(game: Game) -> tuple[SeatView, ...]:
    called = side_names(game.options)
    return tuple(
        SeatView(
            seat=seat,
            side=side,
            side_name=dict(called[side]) if side in called else None,
            name=name,
            bot=state.bot,
            player=state.player,
            reserved_for=game.reserved[seat] if game.reserved else None,
            reserved_name=game.name_for(seat),
            taken=state.taken,
            resigned=state.resigned,
            flagged=state.flagged,
            agrees_to_draw="draw" in state.agrees,
            agrees_to_pause="pause" in state.agrees,
            agrees_to_resume="resume" in state.agrees,
            agrees_to_take_back="take_back" in state.agrees,
            agrees_to_waiver="waiver" in state.agrees,
        )
        for seat, (state, side, name) in enumerate(
            zip(game.seats, game.sides, game.names, strict=True)
        )
    )
