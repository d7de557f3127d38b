"""Every rule of Lancaster: its id, a sentence in each language, and its source.

Ids are stable: never reuse or renumber one, and keep the id of a rule that is dropped.

===========  =============================================================
mark         where the rule comes from
===========  =============================================================
R            the rule text of the first edition, in Spanish
F            another public source, such as a summary of the English rules
``chosen``   no source has it: a value that was chosen to be playable
``decided``  the sources are silent or disagree: a decision of this project
``follows``  a consequence of other rules, stated so that it can be tested
===========  =============================================================
"""

from collections.abc import Mapping
from typing import Final

from domain.kit.rules import rules_of
from domain.ruleset import Rule

CATALOGUE: Final[Mapping[str, Rule]] = rules_of(__name__)
