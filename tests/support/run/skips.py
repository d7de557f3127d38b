"""Skips: a machine that lacks something may leave tests out, but CI may not."""

import os
from collections.abc import Generator

import pytest


class NoSkips:
    """A plugin that turns each skipped test into a failure."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Report the reason why the test was skipped as its failure."""
        report = yield
        if report.skipped:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
            report.outcome = "failed"
            report.longrepr = f"CI may not skip a test: {reason}"
        return report


def in_ci() -> bool:
    """Return whether CI runs the tests, as its variable says."""
    return os.environ.get("CI", "").lower() in {"1", "true"}
