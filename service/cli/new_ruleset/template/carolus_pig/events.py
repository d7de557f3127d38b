"""What happened: the form in which games are stored, so a released event never changes."""

from typing import Literal, TypeAlias

from msgspec import Struct


class TurnStarted(Struct, frozen=True, tag_field="type", tag="turn_started"):
    """It is this seat's turn."""

    seat: int


class DieTaken(Struct, frozen=True, tag_field="type", tag="die_taken"):
    """The seat rolls the die."""

    seat: int


class FaceShown(Struct, frozen=True, tag_field="type", tag="face_shown"):
    """The die shows this face."""

    seat: int
    face: int


class PointsKept(Struct, frozen=True, tag_field="type", tag="points_kept"):
    """The seat keeps what it rolled in this turn."""

    seat: int
    points: int


class GameEnded(Struct, frozen=True, tag_field="type", tag="game_ended"):
    """The rules ended the game."""

    reason: Literal["goal"]
    winners: tuple[str, ...]


AnyEvent: TypeAlias = TurnStarted | DieTaken | FaceShown | PointsKept | GameEnded
