"""TEG, for 2 to 6 players: the public interface of the ruleset.

``docs/rules/teg.md`` explains the rules chapter by chapter; ``catalogue`` has a sentence for each
rule, and each chapter has a module of the same name in ``rules/``.
"""

from typing import Final

from domain.kit import AnyRuleset, ruleset_of

RULESET: Final[AnyRuleset] = ruleset_of(__name__)
