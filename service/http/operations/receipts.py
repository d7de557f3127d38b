"""Receipts: what the service signed about a game so far, for players to keep."""

import asyncio
from typing import Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from service.access.rights import WATCH
from service.games.handler import Handler
from service.http.admission import watched
from service.http.answers.answer import answer, in_form, unchanged, validators
from service.http.answers.contract import Answer, Lines, Link, Operations
from service.http.parts import parts_of
from service.http.requests.request import TEXT, AnyRequest, preferred_form
from service.storage.rows import Stored

operation: Final = Operations("proof")

_OF_GAME: Final = {"game": "$response.body#/game"}


class ReceiptsView(msgspec.Struct, frozen=True):
    """What the service signed about a game: each statement as a compact JWS (RFC 7515).

    Keep them: a statement that contradicts a later record proves that the service changed the game.
    """

    game: str
    version: int
    """Number of events so far."""
    opened: str | None
    """The receipt for the opening; null for an imported game without one."""
    started: str | None
    """The receipt for the start; null before the start, and if the game was never started."""
    signed_head: str | None
    """The head of the log at this version, signed for this response; null after the end."""
    statement: str | None
    """The statement about the end; null until then, and if the game ended unsigned."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """All statements, in the order of their events."""
        found = (self.opened, self.started, self.signed_head, self.statement)
        return tuple(one for one in found if one is not None)


@operation(
    "GET",
    "/v1/games/{game:str}/receipts",
    "Get the receipts of a game",
    right=WATCH,
    headers=("If-None-Match",),
    answer=Answer(
        "What the service signed about the game, up to the current version.",
        ReceiptsView,
        texts=(Lines(TEXT, "The same statements, one per line, in the order of their events."),),
        links={
            "keys": Link("getKeys", "Get the keys of the service.", {}),
            "proof": Link("getProof", "Get the proof of the game.", _OF_GAME),
        },
    ),
)
async def get_receipts(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return the receipts for opening and start and, signed, the current head or the end.

    The head is the same, byte for byte, whenever you request it at this version, until the service
    gets another key. `carolus audit --heads FILE` compares the text form with an archive.
    """
    handler = parts_of(request).handler
    _, stored, _ = await watched(request, game)
    as_text = preferred_form(request, TEXT) == TEXT
    headers = {**validators(stored), "Vary": "Accept, Authorization"}
    if as_text:
        headers = in_form(headers, "text")
    if (same := unchanged(request, headers)) is not None:
        return same
    view = await asyncio.to_thread(receipts_view, handler, stored)
    if as_text:
        lines = "".join(f"{token}\n" for token in view.tokens)
        return Response(lines.encode(), media_type=TEXT, headers=headers)
    return answer(view, headers=headers)


def receipts_view(handler: Handler, stored: Stored) -> ReceiptsView:
    """Return the statements about a game, up to the loaded version."""
    game = stored.game
    receipts = handler.log.receipts(game.id)
    return ReceiptsView(
        game=game.id,
        version=stored.head.version,
        opened=receipts.get("opened"),
        started=None if game.status == "open" else receipts.get("started"),
        signed_head=None if game.finished else handler.statements.signed_head(stored),
        statement=handler.log.signature(game.id) if game.finished else None,
    )
