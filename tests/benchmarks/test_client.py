"""The benchmark client plays whole games, and every action that it sends is legal."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from domain.rulesets.carolus_magnus.actions import Action
from service.app import create_app
from tests.benchmarks.client import Connection, Created, Game, Player
from tests.benchmarks.contestants import actions
from tests.support.games.table import Table, started
from tests.support.http.client import good
from tests.support.storage.stores import settings_of

ENOUGH = 10_000
_ACTIONS: msgspec.json.Decoder[dict[str, tuple[Action, ...]]] = msgspec.json.Decoder(
    dict[str, tuple[Action, ...]]
)


class Direct(Connection):
    """Calls the rules directly, so that many games take only a moment."""

    def __init__(self, table: Table) -> None:
        self.table = table

    async def send(self, method: str, path: str, body: bytes, token: str = "") -> bytes:
        """Perform the actions, and return the fields that the client looks at."""
        asked = _ACTIONS.decode(body)["actions"]
        self.table.ask(int(token), *asked)
        assert self.table.refused_with is None, f"{self.table.refused_with} {body!r}"
        return msgspec.json.encode({"game": self.game()})

    def game(self) -> dict[str, Any]:
        """Return the game as the service shows it to everyone."""
        game = self.table.game
        view = game.rules.view(game.position, "spectator")
        return {
            "status": game.status,
            "version": game.version,
            "awaits": game.awaits,
            "position": view,
        }


class Asked(Connection):
    """Calls the service in this process."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    async def send(self, method: str, path: str, body: bytes, token: str = "") -> bytes:
        """Return the body of a response that must be a success."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        answer = self.http.request(method, path, content=body, headers=headers)
        good(answer)
        return answer.content


@pytest.mark.long
def test_the_client_plays_every_game_to_its_end(seed: int) -> None:
    """The rules refuse no action, even when the supply runs low."""
    ends: Counter[str] = Counter()
    for number in range(150):
        table = started(secret=f"{seed} {number}".encode().ljust(32)[:32])
        direct = Direct(table)
        created = Created(Created.Id("direct"), Created.Tokens(("0", "1")))
        game = msgspec.json.decode(msgspec.json.encode(direct.game()), type=Game)
        player = Player(direct, created, game, seed=number)
        asyncio.run(_to_the_end(player))
        assert table.game.status == "over"
        ends[table.game.outcome.reason] += 1
    print(f"games that ended: {dict(ends)}")
    assert len(ends) > 1


@pytest.mark.long
def test_the_client_plays_a_whole_game_over_http(tmp_path: Path) -> None:
    """The client plays from the opening of the game to its last action."""

    async def play(http: httpx.Client) -> str:
        player = await Player.sit_down(Asked(http), seed=1)
        await _to_the_end(player)
        return player.id

    with TestClient(create_app(settings_of(tmp_path / "data"))) as http:
        game = asyncio.run(play(http))
        assert good(http.get(f"/v1/games/{game}"))["status"] == "over"


async def _to_the_end(player: Player) -> None:
    assert await actions(player, ENOUGH) < ENOUGH
