"""The garbage collector, of a process that starts and of one that works for long."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def setting_up() -> Iterator[None]:
    """Do without the garbage collector in this block, which makes what stays (ADR 34)."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def settle_memory() -> None:
    """Spare the garbage collector what stays for ever; call it once, when all is set up.

    What work leaves behind is freed by counting references; cycles are rare and can wait (ADR 34).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
