"""The laws by which players exchange pieces, as often as they like (LA-LAW-L04 and others)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.rulesets.lancaster.board import EDITION, LawId, number_of


class Exchange(NamedTuple):
    """What one exchange costs and brings."""

    gold: int
    squires: int
    votes: int
    power: int


def _exchange(law: LawId, *names: str) -> Exchange:
    """Return the exchange of a law with these numbers in its text, and no others."""
    assert set(names) == set(EDITION.law_params[law]), "the law has these numbers"
    amounts = {name: number_of(law, name) for name in names}
    return Exchange(*(amounts.get(name, 0) for name in ("gold", "squire", "vote", "pp")))


EXCHANGES: Final[Mapping[LawId, Exchange]] = {
    "L04": _exchange("L04", "gold", "vote"),
    "L05": _exchange("L05", "squire", "gold", "pp"),
    "L16": _exchange("L16", "gold", "pp"),
    "L17": _exchange("L17", "squire", "pp"),
}
"""By law; no law costs what it brings."""
