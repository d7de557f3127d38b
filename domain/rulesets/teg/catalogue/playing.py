"""Cards and trades, attacks, conquest, moves and the end of a turn: the rules of TEG."""

from typing import Final

from domain.ruleset import Rule

PLAYING: Final = (
    # --- Cards and trades
    Rule(
        "TG-CARD-1",
        "There are 52 cards: one for each territory, with one figure, and two wildcards.",
        "Hay 52 cartas: una por país, con una figura, y dos comodines.",
        "Es gibt 52 Karten: eine für jedes Land, mit einem Symbol, und zwei Joker.",
        source="S1",
    ),
    Rule(
        "TG-CARD-2",
        "A hand never holds more than five cards.",
        "Una mano nunca tiene más de cinco cartas.",
        "Eine Hand hat nie mehr als fünf Karten.",
        source="S1",
    ),
    Rule(
        "TG-CARD-3",
        "Each card is in exactly one place at any time: in the deck, in the discard pile or "
        "in one hand.",
        "Cada carta está siempre en un solo lugar: en el mazo, en la pila de descarte o en "
        "una mano.",
        "Jede Karte ist jederzeit an genau einem Ort: im Stapel, in der Ablage oder in einer Hand.",
        source="decided",
    ),
    Rule(
        "TG-TRADE-1",
        "In a trade a player gives up exactly three different cards of the own hand.",
        "En un canje el jugador entrega exactamente tres cartas distintas de su mano.",
        "Bei einem Tausch gibt der Spieler genau drei verschiedene Karten der eigenen Hand ab.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-2",
        "Three cards are a valid set if the wildcards among them can be given figures so that "
        "all three are equal or all three differ.",
        "Tres cartas forman un juego válido si se pueden dar figuras a sus comodines de modo "
        "que las tres sean iguales o las tres distintas.",
        "Drei Karten sind ein gültiger Satz, wenn ihre Joker Symbole so annehmen können, dass "
        "alle drei gleich oder alle drei verschieden sind.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-3",
        "A set without a wildcard is valid unless exactly two figures are equal; a set with "
        "one is always valid.",
        "Un juego sin comodín es válido salvo que haya exactamente dos figuras iguales; con "
        "un comodín siempre es válido.",
        "Ein Satz ohne Joker ist gültig, außer wenn genau zwei Symbole gleich sind; mit Joker "
        "ist er immer gültig.",
        source="follows",
    ),
    Rule(
        "TG-TRADE-4",
        "Cards can be traded only when the pool is empty.",
        "Solo se pueden canjear cartas con la reserva vacía.",
        "Karten kann man nur bei leerem Vorrat tauschen.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-5",
        "With trade_window any_time cards can be traded at any moment of the own turn, in "
        "every round, after attacks and moves too.",
        "Con trade_window any_time se puede canjear en cualquier momento del propio turno, en "
        "todas las rondas, también después de atacar o mover.",
        "Bei trade_window any_time kann man jederzeit im eigenen Zug tauschen, in jeder "
        "Runde, auch nach Angriffen und Verlegungen.",
        source="S1, decided",
    ),
    Rule(
        "TG-TRADE-6",
        "With trade_window before_attack cards can be traded only before the first attack and "
        "the first move of the turn.",
        "Con trade_window before_attack solo se puede canjear antes del primer ataque y del "
        "primer movimiento del turno.",
        "Bei trade_window before_attack kann man nur vor dem ersten Angriff und der ersten "
        "Verlegung des Zuges tauschen.",
        source="S2",
    ),
    Rule(
        "TG-TRADE-7",
        "The first trade gives 4 tokens, the second 6, the third 8, each later one 10.",
        "El primer canje da 4 fichas, el segundo 6, el tercero 8 y cada uno de los siguientes 10.",
        "Der erste Tausch bringt 4 Steine, der zweite 6, der dritte 8, jeder weitere 10.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-8",
        "What counts is the number of trades of this player with per_player, of all players "
        "with global, this one included.",
        "Con per_player se cuentan los canjes de ese jugador y con global los de todos, "
        "incluido el actual.",
        "Gezählt werden bei per_player die Tausche dieses Spielers, bei global die aller "
        "Spieler, der jetzige eingeschlossen.",
        source="S1, S6",
    ),
    Rule(
        "TG-TRADE-9",
        "The tokens of a trade are free tokens, and must be placed before the player attacks, "
        "trades again or ends the turn.",
        "Las fichas de un canje son libres y hay que colocarlas antes de atacar, de volver a "
        "canjear o de terminar el turno.",
        "Die Steine eines Tauschs sind freie Steine und müssen eingesetzt sein, bevor der "
        "Spieler angreift, wieder tauscht oder den Zug beendet.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-10",
        "For each traded card whose territory the player owns at that moment, two tokens are "
        "added to that territory at once.",
        "Por cada carta canjeada cuyo país posee en ese momento, el jugador recibe de "
        "inmediato dos fichas en ese país.",
        "Für jede getauschte Karte, deren Land der Spieler in diesem Augenblick besitzt, "
        "kommen sofort zwei Steine in dieses Land.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-11",
        "A wildcard has no territory and never gives those two tokens.",
        "Un comodín no tiene país y nunca da esas dos fichas.",
        "Ein Joker hat kein Land und bringt diese zwei Steine nie.",
        source="S1",
    ),
    Rule(
        "TG-TRADE-12",
        "Traded cards go to the discard pile face up, in the order in which they were named.",
        "Las cartas canjeadas van a la pila de descarte boca arriba, en el orden en que se "
        "nombraron.",
        "Getauschte Karten kommen offen auf die Ablage, in der genannten Reihenfolge.",
        source="S2",
    ),
    Rule(
        "TG-TRADE-13",
        "Nobody ever has to trade.",
        "Nadie está obligado a canjear.",
        "Niemand muss je tauschen.",
        source="S1, decided",
    ),
    Rule(
        "TG-TRADE-14",
        "A player may trade more than once in a turn, if the conditions hold each time.",
        "Se puede canjear más de una vez por turno si cada vez se cumplen las condiciones.",
        "Man darf in einem Zug mehrmals tauschen, wenn die Bedingungen jedes Mal erfüllt sind.",
        source="decided",
    ),
    Rule(
        "TG-TRADE-15",
        "A trade does not open attacks again that a move or three conquests have closed.",
        "Un canje no vuelve a permitir los ataques que un movimiento o tres conquistas han "
        "cerrado.",
        "Ein Tausch erlaubt keine Angriffe wieder, die eine Verlegung oder drei Eroberungen "
        "beendet haben.",
        source="S1",
    ),
    # --- Attacks
    Rule(
        "TG-ATTACK-1",
        "An attack goes from one territory, its source, against one other, its target.",
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
        "The target of an attack belongs to another seat, be it still in the game or not.",
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
        "The source of an attack holds at least two tokens.",
        "El país de origen del ataque tiene al menos dos fichas.",
        "Im Ausgangsland eines Angriffs stehen mindestens zwei Steine.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-6",
        "In round 1 nobody attacks.",
        "En la ronda 1 nadie ataca.",
        "In Runde 1 greift niemand an.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-7",
        "There is no attack while tokens are left in the pool.",
        "No se ataca mientras queden fichas en la reserva.",
        "Es gibt keinen Angriff, solange Steine im Vorrat sind.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-8",
        "There is no attack after a move in the same turn.",
        "No se ataca después de mover en el mismo turno.",
        "Nach einer Verlegung gibt es im selben Zug keinen Angriff mehr.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-9",
        "There is no attack after the third conquest of a turn.",
        "No se ataca después de la tercera conquista del turno.",
        "Nach der dritten Eroberung eines Zuges gibt es keinen Angriff mehr.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-10",
        "Otherwise a player may attack as often as wished, from and against any territories, "
        "the same target again too.",
        "Por lo demás, se puede atacar cuantas veces se quiera, desde y contra cualquier "
        "país, incluso el mismo otra vez.",
        "Sonst darf man beliebig oft angreifen, von jedem Land aus und gegen jedes, auch "
        "dasselbe Ziel noch einmal.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-11",
        "The attacker rolls one die fewer than there are tokens on the source, but at most three.",
        "El atacante tira un dado menos que las fichas del país de origen, pero a lo sumo tres.",
        "Der Angreifer wirft einen Würfel weniger, als Steine im Ausgangsland stehen, "
        "höchstens aber drei.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-12",
        "The defender rolls as many dice as there are tokens on the target, but at most three.",
        "El defensor tira tantos dados como fichas hay en el país atacado, pero a lo sumo tres.",
        "Der Verteidiger wirft so viele Würfel, wie Steine im Ziel stehen, höchstens aber drei.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-13",
        "The tokens fix both numbers of dice at the moment of the attack; nobody chooses to "
        "roll fewer, and the defender decides nothing.",
        "Las fichas fijan las dos cantidades de dados en el momento del ataque; nadie elige "
        "tirar menos y el defensor no decide nada.",
        "Die Steine legen beide Würfelzahlen im Augenblick des Angriffs fest; niemand wirft "
        "freiwillig weniger, und der Verteidiger entscheidet nichts.",
        source="S1, decided",
    ),
    Rule(
        "TG-ATTACK-14",
        "The dice of each side are sorted from high to low and paired, highest with highest; "
        "dice left over are not used.",
        "Los dados de cada lado se ordenan de mayor a menor y se comparan de a pares, el "
        "mayor con el mayor; los que sobran no se usan.",
        "Die Würfel jeder Seite werden absteigend geordnet und gepaart, höchster mit "
        "höchstem; überzählige werden nicht gewertet.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-15",
        "The attacker wins a pair if the own die is higher; an equal pair is won by the defender.",
        "El atacante gana un par si su dado es mayor; el empate lo gana el defensor.",
        "Der Angreifer gewinnt ein Paar, wenn sein Würfel höher ist; ein Gleichstand geht an "
        "den Verteidiger.",
        source="S1",
    ),
    Rule(
        "TG-ATTACK-16",
        "Whoever loses a pair loses one token; all losses of an attack fall together.",
        "Quien pierde un par pierde una ficha; todas las pérdidas de un ataque se aplican juntas.",
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
        "What the dice showed is recorded; a replay does not roll them again.",
        "Lo que mostraron los dados queda registrado; una repetición no los vuelve a tirar.",
        "Was die Würfel zeigten, wird festgehalten; eine Wiedergabe würfelt nicht neu.",
        source="decided",
    ),
    # --- Conquest and elimination
    Rule(
        "TG-CONQ-1",
        "When the last token of the target is lost, the attacker owns it, and exactly one "
        "token goes there from the source.",
        "Cuando el país atacado pierde su última ficha, pasa a ser del atacante, y una sola "
        "ficha va allí desde el país de origen.",
        "Fällt der letzte Stein des Ziels, gehört es dem Angreifer, und genau ein Stein rückt "
        "aus dem Ausgangsland dorthin.",
        source="S1",
    ),
    Rule(
        "TG-CONQ-2",
        "No more than that one token follows a conquest.",
        "Con una conquista no pasa más que esa ficha.",
        "Mehr als dieser eine Stein rückt bei einer Eroberung nicht nach.",
        source="S1",
    ),
    Rule(
        "TG-CONQ-3",
        "An attack that conquers costs the attacker no token, because every pair was won.",
        "Un ataque que conquista no le cuesta fichas al atacante, porque ganó todos los pares.",
        "Ein Angriff, der erobert, kostet den Angreifer keinen Stein, denn er hat jedes Paar "
        "gewonnen.",
        source="follows",
    ),
    Rule(
        "TG-CONQ-4",
        "After a conquest source and target hold at least one token each.",
        "Después de una conquista, en el país de origen y en el conquistado queda al menos "
        "una ficha.",
        "Nach einer Eroberung steht im Ausgangsland und im Ziel je mindestens ein Stein.",
        source="S1",
    ),
    Rule(
        "TG-CONQ-5",
        "A conquest counts towards the three of the turn; the token that occupies the "
        "territory does not count as moved.",
        "Una conquista cuenta para las tres del turno; la ficha que ocupa el país no cuenta "
        "como movida.",
        "Eine Eroberung zählt zu den drei des Zuges; der Stein, der das Land besetzt, gilt "
        "nicht als verlegt.",
        source="S1, decided",
    ),
    Rule(
        "TG-CONQ-6",
        "A territory conquered in this turn may attack in it once it holds two tokens.",
        "Un país conquistado en este turno puede atacar en él cuando tenga dos fichas.",
        "Ein in diesem Zug erobertes Land darf in ihm angreifen, sobald zwei Steine dort stehen.",
        source="follows",
    ),
    Rule(
        "TG-ELIM-1",
        "A seat whose last territory is conquered is eliminated at once.",
        "El asiento cuyo último país es conquistado queda eliminado de inmediato.",
        "Ein Platz, dessen letztes Land erobert wird, scheidet sofort aus.",
        source="S2",
    ),
    Rule(
        "TG-ELIM-2",
        "With elimination_cards inherit its cards pass, oldest first, to the conqueror until "
        "that hand holds five; the rest are discarded.",
        "Con elimination_cards inherit (heredar), sus cartas pasan al conquistador, primero "
        "las más antiguas, hasta que tenga cinco; las demás se descartan.",
        "Bei elimination_cards inherit (erben) gehen seine Karten, die ältesten zuerst, an "
        "den Eroberer, bis dessen Hand fünf hat; die übrigen kommen auf die Ablage.",
        source="S1, S2",
    ),
    Rule(
        "TG-ELIM-3",
        "With elimination_cards discard all its cards are discarded.",
        "Con elimination_cards discard (descartar), se descartan todas sus cartas.",
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
        "An elimination is settled, cards and objectives included, before victory is examined.",
        "La eliminación se resuelve, con cartas y objetivos, antes de examinar la victoria.",
        "Ein Ausscheiden wird samt Karten und Aufträgen abgewickelt, bevor der Sieg geprüft wird.",
        source="decided",
    ),
    # --- Moves
    Rule(
        "TG-MOVE-1",
        "A move takes one or more tokens from one of the player's territories to another one "
        "of them.",
        "Un movimiento lleva una o más fichas de un país propio a otro país propio.",
        "Eine Verlegung bringt einen oder mehrere Steine aus einem eigenen Land in ein "
        "anderes eigenes Land.",
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
        "At least one token stays behind on the territory that a move leaves.",
        "En el país del que salen fichas queda al menos una.",
        "In dem Land, aus dem verlegt wird, bleibt mindestens ein Stein zurück.",
        source="S1",
    ),
    Rule(
        "TG-MOVE-4",
        "A player may move at any moment of the own turn, in every round, with tokens in the "
        "pool and after three conquests too.",
        "Se puede mover en cualquier momento del propio turno, en todas las rondas, también "
        "con fichas en la reserva o después de tres conquistas.",
        "Man darf jederzeit im eigenen Zug verlegen, in jeder Runde, auch mit Steinen im "
        "Vorrat und nach drei Eroberungen.",
        source="S1, decided",
    ),
    Rule(
        "TG-MOVE-5",
        "The first move of a turn closes the attacks of that turn.",
        "El primer movimiento del turno cierra los ataques de ese turno.",
        "Die erste Verlegung eines Zuges beendet die Angriffe dieses Zuges.",
        source="S1",
    ),
    Rule(
        "TG-MOVE-6",
        "Without chain_moves a token moves once in a turn at most: tokens that arrived by a "
        "move in this turn stay where they are.",
        "Sin chain_moves una ficha se mueve a lo sumo una vez por turno: las que llegaron por "
        "un movimiento en este turno se quedan donde están.",
        "Ohne chain_moves wird ein Stein höchstens einmal im Zug verlegt: In diesem Zug durch "
        "Verlegung angekommene Steine bleiben, wo sie sind.",
        source="S1, S2",
    ),
    Rule(
        "TG-MOVE-7",
        "Tokens that are moved count as arrived where they go, and those that had arrived "
        "before are the last to leave.",
        "Las fichas movidas cuentan como llegadas a su destino, y las que ya habían llegado "
        "son las últimas en irse.",
        "Verlegte Steine gelten dort, wohin sie kommen, als angekommen, und früher "
        "angekommene gehen zuletzt.",
        source="follows",
    ),
    Rule(
        "TG-MOVE-8",
        "With chain_moves the only limit of a move is that one token stays behind.",
        "Con chain_moves el único límite de un movimiento es que quede una ficha.",
        "Mit chain_moves ist die einzige Grenze einer Verlegung, dass ein Stein zurückbleibt.",
        source="decided",
    ),
    Rule(
        "TG-MOVE-9",
        "The number of moves in a turn is not limited.",
        "La cantidad de movimientos por turno no está limitada.",
        "Die Zahl der Verlegungen in einem Zug ist nicht begrenzt.",
        source="S1",
    ),
    # --- End of a turn and drawing
    Rule(
        "TG-END-1",
        "The player ends the turn, and the next seat is on turn.",
        "El jugador termina su turno y juega el asiento siguiente.",
        "Der Spieler beendet seinen Zug, und der nächste Platz ist am Zug.",
        source="S1",
    ),
    Rule(
        "TG-END-2",
        "A turn cannot be ended while tokens are left in the pool.",
        "No se puede terminar el turno mientras queden fichas en la reserva.",
        "Ein Zug kann nicht beendet werden, solange Steine im Vorrat sind.",
        source="decided",
    ),
    Rule(
        "TG-DRAW-1",
        "Whoever ends a turn with at least one conquest, and with fewer than five cards in "
        "hand, draws a card.",
        "Quien termina un turno con al menos una conquista y con menos de cinco cartas en la "
        "mano roba una carta.",
        "Wer einen Zug mit mindestens einer Eroberung und mit weniger als fünf Karten auf der "
        "Hand beendet, zieht eine Karte.",
        source="S1",
    ),
    Rule(
        "TG-DRAW-2",
        "It is one card, however many conquests there were.",
        "Es una sola carta, por muchas que sean las conquistas.",
        "Es ist nur eine Karte, wie viele Eroberungen es auch waren.",
        source="S1",
    ),
    Rule(
        "TG-DRAW-3",
        "Whoever holds five cards draws nothing, and nothing is owed later.",
        "Quien tiene cinco cartas no roba nada, y nada se le debe después.",
        "Wer fünf Karten hat, zieht nichts, und nichts wird nachgeholt.",
        source="S1",
    ),
    Rule(
        "TG-DRAW-4",
        "The card is drawn without being asked for; it can be neither declined nor forgotten.",
        "La carta se roba automáticamente; no se puede rechazar ni olvidar.",
        "Die Karte wird von selbst gezogen; man kann sie weder ablehnen noch vergessen.",
        source="S1",
    ),
    Rule(
        "TG-DRAW-5",
        "If the deck is empty when a card is due, the discard pile becomes the new deck first.",
        "Si el mazo está vacío cuando hay que robar, antes la pila de descarte pasa a ser el "
        "mazo nuevo.",
        "Ist der Stapel leer, wenn eine Karte fällig ist, wird vorher die Ablage zum neuen Stapel.",
        source="S2",
    ),
    Rule(
        "TG-DRAW-6",
        "There is always a card to draw: six hands hold at most 30 cards of the 52.",
        "Siempre hay una carta que robar: seis manos tienen a lo sumo 30 de las 52 cartas.",
        "Es gibt immer eine Karte zu ziehen: Sechs Hände halten höchstens 30 der 52 Karten.",
        source="follows",
    ),
    Rule(
        "TG-DRAW-7",
        "After the draw nothing more is done in that turn.",
        "Después de robar no se hace nada más en ese turno.",
        "Nach dem Ziehen geschieht in diesem Zug nichts mehr.",
        source="S1",
    ),
)
