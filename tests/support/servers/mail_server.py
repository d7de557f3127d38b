"""A mail server, in its own process, that records the messages it accepts, and how it got them.

The file ``answers`` in its folder says how it responds to the commands ``MAIL``, ``RCPT`` and
``DATA``: with answers other than 250, or not at all where it says ``never``. What else it does
depends on files at its start: with ``tls.pem``, a certificate and its key, it requires STARTTLS;
with ``implicit`` too, connections begin with TLS; with ``login``, which contains a user and a
password, a login is required.
"""

import asyncio
import email
import email.policy
import json
import ssl
from email.message import EmailMessage
from pathlib import Path
from typing import Any, NamedTuple

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from tests.support.servers.listener import Listener, Say

NEVER = "never"
_LINE_BYTES_MAX = 998
"""RFC 5322, section 2.1.1."""


class Arrived(NamedTuple):
    """A message that the server accepted."""

    sender: str
    recipients: list[str]
    content: str
    """As sent: ASCII."""
    tls: bool
    user: str | None
    """Who logged in."""
    helo: str

    @property
    def message(self) -> EmailMessage:
        """The message, parsed by the standard library."""
        found = email.message_from_string(self.content, policy=email.policy.default)
        assert isinstance(found, EmailMessage)
        assert not found.defects
        return found

    @property
    def subject(self) -> str:
        """The subject, decoded."""
        return str(self.message["subject"])

    @property
    def text(self) -> str:
        """The text, decoded."""
        return str(self.message.get_content()).replace("\r\n", "\n")

    @property
    def token(self) -> str:
        """The secret in its links."""
        return str(self.message["list-unsubscribe"]).rpartition("/")[2].rstrip(">")


class MailServer(Listener):
    """The process, with what it got and how it answers."""

    module = "tests.support.servers.mail_server"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        (folder / "tried").touch()
        self.answers()

    @property
    def url(self) -> str:
        """The setting that names it."""
        return f"smtp://127.0.0.1:{self.port}"

    def answers(self, **by_command: str) -> None:
        """Set how it responds from now on; without an answer, it accepts."""
        new = self.folder / "new"
        new.write_text(json.dumps(by_command))
        new.replace(self.folder / "answers")

    def got(self) -> list[Arrived]:
        """Return the messages that it accepted, in order."""
        return [Arrived(**line) for line in _lines(self.folder / "got")]

    def tried(self) -> list[str]:
        """Return the recipients that clients named, in order, whether it accepted them or not."""
        return [line["to"] for line in _lines(self.folder / "tried")]


def mail_settings(server: MailServer, **others: Any) -> dict[str, Any]:
    """Return settings of a service that sends through this server, as soon as it is a turn."""
    return {
        "smtp": server.url,
        "mail_from": "Carolus <games@club.example>",
        "public_url": "https://play.example",
        "mail_delay_seconds": 0,
        **others,
    }


def _lines(file: Path) -> list[dict[str, Any]]:
    lines = file.read_text("utf-8").splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]


class _Handler:
    """Answers as the file says, and records."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def handle_MAIL(  # noqa: N802 - the name of the command
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Respond to a sender."""
        answer = await self._answer("MAIL")
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return answer

    async def handle_RCPT(  # noqa: N802 - the same
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _: list[str]
    ) -> str:
        """Respond to a recipient."""
        self._record("tried", {"to": address})
        answer = await self._answer("RCPT")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(  # noqa: N802 - the same
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Record a message, then respond; ``lost`` records it and says nothing."""
        assert isinstance(envelope.content, bytes)
        assert max(map(len, envelope.content.split(b"\r\n"))) <= _LINE_BYTES_MAX
        answer = await self._answer("DATA") if self._said("DATA") != "lost" else "lost"
        if answer.startswith(("250", "lost")):
            assert server.transport is not None
            record = {
                "sender": envelope.mail_from,
                "recipients": envelope.rcpt_tos,
                "content": envelope.content.decode("ascii"),
                "tls": server.transport.get_extra_info("sslcontext") is not None,
                "user": getattr(session.auth_data, "login", b"").decode() or None,
                "helo": session.host_name,
            }
            self._record("got", record)
        if answer == "lost":
            await asyncio.Event().wait()
        return answer

    def _said(self, command: str) -> str:
        answers: dict[str, str] = json.loads((self._folder / "answers").read_text())
        return answers.get(command, "250 OK")

    async def _answer(self, command: str) -> str:
        answer = self._said(command)
        if answer == NEVER:
            await asyncio.Event().wait()
        return answer

    def _record(self, name: str, record: dict[str, Any]) -> None:
        with (self._folder / name).open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(record)}\n")


def serve(port: int, folder: Path, say: Say) -> None:
    """Serve for ever."""
    asyncio.run(_serve(port, folder, say))


async def _serve(port: int, folder: Path, say: Say) -> None:
    tls = _tls(folder / "tls.pem")
    implicit, login = (folder / "implicit").exists(), (folder / "login").exists()

    def known(_server: SMTP, _session: Session, _envelope: Envelope, _how: str, data: Any) -> Any:
        expected = (folder / "login").read_text().split(":")
        said = [data.login.decode(), data.password.decode()]
        return AuthResult(success=said == expected, handled=False, auth_data=data)

    def connected() -> SMTP:
        return SMTP(
            _Handler(folder),
            tls_context=None if implicit else tls,
            require_starttls=tls is not None and not implicit,
            authenticator=known if login else None,
            auth_required=login,
            auth_require_tls=tls is not None and not implicit,
            enable_SMTPUTF8=False,
            loop=asyncio.get_running_loop(),
        )

    loop = asyncio.get_running_loop()
    server = await loop.create_server(connected, "127.0.0.1", port, ssl=tls if implicit else None)
    say(server.sockets[0].getsockname()[1])
    await server.serve_forever()


def _tls(file: Path) -> ssl.SSLContext | None:
    """Return the TLS settings, if there is a certificate."""
    if not file.exists():
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file)
    return context
