"""The checks of positions from outside: each fault by its rule, all faults together."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.ruleset import Faults
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.options import Options
from domain.rulesets.lancaster.view import PositionView
from tests.support.games.play import position_after
from tests.support.games.spec import SEEN

OPTIONS = Options(players=2, colors=("blue", "red"), first_seat=0)
Change = Callable[[Any], object]


def view_of(steps: int) -> Any:
    """Return an arbiter's view of a game of two, as data, after this many steps."""
    position = position_after(RULESET, OPTIONS, "check", steps)
    return msgspec.json.decode(msgspec.json.encode(RULESET.view(position, "arbiter")))


def faults_of(data: Any, options: Options = OPTIONS) -> set[str]:
    """Return the rules that a position breaks."""
    try:
        RULESET.read(msgspec.convert(data, PositionView), options)
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


PLACING = 8
"""After this many steps, someone places a knight."""

CASES: list[tuple[str, Change]] = [
    ("LA-SETUP-1", lambda data: data["seats"].pop()),
    ("LA-SETUP-2", lambda data: changed(data, "seats", 0, "color", to="green")),
    ("LA-SETUP-3", lambda data: changed(data, "start", to=4)),
    ("LA-INV-1", lambda data: changed(data, "supply", "gold", to=37)),
    ("LA-INV-1", lambda data: changed(data, "seats", 1, "gold", to=None)),
    ("LA-INV-2", lambda data: changed(data, "sides", 0, "reserve", to=[1])),
    ("LA-INV-2", lambda data: data["sides"].pop()),
    ("LA-INV-3", lambda data: changed(data, "counties", 4, "nobles", to=4)),
    ("LA-INV-3", lambda data: data["counties"].reverse()),
    ("LA-INV-4", lambda data: changed(data, "seats", 0, "nobles", to=["A", "A"])),
    ("LA-INV-5", lambda data: changed(data, "seats", 0, "extensions", to=[])),
    ("LA-INV-6", lambda data: changed(data, "counties", 8, "squires", to=1)),
    (
        "LA-INV-7",
        lambda data: changed(data, "counties", 5, "knight", to={"side": "blue", "strength": 1}),
    ),
    (
        "LA-INV-9",
        lambda data: changed(
            data, "battles", "top", 0, "slots", to=[{"side": "blue", "knights": []}]
        ),
    ),
    ("LA-INV-10", lambda data: changed(data, "battles", "top", 0, "card", to="B09")),
    ("LA-INV-14", lambda data: changed(data, "laws", "current", 0, to="L02")),
    ("LA-INV-15", lambda data: changed(data, "round", to=2)),
    ("LA-INV-15", lambda data: changed(data, "laws", "current", 0, to="L18")),
    ("LA-INV-19", lambda data: changed(data, "seats", 0, "markers", to=9)),
    ("LA-GEN-6", lambda data: changed(data, "favours", to=["KF_GOLD_1", "KF_NOBLE"])),
    ("LA-GEN-6", lambda data: changed(data, "phase", to="scoring")),
    ("LA-GEN-6", lambda data: changed(data, "active", to=None)),
    ("LA-GEN-6", lambda data: changed(data, "subject", to="C")),
    ("LA-GEN-6", lambda data: changed(data, "favour_side", to="blue")),
    ("LA-GEN-6", lambda data: changed(data, "next_start", to=1)),
    ("LA-GEN-6", lambda data: changed(data, "tiles_valued", to=["CS_GOLD"])),
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
    data = view_of(PLACING)
    assert data["step"] == "place"
    assert faults_of(data) == set()
    change(data)
    assert rule in faults_of(data)


@pytest.mark.rule(
    *("LA-INV-1", "LA-INV-3", "LA-INV-14", "LA-INV-15", "LA-SETUP-3", "LA-GEN-6"), refused=True
)
def test_all_faults_are_reported_together() -> None:
    data = view_of(PLACING)
    data["supply"]["gold"] += 1
    data["counties"][0]["nobles"] += 1
    data["laws"]["proposed"] = data["laws"]["proposed"][:2]
    pieces = {"LA-INV-1", "LA-INV-3", "LA-INV-14", "LA-INV-15"}
    assert faults_of(data) == pieces
    data["start"] = 4
    data["phase"] = "scoring"
    data["next_start"] = 1
    assert faults_of(data) == {*pieces, "LA-SETUP-3", "LA-GEN-6"}
    assert reasons(data, "LA-GEN-6") == [
        "phase_must_fit_the_step",
        "next_start_is_named_in_the_scoring",
    ]


def reasons(data: Any, rule: str) -> list[str]:
    """Return how a position breaks a rule."""
    with pytest.raises(Faults) as caught:
        RULESET.read(msgspec.convert(data, PositionView), OPTIONS)
    return [one.reason for one in caught.value.faults if one.rule == rule]


@pytest.mark.rule("LA-TWO-1", refused=True)
def test_more_than_two_players_have_no_allies() -> None:
    options = Options(players=3)
    position = position_after(RULESET, options, "check", 6)
    data = msgspec.json.decode(msgspec.json.encode(RULESET.view(position, "arbiter")))
    assert faults_of(data, options) == set()
    data["seats"][0]["ally"] = "purple"
    assert "LA-TWO-1" in faults_of(data, options)


@pytest.mark.rule("LA-END-14", refused=True)
def test_winners_have_the_most_points() -> None:
    data = view_of(100_000)
    assert data["phase"] == "over"
    assert faults_of(data) == set()
    data["outcome"]["winners"] = ["blue", "red"]
    assert faults_of(data) == {"LA-END-14"}


@pytest.mark.rule("LA-END-16", refused=True)
def test_places_follow_from_the_points() -> None:
    data = view_of(100_000)
    data["outcome"]["standing"][1]["rank"] = 1
    assert faults_of(data) == {"LA-END-16"}


@pytest.mark.rule("LA-INFO-1", "LA-INFO-2", "LA-INFO-3")
def test_a_view_hides_goods_and_votes() -> None:
    """Of the others, with three players; and there is no order of a deck anywhere."""
    options = Options(players=3)
    for steps in range(0, 200, 3):
        position = position_after(RULESET, options, "hidden", steps)
        for viewer in (0, 1, 2, "spectator"):
            view = RULESET.view(position, viewer)
            if view is None or view.outcome is not None:
                continue
            for seat, held in enumerate(view.seats):
                hidden = seat != viewer
                assert (held.gold is None) == (held.squires is None) == hidden
                assert not (hidden and (held.ballot or held.markers))
                assert held.votes == position.votes[seat]
