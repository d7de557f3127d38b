"""Commands & Colors: Ancients, for two players: the public interface of the ruleset.

``catalogue`` has a sentence for each rule. ``units.json``, ``cards.json`` and ``scenarios.json``
have the values of all components and the fifteen battles.
"""

from typing import Final

from domain.kit import AnyRuleset, ruleset_of

RULESET: Final[AnyRuleset] = ruleset_of(__name__)
