"""Drops root's special rights in a process that a test starts."""

import ctypes
import os
import struct

_DROP_FROM_BOUNDING_SET = 24
_OVERRIDE_PERMISSIONS, _READ_AND_SEARCH_ANYTHING = 1, 2
_VERSION_3 = 0x20080522
"""Of the structures of capget(2)."""


def without_roots_rights() -> None:
    """Make root obey file permissions, like any other user, on Linux.

    Call it in a new process: the process obeys, and so does any program that it executes.
    """
    if os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None)
    dropped = 0
    for right in (_OVERRIDE_PERMISSIONS, _READ_AND_SEARCH_ANYTHING):
        assert libc.prctl(_DROP_FROM_BOUNDING_SET, right, 0, 0, 0) == 0
        dropped |= 1 << right
    header = struct.pack("Ii", _VERSION_3, 0)
    data = ctypes.create_string_buffer(24)
    assert libc.capget(header, data) == 0
    effective, permitted, *rest = struct.unpack("6I", data.raw)
    data.raw = struct.pack("6I", effective & ~dropped, permitted & ~dropped, *rest)
    assert libc.capset(header, data) == 0
