"""The rules of Carolus Magnus for the end, partnerships, order of refusals, and the invariants."""

from typing import Final

from domain.ruleset import Rule

WINNING: Final = (
    # --- End of the game
    Rule(
        "CM-END-1",
        "When the game is over, no decision is allowed any more.",
        "Cuando la partida ha terminado, ya no se admite ninguna decisión.",
        "Ist die Partie zu Ende, ist keine Entscheidung mehr erlaubt.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-END-2",
        "If a side has 10 castles in play (8 with three players) right after a resolution with its "
        "merging, the game ends and that side wins, no matter whose turn it is.",
        "Si un bando tiene 10 castillos en juego (8 con tres jugadores) justo después de una "
        "resolución con su fusión, la partida termina y gana ese bando, sea de quien sea el turno.",
        "Hat eine Partei gleich nach einer Wertung samt Vereinigung 10 Burgen im Spiel (8 bei drei "
        "Spielern), endet die Partie, und diese Partei gewinnt, egal, wer am Zug ist.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-END-3",
        "If fewer than four territories, owned or not, are left right after a resolution with its "
        "merging, the game ends and the side with the most castles wins.",
        "Si justo después de una resolución con su fusión quedan menos de cuatro territorios, con "
        "o sin dueño, la partida termina y gana el bando con más castillos.",
        "Sind gleich nach einer Wertung samt Vereinigung weniger als vier Gebiete übrig, mit oder "
        "ohne Besitzer, endet die Partie, und die Partei mit den meisten Burgen gewinnt.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-END-4",
        "If a side reaches the castle goal and fewer than four territories are left at the same "
        "time, the castle goal decides.",
        "Si a la vez un bando alcanza la meta de castillos y quedan menos de cuatro territorios, "
        "decide la meta de castillos.",
        "Wird das Burgenziel erreicht und bleiben zugleich weniger als vier Gebiete übrig, "
        "entscheidet das Burgenziel.",
        source="decided",
    ),
    Rule(
        "CM-END-5",
        "The game ends at once: the refill of that turn and the remaining turns of the round are "
        "not played.",
        "La partida termina al instante: no se juegan la reposición de ese turno ni los turnos que "
        "quedan de la ronda.",
        "Die Partie endet sofort: Das Auffüllen dieses Zuges und die übrigen Züge der Runde "
        "entfallen.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-END-6",
        "If nobody placed a paladin and no territory changed its owner in a whole round, the game "
        "ends with that round and the side with the most castles wins.",
        "Si en toda una ronda nadie colocó un paladín y ningún territorio cambió de dueño, la "
        "partida termina con esa ronda y gana el bando con más castillos.",
        "Hat in einer ganzen Runde niemand einen Paladin eingesetzt und kein Gebiet den Besitzer "
        "gewechselt, endet die Partie mit dieser Runde, und die Partei mit den meisten Burgen "
        "gewinnt.",
        source="decided",
    ),
    Rule(
        "CM-END-7",
        "If there is a round limit, the game ends when that round is complete, and the side with "
        "the most castles wins. If the game has also stalled, that is the reason given.",
        "Si hay un límite de rondas, la partida termina al completarse esa ronda y gana el bando "
        "con más castillos. Si además está estancada, ese es el motivo del final.",
        "Gibt es ein Rundenlimit, endet die Partie nach dieser Runde, und die Partei mit den "
        "meisten Burgen gewinnt. Steht die Partie zugleich still, gilt das als Grund.",
        source="decided",
    ),
    Rule(
        "CM-END-8",
        "If nobody reached the castle goal, the side with the most castles in play wins; "
        "territories, paladins and courts do not matter.",
        "Si nadie alcanzó la meta de castillos, gana el bando con más castillos en juego; los "
        "territorios, los paladines y las cortes no importan.",
        "Hat niemand das Burgenziel erreicht, gewinnt die Partei mit den meisten Burgen im Spiel; "
        "Gebiete, Paladine und Höfe spielen keine Rolle.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-END-9",
        "Sides that tie for the most castles win together. With tie_break = clan_markers, only "
        "those of them win whose players have the most markers.",
        "Los bandos empatados a más castillos ganan juntos. Con tie_break = clan_markers solo "
        "ganan, de entre ellos, aquellos cuyos jugadores tienen más marcadores.",
        "Parteien, die gleichauf die meisten Burgen haben, gewinnen gemeinsam. Mit tie_break = "
        "clan_markers gewinnen nur die unter ihnen, deren Spieler die meisten Clanmarker haben.",
        source="decided",
    ),
    Rule(
        "CM-END-10",
        "With four players a side wins as a whole: both partners win or lose together.",
        "Con cuatro jugadores el bando gana entero: los dos compañeros ganan o pierden juntos.",
        "Bei vier Spielern gewinnt eine Partei als Ganzes: Beide Partner gewinnen oder verlieren "
        "zusammen.",
        source="S3",
    ),
    Rule(
        "CM-END-11",
        "While the game runs, the player whose decision is due always has at least one legal "
        "decision.",
        "Mientras dura la partida, el jugador a quien le toca decidir tiene siempre al menos una "
        "decisión legal.",
        "Solange die Partie läuft, hat der Spieler, dessen Entscheidung ansteht, immer mindestens "
        "eine erlaubte Entscheidung.",
        source="follows",
    ),
    Rule(
        "CM-END-12",
        "The sides that did not win rank after the winners by their castles in play, and with "
        "tie_break = clan_markers by the markers of their players if these are equal; equal sides "
        "share a rank.",
        "Los bandos que no ganaron siguen a los ganadores según sus castillos en juego y, con "
        "tie_break = clan_markers, si empatan, según los marcadores de sus jugadores; los bandos "
        "iguales comparten el puesto.",
        "Die Parteien, die nicht gewonnen haben, folgen auf die Sieger nach ihren Burgen im Spiel "
        "und mit tie_break = clan_markers bei Gleichstand nach den Clanmarkern ihrer Spieler; "
        "gleiche Parteien teilen sich den Rang.",
        source="decided",
    ),
    # --- Partnerships (four players)
    Rule(
        "CM-TEAM-1",
        "Partners share their side, its castles, the ownership of territories, and victory.",
        "Los compañeros comparten el bando, sus castillos, la propiedad de los territorios y la "
        "victoria.",
        "Partner teilen die Partei, deren Burgen, den Besitz von Gebieten und den Sieg.",
        source="S3",
    ),
    Rule(
        "CM-TEAM-2",
        "Each of the four players has their own court, reserve, discs, dice, turns and markers.",
        "Cada uno de los cuatro jugadores tiene su propia corte, reserva, discos, tirada de dados, "
        "turno y marcadores.",
        "Jeder der vier Spieler hat einen eigenen Hof, eine eigene Reserve und eigene Scheiben, "
        "Würfe, Züge und Clanmarker.",
        source="S3",
    ),
    Rule(
        "CM-TEAM-3",
        "The influence of a side adds the clans of both partners; their courts are never added "
        "together.",
        "La influencia de un bando suma los clanes de ambos compañeros; sus cortes nunca se suman.",
        "Der Einfluss einer Partei zählt die Clans beider Partner zusammen; ihre Höfe werden nie "
        "addiert.",
        source="S3",
    ),
    Rule(
        "CM-TEAM-4",
        "Nothing passes from one partner to the other.",
        "Nada pasa de un compañero al otro.",
        "Nichts geht von einem Partner an den anderen.",
        source="S3",
    ),
    Rule(
        "CM-TEAM-5",
        "Turn order depends only on the discs, so partners may follow each other; even four turns "
        "of one side in a row are possible.",
        "El orden de turno depende solo de los discos, así que los compañeros pueden ir uno tras "
        "otro; son posibles hasta cuatro turnos seguidos de un bando.",
        "Die Zugreihenfolge richtet sich allein nach den Scheiben; Partner können daher "
        "aufeinanderfolgen, und sogar vier Züge einer Partei nacheinander sind möglich.",
        source="S1, S3",
    ),
    Rule(
        "CM-TEAM-6",
        "Whether partners may talk is agreed outside the rules; it is not checked.",
        "Si los compañeros pueden hablar entre sí se acuerda fuera de las reglas; no se comprueba.",
        "Ob Partner sich absprechen dürfen, wird außerhalb der Regeln vereinbart; geprüft wird es "
        "nicht.",
        source="S3",
    ),
    # --- Order of refusals
    Rule(
        "CM-CHECK-1",
        "A decision is rejected for the first rule it breaks: the game is over, it is not this "
        "player's decision, it is not this kind of decision now, then the rules of its kind. A "
        "rejected decision changes nothing.",
        "Una decisión se rechaza con la primera regla que incumple: partida terminada, no le toca "
        "a ese jugador, no toca esa clase de decisión y, por último, las reglas de su clase. Una "
        "decisión rechazada no cambia nada.",
        "Eine Entscheidung wird mit der ersten Regel abgelehnt, die sie verletzt: Partie zu Ende, "
        "nicht dieser Spieler, jetzt nicht diese Art von Entscheidung, dann die Regeln ihrer Art. "
        "Eine abgelehnte Entscheidung ändert nichts.",
        source="decided",
    ),
    # --- Invariants of every position
    Rule(
        "CM-INV-1",
        "Supply, territories, courts and reserves together hold exactly 40 paladins of each clan, "
        "and no count is negative. Jokers are not counted.",
        "El fondo común, los territorios, las cortes y las reservas suman exactamente 40 paladines "
        "de cada clan, y ninguna cantidad es negativa. Los comodines no cuentan.",
        "Vorrat, Gebiete, Höfe und Reserven enthalten zusammen genau 40 Paladine jedes Clans, und "
        "keine Anzahl ist negativ. Joker zählen nicht mit.",
        source="follows",
    ),
    Rule(
        "CM-INV-2",
        "The territories divide the segments 1 to 15 into unbroken clockwise runs, each segment in "
        "exactly one, with different heads; ascending heads give the order of the ring.",
        "Los territorios reparten los segmentos 1 a 15 en tramos seguidos en sentido horario, cada "
        "segmento en uno solo, con segmentos iniciales distintos; estos, en orden ascendente, dan "
        "el orden del anillo.",
        "Die Gebiete teilen die Segmente 1 bis 15 in lückenlose Abschnitte im Uhrzeigersinn, jedes "
        "Segment in genau einem, mit verschiedenen Anfangssegmenten; diese ergeben aufsteigend die "
        "Folge des Ringes.",
        source="follows",
    ),
    Rule(
        "CM-INV-3",
        "A territory without an owner has no castle and is a single segment; every other territory "
        "has castles.",
        "Un territorio sin dueño no tiene castillos y es un solo segmento; todos los demás tienen "
        "castillos.",
        "Ein Gebiet ohne Besitzer hat keine Burg und ist ein einzelnes Segment; alle anderen haben "
        "Burgen.",
        source="follows",
    ),
    Rule(
        "CM-INV-4",
        "While the game runs, an owned territory has as many castles as segments; at the end only "
        "the last territory taken over may have fewer.",
        "Mientras dura la partida, un territorio con dueño tiene tantos castillos como segmentos; "
        "al final solo puede tener menos el último territorio tomado.",
        "Solange die Partie läuft, hat ein Gebiet mit Besitzer so viele Burgen wie Segmente; am "
        "Ende darf nur das zuletzt übernommene weniger haben.",
        source="follows",
    ),
    Rule(
        "CM-INV-5",
        "Two neighbouring territories never have the same owner once a merge is complete.",
        "Dos territorios vecinos nunca tienen el mismo dueño una vez completada la fusión.",
        "Zwei Nachbargebiete haben nie denselben Besitzer, sobald eine Vereinigung abgeschlossen "
        "ist.",
        source="follows",
    ),
    Rule(
        "CM-INV-6",
        "The castles of a territory belong to its owner, and a side's castles in play and left add "
        "up to its goal. While the game runs every side has fewer castles in play than its goal.",
        "Los castillos de un territorio son de su dueño, y los que un bando tiene en juego más los "
        "disponibles suman su meta. Mientras dura la partida, cada bando tiene en juego menos "
        "castillos que su meta.",
        "Die Burgen eines Gebiets gehören seinem Besitzer, und Burgen im Spiel und Burgenvorrat "
        "einer Partei ergeben ihr Burgenziel. Solange die Partie läuft, hat jede Partei weniger "
        "Burgen im Spiel.",
        source="follows",
    ),
    Rule(
        "CM-INV-7",
        "While the game runs, the castles in play of all sides are 15 less the number of unowned "
        "territories; this sum never falls.",
        "Mientras dura la partida, los castillos en juego de todos los bandos son 15 menos el "
        "número de territorios sin dueño; esta suma nunca disminuye.",
        "Solange die Partie läuft, sind die Burgen aller Parteien im Spiel 15 abzüglich der "
        "Gebiete ohne Besitzer; diese Summe sinkt nie.",
        source="follows",
    ),
    Rule(
        "CM-INV-8",
        "The number of territories never rises and falls by two at most in a turn. It is at least "
        "four while the game runs and at least two at the end.",
        "El número de territorios nunca aumenta y baja como mucho en dos por turno. Es al menos "
        "cuatro mientras dura la partida y al menos dos al final.",
        "Die Zahl der Gebiete steigt nie und sinkt je Zug um höchstens zwei. Sie ist mindestens "
        "vier, solange die Partie läuft, und mindestens zwei am Ende.",
        source="follows",
    ),
    Rule(
        "CM-INV-9",
        "Paladins never leave a territory, and a territory has at least as many paladins as "
        "segments.",
        "Los paladines nunca salen de un territorio, y un territorio tiene al menos tantos "
        "paladines como segmentos.",
        "Paladine verlassen ein Gebiet nie, und ein Gebiet hat mindestens so viele Paladine wie "
        "Segmente.",
        source="follows",
    ),
    Rule(
        "CM-INV-10",
        "No court has more of a clan than the court of the player with its marker; if nobody has "
        "the marker, no court has any of the clan. A marker that was taken never becomes free "
        "again.",
        "Ninguna corte tiene más de un clan que la de quien tiene su marcador; si no lo tiene "
        "nadie, ninguna corte tiene paladines del clan. Un marcador que alguien obtuvo ya nunca "
        "queda libre.",
        "Kein Hof hat mehr von einem Clan als der Hof des Spielers mit dessen Marker; hat ihn "
        "niemand, hat kein Hof Paladine des Clans. Ein einmal genommener Clanmarker wird nie "
        "wieder frei.",
        source="follows",
    ),
    Rule(
        "CM-INV-11",
        "A marker changes hands only while the player who gets it places paladins and then has "
        "more of the clan in court than anyone else.",
        "Un marcador solo cambia de manos mientras su nuevo poseedor coloca paladines y tiene "
        "entonces en su corte más del clan que cualquier otro.",
        "Ein Clanmarker wechselt nur, während der neue Inhaber Paladine einsetzt und dann mehr von "
        "dem Clan im Hof hat als jeder andere.",
        source="follows",
    ),
    Rule(
        "CM-INV-12",
        "At the start of a turn the player's reserve is full, jokers included, unless the last "
        "refill fell short. Placing lowers it by exactly the number of paladins due.",
        "Al empezar un turno la reserva del jugador está completa, comodines incluidos, salvo que "
        "su última reposición haya quedado corta. Al colocar disminuye exactamente en el número de "
        "paladines que corresponde.",
        "Zu Beginn eines Zuges ist die Reserve des Spielers voll, Joker eingerechnet, außer wenn "
        "sein letztes Auffüllen nicht gereicht hat. Das Einsetzen verringert sie um genau die "
        "fällige Zahl von Paladinen.",
        source="follows",
    ),
    Rule(
        "CM-INV-13",
        "In the opening phase a player who has not played yet has five discs, minus one for each "
        "round since all five came back. Each number is played once in every block of five rounds.",
        "En la fase de apertura, quien aún no ha jugado tiene cinco discos menos uno por cada "
        "ronda desde que recuperó los cinco. Cada número se juega una vez en cada bloque de cinco "
        "rondas.",
        "In der Eröffnungsphase hat, wer noch nicht gespielt hat, fünf Scheiben, abzüglich einer "
        "je Runde, seit er alle zurückbekam. Jede Zahl wird in jedem Block von fünf Runden einmal "
        "gespielt.",
        source="follows",
    ),
    Rule(
        "CM-INV-14",
        "The emperor's position is always the head of an existing territory.",
        "La posición del emperador es siempre el segmento inicial de un territorio existente.",
        "Die Position des Kaisers ist immer das Anfangssegment eines bestehenden Gebiets.",
        source="follows",
    ),
    Rule(
        "CM-INV-15",
        "At most one territory changes its owner in a turn, and it is the one where the emperor "
        "stopped.",
        "En un turno cambia de dueño como máximo un territorio, y es aquel donde se detuvo el "
        "emperador.",
        "In einem Zug wechselt höchstens ein Gebiet den Besitzer, und zwar das, in dem der Kaiser "
        "stehen blieb.",
        source="follows",
    ),
    Rule(
        "CM-INV-16",
        "Opening order and turn order name every player exactly once, and the disc numbers never "
        "fall along the turn order.",
        "El orden de apertura y el orden de turno nombran a cada jugador exactamente una vez, y "
        "los números de los discos nunca bajan a lo largo del orden de turno.",
        "Eröffnungsreihenfolge und Zugreihenfolge nennen jeden Spieler genau einmal, und entlang "
        "der Zugreihenfolge sinken die Zahlen der Scheiben nie.",
        source="follows",
    ),
)
