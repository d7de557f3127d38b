"""Tracing with OpenTelemetry: spans for operations that take time.

While tracing is off, the library is not imported and spans do nothing. A process has one collector;
code that waits for something wraps the wait in ``span``.
"""

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from litestar.types import HTTPScope

    from service.runtime.exchange import Exchange


class NotInstalled(RuntimeError):
    """Tracing is configured, but its libraries are not installed."""


class Tracing(Protocol):
    """The destination of spans."""

    def span(self, name: str) -> AbstractContextManager[object]:
        """Return a child of the current span."""
        ...

    def of_request(
        self, scope: "HTTPScope", exchange: "Exchange"
    ) -> AbstractContextManager[object]:
        """Return the span of a request, a child of the caller's span if the request names one."""
        ...

    def stop(self) -> None:
        """Send pending spans, if that is possible soon."""
        ...


class _Off:
    """Tracing that is off."""

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
    """Send spans to a collector at this address (OTLP over HTTP); turn tracing off if it is empty.

    Raises NotInstalled.
    """
    global _active  # noqa: PLW0603 - one per process, as in the library
    if not collector:
        _active = OFF
        return
    try:
        from service.runtime.tracing.otlp import Otlp  # noqa: PLC0415 - only where traces are on
    except ImportError as missing:
        raise NotInstalled(
            "CAROLUS_TRACES needs libraries that are not installed: pip install 'carolus[traces]'"
        ) from missing
    _active = Otlp(collector)


def active() -> Tracing:
    """Return the current destination of spans."""
    return _active


def span(name: str) -> AbstractContextManager[object]:
    """Return a span of this name, which records duration and failure of its block."""
    return _active.span(name)


def stop() -> None:
    """Send pending spans, and turn tracing off."""
    global _active  # noqa: PLW0603 - as above
    _active.stop()
    _active = OFF
