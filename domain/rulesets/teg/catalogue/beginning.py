"""The rules of TEG for options, set-up, rounds and turns, collecting and placing tokens."""

from typing import Final

from domain.ruleset import Rule

BEGINNING: Final = (
    # --- Options
    Rule(
        "TG-OPT-1",
        "A game has two to six players, each with their own colour, and every option has one of "
        "its listed values.",
        "Una partida tiene de dos a seis jugadores, cada uno con su color, y cada opción tiene uno "
        "de los valores previstos.",
        "Eine Partie hat zwei bis sechs Spieler, jeder mit einer eigenen Farbe, und jede Option "
        "hat einen ihrer vorgesehenen Werte.",
        source="decided",
    ),
    Rule(
        "TG-OPT-2",
        "With objectives auto, two or three players play world, and four, five or six play "
        "secret_and_common.",
        "Con los objetivos auto, dos o tres jugadores juegan world, y cuatro, cinco o seis, "
        "secret_and_common.",
        "Bei den Aufträgen auto spielen zwei oder drei Spieler world und vier, fünf oder sechs "
        "secret_and_common.",
        source="S2",
    ),
    Rule(
        "TG-OPT-3",
        "The options are fixed when the game is created, and everyone can see them.",
        "Las opciones se fijan al crear la partida y todos pueden verlas.",
        "Die Optionen stehen fest, sobald die Partie angelegt ist, und alle dürfen sie sehen.",
        source="decided",
    ),
    Rule(
        "TG-OPT-4",
        "Seats without a colour get, in seat order, the first free colour of blue, red, black, "
        "yellow, green and magenta.",
        "Los asientos sin color reciben, por orden de asiento, el primer color libre de azul, "
        "rojo, negro, amarillo, verde y magenta.",
        "Plätze ohne Farbe erhalten der Reihe nach die erste freie Farbe von Blau, Rot, Schwarz, "
        "Gelb, Grün und Magenta.",
        source="decided",
    ),
    # --- Set-up
    Rule(
        "TG-SETUP-1",
        "The fifty territories are dealt to the seats at random, so that each has an owner.",
        "Los cincuenta países se reparten al azar entre los asientos, de modo que cada uno tiene "
        "dueño.",
        "Die fünfzig Länder werden zufällig auf die Plätze verteilt, sodass jedes einen Besitzer "
        "hat.",
        source="S2, S3",
    ),
    Rule(
        "TG-SETUP-2",
        "The seats get equal numbers of territories, or numbers that differ by one; chance decides "
        "who gets one more.",
        "Los asientos reciben la misma cantidad de países, o cantidades que difieren en uno; el "
        "azar decide quién recibe uno más.",
        "Die Plätze erhalten gleich viele Länder oder Zahlen, die sich um eins unterscheiden; der "
        "Zufall bestimmt, wer eines mehr erhält.",
        source="S2, S3",
    ),
    Rule(
        "TG-SETUP-3",
        "Every territory starts with exactly one token of its owner.",
        "Cada país empieza con exactamente un ejército de su dueño.",
        "Jedes Land beginnt mit genau einem Stein seines Besitzers.",
        source="S2, S3",
    ),
    Rule(
        "TG-SETUP-4",
        "No other tokens are placed before round 1, in which everyone places tokens and nobody "
        "attacks.",
        "Antes de la ronda 1, en la que todos colocan ejércitos y nadie ataca, no se coloca ningún "
        "otro.",
        "Vor Runde 1, in der alle einsetzen und niemand angreift, werden keine weiteren Steine "
        "eingesetzt.",
        source="S1",
    ),
    Rule(
        "TG-SETUP-5",
        "The deck has all 52 cards, and dealing the territories uses none; each draw is equally "
        "likely to be any card of the deck.",
        "El mazo tiene las 52 tarjetas y el reparto de países no gasta ninguna; cada tarjeta que "
        "se saca es cualquiera del mazo con igual probabilidad.",
        "Der Stapel enthält alle 52 Karten, und die Verteilung der Länder verbraucht keine; jede "
        "gezogene Karte ist mit gleicher Wahrscheinlichkeit eine beliebige des Stapels.",
        source="S2",
    ),
    Rule(
        "TG-SETUP-6",
        "All hands and the discard pile start empty, and nobody has traded yet.",
        "Todas las manos y la pila de descarte empiezan vacías, y nadie ha hecho canjes todavía.",
        "Alle Hände und die Ablage sind zu Beginn leer, und niemand hat schon getauscht.",
        source="decided",
    ),
    Rule(
        "TG-SETUP-7",
        "The first seat is the one set in the options; with random it is drawn with equal chances.",
        "El primer asiento es el que indican las opciones; con random se sortea con igual "
        "probabilidad.",
        "Der erste Platz ist der in den Optionen genannte; bei random wird er mit gleichen Chancen "
        "ausgelost.",
        source="S2",
    ),
    Rule(
        "TG-SETUP-8",
        "In secret_and_common each seat gets one of the fifteen secret objectives at random, all "
        "different; the rest stay out of the game, unseen.",
        "En secret_and_common cada asiento recibe por sorteo uno de los quince objetivos secretos, "
        "todos distintos; los demás quedan fuera de la partida sin que nadie los vea.",
        "Bei secret_and_common erhält jeder Platz zufällig einen der fünfzehn geheimen Aufträge, "
        "alle verschieden; die übrigen bleiben ungesehen aus dem Spiel.",
        source="S2",
    ),
    Rule(
        "TG-SETUP-9",
        "In world and common_only there are no secret objectives.",
        "En world y common_only no hay objetivos secretos.",
        "Bei world und common_only gibt es keine geheimen Aufträge.",
        source="S2",
    ),
    Rule(
        "TG-SETUP-10",
        "One event records everything that chance decides in the set-up.",
        "Un solo evento registra todo lo que el azar decide en la preparación.",
        "Alles, was der Zufall beim Aufbau entscheidet, steht in einem einzigen Ereignis.",
        source="decided",
    ),
    # --- Rounds and turns
    Rule(
        "TG-TURN-1",
        "Only the player whose turn it is may act; players may leave the game at any time.",
        "Solo puede actuar el jugador de turno; abandonar la partida se puede en cualquier "
        "momento.",
        "Nur der Spieler am Zug darf handeln; die Partie zu verlassen ist jederzeit möglich.",
        source="S1",
    ),
    Rule(
        "TG-TURN-2",
        "A round goes from the seat that starts it to the next one and so on, with the first seat "
        "after the last; seats that are out are skipped.",
        "La ronda va del asiento que la empieza al siguiente y así sucesivamente, con el primero "
        "después del último; se saltan los que quedaron fuera.",
        "Eine Runde geht vom Platz, der sie beginnt, zum jeweils nächsten, nach dem letzten kommt "
        "der erste; ausgeschiedene Plätze werden übersprungen.",
        source="S1, S2",
    ),
    Rule(
        "TG-TURN-3",
        "With round_starter fixed, the first seat starts every round.",
        "Con round_starter fixed (fijo), el primer asiento empieza todas las rondas.",
        "Bei round_starter fixed (fest) beginnt der erste Platz jede Runde.",
        source="S2",
    ),
    Rule(
        "TG-TURN-4",
        "With round_starter rotating, the first seat starts round 1, and the next seat each time "
        "starts the following rounds.",
        "Con round_starter rotating (rotativo), el primer asiento empieza la ronda 1 y cada ronda "
        "siguiente la empieza el asiento que sigue.",
        "Bei round_starter rotating (wechselnd) beginnt der erste Platz Runde 1 und jede weitere "
        "der jeweils nächste Platz.",
        source="S3",
    ),
    Rule(
        "TG-TURN-5",
        "When a turn ends, the next seat in the order of the round plays; after the last one the "
        "next round begins.",
        "Cuando termina un turno, juega el asiento siguiente en el orden de la ronda; después del "
        "último empieza la ronda siguiente.",
        "Endet ein Zug, ist der nächste Platz der Reihenfolge am Zug; nach dem letzten beginnt die "
        "nächste Runde.",
        source="S1",
    ),
    Rule(
        "TG-TURN-6",
        "A turn has no fixed phases; the pool, the round and what was done in the turn decide what "
        "is allowed.",
        "El turno no tiene fases fijas; lo que se permite depende de la reserva, de la ronda y de "
        "lo que ya se hizo en el turno.",
        "Ein Zug hat keine festen Phasen; was erlaubt ist, folgt aus dem Vorrat, der Runde und dem "
        "bisher im Zug Getanen.",
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
        "In round 1 the players collect and place tokens and cannot attack.",
        "En la ronda 1 los jugadores reciben y colocan ejércitos, y no pueden atacar.",
        "In Runde 1 erhalten die Spieler Nachschub und setzen ihn ein; angreifen können sie nicht.",
        source="S1",
    ),
    Rule(
        "TG-TURN-9",
        "In round 2 the players collect no tokens, neither free nor continent tokens, and can "
        "attack.",
        "En la ronda 2 los jugadores no reciben ejércitos, ni libres ni de continente, y pueden "
        "atacar.",
        "In Runde 2 erhalten die Spieler keinen Nachschub, weder freie noch Kontinentsteine; "
        "angreifen können sie.",
        source="S1",
    ),
    Rule(
        "TG-TURN-10",
        "From round 3 on, the players collect tokens and can attack.",
        "Desde la ronda 3 los jugadores reciben ejércitos y pueden atacar.",
        "Ab Runde 3 erhalten die Spieler Nachschub und können angreifen.",
        source="S1",
    ),
    Rule(
        "TG-TURN-11",
        "A turn ends only when its player ends it or leaves, or when the game ends; it never ends "
        "by itself.",
        "Un turno termina solo cuando su jugador lo termina o abandona, o con la partida; nunca "
        "por sí mismo.",
        "Ein Zug endet nur, wenn sein Spieler ihn beendet oder die Partie verlässt oder die Partie "
        "endet; von selbst endet er nie.",
        source="S1",
    ),
    # --- Collecting tokens
    Rule(
        "TG-COLLECT-1",
        "Players collect tokens automatically at the start of their turn, in every round except "
        "round 2.",
        "Los jugadores reciben ejércitos automáticamente al empezar su turno, en todas las rondas "
        "menos la 2.",
        "Spieler erhalten zu Beginn ihres Zuges automatisch Nachschub, in jeder Runde außer Runde "
        "2.",
        source="S1",
    ),
    Rule(
        "TG-COLLECT-2",
        "You get one free token for every two territories you own, rounded down, but at least 3 "
        "and at most 10.",
        "Recibes un ejército libre por cada dos países que tienes, redondeando hacia abajo, pero "
        "al menos 3 y a lo sumo 10.",
        "Du erhältst einen freien Stein für je zwei eigene Länder, abgerundet, mindestens aber 3 "
        "und höchstens 10.",
        source="S1, S2, S6",
    ),
    Rule(
        "TG-COLLECT-3",
        "Each continent you own completely at the start of your turn gives its bonus in tokens of "
        "that continent.",
        "Cada continente que tienes completo al empezar tu turno te da su bono en ejércitos de ese "
        "continente.",
        "Jeder Kontinent, den du zu Beginn deines Zuges ganz besitzt, bringt seinen Bonus als "
        "Steine dieses Kontinents.",
        source="S1, S2, S3, S4",
    ),
    Rule(
        "TG-COLLECT-4",
        "Continent tokens come on top of the free ones; the maximum of 10 applies only to the free "
        "ones.",
        "Los ejércitos de continente se suman a los libres; el máximo de 10 vale solo para los "
        "libres.",
        "Kontinentsteine kommen zu den freien hinzu; die Grenze von 10 gilt nur für die freien.",
        source="S1, decided",
    ),
    Rule(
        "TG-COLLECT-5",
        "Conquests later in the turn do not change what you collected.",
        "Lo que conquistas después en el turno no cambia lo que recibiste.",
        "Was du später im Zug eroberst, ändert deinen Nachschub nicht mehr.",
        source="decided",
    ),
    # --- Placing tokens
    Rule(
        "TG-PLACE-1",
        "You place one or more tokens from one entry of the pool on one territory, and no more "
        "than the entry holds.",
        "Colocas uno o más ejércitos de una parte de la reserva en un país, y no más de los que "
        "hay en esa parte.",
        "Du setzt einen oder mehrere Steine aus einem Teil des Vorrats in einem Land ein, "
        "höchstens so viele, wie dieser Teil enthält.",
        source="S1",
    ),
    Rule(
        "TG-PLACE-2",
        "Only the player whose turn it is places tokens, and only in their own territories.",
        "Solo el jugador de turno coloca ejércitos, y solo en sus propios países.",
        "Nur der Spieler am Zug setzt Steine ein, und nur in eigenen Ländern.",
        source="S1",
    ),
    Rule(
        "TG-PLACE-3",
        "You may place free tokens in any of your territories, together or spread out.",
        "Puedes colocar los ejércitos libres en cualquier país tuyo, juntos o repartidos.",
        "Freie Steine darfst du in jedem eigenen Land einsetzen, gemeinsam oder verteilt.",
        source="S1",
    ),
    Rule(
        "TG-PLACE-4",
        "You may place the tokens of a continent only in your territories of that continent.",
        "Los ejércitos de un continente solo los puedes colocar en países tuyos de ese continente.",
        "Steine eines Kontinents darfst du nur in eigenen Ländern dieses Kontinents einsetzen.",
        source="S1",
    ),
    Rule(
        "TG-PLACE-5",
        "You may place the entries of the pool in any order.",
        "Puedes colocar las partes de la reserva en cualquier orden.",
        "Die Teile des Vorrats darfst du in beliebiger Reihenfolge einsetzen.",
        source="decided",
    ),
    Rule(
        "TG-PLACE-6",
        "While there are tokens in your pool, you can't attack, trade cards or end the turn.",
        "Mientras queden ejércitos en tu reserva, no puedes atacar, canjear tarjetas ni terminar "
        "el turno.",
        "Solange Steine in deinem Vorrat sind, kannst du weder angreifen noch Karten tauschen noch "
        "den Zug beenden.",
        source="S1, decided",
    ),
    Rule(
        "TG-PLACE-7",
        "You can't take a placed token back into the pool.",
        "Un ejército colocado no vuelve a la reserva.",
        "Ein eingesetzter Stein kommt nicht in den Vorrat zurück.",
        source="decided",
    ),
)
