"""The house bots play TEG legally and finish games; ``greedy`` plays well."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from domain.ruleset import Bot, Legal, Seat
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.actions import (
    Attack,
    EndTurn,
    MoveTokens,
    PlaceTokens,
    SeatAction,
    TradeCards,
)
from domain.rulesets.teg.atlas import INDEX
from domain.rulesets.teg.odds import siege
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.outlook import Outlook, attackers_for, defenders_for
from domain.rulesets.teg.position import Position
from tests.support.games.listed import listed
from tests.support.games.play import next_input, options_of, play
from tests.support.games.teg import position_of
from tests.support.run.long import cases, long_after, long_if

GREEDY = RULESET.bots["greedy"]
RANDOM = RULESET.bots["random"]

pytestmark = pytest.mark.usefixtures("untraced")

TWO = Options(players=2, chain_moves=True, trade_window="before_attack", round_limit=25)
FOUR = Options(players=4, objectives="secret_and_common", trade_counter="global", round_limit=10)
SIX = Options(players=6, elimination_cards="discard", round_starter="rotating", round_limit=10)
DECISIONS_MAX = 30_000
LISTED_MAX = 2_000


def finished(options: Options, bots: Mapping[Seat, Bot], seed: int | str) -> tuple[Position, int]:
    """Return the final position of a game between these bots, and the number of decisions."""
    decisions = 0

    def choose(position: Position, legal: Legal[SeatAction], random: Random) -> SeatAction:
        nonlocal decisions
        decisions += 1
        return chosen(position, bots, legal, random)

    position: Position = RULESET.start(options)
    for step in play(RULESET, position, Random(seed), choose=choose, steps_max=2 * DECISIONS_MAX):
        position = step.after
    return position, decisions


def chosen(
    position: Position, bots: Mapping[Seat, Bot], legal: Legal[SeatAction], random: Random
) -> SeatAction:
    """Return the action of the active seat's bot, which sees only the view of this seat."""
    assert position.active is not None
    view = RULESET.view(position, position.active)
    action: SeatAction = bots[position.active](view, legal, random.randrange)
    return action


def decision(players: int = 2, options: Mapping[str, Any] | None = None, **changes: Any) -> Any:
    """Return greedy's action as seat 0 in a position (``tests/support/games/teg.py``)."""
    position = position_of(players, options or {}, changes)
    legal = RULESET.legal(position, 0)
    return GREEDY(RULESET.view(position, 0), legal, lambda below: 0)


@pytest.mark.parametrize(
    ("players", "games", "least"),
    [
        (2, cases(10, 5), cases(9, 4)),
        long_if(True, 3, 6, 5, id="3"),
        long_if(True, 6, 10, 7, id="6"),
    ],
)
def test_greedy_beats_random(players: int, games: int, least: int, seed: int) -> None:
    """One greedy bot among random bots wins nearly always, from any seat."""
    won = 0
    for game in range(games):
        hero = game % players
        bots = {seat: GREEDY if seat == hero else RANDOM for seat in range(players)}
        options = Options(players=players)
        outcome = finished(options, bots, f"{seed}/{players}/{game}")[0].outcome
        assert outcome is not None
        won += outcome.winners == (options.seat_colors[hero],)
    assert won >= least


@pytest.mark.parametrize("players", long_after(2, [2, 6, 3, 4, 5]))
def test_games_between_greedy_bots_end(players: int, seed: int) -> None:
    """Greedy does not wait behind its borders: even a game for the whole world ends soon."""
    for game in range(cases(2, 1)):
        bots = dict.fromkeys(range(players), GREEDY)
        end, decisions = finished(Options(players=players), bots, f"{seed}/{players}/{game}")
        assert end.outcome is not None
        assert decisions < DECISIONS_MAX


@pytest.mark.parametrize("chain_moves", [False, True])
def test_random_does_not_move_tokens_endlessly(chain_moves: bool, seed: int) -> None:
    """Its turns end, even if tokens may move endlessly, and it takes every kind of action."""
    start = RULESET.start(options_of(RULESET, chain_moves=chain_moves))
    kinds: set[type[SeatAction]] = set()

    def choose(position: Position, legal: Legal[SeatAction], random: Random) -> SeatAction:
        action: SeatAction = RANDOM(None, legal, random.randrange)
        kinds.add(type(action))
        return action

    for game in range(cases(4, 3)):
        steps = list(play(RULESET, start, Random(f"{seed}/{game}"), choose=choose))
        assert steps[-1].after.outcome is not None
        assert len(steps) < 3_000
    assert kinds >= {PlaceTokens, Attack, MoveTokens, EndTurn}


@pytest.mark.parametrize(
    "options",
    [
        long_if(True, TWO, id="two"),
        pytest.param(FOUR, id="four"),
        long_if(True, SIX, id="six"),
    ],
)
def test_every_choice_of_greedy_is_legal(options: Options, seed: int) -> None:
    """Greedy's action is legal, as it is listed, and repeatable."""

    def choose(position: Position, legal: Legal[SeatAction], random: Random) -> SeatAction:
        seat = position.active
        assert seat is not None
        view = RULESET.view(position, seat)
        action = GREEDY(view, legal, lambda below: 0)
        assert action == GREEDY(view, legal, lambda below: 0)
        assert action == listed(action)
        assert legal.count > LISTED_MAX or action in list(legal)
        RULESET.decide(position, seat, action)
        return action if random.random() < 0.7 else legal.at(random.randrange(legal.count))

    kinds = set()
    for step in play(RULESET, RULESET.start(options), Random(f"{seed}"), choose=choose):
        kinds.add(type(step.action))
    assert {PlaceTokens, TradeCards, Attack, MoveTokens, EndTurn} <= kinds


# --- decisions of greedy -----------------------------------------------------------------------

ALL_BUT_JAPAN = {"1": "japan"}


def test_greedy_takes_the_last_territory() -> None:
    """It attacks if that wins the game."""
    assert decision(own=ALL_BUT_JAPAN, rest=[0], tokens={"china": 6}, pool={}) == Attack(
        "china", "japan"
    )


def test_greedy_places_where_it_can_conquer() -> None:
    """All tokens it collects go next to the last missing territory."""
    action = decision(own=ALL_BUT_JAPAN, rest=[0], tokens={"japan": 3}, pool={"free": 10})
    assert isinstance(action, PlaceTokens)
    assert action.territory in ("china", "kamchatka")
    assert action.count >= attackers_for(0.5, 3) - 1


def test_greedy_places_bound_tokens_in_their_continent() -> None:
    """Tokens of a continent go to its border, not to its interior."""
    action = decision(
        own={"0": "australia borneo java sumatra"}, rest=[1], pool={"free": 3, "oceania": 2}
    )
    assert isinstance(action, PlaceTokens)
    assert action.pool == "oceania"
    assert action.territory != "java"


def test_greedy_does_not_attack_against_the_odds() -> None:
    """With two tokens against nine, greedy ends its turn."""
    assert siege(2, 9).conquest < 0.001
    quiet: dict[str, Any] = {"own": {"0": "java"}, "rest": [1], "pool": {}}
    assert decision(**quiet, tokens={"java": 2, "australia": 9}) == EndTurn()
    assert decision(**quiet, tokens={"java": 9, "australia": 1}) == Attack("java", "australia")


def test_greedy_heads_for_its_objective() -> None:
    """Of two territories that are equally easy to take, it takes the one its objective needs."""
    africa = "sahara zaire ethiopia egypt madagascar"
    others = "brazil peru argentina uruguay chile"
    lands: dict[str, Any] = {"own": {"0": f"{africa} {others}"}, "rest": [1, 2, 3], "pool": {}}
    tokens = {"zaire": 8, "peru": 8}
    attacks = {
        objective: decision(4, **lands, tokens=tokens, objectives={0: objective})
        for objective in ("O1", "O2")
    }
    # O1 needs all of Africa, O2 all of South America.
    assert attacks == {"O1": Attack("zaire", "south_africa"), "O2": Attack("peru", "colombia")}


def test_greedy_hunts_the_seat_that_it_must_destroy() -> None:
    """Of territories that are equally easy to take, it takes the one of its target."""
    own = {"0": "iran", "1": "india", "2": "turkey", "3": "gobi"}
    others = [1, 2, 3]
    owners = position_of(4, {}, {"own": own, "rest": others}).owners
    for objective, prey in (("O11", 1), ("O12", 2), ("O13", 3)):
        action = decision(
            4, own=own, rest=others, tokens={"iran": 9}, pool={}, objectives={0: objective}
        )
        assert isinstance(action, Attack)
        assert owners[INDEX[action.target]] == prey


def test_greedy_trades_while_the_tokens_can_attack() -> None:
    """With a set it trades before attacking, and gives up the cards of its own territories."""
    own = {"0": "java chile iran"}
    hand = "c_chile c_iran c_greenland c_sumatra"  # four circles; the first two are its own
    action = decision(own=own, rest=[1], hands={0: hand}, tokens={"java": 5}, pool={})
    assert isinstance(action, TradeCards)
    assert {"c_chile", "c_iran"} < set(action.cards)
    late = decision(own=own, rest=[1], hands={0: hand}, pool={}, conquests=3)
    assert not isinstance(late, TradeCards)


def test_greedy_brings_tokens_up_from_the_interior() -> None:
    """Tokens in the interior move one step nearer to the border; those on the border stay."""
    tokens = {"japan": 6, "siberia": 2, "taymir": 9}
    action = decision(own={"1": "taymir"}, rest=[0], tokens=tokens, pool={})
    assert isinstance(action, MoveTokens)
    assert (action.source, action.count) == ("japan", 5)


@pytest.mark.parametrize(("status", "threat"), [("active", 9), ("resigned", 0)])
def test_greedy_fears_no_seat_that_resigned(status: str, threat: int) -> None:
    """A seat that left does not attack, so greedy places no tokens against it."""
    lands = {"own": {"0": "australia java"}, "rest": [1], "tokens": {"borneo": 9}}
    position = position_of(3, {}, {**lands, "status": ["active", status, "active"]})
    view = RULESET.view(position, 0)
    assert view is not None
    assert Outlook(view, 0).threat(INDEX["australia"]) == threat


def test_greedy_moves_tokens_away_from_a_seat_that_resigned() -> None:
    """No seat threatens Australia, so its tokens go where a seat does."""
    action = decision(
        3,
        own={"0": "australia chile", "1": "borneo java sumatra"},
        rest=[2],
        tokens={"australia": 8, "borneo": 9, "java": 9, "sumatra": 9, "argentina": 5},
        status=["active", "resigned", "active"],
        pool={},
        conquests=3,
    )
    assert isinstance(action, MoveTokens)
    assert (action.source, action.target) == ("australia", "chile")
    assert action.count > 1


def test_greedy_plays_on_when_others_leave(seed: int) -> None:
    """Whichever seat leaves, and whenever, greedy plays to the end of the game."""
    for game in range(cases(4, 1)):
        random = Random(f"{seed}/{game}")
        position: Position = RULESET.start(
            Options(players=random.choice((3, 4, 6)), allow_resign=True, round_limit=12)
        )
        while due := RULESET.awaits(position):
            if position.round > 1 and random.random() < 0.004:
                playing = [seat for seat, status in enumerate(position.statuses) if not status]
                events = RULESET.resign(position, random.choice(playing))
            else:
                by, action = next_input(
                    RULESET,
                    position,
                    due,
                    random,
                    lambda at, legal, dice: chosen(
                        at, dict.fromkeys(range(6), GREEDY), legal, dice
                    ),
                )
                events = RULESET.decide(position, by, action)
            assert events is not None
            position = RULESET.fold(position, events)


def test_thresholds_are_minimal() -> None:
    """This many tokens reach the chance of a conquest or a defence, and one fewer does not."""
    for other in range(1, 21):
        attackers = attackers_for(0.8, other)
        assert siege(attackers, other).conquest >= 0.8
        assert attackers == 2 or siege(attackers - 1, other).conquest < 0.8
        defenders = defenders_for(0.7, other)
        assert siege(other, defenders).conquest <= 0.3
        assert defenders == 1 or siege(other, defenders - 1).conquest > 0.3
