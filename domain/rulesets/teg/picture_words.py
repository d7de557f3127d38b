"""The text in the picture of a board, in each language; ``names.py`` has the place names."""

from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import asdict

from domain.ruleset import Language
from domain.rulesets.teg.atlas import CONTINENTS, Continent, Territory
from domain.rulesets.teg.board import Color
from domain.rulesets.teg.names import CONTINENT_NAMES, TERRITORY_NAMES
from domain.rulesets.teg.position import Outcome, Reason, Status
from domain.rulesets.teg.view import HeldTerritoryView, PositionView

OneOrMore: TypeAlias = tuple[str, str]
"""The singular and the plural of something."""


class Words(NamedTuple):
    """All text in one language; braces mark placeholders."""

    language: Language
    title: str
    round: str
    nobody: str
    due: str
    """The decision that is due: a seat, its colour and its deed."""
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
    """For several winners."""
    and_: str
    colors: dict[Color, str]
    tokens: OneOrMore
    cards: OneOrMore
    trades: OneOrMore
    statuses: dict[Status, str]
    won: str
    on_turn: str
    seat: str
    seat_sentence: str
    """A seat in a sentence: its colour, its state and its cards."""
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
        nobody="nobody to play",
        due="seat {seat} ({color}) {deed}",
        attacks="attacks {target} from {source}",
        draws="draws a card",
        on_its_turn="to play",
        places="places {counts}",
        anywhere="{count} anywhere",
        in_continent="{count} in {continent}",
        in_continents="{count} in {continents} continents",
        reasons={
            "secret": "secret objective",
            "common": "common objective",
            "world": "world conquered",
            "last_standing": "last player standing",
            "round_limit": "round limit",
            "resignation": "resignation",
            "draw_agreed": "draw agreed",
            "time": "time ran out",
            "adjudicated": "arbiter's decision",
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
        on_turn="to play",
        seat="Seat {seat}",
        seat_sentence="Seat {seat}, {color}: {standing}{cards}.",
        route="{one} to {other}",
        last_conquest="last conquest: {name}",
        conquests="conquests {count} of {most}",
        moved="moved",
        deck="deck {count}",
        discarded="discards {count}",
        lands=("1 territory", "{count} territories"),
        continents="{count} continents",
        objective="objective {objective}",
    ),
    "es": Words(
        language="es",
        title="TEG, ronda {round}: {headline}",
        round="Ronda {round}",
        nobody="nadie juega",
        due="el asiento {seat} ({color}) {deed}",
        attacks="ataca a {target} desde {source}",
        draws="saca una tarjeta",
        on_its_turn="juega",
        places="coloca {counts}",
        anywhere="{count} libres",
        in_continent="{count} en {continent}",
        in_continents="{count} en {continents} continentes",
        reasons={
            "secret": "objetivo secreto",
            "common": "objetivo común",
            "world": "mundo conquistado",
            "last_standing": "último en juego",
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
        tokens=("1 ejército", "{count} ejércitos"),
        cards=("1 tarjeta", "{count} tarjetas"),
        trades=("1 canje", "{count} canjes"),
        statuses={"active": "", "eliminated": "eliminado", "resigned": "abandonó"},
        won="ganó",
        on_turn="juega",
        seat="Asiento {seat}",
        seat_sentence="Asiento {seat}, {color}: {standing}{cards}.",
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
        attacks="greift {target} von {source} aus an",
        draws="zieht eine Karte",
        on_its_turn="ist am Zug",
        places="setzt ein: {counts}",
        anywhere="{count} beliebig",
        in_continent="{count} in {continent}",
        in_continents="{count} in {continents} Kontinenten",
        reasons={
            "secret": "geheimer Auftrag",
            "common": "allgemeiner Auftrag",
            "world": "Welt erobert",
            "last_standing": "Letzter im Spiel",
            "round_limit": "Rundenlimit",
            "resignation": "Aufgabe",
            "draw_agreed": "Remis vereinbart",
            "time": "Zeit abgelaufen",
            "adjudicated": "Entscheidung des Schiedsrichters",
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
        seat_sentence="Platz {seat}, {color}: {standing}{cards}.",
        route="{one} nach {other}",
        last_conquest="zuletzt erobert: {name}",
        conquests="{count} von {most} Eroberungen",
        moved="verlegt",
        deck="Stapel {count}",
        discarded="Ablage {count}",
        lands=("1 Land", "{count} Länder"),
        continents="{count} Kontinente",
        objective="Auftrag {objective}",
    ),
}

_NAMED_MAX: Final = 2
"""Up to this many continents, the text lists their names; beyond it, only their number."""

_IN_TWO: Final[dict[str, tuple[str, str]]] = {
    "Großbritannien": ("Groß-", "britannien"),
    "Newfoundland": ("New-", "foundland"),
}
"""One-word names that are too long for one line on the map."""

CRAMPED: Final = frozenset(
    {"Argentinien", "Deutschland", "Germany", "Labrador", "Neufundland", "Schweden", "Uruguay"}
    | {part for parts in _IN_TWO.values() for part in parts}
)
"""Names that need smaller letters to fit into their territory."""


def name_of(territory: Territory, words: Words) -> str:
    """Return the name of a territory."""
    return str(getattr(TERRITORY_NAMES[territory], words.language))


def lines_of(territory: Territory, words: Words) -> tuple[str, ...]:
    """Return the name of a territory, split into lines for the map."""
    name = name_of(territory, words)
    return _IN_TWO.get(name) or tuple(name.split())


def continent_of(continent: Continent, words: Words) -> str:
    """Return the name of a continent."""
    return str(getattr(CONTINENT_NAMES[continent], words.language))


def counted(words: OneOrMore, count: int) -> str:
    """Return a count with the noun in the right number."""
    one, more = words
    return one if count == 1 else more.format(count=count)


def held(view: PositionView, land: HeldTerritoryView, words: Words) -> str:
    """Describe a territory: its name, its owner and its tokens."""
    color = words.colors[view.seats[land.owner].color]
    tokens = counted(words.tokens, land.tokens)
    return f"{name_of(land.territory, words)} {color}, {tokens}"


def headline(view: PositionView, words: Words) -> str:
    """Return a headline: the decision that is due, or how the game ended."""
    if view.outcome is not None:
        return _ending(view.outcome, words)
    if view.active is None:
        return words.nobody
    color = words.colors[view.seats[view.active].color]
    return words.due.format(seat=view.active + 1, color=color, deed=_deed(view, words))


def _ending(outcome: Outcome, words: Words) -> str:
    reasons = words.and_.join(words.reasons[reason] for reason in outcome.reasons)
    return f"{reasons}: {_winners([words.colors[color] for color in outcome.winners], words)}"


def _winners(names: list[str], words: Words) -> str:
    if not names:
        return words.nobody_wins
    *others, last = names
    if not others:
        return words.wins.format(winner=last)
    return words.share.format(winners=words.and_.join([", ".join(others), last]))


def _deed(view: PositionView, words: Words) -> str:
    """Return the active seat's decision, as the predicate of a sentence."""
    if view.attack is not None:
        source, target = (name_of(end, words) for end in (view.attack.source, view.attack.target))
        return words.attacks.format(source=source, target=target)
    if view.card_due:
        return words.draws
    pool = {name: count for name, count in asdict(view.pool).items() if count}
    if not pool:
        return words.on_its_turn
    free = [words.anywhere.format(count=pool.pop("free"))] if "free" in pool else []
    bound = [
        words.in_continent.format(count=pool[name], continent=continent_of(name, words))
        for name in CONTINENTS
        if name in pool
    ]
    if len(bound) > _NAMED_MAX:
        total = sum(pool.values())
        bound = [words.in_continents.format(count=total, continents=len(bound))]
    return words.places.format(counts=", ".join(free + bound))
