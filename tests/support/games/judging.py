"""What a ruleset's check finds in a position from outside."""

from typing import Any

import msgspec

from domain.ruleset import AnyRuleset, Faults
from tests.support.games import spec

Data = dict[str, Any]


def data_of(ruleset: AnyRuleset, position: Any) -> Data:
    """Return the complete view of a position in wire format."""
    decoded: Data = msgspec.json.decode(msgspec.json.encode(ruleset.view(position, "arbiter")))
    return decoded


def faults_of(ruleset: AnyRuleset, view: Data, options: Any) -> list[tuple[str, str]]:
    """Return the rule and reason of each fault of a view."""
    try:
        ruleset.read(msgspec.convert(view, ruleset.view_type), options)
    except Faults as faults:
        found = faults.faults
    else:
        return []
    for fault in found:
        assert fault.rule in ruleset.catalogue
        assert msgspec.json.encode(fault), "facts are ready for JSON"
        spec.SEEN.add(fault.rule)
    assert found
    return [(fault.rule, fault.reason) for fault in found]
