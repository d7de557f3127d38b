"""Thousands of games show no line of code that a few did not: they are played untraced.

Measuring coverage makes play several times slower, so the long tests switch it off for themselves.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def untraced(*, threads: bool = True) -> Iterator[None]:
    """Run a block without the tracer of coverage or a debugger.

    The threads that it starts are not traced either, unless they are excepted.
    """
    tracer, of_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    if threads:
        threading.settrace(None)
    try:
        yield
    finally:
        threading.settrace(of_threads)
        sys.settrace(tracer)
