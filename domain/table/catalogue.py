"""The rules of the table, which apply to every ruleset (TB)."""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Rule
from domain.table.catalogue_of_seats import OF_SEATS
from domain.table.catalogue_of_terms import OF_TERMS

_RULES: Final = (
    *OF_SEATS,
    Rule(
        "TB-ACT-1",
        "A game starts when the last seat is taken; nobody can act before that.",
        "La partida empieza cuando se ocupa el último asiento; antes nadie puede actuar.",
        "Eine Partie beginnt, wenn der letzte Platz besetzt ist; vorher kann niemand handeln.",
        source="decided",
    ),
    Rule(
        "TB-ACT-2",
        "Nobody can act after the game is over or called off.",
        "Nadie puede actuar después de que la partida termine o se cancele.",
        "Nach dem Ende oder der Absage der Partie kann niemand mehr handeln.",
        source="decided",
    ),
    Rule(
        "TB-ACT-3",
        "Players act for their own seats. The host can seat house bots, free seats and call the "
        "game off before it starts; an arbiter can decide the game or call it off.",
        "Cada jugador actúa por su asiento. Quien creó la partida puede sentar bots, liberar "
        "asientos y cancelarla antes de que empiece; un árbitro puede decidirla o cancelarla.",
        "Jeder Spieler handelt für seinen Platz. Wer die Partie eröffnet hat, kann Hausbots "
        "setzen, Plätze räumen und sie vor dem Start absagen; ein Schiedsrichter kann sie "
        "entscheiden oder abbrechen.",
        source="decided",
    ),
    Rule(
        "TB-ACT-4",
        "A game accepts only the actions of its own ruleset and those of the table.",
        "Una partida solo acepta las acciones de su reglamento y las de la mesa.",
        "Eine Partie nimmt nur die Aktionen ihres Regelwerks und die des Tisches an.",
        source="decided",
    ),
    Rule(
        "TB-RESIGN-1",
        "A player who has resigned decides nothing more; a house bot plays on, unless the rules of "
        "the game let the player leave.",
        "Un jugador que abandonó ya no decide nada; sigue un bot de la casa, salvo que las reglas "
        "del juego permitan abandonar la mesa.",
        "Wer aufgegeben hat, entscheidet nichts mehr; ein Hausbot spielt weiter, außer wenn die "
        "Spielregeln das Verlassen der Partie erlauben.",
        source="decided",
    ),
    Rule(
        "TB-RESIGN-2",
        "When all sides but one have resigned or are out of the game, that side wins.",
        "Cuando todos los bandos menos uno abandonaron o quedaron fuera, gana ese bando.",
        "Haben alle Parteien bis auf eine aufgegeben oder sind ausgeschieden, gewinnt diese.",
        source="decided",
    ),
    Rule(
        "TB-RESIGN-3",
        "A player who is out of the game cannot resign.",
        "Un jugador que quedó fuera de la partida no puede abandonar.",
        "Wer ausgeschieden ist, kann nicht aufgeben.",
        source="decided",
    ),
    Rule(
        "TB-DRAW-1",
        "House bots do not agree to draws, so nobody can offer a draw in a game with one.",
        "Los bots de la casa no aceptan tablas: en una partida con uno, nadie puede ofrecerlas.",
        "Hausbots stimmen keinem Remis zu; in einer Partie mit Hausbot kann niemand Remis "
        "anbieten.",
        source="decided",
    ),
    Rule(
        "TB-DRAW-2",
        "Only one draw can be on offer at a time.",
        "Solo puede haber una oferta de tablas a la vez.",
        "Es kann immer nur ein Remis angeboten sein.",
        source="decided",
    ),
    Rule(
        "TB-DRAW-3",
        "You can accept or decline only a draw that someone else has offered and that you have not "
        "accepted yet.",
        "Solo puedes aceptar o rechazar tablas que ofreció otro y que todavía no aceptaste.",
        "Du kannst nur ein Remis annehmen oder ablehnen, das jemand anders angeboten hat und das "
        "du noch nicht angenommen hast.",
        source="decided",
    ),
    Rule(
        "TB-DRAW-4",
        "When everyone who has not resigned accepts, the game ends in a draw between their sides.",
        "Si aceptan todos los que no abandonaron, la partida termina en tablas entre sus bandos.",
        "Nehmen alle an, die nicht aufgegeben haben, endet die Partie remis zwischen ihren "
        "Parteien.",
        source="decided",
    ),
    Rule(
        "TB-ABORT-1",
        "The host can call a game off only before it starts.",
        "Quien creó la partida solo puede cancelarla antes de que empiece.",
        "Wer die Partie eröffnet hat, kann sie nur vor dem Start absagen.",
        source="decided",
    ),
    *OF_TERMS,
    Rule(
        "TB-HINT-1",
        "A player can ask for hints only in a game without other people; the log shows each hint.",
        "Solo puedes pedir pistas en una partida sin otras personas; el registro muestra cada "
        "pista.",
        "Tipps gibt es nur in einer Partie ohne andere Menschen; das Protokoll zeigt jeden Tipp.",
        source="decided",
    ),
    Rule(
        "TB-HINT-2",
        "A hint is about a decision that is due.",
        "Una pista es sobre una decisión pendiente.",
        "Ein Tipp gilt einer Entscheidung, die ansteht.",
        source="decided",
    ),
    Rule(
        "TB-MOMENT-1",
        "Before chance answers with dice, lots or cards, it draws the moment: once for everything "
        "up to the next decision, with the next number.",
        "Antes de responder con dados, sorteos o tarjetas, el azar sortea el momento: una sola vez "
        "para todo hasta la próxima decisión, con el número siguiente.",
        "Bevor der Zufall mit Würfeln, Losen oder Karten antwortet, zieht er den Moment: einmal "
        "für alles bis zur nächsten Entscheidung, mit der nächsten Nummer.",
        source="decided",
    ),
    Rule(
        "TB-MOMENT-2",
        "While chance has to draw, players can only agree to go on without links; an arbiter can "
        "end the game.",
        "Mientras le toca al azar, los jugadores solo pueden acordar seguir sin eslabones; un "
        "árbitro puede terminar la partida.",
        "Solange der Zufall am Zug ist, können die Spieler nur vereinbaren, ohne Kettenglieder "
        "weiterzuspielen; ein Schiedsrichter kann die Partie beenden.",
        source="decided",
    ),
    Rule(
        "TB-MOMENT-3",
        "A moment depends on the links of all witnesses and of all players in the game that have a "
        "chain; each link fits its chain, and each witness signs.",
        "Un momento depende de los eslabones de todos los testigos y de todos los jugadores en la "
        "partida que tienen una cadena; cada eslabón encaja en su cadena y cada testigo firma.",
        "Ein Moment hängt von den Kettengliedern aller Zeugen und aller Spieler in der Partie ab, "
        "die eine Kette haben; jedes Glied passt zu seiner Kette, und jeder Zeuge signiert.",
        source="decided",
    ),
    Rule(
        "TB-MOMENT-4",
        "A player gives the link of the moment that is due, after the decision is in the log and "
        "for its head.",
        "Un jugador da el eslabón del momento que corresponde, cuando la decisión ya está en el "
        "registro y para la cabeza de este.",
        "Ein Spieler gibt das Kettenglied des Moments, der ansteht, nachdem die Entscheidung im "
        "Protokoll steht, und für dessen Kopf.",
        source="decided",
    ),
    Rule(
        "TB-MOMENT-5",
        "All people in the game together can waive the links that are due for one moment, but not "
        "in a game with witnesses; the moment then depends on no link and lists whose links are "
        "missing.",
        "Se renuncia a los eslabones de un solo momento, solo si lo acuerdan todas las personas "
        "que siguen en juego y no en una partida con testigos; el momento no depende entonces de "
        "ningún eslabón e indica de quiénes faltan.",
        "Auf Kettenglieder wird nur für einen Moment verzichtet, nur wenn alle Menschen zustimmen, "
        "die noch mitspielen, und nicht in einer Partie mit Zeugen; der Moment hängt dann von "
        "keinem ab und nennt, wessen fehlen.",
        source="decided",
    ),
    Rule(
        "TB-JUDGE-1",
        "An arbiter ends a game with one winning side or as a draw between several; each side is "
        "named once.",
        "Un árbitro termina la partida con un bando ganador o en tablas entre varios; cada bando "
        "se nombra una vez.",
        "Ein Schiedsrichter beendet die Partie mit einer siegreichen Partei oder remis zwischen "
        "mehreren; jede Partei wird einmal genannt.",
        source="decided",
    ),
    Rule(
        "TB-JUDGE-2",
        "No arbiter ends a game of a tournament: its own arbiters decide in the tournament, which "
        "ends the game.",
        "Ningún árbitro termina una partida de un torneo: los árbitros del torneo deciden en él, y "
        "eso termina la partida.",
        "Kein Schiedsrichter beendet eine Partie eines Turniers: Dessen Schiedsrichter entscheiden "
        "im Turnier, und das beendet die Partie.",
        source="decided",
    ),
)

CATALOGUE: Final[Mapping[str, Rule]] = {rule.id: rule for rule in _RULES}
