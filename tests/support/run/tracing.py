"""Play games untraced: thousands of games cover no more lines than a few do.

Measuring coverage makes play several times slower, so the long tests switch it off.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def untraced(*, threads: bool = True) -> Iterator[None]:
    """Run a block without the tracer of coverage or a debugger.

    Threads that the block starts are not traced either, unless ``threads`` is false.
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
