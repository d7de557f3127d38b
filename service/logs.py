"""How the service writes its own diary: one line an event, to standard error.

A traceback shows no values of variables: they hold tokens, and the secrets of dice.
"""

import sys

import structlog


def configure_logs() -> None:
    """Let structlog write plain lines; call it once, before the first line."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
