"""The rules, each with an id that never changes: ``PIG-HOLD-1`` is in chapter HOLD.

Each language has a file, and the sources have one.
"""

from collections.abc import Mapping
from typing import Final

from domain.kit.rules import rules_of
from domain.ruleset import Rule

CATALOGUE: Final[Mapping[str, Rule]] = rules_of(__name__)
