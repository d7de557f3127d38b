"""The SMTP client of the library, with connections that end when the client closes them."""

import asyncio
from typing import cast

from aiosmtplib import SMTP


class Smtp(SMTP):
    """A connection to a mail server."""

    def close(self) -> None:
        """Close the connection, without waiting for the server to end TLS, too.

        A server may take half a minute for that, and the message has been accepted or refused.
        """
        transport = cast("asyncio.WriteTransport | None", self.transport)
        if transport is not None:
            transport.abort()
        super().close()
