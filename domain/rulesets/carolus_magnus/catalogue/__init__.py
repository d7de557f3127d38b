"""Every rule of Carolus Magnus: its id, a sentence in each language, and its source.

A refusal has a rule id; this table has the sentences for that id in English, Spanish and German.
Ids are stable: never reuse or renumber one, and keep the id of a rule that is dropped.
``docs/rules/carolus-magnus.md`` has the rules in full, with tables and reasons.
The chapters are in the order of play and use the terms of ``docs/glossary.md``.

===========  =======================================================================
``source``   where the rule comes from
===========  =======================================================================
S1           rules of the tabletop game for two players, in Spanish
S2           German rules of the online version at Yucata, two and three players
S3           rulebook in English, Rio Grande edition: two, three and four players
S7           French summary of the rules at sdimag.fr, for equal disc numbers
``decided``  the sources are silent or disagree: a decision of this project
``follows``  a consequence of other rules, stated so that it can be tested
===========  =======================================================================

S3 has authority for the set-up ``tabletop``, S2 for the set-up ``yucata``.
"""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Rule
from domain.rulesets.carolus_magnus.catalogue.beginning import BEGINNING
from domain.rulesets.carolus_magnus.catalogue.playing import PLAYING
from domain.rulesets.carolus_magnus.catalogue.refilling import REFILLING
from domain.rulesets.carolus_magnus.catalogue.winning import WINNING

CATALOGUE: Final[Mapping[str, Rule]] = {
    rule.id: rule for rule in (*BEGINNING, *PLAYING, *REFILLING, *WINNING)
}
