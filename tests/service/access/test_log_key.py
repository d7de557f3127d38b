"""The service key of a log: recorded at the first start, and required of every later worker."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from service.access.game_keys import KEY_FILE, service_key
from service.access.log_key import AnotherKey, adopt_key, key_of_log
from service.cli import main
from service.settings import Settings
from tests.support.storage.stores import OpenStore, on_both_engines


def test_every_worker_must_have_the_key_of_the_log(store: OpenStore, tmp_path: Path) -> None:
    """The first worker creates it. Workers with a copy start; workers with another key do not."""
    one, other = tmp_path / "one", tmp_path / "other"
    with store() as log:
        key = key_of_log(one, log)
        assert key == service_key(one)
        assert key_of_log(one, log) == key
    with store() as log:
        with pytest.raises(AnotherKey, match=f"{KEY_FILE} is missing"):
            key_of_log(other, log)
        assert not (other / KEY_FILE).exists(), "a worker must not create another key"
        (other / KEY_FILE).write_bytes(bytes(32))
        with pytest.raises(AnotherKey, match="is not the key of this log"):
            key_of_log(other, log)
        (other / KEY_FILE).write_bytes(key)
        assert key_of_log(other, log) == key


def test_a_log_without_a_key_adopts_the_existing_one(store: OpenStore, tmp_path: Path) -> None:
    """Data folders of earlier versions already have one."""
    key = service_key(tmp_path)
    with store() as log:
        assert key_of_log(tmp_path, log) == key


@on_both_engines
def test_only_one_of_several_starting_workers_sets_the_key(
    store: OpenStore, tmp_path: Path
) -> None:
    """Each has its own folder; the others refuse to start with their own key."""
    together = threading.Barrier(4)

    def begin(number: int) -> bytes | None:
        with store() as log:
            together.wait(30)
            try:
                return key_of_log(tmp_path / str(number), log)
            except AnotherKey:
                return None

    with ThreadPoolExecutor(4) as threads:
        keys = list(threads.map(begin, range(4)))
    assert sorted(key is None for key in keys) == [False, True, True, True]


@on_both_engines
def test_a_lost_key_is_replaced(store: OpenStore, tmp_path: Path) -> None:
    """The log can adopt new keys any number of times; the old one is then refused."""
    old, new = tmp_path / "old", tmp_path / "new"
    with store() as log:
        key_of_log(old, log)
        assert adopt_key(new, log)
        assert not adopt_key(new, log)
        assert key_of_log(new, log) == service_key(new)
        with pytest.raises(AnotherKey):
            key_of_log(old, log)
        assert adopt_key(old, log)
        assert key_of_log(old, log) == service_key(old)


def test_the_log_does_not_store_the_key(store: OpenStore, tmp_path: Path) -> None:
    """Its note does not reveal the key, and is not a game."""
    with store() as log:
        key = key_of_log(tmp_path, log)
        times, noted = log.key()
        assert times == 1
        assert len(noted) == 64
        assert key.hex() not in noted
        assert [one.stream for one in log.notices(0, 10)] == ["service/key"]


def test_the_commands_say_what_to_do(at: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line names the folder and a command that solves the problem."""
    for variable, value in msgspec.to_builtins(at).items():
        monkeypatch.setenv(variable, str(value))

    def run(*words: str) -> str:
        result = CliRunner().invoke(main, words)
        assert result.exit_code == (1 if result.stderr.startswith("Error") else 0)
        return result.output

    assert "1 game" in run("simulate", "1")
    (at.folder / KEY_FILE).unlink()
    said = run("simulate", "1")
    assert said.startswith(f"Error: the data folder {at.folder} cannot be used: {KEY_FILE} is ")
    assert "`carolus keys adopt`" in said
    assert said.count("\n") == 1
    assert run("keys", "adopt").endswith("is now the key of the log\n")
    assert run("keys", "adopt").endswith("was the key of the log already\n")
    assert "1 game" in run("simulate", "1")
