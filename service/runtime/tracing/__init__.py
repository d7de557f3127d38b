"""Spans of what takes time, for whoever collects traces (OpenTelemetry).

While traces are off, nothing of the library is imported and a span is nothing. A process has one
collector; whoever waits for something says so with ``span`` and knows no more of it.
"""

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from litestar.types import HTTPScope

    from service.runtime.exchange import Exchange


class NotInstalled(RuntimeError):
    """Traces are set, and the libraries for them are missing."""


class Tracing(Protocol):
    """Where spans go."""

    def span(self, name: str) -> AbstractContextManager[object]:
        """Return a span within the present one."""
        ...

    def of_request(
        self, scope: "HTTPScope", exchange: "Exchange"
    ) -> AbstractContextManager[object]:
        """Return the span of a request, within that of the caller if it has told of one."""
        ...

    def stop(self) -> None:
        """Send what has not been sent, if that can be done soon."""
        ...


class _Off:
    """Traces that nobody collects."""

    _NOTHING: Final = nullcontext()

    def span(self, name: str) -> AbstractContextManager[object]:
        return self._NOTHING

    def of_request(
        self, scope: "HTTPScope", exchange: "Exchange"
    ) -> AbstractContextManager[object]:
        return self._NOTHING

    def stop(self) -> None:
        pass


OFF: Final[Tracing] = _Off()
_active: Tracing = OFF


def start(collector: str) -> None:
    """Send spans to a collector at this address (OTLP over HTTP); without one, to nobody.

    Raises NotInstalled.
    """
    global _active  # noqa: PLW0603 - one for the process, as the library has it
    if not collector:
        _active = OFF
        return
    try:
        from service.runtime.tracing.otlp import Otlp  # noqa: PLC0415 - only where traces are on
    except ImportError as missing:
        raise NotInstalled(
            "CAROLUS_TRACES needs libraries that are not there: pip install 'carolus[traces]'"
        ) from missing
    _active = Otlp(collector)


def active() -> Tracing:
    """Return where spans go now."""
    return _active


def span(name: str) -> AbstractContextManager[object]:
    """Return a span of this name; time and failure are noted when its block ends."""
    return _active.span(name)


def stop() -> None:
    """Send what has not been sent, and no more after it."""
    global _active  # noqa: PLW0603 - as above
    _active.stop()
    _active = OFF
