"""Action 3: refill the reserve with dice, and what happens when a clan runs out (CM-FILL, CM-RET).

This module counts takes instead of simulating them: with ``available(c) = supply + seats × smallest
court``, a TAKE succeeds exactly while ``available`` is positive, and decreases it by one; an equal
return happens exactly when the seat takes more than the supply has (property P-2 of the rules).
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from domain.kit import IllegalAction
from domain.rulesets.carolus_magnus.actions import RollDice
from domain.rulesets.carolus_magnus.board import (
    CLAN_INDEX,
    CLANS,
    CLANS_COUNT,
    FACES,
    Clan,
    Face,
)
from domain.rulesets.carolus_magnus.events import (
    AnyEvent,
    CrownsChosen,
    DiceRolled,
    PaladinsReturned,
    ReserveFilled,
)
from domain.rulesets.carolus_magnus.position import Position, dice_due
from domain.rulesets.carolus_magnus.rules import ending


def refill_dice(position: Position, action: RollDice) -> list[AnyEvent]:
    """Take a paladin per coloured face; a face that the seat cannot take is a crown (CM-FILL-4)."""
    seat = position.order[position.turn]
    due = dice_due(position, seat)
    if len(action.faces) != due:
        raise IllegalAction(
            "CM-FILL-2", "dice_must_fill_the_reserve", dice=len(action.faces), expected=due
        )
    taken, crowns = _paladins_and_crowns(action.faces)
    events: list[AnyEvent] = [DiceRolled(seat, action.faces)]
    if not is_plenty(position, due):
        taken, crowns = _as_far_as_possible(position, taken, crowns)
        events += returns(position, taken)
    events.append(ReserveFilled(seat, taken, crowns))
    if not crowns:
        events += ending.after_turn(position)
    return events


def _paladins_and_crowns(faces: tuple[Face, ...]) -> tuple[tuple[Clan, ...], int]:
    """Return the paladins rolled, in clan order, and the number of crowns (CM-FILL-3)."""
    examine_faces(faces)
    rolled = tuple(name for name in CLANS for _ in range(faces.count(name)))
    return rolled, faces.count("crown")


def _as_far_as_possible(
    position: Position, rolled: tuple[Clan, ...], crowns: int
) -> tuple[tuple[Clan, ...], int]:
    """Return the paladins rolled that the seat can take; the others count as crowns."""
    left = available(position)
    taken: list[Clan] = []
    for name in rolled:
        clan = CLAN_INDEX[name]
        if left[clan]:
            left[clan] -= 1
            taken.append(name)
        else:
            crowns += 1
    # Crowns in excess of the available paladins are void (CM-FILL-5, CM-FILL-8).
    return tuple(taken), min(crowns, sum(left))


def refill_crowns(position: Position, clans: tuple[Clan, ...]) -> list[AnyEvent]:
    """Take a paladin for each clan named, and end the turn (CM-FILL-6, CM-FILL-7)."""
    seat = position.order[position.turn]
    examine_clans(position, clans, position.crowns, rule_of_number="CM-FILL-6")
    return [
        *returns(position, clans),
        CrownsChosen(seat, clans),
        *ending.after_turn(position),
    ]


def is_plenty(position: Position, count: int) -> bool:
    """Return whether the supply alone has this many paladins of each clan.

    Then no clan can run out: the seat can take any of them, there are no returns and no void
    crowns, so nothing else needs counting. This is the case in most games.
    """
    return count <= min(position.supply)


def available(position: Position) -> list[int]:
    """Return how many paladins of each clan a seat can take, returns included (CM-FILL-5)."""
    courts = position.courts
    rows = [courts[first : first + CLANS_COUNT] for first in range(0, len(courts), CLANS_COUNT)]
    return [
        supply + len(rows) * least
        for supply, least in zip(position.supply, map(min, *rows), strict=True)
    ]


def returns(position: Position, taken: Sequence[Clan]) -> list[AnyEvent]:
    """Return the equal returns that taking these paladins causes (CM-RET-1, CM-RET-2)."""
    if is_plenty(position, len(taken)):
        return []
    supply = position.supply
    return [
        PaladinsReturned(name, min(position.courts[clan::CLANS_COUNT]))
        for clan, name in enumerate(CLANS)
        if taken.count(name) > supply[clan]
    ]


def examine_clans(
    position: Position,
    clans: tuple[Clan, ...],
    due: int,
    *,
    rule_of_number: str,
    rule_of_clan: str = "CM-FILL-7",
) -> None:
    """Refuse a list of clans of the wrong length, or with a clan that the seat cannot take."""
    if len(clans) != due:
        raise IllegalAction(
            rule_of_number, "number_of_clans_is_fixed", named=len(clans), expected=due
        )
    if is_plenty(position, due):
        return
    possible = available(position)
    for name, count in Counter(clans).items():
        if count > possible[CLAN_INDEX[name]]:
            raise IllegalAction(
                rule_of_clan,
                "clan_cannot_be_taken",
                clan=name,
                named=count,
                available=possible[CLAN_INDEX[name]],
            )


def examine_faces(faces: tuple[Face, ...]) -> None:
    """Refuse a face that dice do not have (CM-FILL-3); the schema accepts none."""
    if not _FACES.issuperset(faces):
        strange = next(face for face in faces if face not in _FACES)
        raise IllegalAction("CM-FILL-3", "no_such_face", face=strange, faces=list(FACES))


_FACES: Final = frozenset(FACES)
