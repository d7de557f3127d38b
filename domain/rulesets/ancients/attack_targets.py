"""Which ordered units may attack, and what."""

from domain.rulesets.ancients import combat_dice
from domain.rulesets.ancients.board import Piece
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import Hex, SideNumber, distance
from domain.rulesets.ancients.position import CardPlay


def unable(field: Field, play: CardPlay, piece: Piece) -> tuple[str, str] | None:
    """Return the rule and the reason that keep a piece from any battle, or None."""
    if piece not in play.orders:
        return "CA-ORD-1", "not_ordered"
    if not field.is_unit(piece):
        return "CA-LDR-1", "cannot_battle"
    shots = 1 if play.text is None else play.text.shots
    if play.battles.get(piece, 0) >= shots:
        return "CA-BAT-2", "already_battled"
    tired = combat_dice.tired(field, play, piece)
    return None if tired is None else (tired, "cannot_battle")


def refused(
    field: Field, play: CardPlay, side: SideNumber, unit: Piece, target: Hex
) -> tuple[str, str] | None:
    """Return the rule and the reason that keep a unit from attacking a hex, or None."""
    close, card = distance(field.at(unit), target) <= 1, play.text
    if card is not None and (card.no_close if close else card.no_ranged):
        return card.rule, "combat_type_barred"
    if not field.has_enemy(target, side):
        return ("CA-CC-1" if close else "CA-RNG-3"), "no_target"
    if not close:
        kept = combat_dice.out_of_fire(field, unit, target)
        if kept is not None:
            return kept
    if not combat_dice.attack_dice(field, play, unit, target):
        return "CA-BAT-5", "zero_dice"
    return None


def targets(field: Field, play: CardPlay, side: SideNumber, unit: Piece) -> dict[Hex, int]:
    """Return what an ordered unit may attack, with the dice before any reaction."""
    if unable(field, play, unit) is not None:
        return {}
    here, far = field.at(unit), max(field.type(unit).range, 1)
    enemies = {field.at(one) for one in field.own(1 - side) if distance(here, field.at(one)) <= far}
    return {
        at: combat_dice.attack_dice(field, play, unit, at)
        for at in sorted(enemies)
        if refused(field, play, side, unit, at) is None
    }


def can_attack(field: Field, play: CardPlay, side: SideNumber) -> bool:
    """Return whether any attack is left (CA-TURN-6)."""
    return any(targets(field, play, side, one) for one in play.orders if field.at(one) >= 0)


def must_charge(field: Field, play: CardPlay, side: SideNumber) -> list[Piece]:
    """Return the warriors that charged and still have to attack (CA-WAR-4)."""
    return [
        one
        for one in play.orders
        if field.is_unit(one)
        and field.at(one) >= 0
        and combat_dice.is_charge(field, play, one)
        and any(distance(field.at(one), at) == 1 for at in targets(field, play, side, one))
    ]
