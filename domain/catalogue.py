"""All rules: those of the rulesets, of the table, of records and of tournaments."""

from collections.abc import Mapping
from typing import Final

from domain.record.catalogue import CATALOGUE as OF_RECORDS
from domain.ruleset import Language, Rule
from domain.rulesets.registry import EDITIONS
from domain.table.catalogue import CATALOGUE as OF_TABLES
from domain.tournament.stream.catalogue import CATALOGUE as OF_TOURNAMENTS

RULES: Final[Mapping[str, Rule]] = {
    **OF_TABLES,
    **OF_RECORDS,
    **OF_TOURNAMENTS,
    **{rule: text for ruleset in EDITIONS for rule, text in ruleset.catalogue.items()},
}
"""All rules, by id."""


def sentence(rule: str, language: Language) -> str:
    """Return the sentence of a rule in this language; raise KeyError if there is no such rule."""
    return RULES[rule].sentence(language)
