"""Options, set-up, rounds and turns, collecting and placing tokens: the rules of TEG."""

from typing import Final

from domain.ruleset import Rule

BEGINNING: Final = (
    # --- Options
    Rule(
        "TG-OPT-1",
        "A game has two to six players, each with a colour of its own, and every option has "
        "one of the values listed for it.",
        "Una partida es para dos a seis jugadores, cada uno con un color propio, y cada "
        "opción tiene uno de los valores previstos.",
        "Eine Partie hat zwei bis sechs Spieler, jeder mit einer eigenen Farbe, und jede "
        "Option hat einen der vorgesehenen Werte.",
        source="decided",
    ),
    Rule(
        "TG-OPT-2",
        "The objectives auto mean world with two or three players, and secret_and_common with "
        "four, five or six.",
        "Los objetivos auto significan world con dos o tres jugadores, y secret_and_common "
        "con cuatro, cinco o seis.",
        "Die Aufträge auto bedeuten world bei zwei oder drei Spielern und secret_and_common "
        "bei vier, fünf oder sechs.",
        source="S2",
    ),
    Rule(
        "TG-OPT-3",
        "The options are fixed when the game is created, and everybody may see them.",
        "Las opciones se fijan al crear la partida y todos pueden verlas.",
        "Die Optionen stehen fest, sobald die Partie angelegt ist, und alle dürfen sie sehen.",
        source="decided",
    ),
    Rule(
        "TG-OPT-4",
        "Seats without a colour get, in order of the seats, the first colour that is left of "
        "blue, red, black, yellow, green and magenta.",
        "Los asientos sin color reciben, por orden de asiento, el primer color que quede de "
        "azul, rojo, negro, amarillo, verde y magenta.",
        "Plätze ohne Farbe erhalten der Reihe nach die erste freie Farbe von Blau, Rot, "
        "Schwarz, Gelb, Grün und Magenta.",
        source="decided",
    ),
    # --- Set-up
    Rule(
        "TG-SETUP-1",
        "The fifty territories are dealt at random to the seats, so that each has an owner.",
        "Los cincuenta países se reparten al azar entre los asientos, de modo que cada uno "
        "tiene dueño.",
        "Die fünfzig Länder werden zufällig auf die Plätze verteilt, sodass jedes einen "
        "Besitzer hat.",
        source="S2, S3",
    ),
    Rule(
        "TG-SETUP-2",
        "The numbers of territories dealt to two seats differ by at most one; chance says who "
        "gets one more.",
        "Las cantidades de países repartidas a dos asientos difieren a lo sumo en uno; el "
        "azar decide quién recibe uno más.",
        "Die Zahlen der an zwei Plätze verteilten Länder unterscheiden sich um höchstens "
        "eins; der Zufall bestimmt, wer eines mehr erhält.",
        source="S2, S3",
    ),
    Rule(
        "TG-SETUP-3",
        "Every territory starts with exactly one token of its owner.",
        "Cada país empieza con exactamente una ficha de su dueño.",
        "Jedes Land beginnt mit genau einem Stein seines Besitzers.",
        source="S2, S3",
    ),
    Rule(
        "TG-SETUP-4",
        "No other tokens are placed before round 1, in which everybody places and nobody attacks.",
        "Antes de la ronda 1, en la que todos colocan y nadie ataca, no se coloca ninguna "
        "otra ficha.",
        "Vor Runde 1, in der alle einsetzen und niemand angreift, werden keine weiteren "
        "Steine eingesetzt.",
        source="S1",
    ),
    Rule(
        "TG-SETUP-5",
        "The deck holds all 52 cards, and the deal of the territories uses up none; each card "
        "that is drawn is any card of the deck with equal chance.",
        "El mazo tiene las 52 cartas y el reparto de países no gasta ninguna; cada carta que "
        "se roba es cualquiera del mazo con igual probabilidad.",
        "Der Stapel enthält alle 52 Karten, und die Verteilung der Länder verbraucht keine; "
        "jede gezogene Karte ist mit gleicher Wahrscheinlichkeit eine beliebige des Stapels.",
        source="S2",
    ),
    Rule(
        "TG-SETUP-6",
        "All hands and the discard pile start empty, and nobody has traded yet.",
        "Todas las manos y la pila de descarte empiezan vacías, y nadie ha hecho canjes todavía.",
        "Alle Hände und die Ablage sind zu Beginn leer, und niemand hat bisher getauscht.",
        source="decided",
    ),
    Rule(
        "TG-SETUP-7",
        "The first seat is the one named in the options; with random it is drawn, each seat "
        "with equal chance.",
        "El primer asiento es el que nombran las opciones; con random se sortea con igual "
        "probabilidad.",
        "Der erste Platz ist der in den Optionen genannte; bei random wird er mit gleichen "
        "Chancen ausgelost.",
        source="S2",
    ),
    Rule(
        "TG-SETUP-8",
        "In secret_and_common each seat gets one of the fifteen secret objectives by lot, all "
        "different; the rest stay out of the game unseen.",
        "En secret_and_common cada asiento recibe por sorteo uno de los quince objetivos "
        "secretos, todos distintos; los demás quedan fuera de la partida sin que nadie los "
        "vea.",
        "Bei secret_and_common erhält jeder Platz durch das Los einen der fünfzehn geheimen "
        "Aufträge, alle verschieden; die übrigen bleiben ungesehen aus dem Spiel.",
        source="S2",
    ),
    Rule(
        "TG-SETUP-9",
        "In world and in common_only no secret objective is dealt.",
        "En world y en common_only no se reparten objetivos secretos.",
        "Bei world und bei common_only wird kein geheimer Auftrag verteilt.",
        source="S2",
    ),
    Rule(
        "TG-SETUP-10",
        "All that chance decides in the set-up is recorded in one event.",
        "Todo lo que el azar decide en la preparación queda registrado en un solo evento.",
        "Alles, was der Zufall beim Aufbau entscheidet, steht in einem einzigen Ereignis.",
        source="decided",
    ),
    # --- Rounds and turns
    Rule(
        "TG-TURN-1",
        "Only the player whose turn it is may act; leaving the game is possible at any time.",
        "Solo puede actuar el jugador de turno; abandonar la partida es posible en cualquier "
        "momento.",
        "Nur der Spieler am Zug darf handeln; die Partie zu verlassen ist jederzeit möglich.",
        source="S1",
    ),
    Rule(
        "TG-TURN-2",
        "The order of a round goes from its starter to the next seat and so on, with the first "
        "seat after the last; seats that are out are left out.",
        "El orden de la ronda va desde quien la abre al asiento siguiente y así "
        "sucesivamente, con el primero después del último; los asientos fuera de juego se saltean.",
        "Die Reihenfolge einer Runde geht vom Eröffnenden zum jeweils nächsten Platz, nach dem "
        "letzten kommt der erste; ausgeschiedene Plätze werden übersprungen.",
        source="S1, S2",
    ),
    Rule(
        "TG-TURN-3",
        "With round_starter fixed the first seat opens every round.",
        "Con round_starter fixed (fijo), el primer asiento abre todas las rondas.",
        "Bei round_starter fixed (fest) eröffnet der erste Platz jede Runde.",
        source="S2",
    ),
    Rule(
        "TG-TURN-4",
        "With round_starter rotating round 1 is opened by the first seat, and each later "
        "round by the seat after the one before.",
        "Con round_starter rotating (rotativo), la ronda 1 la abre el primer asiento y cada "
        "ronda siguiente la abre el asiento que sigue al de la anterior.",
        "Bei round_starter rotating (wechselnd) eröffnet Runde 1 der erste Platz und jede "
        "weitere der Platz nach dem der vorigen.",
        source="S3",
    ),
    Rule(
        "TG-TURN-5",
        "When a turn ends, the next seat in the order of the round is on turn; after the last "
        "one the next round begins.",
        "Cuando termina un turno, juega el asiento siguiente en el orden de la ronda; después "
        "del último empieza la ronda siguiente.",
        "Endet ein Zug, ist der nächste Platz der Reihenfolge am Zug; nach dem letzten "
        "beginnt die nächste Runde.",
        source="S1",
    ),
    Rule(
        "TG-TURN-6",
        "A turn has no fixed phases; what may be done follows from the pool, the round, and "
        "what was done in the turn.",
        "El turno no tiene fases fijas; lo que se puede hacer depende de la reserva, de la "
        "ronda y de lo que ya se hizo en el turno.",
        "Ein Zug hat keine festen Phasen; was erlaubt ist, folgt aus dem Vorrat, der Runde "
        "und dem bisher im Zug Getanen.",
        source="S1",
    ),
    Rule(
        "TG-TURN-7",
        "At the start of a turn nothing counts as conquered, attacked or moved in it.",
        "Al empezar un turno, nada cuenta como conquistado, atacado ni movido en él.",
        "Zu Beginn eines Zuges gilt nichts als in ihm erobert, angegriffen oder verlegt.",
        source="S1",
    ),
    Rule(
        "TG-TURN-8",
        "In round 1 the players collect and place tokens, and cannot attack.",
        "En la ronda 1 los jugadores cobran y colocan fichas, y no pueden atacar.",
        "In Runde 1 erhalten die Spieler Nachschub und setzen ihn ein; angreifen können sie nicht.",
        source="S1",
    ),
    Rule(
        "TG-TURN-9",
        "In round 2 the players collect nothing, neither free nor continent tokens, and can "
        "attack.",
        "En la ronda 2 los jugadores no cobran nada, ni fichas libres ni de continente, y "
        "pueden atacar.",
        "In Runde 2 erhalten die Spieler keinen Nachschub, weder freie noch Kontinentsteine; "
        "angreifen können sie.",
        source="S1",
    ),
    Rule(
        "TG-TURN-10",
        "From round 3 on the players collect tokens and can attack.",
        "Desde la ronda 3 los jugadores cobran fichas y pueden atacar.",
        "Ab Runde 3 erhalten die Spieler Nachschub und können angreifen.",
        source="S1",
    ),
    Rule(
        "TG-TURN-11",
        "A turn ends only when its player ends it or leaves the game, or with the game; it "
        "never ends by itself.",
        "Un turno solo termina cuando su jugador lo termina o abandona, o con la partida; "
        "nunca termina solo.",
        "Ein Zug endet nur, wenn sein Spieler ihn beendet oder die Partie verlässt, oder mit "
        "der Partie; von selbst endet er nie.",
        source="S1",
    ),
    # --- Collecting tokens
    Rule(
        "TG-COLLECT-1",
        "At the start of a turn its player collects tokens without being asked, in every "
        "round but round 2.",
        "Al empezar un turno su jugador cobra fichas automáticamente, en todas las rondas "
        "menos la 2.",
        "Zu Beginn eines Zuges erhält sein Spieler von selbst Nachschub, in jeder Runde außer "
        "Runde 2.",
        source="S1",
    ),
    Rule(
        "TG-COLLECT-2",
        "The free tokens are half the number of the player's territories, rounded down, but "
        "at least 3 and at most 10.",
        "Las fichas libres son la mitad de los países del jugador, redondeada hacia abajo, "
        "pero al menos 3 y a lo sumo 10.",
        "Freie Steine gibt es für die Hälfte der eigenen Länder, abgerundet, mindestens aber "
        "3 und höchstens 10.",
        source="S1, S2, S6",
    ),
    Rule(
        "TG-COLLECT-3",
        "Each continent that the player owns whole at the start of the turn gives its bonus "
        "as tokens of that continent.",
        "Cada continente que el jugador posee entero al empezar el turno le da su bono en "
        "fichas de ese continente.",
        "Jeder Kontinent, den der Spieler zu Beginn des Zuges ganz besitzt, bringt seinen "
        "Bonus als Steine dieses Kontinents.",
        source="S1, S2, S3, S4",
    ),
    Rule(
        "TG-COLLECT-4",
        "Continent tokens come on top of the free ones; the maximum of 10 holds for the free "
        "ones only.",
        "Las fichas de continente se suman a las libres; el máximo de 10 vale solo para las "
        "libres.",
        "Kontinentsteine kommen zu den freien hinzu; die Grenze von 10 gilt nur für die freien.",
        source="S1, decided",
    ),
    Rule(
        "TG-COLLECT-5",
        "What is conquered later in the turn changes nothing in what was collected.",
        "Lo que se conquista después en el turno no cambia lo cobrado.",
        "Was später im Zug erobert wird, ändert den Nachschub nicht mehr.",
        source="decided",
    ),
    # --- Placing tokens
    Rule(
        "TG-PLACE-1",
        "A player places one or more tokens of one entry of the pool on one territory, and no "
        "more than the entry holds.",
        "El jugador coloca una o más fichas de una parte de la reserva en un país, y no más "
        "de las que hay en esa parte.",
        "Der Spieler setzt einen oder mehrere Steine aus einem Teil des Vorrats in einem Land "
        "ein, höchstens so viele, wie dieser Teil enthält.",
        source="S1",
    ),
    Rule(
        "TG-PLACE-2",
        "Tokens are placed only on territories of the player whose turn it is.",
        "Solo se colocan fichas en países del jugador de turno.",
        "Steine werden nur in Ländern des Spielers am Zug eingesetzt.",
        source="S1",
    ),
    Rule(
        "TG-PLACE-3",
        "Free tokens may go to any of the player's territories, together or spread.",
        "Las fichas libres pueden ir a cualquier país propio, juntas o repartidas.",
        "Freie Steine dürfen in jedes eigene Land, gemeinsam oder verteilt.",
        source="S1",
    ),
    Rule(
        "TG-PLACE-4",
        "Tokens of a continent may go only to the player's territories of that continent.",
        "Las fichas de un continente solo pueden ir a países propios de ese continente.",
        "Steine eines Kontinents dürfen nur in eigene Länder dieses Kontinents.",
        source="S1",
    ),
    Rule(
        "TG-PLACE-5",
        "The entries of the pool may be placed in any order.",
        "Las partes de la reserva se pueden colocar en cualquier orden.",
        "Die Teile des Vorrats dürfen in beliebiger Reihenfolge eingesetzt werden.",
        source="decided",
    ),
    Rule(
        "TG-PLACE-6",
        "While there are tokens in the pool, the player can neither attack nor trade cards "
        "nor end the turn.",
        "Mientras queden fichas en la reserva, el jugador no puede atacar, ni canjear cartas, "
        "ni terminar el turno.",
        "Solange Steine im Vorrat sind, kann der Spieler weder angreifen noch Karten tauschen "
        "noch den Zug beenden.",
        source="S1, decided",
    ),
    Rule(
        "TG-PLACE-7",
        "A token that is placed cannot be taken back into the pool.",
        "Una ficha colocada no vuelve a la reserva.",
        "Ein eingesetzter Stein kommt nicht in den Vorrat zurück.",
        source="decided",
    ),
)
