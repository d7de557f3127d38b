"""Checks frames and messages against the AsyncAPI document.

As for the OpenAPI document, these checks forbid members that the document does not describe.
"""

import json
from functools import cache
from typing import Any, Final, TypeAlias

from jsonschema_rs import Draft7Validator

from service.http.openapi.examples import FOLDER
from service.http.openapi.transforms import refs_in
from tests.support.http.promises import closed

DOCUMENT: Final = json.loads((FOLDER.parent / "asyncapi.json").read_text(encoding="utf-8"))

_Kind: TypeAlias = tuple[Draft7Validator, Draft7Validator]
"""The validators of the headers and of the payload of a message."""


class Channel:
    """The messages of one channel, and the names of those that came."""

    def __init__(self, name: str) -> None:
        self.came: set[str] = set()
        self._kinds = _kinds(name)

    @property
    def missing(self) -> set[str]:
        """The messages that have not come."""
        return self._kinds.keys() - self.came

    def takes(self, payload: Any, headers: Any = None) -> None:
        """Assert that the document describes a message, once."""
        found = [
            name
            for name, (of_headers, of_payload) in self._kinds.items()
            if of_headers.is_valid(headers) and of_payload.is_valid(payload)
        ]
        assert len(found) == 1, (found, headers, payload)
        self.came.update(found)

    def refuses(self, payload: Any, headers: Any = None) -> None:
        """Assert that the document describes no such message."""
        for of_headers, of_payload in self._kinds.values():
            assert not (of_headers.is_valid(headers) and of_payload.is_valid(payload))


@cache
def _kinds(channel: str) -> dict[str, _Kind]:
    """Return the messages of a channel; making their validators takes most of a second."""
    return {
        message: (_validator(one.get("headers", {})), _validator(one["payload"]))
        for message, one in DOCUMENT["channels"][channel]["messages"].items()
    }


def _validator(schema: Any) -> Draft7Validator:
    return Draft7Validator({"allOf": [closed(schema)], "components": _components(schema)})


def _components(schema: Any) -> Any:
    """Return the closed schemas to which a schema refers, and those to which these refer."""
    known = DOCUMENT["components"]["schemas"]
    found: set[str] = set()
    waiting = [*refs_in(schema)]
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += refs_in(known[name])
    return {"schemas": {name: closed(known[name]) for name in found}}
