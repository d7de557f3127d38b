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
        "TB-REMATCH-1",
        "A game that has been played has one rematch, with the same options, terms and house bots.",
        "Una partida que se ha jugado tiene una revancha, con las mismas opciones y condiciones y "
        "los mismos bots de la casa.",
        "Eine Partie, die gespielt ist, hat eine Revanche mit denselben Optionen, Bedingungen und "
        "Hausbots.",
        source="decided",
    ),
    Rule(
        "TB-REMATCH-2",
        "In a rematch everybody has the seat they had; where an account sat, it alone does.",
        "En una revancha cada cual tiene el asiento que tuvo; donde jugó una cuenta, solo ella.",
        "In einer Revanche hat jeder den Platz, den er hatte; wo ein Konto saß, nur dieses.",
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
        "The actions of a game are for its seats; the creator may seat, free and abort, an arbiter "
        "adjudicate and call off.",
        "Las acciones de una partida son de sus asientos; quien la creó sienta, libera o anula, y "
        "un árbitro la falla o la suspende.",
        "Aktionen sind Sache der Plätze; wer die Partie anlegt, besetzt, räumt oder bricht ab, ein "
        "Schiedsrichter entscheidet sie oder setzt sie ab.",
        source="decided",
    ),
    Rule(
        "TB-ACT-4",
        "A game takes the actions of its own ruleset, and those of the table.",
        "Una partida admite las acciones de su propio reglamento y las de la mesa.",
        "Eine Partie nimmt die Aktionen ihres eigenen Regelwerks und die des Tisches.",
        source="decided",
    ),
    Rule(
        "TB-RESIGN-1",
        "A seat that has resigned decides nothing more; a house bot plays on for it, unless the "
        "rules of the game let it leave.",
        "Un asiento que ha abandonado ya no decide nada; un bot de la casa sigue por él, salvo que "
        "las reglas del juego le dejen salir.",
        "Ein Platz, der aufgegeben hat, entscheidet nichts mehr; ein Hausbot spielt weiter, wenn "
        "die Spielregeln ihn nicht gehen lassen.",
        source="decided",
    ),
    Rule(
        "TB-RESIGN-2",
        "When the seats of all sides but one have resigned or are out of the game, that side wins.",
        "Cuando los asientos de todos los bandos menos uno han abandonado o están fuera del juego, "
        "gana ese bando.",
        "Haben die Plätze aller Parteien bis auf eine aufgegeben oder sind ausgeschieden, so "
        "gewinnt diese.",
        source="decided",
    ),
    Rule(
        "TB-RESIGN-3",
        "A seat that is out of the game cannot resign.",
        "Un asiento que está fuera del juego no puede abandonar.",
        "Ein Platz, der ausgeschieden ist, kann nicht aufgeben.",
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
    Rule(
        "TB-CLOCK-1",
        "A flag that falls can end the game only where two sides play; with more a house bot "
        "plays on.",
        "La caída de la bandera solo acaba la partida si juegan dos bandos; con más, sigue un bot "
        "de la casa.",
        "Nur bei zwei Parteien kann ein gefallenes Blättchen die Partie beenden; sonst spielt ein "
        "Hausbot weiter.",
        source="decided",
    ),
    Rule(
        "TB-FLAG-1",
        "A flag falls when the time of a clock that runs is used up, and not before.",
        "La bandera cae cuando se agota el tiempo de un reloj en marcha, y no antes.",
        "Ein Blättchen fällt, wenn die Zeit einer laufenden Uhr verbraucht ist, und nicht vorher.",
        source="decided",
    ),
    Rule(
        "TB-FLAG-2",
        "When the time of a seat is used up, its flag falls before anything else is done.",
        "Cuando se agota el tiempo de un asiento, su bandera cae antes de cualquier otra cosa.",
        "Ist die Zeit eines Platzes verbraucht, so fällt sein Blättchen, bevor etwas anderes "
        "geschieht.",
        source="decided",
    ),
    Rule(
        "TB-FLAG-3",
        "A seat whose flag fell decides nothing more; a house bot plays on, or the game is lost.",
        "Un asiento cuya bandera cayó ya no decide nada; sigue un bot de la casa o la partida "
        "está perdida.",
        "Ein Platz, dessen Blättchen fiel, entscheidet nichts mehr; ein Hausbot spielt weiter, "
        "oder er hat verloren.",
        source="decided",
    ),
    Rule(
        "TB-FLAG-4",
        "Where a flag ends the game, the other side wins; if the time of both was up at once, "
        "they share it.",
        "Si una bandera acaba la partida, gana el otro bando; si cayeron a la vez, la comparten.",
        "Beendet ein Blättchen die Partie, so gewinnt die andere Partei; fielen beide zugleich, "
        "so teilen sie.",
        source="decided",
    ),
    Rule(
        "TB-PAUSE-1",
        "A pause is offered only in a game with a clock that is not paused already.",
        "Solo se ofrece una pausa en una partida con reloj que no esté ya en pausa.",
        "Eine Pause wird nur in einer Partie mit Uhr geboten, die nicht schon ruht.",
        source="decided",
    ),
    Rule(
        "TB-PAUSE-2",
        "In a pause nobody plays.",
        "En una pausa nadie juega.",
        "In einer Pause spielt niemand.",
        source="decided",
    ),
    Rule(
        "TB-PAUSE-3",
        "Only a game that is paused can go on.",
        "Solo puede reanudarse una partida en pausa.",
        "Nur eine Partie, die ruht, kann weitergehen.",
        source="decided",
    ),
    Rule(
        "TB-BACK-1",
        "Decisions are taken back only in games that were opened with take-backs.",
        "Solo se retiran decisiones en partidas abiertas con esa posibilidad.",
        "Entscheidungen werden nur in Partien zurückgenommen, die so eröffnet wurden.",
        source="decided",
    ),
    Rule(
        "TB-BACK-2",
        "A seat takes back its own last decision, with all after it, but only until chance "
        "answers or a seat leaves the game.",
        "Un asiento retira su última decisión, con todo lo posterior, y solo hasta que responda "
        "el azar o un asiento deje el juego.",
        "Ein Platz nimmt seine letzte Entscheidung zurück, mit allem danach, und nur bis der "
        "Zufall antwortet oder ein Platz das Spiel verlässt.",
        source="decided",
    ),
    Rule(
        "TB-OFFER-1",
        "While a pause, going on or a take-back is on offer, it is not offered again.",
        "Mientras se ofrece una pausa, reanudar o retirar una decisión, no se ofrece otra vez.",
        "Solange Pause, Fortsetzung oder Rücknahme geboten ist, wird sie nicht nochmals geboten.",
        source="decided",
    ),
    Rule(
        "TB-OFFER-2",
        "Only what is on offer can be accepted or declined, and not by a seat that agrees to it.",
        "Solo se acepta o rechaza lo ofrecido, y no por un asiento que ya está de acuerdo.",
        "Nur Gebotenes wird angenommen oder abgelehnt, und nicht von einem Platz, der zustimmt.",
        source="decided",
    ),
    Rule(
        "TB-OFFER-3",
        "What is offered comes about when every person who still plays agrees; house bots do.",
        "Lo ofrecido ocurre cuando aceptan todas las personas que aún juegan; los bots de la casa "
        "aceptan.",
        "Gebotenes tritt ein, wenn alle Menschen zustimmen, die noch spielen; Hausbots tun es.",
        source="decided",
    ),
    Rule(
        "TB-OFFER-4",
        "A seat that is out of the game neither offers nor answers, and is not asked.",
        "Un asiento que está fuera del juego no ofrece ni responde, ni se le pregunta.",
        "Ein Platz, der ausgeschieden ist, bietet nichts, antwortet nicht und wird nicht gefragt.",
        source="decided",
    ),
    Rule(
        "TB-JUDGE-1",
        "An arbiter ends a game for one side or as a draw of several, each named once.",
        "Un árbitro acaba la partida a favor de un bando o en tablas de varios, cada uno nombrado "
        "una vez.",
        "Ein Schiedsrichter beendet die Partie für eine Partei oder als Remis mehrerer, jede "
        "einmal genannt.",
        source="decided",
    ),
)

CATALOGUE: Final[Mapping[str, Rule]] = {rule.id: rule for rule in _RULES}
