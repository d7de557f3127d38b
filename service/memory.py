"""The garbage collector of a process that works for long."""

import gc


def settle_memory() -> None:
    """Spare the garbage collector what stays for ever; call it once, when all is set up.

    Without it half the time of a request went into looking through the objects of the libraries.
    What work leaves behind is freed by counting references; cycles are rare and can wait.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
