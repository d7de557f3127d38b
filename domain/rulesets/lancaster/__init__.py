"""Lancaster, for 2 to 5 players: the public interface of the ruleset.

``catalogue`` has a sentence for each rule, and each chapter has a module in ``rules/``.
``edition.json`` has the values of all components, and says which of them had to be chosen.
"""

from typing import Final

from domain.kit import AnyRuleset, ruleset_of

RULESET: Final[AnyRuleset] = ruleset_of(__name__)
