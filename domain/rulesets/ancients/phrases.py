"""What text, picture and story say in the same way."""

from domain.kit import Words
from domain.rulesets.ancients.board import CARD, SCENARIO, Kind, Scenario, kind_of
from domain.rulesets.ancients.hexes import SIDES, Side, SideNumber
from domain.rulesets.ancients.view import LeaderView, PositionView, UnitView


def battle_of(view: PositionView) -> Scenario:
    """Return the battle of a view."""
    return SCENARIO[view.scenario]


def people(battle: Scenario, side: SideNumber, texts: Words) -> str:
    """Return the people of a side, such as Rome."""
    return texts(f"people.{battle.army(side).people}")


def side_name(view: PositionView, side: Side, texts: Words) -> str:
    """Return a side with its commander: "Rome (Varro)"."""
    number, battle = SIDES.index(side), battle_of(view)
    commander = battle.army(number).commander
    return texts("side.named", people=people(battle, number, texts), commander=commander)


def piece_kind(view: PositionView, piece: str, texts: Words) -> str:
    """Return a piece by its type or name, with its people: "Warriors (Carthage)"."""
    return _owned(view, piece, _kind(view, piece, texts), texts)


def piece_name(view: PositionView, piece: str, texts: Words) -> str:
    """Return a piece with its hex, because others have its type, and its people."""
    return _owned(view, piece, piece_at(view, piece, hex_of(view, piece), texts), texts)


def piece_at(view: PositionView, piece: str, at: str | None, texts: Words) -> str:
    """Return a piece on a hex, if it has one: "Warriors on G5". A leader's name says enough."""
    kind = _kind(view, piece, texts)
    if at is None or battle_of(view).leader_names.get(piece):
        return kind
    return texts("piece.at", name=kind, hex=at)


def hex_of(view: PositionView, piece: str) -> str | None:
    """Return where a piece stands; None if it is not on the board."""
    return next((one.hex for one in on_board(view) if one.id == piece), None)


def on_board(view: PositionView) -> tuple[UnitView | LeaderView, ...]:
    """Return all pieces on the board."""
    return (*view.units, *view.leaders)


def _kind(view: PositionView, piece: str, texts: Words) -> str:
    kind = piece.split("-")[1]
    if kind != "L":
        return texts(f"kind.{kind}")
    return battle_of(view).leader_names[piece] or texts("piece.unnamed")


def _owned(view: PositionView, piece: str, name: str, texts: Words) -> str:
    owner = people(battle_of(view), ("t", "b").index(piece[0]), texts)
    return texts("piece.of", name=name, people=owner)


def card_name(card: str, texts: Words) -> str:
    """Return the name of a card."""
    return texts(f"card.{kind_of(card)}")


def card_effect(kind: Kind, texts: Words) -> str:
    """Return what a kind of card does, in a sentence."""
    card = CARD[kind]
    match card.group:
        case "section":
            orders = [
                texts("effect.section", count=count, section=texts(f"section.{section}"))
                for section, count in card.sections.items()
            ]
            return texts("effect.sections", orders=texts.listed(orders))
        case "troop":
            return texts(f"effect.troop.{card.orders}")
        case "leadership" if card.section is not None:
            section = texts(f"section.{card.section}")
            return texts("effect.leader", section=section, count=card.further)
        case _:
            return texts(f"effect.tactic.{kind}")


def combat_line(view: PositionView, texts: Words) -> str:
    """Return who fights whom; there is a combat."""
    combat = view.combat
    assert combat is not None, "there is a combat"
    return texts(
        "board.combat",
        unit=piece_name(view, combat.unit, texts),
        target=piece_name(view, combat.target, texts),
    )


def headline(view: PositionView, texts: Words) -> str:
    """Return the turn and what is due in it."""
    if not view.turn:
        return texts("headline.undealt", battle=texts(f"battle.{view.scenario}"))
    name = "" if view.active is None else side_name(view, view.active, texts)
    over = view.step == "over"
    step = texts("headline.over") if over else texts(f"turn.{view.step}", name=name)
    return texts("headline", turn=view.turn, step=step)


def side_line(view: PositionView, side: Side, texts: Words) -> str:
    """Return the banners, cards and units of a side."""
    return texts(
        "board.side",
        name=side_name(view, side, texts),
        banners=getattr(view.banners, side),
        target=battle_of(view).target,
        cards=getattr(view.hand_counts, side),
        units=sum(one.id[0] == side[0] for one in view.units),
    )


def hand_line(view: PositionView, side: Side, texts: Words) -> str | None:
    """Return the cards of a hand; None if it is hidden."""
    hand = getattr(view.hands, side)
    if hand is None:
        return None
    cards = ", ".join(card_name(one, texts) for one in hand) or texts("board.none")
    return texts("board.hand", cards=cards)
