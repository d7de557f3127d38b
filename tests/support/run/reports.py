"""Sends a test process's reports to the process that talks to the terminal, but only some of them.

xdist sends six messages about each test, which takes longer than many of the tests themselves.
"""

from typing import Final

import pytest
from _pytest.runner import runtestprotocol

LONG_SECONDS: Final = 0.1
"""How long a phase takes that ``--durations`` may show."""


class FewReports:
    """A plugin for the test processes of xdist."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Run a test; send neither its start nor a setup and teardown that only passed."""
        for report in runtestprotocol(item, log=False, nextitem=nextitem):
            if report.when == "call" or not report.passed or report.duration >= LONG_SECONDS:
                item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True
