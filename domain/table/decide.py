"""Action → batch: a player's action, and everything that follows up to the next decision.

A batch is a list of entries: who acted, the action, and the events that it caused. Chance answers
within the batch, and so do standing orders, so between batches it is always a person's turn.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, NoReturn

import msgspec

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, AnyRuleset, Seat, tag_of
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import (
    AbortGame,
    AddTime,
    Adjudicate,
    AskHint,
    CallOffGame,
    DrawMoment,
    FallFlag,
    LeaveSeat,
    LiftSuspension,
    Resign,
    SuspendGame,
    TakeSeat,
)
from domain.table.agreements import AGREEMENT_RULES, Judge
from domain.table.apply import apply, fold, opened, play
from domain.table.clock import must_suit_reactions
from domain.table.continuation import judged
from domain.table.dealers import Dealer
from domain.table.endings import (
    add_time,
    adjudicate,
    call_off_game,
    fall_flag,
    lift_suspension,
    resign,
    suspend_game,
)
from domain.table.events import (
    ClockSet,
    ClocksRun,
    DecisionNoted,
    DecisionsSealed,
    GameOpened,
    SecretRevealed,
    TakeBacksAllowed,
)
from domain.table.game import TABLE, By, Game, GameDraft, GameState, freeze, thaw
from domain.table.hints import ask_hint
from domain.table.moments import (
    awaits_draws,
    draw_moment,
    moment_is_due,
    must_be_drawn,
    must_let_chance_draw,
    must_not_interfere,
)
from domain.table.opening import OpenGame
from domain.table.reserving import must_name_everyone, must_reserve_soundly
from domain.table.seating import abort_game, leave_seat, must_exist, take_seat
from domain.table.standing_orders import GiveStandingOrders, give_standing_orders, ordered
from domain.table.terms import Terms


class Entry(NamedTuple):
    """One step of a batch: who acted, the action, and the events that it caused."""

    by: By
    action: Any
    events: tuple[Any, ...]


class Batch(NamedTuple):
    """What one request produced, and the game after it."""

    entries: tuple[Entry, ...]
    game: Game

    @property
    def events(self) -> tuple[Any, ...]:
        """All events of the batch, in order."""
        return tuple(event for entry in self.entries for event in entry.events)


def open_game(game: str, rules: AnyRuleset, action: OpenGame[Any, Any]) -> Batch:
    """Set up a table; raise IllegalAction for terms that a rule refuses."""
    rules.start(action.options)
    sides = rules.sides(action.options)
    must_reserve_soundly(rules, len(sides), action.reserved, action.tournament)
    must_name_everyone(action.reserved, action.reserved_names)
    event = GameOpened(
        ruleset=rules.meta.pinned,
        options=msgspec.to_builtins(action.options),
        seats=len(sides),
        scheme=action.scheme,
        commitment=action.commitment,
        wordings=action.wordings,
        label=action.label,
        links=action.links,
        witnesses=action.witnesses,
        continues=judged(rules, action.options, action.continues),
        sandbox=action.sandbox,
        tournament=action.tournament,
        reserved=action.reserved,
        reserved_names=action.reserved_names,
    )
    terms: list[Any] = []
    if action.clock is not None:
        if action.clock.on_flag == "forfeit" and len(set(sides)) != 2:
            raise IllegalAction("TB-CLOCK-1", "forfeit_is_for_two_sides", sides=len(set(sides)))
        must_suit_reactions(action.clock, rules)
        terms.append(ClockSet(action.clock))
    if action.take_backs:
        terms.append(TakeBacksAllowed())
    begun = opened(game, event)
    return Batch((Entry(TABLE, action, (event, *terms)),), fold(begun, terms) if terms else begun)


def perform(
    game: Game,
    by: By,
    actions: Sequence[Any],
    dealer: Dealer | None,
    *,
    at: str,
    house: bool = False,
) -> Batch:
    """Carry out the actions of a seat or the creator: all of them or none.

    Raises IllegalAction with the index of the first action that a rule refuses. Chance answers only
    after the last action, and while it is due, a ruleset accepts no action of a seat; so a refused
    list has not revealed a die. Without a dealer, chance does not answer, and the batch may end
    where chance is due; it does so too while links for the moment are missing. ``at`` is the time
    of all events, RFC 3339 in UTC, as it will appear in the record; ``house`` means that a house
    bot acts, not a person.
    """
    draft = thaw(game)
    entries: list[Entry] = []
    waits = awaits_draws(draft)
    for index, action in enumerate(actions):
        try:
            _must_be_of_this_game(draft, action)
            if waits and by != CHANCE:
                must_not_interfere(action)
            events = advance(draft, by, action, at, house=house)
        except IllegalAction as refused:
            refused.index = index
            raise
        if events:
            entries.append(Entry(by, action, events))
    if dealer is not None and entries:
        while (following := _what_follows(draft, dealer, at)) is not None:
            who, answer = following
            entries.append(Entry(who, answer, advance(draft, who, answer, at)))
        if draft.finished:
            last = entries[-1]
            revealed = reveal(draft, dealer.secret())
            entries[-1] = Entry(last.by, last.action, (*last.events, *revealed))
    return Batch(tuple(entries), freeze(draft))


def _what_follows(draft: GameDraft, dealer: Dealer, at: str) -> tuple[By, Any] | None:
    """Return what chance answers, or the standing orders of a seat; None if a person is due."""
    if not draft.awaits_chance:
        return due_by_orders(draft, at)
    answer = dealer.moment(draft) if moment_is_due(draft) else dealer.answer(draft)
    return None if answer is None else (CHANCE, answer)


def due_by_orders(game: GameState, at: str) -> tuple[Seat, Any] | None:
    """Return the decision that follows from standing orders at this time (TB-ORDERS-3)."""
    found = ordered(game)
    return None if found is None or flags_are_due(game, at) else found


def advance(draft: GameDraft, by: By, action: Any, at: str, house: bool = False) -> tuple[Any, ...]:
    """Judge one action, carry it out, and return its events, without the answers of chance.

    Raises IllegalAction if a rule refuses the action; then the draft is unchanged.
    """
    return carry_out(draft, by, action, at, judge(draft, by, action, at, house=house))


def judge(game: GameDraft, by: By, action: Any, at: str, house: bool = False) -> tuple[Any, ...]:
    """Return the events of one action, without its effect on the clocks.

    ``at`` matters if the game has a clock; ``house`` means that a house bot acts, as in
    ``perform``. There are no events if nothing changes. Raises IllegalAction if a rule refuses the
    action.
    """
    terms = game.terms
    if terms is not None:
        _must_suit_the_terms(game, by, action, at)
    if by != CHANCE and (game.answers is not None or game.chains):
        must_let_chance_draw(game, action)
    if type(action) in _TABLE_ACTIONS:
        return _judge_own(game, by, action, at)
    if type(by) is int:
        must_exist(game, by)
    elif by == TABLE:
        raise IllegalAction("TB-ACT-3", "action_is_for_seats", asked=tag_of(action))
    rules = BY_PINNED[game.ruleset]
    position = game.position
    if game.status != "running":
        _must_have_started(game)
        if position.outcome is None:
            _must_not_be_over(game, by)
    elif not house and type(by) is int:
        _must_play_for_itself(game, by)
    events = tuple(rules.decide(position, by, action))
    if by == CHANCE and game.answers is None:
        must_be_drawn(game, action)
    return events if terms is None else _marked(rules, terms, by, events)


def carry_out(
    draft: GameDraft, by: By, action: Any, at: str, events: tuple[Any, ...]
) -> tuple[Any, ...]:
    """Apply the events of a judged action; return them with their effect on the clocks."""
    of_the_table = type(action) in _TABLE_ACTIONS
    if by != CHANCE:
        draft.answers = None
    elif of_the_table:
        draft.answers = 0  # chance has only one action of the table: it draws a moment
    elif draft.answers is not None and draft.bounds_due:
        draft.answers += 1
    if draft.terms is None and not of_the_table:
        play(draft, BY_PINNED[draft.ruleset], events)
        return events
    before = draft.clocks
    for event in events:
        apply(draft, event)
    if before is None or not events:
        return events
    clocks = draft.clocks
    assert clocks is not None, "clocks are set before the game begins"
    acted = None
    if isinstance(by, int) and not of_the_table and draft.seats[by].bot is None:
        acted = by
    due = draft.people_due
    left, running = clocks.after(at, acted, due, draft.reacting, stopped=draft.paused)
    if acted is None and running == before.running:
        return events  # the same clocks go on running
    clocks_run = ClocksRun(left, running, at)
    apply(draft, clocks_run)
    if draft.finished:
        # The event that ended the game stays the last: verifiers look there.
        return (*events[:-1], clocks_run, events[-1])
    return (*events, clocks_run)


def _must_be_of_this_game(game: GameState, action: Any) -> None:
    """Refuse an action of another ruleset (TB-ACT-4), before it reaches rules that do not know it.

    Records have no such action, because they are read with the types of their own ruleset.
    """
    rules = game.rules
    its_own = rules.seat_actions | rules.chance_actions | OpenGame
    if type(action) not in _TABLE_ACTIONS and not isinstance(action, its_own):
        raise IllegalAction(
            "TB-ACT-4", "action_of_another_ruleset", asked=tag_of(action), ruleset=game.ruleset
        )


def _judge_own(game: GameDraft, by: By, action: Any, at: str) -> tuple[Any, ...]:
    """Return the events of a table action: moments, seating, offers, ends."""
    # Chance may always draw in a running game, so none of the other checks could refuse it.
    if type(action) is DrawMoment and by == CHANCE and game.status == "running":
        return draw_moment(game, action)
    return tuple(_judge_others(game, by, action, at))


def _judge_others(game: GameDraft, by: By, action: Any, at: str) -> list[Any]:
    """Return the events of a table action that draws nothing."""
    _must_have_the_right(game, by, action)
    kind = type(action)
    seating = _OF_SEATS.get(kind)
    if seating is not None:
        return seating(game, action)
    _must_have_started(game)
    if game.finished:
        _must_not_be_over(game, by)
    table = _TABLE_RULES.get(kind)
    if table is not None:
        return table(game, action, at)
    assert isinstance(by, int), "all actions that are left are for seats"
    # House bots only play; they neither resign nor answer offers.
    _must_play_for_itself(game, by)
    if kind is GiveStandingOrders:
        return [*give_standing_orders(game, by, action)]
    return _SEAT_RULES[kind](game, by)


def _must_have_the_right(game: GameState, by: By, action: Any) -> None:
    """Refuse an action that this actor may never take (TB-ACT-3).

    Over HTTP the token determines the actor; a foreign record may name any actor.
    """
    kind = type(action)
    if (by == CHANCE) != (kind is DrawMoment):
        reason = "action_is_not_for_chance" if by == CHANCE else "action_is_for_chance"
        raise IllegalAction("TB-ACT-3", reason, asked=tag_of(action))
    if by == TABLE:
        if kind in _SEAT_RULES or kind is GiveStandingOrders:
            raise IllegalAction("TB-ACT-3", "action_is_for_seats", asked=tag_of(action))
    elif isinstance(by, int):
        must_exist(game, by)
        if kind is AbortGame:
            raise IllegalAction("TB-ACT-3", "action_is_for_the_creator", asked=tag_of(action))
        if kind in _TABLE_RULES:
            raise IllegalAction("TB-ACT-3", "action_is_for_the_table", asked=tag_of(action))
        if kind in _OF_SEATS and action.seat != by:
            raise IllegalAction("TB-ACT-3", "seat_of_another", seat=action.seat, by=by)


def _must_have_started(game: GameState) -> None:
    if game.status == "open":
        raise IllegalAction("TB-ACT-1", "game_has_not_started", status=game.status)


def _must_not_be_over(game: GameState, by: By) -> NoReturn:
    """Refuse an action after the end; a seat whose flag fell gets that as the reason."""
    if isinstance(by, int):
        _must_be_in_time(game, by)
    raise IllegalAction("TB-ACT-2", "game_is_over", status=game.status)


def _must_be_in_time(game: GameState, seat: Seat) -> None:
    if game.seats[seat].flagged:
        raise IllegalAction("TB-FLAG-3", "flag_has_fallen", seat=seat)


def _must_play_for_itself(game: GameState, seat: Seat) -> None:
    state = game.seats[seat]
    if state.is_played_by_a_person:
        return
    if state.resigned:
        raise IllegalAction("TB-RESIGN-1", "seat_has_resigned", seat=seat)
    _must_be_in_time(game, seat)
    raise IllegalAction("TB-SIT-4", "seat_is_played_by_the_house", seat=seat, bot=state.bot)


# --- terms ------------------------------------------------------------------------------------


def _must_suit_the_terms(game: GameState, by: By, action: Any, at: str) -> None:
    """Refuse an action after the deadline (TB-FLAG-2), and any play in a pause (TB-PAUSE-2).

    If an arbiter has suspended the game, only the table acts (TB-SUSPEND-2).
    """
    if game.suspended and by != TABLE:
        raise IllegalAction("TB-SUSPEND-2", "game_is_suspended", asked=tag_of(action))
    clocks = game.clocks
    if clocks is None:
        return
    if type(action) is not FallFlag and (late := clocks.due(at)):
        raise IllegalAction(
            "TB-FLAG-2", "time_is_up", seats=list(late), deadline=clocks.deadline, at=at
        )
    if game.paused and type(action) not in _TABLE_ACTIONS:
        raise IllegalAction("TB-PAUSE-2", "game_is_paused", asked=tag_of(action))


def _marked(rules: AnyRuleset, terms: Terms, by: By, events: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the events of a decision or of chance, with the events that limit take-backs."""
    if terms.decisions is None:
        return events
    if isinstance(by, int):
        if rules.final.isdisjoint(map(type, events)):
            return (DecisionNoted(by), *events)
        return (DecisionsSealed(), *events) if terms.decisions else events
    if not terms.decisions:
        return events
    # The answer stays the first event of its entry, because its index depends on its place.
    return (events[0], DecisionsSealed(), *events[1:])


def flags_are_due(game: GameState, at: str) -> bool:
    """Return whether a seat ran out of time, so that its flag must fall before anything else."""
    clocks = game.clocks
    return clocks is not None and bool(clocks.due(at))


def reveal(draft: GameDraft, secret: str | None) -> tuple[Any, ...]:
    """Reveal the secret of the dice after the end, if it is known; return the event."""
    if secret is None or not draft.finished:
        return ()
    revealed = SecretRevealed(secret)
    apply(draft, revealed)
    return (revealed,)


_OF_SEATS: Final[dict[type[Any], Callable[[GameState, Any], list[Any]]]] = {
    TakeSeat: take_seat,
    LeaveSeat: leave_seat,
    AbortGame: abort_game,
}

_TABLE_RULES: Final[dict[type[Any], Callable[[GameState, Any, str], list[Any]]]] = {
    FallFlag: fall_flag,
    AddTime: add_time,
    SuspendGame: suspend_game,
    LiftSuspension: lift_suspension,
    Adjudicate: adjudicate,
    CallOffGame: call_off_game,
}

_SEAT_RULES: Final[Mapping[type[Any], Judge]] = {
    Resign: resign,
    AskHint: ask_hint,
    **AGREEMENT_RULES,
}

_TABLE_ACTIONS: Final = frozenset(
    {*_OF_SEATS, *_TABLE_RULES, *_SEAT_RULES, GiveStandingOrders, DrawMoment}
)
"""The actions of the table; all others belong to the game."""
