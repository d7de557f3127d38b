"""The chained log once more, from its description alone: what a stranger would write to prove one.

It knows the events as the service shows them, the standard library, and nothing of ours.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any


def head_of(game: str, events: Iterable[dict[str, Any]]) -> str:
    """Return the hash that these events lead to; fail at one that does not show its own hash."""
    digest = hashlib.sha256(f"carolus-log/1 {game}".encode()).digest()
    for version, event in enumerate(events, start=1):
        assert event["version"] == version
        facts = {name: value for name, value in event.items() if name != "hash"}
        form = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        digest = hashlib.sha256(digest + form.encode("utf-8")).digest()
        assert event["hash"] == digest.hex(), f"event {version}"
    return digest.hex()
