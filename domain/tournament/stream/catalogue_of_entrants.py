"""The rules of tournaments about entrants: who enters, leaves, rests and is here (TN)."""

from typing import Final

from domain.ruleset import Rule

OF_ENTRANTS: Final = (
    Rule(
        "TN-ENTER-1",
        "Entrants enter while registration is open and there is room, or late, up to the "
        "announced round.",
        "Los participantes se inscriben mientras la inscripción está abierta y hay lugar, o más "
        "tarde, hasta la ronda anunciada.",
        "Teilnehmer melden sich an, solange die Anmeldung offen und Platz ist, oder später bis "
        "zur ausgeschriebenen Runde.",
        source="decided",
    ),
    Rule(
        "TN-ENTER-2",
        "A tournament may require a code, or have a list of the accounts that can enter.",
        "Un torneo puede exigir un código o tener una lista de las cuentas que pueden inscribirse.",
        "Ein Turnier kann einen Code verlangen oder eine Liste der Konten haben, die sich "
        "anmelden können.",
        source="decided",
    ),
    Rule(
        "TN-ENTER-3",
        "A person enters a tournament once: no account and no guest key occurs twice.",
        "Una persona se inscribe una sola vez: ninguna cuenta ni clave de invitado se repite.",
        "Wer mitspielt, meldet sich einmal an: Kein Konto und kein Gastschlüssel kommt doppelt "
        "vor.",
        source="decided",
    ),
    Rule(
        "TN-ENTER-4",
        "A player enters under a visible name that does not read like that of an entrant or an "
        "arbiter: case, width, accents, vowel points and invisible characters make no difference, "
        "nor does a choice among Latin, Greek and Cyrillic letters and digits that look alike.",
        "Un jugador se inscribe con un nombre visible que no se lea como el de un "
        "participante o un árbitro: no cuentan como diferencia mayúsculas, ancho, acentos, "
        "puntos vocálicos ni caracteres invisibles, ni cuál de las letras latinas, griegas y "
        "cirílicas y cifras de igual aspecto lleve.",
        "Ein Spieler meldet sich unter einem sichtbaren Namen an, der sich nicht wie der eines "
        "Teilnehmers oder Schiedsrichters liest: Groß- und Kleinschreibung, Breite, Akzente, "
        "Vokalpunkte und unsichtbare Zeichen machen keinen Unterschied, auch nicht, welche der "
        "gleich aussehenden lateinischen, griechischen und kyrillischen Buchstaben und Ziffern er "
        "hat.",
        source="decided",
    ),
    Rule(
        "TN-ENTER-5",
        "A player has an account, is a guest at a real table, or is a house bot; guests and bots "
        "only where that was announced.",
        "Un jugador tiene una cuenta, es un invitado en una mesa real o es un bot de la casa; "
        "invitados y bots solo si se anunció.",
        "Ein Spieler hat ein Konto, ist Gast an einem echten Tisch oder ein Hausbot; Gäste und "
        "Bots nur, wo das ausgeschrieben ist.",
        source="decided",
    ),
    Rule(
        "TN-ENTER-6",
        "An entry has as many people as the tournament announced: one person, or a fixed pair.",
        "Una inscripción tiene tantas personas como se anunció: una sola o una pareja fija.",
        "Eine Anmeldung nennt so viele Personen wie ausgeschrieben: eine, oder ein festes Paar.",
        source="decided",
    ),
    Rule(
        "TN-ENTER-7",
        "Entrants can commit to a chain of links if the tournament has check-in; each chain "
        "belongs to one entrant.",
        "Los participantes pueden comprometerse con una cadena de eslabones si el torneo tiene "
        "confirmación de presencia; cada cadena es de un solo participante.",
        "Teilnehmer können sich auf eine Kette festlegen, wenn das Turnier eine "
        "Anwesenheitsmeldung hat; jede Kette gehört zu einem Teilnehmer.",
        source="decided",
    ),
    Rule(
        "TN-ENTER-8",
        "The organiser or an arbiter states a rating; players do not rate themselves.",
        "El organizador o un árbitro indica el puntaje de clasificación; nadie se lo asigna por "
        "su cuenta.",
        "Wertungszahlen geben Veranstalter oder Schiedsrichter an; niemand bewertet sich selbst.",
        source="decided",
    ),
    Rule(
        "TN-ENTER-9",
        "A pair that a player enters is in the tournament when the partner confirms, with an "
        "account of their own, and only as the partner saw it; each player asks at most 10 times.",
        "La pareja que inscribe un jugador entra en el torneo cuando la otra persona lo "
        "confirma con su propia cuenta, y solo tal como la vio; cada jugador lo pide como máximo "
        "10 veces.",
        "Ein Paar, das ein Spieler anmeldet, ist im Turnier, sobald der Partner mit eigenem "
        "Konto zustimmt, und nur so, wie er es gesehen hat; jeder Spieler fragt höchstens 10-mal.",
        source="decided",
    ),
    Rule(
        "TN-NAME-1",
        "People can read every name: its characters are visible, each mark follows a letter of its "
        "own script, and no letter has more marks than that script needs. Invisible joiners and "
        "selectors occur only within words and pictures that need them.",
        "Todo nombre se puede leer: sus caracteres son visibles, cada marca sigue a una letra de "
        "su propia escritura y ninguna letra lleva más marcas de las que esa escritura necesita. "
        "Los caracteres invisibles de unión y de selección solo aparecen dentro de palabras y "
        "dibujos que los necesitan.",
        "Jeder Name ist lesbar: Seine Zeichen sind sichtbar, jedes Beizeichen folgt auf einen "
        "Buchstaben seiner eigenen Schrift, und kein Buchstabe hat mehr davon, als diese Schrift "
        "braucht. Unsichtbare Verbinder und Auswahlzeichen stehen nur in Wörtern und Bildzeichen, "
        "die sie brauchen.",
        source="decided",
    ),
    Rule(
        "TN-LEAVE-1",
        "Only an entrant who is in the tournament can withdraw, rest or be expelled; one who "
        "leaves during a game gives it up, and the others at the table go on.",
        "Solo quien sigue en el torneo puede retirarse, descansar o ser expulsado; quien se va "
        "durante una partida la abandona, y los demás de la mesa siguen.",
        "Nur wer im Turnier ist, kann sich zurückziehen, aussetzen oder ausgeschlossen werden; wer "
        "während einer Partie geht, gibt sie auf, und die anderen am Tisch spielen weiter.",
        source="decided",
    ),
    Rule(
        "TN-LEAVE-2",
        "An arbiter can reinstate only an entrant who withdrew or was expelled.",
        "Un árbitro solo puede readmitir a quien se retiró o fue expulsado.",
        "Ein Schiedsrichter kann nur Teilnehmer wieder zulassen, die zurückgezogen haben oder "
        "ausgeschlossen wurden.",
        source="decided",
    ),
    Rule(
        "TN-LEAVE-3",
        "An entrant who is out when a round opens loses by forfeit at the table of that round.",
        "Quien está fuera cuando se abre una ronda pierde por incomparecencia en su mesa.",
        "Wer bei Beginn einer Runde nicht mehr dabei ist, verliert am Tisch dieser Runde kampflos.",
        source="decided",
    ),
    Rule(
        "TN-LEAVE-4",
        "If a player who takes over withdraws before playing, the previous player still plays "
        "the round that is paired; if the entrant is expelled, that table is lost, too.",
        "Si quien reemplaza a un jugador se retira antes de jugar, el jugador anterior juega "
        "igualmente la ronda ya emparejada; si se expulsa al participante, también pierde esa"
        " mesa.",
        "Zieht sich jemand zurück, der für einen anderen eingesprungen ist und noch nicht "
        "gespielt hat, spielt der bisherige Spieler die ausgeloste Runde trotzdem; wird der "
        "Teilnehmer ausgeschlossen, ist auch dieser Tisch verloren.",
        source="decided",
    ),
    Rule(
        "TN-REPLACE-1",
        "An arbiter can replace a player of an entry that is in the tournament, while a round is "
        "still to be paired.",
        "Un árbitro puede reemplazar a un jugador de una inscripción que sigue en el torneo "
        "mientras quede una ronda por emparejar.",
        "Ein Schiedsrichter kann einen Spieler ersetzen, dessen Meldung noch im Turnier ist, "
        "solange noch eine Runde auszulosen ist.",
        source="decided",
    ),
    Rule(
        "TN-REPLACE-2",
        "The person who takes over has an account, which is on the list if there is one, or is a "
        "guest at a real table; house bots replace nobody.",
        "Quien entra tiene una cuenta, que está en la lista si la hay, o es un invitado en una "
        "mesa real; los bots de la casa no reemplazan a nadie.",
        "Wer einspringt, hat ein Konto, das auf der Liste steht, wenn es eine gibt, oder ist Gast "
        "an einem echten Tisch; Hausbots ersetzen niemanden.",
        source="decided",
    ),
    Rule(
        "TN-REPLACE-3",
        "Nobody plays for two entries: the person who takes over has never played for another "
        "one. A player who was replaced can come back to the same entry.",
        "Nadie juega por dos inscripciones: quien entra nunca jugó por otra. Quien fue reemplazado "
        "puede volver a la misma.",
        "Niemand spielt für zwei Meldungen: Wer einspringt, hat nie für eine andere gespielt. Ein "
        "ersetzter Spieler kann zur selben Meldung zurückkehren.",
        source="decided",
    ),
    Rule(
        "TN-REPLACE-4",
        "No arbiter of a tournament takes over from a player.",
        "Ningún árbitro de un torneo reemplaza a un jugador.",
        "Kein Schiedsrichter eines Turniers springt für einen Spieler ein.",
        source="decided",
    ),
    Rule(
        "TN-REPLACE-5",
        "The name of the person who takes over is visible, and reads like that of nobody else in "
        "the tournament, the replaced player included.",
        "El nombre de quien entra es visible y no se lee como el de nadie más en el torneo, "
        "tampoco como el del jugador reemplazado.",
        "Der Name dessen, der einspringt, ist sichtbar und liest sich wie kein anderer im Turnier, "
        "auch nicht wie der des ersetzten Spielers.",
        source="decided",
    ),
    Rule(
        "TN-REST-1",
        "Entrants of a Swiss tournament can request byes of the announced kinds, up to the "
        "announced number; an arbiter can give others, but not the bye of the pairing.",
        "En un torneo suizo se pueden pedir descansos de los tipos anunciados, hasta el número "
        "anunciado; un árbitro puede dar otros, pero no el del emparejamiento.",
        "In einem Schweizer Turnier kann man die ausgeschriebenen Arten spielfreier Runden bis zur "
        "ausgeschriebenen Zahl verlangen; ein Schiedsrichter kann andere geben, aber nicht die der "
        "Auslosung.",
        source="decided",
    ),
    Rule(
        "TN-REST-2",
        "A bye is for a round that is not paired yet, one for each entrant.",
        "Un descanso es para una ronda aún no emparejada, uno por participante.",
        "Spielfrei gibt es für eine Runde, die noch nicht ausgelost ist, je Teilnehmer einmal.",
        source="decided",
    ),
    Rule(
        "TN-BAR-1",
        "An arbiter can keep two different entrants apart, and later let them meet again.",
        "Un árbitro puede impedir que dos participantes distintos se enfrenten, y luego volver a "
        "permitirlo.",
        "Ein Schiedsrichter kann zwei verschiedene Teilnehmer voneinander fernhalten und das "
        "später aufheben.",
        source="decided",
    ),
    Rule(
        "TN-CHECKIN-1",
        "Check-in opens once for the next round, if the tournament announced it.",
        "La confirmación de presencia se abre una vez para la ronda siguiente, si se anunció.",
        "Die Anwesenheitsmeldung öffnet einmal für die nächste Runde, wenn sie ausgeschrieben ist.",
        source="decided",
    ),
    Rule(
        "TN-CHECKIN-2",
        "Entrants who are in the tournament check in once while check-in is open; later only an "
        "arbiter admits them.",
        "Los participantes confirman su presencia una vez mientras el plazo está abierto; después "
        "solo los admite un árbitro.",
        "Teilnehmer melden sich einmal anwesend, solange das offen ist; später lässt sie nur ein "
        "Schiedsrichter zu.",
        source="decided",
    ),
    Rule(
        "TN-CHECKIN-3",
        "An entrant who has a chain checks in with its link for the round.",
        "Quien tiene una cadena confirma su presencia con el eslabón de la ronda.",
        "Wer eine Kette hat, meldet sich mit deren Glied für die Runde anwesend.",
        source="decided",
    ),
    Rule(
        "TN-CHECKIN-4",
        "From the closing of check-in until the round is paired, nobody enters, withdraws, returns "
        "or requests a bye.",
        "Desde el cierre de la confirmación hasta el emparejamiento, nadie se inscribe, se retira, "
        "vuelve ni pide un descanso.",
        "Vom Ende der Anwesenheitsmeldung bis zur Auslosung meldet sich niemand an, ab oder "
        "zurück, und niemand verlangt spielfrei.",
        source="decided",
    ),
)
