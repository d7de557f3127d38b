"""The client: one method for each thing that most programs need, and ``request`` for the rest."""

from collections.abc import AsyncGenerator, Iterable, Mapping
from typing import Any, Self, cast

import httpx

from carolus_client import types
from carolus_client._async import streams
from carolus_client._async.sending import AsyncSender
from carolus_client.frames import Frame
from carolus_client.patience import Patience, new_key


class AsyncClient:
    """A client of one service, which may be shared by tasks.

    ``token`` is the token of an account, a seat or a creator. ``language`` is that of the sentences
    for people: ``en``, ``es`` or ``de``.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        language: str | None = None,
        patience: Patience | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        """``http`` sends the requests, for example through a proxy; ``aclose`` closes it."""
        self._http = http or httpx.AsyncClient(timeout=30)
        self._url = url.rstrip("/")
        self._patience = patience or Patience()
        self._sender = AsyncSender(self._http, self._url, self._patience)
        self._language = language
        self._token = token

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close all connections, including those of the clients that ``with_token`` returned."""
        await self._http.aclose()

    def with_token(self, token: str | None) -> "AsyncClient":
        """Return a client with another token, which shares the connections of this one."""
        return AsyncClient(
            self._url, token, language=self._language, patience=self._patience, http=self._http
        )

    async def request(  # noqa: PLR0913 - the parts of a request, by name
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        version: int | None = None,
        key: str | None = None,
        safe: bool = False,
    ) -> httpx.Response:
        """Send any request of the API, and return its response, which is a success.

        ``version`` is sent as ``If-Match``: the service refuses the request with StaleVersion if
        the game has moved on. ``key`` is an idempotency key. After a lost response the client
        repeats a POST only if it has a key, or if it is ``safe`` because a repetition changes
        nothing, as for one to the checker. It always repeats the other methods.

        Raises ProblemError if the service refuses, and ServiceUnreachable if it does not answer.
        """
        sent = {"Accept": "application/json", **self._sent_headers(), **(headers or {})}
        if version is not None:
            sent["If-Match"] = f'"{version}"'
        if key is not None:
            sent["Idempotency-Key"] = key
        return await self._sender.send(
            method,
            path,
            headers=sent,
            params={
                name: _text(value) for name, value in (params or {}).items() if value is not None
            },
            body=body,
            repeatable=method != "POST" or key is not None or safe,
        )

    async def rulesets(self) -> types.RulesetList:
        """Return the games that one can play, with the house bots."""
        response = await self.request("GET", "/v1/rulesets")
        return cast(types.RulesetList, response.json())

    async def create_game(self, body: types.CreateGameRequest) -> types.GameCreated:
        """Open a game; the answer contains its tokens, which the service shows only here."""
        response = await self.request("POST", "/v1/games", body=body, key=new_key())
        return cast(types.GameCreated, response.json())

    async def game(self, game: str, *, at: int | None = None) -> types.Game:
        """Return a game now, or as it was at an earlier version."""
        response = await self.request("GET", f"/v1/games/{game}", params={"version": at})
        return cast(types.Game, response.json())

    async def take_seat(
        self, game: str, seat: int, body: types.TakeSeatRequest, *, version: int | None = None
    ) -> types.Game:
        """Take a seat, or put a house bot in it."""
        path = f"/v1/games/{game}/seats/{seat}"
        response = await self.request("PUT", path, body=body, version=version, key=new_key())
        return cast(types.Game, response.json())

    async def legal_actions(
        self,
        game: str,
        *,
        limit: int | None = None,
        sample: int | None = None,
        at: int | None = None,
    ) -> types.LegalActions:
        """Return what the seat of this token may do: the first ones, some at random, or one."""
        params = {"limit": limit, "sample": sample, "at": at}
        response = await self.request("GET", f"/v1/games/{game}/legal-actions", params=params)
        return cast(types.LegalActions, response.json())

    async def take_actions(
        self,
        game: str,
        actions: Iterable[types.SentAction],
        *,
        version: int | None = None,
        key: str | None = None,
    ) -> types.ActionsTaken:
        """Carry out actions of one seat, all of them or none.

        Raises IllegalAction if a rule refuses, and StaleVersion if the game is not at ``version``.
        With a ``key`` of your own you can repeat the call, even after a restart of your program.
        """
        response = await self.request(
            "POST",
            f"/v1/games/{game}/actions",
            body={"actions": list(actions)},
            version=version,
            key=key or new_key(),
        )
        return cast(types.ActionsTaken, response.json())

    async def record(self, game: str) -> types.Record:
        """Return the whole game as a record; ``verify`` checks it."""
        response = await self.request("GET", f"/v1/games/{game}/record")
        return cast(types.Record, response.json())

    async def keys(self) -> types.PublishedKeys:
        """Return the keys with which the service signs; keep them, so that they cannot change."""
        response = await self.request("GET", "/.well-known/jwks.json")
        return cast(types.PublishedKeys, response.json())

    async def events(self, game: str, *, after: int = 0) -> AsyncGenerator[types.Event]:
        """Yield the events that exist, page by page."""
        params: dict[str, Any] = {"after": after, "limit": 1000}
        while True:
            response = await self.request("GET", f"/v1/games/{game}/events", params=params)
            page = response.json()
            for event in page["events"]:
                yield event
            if page["next"] is None:
                return
            params = {"cursor": page["next"], "limit": 1000}

    def follow(self, game: str, *, after: int | None = None) -> AsyncGenerator[Frame]:
        """Yield what happens in a game, until its end: each event once, in order.

        Starts with the events after a version, or with the game as it is now. Lost connections
        are resumed where they broke off. If you stop before the end, close the generator, for
        example with ``contextlib.aclosing``, so that its connection ends.
        """
        return self._follow(f"/v1/games/{game}/events", {}, after)

    def follow_lobby(
        self, *, status: str | None = None, ruleset: str | None = None, after: str | None = None
    ) -> AsyncGenerator[Frame]:
        """Yield the games that open, change or end, for ever; ``ready`` says to list them again."""
        return self._follow("/v1/lobby/events", {"status": status, "ruleset": ruleset}, after)

    def follow_own_games(
        self, *, ruleset: str | None = None, after: str | None = None
    ) -> AsyncGenerator[Frame]:
        """Yield all games of the account of this token whenever they change, for ever."""
        return self._follow("/v1/players/me/events", {"ruleset": ruleset}, after)

    def _follow(
        self, path: str, params: Mapping[str, str | None], after: int | str | None
    ) -> AsyncGenerator[Frame]:
        given = {name: value for name, value in params.items() if value is not None}
        return streams.follow(self._sender, path, self._sent_headers(), given, after)

    def _sent_headers(self) -> dict[str, str]:
        headers = {} if self._language is None else {"Accept-Language": self._language}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        return headers


def _text(value: Any) -> Any:
    """Return the value of a parameter as the API writes it."""
    return str(value).lower() if isinstance(value, bool) else value
