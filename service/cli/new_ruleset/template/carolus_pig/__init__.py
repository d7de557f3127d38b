"""The game Pig, as a ruleset for Carolus."""

from typing import Final

from domain.kit.assembly import ruleset_of
from domain.ruleset import AnyRuleset

RULESET: Final[AnyRuleset] = ruleset_of(__name__)
