"""``carolus serve`` prints its address, and stops on a signal."""

import re
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from tests.support.http.plain import plain_request
from tests.support.run.long import long_after
from tests.support.servers.commands import run
from tests.support.servers.terminal import CAROLUS


@pytest.mark.process
@pytest.mark.parametrize("stop_signal", long_after(1, [signal.SIGINT, signal.SIGTERM]))
def test_serve_prints_its_address_and_stops_on_a_signal(
    stop_signal: signal.Signals, folder: Path, carolus: str
) -> None:
    """One of the two stops the real program."""
    program = CAROLUS if stop_signal is signal.SIGINT else carolus
    with subprocess.Popen(
        [program, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as service:
        assert service.stdout is not None
        assert service.stderr is not None
        try:
            line = service.stderr.readline()
            where = re.fullmatch(
                r"Carolus is at (http://127\.0\.0\.1:\d+)/ \(documentation: \1/schema\), its data "
                rf"in {re.escape(str(folder))}\. Press Ctrl-C to stop\.\n",
                line,
            )
            assert where is not None, line
            assert plain_request("GET", f"{where[1]}/healthz").status_code == 200
            taken = run("serve", "--port", where[1].rpartition(":")[2])
            assert taken.exit_code == 1
            assert taken.stderr.endswith(
                "already in use; use --port to choose another port, or `make serve PORT=8080`\n"
            )
            service.send_signal(stop_signal)
            assert service.wait(30) == 0
            assert service.stdout.read() + service.stderr.read() == ""
        finally:
            service.kill()


def test_serve_on_an_invalid_address(folder: Path) -> None:
    result = run("serve", "--host", "999.1.1.1")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: cannot listen on 999.1.1.1, port 8000: ")


def test_serve_checks_the_port_before_it_creates_files(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        assert run("serve", "--port", str(other.getsockname()[1])).exit_code == 1
    assert not folder.exists()


@pytest.mark.long
@pytest.mark.process
def test_a_sandbox_leaves_nothing_behind(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, carolus: str
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with subprocess.Popen(
        [carolus, "serve", "--sandbox", "--port", "0"], stderr=subprocess.PIPE, text=True
    ) as service:
        assert service.stderr is not None
        try:
            line = service.stderr.readline()
            where = re.search(r"at (http://127\.0\.0\.1:\d+)/ .* data in (\S+)\. ", line)
            assert where is not None, line
            assert "no game counts" in line
            assert Path(where[2]).parent == tmp_path
            answer = plain_request("GET", f"{where[1]}/healthz")
            assert answer.headers["carolus-sandbox-seed"] == "carolus"
            assert "date" not in answer.headers
            service.send_signal(signal.SIGTERM)
            assert service.wait(30) == 0
        finally:
            service.kill()
    assert not Path(where[2]).exists()
    assert not folder.exists()


@pytest.mark.long
@pytest.mark.process
def test_an_exposed_sandbox_answers_at_other_addresses(folder: Path, carolus: str) -> None:
    """It is still a sandbox, and says so; only the address is allowed."""
    host = ("--host", "0.0.0.0", "--port", "0")  # noqa: S104 - what the option is for
    command = [carolus, "serve", "--sandbox", "--expose-sandbox", *host]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as service:
        assert service.stderr is not None
        try:
            line = service.stderr.readline()
            where = re.search(r"at http://0\.0\.0\.0:(\d+)/ .* no game counts", line)
            assert where is not None, line
            for reached in ("127.0.0.1", _address_of_this_machine()):
                answer = plain_request("GET", f"http://{reached}:{where[1]}/healthz")
                assert answer.status_code == 200
                assert answer.headers["carolus-sandbox-seed"] == "carolus"
            service.send_signal(signal.SIGTERM)
            assert service.wait(30) == 0
        finally:
            service.kill()


def _address_of_this_machine() -> str:
    """Return the address at which other machines reach this one; loopback without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # chooses a route, and sends nothing
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
