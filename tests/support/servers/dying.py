"""``carolus witness`` in a process that kills itself between writing a row and answering.

    python tests/support/servers/dying.py witness …

``CAROLUS_TEST_DIES`` says where: ``before`` the row of moment 2 is written, ``between`` the row and
the mark, or ``after`` both.
"""

import os
import signal

from service.cli import main
from service.witness.table import Row, Table

PLACES = ("before", "between", "after")

_add = Table.add
_settle = Table._settle


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _dying(table: Table, row: Row) -> None:
    place = os.environ["CAROLUS_TEST_DIES"]
    if row.given.moment != 2:
        _add(table, row)
        return
    if place == "before":
        _die()
    if place == "between":
        serial = table._serial

        def settle(one: Table) -> None:
            if one._serial > serial:
                _die()
            _settle(one)

        Table._settle = settle  # type: ignore[method-assign] # only in this process
    _add(table, row)
    _die()


if __name__ == "__main__":
    Table.add = _dying  # type: ignore[method-assign] # only in this process
    main()
