"""The standing at the end: places by merit, ties, and the rules that are cited."""

from domain.kit.standing import TABLE_RULES, leading, placed
from domain.ruleset import Place
from domain.table.catalogue import CATALOGUE


def test_the_highest_score_leads_and_may_be_shared() -> None:
    assert leading({"red": 2, "blue": 3, "green": 3}) == ["blue", "green"]
    assert leading({0: (3, 10), 1: (3, 12)}) == [1]
    assert leading({}) == []


def ranked(winners: tuple[str, ...], merits: dict[str, int]) -> list[tuple[str, int]]:
    """Return side and rank of each place."""
    places = placed(winners, merits, merits, won_by="A-B-1", others_by="A-B-2")
    return [(place.side, place.rank) for place in places]


def test_equal_sides_share_a_rank_and_leave_the_next_one_out() -> None:
    """They are in the order of the sides."""
    merits = {"red": 2, "blue": 5, "green": 2, "pink": 1}
    assert ranked(("blue",), merits) == [("blue", 1), ("red", 2), ("green", 2), ("pink", 4)]
    assert ranked(("blue", "red"), merits) == [("red", 1), ("blue", 1), ("green", 3), ("pink", 4)]
    assert ranked(tuple(merits), merits) == [(side, 1) for side in merits]


def test_winners_are_first_whatever_their_merit() -> None:
    """The table may name them; it does not matter in which order."""
    merits = {"red": 2, "blue": 5, "green": 3}
    assert ranked(("red",), merits) == [("red", 1), ("blue", 2), ("green", 3)]
    assert ranked(("green", "red"), merits) == [("red", 1), ("green", 1), ("blue", 3)]


def test_a_place_has_the_score_and_the_rule() -> None:
    """What the game counts may differ from what compares the sides."""
    places = placed(
        ("red",), {"red": 4, "blue": 9}, {"red": 0, "blue": -1}, won_by="A-B-1", others_by="A-B-2"
    )
    assert places == (Place("red", 1, 4, "A-B-1"), Place("blue", 2, 9, "A-B-2"))


def test_the_rules_of_the_table_exist() -> None:
    """The kit names them, although it does not depend on the table."""
    assert set(TABLE_RULES.values()) <= set(CATALOGUE)
