"""The rules of the table about time, pauses, take-backs, offers and standing orders."""

from typing import Final

from domain.ruleset import Rule

OF_TERMS: Final = (
    Rule(
        "TB-CLOCK-1",
        "Running out of time can end the game only if two sides play; with more, a house bot plays "
        "on.",
        "Agotar el tiempo solo puede terminar la partida si juegan dos bandos; con más, sigue un "
        "bot de la casa.",
        "Nur bei zwei Parteien kann abgelaufene Zeit die Partie beenden; bei mehr spielt ein "
        "Hausbot weiter.",
        source="decided",
    ),
    Rule(
        "TB-CLOCK-2",
        "A smaller time for reactions is possible in games whose rules have reactions, with a "
        "fixed time for each action; it is at most that time.",
        "Un tiempo menor para las reacciones es posible en juegos cuyas reglas tienen reacciones, "
        "con un tiempo fijo por acción; es como mucho ese tiempo.",
        "Eine kürzere Zeit für Reaktionen gibt es in Spielen, deren Regeln Reaktionen kennen, bei "
        "fester Zeit je Aktion; sie ist höchstens so lang wie diese.",
        source="decided",
    ),
    Rule(
        "TB-FLAG-1",
        "A flag falls when the time on a running clock is used up, not before.",
        "La bandera cae cuando se agota el tiempo de un reloj en marcha, no antes.",
        "Ein Blättchen fällt, wenn die Zeit einer laufenden Uhr abgelaufen ist, nicht vorher.",
        source="decided",
    ),
    Rule(
        "TB-FLAG-2",
        "When a player is out of time, the flag falls before anything else happens.",
        "Cuando a un jugador se le agota el tiempo, su bandera cae antes de cualquier otra cosa.",
        "Ist die Zeit eines Spielers abgelaufen, fällt sein Blättchen, bevor etwas anderes "
        "geschieht.",
        source="decided",
    ),
    Rule(
        "TB-FLAG-3",
        "A player who ran out of time decides nothing more; a house bot plays on, or the player "
        "loses.",
        "Un jugador que agotó su tiempo ya no decide nada; sigue un bot de la casa o pierde la "
        "partida.",
        "Wessen Zeit abgelaufen ist, der entscheidet nichts mehr; ein Hausbot spielt weiter, oder "
        "die Partie ist verloren.",
        source="decided",
    ),
    Rule(
        "TB-FLAG-4",
        "If a flag ends the game, the other side wins; if both run out of time at once, they share "
        "the win.",
        "Si la caída de una bandera termina la partida, gana el otro bando; si caen las dos a la "
        "vez, comparten la victoria.",
        "Beendet ein gefallenes Blättchen die Partie, gewinnt die andere Partei; fallen beide "
        "zugleich, teilen sie sich den Sieg.",
        source="decided",
    ),
    Rule(
        "TB-TIME-1",
        "In a game with a clock, an arbiter of its tournament can give time to a player who still "
        "plays.",
        "En una partida con reloj, un árbitro de su torneo puede dar tiempo a un jugador que sigue "
        "en juego.",
        "In einer Partie mit Uhr kann ein Schiedsrichter ihres Turniers einem Spieler, der noch "
        "spielt, Zeit geben.",
        source="decided",
    ),
    Rule(
        "TB-SUSPEND-1",
        "An arbiter of its tournament can pause and resume a running game; a game that an arbiter "
        "has paused cannot be paused again.",
        "Un árbitro de su torneo puede detener una partida en curso y dejar que siga; la que ya "
        "está detenida no se detiene otra vez.",
        "Ein Schiedsrichter ihres Turniers kann eine laufende Partie anhalten und weiterlaufen "
        "lassen; eine angehaltene kann nicht noch einmal angehalten werden.",
        source="decided",
    ),
    Rule(
        "TB-SUSPEND-2",
        "While an arbiter has paused the game, no clock runs, and neither players nor house bots "
        "nor chance act.",
        "Mientras un árbitro tiene detenida la partida, ningún reloj corre y no actúan ni los "
        "jugadores ni los bots de la casa ni el azar.",
        "Solange ein Schiedsrichter die Partie angehalten hat, läuft keine Uhr, und weder Spieler "
        "noch Hausbots noch der Zufall handeln.",
        source="decided",
    ),
    Rule(
        "TB-PAUSE-1",
        "You can ask for a pause only in a game with a clock that is not paused already.",
        "Solo se puede pedir una pausa en una partida con reloj que no esté ya en pausa.",
        "Eine Pause gibt es nur in einer Partie mit Uhr, die nicht schon pausiert ist.",
        source="decided",
    ),
    Rule(
        "TB-PAUSE-2",
        "Nobody can play while the game is paused.",
        "Nadie puede jugar mientras la partida está en pausa.",
        "Solange die Partie pausiert ist, kann niemand spielen.",
        source="decided",
    ),
    Rule(
        "TB-PAUSE-3",
        "Only a paused game can be resumed.",
        "Solo se puede reanudar una partida en pausa.",
        "Nur eine pausierte Partie kann fortgesetzt werden.",
        source="decided",
    ),
    Rule(
        "TB-BACK-1",
        "Decisions can be taken back only in games created with take-backs.",
        "Solo se pueden anular jugadas en partidas creadas con esa opción.",
        "Züge kann man nur in Partien zurücknehmen, die mit dieser Option eröffnet wurden.",
        source="decided",
    ),
    Rule(
        "TB-BACK-2",
        "You can take back your own last decision, with everything after it, but only until the "
        "next die roll or draw, until a player leaves the game, or until a decision that the rules "
        "of the game make final.",
        "Puedes anular tu última decisión, con todo lo posterior, pero solo hasta la siguiente "
        "tirada o sorteo, hasta que un jugador abandone o hasta una decisión que las reglas del "
        "juego hagan definitiva.",
        "Du kannst deine letzte Entscheidung zurücknehmen, mit allem danach, aber nur bis zum "
        "nächsten Wurf oder Los, bis ein Spieler die Partie verlässt oder bis zu einer "
        "Entscheidung, die nach den Regeln des Spiels endgültig ist.",
        source="decided",
    ),
    Rule(
        "TB-OFFER-1",
        "A pause, a resumption or a take-back cannot be offered again while it is on offer.",
        "Mientras haya una propuesta de pausa, reanudación o anulación, no se puede repetir.",
        "Solange eine Pause, Fortsetzung oder Rücknahme angeboten ist, kann sie nicht noch einmal "
        "angeboten werden.",
        source="decided",
    ),
    Rule(
        "TB-OFFER-2",
        "You can accept or decline only what someone else has offered and you have not accepted "
        "yet.",
        "Solo puedes aceptar o rechazar lo que propuso otro y todavía no aceptaste.",
        "Du kannst nur annehmen oder ablehnen, was jemand anders angeboten hat und du noch nicht "
        "angenommen hast.",
        source="decided",
    ),
    Rule(
        "TB-OFFER-3",
        "An offer takes effect when all people still in the game accept it; house bots always "
        "accept.",
        "Una propuesta vale cuando la aceptan todas las personas que siguen en juego; los bots de "
        "la casa aceptan siempre.",
        "Ein Angebot gilt, wenn alle Menschen zustimmen, die noch mitspielen; Hausbots stimmen "
        "immer zu.",
        source="decided",
    ),
    Rule(
        "TB-OFFER-4",
        "A player who is out of the game makes and answers no offers.",
        "Un jugador que quedó fuera de la partida no hace propuestas ni las responde.",
        "Wer ausgeschieden ist, macht und beantwortet keine Angebote.",
        source="decided",
    ),
    Rule(
        "TB-OFFER-5",
        "A seat makes at most 500 offers in a game.",
        "Un asiento hace a lo sumo 500 propuestas en una partida.",
        "Ein Platz macht in einer Partie höchstens 500 Angebote.",
        source="decided",
    ),
    Rule(
        "TB-ORDERS-1",
        "A player can give standing orders only in a game whose rules have them, and only orders "
        "of these rules.",
        "Un jugador solo puede dar órdenes permanentes en un juego cuyas reglas las tienen, y solo "
        "las de esas reglas.",
        "Dauerbefehle kann ein Spieler nur in einem Spiel geben, dessen Regeln sie kennen, und nur "
        "solche dieser Regeln.",
        source="decided",
    ),
    Rule(
        "TB-ORDERS-2",
        "Players who are in the game give standing orders for their own seat; new orders replace "
        "the earlier ones, and they lapse when a house bot plays on. Until the end, only their "
        "player sees them.",
        "Los jugadores que siguen en juego dan órdenes permanentes para su propio asiento; las "
        "nuevas reemplazan a las anteriores y dejan de valer cuando sigue un bot de la casa. Hasta "
        "el final solo las ve su jugador.",
        "Spieler in der Partie geben Dauerbefehle für den eigenen Platz; neue ersetzen die "
        "bisherigen, und sie verfallen, wenn ein Hausbot weiterspielt. Bis zum Ende sieht sie nur "
        "ihr Spieler.",
        source="decided",
    ),
    Rule(
        "TB-ORDERS-3",
        "If standing orders answer the decision that is due after a request, the table takes the "
        "answer at once, as the player's own decision under the same rules, before anything else "
        "happens.",
        "Si las órdenes permanentes responden a la decisión pendiente tras una petición, la mesa "
        "da la respuesta en el acto, como decisión del propio jugador y con las mismas reglas, "
        "antes de que pase cualquier otra cosa.",
        "Beantworten Dauerbefehle die Entscheidung, die nach einer Anfrage ansteht, gibt der Tisch "
        "die Antwort sofort, als Entscheidung des Spielers nach denselben Regeln, bevor "
        "irgendetwas anderes geschieht.",
        source="decided",
    ),
    Rule(
        "TB-ORDERS-4",
        "A seat gives standing orders at most 100 times in a game.",
        "Un asiento da órdenes permanentes a lo sumo 100 veces en una partida.",
        "Ein Platz gibt in einer Partie höchstens 100-mal Dauerbefehle.",
        source="decided",
    ),
)
