"""Who wins how often: a form of the dice, the levers of an accomplice, and what to expect."""

from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from domain.table.dealers import FairDealer
from tests.service.witness.conftest import Opened
from tests.strategies.clients import OperatorsClient, SeatClient
from tests.strategies.editing import EditingHouse
from tests.strategies.house import Contributor, FormerDealer, House
from tests.strategies.scenes import Levers, Plan, Scene
from tests.strategies.witnesses import CalledEarly, Colluding, Reached, is_signed, witness_on

SEED: Final = 17
"""The seed of the published figures."""

TRIALS_PER_GAME: Final = 100
"""A chain of links takes longer than many trials, so a game has many."""

DEVIATIONS: Final = 3
"""Standard deviations within which a figure must lie."""

PUBLISHED_TRIALS: Final = 2_000
"""Trials of each row of the published table."""

LEVERS: Final = {
    Levers.NONE: "has everyone agree to go on without links",
    Levers.EVENTS: "creates events",
    Levers.ORDER: "chooses what the next dice are for",
    Levers.ALL: "both",
    Levers.LOG: "offers draws in the middle of a moment, in a log that the operator edits",
}
"""What an accomplice does, in the words of the table."""


class Row(NamedTuple):
    """One row of the table."""

    dice: str
    levers: Levers
    wins: float | None
    """The least share that must be won; None if it must be what chance allows."""
    dealer: Callable[[bytes], FairDealer] = FairDealer
    witness: Callable[[Opened], Reached] | None = None
    audited: bool = True
    """Whether an audit accepts what the witness signed, and what the operator wrote."""
    client: Callable[[bytes], SeatClient] | None = None
    """The client of the honest seat, if that has a chain; it gets a seed."""
    waives: bool = False
    """Whether everyone agrees to go on without links whenever an accomplice asks for it."""

    @property
    def label(self) -> list[str]:
        """The first cells of the row in the table."""
        return [self.dice, LEVERS[self.levers]]

    def allows(self, share: float, scene: Scene, trials: int) -> bool:
        """Return whether this share of trials won is as expected."""
        if self.wins is None:
            # Going on without links gives a second value to choose from.
            expected = 1 - (1 - scene.fair) ** (2 if self.waives else 1)
            return abs(share - expected) < margin(expected, trials)
        return share > self.wins

    @property
    def edits_the_log(self) -> bool:
        """Whether the operator writes what the service refuses."""
        return Levers.LOG in self.levers

    @property
    def verdicts(self) -> frozenset[bool]:
        """What an audit has to say about it; nothing new without a witness and without edits."""
        is_judged = self.witness is not None or self.edits_the_log
        return frozenset({self.audited}) if is_judged else frozenset()

    @property
    def foresees_nothing(self) -> bool:
        """Whether the operator lacks a link until the action is in the log, and needs it."""
        return not self.waives and (self.witness is Reached or self.client is SeatClient)


ROWS: Final = {
    "a": Row("version in the dice (former form)", Levers.EVENTS, 0.99, FormerDealer),
    "b": Row("base", Levers.EVENTS, None),
    "c": Row("base", Levers.ORDER, 0.97),
    "d": Row("witness, honest", Levers.ALL, None, witness=Reached),
    "e": Row("witness, colludes", Levers.EVENTS, None, witness=Colluding),
    "f": Row("witness, colludes", Levers.ORDER, 0.97, witness=Colluding),
    "g": Row("witness, called early", Levers.ORDER, 0.97, witness=CalledEarly, audited=False),
    "h": Row("links, one honest client", Levers.ALL, None, client=SeatClient),
    "i": Row("links, all clients of the operator", Levers.EVENTS, None, client=OperatorsClient),
    "j": Row("links, all clients of the operator", Levers.ORDER, 0.97, client=OperatorsClient),
    "k": Row("links, one honest client", Levers.NONE, None, client=SeatClient, waives=True),
    "l": Row("base", Levers.LOG, 0.99, audited=False),
}


class Figures(NamedTuple):
    """What came out of a row."""

    trials: int
    wins: int
    dice: int
    """Dice that mattered."""
    foreseen: int
    """How many of them the operator foresaw."""
    verdicts: frozenset[bool]
    """Whether an audit accepts what the witness signed, or the operator wrote, in the games."""

    @property
    def share(self) -> float:
        """The share of trials that the accomplice won."""
        return self.wins / self.trials

    @property
    def percent(self) -> str:
        """The share of trials won, as the reference page prints it."""
        return f"{100 * self.share:.1f} %"

    @property
    def foreseen_share(self) -> float:
        """The share of dice that the operator foresaw; by chance, one in six."""
        return self.foreseen / self.dice


def margin(chance: float, count: int) -> float:
    """Return how far a share may be from its chance, after this many trials."""
    return DEVIATIONS * sqrt(chance * (1 - chance) / count)


def played(row: Row, scene: Scene, trials: int, folder: Path, seed: int = SEED) -> Figures:
    """Play a scene again and again. ``folder`` is for the table of the witness."""
    wins = dice = foreseen = 0
    verdicts = set[bool]()
    with witness_on(folder, seed) as witness:
        for number, (house, last) in enumerate(_houses(row, scene, trials, witness, seed)):
            house.set_the_scene()
            plan, expected = chosen(house, scene, row.levers, number)
            events = house.play(plan)
            wins += scene.won(plan, events)
            faces = scene.faces(events)
            dice += len(faces)
            foreseen += sum(map(_same, expected, faces))
            if last and isinstance(house.reached, Reached):
                verdicts.add(is_signed(house.game, house.log))
            if last and isinstance(house, EditingHouse):
                verdicts |= house.verdicts
    return Figures(trials, wins, dice, foreseen, frozenset(verdicts))


def chosen(
    house: House, scene: Scene, levers: Levers, number: int
) -> tuple[Plan, tuple[object, ...]]:
    """Return the first plan that wins as far as the operator can foresee, and its dice.

    If none does, it is the last plan, which uses up most dice. Where a link is due and unknown, the
    operator takes something else from memory for it, each thing in turn.
    """
    memory = house.memory
    guess = memory[number % len(memory)]
    faces: tuple[object, ...] = ()
    for plan in scene.plans(levers):
        events = house.foresee(plan, guess)
        faces = scene.faces(events)
        if scene.won(plan, events):
            break
    return plan, faces


def _houses(
    row: Row, scene: Scene, trials: int, witness: Opened, seed: int
) -> Iterator[tuple[House, bool]]:
    """Yield the house of each trial, and whether the trial is the last one there."""
    random = Random(seed)
    for first in range(0, trials, TRIALS_PER_GAME):
        secret = random.randbytes(32)
        reached: Contributor | None = None
        if row.witness is not None:
            reached = row.witness(witness)
        elif row.client is not None:
            reached = row.client(random.randbytes(32))
        kind = EditingHouse if row.edits_the_log else House
        house = kind(scene, secret, row.dealer(secret), reached, waives=row.waives)
        count = min(TRIALS_PER_GAME, trials - first)
        for number in range(count):
            yield house, number == count - 1


def _same(one: object, other: object) -> bool:
    return one == other
