"""The service's own logs: where a failure happened, and no secrets."""

import asyncio
import io
import json
import logging
from pathlib import Path
from typing import Any

import pytest
import structlog

from service.runtime.exchange import begin
from service.runtime.logs import Format, configure_logs

SECRET = "seat0_a-token-that-nobody-may-read"


def fail(token: str) -> None:
    """Fail with a secret among the local variables."""
    raise ZeroDivisionError(f"a token of {len(token)} letters")


def log_a_failure(form: Format = "console") -> None:
    configure_logs(form, "info")
    try:
        fail(SECRET)
    except ZeroDivisionError:
        structlog.get_logger("test").exception("failed", game="g")


@pytest.mark.parametrize("person", [False, True], ids=["in-a-pipe", "in-a-terminal"])
def test_a_traceback_shows_no_variables(
    person: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: person, raising=False)
    log_a_failure()
    written = capsys.readouterr()
    assert written.out == ""
    assert "failed" in written.err
    assert "in fail" in written.err
    assert "ZeroDivisionError: a token of 34 letters" in written.err
    assert SECRET not in written.err
    assert ("\x1b[" in written.err) == person


def test_json_and_the_logs_of_libraries(capsys: pytest.CaptureFixture[str]) -> None:
    """Each line is an object: our entries, with tracebacks, and warnings of libraries."""
    configure_logs("json", "info")
    structlog.get_logger("test").debug("too small")
    structlog.get_logger("test").info("counted", count=1, path=Path("x"))
    logging.getLogger("library").info("too small")
    logging.getLogger("library").warning("beware of %s", "x")
    log_a_failure("json")
    ours, theirs, failure = map(json.loads, capsys.readouterr().err.splitlines())
    assert (ours["event"], ours["level"], ours["count"], ours["path"]) == (
        "counted",
        "info",
        1,
        "x",
    )
    assert (theirs["event"], theirs["level"]) == ("beware of x", "warning")
    assert theirs["logger"] == "library"
    assert "in fail" in failure["exception"]
    assert SECRET not in json.dumps(failure)


def test_entries_of_a_request_have_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    """So do entries of another thread that works for it. Later entries do not."""
    configure_logs("json", "info")

    async def answer() -> None:
        scope: Any = {"state": {}}
        begin(scope, b"chosen-by-me", "")
        await asyncio.to_thread(structlog.get_logger("test").info, "worked")

    asyncio.run(answer())
    structlog.get_logger("test").info("later")
    worked, later = map(json.loads, capsys.readouterr().err.splitlines())
    assert worked["request_id"] == "chosen-by-me"
    assert "request_id" not in later


def test_lines_of_one_turn_are_written_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """In order, whichever thread writes them. A thread without a loop writes at once."""
    written: list[bytes] = []

    class File(io.BytesIO):
        def write(self, text: Any) -> int:
            written.append(bytes(text))
            return len(text)

    monkeypatch.setattr("sys.stderr", io.TextIOWrapper(File(), "utf-8"))
    configure_logs("json", "info")
    log = structlog.get_logger("test")

    async def two_turns() -> None:
        log.info("one")
        log.info("two")
        assert written == []
        await asyncio.sleep(0)
        assert len(written) == 1
        log.info("three")
        await asyncio.to_thread(log.info, "four")

    asyncio.run(two_turns())
    log.info("five")
    lines = [json.loads(line)["event"] for line in b"".join(written).splitlines()]
    assert lines == ["one", "two", "three", "four", "five"]


def test_a_log_that_cannot_be_written_fails_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.BytesIO):
        def write(self, text: Any) -> int:
            raise OSError("no space left on device")

    monkeypatch.setattr("sys.stderr", io.TextIOWrapper(Full(), "utf-8"))
    configure_logs("json", "info")
    structlog.get_logger("test").info("lost")
