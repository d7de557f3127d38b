"""The sentences of Lancaster that set points next to names."""

import pytest

from domain.kit.story import Players
from domain.ruleset import Language
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.events import GameEnded
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
