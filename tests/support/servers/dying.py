"""``carolus witness`` in a process that kills itself before it answers.

    python tests/support/servers/dying.py witness …

``CAROLUS_TEST_DIES`` says where: ``before`` the row of moment 2 is written, or ``between`` the row
and the mark.
"""

import os
import signal

from service.cli import main
from service.witness.table import GivenRow, Table

PLACES = ("before", "between")

_add = Table.add
_settle = Table._settle


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _dying(table: Table, row: GivenRow) -> None:
    if row.given.moment == 2:
        if os.environ["CAROLUS_TEST_DIES"] == "before":
            _die()
        serial = table._serial

        def settle(one: Table) -> None:
            if one._serial > serial:
                _die()
            _settle(one)

        Table._settle = settle  # type: ignore[method-assign,assignment] # only in this process
    _add(table, row)


if __name__ == "__main__":
    Table.add = _dying  # type: ignore[method-assign,assignment] # only in this process
    main()
