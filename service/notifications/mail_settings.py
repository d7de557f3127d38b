"""What an operator configures so that the service can send e-mail."""

import ipaddress
import re
from email.headerregistry import Address
from email.utils import parseaddr
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from service.notifications.email_addresses import BadEmailAddress, checked_address

SMTPS_PORT: Final = 465
SUBMISSION_PORT: Final = 587

_LINE: Final = re.compile(r"[^\x00-\x1f\x7f]*")


class SmtpServer(NamedTuple):
    """The mail server that accepts the messages of this service."""

    host: str
    port: int
    user: str
    """Empty if it requires no login."""
    password: str
    implicit_tls: bool
    """Whether the connection begins with TLS, instead of STARTTLS."""

    @property
    def starts_tls(self) -> bool:
        """Whether STARTTLS is required: always, except without a network."""
        return not self.implicit_tls and not _is_loopback(self.host)

    def __repr__(self) -> str:
        """Leave out user and password."""
        return f"<SmtpServer {self.host}:{self.port}>"


class MailSettings(NamedTuple):
    """How the service sends e-mail."""

    server: SmtpServer
    sender: Address
    """The sender of the messages."""
    site: str
    """The address of the service for people, without a slash at the end."""
    delay_seconds: float
    """How long a turn must have lasted before the service sends a message about it."""

    @property
    def domain(self) -> str:
        """The domain in the IDs of messages."""
        return urlsplit(self.site).hostname or self.sender.domain


def smtp_server(url: str) -> SmtpServer:
    """Return the server of a valid URL such as ``smtp://user:password@mail.example:587``."""
    parts = urlsplit(url)
    implicit = parts.scheme == "smtps"
    return SmtpServer(
        host=parts.hostname or "",
        port=parts.port or (SMTPS_PORT if implicit else SUBMISSION_PORT),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        implicit_tls=implicit,
    )


def sender_in(text: str) -> Address:
    """Return the sender in a text such as ``Carolus <games@club.example>``; raise ValueError."""
    name, address = parseaddr(text)
    if not _LINE.fullmatch(text) or not address:
        raise ValueError("expected an address such as Carolus <games@club.example>")
    try:
        return Address(display_name=name, addr_spec=checked_address(address))
    except BadEmailAddress as wrong:
        raise ValueError(str(wrong)) from None


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
