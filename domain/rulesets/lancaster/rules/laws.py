"""The laws: what they give, and the decisions that some of them ask for (LA-LAW)."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.kit import IllegalAction, Seat
from domain.rulesets.lancaster.actions import UseLaw
from domain.rulesets.lancaster.board import KNIGHTS, TILES, LawId, number_of
from domain.rulesets.lancaster.course import extensions_by_law, recruits_by_law
from domain.rulesets.lancaster.events import Gained, KnightUpgraded, LawUsed
from domain.rulesets.lancaster.exchanges import EXCHANGES
from domain.rulesets.lancaster.position import (
    Table,
    battles_joined,
    color_of,
    counties_held,
    deployed,
    in_play,
)
from domain.rulesets.lancaster.rules import rewards
from domain.rulesets.lancaster.rules.play import Play

# --- laws without a decision -------------------------------------------------------------------


def _counties(table: Table, seat: Seat, law: LawId) -> Gained:
    """Power points for each group of own counties (LA-LAW-L03, LA-LAW-L13)."""
    return _power(counties_held(table, seat), law)


def _power(count: int, law: LawId) -> Gained:
    return Gained(power=count // number_of(law, "per") * number_of(law, "pp"))


def _twos(table: Table, seat: Seat, law: LawId) -> Gained:
    """Squires for each deployed knight of a strength (LA-LAW-L07)."""
    strength = number_of(law, "strength")
    count = sum(one == strength for one, _ in deployed(table, seat))
    return Gained(squires=min(count * number_of(law, "squire"), table.squires_left))


def _goods(table: Table, seat: Seat, law: LawId) -> Gained:
    """Goods for each group of own battles (LA-LAW-L08)."""
    times = battles_joined(table, seat) // number_of(law, "per")
    return Gained(
        min(times * number_of(law, "gold"), table.gold_left),
        min(times * number_of(law, "squire"), table.squires_left),
        rewards.votes_given(table, times * number_of(law, "vote")),
    )


def _extensions(table: Table, seat: Seat, law: LawId) -> Gained:
    """Power points for each group of extensions (LA-LAW-L11)."""
    return _power(len(table.extensions[seat]), law)


def _battles(table: Table, seat: Seat, law: LawId) -> Gained:
    """Power points for each own battle (LA-LAW-L12)."""
    return _power(battles_joined(table, seat), law)


def _all_of_a_strength(table: Table, seat: Seat, law: LawId) -> Gained:
    """Power points if all knights of a strength are deployed (LA-LAW-L14)."""
    strength = number_of(law, "strength")
    count = sum(one == strength for one, _ in deployed(table, seat))
    return Gained(power=number_of(law, "pp") if count >= number_of(law, "count") else 0)


def _sets(table: Table, seat: Seat, law: LawId) -> Gained:
    """Power points for each set of knights of all strengths in play (LA-LAW-L18)."""
    strengths = [strength for strength, _ in in_play(table, seat)]
    sets = min(strengths.count(strength) for strength in set(KNIGHTS))
    return Gained(power=sets * number_of(law, "pp"))


APPLIED: Final[Mapping[LawId, Callable[[Table, Seat, LawId], Gained]]] = {
    "L03": _counties,
    "L07": _twos,
    "L08": _goods,
    "L11": _extensions,
    "L12": _battles,
    "L13": _counties,
    "L14": _all_of_a_strength,
    "L18": _sets,
}
"""By law without a decision: what it gives a seat."""


# --- laws with a decision ----------------------------------------------------------------------


def use_law(play: Play, seat: Seat, action: UseLaw) -> None:
    """Use the law in question as far as the seat likes."""
    draft = play.draft
    law = action.law
    if law != draft.subject:
        raise IllegalAction("LA-GEN-7", "another_law_is_applied", law=law, applied=draft.subject)
    _must_use_only(action, _FIELDS[law])
    _DECISIONS[law](play, seat, action)


_FIELDS: Final[Mapping[LawId, str]] = {
    "L01": "upgrade",
    "L02": "amount",
    "L04": "amount",
    "L05": "amount",
    "L06": "extensions",
    "L09": "upgrade",
    "L10": "swap",
    "L15": "amount",
    "L16": "amount",
    "L17": "amount",
}
"""By law: the only field that it uses."""

_RULES: Final[Mapping[LawId, str]] = {
    "L01": "LA-LAW-L01",
    "L02": "LA-LAW-L02",
    "L04": "LA-LAW-L04",
    "L05": "LA-LAW-L05",
    "L06": "LA-LAW-L06",
    "L09": "LA-LAW-L09",
    "L10": "LA-LAW-L10",
    "L15": "LA-LAW-L15",
    "L16": "LA-LAW-L16",
    "L17": "LA-LAW-L17",
}


def _must_use_only(action: UseLaw, field: str) -> None:
    unused = {
        "amount": action.amount != 0,
        "upgrade": action.upgrade is not None,
        "extensions": bool(action.extensions),
        "swap": action.swap,
    }
    for name, is_used in unused.items():
        if is_used and name != field:
            raise IllegalAction(
                _RULES[action.law], "law_does_not_use_this", law=action.law, field=name
            )


def _upgrade(play: Play, seat: Seat, action: UseLaw) -> None:
    """Strengthen a knight (LA-LAW-L01, LA-LAW-L09)."""
    knight = action.upgrade
    if knight is None:
        play.happens(LawUsed(seat, action.law, 0, swap=False))
        return
    play.happens(LawUsed(seat, action.law, 1, swap=False))
    rewards.upgrade(play, seat, knight)


def _recruit(play: Play, seat: Seat, action: UseLaw) -> None:
    """Recruit knights (LA-LAW-L02, LA-LAW-L15)."""
    is_most = action.law == "L02"
    most = number_of("L02", "recruit") if is_most else recruits_by_law(play.draft, seat)
    _must_be_at_most(action, action.amount, most)
    rewards.must_have_recruits(play.draft, seat, action.amount)
    play.happens(LawUsed(seat, action.law, action.amount, swap=False))
    for _ in range(action.amount):
        rewards.recruit(play, seat)


def _must_be_at_most(action: UseLaw, amount: int, most: int) -> None:
    if amount > most:
        raise IllegalAction(
            _RULES[action.law], "law_does_not_give_so_much", law=action.law, asked=amount, most=most
        )


def _exchange(play: Play, seat: Seat, action: UseLaw) -> None:
    """Exchange pieces (LA-LAW-L04, LA-LAW-L05, LA-LAW-L16, LA-LAW-L17)."""
    draft, exchange, amount = play.draft, EXCHANGES[action.law], action.amount
    rewards.must_not_exceed(
        seat,
        {"gold": draft.gold[seat], "squires": draft.squires[seat]},
        {"gold": exchange.gold * amount, "squires": exchange.squires * amount},
    )
    if exchange.votes:
        _must_be_at_most(action, amount, draft.votes_left // exchange.votes)
    play.happens(LawUsed(seat, action.law, amount, swap=False))


def _build(play: Play, seat: Seat, action: UseLaw) -> None:
    """Build extensions (LA-LAW-L06)."""
    chosen = action.extensions
    rewards.must_differ(chosen)
    _must_be_at_most(action, len(chosen), extensions_by_law(play.draft, seat))
    play.happens(LawUsed(seat, action.law, len(chosen), swap=False))
    for tile in sorted(chosen, key=_tile_order):
        rewards.build(play, seat, tile)


def _tile_order(space: str) -> int:
    return TILES.index(space) if space in TILES else len(TILES)


def _swap(play: Play, seat: Seat, action: UseLaw) -> None:
    """Swap a deployed knight for a stronger one in the reserve (LA-LAW-L10)."""
    play.happens(LawUsed(seat, action.law, int(action.swap), swap=action.swap))
    if action.swap:
        before = number_of("L10", "from")
        place = next(at for strength, at in deployed(play.draft, seat) if strength == before)
        play.happens(KnightUpgraded(color_of(play.draft, seat), before, place))


_DECISIONS: Final[Mapping[LawId, Callable[[Play, Seat, UseLaw], None]]] = {
    "L01": _upgrade,
    "L02": _recruit,
    "L04": _exchange,
    "L05": _exchange,
    "L06": _build,
    "L09": _upgrade,
    "L10": _swap,
    "L15": _recruit,
    "L16": _exchange,
    "L17": _exchange,
}
