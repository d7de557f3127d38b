"""What is sent to webhooks, in the section that OpenAPI 3.1 has for it."""

from typing import Final

from service.http.openapi.examples import Examples
from service.http.openapi.schemas import JsonObject, Schemas
from service.http.requests.request import JSON
from service.webhooks.messages import WebhookMessage, WebhookTest

_SUMMARIES: Final = {
    "game.started": "A game has started.",
    "game.action": "A game went on.",
    "game.turn": "It is somebody's turn.",
    "game.over": "A game has ended.",
    "webhook.test": "Somebody tries a webhook.",
}

_DESCRIPTION: Final = (
    "Sent at least once, signed as Standard Webhooks says. Answer with any status from 200 to 299 "
    "within five seconds; 410 ends the webhook, and all else is tried again."
)

_HEADERS: Final = {
    "webhook-id": "The name of the message: the same at each try.",
    "webhook-timestamp": "When this try was made, in seconds since 1970.",
    "webhook-signature": "`v1,` and the HMAC-SHA256 of id, timestamp and body, in base64.",
}


def webhooks(schemas: Schemas, examples: Examples) -> JsonObject:
    """Return what is sent, by its type."""
    parameters = [
        {
            "name": name,
            "in": "header",
            "required": True,
            "description": told,
            "schema": {"type": "string"},
        }
        for name, told in _HEADERS.items()
    ]
    found: JsonObject = {}
    for kind, summary in _SUMMARIES.items():
        first, _, last = kind.partition(".")
        shape = WebhookTest if kind == "webhook.test" else WebhookMessage
        name = f"{first}{last.capitalize()}"
        content = {"schema": schemas.of(shape), **examples.of(name, "request")}
        found[kind] = {
            "post": {
                "tags": ["webhooks"],
                "operationId": name,
                "summary": summary,
                "description": _DESCRIPTION,
                "parameters": parameters,
                "requestBody": {"required": True, "content": {JSON: content}},
                "responses": {
                    "2XX": {"description": "It was taken."},
                    "410": {"description": "Nothing more is wanted."},
                },
                "security": [],
            }
        }
    return found
