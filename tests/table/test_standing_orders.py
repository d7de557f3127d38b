"""Standing orders (TB-ORDERS): a player answers reactions in advance, and the table applies that.

The game is Ancients, in which up to six decisions of a turn belong to the other side.
"""

import dataclasses
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec
import pytest
from msgspec import to_builtins

from domain.links import Chain, chain_of, name_of
from domain.ruleset import CHANCE, AnyRuleset
from domain.rulesets.ancients.actions import React
from domain.rulesets.ancients.reactions import StandingOrders
from domain.rulesets.registry import BY_ID
from domain.table.actions import (
    AcceptPause,
    AcceptResume,
    DrawMoment,
    FallFlag,
    OfferDraw,
    OfferPause,
    OfferResume,
    TakeSeat,
)
from domain.table.clock import BankClock
from domain.table.contributions import GivenLink
from domain.table.decide import perform
from domain.table.events import StandingOrdersGiven
from domain.table.game import TABLE
from domain.table.hiding import seen_by
from domain.table.moments import waits_for_links
from domain.table.standing_orders import GiveStandingOrders, ordered
from domain.table.story import Story
from tests.support.games.orders import NEVER_ASK, STAND, give, random_orders
from tests.support.games.registered import registered
from tests.support.games.table import (
    AT,
    ID,
    Table,
    action_of,
    due,
    opened,
    started,
)
from tests.support.games.veiled import VEIL, seated

ANCIENTS: Final[AnyRuleset] = BY_ID["ancients"]
SEED: Final = 1
"""With this seed, the first attack is on a unit that may not evade, and asks three reactions."""


def before_the_attack(seed: int = SEED, **terms: Any) -> tuple[Table, int, Any]:
    """Return a game in which the next decision is an attack, with its seat, and that attack."""
    table, random = started(2, rules=ANCIENTS, **terms), Random(seed)
    while True:
        seat = due(table.game)
        action = action_of(table.game, seat, random)
        if action.__struct_config__.tag == "attack":
            after = perform(table.game, seat, [action], None, at=table.at).game
            if after.reacting:
                return table, seat, action
        table.ask(seat, action)


def steps(table: Table) -> list[tuple[Any, str]]:
    """Return who did what in the last request, in order."""
    assert table.batch is not None, table.refused_with
    return [(one.by, one.action.__struct_config__.tag) for one in table.batch.entries]


@pytest.mark.rule("TB-ORDERS-1")
def test_a_player_gives_orders_and_withdraws_them() -> None:
    """At any time, whether or not it is their turn; there is an event even if nothing changes."""
    table = started(2, rules=ANCIENTS)
    for seat in (0, 1):
        given = {"others": "stand", "battle_back": "fight", "flags": "ignore"}
        table.ask(seat, give(STAND)).then(StandingOrdersGiven(seat, given))
        assert table.game.seats[seat].orders == STAND
    table.ask(0, give(None)).then(StandingOrdersGiven(0, None))
    table.ask(0, give(StandingOrders())).then(StandingOrdersGiven(0, None))
    assert [one.orders for one in table.game.seats] == [None, STAND]


@pytest.mark.rule("TB-ORDERS-1", refused=True)
def test_other_games_have_no_orders() -> None:
    """Neither at all, nor those of another game."""
    started(2).ask(0, give(None)).refused("TB-ORDERS-1", "game_has_no_standing_orders")

    class OfAnother(msgspec.Struct, frozen=True):
        """Orders of a game that does not exist."""

    asked = started(2, rules=ANCIENTS).ask(0, GiveStandingOrders(OfAnother()))
    asked.refused("TB-ORDERS-1", "orders_of_another_ruleset")


@pytest.mark.rule("TB-ORDERS-2")
def test_orders_are_given_by_their_player_and_replace_the_previous_ones() -> None:
    """They lapse when a house bot plays on: it decides by itself."""
    table, attacker, attack = before_the_attack()
    table.ask(1 - attacker, give(STAND)).ask(1 - attacker, give(StandingOrders(flags="ignore")))
    table.ask(attacker, attack)
    assert steps(table) == [(attacker, "attack")]
    table.ask(TABLE, give(STAND)).refused("TB-ACT-3", "action_is_for_seats")


@pytest.mark.rule("TB-ORDERS-2")
def test_orders_lapse_when_a_house_bot_plays_on() -> None:
    """It decides by itself, when it is its turn."""
    table, attacker, attack = before_the_attack(clock=BankClock(900, "house"))
    other = 1 - attacker
    table.ask(attacker, attack)
    deadline = table.game.deadline
    assert deadline is not None
    table.at = deadline
    table.ask(TABLE, FallFlag()).then(people_due=(), bots_due=(other,))
    with_orders = msgspec.structs.replace(table.game.seats[other], orders=STAND)
    seats = [*table.game.seats]
    seats[other] = with_orders
    table.game = msgspec.structs.replace(table.game, seats=tuple(seats))
    assert ordered(table.game) is None


@pytest.mark.rule("TB-ORDERS-2", refused=True)
def test_a_seat_that_is_out_of_the_game_gives_none() -> None:
    """The table does not ask it anything."""
    rules = dataclasses.replace(VEIL, order=lambda position: (0, 1) if position.hands else ())
    with registered(rules):
        table = seated(3, "house")
        table.ask(2, give(None)).refused("TB-ORDERS-2", "seat_is_out_of_the_game")


@pytest.mark.rule("TB-ORDERS-4")
def test_a_seat_gives_orders_a_hundred_times() -> None:
    """Each seat by itself."""
    table = started(2, rules=ANCIENTS)
    for seat in (0, 1):
        table.ask(seat, *[give(STAND)] * 100).then(StandingOrdersGiven(seat, to_builtins(STAND)))


@pytest.mark.rule("TB-ORDERS-4", refused=True)
def test_a_seat_gives_orders_no_more_than_that() -> None:
    """Otherwise one player could make the record too long to be checked."""
    table = started(2, rules=ANCIENTS).ask(0, *[give(STAND)] * 99).ask(0, give(None))
    table.ask(0, give(None)).refused("TB-ORDERS-4", "orders_were_given_too_often")


@pytest.mark.rule("TB-ORDERS-3")
def test_orders_answer_at_once() -> None:
    """In the batch of the attack, as ordinary decisions of the player, with the dice between."""
    table, attacker, attack = before_the_attack()
    table.ask(1 - attacker, give(STAND)).ask(attacker, attack)
    answered = [one for one in steps(table) if one[0] == 1 - attacker]
    assert answered == [
        (1 - attacker, "react"),
        (1 - attacker, "ignore_flags"),
        (1 - attacker, "battle_back"),
    ]
    assert due(table.game) == attacker
    by_hand, attacker, attack = before_the_attack()
    by_hand.ask(attacker, attack).ask(1 - attacker, React("stand"))
    while due(by_hand.game) != attacker:
        answer = ANCIENTS.follow(by_hand.game.position, STAND, 1 - attacker)
        by_hand.ask(1 - attacker, answer)
    assert by_hand.game.position == table.game.position
    assert by_hand.game.moments == table.game.moments


def test_orders_answer_a_decision_that_is_already_due() -> None:
    """They need not come before the attack."""
    table, attacker, attack = before_the_attack()
    table.ask(attacker, attack).ask(1 - attacker, give(STAND))
    kinds = [kind for _, kind in steps(table)]
    assert kinds[:2] == ["give_standing_orders", "react"]
    assert due(table.game) == attacker


def test_a_dry_run_shows_no_answer() -> None:
    """It stops where the other player would decide, whatever that player has ordered."""
    plain, attacker, attack = before_the_attack()
    plain.ask(1 - attacker, give(None))
    given, _, _ = before_the_attack()
    given.ask(1 - attacker, give(STAND))
    runs = [perform(one.game, attacker, [attack], None, at=AT) for one in (plain, given)]
    assert runs[0].entries == runs[1].entries
    assert runs[0].game.awaits == runs[1].game.awaits
    assert runs[1].game.reacting == (1 - attacker,)


def test_nothing_answers_in_a_pause() -> None:
    """The answer comes with the last consent to go on."""
    table, attacker, attack = before_the_attack(clock=BankClock(900, "house"))
    other = 1 - attacker
    table.ask(attacker, attack).ask(0, OfferPause()).ask(1, AcceptPause())
    table.ask(other, give(STAND))
    assert steps(table) == [(other, "give_standing_orders")]
    table.ask(0, OfferResume()).ask(1, AcceptResume())
    assert steps(table)[:2] == [(1, "accept_resume"), (other, "react")]


def test_orders_do_not_act_after_the_time_is_up() -> None:
    """A clock without a millisecond left falls first, as it does for a decision by hand."""
    table, attacker, attack = before_the_attack(clock=BankClock(900, "house"))
    other = 1 - attacker
    table.ask(other, give(STAND))
    terms, clocks = table.game.terms, table.game.clocks
    assert terms is not None
    assert clocks is not None
    left = tuple(0 if seat == other else ms for seat, ms in enumerate(clocks.left_ms))
    clocks = msgspec.structs.replace(clocks, left_ms=left)
    terms = msgspec.structs.replace(terms, clocks=clocks)
    table.game = msgspec.structs.replace(table.game, terms=terms)
    table.ask(attacker, attack)
    assert steps(table) == [(attacker, "attack")]


def draw(table: Table, chains: dict[int, Chain]) -> None:
    """Draw the moment that is due, with the links of both players."""
    number = table.game.moments + 1
    links = tuple(GivenLink(seat, one.link(number).hex()) for seat, one in chains.items())
    table.ask(CHANCE, DrawMoment(number, links))


@pytest.mark.rule("TB-MOMENT-3")
def test_orders_give_no_link() -> None:
    """In a game with links, the dice after an answer wait for the links of both players."""
    table = opened(2, rules=ANCIENTS, links=True)
    name = name_of(ID, table.game.commitment)
    chains = {seat: chain_of(name, seat, bytes([seat]) * 32) for seat in (0, 1)}
    for seat, chain in chains.items():
        table.ask(seat, TakeSeat(seat, tip=chain.tip.hex()))
    draw(table, chains)
    table.ask(0, give(NEVER_ASK)).ask(1, give(NEVER_ASK))
    random = Random(SEED)
    while "react" not in [kind for _, kind in steps(table)]:
        if table.game.awaits_chance:
            draw(table, chains)
        else:
            seat = due(table.game)
            table.ask(seat, action_of(table.game, seat, random))
    assert [kind for _, kind in steps(table)][-2:] == ["attack", "react"]
    moments = table.game.moments
    assert waits_for_links(table.game)
    draw(table, chains)
    assert table.game.moments == moments + 1


def decided(table: Table) -> Iterator[tuple[int, Any]]:
    """Yield the decisions of the last request, without the giving of orders."""
    assert table.batch is not None, table.refused_with
    for one in table.batch.entries:
        if isinstance(one.by, int) and not isinstance(one.action, GiveStandingOrders):
            yield one.by, one.action


@pytest.mark.parametrize("seed", range(3))
def test_orders_change_nothing_but_who_sends_the_answers(seed: int) -> None:
    """The same answers, given by hand, lead to the same game, with the same dice."""
    random = Random(seed)
    advance, by_hand = started(2, rules=ANCIENTS), started(2, rules=ANCIENTS)
    answers = 0
    for _ in range(600):
        if advance.game.finished:
            break
        if random.random() < 0.1:
            advance.ask(random.randrange(2), give(random_orders(random)))
        else:
            seat = due(advance.game)
            advance.ask(seat, action_of(advance.game, seat, random))
            answers -= 1
        for by, action in decided(advance):
            by_hand.ask(by, action)
            answers += 1
    assert by_hand.game.position == advance.game.position
    assert by_hand.game.moments == advance.game.moments
    assert answers > 3, "orders have answered"


def test_only_their_player_sees_the_orders() -> None:
    """Everyone sees that there was such an event, until the end."""
    given = StandingOrdersGiven(0, {"flags": "ignore"})
    assert seen_by(ANCIENTS, given, 0) == seen_by(ANCIENTS, given, "arbiter") == given
    for viewer in (1, "spectator"):
        assert seen_by(ANCIENTS, given, viewer) == StandingOrdersGiven(0, None)


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_the_story_says_what_came_from_orders_only_to_those_who_may_know(language: Any) -> None:
    """That is their player, and everyone after the end."""
    table, attacker, attack = before_the_attack()
    table.ask(1 - attacker, give(STAND))
    before = table.game
    table.ask(attacker, attack, OfferDraw())
    assert table.batch is not None
    said = {}
    for viewer in (attacker, 1 - attacker, "spectator", "arbiter"):
        story = Story(before, viewer, language)
        found = story.sentences(*(entry.events for entry in table.batch.entries))
        said[viewer] = [one.text for one in found]
    assert said[attacker] == said["spectator"]
    assert said[1 - attacker] == said["arbiter"] != said["spectator"]
    marks = {"en": "standing orders", "es": "órdenes permanentes", "de": "Dauerbefehl"}
    marked = [text for text in said["arbiter"] if marks[language] in text]
    assert len(marked) >= 3
    assert not any(marks[language] in text for text in said["spectator"])
    assert said["arbiter"][1] == said["spectator"][1], "the offer is the attacker's own"
