"""Tuning of the garbage collector, at startup and for long-running processes."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def setting_up() -> Iterator[None]:
    """Disable the garbage collector in this block, which creates permanent objects (ADR 34)."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def settle_memory() -> None:
    """Exempt permanent objects from garbage collection; call this once, after startup.

    Reference counting frees most temporary objects; cycles are rare and can wait (ADR 34).
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
