"""A moment of a game as everyone may see it: what shared and embedded games show."""

import asyncio
from typing import Final, NamedTuple

from domain.kit.option_marks import side_names
from domain.kit.story import Players
from domain.ruleset import Language, Part
from service.games.stories import sentences
from service.http.admission import in_game
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest, language
from service.http.requests.resources import at_version
from service.http.sharing.words import STARTS, WAITS
from service.storage.log import Log
from service.storage.rows import Stored

_EVENTS_BACK: Final = 20
"""How many events before a moment may have its last sentence; some need none."""


class SharedMoment(NamedTuple):
    """A game at a version, in the language of a request. A token would change nothing."""

    stored: Stored
    language: Language
    happened: str
    """The last sentence of the story."""

    @property
    def game(self) -> str:
        """The name of the game, such as "Carolus Magnus"."""
        return self.stored.game.rules.meta.title

    @property
    def players(self) -> list[str]:
        """The names of the players; none before the start."""
        now = self.stored.game
        if now.status == "open":
            return []
        players = Players(now.sides, now.names, now.rules.words[self.language], self._called)
        return [players.name(seat) for seat in range(len(now.seats))]

    @property
    def _called(self) -> dict[str, str]:
        """The names that sides have in this game alone."""
        named = side_names(self.stored.game.options)
        return {side: name[self.language] for side, name in named.items()}

    @property
    def title(self) -> str:
        """The game and its players."""
        listed = self.stored.game.rules.words[self.language].listed(self.players)
        return f"{self.game}: {listed}" if listed else self.game

    @property
    def has_board(self) -> bool:
        """Whether lots have been drawn, so that there is a board."""
        return self.stored.game.position is not None

    def picture(self, part: Part) -> str:
        """Return the board as SVG; before the start, the set-up."""
        now = self.stored.game
        view = now.rules.view(now.position, "spectator") if self.has_board else None
        return now.rules.picture(now.options if view is None else view, self.language, part)


async def everyones(request: AnyRequest, game: str, version: int | None) -> SharedMoment:
    """Return a moment of a game, by default the latest, as far as everyone may see it.

    Raises NoSuchGame, Forbidden, or NotFound for a version that the public has not seen yet.
    """
    parts = parts_of(request)
    preferred = language(request)
    caller = (await in_game(request, game, None)).caller
    stored = await parts.visibility.by(caller, await parts.handler.load(game))
    stored = await at_version(parts.handler, stored, version)
    happened = await asyncio.to_thread(_happened, parts.handler.log, stored, preferred)
    return SharedMoment(stored, preferred, happened)


def _happened(log: Log, stored: Stored, preferred: Language) -> str:
    if stored.game.status == "open":
        return WAITS[preferred]
    after = max(0, stored.head.version - _EVENTS_BACK)
    found, _ = sentences(log, stored, "spectator", preferred, after, _EVENTS_BACK)
    return found[-1].sentence.text if found else STARTS[preferred]
