"""Reports each failure as it happens, so an interrupted run has named all failures so far."""

import pytest


class Failures:
    """A plugin for the process that talks to the terminal."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    @pytest.hookimpl(trylast=True)  # after the test's progress letter
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write which test failed, and why, on its own line."""
        terminal: pytest.TerminalReporter | None = self._config.pluginmanager.getplugin(
            "terminalreporter"
        )
        if terminal is not None and report.failed:
            terminal.ensure_newline()
            if self._config.get_terminal_writer().width_of_current_line:
                terminal.write("\n")
            terminal.write_line(line_of(report), red=True)
            terminal.flush()  # pipes and files are buffered


def line_of(report: pytest.TestReport) -> str:
    """Return the line that reports a failure."""
    what = f"ERROR in {report.when} of" if report.when in {"setup", "teardown"} else "FAILED"
    crash = getattr(report.longrepr, "reprcrash", None)
    reason = str(report.longrepr if crash is None else crash.message)
    return f"{what} {report.nodeid} - {next(iter(reason.strip().splitlines()), '')}"
