"""Actions whose lists may have any order, in the order in which ``legal`` lists them.

The rules accept every order, so the interface of rulesets needs no such function; a test that looks
for an action among the legal ones does.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from domain.rulesets.ancients.actions import IssueOrders
from domain.rulesets.ancients.legal_orders import in_order
from domain.rulesets.carolus_magnus.actions import ChooseCrowns, ExchangeJokers, PlacePaladins
from domain.rulesets.carolus_magnus.board import CLAN_INDEX
from domain.rulesets.lancaster.actions import Ransom, UseLaw
from domain.rulesets.lancaster.board import ALLY_SPACES, TILES
from domain.rulesets.teg.actions import TradeCards
from domain.rulesets.teg.atlas import CARD_INDEX

_Sort: TypeAlias = Callable[[Any], dict[str, Any]]


def listed(action: Any) -> Any:
    """Return the action as it is among the legal ones, if it is legal."""
    sort = _SORTED.get(type(action))
    return action if sort is None else replace(action, **sort(action))


def _orders(action: IssueOrders) -> dict[str, Any]:
    if action.ambush is None:
        return {"pieces": in_order(action.pieces)}
    placements = sorted(action.ambush.placements, key=lambda one: one.unit)
    return {"ambush": replace(action.ambush, placements=tuple(placements))}


def _sorter(member: str, key: Callable[[Any], Any] | None = None) -> _Sort:
    return lambda action: {member: tuple(sorted(getattr(action, member), key=key))}


_SORTED: Final[Mapping[type[Any], _Sort]] = {
    PlacePaladins: _sorter(
        "placements", lambda one: (CLAN_INDEX[one.clan], 0 if one.to == "court" else one.to)
    ),
    ChooseCrowns: _sorter("clans", CLAN_INDEX.__getitem__),
    ExchangeJokers: _sorter("clans", CLAN_INDEX.__getitem__),
    TradeCards: _sorter("cards", CARD_INDEX.__getitem__),
    IssueOrders: _orders,
    UseLaw: _sorter("extensions", (*TILES, *ALLY_SPACES).index),
    Ransom: _sorter("knights"),
}
"""By type: the members in the order of ``legal``."""
