"""What the links in e-mail do: confirm an address, and unsubscribe it. They need no account."""

import asyncio
import re
from functools import partial
from typing import Annotated, Final

import msgspec
from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from domain.refusal import expects
from service.access.rights import EVERYBODY
from service.http.answers.contract import Answer, Operations
from service.http.answers.problem_kinds import NOT_FOUND
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest, body
from service.http.requests.resources import NotFound
from service.notifications.letters import UNSUBSCRIBE, UNSUBSCRIBE_PAGE
from service.notifications.mailboxes import TOKEN_PATTERN

operation: Final = Operations("notifications")

_UNSUBSCRIPTION: Final = UNSUBSCRIBE.format(token="{unsubscription:str}")  # noqa: S106 - a parameter

_TOKEN: Final = re.compile(TOKEN_PATTERN)
_EXPECTED: Final = "the token of a link: 32 of a to z and 2 to 7"


class ConfirmEmailRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret in the link of a message."""

    token: Annotated[str, msgspec.Meta(pattern=TOKEN_PATTERN, extra=expects(_EXPECTED))]


@operation(
    "POST",
    "/v1/notifications/email/confirmation",
    "Confirm an e-mail address",
    right=EVERYBODY,
    body=ConfirmEmailRequest,
    answer=Answer("The address is confirmed.", status=204),
    problems=(NOT_FOUND,),
)
async def confirm_email(request: AnyRequest) -> Response[None]:
    """Confirm an e-mail address with the token from the message to it."""
    confirmed = await body(request, ConfirmEmailRequest)
    mailboxes = parts_of(request).notifier.mailboxes
    await asyncio.to_thread(mailboxes.confirm, confirmed.token)
    return Response(None, status_code=204)


@operation(
    "POST",
    _UNSUBSCRIPTION,
    "Unsubscribe an e-mail address",
    right=EVERYBODY,
    answer=Answer("The service has deleted the address and sends nothing to it.", status=204),
)
async def unsubscribe_email(request: AnyRequest, unsubscription: FromPath[str]) -> Response[None]:
    """Delete an e-mail address, with one click in a mail program (RFC 8058).

    The header `List-Unsubscribe` of each message contains the address of this operation. The
    service ignores the body, and gives the same answer if the e-mail address was already deleted.
    """
    _must_be_token(unsubscription)
    mailboxes = parts_of(request).notifier.mailboxes
    await asyncio.to_thread(partial(mailboxes.remove, token=unsubscription))
    return Response(None, status_code=204)


@operation(
    "GET",
    _UNSUBSCRIPTION,
    "Open the page that unsubscribes an e-mail address",
    right=EVERYBODY,
    answer=Answer("The page, which asks for confirmation.", headers=("Location",), status=303),
    needs_log=False,
)
async def show_unsubscription(unsubscription: FromPath[str]) -> Redirect:
    """Redirect people whose mail program opens the address in a browser to the page.

    The request changes nothing, because programs that scan messages for dangerous links follow
    them, too.
    """
    _must_be_token(unsubscription)
    return Redirect(UNSUBSCRIBE_PAGE.format(token=unsubscription), status_code=303)


def _must_be_token(text: str) -> None:
    """Raise NotFound for a text that no link contains."""
    if not _TOKEN.fullmatch(text):
        raise NotFound("unsubscription")
