"""What the document says in words, and its parameters and headers."""

from typing import Any, Final

from domain.ruleset import LANGUAGES
from domain.rulesets.registry import BY_ID
from service.access.keys import ACCOUNT_PATTERN, GAME_ID_PATTERN, TOKEN_PATTERN
from service.http.answers.answer import HEAD
from service.http.answers.kinds import (
    ILLEGAL_ACTION,
    KINDS,
    NOT_FOUND,
    REQUEST_TIMEOUT,
    STALE_VERSION,
    STOPPING,
    TOO_MANY_REQUESTS,
    TOOK_TOO_LONG,
    UNAUTHORIZED,
    UNAVAILABLE,
    Kind,
)
from service.webhooks.hooks import WEBHOOK_PATTERN

DESCRIPTION: Final = """\
An open service that plays, checks, replays and proves board games.

**To play**: `createGame`, then `takeSeat` for every seat (a person or a house bot); when the last
one is taken the game starts by itself. Then `listLegalActions` and `takeActions` by turns; what
happened is in `listEvents`. **To check** a position or actions without a game, ask the checker of
the ruleset.

- A game's creator gets one secret token per seat and one for itself, once. Whoever sends a token as
  `Authorization: Bearer` has its right. Accounts are not needed to play; `makePlayer` makes one.
  `x-rights` says who is let in.
- Requests that change something take an `Idempotency-Key`: sent again with the same key, a request
  gets the same answer and adds nothing. `If-Match` names the version that it was made for.
- A request that cannot be carried out gets a problem (RFC 9457); tell problems apart by `type`, and
  refusals by `rule` and `reason`. Sentences for people come in the language of `Accept-Language`:
  en, es, de.
- Every answer has an `X-Request-Id`, and `RateLimit` tells how many requests are left; who asks too
  often gets 429 with `Retry-After`.
- An address that does not take a method answers 405 with `Allow`. Unknown fields and unknown query
  parameters are refused. New fields may be added to answers.
"""

FURTHER: Final = {
    "checker": ("http.md", "What is judged, and how."),
    "games": ("pictures.md", "What a picture of a board names: places, pieces and colours."),
    "events": ("live.md", "The frames of streams, and the WebSocket that takes actions as well."),
    "records": ("records.md", "What is in a record."),
    "proof": ("fair-chance.md", "How the dice follow from the secret, and what that proves."),
    "players": ("access.md", "Accounts, tokens and rights."),
    "webhooks": ("webhooks.md", "What is sent, and how it is signed."),
}
"""Of some tags, a page of the reference that tells what no schema can."""

TAGS: Final = {
    "rulesets": "What can be played: options, rules and schemas.",
    "checker": "Judge positions and actions of games played anywhere; nothing is stored.",
    "games": "Open games, list them, look at them at any version.",
    "seats": "Sit down, seat a house bot, stand up again.",
    "actions": "What a seat may do, and doing it.",
    "events": "What happened, in order.",
    "records": "Whole games in portable form, and whether they hold.",
    "proof": "What a game proves, and the keys that sign how it ended.",
    "players": "Accounts: what they have played, and the tokens that act for them.",
    "webhooks": "Addresses that are told what happens in games.",
    "problems": "What the types of problems mean.",
    "operations": "For those who run the service.",
}

PARAMETERS: Final[dict[str, dict[str, Any]]] = {
    "game": {
        "in": "path",
        "description": "The id of a game.",
        "schema": {"type": "string", "pattern": GAME_ID_PATTERN},
    },
    "seat": {
        "in": "path",
        "description": "The number of a seat; the first is 0.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "ruleset": {
        "in": "path",
        "description": "The id of a ruleset.",
        "schema": {"type": "string", "enum": list(BY_ID)},
    },
    "player": {
        "in": "path",
        "description": "The id of a player's account.",
        "schema": {"type": "string", "pattern": ACCOUNT_PATTERN},
    },
    "token": {
        "in": "path",
        "description": "The id of a token; it is no secret.",
        "schema": {"type": "string", "pattern": TOKEN_PATTERN},
    },
    "webhook": {
        "in": "path",
        "description": "The id of a webhook.",
        "schema": {"type": "string", "pattern": WEBHOOK_PATTERN},
    },
    "name": {
        "in": "path",
        "description": "The last part of a problem's `type`.",
        "schema": {"type": "string", "enum": list(KINDS)},
    },
    "Accept-Language": {
        "in": "header",
        "description": "The language of sentences for people: en, es or de (RFC 9110).",
        "schema": {"type": "string"},
    },
    "Carolus-Player": {
        "in": "header",
        "description": "A token of the account of who sits down, with the scope `play`.",
        "schema": {"type": "string", "pattern": "^[!-~]{1,4096}$"},
    },
    "Idempotency-Key": {
        "in": "header",
        "description": (
            "A new random string for every request; the same again when a request is sent again."
        ),
        "schema": {"type": "string", "pattern": "^[!-~]{1,255}$"},
    },
    "If-Match": {
        "in": "header",
        "description": (
            'The version that the request was made for, as an entity tag: `"31"` (RFC 9110); of a '
            "tag that says as whom the game was seen, the version alone counts. "
            "Without it the request is judged on the game as it is."
        ),
        "schema": {"type": "string"},
        "example": '"31"',
    },
    "Last-Event-ID": {
        "in": "header",
        "description": (
            "The id of the last event that the client has; goes before `after`. Browsers send it "
            "by themselves when they lost a stream and come again."
        ),
        "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
        "example": "31",
    },
    "If-None-Match": {
        "in": "header",
        "description": "The entity tag of what the client has; 304 if that is still so (RFC 9110).",
        "schema": {"type": "string"},
        "example": '"31"',
    },
}

HEADERS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "ETag": (
        "The version of the game, and as whom it is seen if that matters; `-gzip` if compressed.",
        {
            "type": "string",
            "pattern": '^"[0-9]+(-(text|seat[0-9]|spectator|arbiter))?'
            '(-board)?(-(en|es|de|rematch))?(-(gzip|zstd))?"$',
        },
    ),
    HEAD: (
        "The head of the game's log that the answer was made from: the hash of its last event.",
        {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    ),
    "Location": ("The address of what was made.", {"type": "string", "format": "uri-reference"}),
    "Link": (
        'The next page, if there is one: `</v1/…>; rel="next"` (RFC 8288).',
        {"type": "string"},
    ),
    "Content-Disposition": (
        "A name for the file that it can be kept in (RFC 6266).",
        {"type": "string"},
    ),
    "Content-Encoding": (
        "How it is packed: `zstd` (RFC 8878), for a client that takes that.",
        {"type": "string"},
    ),
    "Cache-Control": ("Whether and how it may be kept (RFC 9111).", {"type": "string"}),
    "Vary": ("Which headers of the request it depends on.", {"type": "string"}),
    "Content-Language": (
        "The language of the sentences.",
        {"type": "string", "enum": list(LANGUAGES)},
    ),
    "Retry-After": ("Seconds to wait before trying again.", {"type": "integer", "minimum": 0}),
    "X-Request-Id": (
        "The id of the request in the service's logs; the one that was sent, if well-formed.",
        {"type": "string", "pattern": "^[A-Za-z0-9._~+/=:-]{1,64}$"},
    ),
    "RateLimit-Policy": (
        "How many requests (`q`) may come in how many seconds (`w`), for a token or an address.",
        {"type": "string"},
    ),
    "RateLimit": (
        "How many requests are left (`r`), and after how many seconds all are (`t`).",
        {"type": "string"},
    ),
    "WWW-Authenticate": ("How to authenticate (RFC 6750).", {"type": "string"}),
}

SOMETIMES: Final = ("Link", "Content-Encoding", "RateLimit", "RateLimit-Policy")
"""Headers that an answer need not have."""


def headers_around(cost: int) -> tuple[str, ...]:
    """Return the headers that every answer of an operation has."""
    return ("X-Request-Id", *(("RateLimit", "RateLimit-Policy") if cost else ()))


def headers_of(kind: Kind) -> tuple[str, ...]:
    """Return the headers of a problem of this kind; one with a question mark need not be there."""
    own = {
        UNAUTHORIZED.name: ("WWW-Authenticate",),
        NOT_FOUND.name: (f"{HEAD}?",),
        ILLEGAL_ACTION.name: (f"{HEAD}?",),
        STALE_VERSION.name: ("ETag", HEAD),
        REQUEST_TIMEOUT.name: ("Retry-After",),
        TOO_MANY_REQUESTS.name: ("Retry-After",),
        TOOK_TOO_LONG.name: ("Retry-After",),
        STOPPING.name: ("Retry-After",),
        UNAVAILABLE.name: ("Retry-After",),
    }
    return ("Content-Language", "Cache-Control", *own.get(kind.name, ()))


TOKEN: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": (
        "The token of a seat or of the creator, from the answer of `createGame`, or of an account, "
        "from the answer of `makePlayer` or `makeToken`."
    ),
}
