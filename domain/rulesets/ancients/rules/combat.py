"""Attacks, and the decisions within them (CA-CC, CA-REACT, CA-FLAG, CA-RET, CA-LEV, CA-MOM)."""

from collections.abc import Collection

from domain.kit import IllegalAction
from domain.rulesets.ancients import attack_targets, combat_dice, combat_due, ordering, paths
from domain.rulesets.ancients.actions import (
    Attack,
    BattleBack,
    BonusAttack,
    EndBattle,
    EvadeTo,
    ExtraHex,
    IgnoreFlags,
    LeaderEvade,
    Momentum,
    React,
    RetreatTo,
)
from domain.rulesets.ancients.board import Piece
from domain.rulesets.ancients.events import (
    AttackAnnounced,
    BattleBackDeclined,
    CardDiscarded,
    FlagsIgnored,
    LeaderEvaded,
    MomentumAdvanced,
    MomentumDeclined,
    PhaseEnded,
    ReactionChosen,
    UnitEvaded,
    UnitRetreated,
)
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import NAMES, Hex, SideNumber, distance
from domain.rulesets.ancients.paths import OFF
from domain.rulesets.ancients.rules.play import Play, hex_named, known_piece, piece_named


def attack(play: Play, side: SideNumber, action: Attack) -> None:
    """Announce an attack, close or ranged by the distance."""
    field = Field(play.draft)
    target = hex_named(action.target)
    known_piece(field, action.unit)
    unit = piece_named(field, side, action.unit)
    wrong = attack_targets.unable(field, play.card, unit)
    wrong = wrong or attack_targets.refused(field, play.card, side, unit, target)
    if wrong is not None:
        raise IllegalAction(*wrong, unit=action.unit, target=action.target)
    _announce(play, field, unit, target, is_bonus=False)


def _announce(play: Play, field: Field, unit: Piece, target: Hex, *, is_bonus: bool) -> None:
    piece = field.piece_at(target)
    assert piece is not None, "there is a target"
    ranged = distance(field.at(unit), target) > 1
    play.happens(
        AttackAnnounced(
            play.id(unit),
            play.id(piece),
            NAMES[target],
            "bonus" if is_bonus else "ranged" if ranged else "attack",
        )
    )


def end_battle(play: Play, side: SideNumber, action: EndBattle) -> None:
    """End the battles early (CA-TURN-6)."""
    duty = attack_targets.must_charge(Field(play.draft), play.card, side)
    if duty:
        raise IllegalAction("CA-WAR-4", "must_attack", units=[play.id(one) for one in duty])
    play.happens(PhaseEnded("battle"))


def react(play: Play, side: SideNumber, action: React) -> None:
    """React to a close combat (CA-REACT-2)."""
    field, combat = Field(play.draft), play.combat
    unit = combat.target
    if action.choice == "evade":
        able = combat_dice.may_evade_from(field, unit, combat.unit)
        if not able or not paths.evades(field, unit):
            rule = "CA-EVA-3" if able else "CA-EVA-2"
            raise IllegalAction(rule, "evade_not_allowed", unit=play.id(unit))
    card = f"{ordering.FIRST_STRIKE}#1"
    if action.choice == "first_strike" and card not in play.draft.hands[side]:
        raise IllegalAction("CA-REACT-2", "card_not_in_hand", card=card)
    play.happens(ReactionChosen(play.id(unit), action.choice))
    if action.choice == "first_strike":
        play.happens(CardDiscarded(card))


def evade_to(play: Play, side: SideNumber, action: EvadeTo) -> None:
    """Evade to one of the legal hexes."""
    field = Field(play.draft)
    legal = paths.evades(field, play.unit)
    _must_be_legal("CA-EVA-4", action.to, legal)
    at = NAMES[field.at(play.unit)]
    play.happens(UnitEvaded(play.id(play.unit), at, action.to))


def _must_be_legal(rule: str, to: str, legal: Collection[Hex]) -> None:
    if hex_named(to) not in legal:
        raise IllegalAction(
            rule, "illegal_destination", to=to, legal=[NAMES[at] for at in sorted(legal)]
        )


def ignore_flags(play: Play, side: SideNumber, action: IgnoreFlags) -> None:
    """Ignore some flags, at most one for each source."""
    most = combat_due.sources_of(Field(play.draft), play.step)
    if action.count > most:
        raise IllegalAction("CA-FLAG-2", "flag_count", count=action.count, most=most)
    play.happens(FlagsIgnored(play.id(play.unit), play.step.flags, action.count))


def retreat_to(play: Play, side: SideNumber, action: RetreatTo) -> None:
    """Retreat to one of the legal hexes."""
    field = Field(play.draft)
    found = paths.retreats(field, play.unit, play.step.number)
    _must_be_legal("CA-RET-11", action.to, found.ends)
    at = NAMES[field.at(play.unit)]
    play.happens(UnitRetreated(play.id(play.unit), at, action.to, found.unmade))


def leader_evade(play: Play, side: SideNumber, action: LeaderEvade) -> None:
    """Let a leader evade by one of the legal paths."""
    steps = tuple(OFF if one == "off" else hex_named(one) for one in action.path)
    legal = [one.steps for one in paths.leader_paths(Field(play.draft), play.unit)]
    if steps not in legal:
        raise IllegalAction(
            "CA-LEV-2",
            "illegal_path",
            path=list(action.path),
            legal=[list(combat_due.names_of(one)) for one in legal],
        )
    play.happens(LeaderEvaded(play.id(play.unit), action.path))


def momentum(play: Play, side: SideNumber, action: Momentum) -> None:
    """Advance into the vacated hex, or stay."""
    combat = play.combat
    unit = play.id(combat.unit)
    if action.advance:
        at, to = NAMES[combat.from_], NAMES[combat.hex]
        play.happens(MomentumAdvanced(unit, at, to, extra=False))
    else:
        play.happens(MomentumDeclined(unit))


def extra_hex(play: Play, side: SideNumber, action: ExtraHex) -> None:
    """Move cavalry one more hex, or stay."""
    field, unit = Field(play.draft), play.id(play.unit)
    if action.to is None:
        play.happens(MomentumDeclined(unit))
        return
    _must_be_legal("CA-MOM-2", action.to, combat_due.extra_hexes(field, play.unit))
    play.happens(MomentumAdvanced(unit, NAMES[field.at(play.unit)], action.to, extra=True))


def bonus_attack(play: Play, side: SideNumber, action: BonusAttack) -> None:
    """Attack once more, or stop."""
    field = Field(play.draft)
    if action.target is None:
        play.happens(MomentumDeclined(play.id(play.unit)))
        return
    target, legal = hex_named(action.target), combat_due.bonus_targets(field, play.unit)
    if target not in legal:
        raise IllegalAction(
            "CA-MOM-6",
            "illegal_bonus_target",
            target=action.target,
            legal=[NAMES[at] for at in legal],
        )
    _announce(play, field, play.unit, target, is_bonus=True)


def battle_back(play: Play, side: SideNumber, action: BattleBack) -> None:
    """Battle back, or do not."""
    combat = play.combat
    unit = play.id(combat.target)
    if action.fight:
        attacker = play.id(combat.unit)
        play.happens(AttackAnnounced(unit, attacker, NAMES[combat.from_], "battle_back"))
    else:
        play.happens(BattleBackDeclined(unit))
