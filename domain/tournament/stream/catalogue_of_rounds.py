"""The rules of tournaments about rounds, tables, results and the end (TN)."""

from typing import Final

from domain.ruleset import Rule

OF_ROUNDS: Final = (
    Rule(
        "TN-START-1",
        "A tournament starts when its entrants fill at least one table.",
        "Un torneo comienza cuando sus participantes llenan al menos una mesa.",
        "Ein Turnier beginnt, wenn seine Teilnehmer mindestens einen Tisch füllen.",
        source="decided",
    ),
    Rule(
        "TN-START-2",
        "A round robin, a knock-out or a tournament in groups starts if the announced number of "
        "rounds is enough for its entrants, a schedule for them is known or can be found, every "
        "group has more players than qualify, and heats lead to a final at one table.",
        "Una liga, una eliminatoria o un torneo con grupos comienza si las rondas anunciadas "
        "alcanzan para sus participantes, se conoce o se encuentra un calendario, cada grupo tiene "
        "más jugadores de los que se clasifican y las series llevan a una final en una sola mesa.",
        "Ein Rundenturnier, K.-o.-Turnier oder Turnier mit Gruppen beginnt, wenn die "
        "ausgeschriebenen Runden für seine Teilnehmer genügen, ein Spielplan bekannt ist oder sich "
        "findet, jede Gruppe mehr Spieler hat, als weiterkommen, und die Vorläufe zu einem Finale "
        "an einem Tisch führen.",
        source="decided",
    ),
    Rule(
        "TN-NEXT-1",
        "Rounds are paired one after the other, as many as were announced.",
        "Las rondas se emparejan una tras otra, tantas como se anunciaron.",
        "Die Runden werden nacheinander ausgelost, so viele wie ausgeschrieben.",
        source="decided",
    ),
    Rule(
        "TN-NEXT-2",
        "No round is paired while another is paired or played.",
        "No se empareja ninguna ronda mientras otra está emparejada o en juego.",
        "Keine Runde wird ausgelost, solange eine andere ausgelost ist oder läuft.",
        source="decided",
    ),
    Rule(
        "TN-NEXT-3",
        "If the tournament has check-in, a round is paired after check-in for it has closed.",
        "Si el torneo tiene confirmación de presencia, la ronda se empareja cuando esta se cierra.",
        "Hat das Turnier eine Anwesenheitsmeldung, wird die Runde nach deren Ende ausgelost.",
        source="decided",
    ),
    Rule(
        "TN-NEXT-4",
        "A round has one seed: if it is paired again, the seed stays the same.",
        "Una ronda tiene una sola semilla: si se empareja de nuevo, es la misma.",
        "Eine Runde hat einen einzigen Startwert: Wird sie neu ausgelost, bleibt er derselbe.",
        source="decided",
    ),
    Rule(
        "TN-NEXT-5",
        "Only a program that the tournament announced proposes pairs, and only of entrants who "
        "play.",
        "Solo propone parejas el programa que el torneo anunció, y entre quienes juegan.",
        "Nur ein ausgeschriebenes Programm schlägt Paarungen vor, unter denen, die spielen.",
        source="decided",
    ),
    Rule(
        "TN-HAND-1",
        "When an arbiter pairs by hand or changes tables, everybody in the round has one place, "
        "and tables have the announced sizes.",
        "Cuando un árbitro empareja a mano o cambia mesas, cada uno tiene un solo lugar en la "
        "ronda y las mesas tienen los tamaños anunciados.",
        "Lost ein Schiedsrichter von Hand aus oder ändert er Tische, hat jeder in der Runde genau "
        "einen Platz, und die Tische haben die ausgeschriebenen Größen.",
        source="decided",
    ),
    Rule(
        "TN-HAND-2",
        "Entrants who are kept apart do not meet, even if an arbiter pairs by hand.",
        "Quienes no deben enfrentarse tampoco se enfrentan en un emparejamiento a mano.",
        "Wer ferngehalten wird, trifft auch bei einer Auslosung von Hand nicht aufeinander.",
        source="decided",
    ),
    Rule(
        "TN-HAND-3",
        "A decision can change a table once, and only before anything has happened there.",
        "Una mesa se puede cambiar una vez por decisión, y solo antes de que ocurra algo en ella.",
        "Ein Tisch lässt sich je Entscheidung einmal ändern, und nur bevor dort etwas geschehen "
        "ist.",
        source="decided",
    ),
    Rule(
        "TN-HAND-4",
        "In a knock-out the results decide who meets; an arbiter can change only the turn order of "
        "a table.",
        "En una eliminatoria los resultados deciden quiénes se enfrentan; un árbitro solo puede "
        "cambiar el orden de turno de una mesa.",
        "Im K.-o.-Turnier entscheiden die Ergebnisse, wer aufeinandertrifft; ein Schiedsrichter "
        "kann nur die Zugfolge eines Tisches ändern.",
        source="decided",
    ),
    Rule(
        "TN-HAND-5",
        "A decision that changes tables of a round changes who sits where, the turn order or who "
        "rests.",
        "Una decisión que cambia mesas de una ronda cambia quién se sienta dónde, el orden de "
        "turno o quién descansa.",
        "Eine Entscheidung, die Tische einer Runde ändert, ändert, wer wo sitzt, die Zugfolge oder "
        "wer spielfrei ist.",
        source="decided",
    ),
    Rule(
        "TN-TABLE-1",
        "A table of a round has one game, and a game belongs to one table; for another game, an "
        "arbiter must order a replay.",
        "Una mesa de una ronda tiene una sola partida, y una partida es de una sola mesa; otra "
        "partida requiere que un árbitro ordene repetir.",
        "Ein Tisch einer Runde hat eine Partie, und eine Partie gehört zu einem Tisch; für eine "
        "andere muss ein Schiedsrichter eine Wiederholung anordnen.",
        source="decided",
    ),
    Rule(
        "TN-GAME-1",
        "The signed result of a game counts in the tournament that the game names.",
        "El resultado firmado de una partida cuenta en el torneo que la partida nombra.",
        "Das signierte Ergebnis einer Partie zählt in dem Turnier, das die Partie nennt.",
        source="decided",
    ),
    Rule(
        "TN-GAME-2",
        "A table has the result of its own game.",
        "Una mesa tiene el resultado de su propia partida.",
        "Ein Tisch hat das Ergebnis seiner eigenen Partie.",
        source="decided",
    ),
    Rule(
        "TN-GAME-3",
        "In the game of a table, its players sit in the order of the pairing.",
        "En la partida de una mesa, los jugadores se sientan en el orden del emparejamiento.",
        "In der Partie eines Tisches sitzen dessen Spieler in der Reihenfolge der Auslosung.",
        source="decided",
    ),
    Rule(
        "TN-GAME-4",
        "A game gives a result if it ranks every seat, and both seats of a pair alike.",
        "Una partida da un resultado si asigna un puesto a cada asiento, el mismo a los dos de una "
        "pareja.",
        "Eine Partie gibt ein Ergebnis, wenn sie jedem Platz einen Rang gibt, beiden Plätzen eines "
        "Paares denselben.",
        source="decided",
    ),
    Rule(
        "TN-SCORE-1",
        "A table is scored as it stands only if the tournament announced it.",
        "Una mesa se puntúa tal como está solo si el torneo lo anunció.",
        "Ein Tisch wird nur dann nach dem Stand gewertet, wenn das ausgeschrieben ist.",
        source="decided",
    ),
    Rule(
        "TN-CLAIM-1",
        "Players enter results at their own real table, where no game of the service is played.",
        "Los jugadores anotan resultados en su propia mesa real, sin partida del servicio.",
        "Spieler tragen Ergebnisse an ihrem eigenen echten Tisch ein, an dem keine Partie des "
        "Dienstes läuft.",
        source="decided",
    ),
    Rule(
        "TN-CLAIM-2",
        "A second player of the table confirms a result by entering the same one; nobody enters "
        "results more than 50 times.",
        "Un segundo jugador de la mesa confirma el resultado anotando el mismo; nadie anota más de "
        "50 veces.",
        "Ein zweiter Spieler des Tisches bestätigt ein Ergebnis, indem er dasselbe einträgt; "
        "niemand trägt mehr als 50-mal eines ein.",
        source="decided",
    ),
    Rule(
        "TN-RESULT-1",
        "A result gives each player a place: one more than the number of players who did better; "
        "those who forfeit come last, and scores are for all players or none.",
        "Un resultado da a cada jugador un puesto: uno más que el número de quienes lo superaron; "
        "los incomparecientes van al final, y los puntajes son de todos o de ninguno.",
        "Ein Ergebnis gibt jedem Spieler einen Platz: einen mehr als die Zahl der Besseren; wer "
        "kampflos verliert, kommt zuletzt, und Punktzahlen gibt es für alle oder keinen.",
        source="decided",
    ),
    Rule(
        "TN-RESULT-2",
        "A table gets one result; an arbiter can correct it.",
        "Una mesa recibe un solo resultado; un árbitro puede corregirlo.",
        "Ein Tisch bekommt ein Ergebnis; ein Schiedsrichter kann es berichtigen.",
        source="decided",
    ),
    Rule(
        "TN-FORFEIT-1",
        "An arbiter can declare that any number of players at a table lose by forfeit, each once.",
        "Un árbitro puede dar por perdida la partida a cualquier número de jugadores de una mesa, "
        "una vez a cada uno.",
        "Ein Schiedsrichter kann beliebig viele Spieler eines Tisches kampflos verlieren lassen, "
        "jeden einmal.",
        source="decided",
    ),
    Rule(
        "TN-ABSENT-1",
        "Players who have not taken their seats lose by forfeit if they are out of the "
        "tournament, or after an announced limit or the end of a round that is scored as it "
        "stands.",
        "Quienes no ocuparon su asiento pierden por incomparecencia si están fuera del torneo, o "
        "al vencer un límite anunciado o al final de una ronda que se puntúa tal como está.",
        "Wer seinen Platz nicht eingenommen hat, verliert kampflos, wenn er nicht mehr im Turnier "
        "ist oder wenn eine ausgeschriebene Frist oder eine Runde endet, die nach dem Stand "
        "gewertet wird.",
        source="decided",
    ),
    Rule(
        "TN-REPLAY-1",
        "A table can be played again if it has a game or a result.",
        "Una mesa se puede repetir si tiene una partida o un resultado.",
        "Ein Tisch kann wiederholt werden, wenn er eine Partie oder ein Ergebnis hat.",
        source="decided",
    ),
    Rule(
        "TN-CORRECT-1",
        "An arbiter can correct a result until the end of the tournament; pairings already made "
        "stand, and standings use the correction.",
        "Un árbitro puede corregir un resultado hasta el final del torneo; los emparejamientos ya "
        "hechos se mantienen y la clasificación usa la corrección.",
        "Ein Schiedsrichter kann ein Ergebnis bis zum Ende des Turniers berichtigen; gemachte "
        "Auslosungen bleiben, und die Tabelle verwendet die Berichtigung.",
        source="decided",
    ),
    Rule(
        "TN-CORRECT-2",
        "A correction states the places and changes something: places, scores or forfeits. "
        "Forfeits that it leaves out stay as they were, and so do scores if the places do.",
        "Una corrección indica los puestos y cambia algo: puestos, puntajes o incomparecencias. "
        "Las incomparecencias que no menciona quedan como estaban, y también los puntajes si los "
        "puestos no cambian.",
        "Eine Berichtigung nennt die Plätze und ändert etwas: Plätze, Punktzahlen oder kampflose "
        "Niederlagen. Kampflose Niederlagen, die sie nicht nennt, bleiben, wie sie waren, ebenso "
        "Punktzahlen, wenn die Plätze gleich bleiben.",
        source="decided",
    ),
    Rule(
        "TN-TIME-1",
        "An arbiter can add time for a player whose game has a clock and is not over; from edition "
        "2 of the rules on, at most 100 days in one game.",
        "Un árbitro puede agregar tiempo a un jugador cuya partida tiene reloj y no terminó; desde "
        "la edición 2 de las reglas, como máximo 100 días en una partida.",
        "Ein Schiedsrichter kann einem Spieler Zeit geben, dessen Partie eine Uhr hat und läuft; "
        "ab Ausgabe 2 der Regeln höchstens 100 Tage in einer Partie.",
        source="decided",
    ),
    Rule(
        "TN-PAUSE-1",
        "An arbiter can pause tables whose games are not over, and resume paused ones.",
        "Un árbitro puede detener mesas cuyas partidas no terminaron y dejar que sigan las "
        "detenidas.",
        "Ein Schiedsrichter kann Tische anhalten, deren Partien nicht zu Ende sind, und "
        "angehaltene weiterspielen lassen.",
        source="decided",
    ),
    Rule(
        "TN-PAUSE-2",
        "While a table is paused, no one there loses for not coming.",
        "Mientras una mesa está detenida, nadie pierde allí por no presentarse.",
        "Solange ein Tisch angehalten ist, verliert dort niemand, weil er nicht erscheint.",
        source="decided",
    ),
    Rule(
        "TN-CLOSE-1",
        "A round is over when all its tables have a result.",
        "Una ronda termina cuando todas sus mesas tienen un resultado.",
        "Eine Runde ist zu Ende, wenn alle ihre Tische ein Ergebnis haben.",
        source="decided",
    ),
    Rule(
        "TN-CLOSE-2",
        "In a knock-out, at least one entrant advances from each table.",
        "En una eliminatoria alguien avanza de cada mesa.",
        "Im K.-o.-Turnier kommt von jedem Tisch jemand weiter.",
        source="decided",
    ),
    Rule(
        "TN-END-1",
        "A tournament ends after its last round, or earlier with a reason; without a round it can "
        "only be called off.",
        "Un torneo termina tras su última ronda, o antes con un motivo; sin rondas solo se puede "
        "cancelar.",
        "Ein Turnier endet nach seiner letzten Runde oder mit Begründung früher; ohne Runde kann "
        "es nur abgesagt werden.",
        source="decided",
    ),
    Rule(
        "TN-SEED-1",
        "The secret that is revealed after the end gives the commitment and every seed.",
        "El secreto que se revela tras el final da el compromiso y todas las semillas.",
        "Das Geheimnis, das nach dem Ende aufgedeckt wird, ergibt die Festlegung und alle "
        "Startwerte.",
        source="decided",
    ),
)
