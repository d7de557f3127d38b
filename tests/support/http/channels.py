"""Checks frames and messages against the AsyncAPI document.

As for the OpenAPI document, these checks forbid members that the document does not describe.
"""

import json
from copy import deepcopy
from typing import Any, Final

from jsonschema_rs import Draft7Validator

from service.http.openapi.examples import FOLDER
from tests.support.http.promises import closed

DOCUMENT: Final = json.loads((FOLDER.parent / "asyncapi.json").read_text(encoding="utf-8"))


class Channel:
    """The messages of one channel, and the names of those that came."""

    def __init__(self, name: str) -> None:
        self.came: set[str] = set()
        self._kinds = {
            message: (_validator(one.get("headers", {})), _validator(one["payload"]))
            for message, one in DOCUMENT["channels"][name]["messages"].items()
        }

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


def _validator(schema: Any) -> Draft7Validator:
    whole = {"allOf": [schema], "components": DOCUMENT["components"]}
    return Draft7Validator(closed(deepcopy(whole)))
