"""The rules of tournaments about what is announced, and what of it can change (TN)."""

from typing import Final

from domain.ruleset import Rule

OF_ANNOUNCEMENTS: Final = (
    Rule(
        "TN-OPEN-1",
        "A tournament has 1 to 99 rounds.",
        "Un torneo tiene de 1 a 99 rondas.",
        "Ein Turnier hat 1 bis 99 Runden.",
        source="decided",
    ),
    Rule(
        "TN-OPEN-2",
        "The announced points and tie-breaks fit the format, and the pairing algorithm is one that "
        "exists; the Dutch system is for two seats.",
        "Los puntos y desempates anunciados corresponden al formato, y el algoritmo de "
        "emparejamiento existe; el sistema holandés es para dos asientos.",
        "Die ausgeschriebenen Punkte und Wertungen passen zum Turniersystem, und den Algorithmus "
        "der Auslosung gibt es; das Holländische System ist für zwei Plätze.",
        source="decided",
    ),
    Rule(
        "TN-OPEN-3",
        "Fixed pairs meet one other pair at a table; changing partners need tables of four.",
        "Las parejas fijas se enfrentan a otra pareja por mesa; las parejas cambiantes necesitan "
        "mesas de cuatro.",
        "Feste Paare treffen am Tisch auf ein anderes Paar; wechselnde Partner brauchen "
        "Vierertische.",
        source="decided",
    ),
    Rule(
        "TN-OPEN-4",
        "Only a Swiss tournament has late entry, for its second or a later round, and byes on "
        "request.",
        "Solo un torneo suizo admite inscripciones tardías, para la segunda ronda o una posterior, "
        "y descansos a pedido.",
        "Nur ein Schweizer Turnier kennt Nachmeldungen, zur zweiten oder einer späteren Runde, und "
        "spielfreie Runden auf Wunsch.",
        source="decided",
    ),
    Rule(
        "TN-OPEN-5",
        "In a knock-out for two seats the winner goes on, and entrants can have two lives; at "
        "larger tables fewer go on than play. Nobody changes partners in a knock-out. The same is "
        "true of the final of groups, whose qualifiers fill at least one table.",
        "En una eliminatoria de dos asientos avanza el ganador y se puede tener dos vidas; en "
        "mesas mayores avanzan menos de los que juegan. No hay parejas cambiantes. Lo mismo vale "
        "para la final de una fase de grupos, cuyos clasificados llenan al menos una mesa.",
        "Im K.-o.-Turnier für zwei Plätze kommt der Sieger weiter, und man kann zwei Leben haben; "
        "an größeren Tischen kommen weniger weiter, als dort spielen. Partner wechseln nicht. "
        "Dasselbe gilt für das Finale nach Gruppen, dessen Teilnehmer mindestens einen Tisch "
        "füllen.",
        source="decided",
    ),
    Rule(
        "TN-OPEN-6",
        "A tournament whose rounds begin on schedule announces one time for each round, each later "
        "than the one before; others announce none.",
        "Un torneo cuyas rondas comienzan según horario anuncia una hora por ronda, cada una "
        "posterior a la anterior; los demás no anuncian ninguna.",
        "Ein Turnier, dessen Runden nach Zeitplan beginnen, schreibt für jede Runde eine Zeit aus, "
        "jede später als die davor; andere schreiben keine aus.",
        source="decided",
    ),
    Rule(
        "TN-OPEN-7",
        "A limit for players who do not come, and one for spectators, need reserved seats; an end "
        "of the last round needs rounds on schedule whose tables are scored as they stand.",
        "Un límite para quienes no se presentan, o para los espectadores, requiere asientos "
        "reservados; un final de la última ronda requiere rondas según horario cuyas mesas se "
        "puntúan tal como están.",
        "Eine Frist für Spieler, die nicht kommen, und eine Einschränkung für Zuschauer brauchen "
        "reservierte Plätze; ein Ende der letzten Runde braucht Runden nach Zeitplan, deren "
        "Tische nach dem Stand gewertet werden.",
        source="decided",
    ),
    Rule(
        "TN-OPEN-8",
        "The announced times of rounds are later than the announcement.",
        "Las horas anunciadas de las rondas son posteriores al anuncio.",
        "Die ausgeschriebenen Zeiten der Runden sind später als die Ausschreibung.",
        source="decided",
    ),
    Rule(
        "TN-OPEN-9",
        "If the options give a number of players, it is that of a full table; smaller tables have "
        "their own.",
        "Si las opciones indican un número de jugadores, es el de una mesa completa; las mesas "
        "menores tienen el suyo.",
        "Nennen die Optionen eine Spielerzahl, ist es die eines vollen Tisches; kleinere Tische "
        "haben ihre eigene.",
        source="decided",
    ),
    Rule(
        "TN-OPEN-10",
        "A house bot is announced once.",
        "Cada bot de la casa se anuncia una sola vez.",
        "Jeder Hausbot wird nur einmal ausgeschrieben.",
        source="decided",
    ),
    Rule(
        "TN-OPEN-11",
        "Byes on request have at least one kind, each named once, and there are no more of "
        "them than rounds.",
        "Los descansos a pedido tienen al menos un tipo, cada uno indicado una sola vez, y no"
        " son más que las rondas.",
        "Spielfreie Runden auf Wunsch haben mindestens eine Art, jede nur einmal genannt, und"
        " es sind nicht mehr als Runden.",
        source="decided",
    ),
    Rule(
        "TN-CHANGE-1",
        "The organiser can change points, tie-breaks and the number of rounds between rounds, but "
        "not the seats, the sizes of tables, the partners or the format.",
        "El organizador puede cambiar entre rondas los puntos, los desempates y el número de "
        "rondas, pero no los asientos, los tamaños de mesa, las parejas ni el formato.",
        "Der Veranstalter kann zwischen den Runden Punkte, Wertungen und Rundenzahl ändern, aber "
        "nicht Plätze, Tischgrößen, Partner und Turniersystem.",
        source="decided",
    ),
)
