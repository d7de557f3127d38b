"""Test how messages are handed to a real mail server: TLS, login, and servers that are slow."""

import asyncio
import gc
import socket
import ssl
import threading
from collections.abc import Callable
from ipaddress import IPv4Address
from pathlib import Path
from unittest.mock import patch

import pytest
from cryptography.x509 import DNSName, IPAddress

from service.notifications import relay
from service.notifications.mail_settings import MailSettings, sender_in, smtp_server
from service.notifications.relay import Relay
from service.webhooks.sending import Delivery
from tests.support.run.long import long_after
from tests.support.servers.certificates import Authority
from tests.support.servers.mail_server import NEVER, MailServer

MESSAGE = b"Subject: x\r\n\r\nhello\r\n"
HOST = IPAddress(IPv4Address("127.0.0.1"))


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    """Return the authority that this process trusts."""
    made = Authority(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
    return made


@pytest.fixture
def stopped(tmp_path: Path) -> MailServer:
    """Return a mail server that is not started."""
    return MailServer(tmp_path / "mail")


def send(url: str, *, starts_tls: bool = False) -> Delivery:
    """Send a message through this server; on loopback, STARTTLS must be chosen."""
    settings = MailSettings(smtp_server(url), sender_in("games@club.example"), "http://x", 0)
    with patch("service.notifications.mail_settings.SmtpServer.starts_tls", starts_tls):
        return asyncio.run(Relay(settings).send("ana@example.org", MESSAGE))


@pytest.mark.parametrize(
    ("url", "required"),
    [
        ("smtp://mail.example", True),
        ("smtp://192.0.2.1:25", True),
        ("smtps://mail.example", False),
        ("smtp://localhost", False),
        ("smtp://127.0.0.1:1025", False),
        ("smtp://[::1]", False),
    ],
)
def test_starttls_is_required_on_a_network(url: str, required: bool) -> None:
    """A message and a password are in plain text only within one machine."""
    assert smtp_server(url).starts_tls is required


def test_the_port_depends_on_the_scheme() -> None:
    """Unless the address names one; user and password are percent-decoded."""
    server = smtp_server("smtps://ana%40club.example:p%2Fw@mail.example")
    assert (server.port, server.user, server.password) == (465, "ana@club.example", "p/w")
    assert smtp_server("smtp://mail.example").port == 587
    assert "p/w" not in repr(server)


def test_tls_and_login(stopped: MailServer, authority: Authority) -> None:
    """Both ways of TLS work; without STARTTLS or with a wrong password, nothing is sent."""
    authority.certify(stopped.folder / "tls.pem", HOST)
    (stopped.folder / "login").write_text("ana:geheim")
    with stopped as server:
        place = f"127.0.0.1:{server.port}"
        assert send(f"smtp://ana:geheim@{place}", starts_tls=True) == Delivery(taken=True)
        (came,) = server.got()
        assert (came.tls, came.user, came.recipients) == (True, "ana", ["ana@example.org"])
        refused = send(f"smtp://ana:falsch@{place}", starts_tls=True)
        assert refused.error == "the mail server answered 535 5.7.8"
        assert refused.ours
        assert not send(f"smtp://{place}", starts_tls=True).taken
        assert len(server.got()) == 1
    (server.folder / "implicit").touch()
    with stopped as server:
        assert send(f"smtps://ana:geheim@127.0.0.1:{server.port}").taken
        assert server.got()[1].tls


def test_a_server_that_does_not_end_tls_keeps_no_connection(
    tmp_path: Path, authority: Authority
) -> None:
    """The connection ends with the attempt, and not when the server has time."""
    authority.certify(tmp_path / "tls.pem", HOST)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(tmp_path / "tls.pem")
    ended = threading.Event()

    def answer() -> None:
        connection, _ = listening.accept()
        with tls.wrap_socket(connection, server_side=True) as safe, safe.makefile("rwb", 0) as file:
            file.write(b"220 ready\r\n")
            while not (line := file.readline()).startswith(b"QUIT"):
                if line[:4] in (b"EHLO", b"MAIL", b"RCPT"):
                    file.write(b"250 OK\r\n")
                elif line[:4] == b"DATA":
                    file.write(b"354 go on\r\n")
                elif line == b".\r\n":
                    file.write(b"250 OK\r\n")
            file.write(b"221 bye\r\n")
            ended.wait()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        speaking = threading.Thread(target=answer)
        speaking.start()
        try:
            assert send(f"smtps://127.0.0.1:{listening.getsockname()[1]}").taken
            gc.collect()  # Python warns here about a connection that is open
        finally:
            ended.set()
            speaking.join()


def test_nothing_is_sent_to_a_server_without_tls(stopped: MailServer) -> None:
    """An attacker who removes STARTTLS from the answer gets neither password nor message."""
    with stopped as server:
        refused = send(f"smtp://ana:geheim@127.0.0.1:{server.port}", starts_tls=True)
        assert not refused.taken
        assert refused.ours
        assert server.tried() == []


@pytest.mark.parametrize(
    "certify",
    long_after(
        1,
        [
            lambda here, file: here.certify(file, DNSName("mail.example")),
            lambda here, file: Authority(file.parent, "other").certify(file, HOST),
            lambda here, file: here.certify(file, HOST, ended_days_ago=1),
        ],
    ),
    ids=["name", "authority", "expired"],
)
def test_the_certificate_must_be_valid(
    stopped: MailServer, authority: Authority, certify: Callable[[Authority, Path], None]
) -> None:
    """Otherwise nothing is sent."""
    certify(authority, stopped.folder / "tls.pem")
    with stopped as server:
        refused = send(f"smtp://127.0.0.1:{server.port}", starts_tls=True)
        assert not refused.taken
        assert refused.ours
        assert server.tried() == []


def test_an_answer_to_the_address_decides_whether_it_exists(stopped: MailServer) -> None:
    """The error has its codes, and not its text, which may repeat the address."""
    with stopped as server:
        for answer, codes, gone in (
            ("550 5.1.1 <ana@example.org> is unknown", "550 5.1.1", True),
            ("550 ana@example.org is unknown", "550", True),
            ("552 5.2.2 full", "552 5.2.2", True),
            ("554 5.7.1 not from you", "554 5.7.1", False),
            ("450 4.7.1 greylisted", "450 4.7.1", False),
            ("452 too many", "452", False),
        ):
            server.answers(RCPT=answer)
            error = f"the mail server answered {codes} to the address"
            assert send(server.url) == Delivery(taken=False, error=error, gone=gone)


def test_other_answers_are_not_the_fault_of_the_address(stopped: MailServer) -> None:
    """So the service never disables it for them."""
    with stopped as server:
        for answers, codes in (
            ({"MAIL": "550 5.7.1 who are you"}, "550 5.7.1"),
            ({"DATA": "554 5.6.0 spam for ana@example.org"}, "554 5.6.0"),
            ({"DATA": "451 4.3.0 busy"}, "451 4.3.0"),
        ):
            server.answers(**answers)
            error = f"the mail server answered {codes}"
            assert send(server.url) == Delivery(taken=False, error=error, ours=True)
    down = send(server.url)
    assert down.error == "the mail server cannot be used: SMTPConnectError"
    assert down.ours


def test_a_server_may_speak_another_language() -> None:
    """As after a mistake in the port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.sendall(b"\xff\xfe garbage\r\n")
                connection.recv(100)

        speaking = threading.Thread(target=answer)
        speaking.start()
        failed = send(f"smtp://127.0.0.1:{listening.getsockname()[1]}")
        speaking.join()
    assert failed == Delivery(taken=False, error="the mail server does not speak SMTP", ours=True)


def test_an_attempt_has_a_time_limit(stopped: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that does not answer delays only messages."""
    monkeypatch.setattr(relay, "SECONDS_MAX", 0.3)
    with stopped as server:
        for command in ("MAIL", "RCPT", "DATA"):
            server.answers(**{command: NEVER})
            late = send(server.url)
            assert late.error == "the mail server did not answer within 0 seconds"
            assert late.ours
