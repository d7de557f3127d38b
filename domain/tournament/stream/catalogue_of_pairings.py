"""The rules of tournaments about points, tie-breaks, pairings and schedules (TN).

Most of them state how something is computed, and refuse nothing.
"""

from typing import Final

from domain.ruleset import Rule

OF_PAIRINGS: Final = (
    Rule(
        "TN-RULES-1",
        "A full table has two to six seats; other sizes of tables are smaller, each named once.",
        "Una mesa completa tiene de dos a seis asientos; los demás tamaños son menores, cada uno "
        "una vez.",
        "Ein voller Tisch hat zwei bis sechs Plätze; andere Tischgrößen sind kleiner, jede einmal "
        "genannt.",
        source="decided",
    ),
    Rule(
        "TN-RULES-2",
        "A better place never brings fewer points, the first brings more than the last, and no "
        "place brings less than nothing.",
        "Un puesto mejor nunca da menos puntos, el primero da más que el último y ninguno da menos "
        "que cero.",
        "Ein besserer Platz bringt nie weniger Punkte, der erste mehr als der letzte und keiner "
        "weniger als null.",
        source="decided",
    ),
    Rule(
        "TN-RULES-3",
        "The points of tied places can be shared in whole sixtieths of a point.",
        "Los puntos de puestos empatados se pueden repartir en sesentavos enteros.",
        "Die Punkte geteilter Plätze lassen sich in ganze Sechzigstel teilen.",
        source="decided",
    ),
    Rule(
        "TN-RULES-4",
        "Each tie-break is announced once.",
        "Cada desempate se anuncia una sola vez.",
        "Jede Wertung wird einmal ausgeschrieben.",
        source="decided",
    ),
    Rule(
        "TN-RULES-5",
        "A round robin does not use Buchholz, because everybody has the same opponents.",
        "Una liga no usa Buchholz, porque todos tienen los mismos rivales.",
        "Ein Rundenturnier verwendet kein Buchholz, weil alle dieselben Gegner haben.",
        source="FIDE C.07, 8",
    ),
    Rule(
        "TN-RULES-6",
        "BH, its cuts, SB, BPG and KS are for tables of two; MBH, MSB and DUELS take their place "
        "at larger tables, and are for these only.",
        "BH, sus recortes, SB, BPG y KS son para mesas de dos; MBH, MSB y DUELS ocupan su lugar en "
        "mesas mayores y son solo para ellas.",
        "BH, seine Streichungen, SB, BPG und KS sind für Zweiertische; an größeren Tischen treten "
        "MBH, MSB und DUELS an ihre Stelle, und nur dort gibt es sie.",
        source="decided",
    ),
    Rule(
        "TN-ROUND-1",
        "In a round, everybody sits at one table or has one bye.",
        "En una ronda, cada uno está en una mesa o tiene un descanso.",
        "In einer Runde sitzt jeder an einem Tisch oder ist spielfrei.",
        source="decided",
    ),
    Rule(
        "TN-ROUND-2",
        "Only entrants play and rest in a round.",
        "Solo los participantes juegan y descansan en una ronda.",
        "Nur Teilnehmer spielen in einer Runde oder sind spielfrei.",
        source="decided",
    ),
    Rule(
        "TN-ROUND-3",
        "Tables have one of the announced sizes.",
        "Las mesas tienen uno de los tamaños anunciados.",
        "Tische haben eine der ausgeschriebenen Größen.",
        source="decided",
    ),
    Rule(
        "TN-POINTS-1",
        "A place brings the announced points; players who tie share the points of their places.",
        "Un puesto da los puntos anunciados; quienes empatan se reparten los de sus puestos.",
        "Ein Platz bringt die ausgeschriebenen Punkte; wer gleichauf ist, teilt die der Plätze.",
        source="decided",
    ),
    Rule(
        "TN-POINTS-2",
        "A player who forfeits takes the last place; the others are placed among themselves.",
        "Quien pierde por incomparecencia queda último; los demás se clasifican entre ellos.",
        "Wer kampflos verliert, kommt auf den letzten Platz; die anderen werden unter sich "
        "gereiht.",
        source="decided",
    ),
    Rule(
        "TN-POINTS-3",
        "If all players but one forfeit, that one has the points of the first place.",
        "Si todos menos uno pierden por incomparecencia, ese tiene los puntos del primer puesto.",
        "Verlieren alle bis auf einen kampflos, hat dieser die Punkte des ersten Platzes.",
        source="decided",
    ),
    Rule(
        "TN-RANK-1",
        "The standings order everybody by points, then by the announced tie-breaks in turn.",
        "La clasificación ordena por puntos y luego por los desempates anunciados, en su orden.",
        "Die Tabelle ordnet nach Punkten, dann nach den ausgeschriebenen Wertungen in deren "
        "Reihenfolge.",
        source="FIDE C.07",
    ),
    Rule(
        "TN-TIE-1",
        "Direct encounter counts among tied entrants who have all met, or if no missing game can "
        "change it.",
        "El encuentro directo cuenta entre empatados que se enfrentaron todos, o si ninguna "
        "partida pendiente puede cambiarlo.",
        "Der direkte Vergleich zählt unter Punktgleichen, die alle gegeneinander gespielt haben, "
        "oder wenn keine fehlende Partie ihn ändern kann.",
        source="FIDE C.07, 6",
    ),
    Rule(
        "TN-CHANCE-1",
        "A round's seed depends on the committed secret and on what entrants contributed, and on "
        "nothing else that anyone can choose.",
        "La semilla de una ronda depende del secreto comprometido y de lo que aportaron los "
        "participantes, y de nada más que alguien pueda elegir.",
        "Der Startwert einer Runde hängt vom festgelegten Geheimnis ab und von dem, was die "
        "Teilnehmer beigetragen haben, und von nichts sonst, das jemand wählen kann.",
        source="decided",
    ),
    Rule(
        "TN-COST-1",
        "Tables are chosen for fewest repeated opponents, then fewest repeated partners, then "
        "fair shares of smaller tables, then the least difference of points.",
        "Las mesas se eligen con el menor número de rivales repetidos, luego de parejas repetidas, "
        "luego por un reparto justo de las mesas menores y luego por la menor diferencia de "
        "puntos.",
        "Gewählt werden Tische mit den wenigsten wiederholten Gegnern, dann Partnern, dann mit "
        "gerecht verteilten kleineren Tischen, dann mit den kleinsten Punktabständen.",
        source="decided",
    ),
    Rule(
        "TN-BOUND-1",
        "A round that is paired shows what its tables cost and what any pairing costs at least.",
        "Una ronda emparejada muestra lo que cuestan sus mesas y lo que cuesta como mínimo "
        "cualquier emparejamiento.",
        "Eine ausgeloste Runde zeigt, was ihre Tische kosten und was jede Auslosung mindestens "
        "kostet.",
        source="decided",
    ),
    Rule(
        "TN-BOUND-2",
        "Prices prove a bound if no possible table costs less than the prices of its players.",
        "Los precios prueban una cota si ninguna mesa posible cuesta menos que los precios de sus "
        "jugadores.",
        "Preise beweisen eine Schranke, wenn kein möglicher Tisch weniger kostet als die Preise "
        "seiner Spieler.",
        source="decided",
    ),
    Rule(
        "TN-PAIR-1",
        "The announced version of the algorithm pairs a round; up to 20 players, no pairing costs "
        "less.",
        "La versión anunciada del algoritmo empareja la ronda; hasta 20 jugadores, ningún "
        "emparejamiento cuesta menos.",
        "Die ausgeschriebene Fassung des Algorithmus lost eine Runde aus; bis 20 Spieler kostet "
        "keine Auslosung weniger.",
        source="decided",
    ),
    Rule(
        "TN-PAIR-2",
        "A round needs enough players for one table.",
        "Una ronda necesita jugadores suficientes para una mesa.",
        "Eine Runde braucht genug Spieler für einen Tisch.",
        source="decided",
    ),
    Rule(
        "TN-PAIR-3",
        "A round is not paired if entrants who are kept apart would have to meet.",
        "No se empareja una ronda si tendrían que enfrentarse quienes no deben hacerlo.",
        "Eine Runde wird nicht ausgelost, wenn dabei Teilnehmer aufeinandertreffen müssten, die "
        "voneinander ferngehalten werden.",
        source="decided",
    ),
    Rule(
        "TN-SIZE-1",
        "As few players as possible rest; then as many tables as possible are full.",
        "Descansan los menos jugadores posibles; luego se llenan tantas mesas como sea posible.",
        "So wenige Spieler wie möglich sind spielfrei; dann sind so viele Tische wie möglich voll.",
        source="decided",
    ),
    Rule(
        "TN-BYE-1",
        "The pairing lets those rest who have rested least often, then those with the fewest "
        "points, then those with the highest pairing number.",
        "El emparejamiento hace descansar a quienes menos descansaron, luego a quienes tienen "
        "menos puntos y luego al número de emparejamiento más alto.",
        "Spielfrei ist, wer es am seltensten war, dann wer die wenigsten Punkte hat, dann wer die "
        "höchste Setznummer hat.",
        source="decided",
    ),
    Rule(
        "TN-SEAT-1",
        "At a table, the turn order is the one with which everybody has had each seat most evenly.",
        "En una mesa, el orden de turno es el que reparte los asientos de cada uno con más "
        "igualdad.",
        "Am Tisch gilt die Zugfolge, mit der jeder die Plätze am gleichmäßigsten hatte.",
        source="decided",
    ),
    Rule(
        "TN-SEAT-2",
        "A schedule has the turn orders with which everybody has each seat about equally often.",
        "Un calendario tiene los órdenes de turno con los que cada uno ocupa cada asiento casi las "
        "mismas veces.",
        "Ein Spielplan hat die Zugfolgen, mit denen jeder jeden Platz etwa gleich oft hat.",
        source="decided",
    ),
    Rule(
        "TN-DUTCH-1",
        "The Dutch system is for one point, a half and none.",
        "El sistema holandés es para un punto, medio y cero.",
        "Das Holländische System gilt für einen Punkt, einen halben und keinen.",
        source="FIDE C.04.3",
    ),
    Rule(
        "TN-DUTCH-2",
        "A program pairs no more players than it can.",
        "Un programa no empareja más jugadores de los que puede.",
        "Ein Programm lost nicht mehr Spieler aus, als es kann.",
        source="decided",
    ),
    Rule(
        "TN-DUTCH-3",
        "A pairing by the Dutch system meets its absolute criteria: no opponent and no bye twice, "
        "and nobody three times in a row the same turn; entrants who are kept apart do not meet.",
        "Un emparejamiento holandés cumple los criterios absolutos: ni rival ni descanso dos "
        "veces, y nadie con el mismo turno tres veces seguidas; quienes no deben enfrentarse no "
        "se enfrentan.",
        "Eine holländische Auslosung erfüllt die absoluten Kriterien: kein Gegner und keine "
        "spielfreie Runde zweimal, niemand dreimal in Folge mit derselben Farbe; wer ferngehalten "
        "wird, trifft nicht aufeinander.",
        source="FIDE C.04.3, C.1 to C.3",
    ),
    Rule(
        "TN-ROBIN-1",
        "A round robin for two seats follows the Berger tables.",
        "Una liga de dos asientos sigue las tablas de Berger.",
        "Ein Rundenturnier für zwei Plätze folgt den Berger-Tabellen.",
        source="FIDE C.05, annex 1",
    ),
    Rule(
        "TN-ROBIN-2",
        "Where a schedule exists in which everybody meets everybody once at larger tables, a round "
        "robin follows it.",
        "Si existe un calendario en que todos se enfrentan una vez en mesas mayores, la liga lo "
        "sigue.",
        "Gibt es einen Spielplan, in dem sich an größeren Tischen alle einmal treffen, folgt ihm "
        "das Rundenturnier.",
        source="decided",
    ),
    Rule(
        "TN-ROBIN-3",
        "With changing partners, everybody plays once with and twice against everybody, where such "
        "a schedule exists.",
        "Con parejas cambiantes, cada uno juega una vez con cada otro y dos veces contra él, si "
        "existe tal calendario.",
        "Mit wechselnden Partnern spielt jeder einmal mit und zweimal gegen jeden, wo es einen "
        "solchen Spielplan gibt.",
        source="decided",
    ),
    Rule(
        "TN-ROBIN-4",
        "Otherwise a round robin goes on until everybody has met everybody.",
        "En los demás casos, la liga sigue hasta que todos se hayan enfrentado.",
        "Sonst dauert ein Rundenturnier, bis sich alle getroffen haben.",
        source="decided",
    ),
    Rule(
        "TN-ROBIN-5",
        "A round robin is possible if 100 rounds suffice.",
        "Una liga es posible si bastan 100 rondas.",
        "Ein Rundenturnier ist möglich, wenn 100 Runden genügen.",
        source="decided",
    ),
    Rule(
        "TN-KO-1",
        "A bracket determines which matches the players of each match come from.",
        "Un cuadro fija de qué partidos salen los jugadores de cada partido.",
        "Ein Turnierbaum legt fest, aus welchen Spielen die Spieler jedes Spiels kommen.",
        source="decided",
    ),
    Rule(
        "TN-KO-2",
        "The winner of a match played in it.",
        "El ganador de un partido jugó en él.",
        "Der Sieger eines Spiels hat darin gespielt.",
        source="decided",
    ),
    Rule(
        "TN-KO-3",
        "Players are assigned to heats and groups in order of rank, back and forth.",
        "Los jugadores se reparten en series y grupos desde el mejor, de ida y vuelta.",
        "Spieler werden vom Besten an hin und zurück auf Vorläufe und Gruppen verteilt.",
        source="decided",
    ),
    Rule(
        "TN-KO-4",
        "A tie for the last place that advances must be broken first.",
        "Un empate por el último puesto que avanza debe resolverse antes.",
        "Ein Gleichstand um den letzten Platz, der weiterkommt, muss erst aufgelöst werden.",
        source="decided",
    ),
    Rule(
        "TN-GROUP-1",
        "The best of each group enter the final in order of their places, so that players of one "
        "group meet again as late as possible.",
        "Los mejores de cada grupo entran en la final por orden de puesto, de modo que los de un "
        "mismo grupo se reencuentren lo más tarde posible.",
        "Die Besten jeder Gruppe kommen nach ihren Plätzen ins Finale, so dass Spieler einer "
        "Gruppe möglichst spät wieder aufeinandertreffen.",
        source="decided",
    ),
    Rule(
        "TN-GROUP-2",
        "The place in a group follows from its own rounds; if the announced tie-breaks leave "
        "entrants level, the lot decides who qualifies.",
        "El puesto en un grupo resulta de sus propias rondas; si los desempates anunciados dejan "
        "iguales a varios, el sorteo decide quién se clasifica.",
        "Der Platz in einer Gruppe folgt aus deren Runden; lassen die ausgeschriebenen Wertungen "
        "Teilnehmer gleichauf, entscheidet das Los, wer weiterkommt.",
        source="decided",
    ),
    Rule(
        "TN-GROUP-3",
        "In the rounds of groups, the players of a table are of one group.",
        "En las rondas de grupos, los jugadores de una mesa son del mismo grupo.",
        "In den Gruppenrunden sind die Spieler eines Tisches aus einer Gruppe.",
        source="decided",
    ),
)
