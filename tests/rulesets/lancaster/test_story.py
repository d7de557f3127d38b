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
    LawApplied,
    LawUsed,
    PrisonersSettled,
    Vote,
    VotesRevealed,
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
            "Ann (for Red) takes the king's favour (2 gold), which brings nothing.",
        ),
        (
            FavourTaken(1, "green", "KF_SQUIRE_2", Gained(squires=2)),
            "Ben takes the king's favour: 2 squires.",
        ),
        (
            FavourTaken(1, "green", "KF_NOBLE", Gained()),
            "Ben takes the king's favour: a noble.",
        ),
        (
            VotesRevealed("L16", (Vote("yes", 2), Vote("no", 0)), 3, 1, True, "L03"),
            ("Law L16 (Buy points, 1 gold each) is passed, 3 to 1: Ann yes +2, Ben no +0."),
        ),
        (
            LawUsed(0, "L16", 3, swap=False),
            "Ann uses law L16 (Buy points, 1 gold each): 3 power points for 3 gold.",
        ),
        (
            LawUsed(1, "L05", 2, swap=False),
            (
                "Ben uses law L05 (Pay 1 squire and 1 gold for 3 points, as often as you like): "
                "6 power points for 2 gold and 2 squires."
            ),
        ),
        (
            LawUsed(1, "L15", 2, swap=False),
            "Ben uses law L15 (Recruit a knight for every three nobles), 2 times.",
        ),
        (
            LawUsed(1, "L04", 0, swap=False),
            "Ben makes no use of law L04 (Buy vote markers, 1 gold each).",
        ),
        (
            LawApplied("L03", 0, Gained(power=6)),
            "Law L03 (3 points for every two counties you hold) gives Ann 6 power points.",
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


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Ann uses law L04 (Buy vote markers, 1 gold each): 1 vote marker for 1 gold."),
        (
            "es",
            "Ann usa la ley L04 (Compra fichas de voto a 1 de oro): 1 ficha de voto por 1 de oro.",
        ),
        ("de", "Ann nutzt Gesetz L04 (Stimmsteine für je 1 Gold kaufen): 1 Stimmstein für 1 Gold."),
    ],
)
def test_every_language_says_what_was_bought_and_paid(language: Language, expected: str) -> None:
    players = Players(COLORS, ("Ann", "Ben"), RULESET.words[language])

    assert describe([LawUsed(0, "L04", 1, swap=False)], None, players) == expected
