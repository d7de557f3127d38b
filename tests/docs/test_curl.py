"""Test the requests on pages of the reference, word for word, against the service."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.docs import pages
from tests.support.http.client import create, good
from tests.support.http.plain import plain_client

REFERENCE = pages.ROOT / "docs" / "reference"

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed"),
]


def tried(page: str) -> list[str]:
    """Return the blocks of a page that are marked for trying."""
    return [block.text for block in pages.blocks(REFERENCE / page) if block.mark == "tried"]


def printed(commands: str, folder: Path | None = None, **environment: str) -> str:
    """Return what the commands of a block print."""
    return subprocess.run(
        ["sh", "-e", "-c", commands],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout


@pytest.mark.long
def test_an_account_takes_a_seat_and_gets_a_webhook(address: str, tmp_path: Path) -> None:
    """The blocks of a page, in order: an account, the rotation of its token, a seat; a webhook."""
    page = "".join(step.commands.text for step in pages.steps(REFERENCE / "access.md"))
    (call,) = tried("webhooks.md")
    environment = {"CAROLUS": address, "TMPDIR": str(tmp_path)}
    shown = printed(f'{page}printf "\n%s" "$TOKEN"', tmp_path, **environment)
    first, seated, token = shown.splitlines()
    made: dict[str, Any] = json.loads(first)
    assert json.loads(seated)["seats"][0]["player"] == made["player"]["id"]
    assert token != made["secret"]
    # An address instead of a name, because tests look up no names; nothing is sent there.
    here = call.replace("chat.example", "1.1.1.1")
    webhook = json.loads(printed(here, CAROLUS=address, TOKEN=token))
    assert webhook["secret"].startswith("whsec_")


@pytest.mark.long
def test_a_game_is_followed_to_its_end(address: str) -> None:
    """The stream of a finished game ends by itself."""
    (follow,) = tried("live.md")
    with plain_client(address) as http:
        table = create(http)
        good(table.act("creator", {"type": "abort_game"}))
    frames = printed(follow, GAME=f"{address}{table.url}")
    assert "event: game\n" in frames
    assert frames.endswith('event: end\ndata: {"status":"aborted","version":3}\n\n'), frames
