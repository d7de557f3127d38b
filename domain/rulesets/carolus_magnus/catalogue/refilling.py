"""The rules of Carolus Magnus for refilling reserves, and for clans missing in the supply."""

from typing import Final

from domain.ruleset import Rule

REFILLING: Final = (
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
        "You roll as many dice at once as paladins are missing from a full reserve of 7 (9 with "
        "three players).",
        "Tiras a la vez tantos dados como paladines faltan para una reserva completa de 7 (9 con "
        "tres jugadores).",
        "Du würfelst auf einmal mit so vielen Würfeln, wie zur vollen Reserve von 7 (9 bei drei "
        "Spielern) Paladine fehlen.",
        source="S1, S2, S3, decided",
    ),
    Rule(
        "CM-FILL-3",
        "A die has six equally likely faces, the five clans and a crown; the dice are independent "
        "of each other.",
        "Un dado tiene seis caras igual de probables, los cinco clanes y una corona; los dados son "
        "independientes entre sí.",
        "Ein Würfel hat sechs gleich wahrscheinliche Seiten, die fünf Clans und eine Krone; die "
        "Würfel sind voneinander unabhängig.",
        source="S1, S3",
    ),
    Rule(
        "CM-FILL-4",
        "First each coloured die takes a paladin of its clan, in the order blue, green, pink, red, "
        "yellow. A die whose clan cannot be taken counts as a crown.",
        "Primero cada dado de color toma un paladín de su clan, en el orden azul, verde, rosa, "
        "rojo, amarillo. Un dado cuyo clan no se puede tomar cuenta como corona.",
        "Zuerst nimmt jeder Farbwürfel einen Paladin seines Clans, in der Folge Blau, Grün, Rosa, "
        "Rot, Gelb. Ein Würfel, dessen Clan nicht zu nehmen ist, zählt als Krone.",
        source="S1, S2, S3, decided",
    ),
    Rule(
        "CM-FILL-5",
        "You choose as many clans as there are crowns, but no more than there are paladins left to "
        "take, from the supply or through equal returns.",
        "Eliges tantos clanes como coronas haya, pero no más que los paladines que aún se pueden "
        "tomar, del fondo común o mediante devoluciones equitativas.",
        "Du wählst so viele Clans, wie Kronen da sind, aber höchstens so viele, wie noch Paladine "
        "zu nehmen sind, aus dem Vorrat oder durch gleiche Rückgabe.",
        source="decided",
    ),
    Rule(
        "CM-FILL-6",
        "When you have seen all dice, you choose exactly as many clans as are due, in one "
        "decision; clans may repeat. If none is due, there is no decision.",
        "Después de ver todos los dados, eliges en una sola decisión exactamente tantos clanes "
        "como corresponde; se pueden repetir. Si no corresponde ninguno, no hay decisión.",
        "Wenn alle Würfel gefallen sind, wählst du mit einer Entscheidung genau so viele Clans, "
        "wie zu wählen sind, auch mehrmals denselben. Ist keiner zu wählen, entfällt die "
        "Entscheidung.",
        source="S1, S2, S3",
    ),
    Rule(
        "CM-FILL-7",
        "The chosen clans are taken in the order of the list; if one of them cannot be taken, the "
        "whole list is rejected and nothing changes.",
        "Los clanes elegidos se toman en el orden de la lista; si alguno no se puede tomar, se "
        "rechaza la lista entera y nada cambia.",
        "Die gewählten Clans werden in der Reihenfolge der Liste genommen; ist einer nicht zu "
        "nehmen, wird die ganze Liste abgelehnt, und nichts ändert sich.",
        source="decided",
    ),
    Rule(
        "CM-FILL-8",
        "Crowns for which no paladin can be taken are lost: the reserve stays incomplete.",
        "Las coronas para las que no se puede tomar ningún paladín se pierden: la reserva queda "
        "incompleta.",
        "Kronen, für die kein Paladin zu nehmen ist, verfallen: Die Reserve bleibt unvollständig.",
        source="decided",
    ),
    Rule(
        "CM-FILL-9",
        "After the refill the turn ends. In yucata the refill is the same: a joker drawn in it is "
        "a crown and is exchanged at once.",
        "Tras la reposición acaba el turno. En yucata es igual: un comodín que sale en ella es una "
        "corona y se canjea al momento.",
        "Nach dem Auffüllen endet der Zug. In yucata ist es genauso: Ein dabei gezogener Joker ist "
        "eine Krone und wird sofort eingetauscht.",
        source="S2",
    ),
    # --- When a clan is missing in the supply
    Rule(
        "CM-RET-1",
        "If you have to take a paladin of a clan that the supply has run out of, an equal return "
        "of that clan comes first; if the supply is still empty, nothing is taken.",
        "Si hay que tomar un paladín de un clan que falta en el fondo común, antes se hace una "
        "devolución equitativa de ese clan; si sigue sin haber ninguno, no se toma nada.",
        "Ist ein Paladin zu nehmen, dessen Clan im Vorrat fehlt, gibt es zuerst eine gleiche "
        "Rückgabe dieses Clans; hat der Vorrat dann noch immer keinen, wird nichts genommen.",
        source="S1, S3, decided",
    ),
    Rule(
        "CM-RET-2",
        "In an equal return every player moves the same number of paladins of the clan from court "
        "to supply: as many as the court with the fewest has.",
        "En una devolución equitativa, cada jugador pasa de su corte al fondo común el mismo "
        "número de paladines del clan: tantos como tiene la corte que menos tiene.",
        "Bei einer gleichen Rückgabe legt jeder Spieler gleich viele Paladine des Clans aus seinem "
        "Hof in den Vorrat: so viele, wie der Hof mit den wenigsten hat.",
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
        "An equal return happens only when a paladin has to be taken, never in advance; paladins "
        "in reserves and territories are never returned.",
        "Una devolución equitativa se hace solo cuando hay que tomar un paladín, nunca antes; los "
        "paladines de las reservas y de los territorios no se devuelven.",
        "Eine gleiche Rückgabe gibt es nur, wenn ein Paladin zu nehmen ist, nie im Voraus; "
        "Paladine aus Reserven und Gebieten werden nie zurückgegeben.",
        source="S1, S3, decided",
    ),
)
