"""The WebSockets of games and tournaments: they send events as they happen, and accept actions.

They send the same frames as the event streams, and judge and answer actions as over HTTP. OpenAPI
cannot describe a conversation; the AsyncAPI document and docs/reference/live.md do.
"""

from contextlib import AbstractAsyncContextManager
from typing import Final

import msgspec
from litestar import get, websocket

from domain.names.input import must_be_readable
from service.access.actors import must_be_valid, who_acts
from service.access.rights import TAKE_PART, WATCH, Caller
from service.http.admission import anywhere, in_game
from service.http.answers.problems import UpgradeRequired
from service.http.conversation import Conversation, Socket
from service.http.requests.action_lists import read_actions
from service.http.requests.request import decoded, keyed_request, language
from service.live.tail import Reader
from service.live.tournaments import TournamentReader
from service.storage.idempotency import KeyedRequest
from service.tournaments.named_accounts import warnings_about
from service.tournaments.roles import acting, must_name_a_version
from service.wire.actions import taken
from service.wire.live import Act, ActInTournament, Hello
from service.wire.tournaments import TakeTournamentActionsRequest, taken_in_tournament

_REQUEST: Final = msgspec.json.Decoder(TakeTournamentActionsRequest)


@get(
    ["/v1/games/{game:str}/live", "/v1/tournaments/{tournament:str}/live"],
    include_in_schema=False,
    sync_to_thread=False,
)
def no_websocket() -> None:
    """Refuse a request that is not a handshake."""
    raise UpgradeRequired


@websocket("/v1/games/{game:str}/live")
async def follow_live(socket: Socket) -> None:
    """Follow a game, and act in it."""
    await _GameTalk(socket).hold()


@websocket("/v1/tournaments/{tournament:str}/live")
async def follow_tournament_live(socket: Socket) -> None:
    """Follow a tournament, and act in it."""
    await _TournamentTalk(socket).hold()


class _GameTalk(Conversation[Act, Reader]):
    """The conversation with one client about one game."""

    messages = msgspec.json.Decoder(Hello | Act)

    def __init__(self, socket: Socket) -> None:
        super().__init__(socket)
        self._game: str = socket.path_params["game"]
        self._caller = Caller()

    async def _follow(self, after: int | None) -> AbstractAsyncContextManager[Reader]:
        self._caller, loaded = await in_game(self._socket, self._game, self._token)
        WATCH.admit(self._caller)
        stored = loaded or await self._parts.handler.load(self._game)
        stored = await self._parts.visibility.by(self._caller, stored)
        return self._parts.hub.follow(stored, self._caller, after, self._token)

    async def _carry_out(self, act: Act) -> bytes:
        handler = self._parts.handler
        stored = await handler.known(self._game)
        must_be_valid(self._caller, stored.game)
        # The same form as an HTTP body, so that decoding and the fingerprint are the same.
        body = b'{"actions":%b}' % bytes(act.actions)
        actions = read_actions(body, stored.game.ruleset)
        await self._judge_again()
        by = who_acts(self._caller, actions)
        expected = None if act.version is None else (act.version,)
        done = await handler.perform(
            self._game, by, actions, expected=expected, request=self._keyed(act.key, body)
        )
        await self._judge_again()  # a token revoked in the meantime must not see the result
        return msgspec.json.encode(taken(done, self._caller))

    async def _judge_again(self) -> None:
        """Identify the caller again; raise Unauthorized if the token is no longer valid."""
        if self._caller.identity is not None:
            self._caller, _ = await in_game(self._socket, self._game, self._token)

    def _keyed(self, key: str | None, body: bytes) -> KeyedRequest | None:
        if key is None:
            return None
        where = f"POST /v1/games/{self._game}/actions"
        return keyed_request(key, self._caller.keyholder, where, body, "$.key")


class _TournamentTalk(Conversation[ActInTournament, TournamentReader]):
    """The conversation with one client about one tournament, of which everything is public."""

    messages = msgspec.json.Decoder(Hello | ActInTournament)

    def __init__(self, socket: Socket) -> None:
        super().__init__(socket)
        self._tournament: str = socket.path_params["tournament"]

    async def _follow(self, after: int | None) -> AbstractAsyncContextManager[TournamentReader]:
        await anywhere(self._socket, self._token)
        stored = await self._parts.tournaments.load(self._tournament)
        return self._parts.hub.follow_tournament(stored, after)

    async def _carry_out(self, act: ActInTournament) -> bytes:
        desk = self._parts.tournaments
        # The same form as an HTTP body, so that decoding and the fingerprint are the same.
        role = b"" if act.role is None else b',"role":"%b"' % act.role.encode()
        body = b'{"actions":%b%b}' % (bytes(act.actions), role)
        wanted: TakeTournamentActionsRequest = decoded(body, _REQUEST)
        must_be_readable(TakeTournamentActionsRequest, wanted)
        caller = await anywhere(self._socket, self._token)
        TAKE_PART.admit(caller)
        assert caller.identity is not None, "the right lets in accounts only"
        stored = await desk.load(self._tournament)
        by = acting(stored.state, caller.identity, wanted.actions, wanted.role)
        await self._parts.guesses.admit(self._socket.scope, stored.state, by, wanted.actions)
        expected = None if act.version is None else (act.version,)
        must_name_a_version(wanted.actions, named=expected is not None)
        noted = None
        if act.key is not None:
            where = f"POST /v1/tournaments/{self._tournament}/actions"
            noted = keyed_request(act.key, caller.identity.account, where, body, "$.key")
        done = await desk.perform(
            self._tournament, by, wanted.actions, expected=expected, request=noted
        )
        warnings = await warnings_about(wanted.actions, self._parts.register)
        return msgspec.json.encode(taken_in_tournament(done, warnings, language(self._socket)))
