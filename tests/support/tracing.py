"""Thousands of games show no line of code that a few did not: they are played untraced.

Measuring coverage makes play several times slower, so the long tests switch it off for themselves.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def untraced() -> Iterator[None]:
    """Run a block without the tracer of coverage or a debugger, if there is one."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)
