"""Every rule of TEG: its id, the rule in a sentence, and where it comes from.

A refusal carries a rule id; this table says what that id means, in English, Spanish and German.
Ids are stable: never used again, never renumbered; a rule that is dropped keeps its id.
The rules in full, with tables and reasons, are in ``docs/rules/teg.md``.
The chapters stand in the order of play, with the same words throughout (``docs/glossary.md``).

===========  =======================================================================
``source``   where the rule comes from
===========  =======================================================================
S1           help text of an online game, in Spanish
S2           rulebook of the boxed game TEG, in Spanish, 12 pages
S3           the open-source program Tenes Empanadas Graciela (wfx/teg)
S4           the open-source program teg-online (RichoM/teg-online)
S6           help pages and summaries of the Brazilian game War
``decided``  the sources are silent or disagree: a decision of this project
``follows``  a consequence of other rules, stated so that it can be tested
===========  =======================================================================

S1 has authority over all others: where it speaks, the rule is the one it tells.
"""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Rule
from domain.rulesets.teg.catalogue.beginning import BEGINNING
from domain.rulesets.teg.catalogue.playing import PLAYING
from domain.rulesets.teg.catalogue.winning import WINNING

CATALOGUE: Final[Mapping[str, Rule]] = {rule.id: rule for rule in (*BEGINNING, *PLAYING, *WINNING)}
