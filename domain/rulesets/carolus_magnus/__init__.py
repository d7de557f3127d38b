"""Carolus Magnus, for 2, 3 and 4 players: the public interface of the ruleset.

``docs/rules/carolus-magnus.md`` explains the rules chapter by chapter; ``catalogue`` has a
sentence for each rule, and each chapter has a module of the same name in ``rules/``.
"""

from typing import Final

from domain.kit import AnyRuleset, ruleset_of

RULESET: Final[AnyRuleset] = ruleset_of(__name__)
