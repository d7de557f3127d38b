"""Hands messages to the mail server of the operator, over SMTP (RFC 5321)."""

import asyncio
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import structlog

from service.notifications.mail_settings import MailSettings
from service.webhooks.sending import Delivery, TlsContext

if TYPE_CHECKING:
    from aiosmtplib import errors

SECONDS_MAX: Final = 60.0
"""Time limit of an attempt, from the name of the server to its last answer. Servers that check for
spam answer late, and a message accepted too late would be sent again."""
_QUIT_SECONDS: Final = 2.0

_ENHANCED: Final = re.compile(r"^([245])\.(\d{1,3})\.(\d{1,3})\b")
"""An enhanced status code (RFC 3463)."""
_ABOUT_ADDRESS: Final = ("1", "2")
"""The subjects of status codes that say that an address or its mailbox does not exist, or accepts
nothing. Others are about the server, or about a policy, which may change."""
_NO_MAILBOX: Final = (550, 551, 553)
"""The answers of servers without such codes in this case."""

_LEAST_CODE: Final = 200
"""The lowest code with which a mail server answers."""

_LOG = structlog.get_logger("carolus.mail")


class Relay:
    """Sends messages, each over a separate connection."""

    def __init__(self, settings: MailSettings) -> None:
        self._server = settings.server
        self._sender = settings.sender.addr_spec
        self._domain = settings.domain
        self._tls = TlsContext()

    async def send(self, to: str, message: bytes) -> Delivery:
        """Send a message once. Every failure is returned as an outcome.

        Its text never contains the address, which answers of servers often repeat.
        """
        from aiosmtplib import errors  # noqa: PLC0415 - only services that send e-mail need it

        try:
            async with asyncio.timeout(SECONDS_MAX):
                await self._sent(to, message)
        except errors.SMTPRecipientsRefused as refused:
            return _of_refused(refused.recipients[0])
        except errors.SMTPResponseException as refused:
            return _of_answer(refused)
        except TimeoutError:
            return _failed(f"the mail server did not answer within {SECONDS_MAX:.0f} seconds")
        except (errors.SMTPException, OSError) as failure:
            return _failed(f"the mail server cannot be used: {type(failure).__name__}")
        except Exception as failure:  # noqa: BLE001 - any error is a failed attempt
            # The traceback may contain the address.
            return _failed(f"the message could not be sent: {type(failure).__name__}")
        return Delivery(taken=True)

    async def _sent(self, to: str, message: bytes) -> None:
        from service.notifications.smtp import Smtp  # noqa: PLC0415 - the same

        server = self._server
        smtp = Smtp(
            hostname=server.host,
            port=server.port,
            username=server.user or None,
            password=server.password or None,
            local_hostname=self._domain,
            use_tls=server.implicit_tls,
            start_tls=server.starts_tls,
            tls_context=await self._tls.ready(),
            timeout=SECONDS_MAX,
        )
        await smtp.connect()
        try:
            await smtp.sendmail(self._sender, to, message)
            with suppress(Exception):  # the message has been accepted, whatever comes now
                await smtp.quit(timeout=_QUIT_SECONDS)
        finally:
            smtp.close()


def _of_refused(refused: "errors.SMTPRecipientRefused") -> Delivery:
    """Return the outcome if the server does not accept the recipient."""
    error = f"the mail server answered {_answer(refused)} to the address"
    return Delivery(taken=False, error=error, gone=_is_gone(refused))


def _of_answer(refused: "errors.SMTPResponseException") -> Delivery:
    """Return the outcome if the server does not report success."""
    if refused.code < _LEAST_CODE:  # what the library says of an answer without a code
        return _failed("the mail server does not speak SMTP")
    return _failed(f"the mail server answered {_answer(refused)}")


def _is_gone(refused: "errors.SMTPResponseException") -> bool:
    """Return whether the address does not exist."""
    if refused.code < 500:
        return False
    found = _ENHANCED.match(refused.message)
    return refused.code in _NO_MAILBOX if found is None else found[2] in _ABOUT_ADDRESS


def _answer(refused: "errors.SMTPResponseException") -> str:
    """Return the codes of an answer, without its text."""
    found = _ENHANCED.match(refused.message)
    return str(refused.code) if found is None else f"{refused.code} {found[0]}"


def _failed(error: str) -> Delivery:
    """Return the outcome of an attempt that says nothing about the recipient."""
    _LOG.warning("email_not_sent", error=error)
    return Delivery(taken=False, error=error, ours=True)
