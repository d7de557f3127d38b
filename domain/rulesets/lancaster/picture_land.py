"""The left and right of the board: the counties of England, the battles in France, the favours."""

from collections.abc import Iterator
from typing import Final

from domain.drawing import SERIF, Style, number, words
from domain.kit import Box, Words
from domain.rulesets.lancaster import phrases
from domain.rulesets.lancaster.board import BATTLE, COUNTY, FAVOUR, FAVOURS, SLOTS, FavourId
from domain.rulesets.lancaster.chart import ground, land, middle_of, sea
from domain.rulesets.lancaster.pieces import (
    ACCENT,
    EDGE,
    FAINT,
    INK,
    amount,
    halo,
    icon,
    knight,
    knights,
    leaf,
    reward,
    title_of,
)
from domain.rulesets.lancaster.position import PLACES
from domain.rulesets.lancaster.text import battle_line, county_line
from domain.rulesets.lancaster.view import BattleView, CountyView, PositionView

FRANCE: Final[Box] = (656, 62, 728, 336)
_CARD: Final = (346, 132)
_FAVOURS: Final[Box] = (656, 410, 728, 74)
_NAME: Final = Style(20, INK, "start", bold=True, font=SERIF)
_LETTER: Final = Style(24, INK, bold=True, font=SERIF)
_LEAST: Final = Style(18, FAINT, "end", bold=True)
_CARD_NAME: Final = Style(15, FAINT, "end")
_FRENCH: Final = "#d8def0"
_LILY: Final = (
    "M0-30q14 16 6 32h10q6-10 14-4 6 10-8 16h-14l4 16h-24l4-16h-14q-14-6-8-16 8-6 14 4h10"
    "q-8-16 6-32z"
)


def counties(view: PositionView, texts: Words) -> Iterator[str]:
    """Yield England: the sea, and each county with what stands there."""
    yield sea()
    for county in view.counties:
        yield _county(county, county.county == view.subject, texts)


def _county(county: CountyView, due: bool, texts: Words) -> str:
    """Return a county: letter, name, least strength, reward, nobles, the knight and its squires."""
    card = COUNTY[county.county]
    x, y = middle_of(county.county)
    held = "none" if county.knight is None else county.knight.side
    parts = [
        land(county.county),
        _medal(x - 74, y - 46),
        words(x - 74, y - 46, county.county, _LETTER),
        words(x - 52, y - 46, card.name, _NAME),
        words(x + 80, y - 46, f"{card.min}+", _LEAST),
        reward(card.reward, x - 42 if len(card.reward) == 1 else x - 32, y - 4, 26),
        *(icon("noble", x - 78 + 22 * one, y + 42, 22) for one in range(county.nobles)),
    ]
    if card.start_choice:
        parts.append(icon("start", x + 78, y - 18, 22))
    if county.knight is not None:
        parts.append(knight(county.knight.side, x + 62, y + 12, 20, county.knight.strength))
    if due:
        parts.append(
            f'<path class="halo" d="{ground(county.county)}" fill="none" '
            f'stroke="{ACCENT.color}" stroke-width="5" stroke-linejoin="round"/>'
        )
    if county.squires:
        parts.append(amount("squire", x + 52, y + 51, 21, county.squires))
    state = " due" if due else ""
    return (
        f'<g class="county owner-{held}{state}" data-spot="county-{county.county}" '
        f'data-at="{number(x + 62)} {number(y + 12)} 0 1">'
        f"<title>{county_line(county, texts)}</title>{''.join(parts)}</g>"
    )


def _medal(x: float, y: float) -> str:
    """Return the ground of a county's letter."""
    return (
        f'<circle class="medal" cx="{number(x)}" cy="{number(y)}" r="17" fill="#f8f0dc" '
        f'stroke="{EDGE}" stroke-width="1.5"/>'
    )


def battles(view: PositionView, texts: Words) -> Iterator[str]:
    """Yield France: the battles of both rows."""
    left, top, width, _ = FRANCE
    yield leaf(FRANCE, "france", _FRENCH, 14)
    yield (
        f'<path class="lily" transform="translate({number(left + width - 26)} {number(top + 16)}) '
        f'scale(.42)" d="{_LILY}" fill="#9a7b2c"/>'
    )
    for row, (name, shown) in enumerate(
        (("top", view.battles.top), ("bottom", view.battles.bottom))
    ):
        down = top + 32 + 160 * row
        yield title_of(left + 14, down - 15, texts(f"row.{name}"), 19)
        for column, battle in enumerate(shown):
            box = (left + 12 + 358 * column, down, *_CARD)
            due = battle is not None and battle.card == view.subject
            yield _battle(PLACES[2 * row + column], battle, box, texts, due=due)


def _battle(name: str, battle: BattleView | None, box: Box, texts: Words, *, due: bool) -> str:
    """Return a place for a battle: the strength of France, and three slots with their points."""
    left, top, width, _ = box
    line = texts("board.none") if battle is None else battle_line(battle, texts)
    at = f'data-at="{number(left + width - 26)} {number(top + 20)} 0 1"'
    state = " empty" if battle is None else " due" if due else ""
    parts = [leaf(box, "card" if battle is not None else "place")]
    if battle is not None:
        parts += _fight(battle, left, top)
    if due:
        parts.append(halo(box))
    return (
        f'<g class="battle{state}" data-spot="battle-{name}" {at}><title>{line}</title>'
        f"{''.join(parts)}</g>"
    )


def _fight(battle: BattleView, left: float, top: float) -> Iterator[str]:
    card = BATTLE[battle.card]
    english = sum(sum(slot.knights) for slot in battle.slots)
    x, y = left + 44, top + 48
    yield words(left + 336, top + 18, battle.card, _CARD_NAME)
    yield (
        f'<path class="shield" d="M{number(x - 32)} {number(y - 36)}h64v36q0 34-32 50-32-16-32-50z"'
        f' fill="#27407c" stroke="{EDGE}" stroke-width="2"/>'
    )
    yield words(x, y, card.f, Style(36, INK._replace(name="french", color="#f6e3a1"), bold=True))
    yield words(x, top + 114, english, Style(22, ACCENT if english < card.f else INK, bold=True))
    for slot in range(SLOTS):
        down = top + 25 + 41 * slot
        yield (
            f'<path class="slot" d="M{number(left + 92)} {number(down + 19)}h242" fill="none" '
            f'stroke="{EDGE}"/>'
        )
        yield amount("power", left + 104, down, 22, card.pp[slot])
        if slot < len(battle.slots):
            held = battle.slots[slot]
            apart = min(32.0, 175 / max(len(held.knights), 1))
            yield knights(held.side, held.knights, left + 164, down - 1, 13, apart)


def favours(view: PositionView, texts: Words) -> Iterator[str]:
    """Yield the tiles of the king's favour; those taken in this round are face down."""
    left, top, _, height = _FAVOURS
    for index, tile in enumerate(FAVOURS):
        yield _favour(tile, (left + 122 * index, top, 116, height), tile in view.favours, texts)


def _favour(tile: FavourId, box: Box, shown: bool, texts: Words) -> str:
    left, top, width, height = box
    x, y = left + width / 2, top + height / 2
    face = (
        leaf(box, "tile", "#f3dfa6", 12) + reward(FAVOUR[tile].reward, x, y, 36)
        if shown
        else leaf(box, "tile back", "#a3764b", 12)
        + f'<path class="lily" transform="translate({number(x)} {number(y)}) scale(.7)" '
        f'd="{_LILY}" fill="#e9cf8c"/>'
    )
    state = "" if shown else " taken"
    name = phrases.favour(tile, texts)
    words_of = name if shown else texts("board.taken", name=name)
    return f'<g class="favour{state}" data-spot="favour-{tile}"><title>{words_of}</title>{face}</g>'


TRACK: Final[Box] = (656, 494, 728, 66)
_LEAST_END: Final = 60
_STEP: Final = 10


def track(view: PositionView, texts: Words) -> Iterator[str]:
    """Yield the track of power points, as long as it has to be, with a mark for each seat."""
    left, top, width, _ = TRACK
    most = max((held.power for held in view.seats), default=0)
    end = max(_LEAST_END, -(-(most + 2) // _STEP) * _STEP)
    unit = (width - 92) / end
    yield leaf(TRACK, "track", "#ead9b0", 12)
    yield icon("power", left + 26, top + 30, 30)
    for mark in range(0, end + 1, _STEP):
        x = left + 66 + mark * unit
        rule = f'd="M{number(x)} {number(top + 8)}v34" fill="none" stroke="{EDGE}"'
        yield f'<path class="tick" {rule}/>'
        yield words(x, top + 53, mark, Style(15, FAINT))
    there: dict[int, int] = {}
    for held in view.seats:
        before = there.setdefault(held.power, 0)
        there[held.power] += 1
        x = left + 66 + held.power * unit + 5 * before
        name = texts("board.power", name=texts(f"side.{held.color}"), count=held.power)
        yield (
            f'<g class="marker" data-piece="power-{held.color}"><title>{name}</title>'
            f"{knight(held.color, x, top + 22 + 3 * before, 11)}</g>"
        )
