"""The catalogue of a ruleset from data: one file for each language, and one for the sources.

The folder ``catalogue`` of a ruleset has the files ``en.json``, ``es.json`` and ``de.json``, each a
flat object of rule ids and sentences, and ``sources.json`` with the source of each rule. Their
order is that of the catalogue. So a rule takes four lines, and translators get one file each. The
page of rules says what each source is. Ids are stable: never reuse or renumber one, and keep the
id of a rule that is dropped.
"""

from collections.abc import Mapping
from typing import Final

from domain.kit.words import texts_of
from domain.ruleset import LANGUAGES, Rule

_SOURCES: Final = "sources"


def rules_of(package: str) -> Mapping[str, Rule]:
    """Return the rules in the catalogue of a package, by id.

    Raise FileNotFoundError if a file is missing, and ValueError if the files do not name the same
    rules in the same order.
    """
    texts = {name: texts_of(package, f"catalogue/{name}") for name in (*LANGUAGES, _SOURCES)}
    ids = list(texts[_SOURCES])
    for name, found in texts.items():
        if list(found) != ids:
            raise ValueError(f"{package}: {name}.json and {_SOURCES}.json name other rules")
    return {
        rule: Rule(rule, source=source, **{one: texts[one][rule] for one in LANGUAGES})
        for rule, source in texts[_SOURCES].items()
    }
