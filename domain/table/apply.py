"""Event → what it changes in a game. It never refuses an event."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.links import witness_in
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_PINNED
from domain.table.clock import Clocks, full_ms
from domain.table.continuation import start_of, typed
from domain.table.contributions import KnownChain
from domain.table.events import (
    ClockSet,
    ClocksRun,
    DecisionNoted,
    DecisionsSealed,
    DecisionsTakenBack,
    DrawAccepted,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    FlagFell,
    GameAborted,
    GameAdjudicated,
    GameCalledOff,
    GameConceded,
    GameForfeited,
    GameOpened,
    GamePaused,
    GameResumed,
    GameStarted,
    GameSuspended,
    HintGiven,
    LinksWaived,
    MomentDrawn,
    PauseAccepted,
    PauseDeclined,
    PauseOffered,
    PlayerSeated,
    ResumeAccepted,
    ResumeDeclined,
    ResumeOffered,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    SecretRevealed,
    StandingOrdersGiven,
    SuspensionLifted,
    TakeBackAccepted,
    TakeBackDeclined,
    TakeBackOffered,
    TakeBacksAllowed,
    TimeAdded,
    WaiverAccepted,
    WaiverDeclined,
    WaiverOffered,
)
from domain.table.game import Game, GameDraft, GameState, Matter, SeatState, freeze, thaw
from domain.table.terms import Decision, Terms


def opened(game: str, event: GameOpened) -> Game:
    """Return the game after the first event of its stream."""
    rules = BY_PINNED[event.ruleset]
    options = msgspec.convert(event.options, rules.options_type)
    continues = typed(rules, event.continues)
    return Game(
        id=game,
        ruleset=event.ruleset,
        options=options,
        scheme=event.scheme,
        commitment=event.commitment,
        seats=(SeatState(),) * event.seats,
        status="open",
        version=1,
        position=start_of(rules, options, continues),
        outcome=None,
        secret=None,
        wordings=event.wordings,
        label=event.label,
        links=event.links,
        witnesses=event.witnesses,
        chains=tuple(
            KnownChain(witness_in(place), 0, witness.tip)
            for place, witness in enumerate(event.witnesses)
        ),
        continues=continues,
        sandbox=event.sandbox,
        tournament=event.tournament,
        reserved=event.reserved,
        reserved_names=event.reserved_names,
    )


def apply(draft: GameDraft, event: Any) -> None:
    """Change the draft as an event of the table or of the game says."""
    own = _APPLY.get(type(event))
    if own is None:
        play(draft, draft.rules, (event,))
    else:
        own(draft, event)
        draft.version += 1


def play(draft: GameDraft, rules: AnyRuleset, events: Sequence[Any]) -> None:
    """Apply these events of its ruleset; none of them is a table event."""
    rules.apply(draft.position, events)
    draft.bounds = None
    draft.hinted = False
    draft.version += len(events)
    outcome = draft.position.outcome
    if outcome is not None:
        draft.status = "over"
        draft.outcome = outcome


def fold(game: GameState, events: Iterable[Any]) -> Game:
    """Return the game after these events."""
    draft = thaw(game)
    for event in events:
        apply(draft, event)
    return freeze(draft)


def evolve(game: GameState, event: Any) -> Game:
    """Return the game after one event."""
    return fold(game, (event,))


def _set_seat(draft: GameDraft, seat: int, state: SeatState) -> None:
    draft.seats = (*draft.seats[:seat], state, *draft.seats[seat + 1 :])


def _on_seat(draft: GameDraft, seat: int, **changed: Any) -> None:
    _set_seat(draft, seat, replace(draft.seats[seat], **changed))


def _seat_taken(draft: GameDraft, event: SeatTaken) -> None:
    state = SeatState(
        taken=True, name=event.name, bot=event.bot, entropy=event.entropy, tip=event.tip
    )
    _set_seat(draft, event.seat, state)
    if event.tip is not None:
        _know(draft, [KnownChain(event.seat, 0, event.tip)])


def _player_seated(draft: GameDraft, event: PlayerSeated) -> None:
    _on_seat(draft, event.seat, player=event.player)


def _seat_left(draft: GameDraft, event: SeatLeft) -> None:
    _set_seat(draft, event.seat, SeatState())
    draft.chains = tuple(chain for chain in draft.chains if chain.who != event.seat)


def _know(draft: GameDraft, chains: Iterable[KnownChain]) -> None:
    """Remember how far these chains are known."""
    known = {chain.who: chain for chain in (*draft.chains, *chains)}
    draft.chains = tuple(known[who] for who in sorted(known))


def _moment_drawn(draft: GameDraft, event: MomentDrawn) -> None:
    draft.moments = event.moment
    if event.links:
        _know(draft, [KnownChain(given.who, event.moment, given.link) for given in event.links])
    if draft.called is not None:
        _drop(draft, "waiver")
        draft.called = None
        draft.waived = False


def _waiver_offered(draft: GameDraft, event: WaiverOffered) -> None:
    if draft.called is None:
        draft.called = draft.version
    _offer(draft, event.seat, "waiver")


def _links_waived(draft: GameDraft, event: LinksWaived) -> None:
    _drop(draft, "waiver")
    draft.waived = True


def _hint_given(draft: GameDraft, event: HintGiven) -> None:
    draft.hinted = True


def _standing_orders_given(draft: GameDraft, event: StandingOrdersGiven) -> None:
    kind = draft.rules.orders_type
    orders = None if event.orders is None else msgspec.convert(event.orders, kind)
    times = draft.seats[event.seat].orders_given + 1
    _on_seat(draft, event.seat, orders=orders, orders_given=times)


def _game_started(draft: GameDraft, event: GameStarted) -> None:
    draft.status = "running"


def _seat_resigned(draft: GameDraft, event: SeatResigned) -> None:
    _on_seat(draft, event.seat, resigned=True, bot=event.bot)
    _drop_offers(draft)


def _offer(draft: GameDraft, seat: int, matter: Matter) -> None:
    _on_seat(draft, seat, offers_made=draft.seats[seat].offers_made + 1)
    _agree(draft, seat, matter)


def _agree(draft: GameDraft, seat: int, matter: Matter) -> None:
    _on_seat(draft, seat, agrees=(*draft.seats[seat].agrees, matter))


def _drop(draft: GameDraft, matter: Matter) -> None:
    """Drop the offer on this matter."""
    draft.seats = tuple(
        replace(state, agrees=tuple(one for one in state.agrees if one != matter))
        for state in draft.seats
    )


def _drop_offers(draft: GameDraft) -> None:
    """Drop all offers: the situation of the game has changed."""
    draft.seats = tuple(replace(state, agrees=()) for state in draft.seats)
    if draft.terms is not None:
        _on_terms(draft, asking=None)


# --- terms ------------------------------------------------------------------------------------


def _on_terms(draft: GameDraft, **changed: Any) -> None:
    draft.terms = replace(draft.terms or Terms(), **changed)


def _on_clocks(draft: GameDraft, **changed: Any) -> None:
    if draft.clocks is not None:
        _on_terms(draft, clocks=replace(draft.clocks, **changed))


def _clock_set(draft: GameDraft, event: ClockSet) -> None:
    clocks = Clocks(event.clock, (full_ms(event.clock),) * len(draft.seats))
    _on_terms(draft, clocks=clocks)


def _clocks_run(draft: GameDraft, event: ClocksRun) -> None:
    _on_clocks(draft, left_ms=event.left_ms, running=event.running, since=event.since)


def _flag_fell(draft: GameDraft, event: FlagFell) -> None:
    _on_seat(draft, event.seat, flagged=True, bot=event.bot)
    clocks = draft.clocks
    if clocks is not None:
        left = (*clocks.left_ms[: event.seat], 0, *clocks.left_ms[event.seat + 1 :])
        running = tuple(seat for seat in clocks.running if seat != event.seat)
        _on_clocks(draft, left_ms=left, running=running)
    _drop_offers(draft)


def _time_added(draft: GameDraft, event: TimeAdded) -> None:
    clocks = draft.clocks
    if clocks is not None:
        left = _more(clocks.left_ms, event.seat, event.seconds * 1_000)
        granted = _more(clocks.granted or (0,) * len(left), event.seat, event.seconds)
        _on_clocks(draft, left_ms=left, granted=granted)


def _more(values: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*values[:seat], values[seat] + more, *values[seat + 1 :])


def _game_paused(draft: GameDraft, event: GamePaused) -> None:
    _drop(draft, "pause")
    _on_clocks(draft, paused=True)


def _game_resumed(draft: GameDraft, event: GameResumed) -> None:
    _drop(draft, "resume")
    _on_clocks(draft, paused=False)


def _take_back_offered(draft: GameDraft, event: TakeBackOffered) -> None:
    _offer(draft, event.seat, "take_back")
    _on_terms(draft, asking=event.seat)


def _drop_take_back(draft: GameDraft) -> None:
    _drop(draft, "take_back")
    _on_terms(draft, asking=None)


def _decisions(game: GameState) -> tuple[Decision, ...]:
    return (game.terms and game.terms.decisions) or ()


def _decision_noted(draft: GameDraft, event: DecisionNoted) -> None:
    decision = Decision(event.seat, draft.rules.freeze(draft.position))
    _drop_take_back(draft)
    _on_terms(draft, decisions=(*_decisions(draft), decision))


def _decisions_sealed(draft: GameDraft, event: DecisionsSealed) -> None:
    _drop_take_back(draft)
    _on_terms(draft, decisions=())


def _decisions_taken_back(draft: GameDraft, event: DecisionsTakenBack) -> None:
    decisions = _decisions(draft)
    last = max(index for index, one in enumerate(decisions) if one.seat == event.seat)
    _drop_take_back(draft)
    _on_terms(draft, decisions=decisions[:last])
    draft.position = draft.rules.thaw(decisions[last].position)
    draft.bounds = None
    draft.hinted = False


# --- ends -------------------------------------------------------------------------------------


def _end(draft: GameDraft, reason: str, winners: tuple[str, ...]) -> None:
    draft.outcome = draft.rules.settle(draft.position, reason, winners)
    draft.status = "over"


def _abort(draft: GameDraft, event: GameAborted | GameCalledOff) -> None:
    draft.status = "aborted"


def _secret_revealed(draft: GameDraft, event: SecretRevealed) -> None:
    draft.secret = event.secret


_APPLY: Final[dict[type[Any], Callable[[GameDraft, Any], None]]] = {
    SeatTaken: _seat_taken,
    PlayerSeated: _player_seated,
    SeatLeft: _seat_left,
    GameStarted: _game_started,
    MomentDrawn: _moment_drawn,
    SeatResigned: _seat_resigned,
    DrawOffered: lambda draft, event: _offer(draft, event.seat, "draw"),
    DrawAccepted: lambda draft, event: _agree(draft, event.seat, "draw"),
    DrawDeclined: lambda draft, event: _drop(draft, "draw"),
    PauseOffered: lambda draft, event: _offer(draft, event.seat, "pause"),
    PauseAccepted: lambda draft, event: _agree(draft, event.seat, "pause"),
    PauseDeclined: lambda draft, event: _drop(draft, "pause"),
    ResumeOffered: lambda draft, event: _offer(draft, event.seat, "resume"),
    ResumeAccepted: lambda draft, event: _agree(draft, event.seat, "resume"),
    ResumeDeclined: lambda draft, event: _drop(draft, "resume"),
    TakeBackOffered: _take_back_offered,
    TakeBackAccepted: lambda draft, event: _agree(draft, event.seat, "take_back"),
    TakeBackDeclined: lambda draft, event: _drop_take_back(draft),
    WaiverOffered: _waiver_offered,
    WaiverAccepted: lambda draft, event: _agree(draft, event.seat, "waiver"),
    WaiverDeclined: lambda draft, event: _drop(draft, "waiver"),
    LinksWaived: _links_waived,
    HintGiven: _hint_given,
    StandingOrdersGiven: _standing_orders_given,
    ClockSet: _clock_set,
    ClocksRun: _clocks_run,
    FlagFell: _flag_fell,
    TimeAdded: _time_added,
    GamePaused: _game_paused,
    GameResumed: _game_resumed,
    GameSuspended: lambda draft, event: _on_terms(draft, suspended=True),
    SuspensionLifted: lambda draft, event: _on_terms(draft, suspended=False),
    TakeBacksAllowed: lambda draft, event: _on_terms(draft, decisions=()),
    DecisionNoted: _decision_noted,
    DecisionsSealed: _decisions_sealed,
    DecisionsTakenBack: _decisions_taken_back,
    GameConceded: lambda draft, event: _end(draft, "resignation", event.winners),
    DrawAgreed: lambda draft, event: _end(draft, "draw_agreed", event.winners),
    GameForfeited: lambda draft, event: _end(draft, "time", event.winners),
    GameAdjudicated: lambda draft, event: _end(draft, "adjudicated", event.winners),
    GameAborted: _abort,
    GameCalledOff: _abort,
    SecretRevealed: _secret_revealed,
}
