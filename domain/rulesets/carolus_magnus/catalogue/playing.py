"""The rules of Carolus Magnus for placing paladins, control, the emperor, castles and merging."""

from typing import Final

from domain.ruleset import Rule

PLAYING: Final = (
    # --- Placing paladins
    Rule(
        "CM-PLACE-1",
        "You place exactly three paladins per turn (four with three players), or your whole "
        "reserve if it holds fewer.",
        "En cada turno colocas exactamente tres paladines (cuatro con tres jugadores), o toda tu "
        "reserva si tiene menos.",
        "Du setzt in jedem Zug genau drei Paladine ein (vier bei drei Spielern) oder deine ganze "
        "Reserve, wenn sie kleiner ist.",
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
        "Each paladin goes to your own court or to any existing territory, named by its head (its "
        "first segment clockwise). Any mixture is allowed.",
        "Cada paladín va a tu propia corte o a cualquier territorio existente, designado por su "
        "segmento inicial (el primero en sentido horario). Se permite cualquier reparto.",
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
        "A placed paladin stays where it is, unless a merge carries it along or an equal return "
        "takes it from a court.",
        "Un paladín colocado se queda donde está, salvo que una fusión lo arrastre o una "
        "devolución equitativa lo saque de una corte.",
        "Ein eingesetzter Paladin bleibt, wo er ist; nur eine Vereinigung nimmt ihn mit, und nur "
        "eine gleiche Rückgabe holt ihn aus einem Hof.",
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
        "Si pones un paladín en tu corte y ahora tienes en ella más de ese clan que cada uno de "
        "los demás jugadores, comparados uno a uno, tomas o conservas de inmediato el marcador del "
        "clan.",
        "Setzt du einen Paladin in deinen eigenen Hof und hast dort nun mehr von dessen Clan als "
        "jeder andere Spieler, einzeln verglichen, erhältst oder behältst du sofort den "
        "Clanmarker.",
        source="S1, S2, S3, decided",
    ),
    Rule(
        "CM-CTRL-3",
        "In every other case the marker stays where it is: in a tie the player who has it keeps "
        "it, and a marker that nobody has is not taken.",
        "En cualquier otro caso el marcador no se mueve: en caso de empate lo conserva quien lo "
        "tiene, y si no lo tiene nadie, nadie lo toma.",
        "In jedem anderen Fall bleibt der Clanmarker, wo er ist: Bei Gleichstand behält ihn, wer "
        "ihn hat, und hat ihn niemand, so bekommt ihn niemand.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-CTRL-4",
        "Markers belong to players, not to sides: the courts of partners are not added together, "
        "and you can take a marker from your partner.",
        "Los marcadores son de los jugadores, no de los bandos: las cortes de los compañeros no se "
        "suman, y puedes quitarle un marcador a tu compañero.",
        "Clanmarker gehören Spielern, nicht Parteien: Die Höfe von Partnern werden nicht addiert, "
        "und du kannst auch deinem Partner einen Clanmarker abnehmen.",
        source="S3",
    ),
    Rule(
        "CM-CTRL-5",
        "The first paladin of a clan placed in any court takes the clan's marker; from then on "
        "someone always has it.",
        "El primer paladín de un clan colocado en una corte cualquiera obtiene el marcador del "
        "clan; desde entonces siempre lo tiene alguien.",
        "Der erste Paladin eines Clans in irgendeinem Hof holt den Clanmarker; von da an hat ihn "
        "immer jemand.",
        source="follows",
    ),
    Rule(
        "CM-CTRL-6",
        "The player with a clan's marker controls all paladins of that clan in all territories, no "
        "matter who placed them. Placing in a territory never moves a marker.",
        "Quien tiene el marcador de un clan controla todos los paladines de ese clan en todos los "
        "territorios, sin importar quién los colocó. Colocar en un territorio nunca mueve un "
        "marcador.",
        "Wer den Marker eines Clans hat, beherrscht alle Paladine dieses Clans in allen Gebieten, "
        "egal, wer sie eingesetzt hat. Einsetzen in ein Gebiet bewegt nie einen Clanmarker.",
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
        "The emperor takes a whole number of steps: at least 1 and at most the number of the disc "
        "you played this round.",
        "El emperador da un número entero de pasos: al menos 1 y como máximo el número del disco "
        "que jugaste en esta ronda.",
        "Der Kaiser geht eine ganze Zahl von Schritten: mindestens 1 und höchstens die Zahl der "
        "Scheibe, die du in dieser Runde gespielt hast.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-MOVE-2",
        "Each step takes the emperor to the next territory clockwise; a merged territory is one "
        "step, however large.",
        "Cada paso lleva al emperador al territorio siguiente en sentido horario; un territorio "
        "fusionado es un solo paso, por grande que sea.",
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
        "The number of territories does not limit the steps: with four territories, four steps end "
        "where they started, and that territory is resolved; five steps end where one would.",
        "El número de territorios no limita los pasos: con cuatro territorios, cuatro pasos acaban "
        "donde empezaron, y ese territorio se resuelve; cinco acaban donde uno solo.",
        "Die Zahl der Gebiete begrenzt die Schritte nicht: Bei vier Gebieten enden vier Schritte "
        "am Ausgangsort, und dieses Gebiet wird gewertet; fünf enden dort, wo einer enden würde.",
        source="decided",
    ),
    # --- Resolving the territory where the emperor stops
    Rule(
        "CM-RES-1",
        "Right after the move, only the territory where the emperor stopped is resolved; nobody "
        "decides anything in this step.",
        "Justo después del movimiento se resuelve solo el territorio donde se detuvo el emperador; "
        "en este paso nadie decide nada.",
        "Gleich nach der Bewegung wird nur das Gebiet gewertet, in dem der Kaiser stehen blieb; "
        "dabei entscheidet niemand etwas.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-RES-2",
        "The influence of a side in a territory is the number of paladins there of all clans whose "
        "markers its players have, plus its castles there.",
        "La influencia de un bando en un territorio es el número de paladines que hay allí de los "
        "clanes cuyos marcadores tienen sus jugadores, más los castillos del bando en él.",
        "Der Einfluss einer Partei in einem Gebiet ist die Zahl der dortigen Paladine aller Clans, "
        "deren Marker ihre Spieler haben, plus ihre Burgen dort.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-RES-3",
        "Nothing else counts: not the emperor, the reserves, the sizes of courts or who placed a "
        "paladin.",
        "No cuenta nada más: ni el emperador, ni las reservas, ni el tamaño de las cortes, ni "
        "quién colocó un paladín.",
        "Sonst zählt nichts: nicht der Kaiser, nicht die Reserven, nicht die Größe der Höfe, "
        "nicht, wer einen Paladin eingesetzt hat.",
        source="S1, S2, S3, decided",
    ),
    Rule(
        "CM-RES-4",
        "The side with more influence in a territory than each other side, compared one by one, "
        "controls it. If there is no such side, nobody controls it.",
        "Controla un territorio el bando que tiene en él más influencia que cada uno de los demás, "
        "comparados uno a uno. Si no lo hay, nadie lo controla.",
        "Ein Gebiet beherrscht die Partei, die dort mehr Einfluss hat als jede andere, einzeln "
        "verglichen. Gibt es keine solche, beherrscht es niemand.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-RES-5",
        "The controlling side does not need more than the other sides together, or more than the "
        "paladins of clans whose markers nobody has.",
        "El bando que controla no necesita superar a los demás juntos, ni a los paladines de "
        "clanes cuyo marcador no tiene nadie.",
        "Die beherrschende Partei muss weder die anderen zusammen übertreffen noch die Paladine "
        "der Clans, deren Marker niemand hat.",
        source="S3, decided",
    ),
    Rule(
        "CM-RES-6",
        "If nobody controls the territory, nothing changes, even if the owner has less influence "
        "than two sides that tie for the most.",
        "Si nadie controla el territorio, nada cambia, aunque el dueño tenga menos influencia que "
        "dos bandos empatados en cabeza.",
        "Beherrscht niemand das Gebiet, ändert sich nichts, auch wenn der Besitzer weniger "
        "Einfluss hat als zwei gleichauf führende Parteien.",
        source="S1, S2, S3, decided",
    ),
    Rule(
        "CM-RES-7",
        "If the controlling side already owns the territory, nothing changes and no castle is "
        "added.",
        "Si el bando que controla ya es el dueño del territorio, nada cambia y no se agrega ningún "
        "castillo.",
        "Gehört das Gebiet der beherrschenden Partei schon, ändert sich nichts, und keine Burg "
        "kommt hinzu.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-RES-8",
        "A build or a takeover can favour any side, no matter whose turn it is.",
        "Una construcción o una toma puede favorecer a cualquier bando, sea de quien sea el turno.",
        "Ein Bau oder eine Übernahme kann jeder Partei zugutekommen, egal, wer am Zug ist.",
        source="S1, S2, S3",
    ),
    # --- Castles
    Rule(
        "CM-CASTLE-1",
        "A side that controls an unowned territory becomes its owner and puts one castle there.",
        "El bando que controla un territorio sin dueño pasa a ser su dueño y pone en él un "
        "castillo.",
        "Beherrscht eine Partei ein Gebiet ohne Besitzer, wird sie Besitzer und stellt eine Burg "
        "hinein.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-CASTLE-2",
        "A side that controls another side's territory takes it over: all castles there go back to "
        "the former owner, and the new owner puts the same number of its own there.",
        "El bando que controla un territorio ajeno lo toma: todos los castillos que hay en él "
        "vuelven al dueño anterior, y el nuevo dueño pone la misma cantidad de los suyos.",
        "Beherrscht eine Partei ein fremdes Gebiet, übernimmt sie es: Alle Burgen dort gehen an "
        "den bisherigen Besitzer zurück, und der neue Besitzer stellt ebenso viele eigene hinein.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-CASTLE-3",
        "A side cannot put more castles than it has left. If a takeover needs more, it puts all it "
        "has and wins at once.",
        "Un bando no pone más castillos de los que le quedan. Si una toma requiere más, pone todos "
        "los que tiene y gana de inmediato.",
        "Eine Partei stellt nicht mehr Burgen auf, als sie noch hat. Braucht eine Übernahme mehr, "
        "stellt sie alle auf und gewinnt sofort.",
        source="decided",
    ),
    Rule(
        "CM-CASTLE-4",
        "The castles a side has left are its castle goal (10, or 8 with three players) minus its "
        "castles in play, never below zero; partners share them.",
        "Los castillos disponibles de un bando son su meta (10, u 8 con tres jugadores) menos los "
        "que tiene en juego, nunca menos de cero; los compañeros los comparten.",
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
        "Right after a build or a takeover, each neighbouring territory of the same owner merges "
        "with that territory; both do if both have this owner.",
        "Justo después de una construcción o una toma, cada territorio vecino del mismo dueño se "
        "fusiona con ese territorio; los dos, si ambos son de ese dueño.",
        "Gleich nach einem Bau oder einer Übernahme wird jedes Nachbargebiet desselben Besitzers "
        "mit dem Gebiet vereinigt; beide, wenn beide ihm gehören.",
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
        "Ein Nachbar, der selbst schon vereinigt ist, kommt als Ganzes dazu, egal wie groß er ist.",
        source="S1, S3",
    ),
    Rule(
        "CM-MERGE-4",
        "A merged territory has all segments, paladins and castles of its parts and the same "
        "owner; its head is the head of the part that comes first clockwise.",
        "Un territorio fusionado reúne todos los segmentos, paladines y castillos de sus partes y "
        "conserva el dueño; su segmento inicial es el de la primera parte en sentido horario.",
        "Ein vereinigtes Gebiet hat alle Segmente, Paladine und Burgen seiner Teile und denselben "
        "Besitzer; sein Anfangssegment ist das des im Uhrzeigersinn ersten Teils.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-MERGE-5",
        "The ring has no end: the territory with segment 15 and the one with segment 1 are "
        "neighbours like any others.",
        "El anillo no tiene fin: el territorio del segmento 15 y el del segmento 1 son vecinos "
        "como cualesquiera otros.",
        "Der Ring hat kein Ende: Das Gebiet mit Segment 15 und das mit Segment 1 sind Nachbarn wie "
        "alle anderen.",
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
        "A newly merged territory is not resolved again, even if another side would now control "
        "it, and no further merging follows.",
        "Un territorio recién fusionado no se resuelve de nuevo, aunque ahora lo controlaría otro "
        "bando, y no hay más fusiones.",
        "Ein eben vereinigtes Gebiet wird nicht noch einmal gewertet, auch wenn es nun eine andere "
        "Partei beherrschen würde, und keine weitere Vereinigung folgt.",
        source="S1, S3",
    ),
    Rule(
        "CM-MERGE-8",
        "After a merge the emperor stands in the merged territory; its new head is his position.",
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
)
