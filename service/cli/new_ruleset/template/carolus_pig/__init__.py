"""The game Pig, as a ruleset for Carolus."""

from domain.kit import ruleset_of

RULESET = ruleset_of(__name__)
