# Derived from _async by `make openapi`: change that instead.
"""A seat of one game, with its token."""

import secrets
from collections.abc import Callable
from contextlib import closing
from typing import Final, TypeAlias

from carolus_client import types
from carolus_client._sync.client import Client
from carolus_client.errors import StaleVersion

ENTROPY_BYTES: Final = 16
SAMPLE: Final = 100

Choose: TypeAlias = Callable[[types.LegalActions], types.SentAction]
"""Chooses one of the legal actions."""


class Seat:
    """A seat. The token is that of the seat, of the creator, or of the account that sits there."""

    def __init__(self, client: Client, game: str, number: int, token: str) -> None:
        self.client = client.with_token(token)
        self.game = game
        self.number = number
        self._token = token

    def sit(self, name: str | None = None) -> types.Game:
        """Take the seat, and contribute random bytes to the dice.

        The operator then cannot choose the dice of the game by trying secrets.
        """
        return self.client.take_seat(self.game, self.number, _player(name))

    def sit_bot(self, bot: str) -> types.Game:
        """Put a house bot in the seat; this needs the token of the creator."""
        return self.client.take_seat(self.game, self.number, {"bot": bot})

    def play(self, choose: Choose) -> types.Game:
        """Play to the end, and return the game; ``choose`` decides whenever it is this seat's turn.

        It receives a sample of the legal actions. Lost connections change nothing: each action is
        carried out once.
        """
        looked = 0
        # If `choose` fails, the connection ends immediately.
        with closing(self.client.follow(self.game)) as frames:
            for frame in frames:
                if frame.id is not None and int(frame.id) > looked:
                    looked = self.act(choose)
        return self.client.game(self.game)

    def play_again(self, name: str | None = None) -> "Seat":
        """Take the seat in the next game, which has the same options and house bots; return it.

        The game must have ended, and the next one starts when all players have asked for it.
        """
        path = f"/v1/games/{self.game}/rematch"
        response = self.client.request("POST", path, body=_player(name), safe=True)
        again: types.Rematch = response.json()
        token = again["token"] or self._token
        return Seat(self.client, again["game"]["id"], again["seat"], token)

    def act(self, choose: Choose) -> int:
        """Act while it is this seat's turn; return the version at which it no longer is."""
        while True:
            legal = self.client.legal_actions(self.game, sample=SAMPLE)
            version = legal["version"] or 0
            if not legal["count"]:
                return version
            action = choose(legal)
            try:
                self.client.take_actions(self.game, [action], version=version)
            except StaleVersion:
                continue  # the game has moved on, for example because the clock has run out


def _player(name: str | None) -> types.TakeSeatRequest:
    """Return who takes a seat, with random bytes for the dice."""
    body: types.TakeSeatRequest = {"entropy": secrets.token_hex(ENTROPY_BYTES)}
    if name is not None:
        body["name"] = name
    return body
