"""The text in the picture of a board, in each language."""

from typing import Final, NamedTuple

from domain.ruleset import Language
from domain.rulesets.carolus_magnus.board import Clan, Side
from domain.rulesets.carolus_magnus.position import Outcome, Phase, Reason
from domain.rulesets.carolus_magnus.view import PositionView


class Words(NamedTuple):
    """All text in one language; braces mark placeholders."""

    title: str
    round: str
    phases: dict[Phase, str]
    """The line below the round."""
    due: str
    """The decision that is due: a seat and its deed."""
    disc: str
    clan_named: str
    clans_named: str
    exchange: str
    place: str
    move: str
    refill: str
    reasons: dict[Reason, str]
    nobody_wins: str
    wins: str
    share: str
    """For several winners."""
    and_: str
    sides: dict[Side, str]
    clans: dict[Clan, tuple[str, str]]
    """The singular and the plural of each clan."""
    territory: str
    to: str
    """From one segment to another."""
    unowned: str
    castle: str
    castles: str
    none: str
    emperor_stands: str
    seat_sentence: str
    """A seat in a sentence: its side, court and reserve."""
    seat: str
    turns: tuple[str, str, str, str]
    """First, second, … in the turn order."""
    goal: str
    """The castles in play, out of the goal."""
    supply: str
    court: str
    reserve: str
    joker: str
    jokers: str
    clan_marker: str
    control: str
    """The heading above the sides that control the clans."""
    disc_played: str
    disc_held: str


WORDS: Final[dict[Language, Words]] = {
    "en": Words(
        title="Carolus Magnus, round {round}: {headline}",
        round="Round {round}",
        phases={
            "setup": "set-up",
            "opening": "opening phase",
            "action": "action phase",
            "over": "over",
        },
        due="seat {seat} {deed}",
        disc="plays a disc",
        clan_named="chooses 1 clan",
        clans_named="chooses {count} clans",
        exchange="exchanges jokers",
        place="places paladins",
        move="moves the emperor",
        refill="refills the reserve",
        reasons={
            "castle_goal": "castle goal",
            "few_territories": "few territories",
            "stalled": "stalled",
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
        sides={"white": "white", "black": "black", "gray": "gray"},
        clans={
            "blue": ("blue", "blue"),
            "green": ("green", "green"),
            "pink": ("pink", "pink"),
            "red": ("red", "red"),
            "yellow": ("yellow", "yellow"),
        },
        territory="Territory {name}: {owner}; {paladins}",
        to="{first} to {last}",
        unowned="unowned",
        castle="{side}, 1 castle",
        castles="{side}, {count} castles",
        none="none",
        emperor_stands="The emperor stands in territory {head}.",
        seat_sentence="Seat {seat}, {side}: court {court}; reserve {reserve}.",
        seat="Seat {seat}",
        turns=("first", "second", "third", "fourth"),
        goal="{count} of {goal}",
        supply="supply",
        court="court",
        reserve="reserve",
        joker="+1 joker",
        jokers="+{count} jokers",
        clan_marker="clan marker",
        control="control",
        disc_played="disc of this round",
        disc_held="available disc",
    ),
    "es": Words(
        title="Carolus Magnus, ronda {round}: {headline}",
        round="Ronda {round}",
        phases={
            "setup": "preparación",
            "opening": "fase de apertura",
            "action": "fase de acción",
            "over": "final",
        },
        due="el asiento {seat} {deed}",
        disc="juega un disco",
        clan_named="elige 1 clan",
        clans_named="elige {count} clanes",
        exchange="canjea comodines",
        place="coloca paladines",
        move="mueve al emperador",
        refill="repone la reserva",
        reasons={
            "castle_goal": "meta de castillos",
            "few_territories": "pocos territorios",
            "stalled": "partida estancada",
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
        sides={"white": "blanco", "black": "negro", "gray": "gris"},
        clans={
            "blue": ("azul", "azules"),
            "green": ("verde", "verdes"),
            "pink": ("rosa", "rosas"),
            "red": ("rojo", "rojos"),
            "yellow": ("amarillo", "amarillos"),
        },
        territory="Territorio {name}: {owner}; {paladins}",
        to="{first} a {last}",
        unowned="sin dueño",
        castle="{side}, 1 castillo",
        castles="{side}, {count} castillos",
        none="ninguno",
        emperor_stands="El emperador está en el territorio {head}.",
        seat_sentence="Asiento {seat}, {side}: corte {court}; reserva {reserve}.",
        seat="Asiento {seat}",
        turns=("1.º", "2.º", "3.º", "4.º"),
        goal="{count} de {goal}",
        supply="fondo común",
        court="corte",
        reserve="reserva",
        joker="+1 comodín",
        jokers="+{count} comodines",
        clan_marker="marcador de clan",
        control="control",
        disc_played="disco de la ronda",
        disc_held="disco disponible",
    ),
    "de": Words(
        title="Carolus Magnus, Runde {round}: {headline}",
        round="Runde {round}",
        phases={
            "setup": "Aufbau",
            "opening": "Eröffnungsphase",
            "action": "Aktionsphase",
            "over": "Ende",
        },
        due="Platz {seat} {deed}",
        disc="spielt eine Scheibe",
        clan_named="wählt 1 Clan",
        clans_named="wählt {count} Clans",
        exchange="tauscht Joker ein",
        place="setzt Paladine ein",
        move="bewegt den Kaiser",
        refill="füllt die Reserve auf",
        reasons={
            "castle_goal": "Burgenziel",
            "few_territories": "wenige Gebiete",
            "stalled": "Stillstand",
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
        sides={"white": "Weiß", "black": "Schwarz", "gray": "Grau"},
        clans={
            "blue": ("blau", "blau"),
            "green": ("grün", "grün"),
            "pink": ("rosa", "rosa"),
            "red": ("rot", "rot"),
            "yellow": ("gelb", "gelb"),
        },
        territory="Gebiet {name}: {owner}; {paladins}",
        to="{first} bis {last}",
        unowned="ohne Besitzer",
        castle="{side}, 1 Burg",
        castles="{side}, {count} Burgen",
        none="keine",
        emperor_stands="Der Kaiser steht in Gebiet {head}.",
        seat_sentence="Platz {seat}, {side}: Hof {court}; Reserve {reserve}.",
        seat="Platz {seat}",
        turns=("1.", "2.", "3.", "4."),
        goal="{count} von {goal}",
        supply="Vorrat",
        court="Hof",
        reserve="Reserve",
        joker="+1 Joker",
        jokers="+{count} Joker",
        clan_marker="Clanmarker",
        control="Herrschaft",
        disc_played="Scheibe der Runde",
        disc_held="verfügbare Scheibe",
    ),
}


def headline(view: PositionView, words: Words) -> str:
    """Return a headline: the decision that is due, or how the game ended."""
    if view.outcome is not None:
        return f"{words.reasons[view.outcome.reason]}: {winners(view.outcome, words)}"
    if view.active is None:
        return words.phases[view.phase]
    return words.due.format(seat=view.active + 1, deed=_deed(view, words))


def winners(outcome: Outcome, words: Words) -> str:
    """Return a sentence that names the winners."""
    names = [words.sides[side] for side in outcome.winners]
    if not names:
        return words.nobody_wins
    *others, last = names
    if not others:
        return words.wins.format(winner=last)
    return words.share.format(winners=words.and_.join([", ".join(others), last]))


def _deed(view: PositionView, words: Words) -> str:
    """Return the active seat's decision, as the predicate of a sentence."""
    if view.phase == "opening":
        return words.disc
    if view.crowns:
        return words.clan_named if view.crowns == 1 else words.clans_named.format(count=view.crowns)
    match view.step:
        case "exchange":
            return words.exchange
        case "place":
            return words.place
        case "move":
            return words.move
        case _:
            return words.refill
