"""The rules of the table, which hold for every ruleset (TB)."""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Rule

_RULES: Final = (
    Rule(
        "TB-SIT-1",
        "Seats are taken and left only while the game is open, before it starts.",
        "Los asientos se ocupan y se dejan solo mientras la partida está abierta.",
        "Plätze werden nur eingenommen und verlassen, solange die Partie offen ist.",
        source="decided",
    ),
    Rule(
        "TB-SIT-2",
        "A seat that is taken is not given to anybody else.",
        "Un asiento ocupado no se da a nadie más.",
        "Ein besetzter Platz wird niemand anderem gegeben.",
        source="decided",
    ),
    Rule(
        "TB-SIT-3",
        "Only the house bots of the ruleset can be seated.",
        "Solo pueden sentarse los bots de la casa que ofrece el reglamento.",
        "Nur die Hausbots dieses Regelwerks können Platz nehmen.",
        source="decided",
    ),
    Rule(
        "TB-SIT-4",
        "A seat that a house bot plays is played by the house alone.",
        "Un asiento que juega un bot de la casa lo juega solo la casa.",
        "Einen Platz, den ein Hausbot spielt, spielt nur das Haus.",
        source="decided",
    ),
    Rule(
        "TB-SIT-5",
        "A game has the seats that its options say, numbered from 0.",
        "Una partida tiene los asientos que dicen sus opciones, numerados desde 0.",
        "Eine Partie hat so viele Plätze, wie ihre Optionen sagen, ab 0 nummeriert.",
        source="decided",
    ),
    Rule(
        "TB-SIT-6",
        "An account takes one seat of a game at most, and house bots have none.",
        "Una cuenta ocupa a lo sumo un asiento de una partida, y los bots de la casa no tienen.",
        "Ein Konto nimmt höchstens einen Platz einer Partie ein, und Hausbots haben keines.",
        source="decided",
    ),
    Rule(
        "TB-LEAVE-1",
        "Only a seat that is taken can be left.",
        "Solo se puede dejar un asiento que está ocupado.",
        "Nur ein besetzter Platz kann verlassen werden.",
        source="decided",
    ),
    Rule(
        "TB-ACT-1",
        "Nobody acts before the game has started: it starts when the last seat is taken.",
        "Nadie actúa antes de que empiece la partida: empieza al ocuparse el último asiento.",
        "Vor dem Start handelt niemand: Die Partie beginnt, wenn der letzte Platz besetzt ist.",
        source="decided",
    ),
    Rule(
        "TB-ACT-2",
        "Nobody acts after the game has been ended or called off.",
        "Nadie actúa después de que la partida haya terminado o se haya anulado.",
        "Nach dem Ende oder Abbruch der Partie handelt niemand mehr.",
        source="decided",
    ),
    Rule(
        "TB-ACT-3",
        "The actions of a game are for its seats; the creator may seat, free and call off.",
        "Las acciones de una partida son de sus asientos; quien la creó sienta, libera o anula.",
        "Aktionen sind Sache der Plätze; wer die Partie anlegt, besetzt, räumt oder bricht ab.",
        source="decided",
    ),
    Rule(
        "TB-RESIGN-1",
        "A seat that has resigned decides nothing more; a house bot plays on for it.",
        "Un asiento que ha abandonado ya no decide nada; un bot de la casa sigue por él.",
        "Ein Platz, der aufgegeben hat, entscheidet nichts mehr; ein Hausbot spielt weiter.",
        source="decided",
    ),
    Rule(
        "TB-RESIGN-2",
        "When the seats of all sides but one have resigned, that side wins.",
        "Cuando han abandonado los asientos de todos los bandos menos uno, gana ese bando.",
        "Haben die Plätze aller Parteien bis auf eine aufgegeben, so gewinnt diese.",
        source="decided",
    ),
    Rule(
        "TB-DRAW-1",
        "House bots agree to no draw, so none can be offered in a game with one.",
        "Los bots de la casa no aceptan tablas; no pueden ofrecerse en una partida con uno.",
        "Hausbots stimmen keinem Remis zu; in einer Partie mit einem kann keins geboten werden.",
        source="decided",
    ),
    Rule(
        "TB-DRAW-2",
        "While a draw is on offer, no other is offered.",
        "Mientras haya una oferta de tablas, no se hace otra.",
        "Solange ein Remis geboten ist, wird kein weiteres geboten.",
        source="decided",
    ),
    Rule(
        "TB-DRAW-3",
        "Only a draw on offer can be accepted or declined, and not by a seat that agrees to it.",
        "Solo se aceptan o rechazan tablas ofrecidas, y no por un asiento que ya está de acuerdo.",
        "Nur ein gebotenes Remis wird angenommen oder abgelehnt, nicht von einem, der zustimmt.",
        source="decided",
    ),
    Rule(
        "TB-DRAW-4",
        "When every seat that has not resigned agrees, the game ends as a draw of their sides.",
        "Si todos los asientos que no han abandonado aceptan, la partida acaba en tablas.",
        "Stimmen alle zu, die nicht aufgegeben haben, so endet die Partie unentschieden.",
        source="decided",
    ),
    Rule(
        "TB-ABORT-1",
        "A game can be called off by its creator until it starts.",
        "Quien creó la partida puede anularla hasta que empiece.",
        "Wer die Partie angelegt hat, kann sie bis zum Start abbrechen.",
        source="decided",
    ),
)

CATALOGUE: Final[Mapping[str, Rule]] = {rule.id: rule for rule in _RULES}
