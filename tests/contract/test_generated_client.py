"""Test that a client generated from the committed document, with a public generator, can play."""

import importlib
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.contract.test_document import COMMITTED
from tests.support.servers.commands import run

NAME = "generated_client"

SETTINGS = """\
package_name_override: generated_client
post_hooks: []
content_type_overrides:
  application/x-ndjson: application/octet-stream
  image/svg+xml: text/plain
  text/plain: application/octet-stream
"""

WAIT_SECONDS_MAX = 30


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the generated package; a warning of the generator is an error."""
    return generated_from(COMMITTED, tmp_path_factory.mktemp("generated"))


def generated_from(document: Path, folder: Path) -> Path:
    """Return the folder with the package generated from a document."""
    settings = folder / "settings.yml"
    settings.write_text(SETTINGS)
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning"]
    command += ["--path", str(document), "--config", str(settings), "--meta", "none"]
    done = subprocess.run(
        [*command, "--output-path", str(folder / NAME)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture
def generated_of_teg(tmp_path: Path) -> Iterator[Path]:
    """Return the folder of the package generated from the document of TEG."""
    document = tmp_path / "teg.json"
    document.write_text(run("openapi", "--ruleset", "teg").stdout)
    others = {name: sys.modules.pop(name) for name in [*sys.modules] if name.startswith(NAME)}
    yield generated_from(document, tmp_path)
    for name in [name for name in sys.modules if name.startswith(NAME)]:
        del sys.modules[name]
    sys.modules.update(others)


class Client:
    """The generated package, with a function per operation, using the service in this process."""

    def __init__(self, http: TestClient[Any]) -> None:
        self.models = importlib.import_module(f"{NAME}.models")
        self._client = importlib.import_module(f"{NAME}.client")
        self._http = http

    def call(self, operation: str, *path: Any, token: str = "", **asked: Any) -> Any:
        """Call an operation (``games.get_game``) and return its typed answer."""
        function = importlib.import_module(f"{NAME}.api.{operation}").sync
        settings = {"base_url": "", "raise_on_unexpected_status": True}
        if token:
            client = self._client.AuthenticatedClient(token=token, **settings)
            self._http.headers["Authorization"] = f"Bearer {token}"
        else:
            client = self._client.Client(**settings)
            self._http.headers.pop("Authorization", None)
        client.set_httpx_client(self._http)
        return function(*path, client=client, **asked)


@pytest.mark.long
def test_a_generated_client_plays_a_whole_game(
    generated: Path, http: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It plays against the house, from opening the game to the last event, with its own types."""
    monkeypatch.syspath_prepend(str(generated))
    client = Client(http)
    models = client.models
    asked = models.CarolusMagnusCreateGameRequest(
        ruleset="carolus-magnus", options=models.CarolusMagnusOptions(players=2)
    )
    created = client.call("games.create_game", body=asked)
    assert isinstance(created, models.GameCreated)
    game, tokens = created.game.id, created.tokens
    me = tokens.seats[0]
    sit = models.TakeSeatRequest(name="Anna", entropy="00ff")
    client.call("seats.take_seat", game, 0, token=me, body=sit)
    bot = models.TakeSeatRequest(bot="greedy")
    client.call("seats.take_seat", game, 1, token=tokens.creator, body=bot)
    random = Random(1)
    kinds = set()
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while (now := client.call("games.get_game", game)).status == models.Status.RUNNING:
        assert time.monotonic() < deadline, "the house does not play"
        if now.awaits[0].seat != 0:
            time.sleep(0.005)
            continue
        legal = client.call("actions.list_legal_actions", game, token=me, limit=20)
        action = random.choice(legal.actions)
        done = client.call(
            "actions.take_actions",
            game,
            token=me,
            body=models.TakeActionsRequest(actions=[action]),
            if_match=f'"{now.version}"',
        )
        assert isinstance(done, models.CarolusMagnusActionsTaken), done
        kinds.add(type(action).__name__)
    assert {"CarolusMagnusChooseDisc", "CarolusMagnusPlacePaladins"} <= kinds
    assert now.outcome.winners
    page = client.call("events.list_events", game)
    assert len(page.events) == now.version
    assert isinstance(page.events[0], models.GameOpened)
    assert isinstance(page.events[-1], models.SecretRevealed)
    late = models.TakeActionsRequest(actions=[models.Resign(type_="resign")])
    refused = client.call("actions.take_actions", game, token=me, body=late)
    assert isinstance(refused, models.Problem)
    assert (refused.rule, refused.status) == ("TB-ACT-2", 409)
    checked = client.call(
        "checker.check_carolus_magnus_actions",
        body=models.CarolusMagnusCheckActionsRequest(position=now.position),
    )
    assert isinstance(checked, models.CarolusMagnusPositionVerdict)
    assert checked.legal


@pytest.mark.long
def test_a_client_of_one_ruleset_plays_it(
    generated_of_teg: Path, http: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The document of a ruleset is enough to play it, from the first seat to the outcome."""
    monkeypatch.syspath_prepend(str(generated_of_teg))
    client = Client(http)
    models = client.models
    asked = models.TegCreateGameRequest(ruleset="teg", options=models.TegOptions(players=2))
    created = client.call("games.create_game", body=asked)
    game, tokens = created.game.id, created.tokens.seats
    for seat, token in enumerate(tokens):
        client.call("seats.take_seat", game, seat, token=token, body=models.TakeSeatRequest())
    random = Random(1)
    for _ in range(60):
        due = client.call("games.get_game", game).awaits[0].seat
        legal = client.call("actions.list_legal_actions", game, token=tokens[due])
        assert isinstance(legal, models.TegLegalActions)
        body = models.TegTakeActionsRequest(actions=[random.choice(legal.actions)])
        done = client.call("actions.take_actions", game, token=tokens[due], body=body)
        assert isinstance(done, models.TegActionsTaken), done
    last = models.TegTakeActionsRequest(actions=[models.Resign(type_="resign")])
    done = client.call("actions.take_actions", game, token=tokens[0], body=last)
    assert isinstance(done.game.outcome, models.TegOutcome)
    page = client.call("games.list_games", ruleset="teg")
    assert game in [one.id for one in page.games]
