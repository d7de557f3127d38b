"""The frames of streams and what clients say, as messages of the AsyncAPI document."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from service.http.answers.problems import Problem
from service.http.openapi.tidy import name_of, ref
from service.http.openapi.transforms import JsonObject, Schema
from service.live.frames import FrameName
from service.live.presence import Present
from service.wire.actions import ActionsTaken
from service.wire.games import GameSummary, GameView
from service.wire.live import (
    Act,
    ActInTournament,
    Dropped,
    Ended,
    Gone,
    Hello,
    OwnGame,
    Ready,
    TournamentChanged,
    TournamentOver,
)
from service.wire.tournaments import TournamentActionsTaken, TournamentView

ANY_EVENT: Final = "GameEvent"
"""The name of the schema of an event of any ruleset."""

ANY_TOURNAMENT_EVENT: Final = "TournamentEvent"
"""The name of the schema of an event of a tournament."""

KINDS: Final = (
    *(Ended, TournamentOver, Dropped, Ready, Gone, TournamentChanged, OwnGame),
    *(Hello, Act, ActInTournament),
)
"""The types that only frames have."""

_VERSION: Final = "The version of the game."
_OF_TOURNAMENT: Final = "The version of the tournament."
_POSITION: Final = "A position in the log."


class DescribedFrame(NamedTuple):
    """A frame: what it means, its data, and what its number counts, if it has one."""

    name: FrameName
    summary: str
    data: Schema
    number: str | None = None


def _of(kind: type[Any]) -> Schema:
    return ref(name_of(kind))


OF_GAME: Final = (
    DescribedFrame("game", "The game as the caller may see it.", _of(GameView), _VERSION),
    DescribedFrame("event", "Something happened in the game.", ref(ANY_EVENT), _VERSION),
    DescribedFrame("presence", "Who is connected has changed.", _of(Present)),
    DescribedFrame("end", "The game is finished, and you have all of its events.", _of(Ended)),
    DescribedFrame("dropped", "The stream ends for another reason.", _of(Dropped)),
)
OF_TOURNAMENT: Final = (
    DescribedFrame("tournament", "The tournament.", _of(TournamentView), _OF_TOURNAMENT),
    DescribedFrame(
        "event", "Something happened in the tournament.", ref(ANY_TOURNAMENT_EVENT), _OF_TOURNAMENT
    ),
    DescribedFrame(
        "end", "The tournament is over, and you have all of its events.", _of(TournamentOver)
    ),
    DescribedFrame("dropped", "The stream ends for another reason.", _of(Dropped)),
)
OF_LOBBY: Final = (
    DescribedFrame("ready", "You will miss nothing from now on.", _of(Ready), _POSITION),
    DescribedFrame("game", "A game has changed.", _of(GameSummary), _POSITION),
    DescribedFrame("gone", "A game no longer has the requested status.", _of(Gone), _POSITION),
    DescribedFrame(
        "tournament",
        "A tournament has changed. Clients that filter games do not get this frame.",
        _of(TournamentChanged),
        _POSITION,
    ),
)
OF_OWN_GAMES: Final = (
    DescribedFrame("ready", "You will miss nothing from now on.", _of(Ready), _POSITION),
    DescribedFrame("game", "A game of your account has changed.", _of(OwnGame), _POSITION),
    DescribedFrame("gone", "Your account has left its seat in a game.", _of(Gone), _POSITION),
    DescribedFrame("dropped", "Your token is no longer valid, so the stream ends.", _of(Dropped)),
)
_PROBLEM: Final = DescribedFrame(
    "problem", "A message is refused, or the conversation ends.", _of(Problem)
)
SAID: Final = ("hello", "act")
"""The messages of clients."""

_HEARTBEAT: Final = "heartbeat"


class Talk(NamedTuple):
    """A conversation: what the service sends by itself, how it answers, and how clients ask."""

    frames: tuple[DescribedFrame, ...]
    answer: DescribedFrame
    act: type[Any]

    @property
    def replies(self) -> tuple[DescribedFrame, ...]:
        """The messages with which the service replies to actions."""
        return (self.answer, _PROBLEM)

    @property
    def sent(self) -> tuple[str, ...]:
        """The messages that the service sends of its own accord; a problem before it closes."""
        return (*(one.name for one in self.frames), "problem", _HEARTBEAT)


ABOUT_A_GAME: Final = Talk(
    OF_GAME, DescribedFrame("answer", "Your actions are carried out.", _of(ActionsTaken)), Act
)
ABOUT_A_TOURNAMENT: Final = Talk(
    OF_TOURNAMENT,
    DescribedFrame("answer", "Your actions are carried out.", _of(TournamentActionsTaken)),
    ActInTournament,
)


def as_sse(frames: Sequence[DescribedFrame]) -> JsonObject:
    """Return frames as server-sent events: the fields are headers, the data is the payload."""
    return {
        one.name: {
            "name": one.name,
            "summary": one.summary,
            "headers": _object(event=_constant(one.name), **_numbered(one, "id")),
            "payload": one.data,
        }
        for one in frames
    }


def conversation(talk: Talk, reply_id: Schema) -> JsonObject:
    """Return all messages of a WebSocket; ``reply_id`` is the schema of what a reply repeats."""
    sent: JsonObject = {
        one.name: _object(type=_constant(one.name), data=one.data, **_numbered(one, "id"))
        for one in talk.frames
    }
    replies: JsonObject = {
        one.name: _object(type=_constant(one.name), id=reply_id, data=one.data)
        for one in talk.replies
    }
    summaries = {one.name: one.summary for one in (*talk.frames, *talk.replies)} | {
        _HEARTBEAT: "Nothing else was sent for 15 seconds.",
        "hello": "The first message of a client that cannot set `Authorization`.",
        "act": "Actions to carry out: all of them or none.",
    }
    payloads: JsonObject = {
        **sent,
        **replies,
        _HEARTBEAT: _object(type=_constant(_HEARTBEAT)),
        "hello": _of(Hello),
        "act": _of(talk.act),
    }
    return {
        name: {"name": name, "summary": summaries[name], "payload": payload}
        for name, payload in payloads.items()
    }


def _numbered(frame: DescribedFrame, member: str) -> dict[str, Schema]:
    """Return the member with the number from which a client resumes, for a frame that has one."""
    if frame.number is None:
        return {}
    words = f"{frame.number} To resume, send the last one."
    return {member: {"type": "integer", "minimum": 0, "description": words}}


def _constant(value: str) -> Schema:
    return {"type": "string", "const": value}


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": [*properties]}
