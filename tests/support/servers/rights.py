"""Drops root's special rights in a process that a test starts."""

import ctypes
import os

_DROP_FROM_BOUNDING_SET = 24
_OVERRIDE_PERMISSIONS, _READ_AND_SEARCH_ANYTHING = 1, 2


def without_roots_rights() -> None:
    """Make root obey file permissions, like any other user.

    Call it in a new process on Linux, before the process executes the program.
    """
    if os.geteuid() == 0:
        for right in (_OVERRIDE_PERMISSIONS, _READ_AND_SEARCH_ANYTHING):
            assert ctypes.CDLL(None).prctl(_DROP_FROM_BOUNDING_SET, right, 0, 0, 0) == 0
