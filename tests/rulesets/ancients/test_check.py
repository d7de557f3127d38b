"""The checks of positions from outside: each fault by its rule, all faults together."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.ruleset import Faults
from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.actions import Attack, React
from domain.rulesets.ancients.options import Options
from domain.rulesets.ancients.view import PositionView
from tests.support.games.ancients import Stage, begun
from tests.support.games.spec import SEEN

OPTIONS = Options(scenario="001")
Change = Callable[[Any], object]


def data_of(position: Any) -> Any:
    """Return an arbiter's view of a position, as data."""
    return msgspec.json.decode(msgspec.json.encode(RULESET.view(position, "arbiter")))


def faults_of(data: Any) -> set[str]:
    """Return the rules that a position breaks."""
    try:
        RULESET.read(msgspec.convert(data, PositionView), OPTIONS)
    except Faults as faults:
        rules = {one.rule for one in faults.faults}
        assert rules <= set(RULESET.catalogue)
        SEEN.update(rules)
        return rules
    return set()


def changed(data: Any, *keys: Any, to: Any) -> None:
    """Set one value of the data."""
    for key in keys[:-1]:
        data = data[key]
    data[keys[-1]] = to


CASES: list[tuple[str, Change]] = [
    ("CA-GEO-1", lambda data: changed(data, "units", 0, "hex", to="B13")),
    ("CA-SET-1", lambda data: data["units"].pop()),
    ("CA-SET-1", lambda data: changed(data, "units", 0, "id", to="t-EL-1")),
    ("CA-SET-1", lambda data: data["units"].reverse()),
    ("CA-SET-1", lambda data: data["eliminated"].append("t-MI-1")),
    ("CA-SET-1", lambda data: changed(data, "scenario", to="002")),
    ("CA-SET-1", lambda data: changed(data, "sides", to=["top", "bottom"])),
    ("CA-TURN-1", lambda data: changed(data, "active", to="top")),
    ("CA-TURN-1", lambda data: changed(data, "turn", to=0)),
    ("CA-INV-1", lambda data: changed(data, "hands", "top", to=None)),
    ("CA-INV-1", lambda data: changed(data, "deck", to=50)),
    ("CA-INV-1", lambda data: data["discard"].append(data["hands"]["top"][0])),
    ("CA-INV-2", lambda data: changed(data, "hand_limits", "top", to=6)),
    ("CA-INV-2", lambda data: changed(data, "hand_counts", "top", to=6)),
    ("CA-INV-3", lambda data: changed(data, "units", 1, "hex", to="B2")),
    ("CA-INV-3", lambda data: changed(data, "leaders", 0, "hex", to="B8")),
    ("CA-INV-3", lambda data: changed(data, "leaders", 0, "hex", to="H8")),
    ("CA-INV-4", lambda data: changed(data, "units", 0, "blocks", to=14)),
    ("CA-INV-4", lambda data: changed(data, "units", 0, "blocks", to=0)),
    ("CA-INV-5", lambda data: changed(data, "banners", "top", to=1)),
    ("CA-VIC-1", lambda data: changed(data, "objectives", "bottom", to=1)),
    ("CA-INV-6", lambda data: changed(data, "step", to="over")),
    ("CA-INV-12", lambda data: changed(data, "step", to="move")),
    ("CA-INV-12", lambda data: changed(data, "draws", to=["top"])),
]


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        pytest.param(rule, change, id=f"{rule} {n}", marks=pytest.mark.rule(rule, refused=True))
        for n, (rule, change) in enumerate(CASES)
    ],
)
def test_a_fault_is_found_by_its_rule(rule: str, change: Change) -> None:
    """Among others, if the change breaks several."""
    data = data_of(begun("001").position)
    assert faults_of(data) == set()
    change(data)
    assert rule in faults_of(data)


@pytest.mark.rule("CA-GEO-1", "CA-INV-4", "CA-INV-5", refused=True)
def test_all_faults_are_reported_together() -> None:
    data = data_of(begun("001").position)
    changed(data, "units", 0, "hex", to="B13")
    changed(data, "units", 1, "blocks", to=9)
    changed(data, "banners", "bottom", to=3)
    assert faults_of(data) == {"CA-GEO-1", "CA-INV-4", "CA-INV-5"}


@pytest.mark.rule(
    *("CA-SET-1", "CA-TURN-1", "CA-CARD-1", "CA-INV-1", "CA-INV-3", "CA-INV-4", "CA-INV-12"),
    refused=True,
)
def test_faults_of_pieces_turn_card_and_combat_come_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only a position of another battle is refused alone."""
    units = [["a", "bottom", "HI", "F7"], ["b", "bottom", "HI", "F8"], ["d", "top", "MI", "E7"]]
    run = Stage(monkeypatch, units).ordered("order-4-center")
    data = data_of(run.do(Attack(run.id("a"), "E7")).do(React("stand")).position)
    assert faults_of(data) == set()
    changed(data, "units", 2, "blocks", to=14)
    changed(data, "units", 1, "hex", to="F7")
    changed(data, "turn", to=2)
    changed(data, "deck", to=0)
    changed(data, "play", "effective", to="rally")
    changed(data, "roll", "count", to=9)
    found = {"CA-INV-4", "CA-INV-3", "CA-TURN-1", "CA-INV-1", "CA-CARD-1"}
    assert faults_of(data) == {*found, "CA-CC-1", "CA-INV-12"}
    changed(data, "turn", to=1)
    changed(data, "play", "effective", to="order-4-center")
    found -= {"CA-TURN-1", "CA-CARD-1"}
    assert faults_of(data) == {*found, "CA-INV-12"}
    assert reasons(data, "CA-INV-12") == ["values_must_follow_from_the_others"]
    data["reserve"].append(data["units"][0]["id"])
    changed(data, "combat", "after", to=[])
    assert faults_of(data) == {*found, "CA-SET-1", "CA-INV-12"}
    assert reasons(data, "CA-INV-12") == ["combat_belongs_to_the_battle"]
    changed(data, "scenario", to="002")
    assert faults_of(data) == {"CA-SET-1"}


def reasons(data: Any, rule: str) -> list[str]:
    """Return how a position breaks a rule."""
    with pytest.raises(Faults) as caught:
        RULESET.read(msgspec.convert(data, PositionView), OPTIONS)
    return [one.reason for one in caught.value.faults if one.rule == rule]


IN_COMBAT: list[tuple[str, Change]] = [
    ("CA-CARD-1", lambda data: changed(data, "play", "effective", to="rally")),
    ("CA-CARD-2", lambda data: changed(data, "play", "choice", to=True)),
    ("CA-CC-1", lambda data: changed(data, "combat", "unit", to="t-MI-2")),
    ("CA-INV-12", lambda data: changed(data, "combat", to=None)),
    ("CA-INV-12", lambda data: data.update(play=None, deck=data["deck"] + 1)),
    ("CA-INV-12", lambda data: changed(data, "play", "orders", to=["t-MI-2"])),
    ("CA-INV-12", lambda data: changed(data, "combat", "after", to=[])),
    ("CA-INV-12", lambda data: changed(data, "combat", "after", 0, "kind", to="flags")),
    ("CA-INV-12", lambda data: changed(data, "combat", "after", to=[{"kind": "strike"}])),
    ("CA-INV-2", lambda data: changed(data, "hand_limits", "top", to=0)),
    ("CA-SET-1", lambda data: changed(data, "combat", "target", to="t-MI-9")),
]


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        pytest.param(rule, change, id=f"{rule} {n}", marks=pytest.mark.rule(rule, refused=True))
        for n, (rule, change) in enumerate(IN_COMBAT)
    ],
)
def test_a_fault_of_a_combat_is_found(
    rule: str, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A combat from outside must be able to go on."""
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"]]
    run = Stage(monkeypatch, units).ordered("order-4-center")
    data = data_of(run.do(Attack(run.id("a"), "E7")).position)
    assert data["combat"]["after"] == [{"kind": "react"}]
    assert faults_of(data) == set()
    change(data)
    assert rule in faults_of(data)


@pytest.mark.rule("CA-VIC-2", refused=True)
def test_an_outcome_follows_from_the_banners(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, [["a", "bottom", "HI", "F7"]], [["l", "top", "E7"]], target=1)
    run = stage.ordered("order-4-center").do(Attack(stage.names["a"], "E7"))
    data = data_of(run.roll("leader", *["light"] * 4).position)
    assert faults_of(data) == set()
    changed(data, "outcome", "banners", "bottom", to=3)
    assert faults_of(data) == {"CA-VIC-2"}


@pytest.mark.rule("CA-VIC-2", "CA-EL-10", "CA-SCN-7", "CA-END-1", refused=True)
def test_the_reason_of_an_end_fits_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, [["a", "bottom", "HI", "F7"]], [["l", "top", "E7"]], target=1)
    run = stage.ordered("order-4-center").do(Attack(stage.names["a"], "E7"))
    ended = run.roll("leader", *["light"] * 4).position
    for reason, winners, rule in (
        ("banners", ["top"], "CA-VIC-2"),
        ("both_targets", ["bottom", "top"], "CA-EL-10"),
        ("leader_lost", ["top"], "CA-SCN-7"),
        ("turn_limit", ["bottom", "top"], "CA-END-1"),
    ):
        data = data_of(ended)
        changed(data, "outcome", to=standing_of(ended, reason, winners))
        assert faults_of(data) == {rule}


def standing_of(position: Any, reason: Any, winners: Any) -> Any:
    """Return the outcome of an end for this reason, as data."""
    outcome = RULESET.settle(position, reason, tuple(winners))
    return msgspec.json.decode(msgspec.json.encode(outcome))


def test_a_view_with_hidden_hands_is_completed() -> None:
    """For the seat whose view it is, the position answers as the real one does."""
    position = begun("001").position
    viewers: tuple[Any, ...] = (0, 1, "spectator")
    for viewer in viewers:
        seen = RULESET.complete(RULESET.view(position, viewer), OPTIONS)
        assert seen.viewers == (viewer,)
        assert {one.rule for one in seen.unknown} == {"CA-INV-1", "CA-INV-2"}
        read = RULESET.read(seen.view, OPTIONS)
        assert RULESET.view(read, viewer) == RULESET.view(position, viewer)
        if viewer == 0:
            assert list(RULESET.legal(read, 0)) == list(RULESET.legal(position, 0))
