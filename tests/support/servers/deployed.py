"""The compose file as plain processes: its commands, settings and proxy, without containers.

Only addresses and ports differ: the tests' own PostgreSQL and Redis replace those of the compose
file, and everything listens on this machine only.
"""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import httpx

from tests.support.http.plain import plain_client, plain_request
from tests.support.run.waiting import until
from tests.support.servers.deploying import DEPLOY, compose, settings_of_image, words_of_image
from tests.support.servers.served import CAROLUS, STOP_SECONDS_MAX, Served

PROXY: Final = DEPLOY / "proxy.caddyfile"
CADDY: Final = Path(sys.executable).with_name("caddy")
WORKERS: Final = ("worker-1", "worker-2")
PASSWORDS: Final = {"POSTGRES_PASSWORD": "f00", "GRAFANA_PASSWORD": "ba4"}


class Deployed(NamedTuple):
    """Running workers, and the proxy in front of them."""

    url: str
    """The proxy's address for clients."""
    metrics: str
    """The proxy's address for Prometheus."""
    workers: tuple[Served, ...]

    def client(self) -> httpx.Client:
        """Return a client of the proxy."""
        return plain_client(self.url)


@contextmanager
def deployed(folder: Path, database: str, redis: str) -> Iterator[Deployed]:
    """Migrate, then start the workers and the proxy, as the compose file says."""
    services = compose(PASSWORDS)["services"]
    ours = {"CAROLUS_DATABASE": database, "CAROLUS_REDIS": redis, "CAROLUS_PROXIES": "127.0.0.1"}
    image = settings_of_image() | {"CAROLUS_DATA": str(folder / "data")}
    migrate = {**image, **services["migrate"]["environment"], **ours}
    subprocess.run(
        [CAROLUS, *services["migrate"]["command"]], env={**os.environ, **migrate}, check=True
    )
    with ExitStack() as stack:
        workers = []
        for name in WORKERS:
            settings = {**image, **services[name]["environment"], **ours}
            worker = stack.enter_context(Served(folder, name, settings))
            workers.append(worker.start(*serving("0")))
        proxy = stack.enter_context(proxied(folder, [worker.url for worker in workers]))
        yield Deployed(*proxy, tuple(workers))


def serving(port: str) -> list[str]:
    """Return the options of ``carolus serve`` in the image, but with this port, on localhost."""
    word, *options = words_of_image("CMD")
    assert word == "serve"
    named = dict(zip(options[::2], options[1::2], strict=True))
    named.update({"--host": "127.0.0.1", "--port": port})
    return [word for pair in named.items() for word in pair]


@contextmanager
def proxied(folder: Path, workers: list[str]) -> Iterator[tuple[str, str]]:
    """Start the proxy in front of these workers; yield its address and that of its metrics."""
    port, metrics = free_ports(2)
    url = f"http://127.0.0.1:{port}"
    environment = {
        "CAROLUS_SITE": url,
        "CAROLUS_WORKERS": " ".join(urlsplit(worker).netloc for worker in workers),
        "CAROLUS_PROXY_METRICS_PORT": str(metrics),
        "CADDY_ADMIN": f"unix/{folder}/caddy.sock",
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
    }
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen(
            [CADDY, "run", "--adapter", "caddyfile", "--config", PROXY],
            env={**os.environ, **environment},
            stdout=log,
            stderr=log,
        )

    def answers() -> bool:
        assert process.poll() is None, (folder / "proxy.log").read_text("utf-8")
        try:
            return plain_request("GET", f"{url}/healthz").is_success
        except httpx.TransportError:
            return False

    try:
        until(answers, "an answer through the proxy")
        yield url, f"http://127.0.0.1:{metrics}/metrics"
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(STOP_SECONDS_MAX)


def free_ports(count: int) -> list[int]:
    """Return ports of this machine on which nothing listens."""
    with ExitStack() as stack:
        found = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in found]
