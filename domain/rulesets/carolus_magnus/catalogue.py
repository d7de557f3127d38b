"""Every rule of Carolus Magnus: its id, a sentence in each language, and its source.

A refusal has a rule id; this module has the sentences for that id in English, Spanish and German.
Ids are stable: never reuse or renumber one, and keep the id of a rule that is dropped.
``docs/rules/carolus-magnus.md`` has the rules in full, with tables and reasons.
The chapters are in the order of play and use the terms of ``docs/glossary.md``.

===========  =======================================================================
``source``   where the rule comes from
===========  =======================================================================
S1           rules of the tabletop game for two players, in Spanish
S2           German rules of the online version at Yucata, two and three players
S3           rulebook in English, Rio Grande edition: two, three and four players
S7           French summary of the rules at sdimag.fr, for equal disc numbers
``decided``  the sources are silent or disagree: a decision of this project
``follows``  a consequence of other rules, stated so that it can be tested
===========  =======================================================================

S3 has authority for the set-up ``tabletop``, S2 for the set-up ``yucata``.
"""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Rule

CATALOGUE: Final[Mapping[str, Rule]] = {
    rule.id: rule
    for rule in (
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
            "The set-up is tabletop (the default) or yucata; yucata is only for two or three "
            "players.",
            "La preparación es tabletop (por defecto) o yucata; yucata solo admite dos o tres "
            "jugadores.",
            "Der Aufbau ist tabletop (Vorgabe) oder yucata; yucata gibt es nur für zwei oder drei "
            "Spieler.",
            source="S1, S2, decided",
        ),
        Rule(
            "CM-OPT-3",
            "Partners sit opposite each other (opposite, the default) or side by side (adjacent); "
            "this matters only with four players.",
            "Los compañeros se sientan uno enfrente del otro (opposite, por defecto) o uno al lado "
            "del otro (adjacent); solo importa con cuatro jugadores.",
            "Partner sitzen einander gegenüber (opposite, Vorgabe) oder nebeneinander (adjacent); "
            "das spielt nur bei vier Spielern eine Rolle.",
            source="S3",
        ),
        Rule(
            "CM-OPT-4",
            "In tabletop the emperor's start is random (the default) or a segment from 1 to 15; in "
            "yucata it is always segment 1.",
            "En tabletop la salida del emperador es random (al azar, por defecto) o un segmento "
            "del 1 al 15; en yucata es siempre el segmento 1.",
            "In tabletop beginnt der Kaiser auf random (zufällig, Vorgabe) oder auf einem Segment "
            "von 1 bis 15; in yucata immer auf Segment 1.",
            source="S1, S2, decided",
        ),
        Rule(
            "CM-OPT-5",
            "The option tie_break settles a tie for the most castles: shared (the default) or "
            "clan_markers.",
            "La opción tie_break resuelve un empate a castillos: shared (victoria compartida, por "
            "defecto) o clan_markers (marcadores de clan).",
            "Bei Gleichstand der meisten Burgen entscheidet die Option tie_break: shared "
            "(geteilter Sieg, Vorgabe) oder clan_markers (Clanmarker).",
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
            "The 15 segments form a ring, numbered 1 to 15 clockwise, with 1 after 15. At the "
            "start each is a separate territory without owner or castle.",
            "Los 15 segmentos forman un anillo, numerados del 1 al 15 en sentido horario; después "
            "del 15 viene el 1. Al empezar, cada uno es un territorio aparte, sin dueño ni "
            "castillo.",
            "Die 15 Segmente bilden einen Ring, im Uhrzeigersinn von 1 bis 15 nummeriert; auf 15 "
            "folgt 1. Zu Beginn ist jedes ein eigenes Gebiet ohne Besitzer und ohne Burg.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-SET-2",
            "Seats are numbered clockwise; the number of a seat decides its side, with four "
            "players together with the seating.",
            "Los asientos se numeran en sentido horario; el número del asiento decide su bando, "
            "con cuatro jugadores junto con la disposición.",
            "Die Plätze sind im Uhrzeigersinn nummeriert; die Nummer des Platzes bestimmt seine "
            "Partei, bei vier Spielern zusammen mit der Sitzordnung.",
            source="S3, decided",
        ),
        Rule(
            "CM-SET-3",
            "The opening order of round 1 is random, with all results equally likely: in tabletop "
            "the first player is drawn and the others follow clockwise; in yucata the whole order "
            "is drawn.",
            "El orden de apertura de la ronda 1 se sortea con igual probabilidad: en tabletop se "
            "sortea el primer jugador y los demás siguen en sentido horario; en yucata, el orden "
            "completo.",
            "Die Eröffnungsreihenfolge der Runde 1 wird mit gleichen Chancen ausgelost: in "
            "tabletop der erste Spieler, dem die anderen im Uhrzeigersinn folgen, in yucata die "
            "ganze Reihenfolge.",
            source="S1, S2, S3, decided",
        ),
        Rule(
            "CM-SET-4",
            "Each segment starts with one paladin, three of each clan in all; every arrangement is "
            "equally likely.",
            "Cada segmento empieza con un paladín, tres de cada clan en total; todas las "
            "disposiciones son igual de probables.",
            "Auf jedem Segment steht zu Beginn ein Paladin, von jedem Clan insgesamt drei; jede "
            "Anordnung ist gleich wahrscheinlich.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-SET-5",
            "The emperor starts on the segment named in the options or on one drawn by lot; in "
            "yucata on segment 1. The territory where he starts is not resolved.",
            "El emperador empieza en el segmento que indican las opciones o en uno sorteado; en "
            "yucata, en el segmento 1. El territorio de salida no se resuelve.",
            "Der Kaiser beginnt auf dem Segment aus den Optionen oder auf einem ausgelosten; in "
            "yucata auf Segment 1. Das Startgebiet wird nicht gewertet.",
            source="S1, S2, decided",
        ),
        Rule(
            "CM-SET-6",
            "At the start the courts are empty, nobody has a marker, no castle is in play, and "
            "every player has all five discs.",
            "Al empezar, las cortes están vacías, nadie tiene marcadores, no hay castillos en "
            "juego y cada jugador tiene sus cinco discos.",
            "Zu Beginn sind die Höfe leer, niemand hat einen Clanmarker, keine Burg ist im Spiel, "
            "und jeder Spieler hat alle fünf Scheiben.",
            source="S1, S3",
        ),
        Rule(
            "CM-SET-7",
            "In tabletop each player, in opening order, rolls 7 dice (9 with three players) and "
            "takes a paladin for each coloured face. The player then chooses exactly one clan for "
            "each crown (clans may repeat) and takes those paladins too, before the next player "
            "rolls.",
            "En tabletop cada jugador, en el orden de apertura, tira 7 dados (9 con tres "
            "jugadores) y toma un paladín por cada cara de color. Después elige exactamente un "
            "clan por cada corona (se pueden repetir) y toma también esos paladines, antes de que "
            "tire el siguiente.",
            "In tabletop würfelt jeder Spieler in der Eröffnungsreihenfolge mit 7 Würfeln (9 bei "
            "drei Spielern) und nimmt je Farbseite einen Paladin. Dann wählt er für jede Krone "
            "genau einen Clan (auch mehrmals denselben) und nimmt auch diese Paladine, bevor der "
            "nächste würfelt.",
            source="S1, S3, decided",
        ),
        Rule(
            "CM-SET-8",
            "In yucata each player starts with 7 draws (9 with three players), each with the "
            "chances of a die: a colour is a paladin of that clan, a crown stays in the reserve as "
            "a joker. A joker is not a paladin and cannot be placed.",
            "En yucata cada jugador empieza con 7 extracciones (9 con tres jugadores), cada una "
            "con las probabilidades de un dado; un color es un paladín de ese clan y una corona "
            "queda en la reserva como comodín. Un comodín no es un paladín y no se puede colocar.",
            "In yucata beginnt jeder Spieler mit 7 Ziehungen (9 bei drei Spielern), jede mit den "
            "Chancen eines Würfels; eine Farbe ist ein Paladin dieses Clans, eine Krone bleibt als "
            "Joker in der Reserve. Ein Joker ist kein Paladin und kann nicht eingesetzt werden.",
            source="S2, decided",
        ),
        Rule(
            "CM-SET-9",
            "In yucata a player with jokers starts the first turn by exchanging all of them, "
            "choosing exactly one clan for each (clans may repeat). Until then the jokers stay, "
            "and nothing else is allowed in that turn.",
            "En yucata, quien tiene comodines empieza su primer turno canjeándolos todos y elige "
            "exactamente un clan por cada uno (se pueden repetir). Hasta entonces los comodines se "
            "quedan, y en ese turno no se permite nada más.",
            "In yucata tauscht, wer Joker hat, zu Beginn seines ersten Zuges alle ein und wählt "
            "für jeden genau einen Clan (auch mehrmals denselben). Bis dahin bleiben die Joker, "
            "und in diesem Zug ist nichts anderes erlaubt.",
            source="S2, decided",
        ),
        Rule(
            "CM-SET-10",
            "While the first reserves are filled and jokers are exchanged, any clan may be chosen: "
            "the supply cannot run out.",
            "Al llenar las primeras reservas y al canjear comodines se puede elegir cualquier "
            "clan: el fondo común no puede agotarse.",
            "Beim Füllen der ersten Reserven und beim Eintauschen der Joker darf jeder Clan "
            "gewählt werden: Der Vorrat kann nicht ausgehen.",
            source="follows",
        ),
        # --- Rounds and the opening phase
        Rule(
            "CM-OPEN-1",
            "The game is played in rounds; each round has an opening phase and an action phase.",
            "La partida se juega por rondas; cada ronda consta de una fase de apertura y una fase "
            "de acción.",
            "Die Partie verläuft in Runden; jede Runde besteht aus einer Eröffnungsphase und einer "
            "Aktionsphase.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-OPEN-2",
            "The opening order of round 1 is random; in every later round it is the turn order of "
            "the previous round.",
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
            "En el orden de apertura, cada jugador juega exactamente un disco, a la vista de "
            "todos; un disco jugado no se puede cambiar.",
            "In der Eröffnungsreihenfolge spielt jeder Spieler genau eine Scheibe offen aus; eine "
            "ausgespielte Scheibe lässt sich nicht mehr ändern.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-OPEN-4",
            "You may play only a disc you still have: one you have not played since you last had "
            "all five.",
            "Solo puedes jugar un disco que aún tienes: uno que no jugaste desde la última vez que "
            "tuviste los cinco.",
            "Du darfst nur eine Scheibe spielen, die du noch hast: eine, die du nicht gespielt "
            "hast, seit du zuletzt alle fünf hattest.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-OPEN-5",
            "If you have a disc whose number nobody has played in this opening phase, you must "
            "play such a disc.",
            "Si tienes un disco con un número que nadie jugó en esta fase de apertura, debes jugar "
            "uno así.",
            "Hast du eine Scheibe, deren Zahl in dieser Eröffnungsphase noch niemand gespielt hat, "
            "musst du eine solche spielen.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-OPEN-6",
            "If all your numbers have already been played in this opening phase, you may play any "
            "disc you have.",
            "Si todos tus números ya se jugaron en esta fase de apertura, puedes jugar cualquiera "
            "de tus discos.",
            "Sind alle deine Zahlen in dieser Eröffnungsphase schon gespielt, darfst du jede "
            "deiner Scheiben spielen.",
            source="S1, S2, S3, decided",
        ),
        Rule(
            "CM-OPEN-7",
            "The rules on repeated numbers apply between all players, including partners.",
            "Las reglas sobre números repetidos valen entre todos los jugadores, también entre "
            "compañeros.",
            "Die Regeln über gleiche Zahlen gelten zwischen allen Spielern, auch zwischen "
            "Partnern.",
            source="S3, decided",
        ),
        Rule(
            "CM-OPEN-8",
            "Players take their turns in ascending order of the discs; of equal numbers, the one "
            "played first goes first.",
            "Los turnos siguen el orden ascendente de los discos; entre números iguales va primero "
            "el que se jugó antes.",
            "Gezogen wird in aufsteigender Reihenfolge der Scheiben; bei gleichen Zahlen zuerst, "
            "wer früher gespielt hat.",
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
            "Después de cada quinta ronda todos recuperan sus cinco discos, si la partida "
            "continúa.",
            "Nach jeder fünften Runde bekommen alle ihre fünf Scheiben zurück, wenn die Partie "
            "weitergeht.",
            source="S1, S3",
        ),
        # --- Turns
        Rule(
            "CM-TURN-1",
            "In the action phase each player has exactly one turn, in turn order. Only the player "
            "whose decision is due may decide.",
            "En la fase de acción cada jugador tiene exactamente un turno, en el orden de turno. "
            "Solo puede decidir el jugador a quien le toca.",
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
            "mover al emperador y reponer la reserva, en este orden (en yucata, antes se canjean "
            "los comodines). Ningún paso se omite, se repite ni se adelanta, y no se puede pasar.",
            "Erlaubt ist nur die Art von Entscheidung, die gerade ansteht. Ein Zug besteht aus "
            "Paladine einsetzen, Kaiser bewegen und Reserve auffüllen, in dieser Reihenfolge (in "
            "yucata werden zuerst Joker eingetauscht). Kein Schritt darf ausgelassen, wiederholt "
            "oder vertauscht werden, und Passen gibt es nicht.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-TURN-3",
            "All information is public: reserves, courts, discs held and played, dice and supply.",
            "Toda la información es pública: reservas, cortes, discos en mano y jugados, dados y "
            "fondo común.",
            "Alles ist offen: Reserven, Höfe, vorhandene und gespielte Scheiben, Würfel und "
            "Vorrat.",
            source="S1, S3",
        ),
        Rule(
            "CM-TURN-4",
            "When the last player's turn is over and the game goes on, the next round starts with "
            "its opening phase.",
            "Cuando acaba el último turno y la partida no ha terminado, empieza la ronda siguiente "
            "con su fase de apertura.",
            "Ist der letzte Zug vorbei und die Partie nicht zu Ende, so beginnt die nächste Runde "
            "mit ihrer Eröffnungsphase.",
            source="S1, S2, S3",
        ),
        # --- Placing paladins
        Rule(
            "CM-PLACE-1",
            "You place exactly three paladins per turn (four with three players), or your whole "
            "reserve if it holds fewer.",
            "En cada turno colocas exactamente tres paladines (cuatro con tres jugadores), o toda "
            "tu reserva si tiene menos.",
            "Du setzt in jedem Zug genau drei Paladine ein (vier bei drei Spielern) oder deine "
            "ganze Reserve, wenn sie kleiner ist.",
            source="S1, S2, S3, decided",
        ),
        Rule(
            "CM-PLACE-2",
            "All paladins you place come from your own reserve.",
            "Todos los paladines que colocas salen de tu propia reserva.",
            "Alle Paladine, die du einsetzt, kommen aus deiner eigenen Reserve.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-PLACE-3",
            "Each paladin goes to your own court or to any existing territory, named by its head "
            "(its first segment clockwise). Any mixture is allowed.",
            "Cada paladín va a tu propia corte o a cualquier territorio existente, designado por "
            "su segmento inicial (el primero en sentido horario). Se permite cualquier reparto.",
            "Jeder Paladin kommt in deinen eigenen Hof oder in ein beliebiges bestehendes Gebiet, "
            "benannt nach seinem Anfangssegment (dem ersten im Uhrzeigersinn). Jede Aufteilung ist "
            "erlaubt.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-PLACE-4",
            "You can't place paladins in another player's court, not even in your partner's.",
            "No puedes colocar paladines en la corte de otro jugador, ni siquiera en la de tu "
            "compañero.",
            "Du kannst keine Paladine in den Hof eines anderen Spielers setzen, auch nicht in den "
            "deines Partners.",
            source="S3",
        ),
        Rule(
            "CM-PLACE-5",
            "A placed paladin stays where it is, unless a merge carries it along or an equal "
            "return takes it from a court.",
            "Un paladín colocado se queda donde está, salvo que una fusión lo arrastre o una "
            "devolución equitativa lo saque de una corte.",
            "Ein eingesetzter Paladin bleibt, wo er ist; nur eine Vereinigung nimmt ihn mit, und "
            "nur eine gleiche Rückgabe holt ihn aus einem Hof.",
            source="S1, S3",
        ),
        Rule(
            "CM-PLACE-6",
            "You place all paladins of a turn in one decision; their order makes no difference.",
            "Colocas todos los paladines de un turno en una sola decisión; el orden no importa.",
            "Du setzt alle Paladine eines Zuges mit einer Entscheidung ein; ihre Reihenfolge macht "
            "keinen Unterschied.",
            source="follows",
        ),
        Rule(
            "CM-PLACE-7",
            "A court or a territory may hold any number of paladins.",
            "Una corte o un territorio puede contener cualquier número de paladines.",
            "Ein Hof oder ein Gebiet fasst beliebig viele Paladine.",
            source="S1, S3",
        ),
        # --- Control of clans
        Rule(
            "CM-CTRL-1",
            "At most one player has the marker of a clan.",
            "El marcador de un clan lo tiene como máximo un jugador.",
            "Den Marker eines Clans hat höchstens ein Spieler.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-CTRL-2",
            "If you put a paladin in your own court and now have more of its clan there than each "
            "other player, compared one by one, you take or keep the clan's marker at once.",
            "Si pones un paladín en tu corte y ahora tienes en ella más de ese clan que cada uno "
            "de los demás jugadores, comparados uno a uno, tomas o conservas de inmediato el "
            "marcador del clan.",
            "Setzt du einen Paladin in deinen eigenen Hof und hast dort nun mehr von dessen Clan "
            "als jeder andere Spieler, einzeln verglichen, erhältst oder behältst du sofort den "
            "Clanmarker.",
            source="S1, S2, S3, decided",
        ),
        Rule(
            "CM-CTRL-3",
            "In every other case the marker stays where it is: in a tie the player who has it "
            "keeps it, and a marker that nobody has is not taken.",
            "En cualquier otro caso el marcador no se mueve: en caso de empate lo conserva quien "
            "lo tiene, y si no lo tiene nadie, nadie lo toma.",
            "In jedem anderen Fall bleibt der Clanmarker, wo er ist: Bei Gleichstand behält ihn, "
            "wer ihn hat, und hat ihn niemand, so bekommt ihn niemand.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-CTRL-4",
            "Markers belong to players, not to sides: the courts of partners are not added "
            "together, and you can take a marker from your partner.",
            "Los marcadores son de los jugadores, no de los bandos: las cortes de los compañeros "
            "no se suman, y puedes quitarle un marcador a tu compañero.",
            "Clanmarker gehören Spielern, nicht Parteien: Die Höfe von Partnern werden nicht "
            "addiert, und du kannst auch deinem Partner einen Clanmarker abnehmen.",
            source="S3",
        ),
        Rule(
            "CM-CTRL-5",
            "The first paladin of a clan placed in any court takes the clan's marker; from then on "
            "someone always has it.",
            "El primer paladín de un clan colocado en una corte cualquiera obtiene el marcador del "
            "clan; desde entonces siempre lo tiene alguien.",
            "Der erste Paladin eines Clans in irgendeinem Hof holt den Clanmarker; von da an hat "
            "ihn immer jemand.",
            source="follows",
        ),
        Rule(
            "CM-CTRL-6",
            "The player with a clan's marker controls all paladins of that clan in all "
            "territories, no matter who placed them. Placing in a territory never moves a marker.",
            "Quien tiene el marcador de un clan controla todos los paladines de ese clan en todos "
            "los territorios, sin importar quién los colocó. Colocar en un territorio nunca mueve "
            "un marcador.",
            "Wer den Marker eines Clans hat, beherrscht alle Paladine dieses Clans in allen "
            "Gebieten, egal, wer sie eingesetzt hat. Einsetzen in ein Gebiet bewegt nie einen "
            "Clanmarker.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-CTRL-7",
            "Paladins of a clan whose marker nobody has count for no side.",
            "Los paladines de un clan cuyo marcador no tiene nadie no cuentan para ningún bando.",
            "Paladine eines Clans, dessen Marker niemand hat, zählen für keine Partei.",
            source="S1, S3",
        ),
        # --- Moving the emperor
        Rule(
            "CM-MOVE-1",
            "The emperor takes a whole number of steps: at least 1 and at most the number of the "
            "disc you played this round.",
            "El emperador da un número entero de pasos: al menos 1 y como máximo el número del "
            "disco que jugaste en esta ronda.",
            "Der Kaiser geht eine ganze Zahl von Schritten: mindestens 1 und höchstens die Zahl "
            "der Scheibe, die du in dieser Runde gespielt hast.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-MOVE-2",
            "Each step takes the emperor to the next territory clockwise; a merged territory is "
            "one step, however large.",
            "Cada paso lleva al emperador al territorio siguiente en sentido horario; un "
            "territorio fusionado es un solo paso, por grande que sea.",
            "Jeder Schritt führt den Kaiser ins nächste Gebiet im Uhrzeigersinn; ein vereinigtes "
            "Gebiet ist ein Schritt, so groß es auch ist.",
            source="S1, S3",
        ),
        Rule(
            "CM-MOVE-3",
            "Territories that the emperor passes over are not affected.",
            "Los territorios por los que el emperador pasa de largo no se ven afectados.",
            "Gebiete, über die der Kaiser hinweggeht, bleiben unberührt.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-MOVE-4",
            "The number of territories does not limit the steps: with four territories, four steps "
            "end where they started, and that territory is resolved; five steps end where one "
            "would.",
            "El número de territorios no limita los pasos: con cuatro territorios, cuatro pasos "
            "acaban donde empezaron, y ese territorio se resuelve; cinco acaban donde uno solo.",
            "Die Zahl der Gebiete begrenzt die Schritte nicht: Bei vier Gebieten enden vier "
            "Schritte am Ausgangsort, und dieses Gebiet wird gewertet; fünf enden dort, wo einer "
            "enden würde.",
            source="decided",
        ),
        # --- Resolving the territory where the emperor stops
        Rule(
            "CM-RES-1",
            "Right after the move, only the territory where the emperor stopped is resolved; "
            "nobody decides anything in this step.",
            "Justo después del movimiento se resuelve solo el territorio donde se detuvo el "
            "emperador; en este paso nadie decide nada.",
            "Gleich nach der Bewegung wird nur das Gebiet gewertet, in dem der Kaiser stehen "
            "blieb; dabei entscheidet niemand etwas.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-RES-2",
            "The influence of a side in a territory is the number of paladins there of all clans "
            "whose markers its players have, plus its castles there.",
            "La influencia de un bando en un territorio es el número de paladines que hay allí de "
            "los clanes cuyos marcadores tienen sus jugadores, más los castillos del bando en él.",
            "Der Einfluss einer Partei in einem Gebiet ist die Zahl der dortigen Paladine aller "
            "Clans, deren Marker ihre Spieler haben, plus ihre Burgen dort.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-RES-3",
            "Nothing else counts: not the emperor, the reserves, the sizes of courts or who placed "
            "a paladin.",
            "No cuenta nada más: ni el emperador, ni las reservas, ni el tamaño de las cortes, ni "
            "quién colocó un paladín.",
            "Sonst zählt nichts: nicht der Kaiser, nicht die Reserven, nicht die Größe der Höfe, "
            "nicht, wer einen Paladin eingesetzt hat.",
            source="S1, S2, S3, decided",
        ),
        Rule(
            "CM-RES-4",
            "The side with more influence in a territory than each other side, compared one by "
            "one, controls it. If there is no such side, nobody controls it.",
            "Controla un territorio el bando que tiene en él más influencia que cada uno de los "
            "demás, comparados uno a uno. Si no lo hay, nadie lo controla.",
            "Ein Gebiet beherrscht die Partei, die dort mehr Einfluss hat als jede andere, einzeln "
            "verglichen. Gibt es keine solche, beherrscht es niemand.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-RES-5",
            "The controlling side does not need more than the other sides together, or more than "
            "the paladins of clans whose markers nobody has.",
            "El bando que controla no necesita superar a los demás juntos, ni a los paladines de "
            "clanes cuyo marcador no tiene nadie.",
            "Die beherrschende Partei muss weder die anderen zusammen übertreffen noch die "
            "Paladine der Clans, deren Marker niemand hat.",
            source="S3, decided",
        ),
        Rule(
            "CM-RES-6",
            "If nobody controls the territory, nothing changes, even if the owner has less "
            "influence than two sides that tie for the most.",
            "Si nadie controla el territorio, nada cambia, aunque el dueño tenga menos influencia "
            "que dos bandos empatados en cabeza.",
            "Beherrscht niemand das Gebiet, ändert sich nichts, auch wenn der Besitzer weniger "
            "Einfluss hat als zwei gleichauf führende Parteien.",
            source="S1, S2, S3, decided",
        ),
        Rule(
            "CM-RES-7",
            "If the controlling side already owns the territory, nothing changes and no castle is "
            "added.",
            "Si el bando que controla ya es el dueño del territorio, nada cambia y no se agrega "
            "ningún castillo.",
            "Gehört das Gebiet der beherrschenden Partei schon, ändert sich nichts, und keine Burg "
            "kommt hinzu.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-RES-8",
            "A build or a takeover can favour any side, no matter whose turn it is.",
            "Una construcción o una toma puede favorecer a cualquier bando, sea de quien sea el "
            "turno.",
            "Ein Bau oder eine Übernahme kann jeder Partei zugutekommen, egal, wer am Zug ist.",
            source="S1, S2, S3",
        ),
        # --- Castles
        Rule(
            "CM-CASTLE-1",
            "A side that controls an unowned territory becomes its owner and puts one castle "
            "there.",
            "El bando que controla un territorio sin dueño pasa a ser su dueño y pone en él un "
            "castillo.",
            "Beherrscht eine Partei ein Gebiet ohne Besitzer, wird sie Besitzer und stellt eine "
            "Burg hinein.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-CASTLE-2",
            "A side that controls another side's territory takes it over: all castles there go "
            "back to the former owner, and the new owner puts the same number of its own there.",
            "El bando que controla un territorio ajeno lo toma: todos los castillos que hay en él "
            "vuelven al dueño anterior, y el nuevo dueño pone la misma cantidad de los suyos.",
            "Beherrscht eine Partei ein fremdes Gebiet, übernimmt sie es: Alle Burgen dort gehen "
            "an den bisherigen Besitzer zurück, und der neue Besitzer stellt ebenso viele eigene "
            "hinein.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-CASTLE-3",
            "A side cannot put more castles than it has left. If a takeover needs more, it puts "
            "all it has and wins at once.",
            "Un bando no pone más castillos de los que le quedan. Si una toma requiere más, pone "
            "todos los que tiene y gana de inmediato.",
            "Eine Partei stellt nicht mehr Burgen auf, als sie noch hat. Braucht eine Übernahme "
            "mehr, stellt sie alle auf und gewinnt sofort.",
            source="decided",
        ),
        Rule(
            "CM-CASTLE-4",
            "The castles a side has left are its castle goal (10, or 8 with three players) minus "
            "its castles in play, never below zero; partners share them.",
            "Los castillos disponibles de un bando son su meta (10, u 8 con tres jugadores) menos "
            "los que tiene en juego, nunca menos de cero; los compañeros los comparten.",
            "Der Burgenvorrat einer Partei ist ihr Burgenziel (10, bei drei Spielern 8) abzüglich "
            "ihrer Burgen im Spiel, nie unter null; Partner teilen ihn.",
            source="S1, S3",
        ),
        Rule(
            "CM-CASTLE-5",
            "A castle leaves the ring only when its territory is taken over.",
            "Un castillo solo sale del anillo cuando su territorio es tomado.",
            "Eine Burg verlässt den Ring nur, wenn ihr Gebiet übernommen wird.",
            source="S1, S3",
        ),
        # --- Merging
        Rule(
            "CM-MERGE-1",
            "Right after a build or a takeover, each neighbouring territory of the same owner "
            "merges with that territory; both do if both have this owner.",
            "Justo después de una construcción o una toma, cada territorio vecino del mismo dueño "
            "se fusiona con ese territorio; los dos, si ambos son de ese dueño.",
            "Gleich nach einem Bau oder einer Übernahme wird jedes Nachbargebiet desselben "
            "Besitzers mit dem Gebiet vereinigt; beide, wenn beide ihm gehören.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-MERGE-2",
            "Merging is compulsory and automatic.",
            "La fusión es obligatoria y automática.",
            "Die Vereinigung ist Pflicht und geschieht automatisch.",
            source="S1, S2, S3, decided",
        ),
        Rule(
            "CM-MERGE-3",
            "A neighbour that is already a merged territory joins as a whole, whatever its size.",
            "Un vecino que ya es un territorio fusionado se une entero, sea cual sea su tamaño.",
            "Ein Nachbar, der selbst schon vereinigt ist, kommt als Ganzes dazu, egal wie groß er "
            "ist.",
            source="S1, S3",
        ),
        Rule(
            "CM-MERGE-4",
            "A merged territory has all segments, paladins and castles of its parts and the same "
            "owner; its head is the head of the part that comes first clockwise.",
            "Un territorio fusionado reúne todos los segmentos, paladines y castillos de sus "
            "partes y conserva el dueño; su segmento inicial es el de la primera parte en sentido "
            "horario.",
            "Ein vereinigtes Gebiet hat alle Segmente, Paladine und Burgen seiner Teile und "
            "denselben Besitzer; sein Anfangssegment ist das des im Uhrzeigersinn ersten Teils.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-MERGE-5",
            "The ring has no end: the territory with segment 15 and the one with segment 1 are "
            "neighbours like any others.",
            "El anillo no tiene fin: el territorio del segmento 15 y el del segmento 1 son vecinos "
            "como cualesquiera otros.",
            "Der Ring hat kein Ende: Das Gebiet mit Segment 15 und das mit Segment 1 sind Nachbarn "
            "wie alle anderen.",
            source="follows",
        ),
        Rule(
            "CM-MERGE-6",
            "Only a build or a takeover in the same resolution causes a merge.",
            "Solo una construcción o una toma en esa misma resolución provoca una fusión.",
            "Nur ein Bau oder eine Übernahme in derselben Wertung löst eine Vereinigung aus.",
            source="S1, S3",
        ),
        Rule(
            "CM-MERGE-7",
            "A newly merged territory is not resolved again, even if another side would now "
            "control it, and no further merging follows.",
            "Un territorio recién fusionado no se resuelve de nuevo, aunque ahora lo controlaría "
            "otro bando, y no hay más fusiones.",
            "Ein eben vereinigtes Gebiet wird nicht noch einmal gewertet, auch wenn es nun eine "
            "andere Partei beherrschen würde, und keine weitere Vereinigung folgt.",
            source="S1, S3",
        ),
        Rule(
            "CM-MERGE-8",
            "After a merge the emperor stands in the merged territory; its new head is his "
            "position.",
            "Tras una fusión el emperador está en el territorio fusionado; su posición es el nuevo "
            "segmento inicial.",
            "Nach einer Vereinigung steht der Kaiser im vereinigten Gebiet; seine Position ist das "
            "neue Anfangssegment.",
            source="follows",
        ),
        Rule(
            "CM-MERGE-9",
            "Merged territories are never divided again, not even when they are taken over.",
            "Los territorios fusionados no vuelven a dividirse, ni siquiera cuando son tomados.",
            "Vereinigte Gebiete werden nie wieder geteilt, auch nicht bei einer Übernahme.",
            source="S1, S3",
        ),
        Rule(
            "CM-MERGE-10",
            "Unowned territories are never merged.",
            "Los territorios sin dueño nunca se fusionan.",
            "Gebiete ohne Besitzer werden nie vereinigt.",
            source="S1, S2, S3",
        ),
        # --- Refilling the reserve
        Rule(
            "CM-FILL-1",
            "The reserve is refilled after the resolution, unless the game has ended.",
            "La reserva se repone después de la resolución, salvo que la partida haya terminado.",
            "Die Reserve wird nach der Wertung aufgefüllt, außer wenn die Partie zu Ende ist.",
            source="S1, S2, S3, decided",
        ),
        Rule(
            "CM-FILL-2",
            "You roll as many dice at once as paladins are missing from a full reserve of 7 (9 "
            "with three players).",
            "Tiras a la vez tantos dados como paladines faltan para una reserva completa de 7 (9 "
            "con tres jugadores).",
            "Du würfelst auf einmal mit so vielen Würfeln, wie zur vollen Reserve von 7 (9 bei "
            "drei Spielern) Paladine fehlen.",
            source="S1, S2, S3, decided",
        ),
        Rule(
            "CM-FILL-3",
            "A die has six equally likely faces, the five clans and a crown; the dice are "
            "independent of each other.",
            "Un dado tiene seis caras igual de probables, los cinco clanes y una corona; los dados "
            "son independientes entre sí.",
            "Ein Würfel hat sechs gleich wahrscheinliche Seiten, die fünf Clans und eine Krone; "
            "die Würfel sind voneinander unabhängig.",
            source="S1, S3",
        ),
        Rule(
            "CM-FILL-4",
            "First each coloured die takes a paladin of its clan, in the order blue, green, pink, "
            "red, yellow. A die whose clan cannot be taken counts as a crown.",
            "Primero cada dado de color toma un paladín de su clan, en el orden azul, verde, rosa, "
            "rojo, amarillo. Un dado cuyo clan no se puede tomar cuenta como corona.",
            "Zuerst nimmt jeder Farbwürfel einen Paladin seines Clans, in der Folge Blau, Grün, "
            "Rosa, Rot, Gelb. Ein Würfel, dessen Clan nicht zu nehmen ist, zählt als Krone.",
            source="S1, S2, S3, decided",
        ),
        Rule(
            "CM-FILL-5",
            "You choose as many clans as there are crowns, but no more than there are paladins "
            "left to take, from the supply or through equal returns.",
            "Eliges tantos clanes como coronas haya, pero no más que los paladines que aún se "
            "pueden tomar, del fondo común o mediante devoluciones equitativas.",
            "Du wählst so viele Clans, wie Kronen da sind, aber höchstens so viele, wie noch "
            "Paladine zu nehmen sind, aus dem Vorrat oder durch gleiche Rückgabe.",
            source="decided",
        ),
        Rule(
            "CM-FILL-6",
            "When you have seen all dice, you choose exactly as many clans as are due, in one "
            "decision; clans may repeat. If none is due, there is no decision.",
            "Después de ver todos los dados, eliges en una sola decisión exactamente tantos clanes "
            "como corresponde; se pueden repetir. Si no corresponde ninguno, no hay decisión.",
            "Wenn alle Würfel gefallen sind, wählst du mit einer Entscheidung genau so viele "
            "Clans, wie zu wählen sind, auch mehrmals denselben. Ist keiner zu wählen, entfällt "
            "die Entscheidung.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-FILL-7",
            "The chosen clans are taken in the order of the list; if one of them cannot be taken, "
            "the whole list is rejected and nothing changes.",
            "Los clanes elegidos se toman en el orden de la lista; si alguno no se puede tomar, se "
            "rechaza la lista entera y nada cambia.",
            "Die gewählten Clans werden in der Reihenfolge der Liste genommen; ist einer nicht zu "
            "nehmen, wird die ganze Liste abgelehnt, und nichts ändert sich.",
            source="decided",
        ),
        Rule(
            "CM-FILL-8",
            "Crowns for which no paladin can be taken are lost: the reserve stays incomplete.",
            "Las coronas para las que no se puede tomar ningún paladín se pierden: la reserva "
            "queda incompleta.",
            "Kronen, für die kein Paladin zu nehmen ist, verfallen: Die Reserve bleibt "
            "unvollständig.",
            source="decided",
        ),
        Rule(
            "CM-FILL-9",
            "After the refill the turn ends. In yucata the refill is the same: a joker drawn in it "
            "is a crown and is exchanged at once.",
            "Tras la reposición acaba el turno. En yucata es igual: un comodín que sale en ella es "
            "una corona y se canjea al momento.",
            "Nach dem Auffüllen endet der Zug. In yucata ist es genauso: Ein dabei gezogener Joker "
            "ist eine Krone und wird sofort eingetauscht.",
            source="S2",
        ),
        # --- When a clan is missing in the supply
        Rule(
            "CM-RET-1",
            "If you have to take a paladin of a clan that the supply has run out of, an equal "
            "return of that clan comes first; if the supply is still empty, nothing is taken.",
            "Si hay que tomar un paladín de un clan que falta en el fondo común, antes se hace una "
            "devolución equitativa de ese clan; si sigue sin haber ninguno, no se toma nada.",
            "Ist ein Paladin zu nehmen, dessen Clan im Vorrat fehlt, gibt es zuerst eine gleiche "
            "Rückgabe dieses Clans; hat der Vorrat dann noch immer keinen, wird nichts genommen.",
            source="S1, S3, decided",
        ),
        Rule(
            "CM-RET-2",
            "In an equal return every player moves the same number of paladins of the clan from "
            "court to supply: as many as the court with the fewest has.",
            "En una devolución equitativa, cada jugador pasa de su corte al fondo común el mismo "
            "número de paladines del clan: tantos como tiene la corte que menos tiene.",
            "Bei einer gleichen Rückgabe legt jeder Spieler gleich viele Paladine des Clans aus "
            "seinem Hof in den Vorrat: so viele, wie der Hof mit den wenigsten hat.",
            source="S1, S3, decided",
        ),
        Rule(
            "CM-RET-3",
            "If any court has no paladin of the clan, nobody returns any.",
            "Si alguna corte no tiene ningún paladín del clan, nadie devuelve ninguno.",
            "Hat irgendein Hof keinen Paladin des Clans, gibt niemand einen zurück.",
            source="decided",
        ),
        Rule(
            "CM-RET-4",
            "An equal return never moves a marker.",
            "Una devolución equitativa nunca mueve un marcador.",
            "Eine gleiche Rückgabe bewegt nie einen Clanmarker.",
            source="follows",
        ),
        Rule(
            "CM-RET-5",
            "An equal return happens only when a paladin has to be taken, never in advance; "
            "paladins in reserves and territories are never returned.",
            "Una devolución equitativa se hace solo cuando hay que tomar un paladín, nunca antes; "
            "los paladines de las reservas y de los territorios no se devuelven.",
            "Eine gleiche Rückgabe gibt es nur, wenn ein Paladin zu nehmen ist, nie im Voraus; "
            "Paladine aus Reserven und Gebieten werden nie zurückgegeben.",
            source="S1, S3, decided",
        ),
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
            "If a side has 10 castles in play (8 with three players) right after a resolution with "
            "its merging, the game ends and that side wins, no matter whose turn it is.",
            "Si un bando tiene 10 castillos en juego (8 con tres jugadores) justo después de una "
            "resolución con su fusión, la partida termina y gana ese bando, sea de quien sea el "
            "turno.",
            "Hat eine Partei gleich nach einer Wertung samt Vereinigung 10 Burgen im Spiel (8 bei "
            "drei Spielern), endet die Partie, und diese Partei gewinnt, egal, wer am Zug ist.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-END-3",
            "If fewer than four territories, owned or not, are left right after a resolution with "
            "its merging, the game ends and the side with the most castles wins.",
            "Si justo después de una resolución con su fusión quedan menos de cuatro territorios, "
            "con o sin dueño, la partida termina y gana el bando con más castillos.",
            "Sind gleich nach einer Wertung samt Vereinigung weniger als vier Gebiete übrig, mit "
            "oder ohne Besitzer, endet die Partie, und die Partei mit den meisten Burgen gewinnt.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-END-4",
            "If a side reaches the castle goal and fewer than four territories are left at the "
            "same time, the castle goal decides.",
            "Si a la vez un bando alcanza la meta de castillos y quedan menos de cuatro "
            "territorios, decide la meta de castillos.",
            "Wird das Burgenziel erreicht und bleiben zugleich weniger als vier Gebiete übrig, "
            "entscheidet das Burgenziel.",
            source="decided",
        ),
        Rule(
            "CM-END-5",
            "The game ends at once: the refill of that turn and the remaining turns of the round "
            "are not played.",
            "La partida termina al instante: no se juegan la reposición de ese turno ni los turnos "
            "que quedan de la ronda.",
            "Die Partie endet sofort: Das Auffüllen dieses Zuges und die übrigen Züge der Runde "
            "entfallen.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-END-6",
            "If nobody placed a paladin and no territory changed its owner in a whole round, the "
            "game ends with that round and the side with the most castles wins.",
            "Si en toda una ronda nadie colocó un paladín y ningún territorio cambió de dueño, la "
            "partida termina con esa ronda y gana el bando con más castillos.",
            "Hat in einer ganzen Runde niemand einen Paladin eingesetzt und kein Gebiet den "
            "Besitzer gewechselt, endet die Partie mit dieser Runde, und die Partei mit den "
            "meisten Burgen gewinnt.",
            source="decided",
        ),
        Rule(
            "CM-END-7",
            "If there is a round limit, the game ends when that round is complete, and the side "
            "with the most castles wins. If the game has also stalled, that is the reason given.",
            "Si hay un límite de rondas, la partida termina al completarse esa ronda y gana el "
            "bando con más castillos. Si además está estancada, ese es el motivo del final.",
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
            "Hat niemand das Burgenziel erreicht, gewinnt die Partei mit den meisten Burgen im "
            "Spiel; Gebiete, Paladine und Höfe spielen keine Rolle.",
            source="S1, S2, S3",
        ),
        Rule(
            "CM-END-9",
            "Sides that tie for the most castles win together. With tie_break = clan_markers, only "
            "those of them win whose players have the most markers.",
            "Los bandos empatados a más castillos ganan juntos. Con tie_break = clan_markers solo "
            "ganan, de entre ellos, aquellos cuyos jugadores tienen más marcadores.",
            "Parteien, die gleichauf die meisten Burgen haben, gewinnen gemeinsam. Mit tie_break = "
            "clan_markers gewinnen nur die unter ihnen, deren Spieler die meisten Clanmarker "
            "haben.",
            source="decided",
        ),
        Rule(
            "CM-END-10",
            "With four players a side wins as a whole: both partners win or lose together.",
            "Con cuatro jugadores el bando gana entero: los dos compañeros ganan o pierden juntos.",
            "Bei vier Spielern gewinnt eine Partei als Ganzes: Beide Partner gewinnen oder "
            "verlieren zusammen.",
            source="S3",
        ),
        Rule(
            "CM-END-11",
            "While the game runs, the player whose decision is due always has at least one legal "
            "decision.",
            "Mientras dura la partida, el jugador a quien le toca decidir tiene siempre al menos "
            "una decisión legal.",
            "Solange die Partie läuft, hat der Spieler, dessen Entscheidung ansteht, immer "
            "mindestens eine erlaubte Entscheidung.",
            source="follows",
        ),
        # --- Partnerships (four players)
        Rule(
            "CM-TEAM-1",
            "Partners share their side, its castles, the ownership of territories, and victory.",
            "Los compañeros comparten el bando, sus castillos, la propiedad de los territorios y "
            "la victoria.",
            "Partner teilen die Partei, deren Burgen, den Besitz von Gebieten und den Sieg.",
            source="S3",
        ),
        Rule(
            "CM-TEAM-2",
            "Each of the four players has their own court, reserve, discs, dice, turns and "
            "markers.",
            "Cada uno de los cuatro jugadores tiene su propia corte, reserva, discos, tirada de "
            "dados, turno y marcadores.",
            "Jeder der vier Spieler hat einen eigenen Hof, eine eigene Reserve und eigene "
            "Scheiben, Würfe, Züge und Clanmarker.",
            source="S3",
        ),
        Rule(
            "CM-TEAM-3",
            "The influence of a side adds the clans of both partners; their courts are never added "
            "together.",
            "La influencia de un bando suma los clanes de ambos compañeros; sus cortes nunca se "
            "suman.",
            "Der Einfluss einer Partei zählt die Clans beider Partner zusammen; ihre Höfe werden "
            "nie addiert.",
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
            "Turn order depends only on the discs, so partners may follow each other; even four "
            "turns of one side in a row are possible.",
            "El orden de turno depende solo de los discos, así que los compañeros pueden ir uno "
            "tras otro; son posibles hasta cuatro turnos seguidos de un bando.",
            "Die Zugreihenfolge richtet sich allein nach den Scheiben; Partner können daher "
            "aufeinanderfolgen, und sogar vier Züge einer Partei nacheinander sind möglich.",
            source="S1, S3",
        ),
        Rule(
            "CM-TEAM-6",
            "Whether partners may talk is agreed outside the rules; it is not checked.",
            "Si los compañeros pueden hablar entre sí se acuerda fuera de las reglas; no se "
            "comprueba.",
            "Ob Partner sich absprechen dürfen, wird außerhalb der Regeln vereinbart; geprüft wird "
            "es nicht.",
            source="S3",
        ),
        # --- Order of refusals
        Rule(
            "CM-CHECK-1",
            "A decision is rejected for the first rule it breaks: the game is over, it is not this "
            "player's decision, it is not this kind of decision now, then the rules of its kind. A "
            "rejected decision changes nothing.",
            "Una decisión se rechaza con la primera regla que incumple: partida terminada, no le "
            "toca a ese jugador, no toca esa clase de decisión y, por último, las reglas de su "
            "clase. Una decisión rechazada no cambia nada.",
            "Eine Entscheidung wird mit der ersten Regel abgelehnt, die sie verletzt: Partie zu "
            "Ende, nicht dieser Spieler, jetzt nicht diese Art von Entscheidung, dann die Regeln "
            "ihrer Art. Eine abgelehnte Entscheidung ändert nichts.",
            source="decided",
        ),
        # --- Invariants of every position
        Rule(
            "CM-INV-1",
            "Supply, territories, courts and reserves together hold exactly 40 paladins of each "
            "clan, and no count is negative. Jokers are not counted.",
            "El fondo común, los territorios, las cortes y las reservas suman exactamente 40 "
            "paladines de cada clan, y ninguna cantidad es negativa. Los comodines no cuentan.",
            "Vorrat, Gebiete, Höfe und Reserven enthalten zusammen genau 40 Paladine jedes Clans, "
            "und keine Anzahl ist negativ. Joker zählen nicht mit.",
            source="follows",
        ),
        Rule(
            "CM-INV-2",
            "The territories divide the segments 1 to 15 into unbroken clockwise runs, each "
            "segment in exactly one, with different heads; ascending heads give the order of the "
            "ring.",
            "Los territorios reparten los segmentos 1 a 15 en tramos seguidos en sentido horario, "
            "cada segmento en uno solo, con segmentos iniciales distintos; estos, en orden "
            "ascendente, dan el orden del anillo.",
            "Die Gebiete teilen die Segmente 1 bis 15 in lückenlose Abschnitte im Uhrzeigersinn, "
            "jedes Segment in genau einem, mit verschiedenen Anfangssegmenten; diese ergeben "
            "aufsteigend die Folge des Ringes.",
            source="follows",
        ),
        Rule(
            "CM-INV-3",
            "A territory without an owner has no castle and is a single segment; every other "
            "territory has castles.",
            "Un territorio sin dueño no tiene castillos y es un solo segmento; todos los demás "
            "tienen castillos.",
            "Ein Gebiet ohne Besitzer hat keine Burg und ist ein einzelnes Segment; alle anderen "
            "haben Burgen.",
            source="follows",
        ),
        Rule(
            "CM-INV-4",
            "While the game runs, an owned territory has as many castles as segments; at the end "
            "only the last territory taken over may have fewer.",
            "Mientras dura la partida, un territorio con dueño tiene tantos castillos como "
            "segmentos; al final solo puede tener menos el último territorio tomado.",
            "Solange die Partie läuft, hat ein Gebiet mit Besitzer so viele Burgen wie Segmente; "
            "am Ende darf nur das zuletzt übernommene weniger haben.",
            source="follows",
        ),
        Rule(
            "CM-INV-5",
            "Two neighbouring territories never have the same owner once a merge is complete.",
            "Dos territorios vecinos nunca tienen el mismo dueño una vez completada la fusión.",
            "Zwei Nachbargebiete haben nie denselben Besitzer, sobald eine Vereinigung "
            "abgeschlossen ist.",
            source="follows",
        ),
        Rule(
            "CM-INV-6",
            "The castles of a territory belong to its owner, and a side's castles in play and left "
            "add up to its goal. While the game runs every side has fewer castles in play than its "
            "goal.",
            "Los castillos de un territorio son de su dueño, y los que un bando tiene en juego más "
            "los disponibles suman su meta. Mientras dura la partida, cada bando tiene en juego "
            "menos castillos que su meta.",
            "Die Burgen eines Gebiets gehören seinem Besitzer, und Burgen im Spiel und "
            "Burgenvorrat einer Partei ergeben ihr Burgenziel. Solange die Partie läuft, hat jede "
            "Partei weniger Burgen im Spiel.",
            source="follows",
        ),
        Rule(
            "CM-INV-7",
            "While the game runs, the castles in play of all sides are 15 less the number of "
            "unowned territories; this sum never falls.",
            "Mientras dura la partida, los castillos en juego de todos los bandos son 15 menos el "
            "número de territorios sin dueño; esta suma nunca disminuye.",
            "Solange die Partie läuft, sind die Burgen aller Parteien im Spiel 15 abzüglich der "
            "Gebiete ohne Besitzer; diese Summe sinkt nie.",
            source="follows",
        ),
        Rule(
            "CM-INV-8",
            "The number of territories never rises and falls by two at most in a turn. It is at "
            "least four while the game runs and at least two at the end.",
            "El número de territorios nunca aumenta y baja como mucho en dos por turno. Es al "
            "menos cuatro mientras dura la partida y al menos dos al final.",
            "Die Zahl der Gebiete steigt nie und sinkt je Zug um höchstens zwei. Sie ist "
            "mindestens vier, solange die Partie läuft, und mindestens zwei am Ende.",
            source="follows",
        ),
        Rule(
            "CM-INV-9",
            "Paladins never leave a territory, and a territory has at least as many paladins as "
            "segments.",
            "Los paladines nunca salen de un territorio, y un territorio tiene al menos tantos "
            "paladines como segmentos.",
            "Paladine verlassen ein Gebiet nie, und ein Gebiet hat mindestens so viele Paladine "
            "wie Segmente.",
            source="follows",
        ),
        Rule(
            "CM-INV-10",
            "No court has more of a clan than the court of the player with its marker; if nobody "
            "has the marker, no court has any of the clan. A marker that was taken never becomes "
            "free again.",
            "Ninguna corte tiene más de un clan que la de quien tiene su marcador; si no lo tiene "
            "nadie, ninguna corte tiene paladines del clan. Un marcador que alguien obtuvo ya "
            "nunca queda libre.",
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
            "Ein Clanmarker wechselt nur, während der neue Inhaber Paladine einsetzt und dann mehr "
            "von dem Clan im Hof hat als jeder andere.",
            source="follows",
        ),
        Rule(
            "CM-INV-12",
            "At the start of a turn the player's reserve is full, jokers included, unless the last "
            "refill fell short. Placing lowers it by exactly the number of paladins due.",
            "Al empezar un turno la reserva del jugador está completa, comodines incluidos, salvo "
            "que su última reposición haya quedado corta. Al colocar disminuye exactamente en el "
            "número de paladines que corresponde.",
            "Zu Beginn eines Zuges ist die Reserve des Spielers voll, Joker eingerechnet, außer "
            "wenn sein letztes Auffüllen nicht gereicht hat. Das Einsetzen verringert sie um genau "
            "die fällige Zahl von Paladinen.",
            source="follows",
        ),
        Rule(
            "CM-INV-13",
            "In the opening phase a player who has not played yet has five discs, minus one for "
            "each round since all five came back. Each number is played once in every block of "
            "five rounds.",
            "En la fase de apertura, quien aún no ha jugado tiene cinco discos menos uno por cada "
            "ronda desde que recuperó los cinco. Cada número se juega una vez en cada bloque de "
            "cinco rondas.",
            "In der Eröffnungsphase hat, wer noch nicht gespielt hat, fünf Scheiben, abzüglich "
            "einer je Runde, seit er alle zurückbekam. Jede Zahl wird in jedem Block von fünf "
            "Runden einmal gespielt.",
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
            "At most one territory changes its owner in a turn, and it is the one where the "
            "emperor stopped.",
            "En un turno cambia de dueño como máximo un territorio, y es aquel donde se detuvo el "
            "emperador.",
            "In einem Zug wechselt höchstens ein Gebiet den Besitzer, und zwar das, in dem der "
            "Kaiser stehen blieb.",
            source="follows",
        ),
        Rule(
            "CM-INV-16",
            "Opening order and turn order name every player exactly once, and the disc numbers "
            "never fall along the turn order.",
            "El orden de apertura y el orden de turno nombran a cada jugador exactamente una vez, "
            "y los números de los discos nunca bajan a lo largo del orden de turno.",
            "Eröffnungsreihenfolge und Zugreihenfolge nennen jeden Spieler genau einmal, und "
            "entlang der Zugreihenfolge sinken die Zahlen der Scheiben nie.",
            source="follows",
        ),
    )
}
