"""The sentences of Lancaster that need more than the members of their event."""

import pytest

from domain.kit.story import Players
from domain.ruleset import Language
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.events import (
    AnyEvent,
    CountyScored,
    FavourTaken,
    FinalScored,
    Gained,
    GameEnded,
    PrisonersSettled,
)
from domain.rulesets.lancaster.story import describe

COLORS = ("blue", "green")
BOTS = ("Alcuin 1", "Alcuin 2")
"""Names of house bots of one level end in numbers."""


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "The game is over; victory for Alcuin 1: Alcuin 1 (50), Alcuin 2 (38)."),
        ("es", "La partida ha terminado; victoria de Alcuin 1: Alcuin 1 (50), Alcuin 2 (38)."),
        ("de", "Die Partie ist zu Ende; Sieg für Alcuin 1: Alcuin 1 (50), Alcuin 2 (38)."),
    ],
)
def test_points_cannot_be_taken_for_a_part_of_a_name(language: Language, expected: str) -> None:
    end = GameEnded("rounds", ("blue",), {"blue": 50, "green": 38})

    assert describe([end], None, Players(COLORS, BOTS, RULESET.words[language])) == expected


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (
            PrisonersSettled("blue", (1, 3), (4,)),
            (
                "Ann ransoms knights of strength 1 and 3. "
                "Ann loses a prisoner of strength 4 to the reserve."
            ),
        ),
        (
            PrisonersSettled("red", (), (2,)),
            "Red loses a prisoner of strength 2 to the reserve.",
        ),
        (
            FinalScored((8, 0), (4, 4), (3, 1), (9, 5), (0, 2), (1, 0)),
            (
                "Final scoring: Ann (15: knights 8, extensions 4, nobles 3), "
                "Ben (5: knights 0, extensions 4, nobles 1)."
            ),
        ),
        (
            GameEnded("rounds", ("green",), {"blue": 38, "green": 50}),
            "The game is over; victory for Ben: Ben (50), Ann (38).",
        ),
        (
            FavourTaken(0, "red", "KF_GOLD_1", Gained()),
            "Ann (for Red) takes the king's favour: gold.",
        ),
        (
            CountyScored(1, "G", "purple", "reward", Gained()),
            "Somerset: Ben (for Purple) takes the reward.",
        ),
        (
            CountyScored(0, "G", "blue", "both", Gained(gold=3)),
            "Somerset: Ann takes both for 3 gold and gets 3 gold.",
        ),
    ],
)
def test_sentences_say_who_gets_what(event: AnyEvent, expected: str) -> None:
    """And for what; the knights of an ally have its colour."""
    players = Players(COLORS, ("Ann", "Ben"), RULESET.words["en"])

    assert describe([event], None, players) == expected
