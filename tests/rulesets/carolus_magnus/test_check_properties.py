"""Foreign positions, made at random: each has faults, or is playable."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.ruleset import Faults
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.board import CLANS
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import Position
from domain.rulesets.carolus_magnus.view import PositionView
from tests.rulesets.carolus_magnus.games import EACH_NUMBER, KINDS, near_empty
from tests.rulesets.carolus_magnus.positions import RIGHT, data_of, faults_of
from tests.support.games.judging import Data
from tests.support.games.play import Choose, at_random, play
from tests.support.games.strategies import inside_schema
from tests.support.run.long import cases, long_after


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("choose", [at_random, near_empty], ids=["at random", "near empty"])
@pytest.mark.parametrize("options", long_after(3, KINDS))
def test_every_position_of_a_game_is_valid(options: Options, choose: Choose, seed: int) -> None:
    """After every step, its view survives JSON and reads back as the same position."""
    decoder = msgspec.json.Decoder(PositionView)
    for game in range(cases(6, 2)):
        start = RULESET.start(options)
        for step in play(RULESET, start, Random(f"{seed} {game}"), choose=choose):
            view = decoder.decode(msgspec.json.encode(RULESET.view(step.after, "spectator")))
            assert RULESET.read(view, options) == step.after


@given(inside_schema(PositionView), st.sampled_from([options for _, options in RIGHT.values()]))
@settings(max_examples=cases(100, 30))
def test_any_position_in_the_schema_is_judged(view: PositionView, options: Options) -> None:
    """However absurd a position is, the checker reports faults and raises nothing else."""
    with pytest.raises(Faults):
        RULESET.read(view, options)


@pytest.mark.usefixtures("untraced")
@pytest.mark.rule("CM-END-11", "CM-FILL-8", "CM-RET-3")
@pytest.mark.parametrize("options", EACH_NUMBER)
def test_extreme_positions_are_valid_and_playable(options: Options, seed: int) -> None:
    """Positions with all paladins relocated: piles, empty supplies, full courts."""
    random = Random(f"{seed} extremes")
    for game in range(cases(20, 10)):
        steps = play(RULESET, RULESET.start(options), Random(f"{seed} {game}"))
        positions = [step.after for step in steps if step.after.phase in {"opening", "action"}]
        view = _put_elsewhere(data_of(random.choice(positions)), random)
        faults = faults_of(view, options)
        if view["crowns"] or any(seat["jokers"] for seat in view["seats"]):
            # The supply may have too few paladins for them.
            assert {rule for rule, _ in faults} <= {"CM-FILL-5", "CM-SET-10"}
        else:
            assert faults == []
        if faults:
            continue
        _play_on(RULESET.read(msgspec.convert(view, PositionView), options), random)


def _put_elsewhere(view: Data, random: Random) -> Data:
    """Redistribute the paladins of supply, courts and land, except one for each segment."""
    lands = [land["paladins"] for land in view["territories"]]
    courts = [seat["court"] for seat in view["seats"]]
    for clan in CLANS:
        pool = view["supply"][clan] + sum(court[clan] for court in courts)
        for land, territory in zip(lands, view["territories"], strict=True):
            spare = min(land[clan], sum(land.values()) - len(territory["segments"]))
            pool += spare
            land[clan] -= spare
        for place in (view["supply"], *courts):
            place[clan] = 0
        places = random.choice(([view["supply"]], courts, lands, [view["supply"], *courts, *lands]))
        while pool:
            part = random.randint(1, pool)
            random.choice(places)[clan] += part
            pool -= part
        most = max(court[clan] for court in courts)
        strongest = [seat for seat, court in enumerate(courts) if court[clan] == most]
        view["markers"][clan] = random.choice(strongest)
    return view


def _play_on(position: Position, random: Random) -> None:
    """Play to the end or for 60 rounds; the seat that is due always has a legal action."""
    last_round = position.round + 60
    choose = random.choice((at_random, near_empty))
    for step in play(RULESET, position, random, choose=choose):
        assert RULESET.view(step.after, 0)
        if step.after.round > last_round:
            break
