"""Every rule of TEG: its id, a sentence in each language, and its source.

A refusal has a rule id; this table has the sentences for that id in English, Spanish and German.
Ids are stable: never reuse or renumber one, and keep the id of a rule that is dropped.
``docs/rules/teg.md`` has the rules in full, with tables and reasons.
The chapters are in the order of play and use the terms of ``docs/glossary.md``.

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

S1 has authority over all other sources wherever it covers a rule.
"""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Rule
from domain.rulesets.teg.catalogue.beginning import BEGINNING
from domain.rulesets.teg.catalogue.playing import PLAYING
from domain.rulesets.teg.catalogue.winning import WINNING

CATALOGUE: Final[Mapping[str, Rule]] = {rule.id: rule for rule in (*BEGINNING, *PLAYING, *WINNING)}
