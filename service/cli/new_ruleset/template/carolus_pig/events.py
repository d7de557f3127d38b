"""What happened: the form in which games are stored, so a released event never changes."""

from typing import Literal, TypeAlias

from domain.kit import EventType


class TurnStarted(EventType, frozen=True, tag="turn_started"):
    """It is this seat's turn."""

    seat: int


class DieTaken(EventType, frozen=True, tag="die_taken"):
    """The seat rolls the die."""

    seat: int


class FaceShown(EventType, frozen=True, tag="face_shown"):
    """The die shows this face."""

    seat: int
    face: int


class PointsKept(EventType, frozen=True, tag="points_kept"):
    """The seat keeps what it rolled in this turn."""

    seat: int
    points: int


class GameEnded(EventType, frozen=True, tag="game_ended"):
    """The rules ended the game."""

    reason: Literal["goal"]
    winners: tuple[str, ...]


AnyEvent: TypeAlias = TurnStarted | DieTaken | FaceShown | PointsKept | GameEnded
