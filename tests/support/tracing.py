"""Thousands of games show no line of code that a few did not: they are played untraced.

Measuring coverage makes play several times slower, so the long tests switch it off for themselves.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def untraced() -> Iterator[None]:
    """Run a block, and the threads that it starts, without the tracer of coverage or a debugger."""
    tracer, of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        threading.settrace(of_threads)
        sys.settrace(tracer)
