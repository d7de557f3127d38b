"""The rules of TEG for cards and trades, attacks, conquest, moves and the end of a turn."""

from typing import Final

from domain.ruleset import Rule

PLAYING: Final = (
    # --- Cards and trades
    Rule(
        "TG-CARD-1",
        "There are 52 cards: one for each territory, with one symbol, and two wildcards.",
        "Hay 52 tarjetas: una por país, con un símbolo, y dos comodines.",
        "Es gibt 52 Karten: eine für jedes Land, mit einem Symbol, und zwei Joker.",
        source="S1",
    ),
    Rule(
        "TG-CARD-2",
        "A hand never holds more than five cards.",
        "Una mano nunca tiene más de cinco tarjetas.",
        "Eine Hand hat nie mehr als fünf Karten.",
        source="S1",
    ),
    Rule(
        "TG-CARD-3",
        "Each card is always in exactly one place: in the deck, in the discard pile or in a hand.",
        "Cada tarjeta está siempre en un solo lugar: en el mazo, en la pila de descarte o en una "
        "mano.",
        "Jede Karte ist jederzeit an genau einem Ort: im Stapel, in der Ablage oder in einer Hand.",
        source="decided",
    ),
    Rule(
        "TG-TRADE-1",
        "In a trade you give up exactly three different cards from your hand.",
        "En un canje entregas exactamente tres tarjetas distintas de tu mano.",
        "Bei einem Tausch gibst du genau drei verschiedene Karten deiner Hand ab.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-2",
        "Three cards are a valid set if their symbols are all equal or all different, where a "
        "wildcard stands for any symbol.",
        "Tres tarjetas sirven para un canje si sus símbolos son todos iguales o todos distintos; "
        "un comodín vale por cualquier símbolo.",
        "Drei Karten sind ein gültiger Satz, wenn ihre Symbole alle gleich oder alle verschieden "
        "sind; ein Joker steht für jedes Symbol.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-3",
        "A set without a wildcard is valid unless exactly two symbols are equal; a set with a "
        "wildcard is always valid.",
        "Tres tarjetas sin comodín sirven salvo que haya exactamente dos símbolos iguales; con un "
        "comodín sirven siempre.",
        "Ein Satz ohne Joker ist gültig, außer wenn genau zwei Symbole gleich sind; mit Joker ist "
        "er immer gültig.",
        source="follows",
    ),
    Rule(
        "TG-TRADE-4",
        "You can trade cards only while your pool is empty.",
        "Solo puedes canjear tarjetas con la reserva vacía.",
        "Karten kannst du nur bei leerem Vorrat tauschen.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-5",
        "With trade_window any_time you can trade cards at any moment of your turn, in every "
        "round, even after attacks and moves.",
        "Con trade_window any_time puedes canjear en cualquier momento de tu turno, en todas las "
        "rondas, también después de atacar o mover.",
        "Bei trade_window any_time kannst du jederzeit in deinem Zug tauschen, in jeder Runde, "
        "auch nach Angriffen und Verlegungen.",
        source="S1, decided",
    ),
    Rule(
        "TG-TRADE-6",
        "With trade_window before_attack you can trade cards only before the first attack and the "
        "first move of your turn.",
        "Con trade_window before_attack solo puedes canjear antes del primer ataque y del primer "
        "movimiento de tu turno.",
        "Bei trade_window before_attack kannst du nur vor dem ersten Angriff und der ersten "
        "Verlegung deines Zuges tauschen.",
        source="S2",
    ),
    Rule(
        "TG-TRADE-7",
        "The first trade gives 4 tokens, the second 6, the third 8, each later one 10.",
        "El primer canje da 4 ejércitos, el segundo 6, el tercero 8 y cada uno de los siguientes "
        "10.",
        "Der erste Tausch bringt 4 Steine, der zweite 6, der dritte 8, jeder weitere 10.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-8",
        "With per_player your own trades count, with global those of all players, including this "
        "one.",
        "Con per_player cuentan tus propios canjes y con global los de todos, incluido el actual.",
        "Bei per_player zählen deine eigenen Tausche, bei global die aller Spieler, der jetzige "
        "eingeschlossen.",
        source="S1, S6",
    ),
    Rule(
        "TG-TRADE-9",
        "The tokens of a trade are free tokens. You must place them before you attack, trade again "
        "or end the turn.",
        "Los ejércitos de un canje son libres. Debes colocarlos antes de atacar, volver a canjear "
        "o terminar el turno.",
        "Die Steine eines Tauschs sind freie Steine. Du musst sie einsetzen, bevor du angreifst, "
        "wieder tauschst oder den Zug beendest.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-10",
        "For each traded card whose territory you own at that moment, you get two tokens in that "
        "territory at once.",
        "Por cada tarjeta canjeada cuyo país tienes en ese momento, recibes de inmediato dos "
        "ejércitos en ese país.",
        "Für jede getauschte Karte, deren Land du in diesem Augenblick besitzt, kommen sofort zwei "
        "Steine in dieses Land.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-11",
        "A wildcard has no territory and never gives these two tokens.",
        "Un comodín no tiene país y nunca da esos dos ejércitos.",
        "Ein Joker hat kein Land und bringt diese zwei Steine nie.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-12",
        "Traded cards go to the discard pile face up, in the order in which they were named.",
        "Las tarjetas canjeadas van a la pila de descarte boca arriba, en el orden en que se "
        "nombraron.",
        "Getauschte Karten kommen offen auf die Ablage, in der genannten Reihenfolge.",
        source="S2",
    ),
    Rule(
        "TG-TRADE-13",
        "You never have to trade.",
        "Nunca estás obligado a canjear.",
        "Du musst nie tauschen.",
        source="S1, decided",
    ),
    Rule(
        "TG-TRADE-14",
        "You may trade more than once in a turn, if you meet the conditions each time.",
        "Puedes canjear más de una vez por turno si cada vez cumples las condiciones.",
        "Du darfst in einem Zug mehrmals tauschen, wenn die Bedingungen jedes Mal erfüllt sind.",
        source="decided",
    ),
    Rule(
        "TG-TRADE-15",
        "A trade does not reopen attacks after a move or three conquests.",
        "Un canje no permite volver a atacar después de un movimiento o de tres conquistas.",
        "Ein Tausch erlaubt nach einer Verlegung oder drei Eroberungen keine neuen Angriffe.",
        source="S1",
    ),
    # --- Attacks
    Rule(
        "TG-ATTACK-1",
        "An attack goes from one territory, its source, to another, its target.",
        "Un ataque va desde un país, el de origen, contra otro, el atacado.",
        "Ein Angriff geht von einem Land, dem Ausgangsland, gegen ein anderes, das Ziel.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-2",
        "The source of an attack belongs to the player whose turn it is.",
        "El país de origen del ataque es del jugador de turno.",
        "Das Ausgangsland eines Angriffs gehört dem Spieler am Zug.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-3",
        "The target of an attack belongs to another seat, whether that seat is still in the game "
        "or not.",
        "El país atacado es de otro asiento, siga en juego o no.",
        "Das Ziel eines Angriffs gehört einem anderen Platz, ob er noch mitspielt oder nicht.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-4",
        "Source and target of an attack are neighbours on the map.",
        "El país de origen y el atacado son limítrofes.",
        "Ausgangsland und Ziel eines Angriffs grenzen aneinander.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-5",
        "The source of an attack has at least two tokens.",
        "El país de origen del ataque tiene al menos dos ejércitos.",
        "Im Ausgangsland eines Angriffs stehen mindestens zwei Steine.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-6",
        "Nobody attacks in round 1.",
        "En la ronda 1 nadie ataca.",
        "In Runde 1 greift niemand an.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-7",
        "You can't attack while there are tokens in your pool.",
        "No puedes atacar mientras queden ejércitos en tu reserva.",
        "Du kannst nicht angreifen, solange Steine in deinem Vorrat sind.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-8",
        "You can't attack after a move in the same turn.",
        "No puedes atacar después de mover en el mismo turno.",
        "Nach einer Verlegung kannst du im selben Zug nicht mehr angreifen.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-9",
        "You can't attack after your third conquest in a turn.",
        "No puedes atacar después de tu tercera conquista del turno.",
        "Nach deiner dritten Eroberung in einem Zug kannst du nicht mehr angreifen.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-10",
        "Otherwise you may attack as often as you like, from any territory and any target, even "
        "the same one again.",
        "Por lo demás, puedes atacar cuantas veces quieras, desde y contra cualquier país, incluso "
        "el mismo otra vez.",
        "Sonst darfst du beliebig oft angreifen, von jedem Land aus und gegen jedes, auch dasselbe "
        "Ziel noch einmal.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-11",
        "The attacker rolls one die fewer than there are tokens on the source, and at most three.",
        "El atacante tira un dado menos que los ejércitos del país de origen, y a lo sumo tres.",
        "Der Angreifer wirft einen Würfel weniger, als Steine im Ausgangsland stehen, höchstens "
        "aber drei.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-12",
        "The defender rolls as many dice as there are tokens on the target, and at most three.",
        "El defensor tira tantos dados como ejércitos hay en el país atacado, y a lo sumo tres.",
        "Der Verteidiger wirft so viele Würfel, wie Steine im Ziel stehen, höchstens aber drei.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-13",
        "The tokens on the map at the moment of the attack set both numbers of dice; nobody can "
        "roll fewer, and the defender decides nothing.",
        "Los ejércitos en el momento del ataque fijan las dos cantidades de dados; nadie puede "
        "tirar menos y el defensor no decide nada.",
        "Die Steine im Augenblick des Angriffs legen beide Würfelzahlen fest; niemand kann weniger "
        "werfen, und der Verteidiger entscheidet nichts.",
        source="S1, decided",
    ),
    Rule(
        "TG-ATTACK-14",
        "The dice of each player are sorted from high to low and paired, highest with highest; "
        "dice left over are not used.",
        "Los dados de cada jugador se ordenan de mayor a menor y se comparan por pares, el mayor "
        "con el mayor; los que sobran no se usan.",
        "Die Würfel jedes Spielers werden absteigend geordnet und gepaart, höchster mit höchstem; "
        "überzählige werden nicht gewertet.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-15",
        "The attacker wins a pair with the higher die; the defender wins ties.",
        "El atacante gana un par si su dado es mayor; el empate lo gana el defensor.",
        "Der Angreifer gewinnt ein Paar, wenn sein Würfel höher ist; bei Gleichstand gewinnt der "
        "Verteidiger.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-16",
        "The loser of a pair loses one token; all losses of an attack happen together.",
        "Quien pierde un par pierde un ejército; todas las pérdidas de un ataque se aplican "
        "juntas.",
        "Wer ein Paar verliert, verliert einen Stein; alle Verluste eines Angriffs treten "
        "gemeinsam ein.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-17",
        "All dice are independent, and each face from 1 to 6 is equally likely.",
        "Todos los dados son independientes y cada cara del 1 al 6 es igual de probable.",
        "Alle Würfel sind unabhängig, und jede Seite von 1 bis 6 ist gleich wahrscheinlich.",
        source="decided",
    ),
    Rule(
        "TG-ATTACK-18",
        "The results of the dice are recorded; a replay does not roll them again.",
        "El resultado de los dados queda registrado; una repetición no los vuelve a tirar.",
        "Die Würfelergebnisse werden festgehalten; eine Wiedergabe würfelt nicht neu.",
        source="decided",
    ),
    # --- Conquest and elimination
    Rule(
        "TG-CONQ-1",
        "When the target loses its last token, the attacker owns it, and exactly one token moves "
        "there from the source.",
        "Cuando el país atacado pierde su último ejército, pasa a ser del atacante, y un solo "
        "ejército va allí desde el país de origen.",
        "Fällt der letzte Stein des Ziels, gehört es dem Angreifer, und genau ein Stein rückt aus "
        "dem Ausgangsland dorthin.",
        source="S1",
    ),
    Rule(
        "TG-CONQ-2",
        "A conquest moves only this one token.",
        "Con una conquista no pasa más que ese ejército.",
        "Mehr als dieser eine Stein rückt bei einer Eroberung nicht nach.",
        source="S1",
    ),
    Rule(
        "TG-CONQ-3",
        "An attack that conquers costs the attacker no tokens, because the attacker won every "
        "pair.",
        "Un ataque que conquista no le cuesta ejércitos al atacante, porque ganó todos los pares.",
        "Ein Angriff, der erobert, kostet den Angreifer keinen Stein, denn er hat jedes Paar "
        "gewonnen.",
        source="follows",
    ),
    Rule(
        "TG-CONQ-4",
        "After a conquest, source and target have at least one token each.",
        "Después de una conquista, en el país de origen y en el conquistado queda al menos un "
        "ejército.",
        "Nach einer Eroberung steht im Ausgangsland und im Ziel je mindestens ein Stein.",
        source="S1",
    ),
    Rule(
        "TG-CONQ-5",
        "A conquest counts towards the three per turn; the token that occupies the territory does "
        "not count as moved.",
        "Una conquista cuenta para las tres del turno; el ejército que ocupa el país no cuenta "
        "como movido.",
        "Eine Eroberung zählt zu den dreien des Zuges; der Stein, der das Land besetzt, gilt nicht "
        "als verlegt.",
        source="S1, decided",
    ),
    Rule(
        "TG-CONQ-6",
        "A territory conquered this turn may attack in the same turn once it has two tokens.",
        "Un país conquistado en este turno puede atacar en el mismo turno cuando tenga dos "
        "ejércitos.",
        "Ein in diesem Zug erobertes Land darf im selben Zug angreifen, sobald zwei Steine dort "
        "stehen.",
        source="follows",
    ),
    Rule(
        "TG-ELIM-1",
        "A seat that loses its last territory is eliminated at once.",
        "El asiento que pierde su último país queda eliminado de inmediato.",
        "Ein Platz, der sein letztes Land verliert, scheidet sofort aus.",
        source="S2",
    ),
    Rule(
        "TG-ELIM-2",
        "With elimination_cards inherit, its cards go to the conqueror, oldest first, up to a hand "
        "of five; the rest are discarded.",
        "Con elimination_cards inherit (heredar), sus tarjetas pasan al conquistador, primero las "
        "más antiguas, hasta que tenga cinco; las demás se descartan.",
        "Bei elimination_cards inherit (erben) gehen seine Karten, die ältesten zuerst, an den "
        "Eroberer, bis dessen Hand fünf hat; die übrigen kommen auf die Ablage.",
        source="S1, S2",
    ),
    Rule(
        "TG-ELIM-3",
        "With elimination_cards discard, all its cards are discarded.",
        "Con elimination_cards discard (descartar), todas sus tarjetas se descartan.",
        "Bei elimination_cards discard (ablegen) kommen alle seine Karten auf die Ablage.",
        source="decided",
    ),
    Rule(
        "TG-ELIM-4",
        "An eliminated seat has no more turns and decides nothing more.",
        "Un asiento eliminado no tiene más turnos ni decide nada más.",
        "Ein ausgeschiedener Platz hat keinen Zug mehr und entscheidet nichts mehr.",
        source="S2",
    ),
    Rule(
        "TG-ELIM-5",
        "An elimination is settled, including cards and objectives, before victory is checked.",
        "La eliminación se resuelve, con tarjetas y objetivos, antes de comprobar la victoria.",
        "Ein Ausscheiden wird samt Karten und Aufträgen abgewickelt, bevor der Sieg geprüft wird.",
        source="decided",
    ),
    # --- Moves
    Rule(
        "TG-MOVE-1",
        "A move takes one or more tokens from one of your territories to another of your "
        "territories.",
        "Un movimiento lleva uno o más ejércitos de un país tuyo a otro país tuyo.",
        "Eine Verlegung bringt einen oder mehrere Steine aus einem eigenen Land in ein anderes "
        "eigenes Land.",
        source="S1",
    ),
    Rule(
        "TG-MOVE-2",
        "The two territories of a move are neighbours on the map.",
        "Los dos países de un movimiento son limítrofes.",
        "Die beiden Länder einer Verlegung grenzen aneinander.",
        source="S1",
    ),
    Rule(
        "TG-MOVE-3",
        "At least one token stays behind in the territory you move from.",
        "En el país del que salen ejércitos queda al menos uno.",
        "In dem Land, aus dem verlegt wird, bleibt mindestens ein Stein zurück.",
        source="S1",
    ),
    Rule(
        "TG-MOVE-4",
        "You may move at any moment of your turn, in every round, even with tokens in your pool or "
        "after three conquests.",
        "Puedes mover en cualquier momento de tu turno, en todas las rondas, también con ejércitos "
        "en la reserva o después de tres conquistas.",
        "Du darfst jederzeit in deinem Zug verlegen, in jeder Runde, auch mit Steinen im Vorrat "
        "oder nach drei Eroberungen.",
        source="S1, decided",
    ),
    Rule(
        "TG-MOVE-5",
        "Your first move of a turn ends your attacks in that turn.",
        "Tu primer movimiento del turno pone fin a tus ataques de ese turno.",
        "Deine erste Verlegung in einem Zug beendet deine Angriffe in diesem Zug.",
        source="S1",
    ),
    Rule(
        "TG-MOVE-6",
        "Without chain_moves a token moves at most once per turn: tokens that arrived by a move "
        "this turn stay where they are.",
        "Sin chain_moves un ejército se mueve a lo sumo una vez por turno: los que llegaron por un "
        "movimiento en este turno se quedan donde están.",
        "Ohne chain_moves wird ein Stein höchstens einmal im Zug verlegt: In diesem Zug durch "
        "Verlegung angekommene Steine bleiben, wo sie sind.",
        source="S1, S2",
    ),
    Rule(
        "TG-MOVE-7",
        "Moved tokens count as arrived at their destination, and tokens that arrived earlier are "
        "the last to leave.",
        "Los ejércitos movidos cuentan como llegados a su destino, y los que ya habían llegado son "
        "los últimos en irse.",
        "Verlegte Steine gelten dort, wohin sie kommen, als angekommen, und früher angekommene "
        "gehen zuletzt.",
        source="follows",
    ),
    Rule(
        "TG-MOVE-8",
        "With chain_moves the only limit of a move is that one token stays behind.",
        "Con chain_moves el único límite de un movimiento es que quede un ejército.",
        "Mit chain_moves ist die einzige Grenze einer Verlegung, dass ein Stein zurückbleibt.",
        source="decided",
    ),
    Rule(
        "TG-MOVE-9",
        "There is no limit to the number of moves in a turn.",
        "No hay límite para la cantidad de movimientos por turno.",
        "Die Zahl der Verlegungen in einem Zug ist unbegrenzt.",
        source="S1",
    ),
    # --- End of a turn and drawing
    Rule(
        "TG-END-1",
        "When a player ends the turn, the next seat plays.",
        "Cuando un jugador termina su turno, juega el asiento siguiente.",
        "Beendet ein Spieler seinen Zug, ist der nächste Platz am Zug.",
        source="S1",
    ),
    Rule(
        "TG-END-2",
        "You can't end the turn while there are tokens in your pool.",
        "No puedes terminar el turno mientras queden ejércitos en tu reserva.",
        "Du kannst den Zug nicht beenden, solange Steine in deinem Vorrat sind.",
        source="decided",
    ),
    Rule(
        "TG-DRAW-1",
        "If you end a turn with at least one conquest and fewer than five cards in hand, you draw "
        "a card.",
        "Si terminas un turno con al menos una conquista y menos de cinco tarjetas en la mano, "
        "sacas una tarjeta.",
        "Beendest du einen Zug mit mindestens einer Eroberung und weniger als fünf Karten auf der "
        "Hand, ziehst du eine Karte.",
        source="S1",
    ),
    Rule(
        "TG-DRAW-2",
        "You draw one card, no matter how many conquests you made.",
        "Sacas una sola tarjeta, por muchas conquistas que hagas.",
        "Du ziehst nur eine Karte, egal, wie viele Eroberungen es waren.",
        source="S1",
    ),
    Rule(
        "TG-DRAW-3",
        "With five cards in hand you draw nothing, and you do not get the card later.",
        "Con cinco tarjetas en la mano no sacas ninguna, y tampoco la recibes después.",
        "Mit fünf Karten auf der Hand ziehst du nichts, und die Karte wird nicht nachgeholt.",
        source="S1",
    ),
    Rule(
        "TG-DRAW-4",
        "The card is drawn automatically; you can't decline or forget it.",
        "La tarjeta se saca automáticamente; no se puede rechazar ni olvidar.",
        "Die Karte wird automatisch gezogen; man kann sie weder ablehnen noch vergessen.",
        source="S1",
    ),
    Rule(
        "TG-DRAW-5",
        "If the deck is empty when a card is due, the discard pile becomes the new deck first.",
        "Si el mazo está vacío cuando hay que sacar una tarjeta, antes la pila de descarte pasa a "
        "ser el mazo nuevo.",
        "Ist der Stapel leer, wenn eine Karte fällig ist, wird vorher die Ablage zum neuen Stapel.",
        source="S2",
    ),
    Rule(
        "TG-DRAW-6",
        "There is always a card to draw: six hands hold at most 30 of the 52 cards.",
        "Siempre hay una tarjeta que sacar: seis manos tienen a lo sumo 30 de las 52 tarjetas.",
        "Es gibt immer eine Karte zu ziehen: Sechs Hände halten höchstens 30 der 52 Karten.",
        source="follows",
    ),
    Rule(
        "TG-DRAW-7",
        "Nothing else happens in a turn after the draw.",
        "Después de sacar la tarjeta no se hace nada más en ese turno.",
        "Nach dem Ziehen geschieht in diesem Zug nichts mehr.",
        source="S1",
    ),
)
