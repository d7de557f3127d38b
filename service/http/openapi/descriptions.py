"""The texts of the document, and its parameters and headers."""

from typing import Any, Final

from domain.ruleset import LANGUAGES
from domain.rulesets.registry import BY_ID
from service.access.game_keys import ACCOUNT_PATTERN, GAME_ID_PATTERN, TOKEN_PATTERN
from service.http.answers.answer import HEAD
from service.http.answers.problem_kinds import (
    ILLEGAL_ACTION,
    KINDS,
    NOT_FOUND,
    REQUEST_TIMEOUT,
    STALE_VERSION,
    STOPPING,
    TOO_MANY_CONFIRMATIONS,
    TOO_MANY_REQUESTS,
    TOOK_TOO_LONG,
    UNAUTHORIZED,
    UNAVAILABLE,
    ProblemKind,
)
from service.http.static import reference_pages
from service.notifications.mailboxes import TOKEN_PATTERN as MAIL_TOKEN_PATTERN
from service.webhooks.hooks import WEBHOOK_PATTERN

DESCRIPTION: Final = """\
**To play**, call `createGame`, then `takeSeat` for every seat (a person or a house bot). The game
starts when the last seat is taken. Then call `listLegalActions` and `takeActions` in turn;
`listEvents` returns what happened. **To check** a position or actions without a game, use the
checker of the ruleset.

- `createGame` returns one secret token per seat and one for the creator, once. Send a token as
  `Authorization: Bearer` to use its rights. You can play without an account; `makePlayer` creates
  one. `x-rights` says who may call an operation.
- Requests that change something accept an `Idempotency-Key`. If you send a request again with the
  same key, you get the same answer, and nothing is done twice. `If-Match` names the version of the
  game that a request is meant for.
- A request that cannot be carried out returns a problem (RFC 9457). Distinguish problems by `type`,
  and refusals by `rule` and `reason`. Text for people follows `Accept-Language`: en, es or de.
- Every answer has an `X-Request-Id`. `RateLimit` says how many requests you have left; beyond that,
  the service returns 429 with `Retry-After`.
- An address returns 405, with `Allow`, for methods that it does not support. The service refuses
  unknown fields and unknown query parameters. Later versions may add fields to answers.
- `/v1` keeps [what it promises](/schema/reference/versions.md). An operation that will end has
  `Deprecation` and `Sunset`, at least a year before. Each ruleset has a smaller document:
  `/schema/{ruleset}.json`.
"""

MESSAGES: Final = "messages"
"""The tag of what webhooks receive. Generators make a file for each tag."""

FURTHER: Final = {
    "checker": ("http.md", "What the checker judges, and how."),
    "games": ("pictures.md", "The names in a picture: places, pieces and colours."),
    "events": ("live.md", "The frames of streams, and the WebSocket, which also accepts actions."),
    "tournaments": ("tournaments.md", "How rounds are paired, and how standings are computed."),
    "records": ("records.md", "The content of a record."),
    "proof": ("fair-chance.md", "How the dice follow from the secret, and what that proves."),
    "players": ("access.md", "Accounts, tokens and rights."),
    "notifications": ("notifications.md", "What browsers and e-mail addresses receive, and when."),
    MESSAGES: ("webhooks.md", "The messages, and how they are signed."),
}
"""For some tags, a page of the reference with what schemas cannot express."""

TAGS: Final = {
    "rulesets": "The games you can play: options, rules and schemas.",
    "checker": "Check positions and actions of games played anywhere; nothing is stored.",
    "games": "Open games, list them, read them at any version.",
    "seats": "Take a seat, seat a house bot, leave a seat; give the links of a seat.",
    "actions": "List legal actions, and take them.",
    "events": "Read or follow what happens in a game.",
    "tournaments": "Announce tournaments, take part, run them, and read all about them.",
    "records": "Export, check and replay whole games in a portable form.",
    "proof": "Proofs of games, and the keys that sign their outcomes.",
    "players": "Accounts, their games and ratings, and their tokens.",
    "webhooks": "Have the service send messages about games to your server.",
    "notifications": "Have the service notify players of their turns, when no page is open.",
    "problems": "The meanings of problem types.",
    "operations": "For operators: health and metrics.",
    MESSAGES: "The messages that the service sends to webhooks.",
}


def tags() -> list[dict[str, str]]:
    """Return the tags with their descriptions, and the pages of the reference.

    The addresses of these pages are relative. ``externalDocs`` requires absolute ones.
    """
    return [{"name": name, "description": text + _further(name)} for name, text in TAGS.items()]


def _further(tag: str) -> str:
    if tag not in FURTHER:
        return ""
    page, about = FURTHER[tag]
    return f" [{about}]({reference_pages.ADDRESS}/{page})"


PARAMETERS: Final[dict[str, dict[str, Any]]] = {
    "game": {
        "in": "path",
        "description": "The id of a game.",
        "schema": {"type": "string", "pattern": GAME_ID_PATTERN},
    },
    "tournament": {
        "in": "path",
        "description": "The id of a tournament.",
        "schema": {"type": "string", "pattern": GAME_ID_PATTERN},
    },
    "round": {
        "in": "path",
        "description": "The number of a round; the first is 1.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "seat": {
        "in": "path",
        "description": "The number of a seat; the first is 0.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "moment": {
        "in": "path",
        "description": "The number of a moment of chance; the first is 1.",
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
        "description": "The id of a token, which is not secret.",
        "schema": {"type": "string", "pattern": TOKEN_PATTERN},
    },
    "webhook": {
        "in": "path",
        "description": "The id of a webhook.",
        "schema": {"type": "string", "pattern": WEBHOOK_PATTERN},
    },
    "subscription": {
        "in": "path",
        "description": "The id of a push subscription.",
        "schema": {"type": "string", "pattern": WEBHOOK_PATTERN},
    },
    "unsubscription": {
        "in": "path",
        "description": "The token in the links of a message.",
        "schema": {"type": "string", "pattern": MAIL_TOKEN_PATTERN},
    },
    "name": {
        "in": "path",
        "description": "The last part of a problem's `type`.",
        "schema": {"type": "string", "enum": list(KINDS)},
    },
    "level": {
        "in": "path",
        "description": "The level of a tile of hashes, from 0; or `entries`, for the leaves.",
        "schema": {"type": "string", "pattern": "^(entries|[0-9]|[1-5][0-9]|6[0-3])$"},
        "example": "entries",
    },
    "tile": {
        "in": "path",
        "description": (
            "The index of a tile in three-digit parts, all but the last after an `x`; a partial "
            "tile ends in `.p/` and its width. The slashes are part of the address."
        ),
        "schema": {
            "type": "string",
            "pattern": r"^(x[0-9]{3}/)*[0-9]{3}(\.p/[1-9][0-9]{0,2})?$",
        },
        "example": "x001/x234/067.p/5",
    },
    "Accept-Language": {
        "in": "header",
        "description": "The language of sentences for people: en, es or de (RFC 9110).",
        "schema": {"type": "string"},
    },
    "Carolus-Player": {
        "in": "header",
        "description": "A token of the player's account, with the scope `play`.",
        "schema": {"type": "string", "pattern": "^[!-~]{1,4096}$"},
    },
    "Idempotency-Key": {
        "in": "header",
        "description": (
            "A new random string for every request; for a retry, the same string again."
        ),
        "schema": {"type": "string", "pattern": "^[!-~]{1,255}$"},
    },
    "If-Match": {
        "in": "header",
        "description": (
            'The version that the request is meant for, as an entity tag: `"31"` (RFC 9110). Of a '
            "longer tag, which names the viewer, only the version counts. Without this header, the "
            "service judges the request on the game or tournament as it is now."
        ),
        "schema": {"type": "string"},
        "example": '"31"',
    },
    "Last-Event-ID": {
        "in": "header",
        "description": (
            "The id of the last event that the client has; takes precedence over `after`. Browsers "
            "send it when they reconnect to a stream."
        ),
        "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
        "example": "31",
    },
    "Prefer": {
        "in": "header",
        "description": (
            "With `return=minimal`, the answer leaves out the game (RFC 7240). The service ignores "
            "other preferences."
        ),
        "schema": {"type": "string"},
        "example": "return=minimal",
    },
    "If-None-Match": {
        "in": "header",
        "description": (
            "The entity tag that the client has; 304 if the answer is unchanged (RFC 9110)."
        ),
        "schema": {"type": "string"},
        "example": '"31"',
    },
}

HEADERS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "ETag": (
        "The version, and the viewer or form if it matters; or a digest. Compression adds `-gzip`.",
        {
            "type": "string",
            "pattern": '^"([0-9a-f]{32}|[0-9]+(-log[0-9]+-[0-9]+)?'
            "(-(text|csv|archive-[0-9a-f]{16}|seat[0-9]|spectator|arbiter))?(-board)?"
            "(-(en|es|de|rematch))?)"
            '(-(gzip|zstd))?"$',
        },
    ),
    HEAD: (
        "The head of the game or tournament of the answer: the hash of its last event.",
        {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    ),
    "Location": (
        "The address of the new resource.",
        {"type": "string", "format": "uri-reference"},
    ),
    "Preference-Applied": (
        "`return=minimal`, if the request preferred that (RFC 7240).",
        {"type": "string", "const": "return=minimal"},
    ),
    "Link": (
        'The next page, if there is one: `</v1/…>; rel="next"` (RFC 8288).',
        {"type": "string"},
    ),
    "Deprecation": (
        "Since when clients should no longer use this operation, in seconds since 1970 (RFC 9745).",
        {"type": "string", "pattern": "^@[0-9]+$"},
    ),
    "Sunset": ("When this operation ends (RFC 8594).", {"type": "string"}),
    "Content-Disposition": (
        "A suggested file name (RFC 6266).",
        {"type": "string"},
    ),
    "Content-Encoding": (
        "The compression, if the client accepts it: `zstd` (RFC 8878) or `gzip` (RFC 1952).",
        {"type": "string"},
    ),
    "Cache-Control": ("Whether and how the answer may be cached (RFC 9111).", {"type": "string"}),
    "Vary": ("The request headers that the answer depends on.", {"type": "string"}),
    "Content-Language": (
        "The language of the sentences.",
        {"type": "string", "enum": list(LANGUAGES)},
    ),
    "Retry-After": ("Seconds to wait before a retry.", {"type": "integer", "minimum": 0}),
    "X-Request-Id": (
        "The id of the request in the service's logs; the client's own, if it sent a valid one.",
        {"type": "string", "pattern": "^[A-Za-z0-9._~+/=:-]{1,64}$"},
    ),
    "RateLimit-Policy": (
        "The number of requests (`q`) allowed in a number of seconds (`w`), per token or address.",
        {"type": "string"},
    ),
    "RateLimit": (
        "The number of requests left (`r`), and the seconds until all are available again (`t`).",
        {"type": "string"},
    ),
    "WWW-Authenticate": ("How to authenticate (RFC 6750).", {"type": "string"}),
}

SOMETIMES: Final = (
    "Link",
    "Content-Encoding",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
)
"""Headers that an answer may lack."""


def headers_around(cost: int) -> tuple[str, ...]:
    """Return the headers that every answer of an operation has."""
    return ("X-Request-Id", *(("RateLimit", "RateLimit-Policy") if cost else ()))


def headers_of(kind: ProblemKind) -> tuple[str, ...]:
    """Return the headers of a problem of this type; those with a question mark are optional."""
    own = {
        UNAUTHORIZED.name: ("WWW-Authenticate",),
        NOT_FOUND.name: (f"{HEAD}?",),
        ILLEGAL_ACTION.name: (f"{HEAD}?",),
        STALE_VERSION.name: ("ETag", HEAD),
        REQUEST_TIMEOUT.name: ("Retry-After",),
        TOO_MANY_REQUESTS.name: ("Retry-After",),
        TOO_MANY_CONFIRMATIONS.name: ("Retry-After",),
        TOOK_TOO_LONG.name: ("Retry-After",),
        STOPPING.name: ("Retry-After",),
        UNAVAILABLE.name: ("Retry-After",),
    }
    return ("Content-Language", "Cache-Control", *own.get(kind.name, ()))


TOKEN: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": (
        "The token of a seat or of the creator, which `createGame` returns, or of an account, "
        "which `makePlayer` or `makeToken` returns."
    ),
}
