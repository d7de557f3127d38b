"""The cards of the picture: hands as fans, and the card on the table."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from domain.drawing import Paint, Style, number, words
from domain.kit import Words
from domain.rulesets.ancients.board import CARD, Card, Class, kind_of
from domain.rulesets.ancients.hexes import SECTIONS, Side
from domain.rulesets.ancients.phrases import card_effect, card_name
from domain.rulesets.ancients.picture_pieces import (
    FLAG,
    INK,
    SIDE_COLOR,
    SWORDS,
    at,
    figure,
    helmet,
    sign_of,
    tally,
)

WIDTH: Final = 134
HEIGHT: Final = 86
_APART: Final = 127
_TILT: Final = 1.8
"""The angle between two cards of a fan, in degrees."""
_SAG: Final = 1.2
_BACKS_APART: Final = 30
_NAME: Final = Style(15, INK, bold=True)
_ROOM: Final = WIDTH - 24
_LETTER: Final = 7.6
"""The mean width of a letter of a name."""
_COUNT: Final = Style(24, Paint("count", "#fff8e7"), bold=True)
_CLASSES: Final[dict[str, Class]] = {"light": "light", "medium": "medium", "heavy": "heavy"}
_FIGURE: Final = {"mounted-charge": "HC", "order-mounted-troops": "MC", "darken-the-sky": "LB"}
_CHEVRON: Final = "l10 12-10 12"
_PAIR: Final = 2


def hand(side: Side, cards: Sequence[str], texts: Words, x: float, y: float) -> Iterator[str]:
    """Yield a visible hand as a fan around a point: each card is a spot."""
    for place, card in enumerate(cards):
        turn = place - (len(cards) - 1) / 2
        title = f"{card_name(card, texts)}: {card_effect(kind_of(card), texts)}"
        drawn = face(CARD[kind_of(card)], texts, side)
        yield (
            f'<g class="card" data-spot="card-{card}"><title>{escape(title)}</title>'
            f"{_laid(x + turn * _APART, y + _SAG * turn * turn, turn * _TILT, drawn)}</g>"
        )


def backs(side: Side, count: int, x: float, y: float) -> Iterator[str]:
    """Yield a hidden hand as a fan of backs, with their number."""
    for place in range(count):
        turn = place - (count - 1) / 2
        yield _laid(x + turn * _BACKS_APART, y + _SAG * turn * turn, turn * 2 * _TILT, _back(side))
    if count:
        yield tally(x + (count - 1) / 2 * _BACKS_APART + WIDTH / 2 - 6, y - HEIGHT / 2 + 12, count)


def table(card: str, side: Side, texts: Words, x: float, y: float) -> str:
    """Return the card on the table."""
    title = f"{card_name(card, texts)}: {card_effect(kind_of(card), texts)}"
    drawn = face(CARD[kind_of(card)], texts, side)
    return (
        f'<g class="card played" data-piece="played-{card}"><title>{escape(title)}</title>'
        f'<rect class="halo" x="{number(x - WIDTH / 2 - 5)}" y="{number(y - HEIGHT / 2 - 5)}" '
        f'width="{WIDTH + 10}" height="{HEIGHT + 10}" rx="12" fill="#e3b341"/>'
        f"{at(x, y, drawn)}</g>"
    )


def _laid(x: float, y: float, angle: float, drawn: str) -> str:
    return f'<g transform="translate({number(x)} {number(y)}) rotate({number(angle)})">{drawn}</g>'


def _back(side: Side) -> str:
    return (
        f"{_sheet('back', SIDE_COLOR[side])}"
        f'<rect class="hem" x="{-WIDTH / 2 + 7:g}" y="{-HEIGHT / 2 + 7:g}" width="{WIDTH - 14}" '
        f'height="{HEIGHT - 14}" rx="5" fill="none" stroke="#e3b341" stroke-width="2"/>'
        f'<path class="emblem" d="{SWORDS}" fill="#e3b341"/>'
    )


def _sheet(name: str, color: str) -> str:
    return (
        f'<rect class="{name}" x="{-WIDTH / 2:g}" y="{-HEIGHT / 2:g}" width="{WIDTH}" '
        f'height="{HEIGHT}" rx="9" fill="{color}" stroke="#5c4326" stroke-width="1.5"/>'
    )


def face(card: Card, texts: Words, side: Side) -> str:
    """Return a card, around the origin: a sign of what it does, and its name."""
    lines = _lines(texts(f"card.{card.id}"))
    first = 27 if len(lines) == 1 else 15
    written = "".join(
        words(0, first + 16 * row, line, _fitting(line)) for row, line in enumerate(lines)
    )
    return f"{_sheet('face', '#fbf1d8')}{at(0, -19, _sign(card, side))}{written}"


def _fitting(line: str) -> Style:
    wide = len(line) * _LETTER > _ROOM
    return _NAME._replace(width=_ROOM) if wide else _NAME


def _lines(name: str) -> list[str]:
    """Return a name in one line, or in two of about the same length."""
    if len(name) * _LETTER <= _ROOM:
        return [name]
    parts = name.split()
    if len(parts) < _PAIR:
        return [name]
    ways = [(" ".join(parts[:cut]), " ".join(parts[cut:])) for cut in range(1, len(parts))]
    return list(min(ways, key=lambda way: max(map(len, way))))


def _sign(card: Card, side: Side) -> str:
    """Return the sign of a card, around the origin, about 40 high."""
    match card.group:
        case "section":
            return _sections(card)
        case "leadership":
            return _led(card)
        case "troop" if card.orders in _CLASSES:
            assert card.orders is not None, "it is a class"
            return "".join(
                at(x, 0, f'<g transform="scale(2)">{sign_of(_CLASSES[card.orders])}</g>')
                for x in (-28, 0, 28)
            )
        case _:
            return _tactic(card, side)


def _sections(card: Card) -> str:
    """Return the three sections as fields, with the number of orders in each."""
    parts = []
    for place, section in enumerate(SECTIONS):
        orders = card.sections.get(section, 0)
        color = ("named", "#9a3324") if orders else ("other", "#e4d3a8")
        x = (place - 1) * 38
        parts.append(
            f'<path class="section {color[0]}" d="M{x - 16}-18h32v36h-32z" fill="{color[1]}" '
            f'stroke="#7a5a34" stroke-width="1.2"/>'
        )
        if orders:
            parts.append(words(x, 0, orders, _COUNT))
    return "".join(parts)


def _led(card: Card) -> str:
    """Return a helmet in the section of a leadership card, or in all of them."""
    parts = []
    for place, section in enumerate(SECTIONS):
        named = card.section in (None, section)
        color = ("named soft", "#efd9a0") if named else ("other", "#e4d3a8")
        x = (place - 1) * 38
        parts.append(
            f'<path class="section {color[0]}" d="M{x - 16}-18h32v36h-32z" fill="{color[1]}" '
            f'stroke="#7a5a34" stroke-width="1.2"/>'
        )
        if named:
            parts.append(at(x, 3, helmet()))
    return "".join(parts)


def _tactic(card: Card, side: Side) -> str:
    kind = _FIGURE.get(card.id)
    if kind is None:
        return _TACTIC[card.id]
    ground = '<rect class="plate" x="-34" y="-20" width="68" height="40" rx="8" '
    return f'{ground}fill="{SIDE_COLOR[side]}"/>{figure(kind)}'


def _filled(name: str, shape: str, color: str = "#9a3324") -> str:
    return f'<path class="{name}" d="{shape}" fill="{color}"/>'


def _stroked(lines: str) -> str:
    return (
        f'<path class="way" d="{lines}" fill="none" stroke="#9a3324" stroke-width="4.5" '
        f'stroke-linecap="round" stroke-linejoin="round"/>'
    )


_TACTIC: Final = {
    "clash-of-shields": f'<g transform="scale(1.25)">{_filled("blade", SWORDS)}</g>',
    "counter-attack": _stroked("M-32 8h40l-9-9m9 9l-9 9M32-8h-40l9-9m-9 9l9 9"),
    "double-time": _stroked(f"M-22-12{_CHEVRON}M-6-12{_CHEVRON}M10-12{_CHEVRON}"),
    "first-strike": _filled("blade", "M-34-3h42v-7h4v7h18l6 3-6 3h-18v7h-4v-7h-42z"),
    "i-am-spartacus": _filled("rank", "M-16-16h32v32h-32z")
    + _filled("star", "M0-11l3 8h8l-6 5 2 8-7-5-7 5 2-8-6-5h8z", "#fbf1d8"),
    "line-command": _filled("rank", "".join(f"M{x}-12h18v24h-18z" for x in (-46, -22, 2, 26))),
    "move-fire-move": _stroked(f"M-34-12{_CHEVRON}M-12-14q16 14 0 28zm-6 14h22M18-12{_CHEVRON}"),
    "rally": f"{at(-18, 0, _filled('standard', FLAG))}{_stroked('M18-12v24m-12-12h24')}",
}
"""By kind of card: its sign, around the origin."""
