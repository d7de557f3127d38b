"""Tuning of the garbage collector for long-running processes."""

import gc


def settle_memory() -> None:
    """Exempt permanent objects from garbage collection; call this once, after startup.

    Reference counting frees most temporary objects; cycles are rare and can wait (ADR 34).
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
