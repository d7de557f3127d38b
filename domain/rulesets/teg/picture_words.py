"""The words on the picture of a board, in each language; names of places are in ``names.py``."""

from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import asdict

from domain.ruleset import Language
from domain.rulesets.teg.atlas import CONTINENTS, Continent, Territory
from domain.rulesets.teg.board import Color
from domain.rulesets.teg.names import CONTINENT_NAMES, TERRITORY_NAMES
from domain.rulesets.teg.position import Outcome, Reason, Status
from domain.rulesets.teg.view import HeldTerritoryView, PositionView

OneOrMore: TypeAlias = tuple[str, str]
"""How one of something is told, and several."""


class Words(NamedTuple):
    """All words of one language; those in braces are filled in."""

    language: Language
    title: str
    round: str
    nobody: str
    due: str
    """Who has to do what: a seat, its colour and a deed."""
    attacks: str
    draws: str
    on_its_turn: str
    places: str
    anywhere: str
    in_continent: str
    in_continents: str
    reasons: dict[Reason, str]
    nobody_wins: str
    wins: str
    share: str
    """How several winners are told."""
    and_: str
    colors: dict[Color, str]
    tokens: OneOrMore
    cards: OneOrMore
    trades: OneOrMore
    statuses: dict[Status, str]
    won: str
    on_turn: str
    seat: str
    seat_told: str
    """A seat in a sentence: its colour, how it stands and its cards."""
    route: str
    last_conquest: str
    conquests: str
    moved: str
    deck: str
    discarded: str
    lands: OneOrMore
    continents: str
    objective: str


WORDS: Final[dict[Language, Words]] = {
    "en": Words(
        language="en",
        title="TEG, round {round}: {headline}",
        round="Round {round}",
        nobody="nobody has a turn",
        due="seat {seat} ({color}) {deed}",
        attacks="attacks {target} from {source}",
        draws="draws a card",
        on_its_turn="has its turn",
        places="places {counts}",
        anywhere="{count} anywhere",
        in_continent="{count} in {continent}",
        in_continents="{count} in {continents} continents",
        reasons={
            "secret": "secret",
            "common": "common",
            "world": "world",
            "last_standing": "last standing",
            "round_limit": "round limit",
            "resignation": "resignation",
            "draw_agreed": "draw agreed",
            "time": "time",
            "adjudicated": "adjudicated",
        },
        nobody_wins="nobody wins",
        wins="{winner} wins",
        share="{winners} share the victory",
        and_=" and ",
        colors={
            "blue": "blue",
            "red": "red",
            "black": "black",
            "yellow": "yellow",
            "green": "green",
            "magenta": "magenta",
        },
        tokens=("1 token", "{count} tokens"),
        cards=("1 card", "{count} cards"),
        trades=("1 trade", "{count} trades"),
        statuses={"active": "", "eliminated": "eliminated", "resigned": "resigned"},
        won="won",
        on_turn="on turn",
        seat="Seat {seat}",
        seat_told="Seat {seat}, {color}: {standing}{cards}.",
        route="{one} to {other}",
        last_conquest="last conquest: {name}",
        conquests="conquests {count} of {most}",
        moved="moved",
        deck="deck {count}",
        discarded="discarded {count}",
        lands=("1 territory", "{count} territories"),
        continents="{count} continents",
        objective="objective {objective}",
    ),
    "es": Words(
        language="es",
        title="TEG, ronda {round}: {headline}",
        round="Ronda {round}",
        nobody="nadie tiene el turno",
        due="el asiento {seat} ({color}) {deed}",
        attacks="ataca {target} desde {source}",
        draws="roba una carta",
        on_its_turn="tiene el turno",
        places="coloca {counts}",
        anywhere="{count} libres",
        in_continent="{count} en {continent}",
        in_continents="{count} en {continents} continentes",
        reasons={
            "secret": "objetivo secreto",
            "common": "objetivo común",
            "world": "el mundo entero",
            "last_standing": "último en pie",
            "round_limit": "límite de rondas",
            "resignation": "abandono",
            "draw_agreed": "tablas acordadas",
            "time": "tiempo agotado",
            "adjudicated": "decisión del árbitro",
        },
        nobody_wins="no gana nadie",
        wins="gana {winner}",
        share="{winners} comparten la victoria",
        and_=" y ",
        colors={
            "blue": "azul",
            "red": "rojo",
            "black": "negro",
            "yellow": "amarillo",
            "green": "verde",
            "magenta": "magenta",
        },
        tokens=("1 ficha", "{count} fichas"),
        cards=("1 carta", "{count} cartas"),
        trades=("1 canje", "{count} canjes"),
        statuses={"active": "", "eliminated": "eliminado", "resigned": "abandonó"},
        won="ganó",
        on_turn="juega",
        seat="Asiento {seat}",
        seat_told="Asiento {seat}, {color}: {standing}{cards}.",
        route="{one} a {other}",
        last_conquest="última: {name}",
        conquests="{count} de {most} conquistas",
        moved="movió",
        deck="mazo {count}",
        discarded="descarte {count}",
        lands=("1 país", "{count} países"),
        continents="{count} continentes",
        objective="objetivo {objective}",
    ),
    "de": Words(
        language="de",
        title="TEG, Runde {round}: {headline}",
        round="Runde {round}",
        nobody="niemand ist am Zug",
        due="Platz {seat} ({color}) {deed}",
        attacks="greift {target} von {source} an",
        draws="zieht eine Karte",
        on_its_turn="ist am Zug",
        places="setzt {counts}",
        anywhere="{count} beliebig",
        in_continent="{count} in {continent}",
        in_continents="{count} in {continents} Kontinenten",
        reasons={
            "secret": "geheimes Ziel",
            "common": "gemeinsames Ziel",
            "world": "die ganze Welt",
            "last_standing": "als Letzter übrig",
            "round_limit": "Rundengrenze",
            "resignation": "Aufgabe",
            "draw_agreed": "Remis vereinbart",
            "time": "Zeit abgelaufen",
            "adjudicated": "Schiedsspruch",
        },
        nobody_wins="niemand gewinnt",
        wins="{winner} gewinnt",
        share="{winners} teilen sich den Sieg",
        and_=" und ",
        colors={
            "blue": "Blau",
            "red": "Rot",
            "black": "Schwarz",
            "yellow": "Gelb",
            "green": "Grün",
            "magenta": "Magenta",
        },
        tokens=("1 Stein", "{count} Steine"),
        cards=("1 Karte", "{count} Karten"),
        trades=("1 Tausch", "{count}-mal getauscht"),
        statuses={"active": "", "eliminated": "ausgeschieden", "resigned": "aufgegeben"},
        won="gewonnen",
        on_turn="am Zug",
        seat="Platz {seat}",
        seat_told="Platz {seat}, {color}: {standing}{cards}.",
        route="{one} nach {other}",
        last_conquest="zuletzt erobert: {name}",
        conquests="{count} von {most} Eroberungen",
        moved="verlegt",
        deck="Stapel {count}",
        discarded="Ablage {count}",
        lands=("1 Land", "{count} Länder"),
        continents="{count} Kontinente",
        objective="Ziel {objective}",
    ),
}

_NAMED_MAX: Final = 2
"""More continents than these are counted, not named."""

_IN_TWO: Final[dict[str, tuple[str, str]]] = {
    "Großbritannien": ("Groß-", "britannien"),
}
"""Names of one word that are too long for one line on the map."""

CRAMPED: Final = frozenset({"Deutschland", "Schweden", "Groß-", "britannien"})
"""Names that need smaller letters to stay within their land."""


def name_of(territory: Territory, told: Words) -> str:
    """Return what a territory is called."""
    return str(getattr(TERRITORY_NAMES[territory], told.language))


def lines_of(territory: Territory, told: Words) -> tuple[str, ...]:
    """Return the name of a territory in lines, as they stand on the map."""
    name = name_of(territory, told)
    return _IN_TWO.get(name) or tuple(name.split())


def continent_of(continent: Continent, told: Words) -> str:
    """Return what a continent is called."""
    return str(getattr(CONTINENT_NAMES[continent], told.language))


def counted(words: OneOrMore, count: int) -> str:
    """Return a number of things."""
    one, more = words
    return one if count == 1 else more.format(count=count)


def held(view: PositionView, land: HeldTerritoryView, told: Words) -> str:
    """Tell a territory: its name, its owner and its tokens."""
    color = told.colors[view.seats[land.owner].color]
    tokens = counted(told.tokens, land.tokens)
    return f"{name_of(land.territory, told)} {color}, {tokens}"


def headline(view: PositionView, told: Words) -> str:
    """Tell in a few words who has to do what, or how the game ended."""
    if view.outcome is not None:
        return _ending(view.outcome, told)
    if view.active is None:
        return told.nobody
    color = told.colors[view.seats[view.active].color]
    return told.due.format(seat=view.active + 1, color=color, deed=_deed(view, told))


def _ending(outcome: Outcome, told: Words) -> str:
    reasons = told.and_.join(told.reasons[reason] for reason in outcome.reasons)
    return f"{reasons}: {_winners([told.colors[color] for color in outcome.winners], told)}"


def _winners(names: list[str], told: Words) -> str:
    if not names:
        return told.nobody_wins
    *others, last = names
    if not others:
        return told.wins.format(winner=last)
    return told.share.format(winners=told.and_.join([", ".join(others), last]))


def _deed(view: PositionView, told: Words) -> str:
    """Return what the active seat does, as the predicate of a sentence."""
    if view.attack is not None:
        source, target = (name_of(end, told) for end in (view.attack.source, view.attack.target))
        return told.attacks.format(source=source, target=target)
    if view.card_due:
        return told.draws
    pool = {name: count for name, count in asdict(view.pool).items() if count}
    if not pool:
        return told.on_its_turn
    free = [told.anywhere.format(count=pool.pop("free"))] if "free" in pool else []
    bound = [
        told.in_continent.format(count=pool[name], continent=continent_of(name, told))
        for name in CONTINENTS
        if name in pool
    ]
    if len(bound) > _NAMED_MAX:
        total = sum(pool.values())
        bound = [told.in_continents.format(count=total, continents=len(bound))]
    return told.places.format(counts=", ".join(free + bound))
