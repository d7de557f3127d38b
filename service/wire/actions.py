"""The JSON of what actions caused, with what their sender needs next."""

from typing import Any, Final, NamedTuple

from msgspec import UNSET, Struct, UnsetType

from service.access.rights import Caller
from service.games.handler import Performed
from service.wire.games import GameView, RulesetName, SentEvent, event_view, game_view
from service.wire.legal import LegalActions
from service.wire.story import SentenceView


class ActionsRecorded(Struct, frozen=True, kw_only=True, tag_field="type", tag="recorded"):
    """The result of actions without the game, for `Prefer: return=minimal`."""

    ruleset: RulesetName
    """Id and edition of the ruleset."""
    version: int
    """The version of the game after them."""
    head: str
    """The hash of the last event, in hexadecimal."""
    events: tuple[SentEvent, ...]
    """The events that they caused."""
    legal_actions: LegalActions | UnsetType = UNSET
    """The first page of the legal actions of the seat after them; only on request."""
    sentences: tuple[SentenceView, ...] | UnsetType = UNSET
    """The sentences of the story on these events; only on request."""
    board: str | UnsetType = UNSET
    """The board after them, as an SVG document; only on request."""


class ActionsTaken(ActionsRecorded, frozen=True, kw_only=True, tag="taken"):
    """The result of actions: the events that they caused, and the game after them."""

    game: GameView


class Extras(NamedTuple):
    """What an answer to actions includes on request."""

    legal_actions: LegalActions | UnsetType = UNSET
    sentences: tuple[SentenceView, ...] | UnsetType = UNSET
    board: str | UnsetType = UNSET


NO_EXTRAS: Final = Extras()


def recorded(done: Performed, who: Caller, extras: Extras = NO_EXTRAS) -> ActionsRecorded:
    """Return the events that actions caused, as the caller may see them."""
    return ActionsRecorded(**_shared(done, who), **extras._asdict())


def taken(done: Performed, who: Caller, extras: Extras = NO_EXTRAS) -> ActionsTaken:
    """Return these events and the game after them, as the caller may see both."""
    game = game_view(done.stored, who.viewer, who.policy)
    return ActionsTaken(**_shared(done, who), **extras._asdict(), game=game)


def _shared(done: Performed, who: Caller) -> dict[str, Any]:
    head, game = done.stored.head, done.stored.game
    return {
        "ruleset": game.ruleset,
        "version": head.version,
        "head": head.hash.hex(),
        "events": tuple(event_view(game, row, who.viewer) for row in done.rows),
    }
