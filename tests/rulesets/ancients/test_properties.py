"""Properties of every game: invariants of positions and steps, and what decisions may be legal."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, Legal, kinds_of
from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.actions import (
    Attack,
    ChanceAction,
    EndBattle,
    EndMovement,
    IssueOrders,
    Move,
    SeatAction,
)
from domain.rulesets.ancients.board import CARDS, SCENARIO
from domain.rulesets.ancients.events import (
    AttackAnnounced,
    BlocksLost,
    BlocksRestored,
    DiceRolled,
    GameEnded,
    PieceMoved,
    UnitEvaded,
    UnitRetreated,
)
from domain.rulesets.ancients.hexes import (
    ALL,
    BOTTOM,
    HEX,
    REAR,
    ROW,
    SECTIONS_OF,
    TOP,
    distance,
    mirrored,
)
from domain.rulesets.ancients.options import Options
from domain.rulesets.ancients.position import ELIMINATED, Position, deck_of
from tests.support.games.listed import listed
from tests.support.games.play import Step, play
from tests.support.games.strategies import inside_schema
from tests.support.run.long import cases

BATTLES = tuple(SCENARIO)
GAMES = cases(3, 1)
"""For each battle."""
TURNS = cases(30, 16)
EXAMPLES = cases(150, 50)
LISTED_MAX = 4_000


def eager(position: Any, legal: Legal[Any], random: Random) -> Any:
    """Choose at random, but mostly order, move and attack, so that armies meet."""
    action = legal.at(random.randrange(legal.count))
    for _ in range(5):
        idle = isinstance(action, EndMovement | EndBattle)
        idle = idle or (isinstance(action, IssueOrders) and len(action.pieces) < 2)
        if not idle:
            break
        action = legal.at(random.randrange(legal.count))
    return action


@cache
def game_of(scenario: Any, seed: str) -> list[Step]:
    """Play a game at random."""
    start = RULESET.start(Options(scenario=scenario, turn_limit=TURNS))
    return list(play(RULESET, start, Random(f"{scenario} {seed}"), choose=eager))


@pytest.fixture(scope="module")
def games(seed: int) -> list[list[Step]]:
    """Return random games of all battles."""
    return [game_of(one, f"{seed} {n}") for one in BATTLES for n in range(GAMES)]


def steps_of(games: list[list[Step]]) -> Iterator[Step]:
    """Yield all steps of all games."""
    return (step for game in games for step in game)


@pytest.mark.rule(
    *("CA-INV-1", "CA-INV-2", "CA-INV-3", "CA-INV-4", "CA-INV-5", "CA-INV-6", "CA-INV-12"),
    *("CA-GEO-2", "CA-SET-1", "CA-TURN-1", "CA-LDR-2", "CA-MOVE-9", "CA-TER-1", "CA-TER-2"),
)
def test_every_position_is_possible(games: list[list[Step]]) -> None:
    """The checks of positions from outside find no fault in it."""
    every = cases(3, 31)
    for number, game in enumerate(games):
        for step in game[number % every :: every]:
            view = RULESET.view(step.after, "arbiter")
            assert RULESET.read(view, step.after.options) == step.after


@pytest.mark.rule("CA-INV-1", "CA-CHANCE-2", "CA-HID-2", "CA-DRAW-2")
def test_the_cards_are_always_all_there(games: list[list[Step]]) -> None:
    """Each of the sixty is in one place, and the deck has no order."""
    for step in steps_of(games):
        position = step.after
        table = [] if position.play is None else [position.play.card]
        shown = [*position.hands[0], *position.hands[1], *position.discard, *table]
        assert sorted([*shown, *deck_of(position)]) == sorted(CARDS)


@pytest.mark.rule("CA-INV-2", "CA-TURN-2", "CA-SET-4", "CA-DRAW-1")
def test_a_side_that_plays_a_card_has_a_full_hand(games: list[list[Step]]) -> None:
    """Afterwards it has one card less."""
    for step in steps_of(games):
        if step.before.step == "choose_card":
            side = step.before.active
            assert len(step.before.hands[side]) == step.before.limits[side]
            assert len(step.after.hands[side]) >= step.before.limits[side] - 1


@pytest.mark.rule("CA-INV-4", "CA-HIT-6", "CA-BAT-4")
def test_blocks_rise_only_by_rally(games: list[list[Step]]) -> None:
    """Every loss says what is left."""
    for step in steps_of(games):
        restored = {one.unit for one in step.events if isinstance(one, BlocksRestored)}
        ids = step.after.battle.ids
        for unit, (before, after) in enumerate(
            zip(step.before.blocks, step.after.blocks, strict=True)
        ):
            assert after <= before or ids[unit] in restored
        for event in step.events:
            if isinstance(event, BlocksLost):
                assert event.count >= 1
                assert event.blocks >= 0


@pytest.mark.rule("CA-INV-5", "CA-VIC-1", "CA-HIT-7", "CA-LCK-6", "CA-VIC-4", "CA-LEV-4")
def test_banners_are_what_fell_and_objectives(games: list[list[Step]]) -> None:
    """They never decrease, and a leader who leaves gives none."""
    for step in steps_of(games):
        position, battle = step.after, step.after.battle
        for side in (TOP, BOTTOM):
            fallen = sum(
                at == ELIMINATED and battle.sides[one] != side for one, at in enumerate(position.at)
            )
            assert position.banners[side] == fallen + position.objectives[side]
            assert position.banners[side] >= step.before.banners[side]


@pytest.mark.rule("CA-INV-6", "CA-VIC-2", "CA-END-1", "CA-END-2")
def test_a_game_ends_at_the_target(games: list[list[Step]]) -> None:
    """The event of the end is the last one, and the game has no other reason."""
    for game in games:
        for step in game:
            reached = max(step.after.banners) >= step.after.battle.target
            assert (not reached) or step.after.outcome is not None
        end = game[-1]
        assert isinstance(end.events[-1], GameEnded)
        reasons = {"banners", "both_targets", "leader_lost", "turn_limit"}
        assert end.after.outcome.reason in reasons
        if end.after.outcome.reason == "turn_limit":
            assert end.after.turn == TURNS
        assert RULESET.awaits(end.after) == ()


@pytest.mark.rule("CA-INV-7", "CA-INV-8", "CA-ORD-1", "CA-MOVE-1", "CA-BAT-2", "CA-LDR-1")
def test_only_ordered_pieces_act(games: list[list[Step]]) -> None:
    """Each moves once and announces one battle, unless the card gives two."""
    for game in games:
        moves: Counter[str] = Counter()
        battles: Counter[str] = Counter()
        for step in game:
            if step.before.step == "choose_card":
                moves.clear()
                battles.clear()
            play_ = step.before.play
            for event in step.events:
                if isinstance(event, PieceMoved):
                    assert play_ is not None
                    assert step.before.battle.numbers[event.piece] in play_.orders
                    moves[event.piece] += 1
                    twice = play_.text is not None and play_.text.second_move
                    assert moves[event.piece] <= 1 + twice
                if isinstance(event, AttackAnnounced) and event.role in ("attack", "ranged"):
                    assert play_ is not None
                    unit = step.before.battle.numbers[event.unit]
                    assert unit in play_.orders
                    assert unit < step.before.battle.unit_count
                    battles[event.unit] += 1
                    shots = 1 if play_.text is None else play_.text.shots
                    assert battles[event.unit] <= shots


@pytest.mark.rule("CA-INV-9", "CA-BAT-5", "CA-CHANCE-1")
def test_rolls_have_one_to_seven_dice(games: list[list[Step]]) -> None:
    """Each die shows one face."""
    for step in steps_of(games):
        for event in step.events:
            if isinstance(event, DiceRolled):
                assert 1 <= event.count <= 7
                assert len(event.faces) == event.count


@pytest.mark.rule("CA-INV-10", "CA-RET-2", "CA-EVA-10", "CA-GEO-8", "CA-RET-8")
def test_nobody_goes_back_sideways(games: list[list[Step]]) -> None:
    """Rows between the ends are the hexes that were made."""
    for step in steps_of(games):
        for event in step.events:
            if isinstance(event, UnitRetreated | UnitEvaded):
                down = 1 if event.unit[0] == "b" else -1
                rows = (ROW[HEX[event.to]] - ROW[HEX[event.from_]]) * down
                assert rows == distance(HEX[event.from_], HEX[event.to])
                assert rows >= (1 if isinstance(event, UnitEvaded) else 0)


@pytest.mark.rule("CA-INV-11", "CA-LCK-4")
def test_no_leader_is_checked_twice_in_a_combat(games: list[list[Step]]) -> None:
    """A bonus combat is another one."""
    for step in steps_of(games):
        combat = step.after.combat
        if combat is not None:
            assert len(set(combat.checked)) == len(combat.checked)


@pytest.mark.rule("CA-INV-14")
def test_a_replay_gives_the_same_position(games: list[list[Step]]) -> None:
    """Folding all events again, one after the other."""
    for game in games[:: cases(1, 3)]:
        draft = RULESET.thaw(game[0].before)
        for step in game:
            for event in step.events:
                RULESET.apply(draft, (event,))
        assert RULESET.freeze(draft) == game[-1].after


@pytest.mark.rule("CA-INV-19", "CA-EVA-8", "CA-MOM-8", "CA-RNG-4", "CA-CC-7")
def test_nobody_advances_after_missiles_or_an_evade(games: list[list[Step]]) -> None:
    """The attacker stands where it stood, while the combat goes on and after it."""
    for before, step in pairwise(steps_of(games)):
        combat = step.before.combat
        if combat is None or combat != before.after.combat:
            continue
        on_leader = combat.target >= step.before.battle.unit_count
        if combat.ranged or combat.reaction == "evade" or on_leader:
            assert step.before.at[combat.unit] == combat.from_


@pytest.mark.rule("CA-INV-17", "CA-INV-18", "CA-GEO-1")
def test_the_board_is_the_same_from_both_sides() -> None:
    """Sections are mirrored, and distances are those of a plane."""
    for at in ALL:
        assert 1 <= len(SECTIONS_OF[TOP][at]) <= 2
        assert {mirrored(one) for one in SECTIONS_OF[TOP][at]} == set(SECTIONS_OF[BOTTOM][at])
    random = Random(1)
    for _ in range(2_000):
        a, b, c = (random.choice(ALL) for _ in range(3))
        assert distance(a, b) == distance(b, a)
        assert distance(a, c) <= distance(a, b) + distance(b, c)
        for side in (TOP, BOTTOM):
            assert all(distance(a, one) == 1 for one in REAR[side][a])


RARE = {
    *("UnitLeftBoard", "UnitsPlaced", "LeaderLeftBoard", "BlocksRestored"),
    *cases((), ("LeaderEliminated",)),
}
"""Events that few random games have; examples of their rules show them."""


def test_every_kind_of_event_happens() -> None:
    """So that no property is true for lack of cases; these games are the same in every run."""
    games = [game_of(one, "positions") for one in BATTLES]
    seen = {type(event).__name__ for step in steps_of(games) for event in step.events}
    missing = {kind.__name__ for kind in kinds_of(RULESET.events)} - seen
    assert missing <= RARE


def position_in(scenario: Any, place: int) -> Position:
    """Return a position of a random game, which is played once."""
    game = game_of(scenario, "positions")
    position: Position = game[place % len(game)].before
    return position


POSITIONS = st.builds(position_in, st.sampled_from(BATTLES), st.integers(0, 10_000))


def outcome_of(position: Position, by: Any, action: Any) -> bool:
    """Return whether an action is accepted; a refusal changes nothing and has a rule."""
    untouched = RULESET.freeze(RULESET.thaw(position))
    refusal = None
    try:
        RULESET.decide(position, by, action)
    except IllegalAction as error:
        refusal = error.refusal
    assert refusal is None or refusal.rule in RULESET.catalogue
    assert position == untouched
    return refusal is None


@settings(max_examples=EXAMPLES)
@pytest.mark.rule("CA-INV-13")
@given(POSITIONS, st.one_of(inside_schema(SeatAction), inside_schema(ChanceAction)), st.data())
def test_legal_and_decide_agree_on_any_action(
    position: Position, action: Any, data: st.DataObject
) -> None:
    """Whatever fits the schema is legal exactly if it is accepted."""
    by: Any = data.draw(st.sampled_from([0, 1, CHANCE]))
    accepted = outcome_of(position, by, action)
    if by != CHANCE:
        assert accepted == is_legal(position, by, action)


def is_legal(position: Position, seat: int, action: Any) -> bool:
    """Return whether an action is among the legal ones.

    Listing all orders takes long, and only a choice of the same type describes this action
    (``test_choices.py``).
    """
    legal = RULESET.legal(position, seat)
    kinds = {choice["type"] for choice in legal.choices}
    return action.__struct_config__.tag in kinds and listed(action) in list(legal)


@settings(max_examples=EXAMPLES)
@pytest.mark.rule("CA-INV-13", "CA-HID-7")
@given(POSITIONS, st.data())
def test_legal_and_decide_agree_on_plausible_actions(
    position: Position, data: st.DataObject
) -> None:
    """Actions with the pieces and hexes of the battle, and orders of any pieces."""
    (due,) = RULESET.awaits(position) or (None,)
    if due is None or due.seat == CHANCE:
        return
    assert not RULESET.legal(position, 1 - due.seat).count
    legal = RULESET.legal(position, due.seat)
    if legal.count > LISTED_MAX:
        return
    everything = list(legal)
    pieces = st.sampled_from(position.battle.ids)
    hexes = st.sampled_from([*HEX, "off"])
    some = st.lists(pieces, max_size=5, unique=True).map(tuple)
    plausible = {
        "issue_orders": st.builds(IssueOrders, some, st.none() | pieces),
        "move": st.builds(Move, pieces, hexes),
        "attack": st.builds(Attack, pieces, st.sampled_from(list(HEX))),
    }
    for _ in range(20):
        action = data.draw(plausible.get(due.actions[0], st.sampled_from(everything)))
        assert outcome_of(position, due.seat, action) == (listed(action) in everything)


@settings(max_examples=EXAMPLES)
@pytest.mark.rule("CA-INV-12", "CA-INV-13")
@given(POSITIONS)
def test_every_legal_action_is_accepted(position: Position) -> None:
    """Each is listed once, in one order, with a line of text and its places."""
    due = RULESET.awaits(position)
    assert len(due) == (0 if position.outcome is not None else 1)
    for one in due:
        if one.seat == CHANCE:
            continue
        legal = RULESET.legal(position, one.seat)
        assert legal.count
        some = range(0, legal.count, max(1, legal.count // 200))
        actions = [legal.at(index) for index in some]
        assert len({repr(action) for action in actions}) == len(actions)
        for action in actions:
            assert listed(action) == action
            assert RULESET.decide(position, one.seat, action)
            assert RULESET.parse_action(RULESET.write_action(action)) == action
            assert all(
                spot.startswith(("hex-", "card-")) for spot in RULESET.spots(position, action)
            )


@settings(max_examples=EXAMPLES // 4)
@given(POSITIONS)
def test_orders_are_listed_once(position: Position) -> None:
    """The number of legal orders is that of the different ones."""
    for one in RULESET.awaits(position):
        if one.seat != CHANCE:
            legal = RULESET.legal(position, one.seat)
            if legal.count <= LISTED_MAX:
                assert len({repr(action) for action in legal}) == legal.count
