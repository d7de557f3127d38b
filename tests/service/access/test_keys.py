"""The service key and tokens, and what the database stores of them."""

import os
import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from domain.table.actions import TakeSeat
from domain.table.game import TABLE
from service.access.game_keys import (
    GAME_ID_PATTERN,
    KEY_BYTES,
    KEY_FILE,
    Keys,
    Vault,
    locked,
    role_of,
    service_key,
)
from service.access.policy import OPEN
from service.access.secret_files import BadKey
from service.runtime.fingerprints import fingerprint
from service.storage.address import FILE_NAME
from tests.support.games.table import RULES
from tests.support.storage.stores import handler_of, run, sqlite


def test_the_key_is_created_once_and_private_to_its_owner(tmp_path: Path) -> None:
    """32 random bytes in a file of mode 0600, and no other file."""
    before = os.umask(0)
    try:
        key = service_key(tmp_path)
    finally:
        os.umask(before)
    file = tmp_path / KEY_FILE
    assert file.read_bytes() == key
    assert len(key) == KEY_BYTES
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == [KEY_FILE]
    assert service_key(tmp_path) == key


@pytest.mark.parametrize("found", [b"", b"short", bytes(KEY_BYTES + 1)])
def test_a_damaged_key_is_not_used(tmp_path: Path, found: bytes) -> None:
    """For a partial or foreign file, the error names it and leaves it unchanged."""
    file = tmp_path / KEY_FILE
    file.write_bytes(found)
    with pytest.raises(BadKey, match=KEY_FILE):
        service_key(tmp_path)
    assert file.read_bytes() == found


def test_many_threads_agree_on_a_key(tmp_path: Path) -> None:
    """The first one creates it; none ever sees another key or a partial one."""
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        with ThreadPoolExecutor(8) as threads:
            keys = set(threads.map(service_key, [folder] * 8))
        assert len(keys) == 1


@pytest.mark.process
def test_two_processes_that_start_together_agree_on_a_key(tmp_path: Path) -> None:
    """Each prints its key; both start at the same moment."""
    script = (
        "import sys, pathlib; from service.access.game_keys import service_key; "
        "sys.stdin.read(1); print(service_key(pathlib.Path(sys.argv[1])).hex())"
    )
    root = Path(__file__).parents[3]
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=root,
            text=True,
        )
        for _ in range(2)
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("!")
        process.stdin.flush()
    printed = [process.communicate(timeout=60)[0].strip() for process in started]
    assert printed[0] == printed[1] == (tmp_path / KEY_FILE).read_bytes().hex()


def test_each_token_has_exactly_one_role() -> None:
    """All tokens differ, also between games and services."""
    tokens = Keys(bytes(32)).tokens("game", 4)
    vault = locked(bytes(32), tokens, OPEN)
    assert role_of(vault, tokens.creator) == "creator"
    assert [role_of(vault, token) for token in tokens.seats] == [0, 1, 2, 3]
    others = [Keys(bytes(32)).tokens("other", 4), Keys(b"\1" * 32).tokens("game", 4)]
    for other in others:
        for token in (other.creator, *other.seats):
            assert role_of(vault, token) is None
    for wrong in ("", "seat0_", vault.creator, vault.seats[0], tokens.creator[:-1], "ñ"):
        assert role_of(vault, wrong) is None


def test_tokens_stay_valid_after_a_new_service_key() -> None:
    """The hashes in the vault decide, so a lost key file locks no one out."""
    tokens = Keys(bytes(32)).tokens("game", 2)
    vault = Vault("", fingerprint(tokens.creator), tuple(map(fingerprint, tokens.seats)))
    assert role_of(vault, tokens.seats[1]) == 1


def test_ids_and_secrets_are_random() -> None:
    """80 and 256 bits from the random source of the machine."""
    keys = Keys(bytes(32))
    ids = {keys.game_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(one) == 16 and one.isascii() and one.isalnum() for one in ids)
    assert all(re.fullmatch(GAME_ID_PATTERN, one) for one in ids)
    assert len({keys.secret() for _ in range(1000)}) == 1000
    seeded = [Keys(bytes(32), Random(1).randbytes).game_id() for _ in range(2)]
    assert seeded[0] == seeded[1]


def test_the_database_contains_no_token(tmp_path: Path) -> None:
    """Not in any file of the data folder; only the hashes are there."""
    tokens: list[str] = []
    with sqlite(tmp_path) as log:
        handler = handler_of(log)

        async def scene() -> None:
            for players in (2, 3, 4):
                opened = await handler.open(RULES, RULES.options_type(players=players), None)
                tokens.extend((opened.tokens.creator, *opened.tokens.seats))
                seats = [TakeSeat(seat, bot="random") for seat in range(players)]
                await handler.perform(opened.stored.game.id, TABLE, seats)

        run(scene())
        files = _bytes_of(tmp_path)
        assert len(tokens) == 12
        assert all(fingerprint(token).encode() in files for token in tokens)
    files += _bytes_of(tmp_path)
    assert FILE_NAME in [file.name for file in tmp_path.iterdir()]
    for token in tokens:
        kind, _, secret = token.partition("_")
        assert kind in {"creator", "seat0", "seat1", "seat2", "seat3"}
        assert len(secret) == 43
        assert secret.encode() not in files


def _bytes_of(folder: Path) -> bytes:
    """Return the bytes of all files, including SQLite's write-ahead log."""
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))
