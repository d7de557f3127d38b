"""Helpers for examples of Ancients: a field on which only the pieces that matter stand.

A ``Stage`` puts a battle of its own in the place of Akragas, with the pieces of an example, and
gives the active side a card by which all its pieces are ordered. ``Run`` plays from there.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE
from domain.rulesets.ancients import RULESET, ordering
from domain.rulesets.ancients.actions import DealHands, DrawCard, RollDice
from domain.rulesets.ancients.board import CARD, CARDS, SCENARIO, in_file_order
from domain.rulesets.ancients.due import roll_of
from domain.rulesets.ancients.events import BannerGained, DiceRolled
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import HEX, NAMES, SIDES
from domain.rulesets.ancients.options import Options
from domain.rulesets.ancients.position import CardPlay, Position
from tests.support.games.spec import SEEN

AKRAGAS = SCENARIO["001"]
FIRST_STRIKE = "first-strike#1"


class Stage:
    """The set-up of an example.

    Units are ``[name, side, type, hex]`` with blocks if they are not full, and leaders
    ``[name, side, hex]``; ``names`` has the id of each.
    """

    def __init__(
        self,
        patch: pytest.MonkeyPatch,
        units: Iterable[Any] = (),
        leaders: Iterable[Any] = (),
        *,
        terrain: Iterable[Sequence[str]] = (),
        active: str = "bottom",
        target: int = 99,
        rules: Sequence[Any] = (),
        sacred: str | None = None,
        reserve: Sequence[str] = (),
    ) -> None:
        units, leaders = list(units), list(leaders)
        self.names: dict[str, str] = {}
        for count, (name, side, kind, *_) in enumerate(units, 1):
            self.names[name] = f"{side[0]}-{kind}-{count}"
        for count, (name, side, _) in enumerate(leaders, 1):
            self.names[name] = f"{side[0]}-L-{count}"
        self.active = SIDES.index(active)
        battle = replace(
            AKRAGAS,
            first=active,
            target=target,
            rules=tuple(rules),
            sacred_band=None if sacred is None else self.names[sacred],
            terrain=tuple((at, kind) for at, kind in terrain),
            units=tuple((self.names[one[0]], one[3]) for one in units),
            leaders=tuple((self.names[one[0]], one[0], one[2]) for one in leaders),
            reserve=tuple(reserve),
        )
        patch.setitem(SCENARIO, "001", battle)
        self.blocks = {self.names[one[0]]: one[4] for one in units if len(one) > 4}
        self.position: Position = RULESET.start(Options(scenario="001"))
        numbers = battle.numbers
        blocks = list(self.position.blocks)
        for one, count in self.blocks.items():
            blocks[numbers[one]] = count
        self.position = replace(
            self.position, turn=1, step="choose_card", blocks=tuple(blocks), limits=(5, 6)
        )

    def field(self) -> Field:
        """Return who stands where."""
        return Field(self.position)

    def number(self, name: str) -> int:
        """Return the number of a piece."""
        return self.position.battle.numbers[self.names.get(name, name)]

    def card(self, kind: str, **changes: Any) -> "Stage":
        """Put a card on the table, and order all pieces of the active side by it."""
        field = self.field()
        play = CardPlay(f"{kind}#1", CARD[kind].id, orders=tuple(field.own(self.active)))
        choice = ordering.is_choice(field, self.active, play)
        play = replace(replace(play, choice=choice), **changes)
        self.position = replace(self.position, step="battle", play=play)
        return self

    def hands(self, **hands: Sequence[str]) -> "Stage":
        """Deal these cards, and any others for the rest of both hands."""
        table = () if self.position.play is None else (self.position.play.card,)
        taken = {*table, *(card for hand in hands.values() for card in hand)}
        left = [one for one in CARDS if one not in taken and one != FIRST_STRIKE]
        full = []
        for number, side in enumerate(SIDES):
            hand = [*hands.get(side, ())]
            short = bool(table) and number == self.active
            while len(hand) < self.position.limits[number] - short:
                hand.append(left.pop(0))
            full.append(in_file_order(hand))
        self.position = replace(self.position, hands=tuple(full))
        return self

    def ordered(self, kind: str, **changes: Any) -> "Run":
        """Return a run that begins with this card on the table."""
        return Run(self.card(kind, **changes).hands().position, self.names)


class Run:
    """A position, and what happened in it."""

    def __init__(self, position: Position, names: Mapping[str, str] | None = None) -> None:
        self.position = position
        self.names = dict(names or {})
        self.events: list[Any] = []
        self.batch: Sequence[Any] = ()
        self.refusal: Any = None

    def id(self, name: str) -> str:
        """Return the id of a piece of the example."""
        return self.names.get(name, name)

    @property
    def due(self) -> Any:
        """The one that has to decide."""
        (due,) = RULESET.awaits(self.position)
        return due

    def do(self, action: Any, by: Any = None) -> "Run":
        """Decide for the one that is due; a refusal ends the run."""
        if self.refusal is None:
            actor = self.due.seat if by is None else by
            untouched = RULESET.freeze(RULESET.thaw(self.position))
            try:
                self.batch = RULESET.decide(self.position, actor, action)
            except IllegalAction as error:
                self.refusal = error.refusal
                assert self.position == untouched
                assert self.refusal.rule in RULESET.catalogue
                SEEN.add(self.refusal.rule)
                return self
            self.events += self.batch
            self.position = RULESET.fold(self.position, self.batch)
        return self

    def refused(self, rule: str, reason: str) -> Any:
        """Expect that the last action was refused by this rule."""
        assert self.refusal is not None, f"accepted: {list(self.batch)}"
        assert (self.refusal.rule, self.refusal.reason) == (rule, reason)
        return self.refusal.facts

    def roll(self, *faces: Any) -> "Run":
        """Answer the roll that is due."""
        return self.do(RollDice(faces), CHANCE)

    def dice_due(self) -> int:
        """Return the number of dice that are due; 0 if no roll is."""
        roll = roll_of(self.position)
        return 0 if roll is None else roll.dice

    def draw(self, *cards: str) -> "Run":
        """Draw these cards, or any, for all draws that are due."""
        left = list(cards)
        while self.position.draws:
            deck = ordering_deck(self.position)
            self.do(DrawCard(left.pop(0) if left else deck[0]), CHANCE)
        return self

    def of(self, kind: type[Any]) -> list[Any]:
        """Return the events of a type."""
        return [event for event in self.events if isinstance(event, kind)]

    def rolls(self) -> list[list[Any]]:
        """Return role and number of dice of each roll."""
        return [[one.role, one.count] for one in self.of(DiceRolled)]

    def banners(self) -> dict[str, int]:
        """Return the banners of both sides."""
        return dict(zip(SIDES, self.position.banners, strict=True))

    def units(self) -> dict[str, list[Any]]:
        """Return hex and blocks of the units of the example that are on the board."""
        position = self.position
        found = {}
        for name, one in self.names.items():
            number = position.battle.numbers[one]
            at = position.at[number]
            if at >= 0 and number < position.battle.unit_count:
                found[name] = [NAMES[at], position.blocks[number]]
        return found

    def leaders(self) -> dict[str, str]:
        """Return the hexes of the leaders of the example that are on the board."""
        position = self.position
        found = {}
        for name, one in self.names.items():
            number = position.battle.numbers[one]
            if position.at[number] >= 0 and number >= position.battle.unit_count:
                found[name] = NAMES[position.at[number]]
        return found

    def gains(self) -> list[str]:
        """Return why each banner was gained."""
        return [one.why for one in self.of(BannerGained)]


def ordering_deck(position: Position) -> Sequence[str]:
    """Return the cards that may be drawn."""
    taken = {*position.discard, *position.hands[0], *position.hands[1]}
    if position.play is not None:
        taken.add(position.play.card)
    return [one for one in CARDS if one not in taken]


def begun(scenario: Any, **hands: Sequence[str]) -> Run:
    """Return a game in which these cards were dealt, and any others."""
    position: Position = RULESET.start(Options(scenario=scenario))
    left = [one for one in CARDS if all(one not in hand for hand in hands.values())]
    full = []
    for number, side in enumerate(SIDES):
        hand = [*hands.get(side, ())]
        missing = position.limits[number] - len(hand)
        full.append((*hand, *left[:missing]))
        del left[:missing]
    return Run(position).do(DealHands(*full), CHANCE)


def hexes(*names: str) -> list[int]:
    """Return the hexes of names."""
    return [HEX[name] for name in names]
