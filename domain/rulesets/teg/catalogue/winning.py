"""The rules of TEG for objectives, victory, leaving, hidden information, and the invariants."""

from typing import Final

from domain.ruleset import Rule

WINNING: Final = (
    # --- Objectives
    Rule(
        "TG-OBJ-1",
        "In world the goal is to own all fifty territories.",
        "En world el objetivo es tener los cincuenta países.",
        "Bei world ist das Ziel der Besitz aller fünfzig Länder.",
        source="S2, S3",
    ),
    Rule(
        "TG-OBJ-2",
        "In common_only the goal is to own common_target territories.",
        "En common_only el objetivo es tener common_target países.",
        "Bei common_only ist das Ziel der Besitz von common_target Ländern.",
        source="S2",
    ),
    Rule(
        "TG-OBJ-3",
        "In secret_and_common the goal is your secret objective or common_target territories, "
        "whichever comes first.",
        "En secret_and_common el objetivo es tu objetivo secreto o tener common_target países, lo "
        "que ocurra primero.",
        "Bei secret_and_common ist das Ziel dein geheimer Auftrag oder der Besitz von "
        "common_target Ländern, was immer zuerst eintritt.",
        source="S2",
    ),
    Rule(
        "TG-OBJ-4",
        "You complete an occupation objective by owning at least the number of territories it "
        "names in each continent; more does no harm.",
        "Cumples un objetivo de ocupación si tienes al menos la cantidad de países que nombra en "
        "cada continente; tener más no perjudica.",
        "Ein Besetzungsauftrag ist erfüllt, wenn du in jedem genannten Kontinent mindestens die "
        "verlangte Zahl von Ländern besitzt; mehr schadet nicht.",
        source="S2",
    ),
    Rule(
        "TG-OBJ-5",
        "Objective O2 also asks for three owned territories that all border each other and that "
        "its continents do not need.",
        "El objetivo O2 pide además tres países propios, los tres limítrofes entre sí, que no "
        "hagan falta para sus continentes.",
        "Auftrag O2 verlangt außerdem drei eigene Länder, die alle aneinandergrenzen und für seine "
        "Kontinente nicht gebraucht werden.",
        source="S4, decided",
    ),
    Rule(
        "TG-OBJ-6",
        "A destruction objective has a target seat, fixed in the set-up: the seat with its colour. "
        "If nobody has this colour, or you have it yourself, the target is the seat before yours.",
        "Un objetivo de destrucción tiene un asiento rival, fijado en la preparación: el de ese "
        "color. Si nadie tiene ese color, o lo tienes tú, el rival es el asiento anterior al tuyo.",
        "Ein Vernichtungsauftrag hat einen beim Aufbau festgelegten Zielplatz: den der Farbe. Hat "
        "niemand diese Farbe oder hast du sie selbst, ist es der Platz vor deinem.",
        source="S2",
    ),
    Rule(
        "TG-OBJ-7",
        "If someone else eliminates the target of your destruction objective while you are in the "
        "game, you have only the common objective left.",
        "Si otro elimina al rival de tu objetivo de destrucción mientras sigues en juego, solo te "
        "queda el objetivo común.",
        "Scheidet das Ziel deines Vernichtungsauftrags durch jemand anderen aus, während du noch "
        "mitspielst, bleibt dir nur der allgemeine Auftrag.",
        source="S2",
    ),
    Rule(
        "TG-OBJ-8",
        "You complete a destruction objective when you conquer the last territory of the target, "
        "no matter who took the others.",
        "Cumples un objetivo de destrucción cuando conquistas el último país del rival, sin "
        "importar quién tomó los demás.",
        "Ein Vernichtungsauftrag ist erfüllt, wenn du das letzte Land des Ziels eroberst, egal, "
        "wer die anderen genommen hat.",
        source="S2",
    ),
    Rule(
        "TG-OBJ-9",
        "The target of a destruction objective never changes to another seat.",
        "El rival de un objetivo de destrucción nunca cambia.",
        "Das Ziel eines Vernichtungsauftrags ändert sich nie.",
        source="S2",
    ),
    # --- Victory
    Rule(
        "TG-WIN-1",
        "Victory is checked right after each conquest, for the conqueror only.",
        "La victoria se comprueba justo después de cada conquista, solo para quien conquistó.",
        "Der Sieg wird gleich nach jeder Eroberung geprüft, nur für den Eroberer.",
        source="decided",
    ),
    Rule(
        "TG-WIN-2",
        "A goal already reached by the deal counts from the first conquest after which it is still "
        "reached.",
        "Un objetivo cumplido desde el reparto cuenta a partir de la primera conquista tras la "
        "cual siga cumplido.",
        "Ein schon durch die Verteilung erreichtes Ziel zählt ab der ersten Eroberung, nach der es "
        "noch erfüllt ist.",
        source="decided",
    ),
    Rule(
        "TG-WIN-3",
        "A player who reaches a goal wins, and the game is over at once: no card is drawn and "
        "nobody may act.",
        "Quien cumple un objetivo gana y la partida termina de inmediato: no se saca tarjeta y "
        "nadie puede actuar.",
        "Wer ein Ziel erreicht, gewinnt, und die Partie ist sofort zu Ende: Keine Karte wird "
        "gezogen, und niemand darf mehr handeln.",
        source="S2",
    ),
    Rule(
        "TG-WIN-4",
        "The reasons of a victory are listed in the order secret, common, world, last_standing, if "
        "they apply.",
        "Las razones de una victoria se enumeran en el orden secret, common, world, last_standing, "
        "si se cumplen.",
        "Die Gründe eines Sieges werden in der Reihenfolge secret, common, world, last_standing "
        "genannt, soweit sie zutreffen.",
        source="decided",
    ),
    Rule(
        "TG-WIN-5",
        "The goal common is checked in common_only and secret_and_common, world in world, and "
        "secret in secret_and_common while the seat has a secret objective.",
        "El objetivo common se comprueba en common_only y secret_and_common; world, en world; "
        "secret, en secret_and_common mientras el asiento tenga un objetivo secreto.",
        "Das Ziel common wird bei common_only und secret_and_common geprüft, world bei world, "
        "secret bei secret_and_common, solange der Platz einen geheimen Auftrag hat.",
        source="S2",
    ),
    Rule(
        "TG-WIN-6",
        "If only one seat is left in the game, it wins; this is checked after every elimination "
        "and whenever a seat leaves.",
        "Si queda un solo asiento en juego, gana; se comprueba después de cada eliminación y "
        "cuando un asiento abandona.",
        "Ist nur noch ein Platz im Spiel, gewinnt er; das wird nach jedem Ausscheiden und nach "
        "jedem Verlassen geprüft.",
        source="decided",
    ),
    Rule(
        "TG-WIN-7",
        "With a round_limit the game ends after the last turn of that round. Of the seats still in "
        "the game, the one with the most territories wins, then the one with the most tokens; "
        "seats equal in both share the victory.",
        "Con round_limit la partida termina tras el último turno de esa ronda. De los asientos en "
        "juego gana el que tiene más países y, si empatan, el que tiene más ejércitos; los que "
        "igualan en ambos comparten la victoria.",
        "Mit round_limit endet die Partie nach dem letzten Zug dieser Runde. Von den Plätzen, die "
        "noch mitspielen, gewinnt der mit den meisten Ländern, dann der mit den meisten Steinen; "
        "bei Gleichstand in beidem teilen sie sich den Sieg.",
        source="decided",
    ),
    Rule(
        "TG-WIN-8",
        "When the game is over, everyone can see what was hidden.",
        "Cuando la partida termina, todos pueden ver lo que estaba oculto.",
        "Ist die Partie zu Ende, dürfen alle sehen, was verborgen war.",
        source="decided",
    ),
    Rule(
        "TG-WIN-9",
        "After the winners come the other seats still in the game, by territories and then by "
        "tokens, and after these all seats that are out of it; seats that are equal share a rank.",
        "Después de los ganadores van los demás asientos en juego, por países y luego por "
        "ejércitos, y tras ellos todos los que quedaron fuera; los asientos iguales comparten el "
        "puesto.",
        "Auf die Sieger folgen die übrigen Plätze, die noch mitspielen, nach Ländern und dann nach "
        "Steinen, und auf diese alle, die nicht mehr mitspielen; gleiche Plätze teilen sich den "
        "Rang.",
        source="decided",
    ),
    # --- Leaving
    Rule(
        "TG-RESIGN-1",
        "With allow_resign, a seat in the game may leave it at any time, even outside its turn.",
        "Con allow_resign un asiento en juego puede abandonar en cualquier momento, también fuera "
        "de su turno.",
        "Mit allow_resign darf ein Platz, der mitspielt, die Partie jederzeit verlassen, auch "
        "außerhalb seines Zuges.",
        source="decided",
    ),
    Rule(
        "TG-RESIGN-2",
        "Its cards are discarded; its territories and tokens stay, defend themselves with dice as "
        "before, and can be conquered.",
        "Sus tarjetas se descartan; sus países y ejércitos quedan, se defienden con dados como "
        "antes y pueden ser conquistados.",
        "Seine Karten kommen auf die Ablage; seine Länder und Steine bleiben, werden wie zuvor mit "
        "Würfeln verteidigt und können erobert werden.",
        source="decided",
    ),
    Rule(
        "TG-RESIGN-3",
        "Its turns are skipped; if it was its turn, the turn ends without a card, and tokens not "
        "yet placed are lost.",
        "Sus turnos se saltan; si era su turno, termina sin sacar tarjeta y los ejércitos sin "
        "colocar se pierden.",
        "Seine Züge entfallen; war er am Zug, endet dieser ohne Karte, und nicht eingesetzte "
        "Steine gehen verloren.",
        source="decided",
    ),
    Rule(
        "TG-RESIGN-4",
        "It can no longer win; when its last territory is conquered it is eliminated, and a "
        "destruction objective against it is completed as usual.",
        "Ya no puede ganar; cuando se conquista su último país queda eliminado, y un objetivo de "
        "destrucción contra él se cumple como siempre.",
        "Er kann nicht mehr gewinnen; wird sein letztes Land erobert, scheidet er aus, und ein "
        "Vernichtungsauftrag gegen ihn wird wie sonst erfüllt.",
        source="decided",
    ),
    # --- What is hidden
    Rule(
        "TG-HIDE-1",
        "Nobody sees what the table of hidden information keeps from them.",
        "Nadie ve lo que la tabla de información oculta reserva a otros.",
        "Niemand sieht, was die Tabelle des Verborgenen ihm vorenthält.",
        source="S2, decided",
    ),
    Rule(
        "TG-HIDE-2",
        "Nothing reveals that an objective was changed in secret: no gap in numbers, no count, no "
        "empty entry.",
        "Nada delata que un objetivo cambió en secreto: ni un salto en la numeración, ni una "
        "cuenta, ni un lugar vacío.",
        "Nichts verrät, dass sich ein Auftrag verdeckt geändert hat: keine Lücke in der Zählung, "
        "keine Anzahl, kein leerer Eintrag.",
        source="S2, decided",
    ),
    Rule(
        "TG-HIDE-3",
        "A rejection reveals nothing about another player's hidden information; that a card "
        "is missing refers only to the player's own hand.",
        "Un rechazo no revela a un jugador nada oculto de otro; que falte una tarjeta se refiere "
        "solo a la propia mano.",
        "Eine Ablehnung verrät nichts Verborgenes über andere; dass eine Karte fehlt, bezieht sich "
        "nur auf die eigene Hand.",
        source="decided",
    ),
    Rule(
        "TG-HIDE-4",
        "Only the seat itself learns its legal actions.",
        "Solo el propio asiento conoce sus acciones legales.",
        "Die erlaubten Aktionen eines Platzes erfährt nur dieser Platz.",
        source="decided",
    ),
    # --- Invariants
    Rule(
        "TG-INV-1",
        "Every territory has exactly one owner and at least one token.",
        "Cada país tiene exactamente un dueño y al menos un ejército.",
        "Jedes Land hat genau einen Besitzer und mindestens einen Stein.",
        source="follows",
    ),
    Rule(
        "TG-INV-2",
        "Deck, discard pile and hands together are exactly the 52 cards, each once.",
        "El mazo, la pila de descarte y las manos juntos son exactamente las 52 tarjetas, cada una "
        "una sola vez.",
        "Stapel, Ablage und Hände zusammen sind genau die 52 Karten, jede einmal.",
        source="follows",
    ),
    Rule(
        "TG-INV-3",
        "There are never six cards in one hand.",
        "Nunca hay seis tarjetas en una mano.",
        "Nie sind sechs Karten auf einer Hand.",
        source="follows",
    ),
    Rule(
        "TG-INV-4",
        "A hand of five cards contains a valid set.",
        "Una mano de cinco tarjetas siempre permite un canje.",
        "Eine Hand mit fünf Karten enthält einen gültigen Satz.",
        source="follows",
    ),
    Rule(
        "TG-INV-5",
        "A seat is eliminated exactly when it owns no territory.",
        "Un asiento está eliminado exactamente cuando no tiene ningún país.",
        "Ein Platz ist genau dann ausgeschieden, wenn er kein Land besitzt.",
        source="follows",
    ),
    Rule(
        "TG-INV-6",
        "Seats that are out of the game hold no cards.",
        "Los asientos fuera de juego no tienen tarjetas.",
        "Plätze, die nicht mehr mitspielen, haben keine Karten.",
        source="follows",
    ),
    Rule(
        "TG-INV-7",
        "While the game runs, the seat whose turn it is is in the game.",
        "Mientras la partida sigue, el asiento de turno está en juego.",
        "Solange die Partie läuft, ist der Platz am Zug im Spiel.",
        source="follows",
    ),
    Rule(
        "TG-INV-8",
        "There are at most three conquests in a turn, and none in round 1.",
        "Hay a lo sumo tres conquistas por turno, y ninguna en la ronda 1.",
        "Es gibt höchstens drei Eroberungen in einem Zug und keine in Runde 1.",
        source="follows",
    ),
    Rule(
        "TG-INV-9",
        "Tokens of a continent are in the pool only while the player whose turn it is owns the "
        "whole continent.",
        "En la reserva hay ejércitos de un continente solo mientras el jugador de turno lo tiene "
        "completo.",
        "Steine eines Kontinents sind nur im Vorrat, solange der Spieler am Zug ihn ganz besitzt.",
        source="follows",
    ),
    Rule(
        "TG-INV-10",
        "In round 2 the pool is empty unless there was a trade in this turn.",
        "En la ronda 2 la reserva está vacía, salvo que haya habido un canje en este turno.",
        "In Runde 2 ist der Vorrat leer, wenn nicht in diesem Zug getauscht wurde.",
        source="follows",
    ),
    Rule(
        "TG-INV-11",
        "Without chain_moves no more tokens have arrived in a territory than are there.",
        "Sin chain_moves no han llegado a un país más ejércitos de los que hay en él.",
        "Ohne chain_moves sind in einem Land nicht mehr Steine angekommen, als dort stehen.",
        source="follows",
    ),
    Rule(
        "TG-INV-12",
        "In an attack, both players together lose as many tokens as there are pairs of dice.",
        "En un ataque los dos jugadores juntos pierden tantos ejércitos como pares de dados hay.",
        "In einem Angriff verlieren beide Spieler zusammen so viele Steine, wie es Würfelpaare "
        "gibt.",
        source="follows",
    ),
    Rule(
        "TG-INV-13",
        "The attacker loses no token in an attack that conquers.",
        "El atacante no pierde ningún ejército en un ataque que conquista.",
        "In einem Angriff, der erobert, verliert der Angreifer keinen Stein.",
        source="follows",
    ),
    Rule(
        "TG-INV-14",
        "Placing adds its count to the tokens on the map, a trade adds two for each own territory "
        "of its cards, and an attack removes its losses; nothing else changes the number of "
        "tokens.",
        "Colocar suma su cantidad a los ejércitos del mapa, un canje suma dos por cada país propio "
        "de sus tarjetas y un ataque resta sus pérdidas; nada más cambia su número.",
        "Einsetzen erhöht die Steine auf der Karte um seine Zahl, ein Tausch um zwei für jedes "
        "eigene Land seiner Karten, ein Angriff verringert sie um die Verluste; sonst ändert "
        "nichts ihre Zahl.",
        source="follows",
    ),
    Rule(
        "TG-INV-15",
        "A seat draws at most one card per turn, and only after a conquest.",
        "En un turno un asiento saca a lo sumo una tarjeta, y solo si conquistó.",
        "In einem Zug zieht ein Platz höchstens eine Karte, und nur nach einer Eroberung.",
        source="follows",
    ),
    Rule(
        "TG-INV-16",
        "After a move no attack follows in the same turn.",
        "Tras un movimiento no sigue ningún ataque en el mismo turno.",
        "Auf eine Verlegung folgt im selben Zug kein Angriff.",
        source="follows",
    ),
    Rule(
        "TG-INV-17",
        "Owners change only through an attack that conquers, one territory at a time.",
        "Los dueños cambian solo por un ataque que conquista, un país por vez.",
        "Besitzer wechseln nur durch einen Angriff, der erobert, ein Land auf einmal.",
        source="follows",
    ),
    Rule(
        "TG-INV-18",
        "Deck and discard pile together hold at least 22 cards.",
        "El mazo y la pila de descarte juntos tienen al menos 22 tarjetas.",
        "Stapel und Ablage zusammen enthalten mindestens 22 Karten.",
        source="follows",
    ),
    Rule(
        "TG-INV-19",
        "A trade gives 4, 6, 8 or 10 tokens, and never fewer than the previous one of the same "
        "count.",
        "Un canje da 4, 6, 8 o 10 ejércitos, y nunca menos que el anterior de la misma cuenta.",
        "Ein Tausch bringt 4, 6, 8 oder 10 Steine und nie weniger als der vorige derselben "
        "Zählung.",
        source="follows",
    ),
    Rule(
        "TG-INV-20",
        "While the game runs, the player whose turn it is has a legal action; every action listed "
        "as legal is accepted, and every other one rejected.",
        "Mientras la partida sigue, el jugador de turno tiene una acción legal; toda acción "
        "indicada como legal se acepta y toda otra se rechaza.",
        "Solange die Partie läuft, hat der Spieler am Zug eine erlaubte Aktion; jede als erlaubt "
        "genannte wird angenommen, jede andere abgelehnt.",
        source="follows",
    ),
    Rule(
        "TG-INV-21",
        "A rejected action changes nothing.",
        "Una acción rechazada no cambia nada.",
        "Eine abgelehnte Aktion ändert nichts.",
        source="follows",
    ),
    Rule(
        "TG-INV-22",
        "Replaying the stored events gives the same position and draws nothing new.",
        "Repetir los eventos guardados da la misma posición y no sortea nada.",
        "Die gespeicherten Ereignisse ergeben bei Wiedergabe dieselbe Stellung, und nichts wird "
        "gelost.",
        source="follows",
    ),
    Rule(
        "TG-INV-23",
        "The view of a seat depends on nothing that the seat is not allowed to see.",
        "La vista de un asiento no depende de nada que ese asiento no pueda ver.",
        "Die Sicht eines Platzes hängt von nichts ab, was er nicht sehen darf.",
        source="follows",
    ),
    Rule(
        "TG-INV-24",
        "On the map borders are mutual, no territory borders itself, and the whole map and each "
        "continent are connected.",
        "En el mapa los límites son mutuos, ningún país limita consigo mismo, y tanto el mapa como "
        "cada continente son conexos.",
        "Auf der Karte sind Grenzen gegenseitig, kein Land grenzt an sich selbst, und die ganze "
        "Karte wie jeder Kontinent hängen zusammen.",
        source="follows",
    ),
    Rule(
        "TG-INV-25",
        "When a conquest ends the game, the winner is the conqueror.",
        "Cuando una conquista termina la partida, gana quien conquistó.",
        "Beendet eine Eroberung die Partie, ist der Eroberer der Sieger.",
        source="follows",
    ),
    Rule(
        "TG-INV-26",
        "The number of the round never falls, and within a round a seat has at most one turn.",
        "El número de ronda nunca baja, y en una ronda cada asiento tiene a lo sumo un turno.",
        "Die Nummer der Runde fällt nie, und in einer Runde hat ein Platz höchstens einen Zug.",
        source="follows",
    ),
    Rule(
        "TG-INV-27",
        "The target of a destruction objective is never the seat that holds it; once the target is "
        "eliminated, that seat has won, has only the common objective left, or is out of the game.",
        "El rival de un objetivo de destrucción nunca es el asiento de su dueño; cuando el rival "
        "queda eliminado, el dueño ya ganó, o le queda solo el objetivo común, o está fuera de "
        "juego.",
        "Das Ziel eines Vernichtungsauftrags ist ein anderer Platz als der Inhaber; ist es "
        "ausgeschieden, hat der Inhaber gewonnen, oder ihm bleibt nur der allgemeine Auftrag, oder "
        "er spielt nicht mehr mit.",
        source="follows",
    ),
)
