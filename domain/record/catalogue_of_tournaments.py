"""The rules of the record of a tournament (RC-TOUR)."""

from typing import Final

from domain.ruleset import Rule

RULES_OF_TOURNAMENTS: Final = (
    Rule(
        "RC-TOUR-1",
        "Receipts and signature of a tournament are Ed25519 signatures of what its entries lead "
        "to, by the key that they name; none is missing.",
        "Los recibos y la firma de un torneo son firmas Ed25519 de lo que resulta de sus entradas, "
        "con la clave que nombran; no falta ninguno.",
        "Quittungen und Signatur eines Turniers sind Ed25519-Signaturen dessen, wozu seine "
        "Einträge führen, mit dem genannten Schlüssel; keine fehlt.",
        source="decided",
    ),
    Rule(
        "RC-TOUR-2",
        "The signatures of a tournament are by a key that its organiser or service has published.",
        "Las firmas de un torneo son de una clave que publicó su organizador o su servidor.",
        "Die Signaturen eines Turniers stammen von einem Schlüssel, den sein Veranstalter oder "
        "sein Server veröffentlicht hat.",
        source="decided",
    ),
    Rule(
        "RC-TOUR-3",
        "A tournament that was opened has an end, after which its secret is revealed.",
        "Un torneo que se anunció tiene un final, tras el cual se revela su secreto.",
        "Ein Turnier, das angekündigt wurde, hat ein Ende, nach dem sein Geheimnis aufgedeckt "
        "wird.",
        source="decided",
    ),
    Rule(
        "RC-TOUR-4",
        "The program that was announced proposes the pairs of each round again.",
        "El programa anunciado vuelve a proponer las parejas de cada ronda.",
        "Das angekündigte Programm schlägt die Paare jeder Runde wieder vor.",
        source="decided",
    ),
    Rule(
        "RC-TOUR-5",
        "Each game of a tournament is in the archives, with the head, the key, the seats, the "
        "places and the scores that the tournament names, names its table, and has the announced "
        "terms and no more time than was granted; the tournament names every game that names it.",
        "Cada partida de un torneo está en los archivos, con la cabeza, la clave, los asientos, "
        "los puestos y los puntajes que nombra el torneo, nombra su mesa, y tiene las condiciones "
        "anunciadas y no más tiempo que el concedido; el torneo nombra toda partida que lo nombra.",
        "Jede Partie eines Turniers ist in den Archiven, mit dem Kopf, dem Schlüssel, der "
        "Sitzordnung, den Rängen und den Punktzahlen, die das Turnier nennt, nennt ihren Tisch "
        "und hat die ausgeschriebenen Bedingungen und nicht mehr Zeit, als gewährt wurde; das "
        "Turnier nennt jede Partie, die es nennt.",
        source="decided",
    ),
    Rule(
        "RC-TOUR-6",
        "No entry of a tournament is earlier than the one before it.",
        "Ninguna entrada de un torneo es anterior a la que la precede.",
        "Kein Eintrag eines Turniers ist früher als der vorige.",
        source="decided",
    ),
    Rule(
        "RC-TOUR-7",
        "Every head that someone kept is that of an event of the tournament.",
        "Toda cabeza que alguien conserve es la de un evento del torneo.",
        "Jeder Kopf, den jemand aufbewahrt hat, ist der eines Ereignisses des Turniers.",
        source="decided",
    ),
    Rule(
        "RC-TOUR-8",
        "A decision of a person that changes who meets whom, or what counts, is listed.",
        "Se enumera toda decisión de una persona que cambia quién juega con quién o qué cuenta.",
        "Jede Entscheidung einer Person, die ändert, wer auf wen trifft oder was zählt, wird "
        "aufgeführt.",
        source="decided",
    ),
    Rule(
        "RC-TOUR-9",
        "A tournament has one record: of two records, one is the beginning of the other.",
        "Un torneo tiene un solo registro: de dos registros, uno es el comienzo del otro.",
        "Ein Turnier hat eine Aufzeichnung: Von zweien ist die eine der Anfang der anderen.",
        source="decided",
    ),
    Rule(
        "RC-TOUR-10",
        "An entrant whose only games are defeats by one player is listed: a warning, and no proof.",
        "Se enumera al inscrito cuyas únicas partidas son derrotas ante un mismo jugador: es un "
        "aviso, no una prueba.",
        "Aufgeführt wird, wer nur Partien gegen eine einzige Person hat und alle verlor: Das ist "
        "eine Warnung, kein Beweis.",
        source="decided",
    ),
    Rule(
        "RC-TOUR-11",
        "Each seat of a game is listed whose record shows a name that is not that of the player "
        "who entered.",
        "Se enumera todo asiento de una partida cuyo registro muestra otro nombre que el del "
        "jugador inscrito.",
        "Aufgeführt wird jeder Platz einer Partie, deren Aufzeichnung einen anderen Namen zeigt "
        "als den des gemeldeten Spielers.",
        source="decided",
    ),
    Rule(
        "RC-TOUR-12",
        "A player's claim about an arbiter is listed if no official answered it before its round "
        "closed, or at all. It needs no answer if the arbiter was dismissed before deciding "
        "anything and before a round with this arbiter began.",
        "Se enumera lo que un jugador alega sobre un árbitro si nadie lo decidió antes de que se "
        "cerrara su ronda, o nunca. No hace falta decidirlo si el árbitro fue destituido antes de "
        "decidir algo y antes de que empezara una ronda con él.",
        "Aufgeführt wird, was ein Spieler über einen Schiedsrichter angibt, wenn bis zum Ende der "
        "Runde oder überhaupt niemand darüber entschied. Das ist nicht nötig, wenn der "
        "Schiedsrichter entlassen wurde, bevor er etwas entschied und bevor eine Runde mit ihm "
        "begann.",
        source="decided",
    ),
)
