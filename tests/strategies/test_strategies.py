"""An operator with an accomplice at the table gains from each form of the dice what docs say.

The rows and what they expect are in ``rows.py``. The first one is a control: dice that contain the
version of the game are chosen at will.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.refusal import IllegalAction
from domain.table.actions import DrawMoment
from domain.table.contributions import GivenLink, WitnessNote
from domain.table.dealers import FairDealer
from service.storage.rows import event_of
from service.witness.giving import LinkRefused
from tests.service.witness.conftest import Opened
from tests.strategies.house import House
from tests.strategies.rows import PUBLISHED_TRIALS, ROWS, SEED, margin, played
from tests.strategies.scenes import SCENES, Levers, Scene
from tests.strategies.witnesses import WITNESS, Colluding, Reached, witness_on
from tests.support.docs import pages
from tests.support.games import spec
from tests.support.run.long import cases, long_if

TRIALS = cases(200, 100)
FIRST = next(iter(SCENES))

PAGE = pages.ROOT / "docs/reference/fair-chance.md"

SIGNED = f"{'s' * 85}A"

each_scene = pytest.mark.parametrize(
    "scene", [long_if(name != FIRST, scene, id=name) for name, scene in SCENES.items()]
)


@pytest.mark.usefixtures("untraced")
@each_scene
@pytest.mark.parametrize("name", ROWS)
def test_what_an_accomplice_gains(name: str, scene: Scene, tmp_path: Path) -> None:
    """No more than chance, or nearly everything, as the row says."""
    row = ROWS[name]
    figures = played(row, scene, TRIALS, tmp_path)
    shown = f"seed {SEED}: {figures}"
    assert row.allows(figures.share, scene, TRIALS), shown
    assert figures.verdicts == row.verdicts
    if row.foresees_nothing:
        assert abs(figures.foreseen_share - 1 / 6) < margin(1 / 6, figures.dice), shown
    elif not (row.waives or row.edits_the_log):  # one of several values is foreseen
        assert figures.foreseen == figures.dice, shown


def test_the_page_publishes_such_figures() -> None:
    """Its table has these rows, and shares that they allow."""
    _, *rows = pages.table(PAGE, "What cheating gains")
    for row, (*label, teg, carolus_magnus) in zip(ROWS.values(), rows, strict=True):
        assert label == row.label
        for cell, scene in zip((teg, carolus_magnus), SCENES.values(), strict=True):
            share = float(cell.removesuffix(" %")) / 100
            assert row.allows(share, scene, PUBLISHED_TRIALS), label


@pytest.fixture
def witness(tmp_path: Path) -> Iterator[Opened]:
    """Open a witness."""
    with witness_on(tmp_path, SEED) as opened:
        yield opened


def waiting(scene: Scene, reached: Reached) -> House:
    """Return a house in which the accomplice has acted, and a link is due."""
    house = House(scene, bytes(32), FairDealer(bytes(32)), reached)
    house.set_the_scene()
    (*before, (seat, actions)) = scene.plans(Levers.NONE)[0].requests
    for other, others in before:
        house.request(other, others)
    house.decide(seat, actions)
    return house


@pytest.mark.rule("TB-MOMENT-3", refused=True)
@each_scene
def test_a_moment_has_one_value(scene: Scene, witness: Opened) -> None:
    """With no link, or with anything else that the service has in memory, nothing is drawn."""
    reached = Reached(witness)
    house = waiting(scene, reached)
    before, number = house.head, house.game.moments + 1
    for other in house.memory:
        for missing in ((), (WITNESS,)):
            with pytest.raises(IllegalAction) as refused:
                house.draw(moment(number, other, missing))
            assert refused.value.refusal.rule == "TB-MOMENT-3"
            spec.SEEN.add("TB-MOMENT-3")
    assert house.head == before
    house.draw(reached.moment(number, house.head))
    assert house.game.moments == number


def moment(number: int, link: bytes | None, missing: tuple[int, ...]) -> DrawMoment:
    """Return the action that draws a moment with this link of the witness, or with none."""
    if link is None:
        return DrawMoment(number, missing=missing)
    note = WitnessNote(WITNESS, 2**50, SIGNED)
    return DrawMoment(number, (GivenLink(WITNESS, link.hex()),), (note,), missing)


@each_scene
def test_a_link_is_nowhere_before_it_is_given(scene: Scene, witness: Opened) -> None:
    """Neither game nor log nor calls have it; afterwards, the log does."""
    reached = Colluding(witness)
    house = waiting(scene, reached)
    number = house.game.moments + 1
    link = reached.known(number)
    assert link is not None
    assert link not in house.memory
    assert not found(link, house, reached)
    house.draw(reached.moment(number, house.head))
    assert found(link, house, reached)
    later = reached.known(number + 1)
    assert later is not None
    assert not found(later, house, reached)


def found(link: bytes, house: House, reached: Reached) -> bool:
    """Return whether what the service has contains a link."""
    has: list[Any] = [house.game, [event_of(row) for row in house.log], house.log, reached.calls]
    return link.hex() in repr(has)


@each_scene
def test_a_witness_gives_one_value(scene: Scene, witness: Opened) -> None:
    """For another head, it refuses; so nobody can go back and act again."""
    reached = Reached(witness)
    house = waiting(scene, reached)
    number = house.game.moments + 1
    reached.moment(number, house.head)
    with pytest.raises(LinkRefused, match="other-head"):
        reached.moment(number, house.head._replace(hash=bytes(32)))
