"""What root may do that others may not, given up for a process that a test starts."""

import ctypes
import os

_DROP_FROM_BOUNDING_SET = 24
_OVERRIDE_PERMISSIONS, _READ_AND_SEARCH_ANYTHING = 1, 2


def without_roots_rights() -> None:
    """Make root obey the permissions of files, as everybody else does.

    To be called in a new process on Linux, before it becomes the program that is to obey.
    """
    if os.geteuid() == 0:
        for right in (_OVERRIDE_PERMISSIONS, _READ_AND_SEARCH_ANYTHING):
            assert ctypes.CDLL(None).prctl(_DROP_FROM_BOUNDING_SET, right, 0, 0, 0) == 0
