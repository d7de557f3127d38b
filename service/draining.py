"""The time between being told to stop and stopping."""


class Stopping(Exception):
    """This worker was told to stop; others should be asked."""


class Draining:
    """Whether this worker was told to stop: it still answers, and asks for no more requests."""

    def __init__(self) -> None:
        self.began = False

    def begin(self) -> None:
        """Say from now on that others should be asked."""
        self.began = True
