"""The registry: one line per ruleset. To add a game, add its folder and a line here."""

from typing import Final

from domain.ruleset import AnyRuleset
from domain.rulesets.carolus_magnus import RULESET as CAROLUS_MAGNUS
from domain.rulesets.teg import RULESET as TEG

RULESETS: Final[tuple[AnyRuleset, ...]] = (CAROLUS_MAGNUS, TEG)

BY_ID: Final = {ruleset.meta.id: ruleset for ruleset in RULESETS}
BY_PINNED: Final = {ruleset.meta.pinned: ruleset for ruleset in RULESETS}
"""By the name in a game's first event, such as ``carolus-magnus@1``."""
