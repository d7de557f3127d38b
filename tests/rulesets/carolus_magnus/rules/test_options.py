"""Options agreed before the first lot (CM-OPT)."""

from random import Random

import msgspec
import pytest

from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.options import Options
from tests.support.games import spec
from tests.support.games.carolus_magnus import set_up
from tests.support.games.play import play


def refused(rule: str, reason: str, **options: object) -> None:
    """Expect that a game with these options cannot start."""
    agreed = msgspec.convert(options, Options)
    spec.refused(rule, reason, lambda: RULESET.start(agreed))


@pytest.mark.rule("CM-OPT-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_three_or_four_play(players: int) -> None:
    """Each of these numbers is possible, with as many seats."""
    assert len(RULESET.sides(set_up(players).position.options)) == players


@pytest.mark.rule("CM-OPT-1", refused=True)
@pytest.mark.parametrize("players", [0, 1, 5, 9999])
def test_other_numbers_are_refused(players: int) -> None:
    """There is no game for one or for five."""
    refused("CM-OPT-1", "players_must_be_2_3_or_4", players=players)


@pytest.mark.rule("CM-OPT-2")
def test_set_up_is_tabletop_by_default() -> None:
    """The default is tabletop; yucata exists for two and three players."""
    assert Options().setup == "tabletop"
    for players in (2, 3):
        assert set_up(players, setup="yucata").position.options.setup == "yucata"


@pytest.mark.rule("CM-OPT-2", refused=True)
def test_yucata_is_not_for_four() -> None:
    """The online version has no partnerships."""
    refused("CM-OPT-2", "yucata_is_for_2_or_3_players", players=4, setup="yucata")


@pytest.mark.rule("CM-OPT-3")
@pytest.mark.parametrize(
    ("players", "seating", "sides"),
    [
        (2, "opposite", "white black"),
        (2, "adjacent", "white black"),
        (3, "opposite", "white black gray"),
        (3, "adjacent", "white black gray"),
        (4, "opposite", "white black white black"),
        (4, "adjacent", "white white black black"),
    ],
)
def test_seating_is_for_partners(players: int, seating: str, sides: str) -> None:
    """The seating changes who sits where only with four players."""
    assert Options().seating == "opposite"
    options = msgspec.convert({"players": players, "seating": seating}, Options)
    assert RULESET.sides(options) == tuple(sides.split())


@pytest.mark.rule("CM-OPT-4")
@pytest.mark.parametrize("start", [1, 8, 15])
def test_emperor_starts_as_agreed(start: int) -> None:
    """An agreed segment is not drawn by lot; the default is."""
    assert Options().emperor_start == "random"
    drawn = len(RULESET.asks(set_up(2).position))
    assert len(RULESET.asks(set_up(2, emperor_start=start).position)) == drawn - 1


@pytest.mark.rule("CM-OPT-4", refused=True)
@pytest.mark.parametrize("start", [0, 16, 9999])
def test_emperor_starts_on_the_ring(start: int) -> None:
    """The segments are 1 to 15."""
    refused("CM-OPT-4", "emperor_must_start_on_a_segment", emperor_start=start)


@pytest.mark.rule("CM-OPT-5")
def test_ties_are_shared_by_default() -> None:
    """The default shares a tie; the only other choice is clan_markers."""
    assert Options().tie_break == "shared"
    assert set_up(2, tie_break="clan_markers").position.options.tie_break == "clan_markers"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"tie_break": "dice"}, Options)


@pytest.mark.rule("CM-OPT-6")
@pytest.mark.parametrize("rounds", [None, 1, 9999])
def test_rounds_may_be_limited(rounds: int | None) -> None:
    """The default is no limit; the minimum is one round."""
    assert Options().max_rounds is None
    assert set_up(2, max_rounds=rounds).position.options.max_rounds == rounds


@pytest.mark.rule("CM-OPT-6", refused=True)
def test_a_game_has_at_least_one_round() -> None:
    """A limit of zero rounds is refused."""
    refused("CM-OPT-6", "max_rounds_must_be_positive", max_rounds=0)


@pytest.mark.rule("CM-OPT-7")
def test_options_never_change(seed: int) -> None:
    """Every position of a game has the options that the game started with."""
    options = Options(players=3, setup="yucata", tie_break="clan_markers", max_rounds=20)
    for step in play(RULESET, RULESET.start(options), Random(seed)):
        assert step.after.options is options
