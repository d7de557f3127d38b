"""What rewards give (LA-GAIN): goods at once, and effects on the board as the action asks."""

from collections.abc import Sequence

from domain.kit import IllegalAction
from domain.rulesets.lancaster.actions import KnightAt
from domain.rulesets.lancaster.board import ROUNDS, TILES, Effect, SpaceId, TileId
from domain.rulesets.lancaster.course import can_recruit
from domain.rulesets.lancaster.events import (
    ExtensionBuilt,
    Gained,
    KnightRecruited,
    KnightUpgraded,
)
from domain.rulesets.lancaster.position import (
    Side,
    Table,
    color_of,
    in_play,
    is_ally,
    phase_of,
    stock_of,
    upgradable,
)
from domain.rulesets.lancaster.rules.play import Play

NOTHING = Gained()


def goods_of(
    table: Table,
    side: Side,
    reward: tuple[Effect, ...],
    *,
    gold_paid: int = 0,
    squires_paid: int = 0,
) -> Gained:
    """Return the goods that a side receives; an ally owns none (LA-TWO-4).

    The payment for the reward is in the supply before the reward is received (LA-GAIN-4).
    """
    if is_ally(table, side):
        return NOTHING
    return Gained(
        min(_amount(reward, "GOLD"), table.gold_left + gold_paid),
        min(_amount(reward, "SQUIRE"), table.squires_left + squires_paid),
        votes_given(table, _amount(reward, "VOTE")),
        _amount(reward, "PP"),
    )


def votes_given(table: Table, votes: int) -> int:
    """Return how many of these vote markers a player receives (LA-GAIN-2, LA-GAIN-21)."""
    if table.round == ROUNDS and phase_of(table.moment, table.subject) == "scoring":
        return 0
    return min(votes, table.votes_left)


def _amount(reward: tuple[Effect, ...], op: str) -> int:
    return sum(effect.n for effect in reward if effect.op == op)


def must_not_exceed(seat: int, owned: dict[str, int], cost: dict[str, int]) -> None:
    """Refuse a payment beyond what the seat owns (LA-GAIN-5)."""
    for good, amount in cost.items():
        if amount > owned[good]:
            raise IllegalAction(
                "LA-GAIN-5",
                "cost_exceeds_what_is_owned",
                seat=seat,
                good=good,
                cost=amount,
                owned=owned[good],
            )


def must_name_a_knight(table: Table, side: Side, knight: KnightAt | None) -> None:
    """Refuse a reward of strength without a knight for it (LA-GAIN-7, LA-GAIN-9)."""
    knights = upgradable(table, side)
    if not knights:
        raise IllegalAction("LA-GAIN-9", "nothing_to_upgrade", side=color_of(table, side))
    if knight is None:
        raise IllegalAction(
            "LA-GAIN-7",
            "knight_must_be_named",
            possible=[{"strength": one, "at": at} for one, at in knights],
        )


def upgrade(play: Play, side: Side, knight: KnightAt) -> None:
    """Strengthen a knight of a side by one (LA-GAIN-7, LA-GAIN-8)."""
    draft = play.draft
    color = color_of(draft, side)
    if (knight.strength, knight.at) not in in_play(draft, side):
        raise IllegalAction(
            "LA-GAIN-7", "no_such_knight", side=color, strength=knight.strength, at=knight.at
        )
    if knight.strength + 1 not in draft.reserves[side]:
        raise IllegalAction(
            "LA-GAIN-7",
            "no_stronger_knight_in_reserve",
            side=color,
            strength=knight.strength,
            reserve=list(draft.reserves[side]),
        )
    play.happens(KnightUpgraded(color, knight.strength, knight.at))


def must_have_recruits(table: Table, side: Side, amount: int) -> None:
    """Refuse more recruits than the reserve has (LA-GAIN-11)."""
    left = table.reserves[side].count(1)
    if amount > left:
        raise IllegalAction(
            "LA-GAIN-11", "recruits_exceed_the_reserve", amount=amount, reserve=left
        )


def recruit(play: Play, side: Side) -> None:
    """Bring a knight of strength 1 from the reserve to the court (LA-GAIN-10)."""
    if not can_recruit(play.draft, side):
        raise IllegalAction("LA-GAIN-11", "no_recruit_in_reserve", side=color_of(play.draft, side))
    play.happens(KnightRecruited(color_of(play.draft, side)))


def must_differ(extensions: Sequence[SpaceId]) -> None:
    """Refuse to build a tile twice (LA-GAIN-12)."""
    if len(set(extensions)) < len(extensions):
        raise IllegalAction("LA-GAIN-12", "tile_is_named_twice", extensions=list(extensions))


def build(play: Play, seat: int, extension: SpaceId) -> None:
    """Build an extension of the seat's stock (LA-GAIN-12)."""
    tile = tile_named(extension)
    if tile is None or tile not in stock_of(play.draft, seat):
        raise IllegalAction(
            "LA-GAIN-12",
            "tile_is_not_in_stock",
            seat=seat,
            extension=extension,
            stock=list(stock_of(play.draft, seat)),
        )
    play.happens(ExtensionBuilt(seat, tile))


def tile_named(space: SpaceId) -> TileId | None:
    """Return the tile of a space, or None if it is one of an ally's castle."""
    return next((tile for tile in TILES if tile == space), None)
