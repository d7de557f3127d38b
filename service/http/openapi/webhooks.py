"""The ``webhooks`` section of the OpenAPI document: the messages that the service sends."""

from collections.abc import Mapping
from typing import Any, Final

from service.http.openapi.descriptions import MESSAGES
from service.http.openapi.examples import Examples
from service.http.openapi.schemas import Schemas
from service.http.openapi.transforms import JsonObject
from service.http.requests.request import JSON
from service.webhooks.messages import TournamentWebhookMessage, WebhookMessage, WebhookTest

_SUMMARIES: Final = {
    "game.started": "A game has started.",
    "game.action": "A game has a new action.",
    "game.turn": "It is a player's turn.",
    "game.over": "A game has ended.",
    "tournament.started": "A tournament has started.",
    "tournament.action": "A tournament has new events.",
    "tournament.asked": "A player asks another one to enter as a pair.",
    "tournament.round": "A round of a tournament has opened.",
    "tournament.over": "A tournament has ended.",
    "webhook.test": "A test of a webhook.",
}

_SHAPES: Final[Mapping[str, type[Any]]] = {
    "game": WebhookMessage,
    "tournament": TournamentWebhookMessage,
    "webhook": WebhookTest,
}
"""The type of a message, by the first word of its kind."""

_DESCRIPTION: Final = (
    "Sent at least once, signed according to Standard Webhooks. Respond with any status from 200 "
    "to 299 within five seconds. 410 disables the webhook; after any other "
    "response, the service retries."
)

_HEADERS: Final = {
    "webhook-id": "The id of the message, the same for each attempt.",
    "webhook-timestamp": "The time of this attempt, in seconds since 1970.",
    "webhook-signature": "`v1,` and the HMAC-SHA256 of id, timestamp and body, in base64.",
}


def webhooks(schemas: Schemas, examples: Examples) -> JsonObject:
    """Return the messages, by type."""
    parameters = [
        {
            "name": name,
            "in": "header",
            "required": True,
            "description": text,
            "schema": {"type": "string"},
        }
        for name, text in _HEADERS.items()
    ]
    found: JsonObject = {}
    for kind, summary in _SUMMARIES.items():
        first, _, last = kind.partition(".")
        shape = _SHAPES[first]
        name = f"{first}{last.capitalize()}"
        content = {"schema": schemas.of(shape), **examples.of(name, "request")}
        found[kind] = {
            "post": {
                "tags": [MESSAGES],
                "operationId": name,
                "summary": summary,
                "description": _DESCRIPTION,
                "parameters": parameters,
                "requestBody": {"required": True, "content": {JSON: content}},
                "responses": {
                    "2XX": {"description": "The message was accepted."},
                    "410": {"description": "Send no more messages."},
                },
                "security": [],
            }
        }
    return found
