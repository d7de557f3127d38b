"""Points of a table by its places, with ties shared (TN-POINTS-1 to TN-POINTS-3)."""

from domain.tournament.model import Announced, ByeKind, Sitting


def places(sitting: Sitting) -> dict[int, int]:
    """Return the place of each player who did not forfeit, counted from 0 among them alone."""
    stayed = [
        (rank, player)
        for player, rank in zip(sitting.players, sitting.ranks, strict=True)
        if player not in sitting.forfeits
    ]
    return {player: sum(other < rank for other, _ in stayed) for rank, player in stayed}


def points_of(rules: Announced, sitting: Sitting) -> dict[int, int]:
    """Return the points of each player in sixtieths; nothing while the table has no result.

    Players who tie share the points of their places. A player who forfeits has the points of the
    last place; if only one is left, that one has those of the first.

    >>> from domain.tournament.model import announced
    >>> points_of(announced(4, 1), Sitting((1, 2, 3, 4), (1, 1, 3, 4)))
    {1: 540, 2: 540, 3: 120, 4: 0}
    """
    scale = rules.scale(len(sitting.players))
    points = dict.fromkeys(sitting.forfeits, scale[-1])
    stayed = [player for player in sitting.players if player not in points]
    if len(stayed) == 1 and points:
        return points | {stayed[0]: scale[0]}
    if not sitting.ranks:
        return points
    found = places(sitting)
    for player, place in found.items():
        tied = sum(other == place for other in found.values())
        points[player] = sum(scale[place : place + tied]) // tied
    return points


def points_of_bye(rules: Announced, kind: ByeKind) -> int:
    """Return the points of a bye: those of a win, the mean of a table, or none."""
    if kind == "pairing":
        kind = rules.pairing_bye
    return {"full": rules.win, "half": rules.draw, "zero": 0}[kind]
