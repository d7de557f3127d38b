"""Test webhooks over real TLS: only a receiver with a valid certificate for the name gets them.

The certificates are those of a test authority, which the service trusts as an operator would
configure it: by ``SSL_CERT_FILE``.
"""

import asyncio
import ssl
import threading
from collections.abc import Callable, Iterator
from ipaddress import IPv4Address
from pathlib import Path

import httpx
import pytest
from cryptography.x509 import DNSName, GeneralName, IPAddress

from service.webhooks.destinations import Guard
from service.webhooks.hooks import Hook
from service.webhooks.sending import Delivery, Sender
from tests.support.http.client import good
from tests.support.run.waiting import until
from tests.support.servers.certificates import Authority
from tests.support.servers.receiver import Receiver
from tests.support.servers.site import Site
from tests.webhooks.test_deliveries import Owner, knows_the_end, must_be_signed, started

SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
HOST = "hook.example"
UNKNOWN = "unable to get local issuer certificate"


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    """Return the authority that this process and the started workers trust."""
    made = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
    return made


@pytest.fixture
def stopped(tmp_path: Path) -> Iterator[Receiver]:
    """Return a receiver that is not started."""
    one = Receiver(tmp_path / "receiver")
    yield one
    one.kill()


def send(receiver: Receiver) -> Delivery:
    """Try to deliver to a name that only this test resolves, to this machine."""

    async def resolve(host: str, port: int) -> list[str]:
        assert (host, port) == (HOST, receiver.port)
        return ["127.0.0.1"]

    url = f"https://{HOST}:{receiver.port}/hook"
    hook = Hook("h", "a", "me", url, ("game.over",), SECRET, "", 0)
    return asyncio.run(Sender(Guard(private=True, resolve=resolve)).send(hook, "h-1", "{}"))


def test_certificates_are_loaded_once_and_not_on_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Loading them would delay all actions of this worker."""
    loaded: list[threading.Thread] = []
    create = httpx.create_ssl_context

    def created() -> ssl.SSLContext:
        loaded.append(threading.current_thread())
        return create()

    async def resolve(_: str, __: int) -> list[str]:
        return []

    async def scene() -> None:
        sender = Sender(Guard(private=True, resolve=resolve))
        hook = Hook("h", "a", "me", f"https://{HOST}/hook", ("game.over",), SECRET, "", 0)
        await asyncio.gather(*(sender.send(hook, "h-1", "{}") for _ in range(3)))
        (thread,) = loaded
        assert thread is not threading.current_thread()

    monkeypatch.setattr(httpx, "create_ssl_context", created)
    asyncio.run(scene())


def test_the_certificate_must_be_for_the_name(authority: Authority, stopped: Receiver) -> None:
    """The receiver at the address must have a certificate for the name of the webhook."""
    authority.certify(stopped.tls, DNSName(HOST))
    stopped.start()
    assert send(stopped) == Delivery(taken=True)
    (got,) = stopped.got()
    assert got.server_name == HOST
    assert got.headers["host"] == f"{HOST}:{stopped.port}"


@pytest.mark.parametrize(
    ("name", "ended_days_ago", "why"),
    [
        (DNSName("other.example"), 0, "not valid for 'hook.example'"),
        (DNSName(f"deeper.{HOST}"), 0, "not valid for 'hook.example'"),
        (IPAddress(IPv4Address("127.0.0.1")), 0, "not valid for 'hook.example'"),
        (DNSName(HOST), 2, "expired"),
    ],
)
def test_an_invalid_certificate(
    authority: Authority, stopped: Receiver, name: GeneralName, ended_days_ago: int, why: str
) -> None:
    """With a certificate for another name, for the address, or expired, the receiver gets nothing.

    The owner of the webhook learns what is wrong with it.
    """
    authority.certify(stopped.tls, name, ended_days_ago)
    stopped.start()
    outcome = send(stopped)
    assert not outcome.taken
    assert outcome.error.startswith("the certificate is not accepted: ")
    assert why in outcome.error
    assert stopped.got() == []


def test_a_receiver_without_tls(authority: Authority, stopped: Receiver) -> None:
    """A receiver without TLS gets nothing either."""
    assert authority.file.exists()
    stopped.start()
    assert send(stopped) == Delivery(taken=False, error="no answer: ConnectError")
    assert stopped.got() == []


@pytest.mark.long
@pytest.mark.process
def test_a_service_that_trusts_an_authority(
    authority: Authority, stopped: Receiver, tmp_path: Path
) -> None:
    """It retries until the receiver has a valid certificate, and loses nothing."""
    stranger = Authority(tmp_path, "stranger")
    stranger.certify(stopped.tls, DNSName("localhost"))
    stopped.start()
    workers = Site(tmp_path, 1, {"CAROLUS_WEBHOOKS_PRIVATE": "1"})
    with workers as site, site.start().client() as http:
        owner = Owner(http)
        hook = owner.hook(http, f"https://localhost:{stopped.port}/hook")
        game = started(http, owner)
        until(lambda: owner.look(http, hook)["failures"] > 0)
        assert UNKNOWN in owner.look(http, hook)["last_error"]
        restarted(stopped, lambda: authority.certify(stopped.tls, DNSName("other.example")))
        refused = owner.test(http, hook)
        assert not refused["taken"]
        assert "not valid for 'localhost'" in refused["error"]
        assert stopped.got() == []
        assert owner.look(http, hook)["last_success"] is None
        restarted(stopped, lambda: authority.certify(stopped.tls, DNSName("localhost")))
        assert owner.test(http, hook) == {"taken": True, "error": None}
        good(game.act(0, {"type": "resign"}))
        until(lambda: knows_the_end(stopped, "/hook", game))
    got = stopped.got()
    assert {one.server_name for one in got} == {"localhost"}
    assert "game.started" in {one.type for one in got}
    must_be_signed(got, hook["secret"])


def restarted(receiver: Receiver, certify: Callable[[], None]) -> None:
    """Restart a receiver with another certificate."""
    receiver.kill()
    certify()
    receiver.start()
