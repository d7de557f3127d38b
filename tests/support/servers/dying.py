"""Lets a process of ``carolus witness`` kill itself before it answers.

``CAROLUS_TEST_DIES`` says where: ``before`` the row of moment 2, or of a checkpoint of 4 leaves, is
written, or ``between`` the row and the mark.
"""

import os
import signal
from typing import Any

from service.witness.table import Table

PLACES = ("before", "between")

_write = Table._write
_settle = Table._settle


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _dying(table: Table, command: str, values: dict[str, Any]) -> None:
    if values.get("moment") == 2 or values.get("size") == 4:
        if os.environ["CAROLUS_TEST_DIES"] == "before":
            _die()
        serial = table._serial

        def settle(one: Table) -> None:
            if one._serial > serial:
                _die()
            _settle(one)

        Table._settle = settle  # type: ignore[method-assign,assignment] # only in this process
    _write(table, command, values)


def install() -> None:
    """Alter this process, which has not started the witness yet."""
    Table._write = _dying  # type: ignore[method-assign,assignment] # only in this process
