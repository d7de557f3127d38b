"""Test that the bot of the how-to plays games to the end, even when connections break."""

import ast
import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.support.docs import pages
from tests.support.http.client import create, good
from tests.support.http.plain import plain_client, plain_request
from tests.support.run.waiting import until
from tests.support.servers.proxy import Proxy, place_of

PAGE = pages.ROOT / "docs" / "how-to" / "write-a-bot.md"
SECONDS_MAX = 120
LINES_MAX = 90
BROKEN_AT = (15, 35, 55)
"""Versions at which an answer gets lost and every connection breaks."""
ROUNDS_MAX = 8
"""The game ends long after the last of these versions, but much sooner than without a limit."""

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program of the page, word for word."""
    (program,) = [block for block in pages.blocks(PAGE) if block.mark == "bot"]
    assert program.text.count("\n") <= LINES_MAX
    file = tmp_path_factory.mktemp("bot") / "bot.py"
    file.write_text(program.text, encoding="utf-8")
    return file


def started(bot: Path, *arguments: str, **environment: str) -> "subprocess.Popen[str]":
    """Start the bot."""
    return subprocess.Popen(
        [sys.executable, str(bot), *arguments],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def outcome_of(process: "subprocess.Popen[str]") -> object:
    """Return what the bot prints at the end, which must be an outcome."""
    printed, errors = process.communicate(timeout=SECONDS_MAX)
    assert process.returncode == 0, errors
    game, outcome = printed.splitlines()
    assert "/v1/games/" in game
    outcome = ast.literal_eval(outcome)
    assert outcome["winners"]
    return outcome


@pytest.mark.long
def test_the_bot_plays_against_the_house(bot: Path, address: str) -> None:
    """Without arguments it opens a game, and the service has the outcome that it prints."""
    outcome = outcome_of(started(bot, CAROLUS=address))
    (game,) = good(plain_request("GET", f"{address}/v1/games?status=over&limit=1"))["games"]
    assert game["outcome"] == outcome
    assert [seat["name"] for seat in game["seats"]] == ["Random bot", "Alcuin"]
    assert [seat["bot"] for seat in game["seats"]] == [None, "greedy"]


def reached(http: httpx.Client, url: str, version: int) -> bool:
    """Return whether the game has reached this version; poll within the rate limit."""
    time.sleep(0.1)
    return bool(good(http.get(url))["version"] >= version)


def has_lost(line: Proxy, count: int) -> bool:
    """Return whether this many responses got lost."""
    return line.lost >= count


@pytest.mark.long
def test_two_bots_play_each_other_while_connections_break(
    bot: Path, address: str, seed: int
) -> None:
    """Responses get lost and streams break; both bots reconnect and reach the end."""
    with plain_client(address) as http, Proxy(place_of(address), Random(seed)) as line:
        table = create(http, max_rounds=ROUNDS_MAX)
        game = f"{line.url}{table.url}"
        tokens = table.tokens["seats"]
        players = [started(bot, game, str(seat), token) for seat, token in enumerate(tokens)]
        try:
            for number, version in enumerate(BROKEN_AT):
                until(partial(reached, http, table.url, version))
                line.lose(b"POST ", 1)
                until(partial(has_lost, line, number + 1))
                line.lose(b"POST ", 0)
                line.cut()
            first, second = map(outcome_of, players)
        finally:
            for player in players:
                player.kill()
        over = good(http.get(table.url))
    assert over["outcome"] == first == second
