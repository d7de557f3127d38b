"""What the service writes about itself: where it failed, and no secret."""

from collections.abc import Iterator

import pytest
import structlog

from service.logs import configure_logs

SECRET = "seat0_a-token-that-nobody-may-read"


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    structlog.reset_defaults()


def fail(token: str) -> None:
    """Fail with a secret among the variables."""
    raise ZeroDivisionError(f"a token of {len(token)} letters")


def log_a_failure() -> None:
    configure_logs()
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
