"""Logging: one line per event, to standard error.

Tracebacks do not show the values of variables, which may be tokens or the secrets of dice. Lines
logged while a request is being answered contain its id.
"""

import asyncio
import atexit
import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal, TypeAlias, cast

import msgspec
import structlog

from service.runtime.exchange import CURRENT

Format: TypeAlias = Literal["console", "json"]
LogEntry: TypeAlias = MutableMapping[str, Any]
Renderer: TypeAlias = Callable[[Any, str, LogEntry], bytes]

_JSON: Final = msgspec.json.Encoder(enc_hook=str)


def configure_logs(form: Format, level: str) -> None:
    """Configure structlog to write text or JSON; call this once, before the first line.

    Messages that libraries write with ``logging`` take the same route, from warnings up.
    """
    before: list[Any] = [
        structlog.contextvars.merge_contextvars,
        _with_request_id,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if form == "json":
        before.append(structlog.processors.format_exc_info)
    # A process that was started without standard error has None instead.
    errors = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end
    renderer = _as_json if form == "json" else _for_people(colors=errors.isatty())
    least = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(least),
        processors=[*before, renderer],
        logger_factory=structlog.BytesLoggerFactory(cast(BinaryIO, _Gathered(errors.buffer))),
    )
    _take_in_logging(before, renderer, max(least, logging.WARNING))


class _Gathered:
    """A file that writes the lines of one turn of the event loop together.

    A thread without a loop writes at once (ADR 34). If the file cannot be written, because the disk
    is full or its reader is gone, lines are lost, but no request fails.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._lines: list[bytes] = []
        self._lock = threading.Lock()
        self._waits_for: asyncio.AbstractEventLoop | None = None
        atexit.register(self._write)

    def write(self, line: bytes) -> int:
        """Buffer a line."""
        with self._lock:
            self._lines.append(line)
        return len(line)

    def flush(self) -> None:
        """Write the buffered lines, at the latest after this turn of the loop."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._write()
        else:
            if self._waits_for is not loop:
                self._waits_for = loop
                loop.call_soon(self._write)

    def _write(self) -> None:
        self._waits_for = None
        with self._lock:
            lines, self._lines = self._lines, []
            if lines:
                with contextlib.suppress(OSError, ValueError):  # ValueError: the file is closed
                    self._file.write(b"".join(lines))
                    self._file.flush()


def _take_in_logging(before: list[Any], renderer: Renderer, least: int) -> None:
    def as_str(logger: Any, name: str, event: LogEntry) -> str:
        return renderer(logger, name, event).decode()

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*before, structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, as_str],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(least)


def _with_request_id(logger: Any, name: str, event: LogEntry) -> LogEntry:
    exchange = CURRENT.get()
    if exchange is not None:
        event.setdefault("request_id", exchange.id)
        if exchange.trace:
            event.setdefault("trace_id", exchange.trace.split("-")[1])
    return event


def _as_json(logger: Any, name: str, event: LogEntry) -> bytes:
    return _JSON.encode(event)


def _for_people(*, colors: bool) -> Renderer:
    console = structlog.dev.ConsoleRenderer(
        colors=colors, exception_formatter=structlog.dev.plain_traceback
    )
    return lambda *event: console(*event).encode("utf-8", "replace")
