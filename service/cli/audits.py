"""What the commands share that audit archives: processes, and how they end if they cannot go on."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

import click

from service.archives.summary import AuditSummary, Count


class _NotDone(click.ClickException):
    """The audit did not finish, so it says nothing about the records."""

    exit_code = 2


@contextmanager
def failures_as_errors() -> Iterator[None]:
    """End with status 2 and one line if the audit fails; SIGTERM acts like Ctrl-C."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        raise _NotDone("the audit was interrupted") from None
    except BrokenProcessPool as broken:
        raise _NotDone(
            "the system killed one of the processes, perhaps because memory ran out; "
            "--jobs 1 needs the least"
        ) from broken
    except BrokenPipeError:
        raise  # the reader of standard output has gone
    except OSError as failure:
        raise _NotDone(f"the audit could not finish: {failure}") from failure
    finally:
        signal.signal(signal.SIGTERM, before)


def status_of(summary: AuditSummary, count: Count) -> int:
    """Return the exit status of a command that audited archives."""
    compared = summary.records or summary.statements or summary.tournaments
    if summary.valid and compared:
        return 0
    failed = count.broken or count.proved or count.faults or not count.asked_wrongly
    return 1 if failed and compared else 2


def cores() -> int:
    """Return how many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not everywhere
    return len(affinity(0)) if affinity else os.cpu_count() or 1
