"""The rules of Carolus Magnus for options, set-up, the opening phase and turns."""

from typing import Final

from domain.ruleset import Rule

BEGINNING: Final = (
    # --- Options
    Rule(
        "CM-OPT-1",
        "A game has two, three or four players.",
        "Una partida es para dos, tres o cuatro jugadores.",
        "Eine Partie hat zwei, drei oder vier Spieler.",
        source="S3",
    ),
    Rule(
        "CM-OPT-2",
        "The set-up is tabletop (the default) or yucata; yucata is only for two or three players.",
        "La preparación es tabletop (por defecto) o yucata; yucata solo admite dos o tres "
        "jugadores.",
        "Der Aufbau ist tabletop (Vorgabe) oder yucata; yucata gibt es nur für zwei oder drei "
        "Spieler.",
        source="S1, S2, decided",
    ),
    Rule(
        "CM-OPT-3",
        "Partners sit opposite each other (opposite, the default) or side by side (adjacent); this "
        "matters only with four players.",
        "Los compañeros se sientan uno enfrente del otro (opposite, por defecto) o uno al lado del "
        "otro (adjacent); solo importa con cuatro jugadores.",
        "Partner sitzen einander gegenüber (opposite, Vorgabe) oder nebeneinander (adjacent); das "
        "spielt nur bei vier Spielern eine Rolle.",
        source="S3",
    ),
    Rule(
        "CM-OPT-4",
        "In tabletop the emperor's start is random (the default) or a segment from 1 to 15; in "
        "yucata it is always segment 1.",
        "En tabletop la salida del emperador es random (al azar, por defecto) o un segmento del 1 "
        "al 15; en yucata es siempre el segmento 1.",
        "In tabletop beginnt der Kaiser auf random (zufällig, Vorgabe) oder auf einem Segment von "
        "1 bis 15; in yucata immer auf Segment 1.",
        source="S1, S2, decided",
    ),
    Rule(
        "CM-OPT-5",
        "The option tie_break settles a tie for the most castles: shared (the default) or "
        "clan_markers.",
        "La opción tie_break resuelve un empate en castillos: shared (victoria compartida, por "
        "defecto) o clan_markers (marcadores de clan).",
        "Bei Gleichstand der meisten Burgen entscheidet die Option tie_break: shared (geteilter "
        "Sieg, Vorgabe) oder clan_markers (Clanmarker).",
        source="decided",
    ),
    Rule(
        "CM-OPT-6",
        "The round limit max_rounds is null (the default: no limit) or a whole number from 1.",
        "El límite de rondas max_rounds es null (por defecto: sin límite) o un número entero a "
        "partir de 1.",
        "Das Rundenlimit max_rounds ist null (Vorgabe: kein Limit) oder eine ganze Zahl ab 1.",
        source="decided",
    ),
    Rule(
        "CM-OPT-7",
        "The options are fixed before the first lot is drawn and never change during a game.",
        "Las opciones se fijan antes del primer sorteo y no cambian durante la partida.",
        "Die Optionen stehen vor dem ersten Los fest und ändern sich während der Partie nicht.",
        source="decided",
    ),
    # --- Set-up
    Rule(
        "CM-SET-1",
        "The 15 segments form a ring, numbered 1 to 15 clockwise, with 1 after 15. At the start "
        "each is a separate territory without owner or castle.",
        "Los 15 segmentos forman un anillo, numerados del 1 al 15 en sentido horario; después del "
        "15 viene el 1. Al empezar, cada uno es un territorio aparte, sin dueño ni castillo.",
        "Die 15 Segmente bilden einen Ring, im Uhrzeigersinn von 1 bis 15 nummeriert; auf 15 folgt "
        "1. Zu Beginn ist jedes ein eigenes Gebiet ohne Besitzer und ohne Burg.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-SET-2",
        "Seats are numbered clockwise; the number of a seat decides its side, with four players "
        "together with the seating.",
        "Los asientos se numeran en sentido horario; el número del asiento decide su bando, con "
        "cuatro jugadores junto con la disposición.",
        "Die Plätze sind im Uhrzeigersinn nummeriert; die Nummer des Platzes bestimmt seine "
        "Partei, bei vier Spielern zusammen mit der Sitzordnung.",
        source="S3, decided",
    ),
    Rule(
        "CM-SET-3",
        "The opening order of round 1 is random, with all results equally likely: in tabletop the "
        "first player is drawn and the others follow clockwise; in yucata the whole order is "
        "drawn.",
        "El orden de apertura de la ronda 1 se sortea con igual probabilidad: en tabletop se "
        "sortea el primer jugador y los demás siguen en sentido horario; en yucata, el orden "
        "completo.",
        "Die Eröffnungsreihenfolge der Runde 1 wird mit gleichen Chancen ausgelost: in tabletop "
        "der erste Spieler, dem die anderen im Uhrzeigersinn folgen, in yucata die ganze "
        "Reihenfolge.",
        source="S1, S2, S3, decided",
    ),
    Rule(
        "CM-SET-4",
        "Each segment starts with one paladin, three of each clan in all; every arrangement is "
        "equally likely.",
        "Cada segmento empieza con un paladín, tres de cada clan en total; todas las disposiciones "
        "son igual de probables.",
        "Auf jedem Segment steht zu Beginn ein Paladin, von jedem Clan insgesamt drei; jede "
        "Anordnung ist gleich wahrscheinlich.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-SET-5",
        "The emperor starts on the segment named in the options or on one drawn by lot; in yucata "
        "on segment 1. The territory where he starts is not resolved.",
        "El emperador empieza en el segmento que indican las opciones o en uno sorteado; en "
        "yucata, en el segmento 1. El territorio de salida no se resuelve.",
        "Der Kaiser beginnt auf dem Segment aus den Optionen oder auf einem ausgelosten; in yucata "
        "auf Segment 1. Das Startgebiet wird nicht gewertet.",
        source="S1, S2, decided",
    ),
    Rule(
        "CM-SET-6",
        "At the start the courts are empty, nobody has a marker, no castle is in play, and every "
        "player has all five discs.",
        "Al empezar, las cortes están vacías, nadie tiene marcadores, no hay castillos en juego y "
        "cada jugador tiene sus cinco discos.",
        "Zu Beginn sind die Höfe leer, niemand hat einen Clanmarker, keine Burg ist im Spiel, und "
        "jeder Spieler hat alle fünf Scheiben.",
        source="S1, S3",
    ),
    Rule(
        "CM-SET-7",
        "In tabletop each player, in opening order, rolls 7 dice (9 with three players) and takes "
        "a paladin for each coloured face. The player then chooses exactly one clan for each crown "
        "(clans may repeat) and takes those paladins too, before the next player rolls.",
        "En tabletop cada jugador, en el orden de apertura, tira 7 dados (9 con tres jugadores) y "
        "toma un paladín por cada cara de color. Después elige exactamente un clan por cada corona "
        "(se pueden repetir) y toma también esos paladines, antes de que tire el siguiente.",
        "In tabletop würfelt jeder Spieler in der Eröffnungsreihenfolge mit 7 Würfeln (9 bei drei "
        "Spielern) und nimmt je Farbseite einen Paladin. Dann wählt er für jede Krone genau einen "
        "Clan (auch mehrmals denselben) und nimmt auch diese Paladine, bevor der nächste würfelt.",
        source="S1, S3, decided",
    ),
    Rule(
        "CM-SET-8",
        "In yucata each player starts with 7 draws (9 with three players), each with the chances "
        "of a die: a colour is a paladin of that clan, a crown stays in the reserve as a joker. A "
        "joker is not a paladin and cannot be placed.",
        "En yucata cada jugador empieza con 7 extracciones (9 con tres jugadores), cada una con "
        "las probabilidades de un dado; un color es un paladín de ese clan y una corona queda en "
        "la reserva como comodín. Un comodín no es un paladín y no se puede colocar.",
        "In yucata beginnt jeder Spieler mit 7 Ziehungen (9 bei drei Spielern), jede mit den "
        "Chancen eines Würfels; eine Farbe ist ein Paladin dieses Clans, eine Krone bleibt als "
        "Joker in der Reserve. Ein Joker ist kein Paladin und kann nicht eingesetzt werden.",
        source="S2, decided",
    ),
    Rule(
        "CM-SET-9",
        "In yucata a player with jokers starts the first turn by exchanging all of them, choosing "
        "exactly one clan for each (clans may repeat). Until then the jokers stay, and nothing "
        "else is allowed in that turn.",
        "En yucata, quien tiene comodines empieza su primer turno canjeándolos todos y elige "
        "exactamente un clan por cada uno (se pueden repetir). Hasta entonces los comodines se "
        "quedan, y en ese turno no se permite nada más.",
        "In yucata tauscht, wer Joker hat, zu Beginn seines ersten Zuges alle ein und wählt für "
        "jeden genau einen Clan (auch mehrmals denselben). Bis dahin bleiben die Joker, und in "
        "diesem Zug ist nichts anderes erlaubt.",
        source="S2, decided",
    ),
    Rule(
        "CM-SET-10",
        "While the first reserves are filled and jokers are exchanged, any clan may be chosen: the "
        "supply cannot run out.",
        "Al llenar las primeras reservas y al canjear comodines se puede elegir cualquier clan: el "
        "fondo común no puede agotarse.",
        "Beim Füllen der ersten Reserven und beim Eintauschen der Joker darf jeder Clan gewählt "
        "werden: Der Vorrat kann nicht ausgehen.",
        source="follows",
    ),
    # --- Rounds and the opening phase
    Rule(
        "CM-OPEN-1",
        "The game is played in rounds; each round has an opening phase and an action phase.",
        "La partida se juega por rondas; cada ronda consta de una fase de apertura y una fase de "
        "acción.",
        "Die Partie verläuft in Runden; jede Runde besteht aus einer Eröffnungsphase und einer "
        "Aktionsphase.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-OPEN-2",
        "The opening order of round 1 is random; in every later round it is the turn order of the "
        "previous round.",
        "El orden de apertura de la ronda 1 se sortea; en cada ronda posterior es el orden de "
        "turno de la anterior.",
        "Die Eröffnungsreihenfolge der Runde 1 wird ausgelost; später gilt jeweils die "
        "Zugreihenfolge der vorigen Runde.",
        source="S1, S2, S3, decided",
    ),
    Rule(
        "CM-OPEN-3",
        "In opening order each player plays exactly one disc, face up; a played disc cannot be "
        "changed.",
        "En el orden de apertura, cada jugador juega exactamente un disco, a la vista de todos; un "
        "disco jugado no se puede cambiar.",
        "In der Eröffnungsreihenfolge spielt jeder Spieler genau eine Scheibe offen aus; eine "
        "ausgespielte Scheibe lässt sich nicht mehr ändern.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-OPEN-4",
        "You may play only a disc you still have: one you have not played since you last had all "
        "five.",
        "Solo puedes jugar un disco que aún tienes: uno que no jugaste desde la última vez que "
        "tuviste los cinco.",
        "Du darfst nur eine Scheibe spielen, die du noch hast: eine, die du nicht gespielt hast, "
        "seit du zuletzt alle fünf hattest.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-OPEN-5",
        "If you have a disc whose number nobody has played in this opening phase, you must play "
        "such a disc.",
        "Si tienes un disco con un número que nadie jugó en esta fase de apertura, debes jugar uno "
        "así.",
        "Hast du eine Scheibe, deren Zahl in dieser Eröffnungsphase noch niemand gespielt hat, "
        "musst du eine solche spielen.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-OPEN-6",
        "If all your numbers have already been played in this opening phase, you may play any disc "
        "you have.",
        "Si todos tus números ya se jugaron en esta fase de apertura, puedes jugar cualquiera de "
        "tus discos.",
        "Sind alle deine Zahlen in dieser Eröffnungsphase schon gespielt, darfst du jede deiner "
        "Scheiben spielen.",
        source="S1, S2, S3, decided",
    ),
    Rule(
        "CM-OPEN-7",
        "The rules on repeated numbers apply between all players, including partners.",
        "Las reglas sobre números repetidos valen entre todos los jugadores, también entre "
        "compañeros.",
        "Die Regeln über gleiche Zahlen gelten zwischen allen Spielern, auch zwischen Partnern.",
        source="S3, decided",
    ),
    Rule(
        "CM-OPEN-8",
        "Players take their turns in ascending order of the discs; of equal numbers, the one "
        "played first goes first.",
        "Los turnos siguen el orden ascendente de los discos; entre números iguales va primero el "
        "que se jugó antes.",
        "Gezogen wird in aufsteigender Reihenfolge der Scheiben; bei gleichen Zahlen zuerst, wer "
        "früher gespielt hat.",
        source="S1, S2, S3, S7",
    ),
    Rule(
        "CM-OPEN-9",
        "The number of your disc is also the most steps the emperor can take in your turn.",
        "El número de tu disco es también el máximo de pasos que el emperador puede dar en tu "
        "turno.",
        "Die Zahl deiner Scheibe ist auch die größte Schrittzahl des Kaisers in deinem Zug.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-OPEN-10",
        "After every fifth round all players get their five discs back, if the game goes on.",
        "Después de cada quinta ronda todos recuperan sus cinco discos, si la partida continúa.",
        "Nach jeder fünften Runde bekommen alle ihre fünf Scheiben zurück, wenn die Partie "
        "weitergeht.",
        source="S1, S3",
    ),
    # --- Turns
    Rule(
        "CM-TURN-1",
        "In the action phase each player has exactly one turn, in turn order. Only the player "
        "whose decision is due may decide.",
        "En la fase de acción cada jugador tiene exactamente un turno, en el orden de turno. Solo "
        "puede decidir el jugador a quien le toca.",
        "In der Aktionsphase hat jeder Spieler genau einen Zug, in der Zugreihenfolge. Nur der "
        "Spieler, dessen Entscheidung ansteht, darf entscheiden.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-TURN-2",
        "Only the kind of decision that is due is allowed. A turn is: place paladins, move the "
        "emperor, refill the reserve, in this order (in yucata jokers are exchanged first). No "
        "step may be skipped, repeated or moved, and nobody may pass.",
        "Solo se permite el tipo de decisión que toca. Un turno consiste en colocar paladines, "
        "mover al emperador y reponer la reserva, en este orden (en yucata, antes se canjean los "
        "comodines). Ningún paso se omite, se repite ni se adelanta, y no se puede pasar.",
        "Erlaubt ist nur die Art von Entscheidung, die gerade ansteht. Ein Zug besteht aus "
        "Paladine einsetzen, Kaiser bewegen und Reserve auffüllen, in dieser Reihenfolge (in "
        "yucata werden zuerst Joker eingetauscht). Kein Schritt darf ausgelassen, wiederholt oder "
        "vertauscht werden, und Passen gibt es nicht.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-TURN-3",
        "All information is public: reserves, courts, discs held and played, dice and supply.",
        "Toda la información es pública: reservas, cortes, discos en mano y jugados, dados y fondo "
        "común.",
        "Alles ist offen: Reserven, Höfe, vorhandene und gespielte Scheiben, Würfel und Vorrat.",
        source="S1, S3",
    ),
    Rule(
        "CM-TURN-4",
        "When the last player's turn is over and the game goes on, the next round starts with its "
        "opening phase.",
        "Cuando acaba el último turno y la partida no ha terminado, empieza la ronda siguiente con "
        "su fase de apertura.",
        "Ist der letzte Zug vorbei und die Partie nicht zu Ende, so beginnt die nächste Runde mit "
        "ihrer Eröffnungsphase.",
        source="S1, S2, S3",
    ),
)
