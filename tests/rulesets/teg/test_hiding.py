"""Hidden information: nothing that a viewer sees depends on what it may not see (TG-HIDE)."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.actions import SeatAction
from domain.rulesets.teg.atlas import CARDS
from domain.rulesets.teg.board import OBJECTIVES
from domain.rulesets.teg.events import BoardDealt, CardDrawn, SeatEliminated
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.position import Position
from tests.rulesets.teg.games import KINDS, TELLING, campaign
from tests.rulesets.teg.test_properties import POSITIONS
from tests.support.games import teg
from tests.support.games.strategies import inside_schema, seeds
from tests.support.run.long import cases


def viewers(options: Options) -> list[Any]:
    """Return all viewers except the arbiter."""
    return [*range(options.players), "spectator"]


def in_other_hands(position: Position, viewer: Any, random: Random) -> Position:
    """Return the position after shuffling everything that the viewer may not see.

    That is the hands and objectives of other seats, and so the deck; all counts stay the same.
    """
    hands = list(position.hands)
    others = [seat for seat in range(len(hands)) if seat != viewer]
    cards = [card for seat in others for card in hands[seat]] + list(position.deck)
    random.shuffle(cards)
    for seat in others:
        hands[seat] = bytes(cards.pop() for _ in hands[seat])
    objectives = list(position.objectives)
    if objectives:
        free = [one for one in OBJECTIVES if viewer == "spectator" or one != objectives[viewer]]
        random.shuffle(free)
        for seat in others:
            # Some seats have only the common objective left, which only they may know.
            objectives[seat] = random.choice((free.pop(), "COMMON"))
    return replace(
        position, hands=tuple(hands), deck=bytes(sorted(cards)), objectives=tuple(objectives)
    )


def answer(position: Position, by: int, action: Any) -> Any:
    """Return what a seat learns from an action: the events as it sees them, or the refusal."""
    try:
        events = RULESET.decide(position, by, action)
    except IllegalAction as error:
        return error.refusal
    return [RULESET.view_event(event, by) for event in events]


@pytest.mark.rule("TG-HIDE-1", "TG-HIDE-3", "TG-HIDE-4", "TG-INV-23")
@given(POSITIONS, inside_schema(SeatAction), seeds)
@settings(max_examples=cases(120, 30))
def test_hidden_facts_show_nowhere(position: Position, action: Any, seed: int) -> None:
    """Views, legal actions, due seats and all answers are the same for other hidden hands."""
    if not position.round:
        return
    random = Random(seed)
    for viewer in viewers(position.options):
        other = in_other_hands(position, viewer, random)
        assert RULESET.view(other, viewer) == RULESET.view(position, viewer)
        assert RULESET.awaits(other) == RULESET.awaits(position)
        assert RULESET.order(other) == RULESET.order(position)
        if chance_is_due(position):
            assert RULESET.asks(other) == RULESET.asks(position)
        if viewer == "spectator":
            continue
        assert RULESET.legal(other, viewer).choices == RULESET.legal(position, viewer).choices
        actions = [action]
        legal = RULESET.legal(position, viewer)
        if legal.count:
            actions.append(legal.at(random.randrange(legal.count)))
        for one in actions:
            assert answer(other, viewer, one) == answer(position, viewer, one)


def chance_is_due(position: Position) -> bool:
    """Return whether chance is due."""
    return any(due.seat == "chance" for due in RULESET.awaits(position))


def names_in(data: Any) -> set[str]:
    """Return all strings in JSON data."""
    if isinstance(data, dict):
        return {name for part in data.values() for name in names_in(part)}
    if isinstance(data, list):
        return {name for part in data for name in names_in(part)}
    return {data} if isinstance(data, str) else set()


@pytest.mark.usefixtures("untraced")
@pytest.mark.rule("TG-HIDE-1", "TG-HIDE-2", "TG-INV-23")
@pytest.mark.parametrize("options", TELLING)
def test_views_and_events_name_nothing_hidden(options: Options, seed: int) -> None:
    """In whole games, nothing a viewer sees contains a card or an objective of another seat.

    Every viewer gets the same number of events, of the same types, and all can be decoded.
    """
    decoder = msgspec.json.Decoder(RULESET.events)
    hiding = tuple(RULESET.hidden)
    for number, step in enumerate(campaign(options, f"{seed} hiding")):
        if number % 10 and not any(isinstance(event, hiding) for event in step.events):
            continue
        for viewer in viewers(options):
            view = msgspec.to_builtins(RULESET.view(step.after, viewer))
            secret = hidden_from(step.after, viewer)
            assert not secret & names_in(view)
            for event in step.events:
                shown = RULESET.view_event(event, viewer)
                assert decoder.decode(msgspec.json.encode(shown)) == shown
                assert type(shown) is type(event)
                # Cards that a seat has just received were hidden before, and those it gave up are
                # open now.
                secret_now = secret & hidden_from(step.before, viewer)
                assert not secret_now & names_in(msgspec.to_builtins(shown))
        for event in step.events:
            assert RULESET.view_event(event, "arbiter") == event


def hidden_from(position: Position, viewer: Any) -> set[str]:
    """Return the names of the cards and objectives that a viewer may not know."""
    whole = RULESET.view(position, "arbiter")
    if whole is None:
        return {*CARDS, *OBJECTIVES}
    others = [seat for number, seat in enumerate(whole.seats) if number != viewer]
    cards = {card for seat in others for card in seat.cards or ()}
    deck = {f"c_{name.territory}" for name in whole.territories} | {"w_1", "w_2"}
    deck -= {card for seat in whole.seats for card in seat.cards or ()} | set(whole.discard)
    own = None if viewer == "spectator" else whole.seats[viewer].objective
    return cards | deck | {seat.objective for seat in others if seat.objective not in (None, own)}


# --- by example ----------------------------------------------------------------------------------

SECRETS: dict[str, Any] = {"objectives": "secret_and_common"}


def shown(events: Sequence[Any], kind: type[Any], viewer: Any) -> Any:
    """Return the event of this type as the viewer sees it."""
    (event,) = (one for one in events if isinstance(one, kind))
    return RULESET.view_event(event, viewer)


@pytest.mark.rule("TG-HIDE-1", "TG-SETUP-8")
def test_objectives_are_for_their_seats() -> None:
    """A seat learns its own objective from the deal, a spectator only that there are objectives."""
    scene = teg.set_up(2, **SECRETS)
    scene.when(teg.deal(0, [0, 1] * 25, "O7 O3"))
    assert shown(scene.batch, BoardDealt, 0).objectives == ("O7", None)
    assert shown(scene.batch, BoardDealt, 1).objectives == (None, "O3")
    assert shown(scene.batch, BoardDealt, "spectator").objectives is None
    assert shown(scene.batch, BoardDealt, "arbiter").objectives == ("O7", "O3")
    view = RULESET.view(scene.position, 1)
    assert view is not None
    assert [seat.objective for seat in view.seats] == [None, "O3"]
    assert [seat.cards for seat in view.seats] == [None, ()]


@pytest.mark.rule("TG-HIDE-1")
def test_without_objectives_nothing_is_hidden_in_the_deal() -> None:
    """Everybody knows that no objectives were dealt."""
    scene = teg.set_up(2).when(teg.deal(0, [0, 1] * 25))
    assert shown(scene.batch, BoardDealt, "spectator").objectives == ()


@pytest.mark.rule("TG-HIDE-1", "TG-HIDE-2")
def test_an_elimination_shows_each_seat_only_its_own_part() -> None:
    """Only giver and receiver see cards, and only a freed seat learns that it is freed."""
    scene = teg.given(
        4,
        options={"colors": ["blue", "red", "black", "yellow"]},
        own={0: "argentina", 1: "uruguay", 2: "china"},
        rest=[2, 3],
        tokens={"argentina": 4},
        pool={},
        hands={0: "c_chile c_colombia", 1: "c_iran c_india c_china w_2", 3: "w_1"},
        objectives={0: "O3", 1: "O4", 2: "O11", 3: "O5"},
    )
    scene.when(teg.attack(0, "argentina", "uruguay"), teg.dice("6 5 4", "1"))
    inherited, everything = ("c_iran", "c_india", "c_china"), ("w_2",)
    for viewer, cards, freed in (
        (0, inherited, ()),
        (1, inherited, ()),
        (2, None, (2,)),
        (3, None, ()),
        ("spectator", None, ()),
        ("arbiter", inherited, (2,)),
    ):
        event = shown(scene.batch, SeatEliminated, viewer)
        assert (event.inherited, event.inherited_count) == (cards, 3)
        assert event.freed == freed
        assert event.discarded == everything


@pytest.mark.rule("TG-HIDE-1", "TG-DRAW-4")
def test_a_card_drawn_is_for_its_seat() -> None:
    """Everybody sees that a card was drawn, but only one seat sees which."""
    scene = teg.given(2, own={0: "argentina"}, rest=[1], pool={}, conquests=1)
    scene.when(teg.end(0), teg.draw("w_2"))
    assert shown(scene.batch, CardDrawn, 0).card == "w_2"
    assert shown(scene.batch, CardDrawn, 1).card is None
    assert shown(scene.batch, CardDrawn, "spectator").card is None
    view = RULESET.view(scene.position, 1)
    assert view is not None
    assert (view.seats[0].card_count, view.seats[0].cards, view.deck) == (1, None, 51)


@pytest.mark.parametrize("options", KINDS)
def test_there_is_no_view_before_the_deal(options: Options) -> None:
    """The table is still empty."""
    assert RULESET.view(RULESET.start(options), "arbiter") is None
