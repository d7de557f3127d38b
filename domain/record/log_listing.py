"""What the leaves of a transparency log list: games that archives must contain, and tournaments."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from domain.record.finding import Finding
from domain.record.statement import (
    FinalStatement,
    Receipt,
    TournamentReceipt,
    TournamentStatement,
    read_statement,
)
from domain.refusal import Malformed


class RequiredGames(Struct, frozen=True):
    """Which games of a log the archives have to contain, as filters of an export name them."""

    label: str | None = None
    """None for games with any label, or none."""
    since: str | None = None
    """The beginning of a time: games whose last leaf is earlier are left out."""
    until: str | None = None
    """The same, for games whose last leaf is at this time or later."""

    def has(self, game: "ListedGame") -> bool:
        """Return whether the archives have to contain a game."""
        return (self.label is None or game.label == self.label) and self.is_at(game.at)

    def is_at(self, at: str) -> bool:
        """Return whether this time counts."""
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)


class ListedGame(Struct, frozen=True):
    """What the leaves of a game say."""

    game: str
    source: str
    """The checkpoint of the mirror."""
    index: int
    """The index of its last leaf."""
    stage: Literal["opened", "started", "ended"]
    """By its last leaf."""
    at: str
    """The time of that."""
    label: str | None


def listed_by(
    leaf: bytes, source: str, index: int, before: Mapping[str, ListedGame]
) -> ListedGame | None:
    """Return what a leaf adds to the games ``before`` it; None if it is about none.

    Leaves of other kinds are keys, or belong to a later version.
    """
    try:
        said = read_statement(leaf)
    except Malformed:
        return None
    if not isinstance(said, Receipt | FinalStatement):
        return None
    known = before.get(said.game)
    if known is not None and known.index >= index:
        return None  # from another copy of the log
    if isinstance(said, Receipt):
        return ListedGame(said.game, source, index, said.stage, said.at, said.label)
    label = None if known is None else known.label
    return ListedGame(said.game, source, index, "ended", said.at, label)


def is_missing(game: ListedGame) -> Finding:
    """Return the finding that no archive has a game (RC-LOG-8).

    A game without an end may go on, or nobody plays it any more, so it is a note.
    """
    facts = {"index": game.index, "stage": game.stage, "at": game.at, "label": game.label}
    if game.stage == "ended":
        return Finding("breach", "RC-LOG-8", "ended_game_is_missing", facts)
    return Finding("note", "RC-LOG-8", "unfinished_game_is_missing", facts)


class ListedTournament(Struct, frozen=True):
    """What the leaves of a tournament say: its opening, and perhaps its end."""

    tournament: str
    source: str
    """The checkpoint of the mirror."""
    index: int
    """The index of its last leaf."""
    ended: bool
    at: str
    """The time of the last leaf."""


def tournament_listed_by(leaf: bytes, source: str, index: int) -> ListedTournament | None:
    """Return what a leaf says of a tournament; None if it is about none."""
    try:
        said = read_statement(leaf)
    except Malformed:
        return None
    if not isinstance(said, TournamentReceipt | TournamentStatement):
        return None
    ended = isinstance(said, TournamentStatement)
    return ListedTournament(said.tournament, source, index, ended, said.at)


def is_not_shown(one: ListedTournament) -> Finding:
    """Return the finding that the log lists a tournament whose record is missing (RC-TOUR-3).

    It is a note, because a service has tournaments of many organisers.
    """
    facts = {"tournament": one.tournament, "index": one.index, "at": one.at}
    reason = "ended_tournament_is_not_shown" if one.ended else "opening_without_an_end"
    return Finding("note", "RC-TOUR-3", reason, facts)
