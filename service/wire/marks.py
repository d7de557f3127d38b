"""Marks in the schemas for what each ruleset types by itself; `service.http.openapi` reads them."""

from typing import Final

import msgspec

PART: Final = "x-part"


ANY_RULESET: Final = "x-any-ruleset"


EACH_OF_ITS_OWN: Final = msgspec.Meta(extra_json_schema={ANY_RULESET: True})
"""Mark a list whose entries may be of different rulesets."""


def part(name: str) -> msgspec.Meta:
    """Mark what each ruleset types by itself: a part of a shape that is ``Any`` in the code."""
    return msgspec.Meta(extra_json_schema={PART: name})
