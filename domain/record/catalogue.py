"""The rules of a record, which apply to every ruleset (RC): what makes a record proof of a game."""

from collections.abc import Mapping
from typing import Final

from domain.record.catalogue_of_tournaments import RULES_OF_TOURNAMENTS
from domain.ruleset import Rule

_RULES: Final = (
    Rule(
        "RC-FORM-1",
        "A record has the form of its format, as JSON or as text, and contains nothing twice.",
        "Un registro tiene la forma de su formato, en JSON o en texto, y no contiene nada dos "
        "veces.",
        "Eine Aufzeichnung hat die Form ihres Formats, als JSON oder als Text, und enthält nichts "
        "doppelt.",
        source="decided",
    ),
    Rule(
        "RC-OPEN-1",
        "The first entry opens the game with the ruleset, options and dice that the record names.",
        "La primera entrada abre la partida con el reglamento, las opciones y los dados que indica "
        "el registro.",
        "Der erste Eintrag eröffnet die Partie mit Regelwerk, Optionen und Würfeln, die die "
        "Aufzeichnung nennt.",
        source="decided",
    ),
    Rule(
        "RC-STEP-1",
        "Every entry changes the game.",
        "Cada entrada cambia la partida.",
        "Jeder Eintrag ändert die Partie.",
        source="decided",
    ),
    Rule(
        "RC-TIME-1",
        "In a game with a clock no entry is earlier than the one before it.",
        "En una partida con reloj ninguna entrada es anterior a la que la precede.",
        "In einer Partie mit Uhr ist kein Eintrag früher als der vorige.",
        source="decided",
    ),
    Rule(
        "RC-TIME-2",
        "Entries are in the order of their times; the service never writes one that is earlier "
        "than the one before it.",
        "Las entradas siguen el orden de sus horas; el servidor nunca escribe una anterior a la "
        "que la precede.",
        "Einträge folgen ihrer Zeit; der Server schreibt nie einen, der früher ist als der vorige.",
        source="decided",
    ),
    Rule(
        "RC-DICE-1",
        "Fair dice have a commitment, the SHA-256 of their secret; recorded dice have neither.",
        "Los dados justos tienen un compromiso, el SHA-256 de su secreto; los anotados no tienen "
        "ni compromiso ni secreto.",
        "Faire Würfel haben eine Festlegung, das SHA-256 ihres Geheimnisses; notierte haben keins "
        "von beiden.",
        source="decided",
    ),
    Rule(
        "RC-DICE-2",
        "Every random result follows from the secret, the id of the game, what seats and witnesses "
        "contributed, and the number of its moment.",
        "Cada resultado al azar se deriva del secreto, el identificador de la partida, lo que "
        "aportaron los asientos y los testigos, y el número de su momento.",
        "Jedes Zufallsergebnis folgt aus dem Geheimnis, der Kennung der Partie, den Beiträgen von "
        "Plätzen und Zeugen und der Nummer seines Moments.",
        source="decided",
    ),
    Rule(
        "RC-DICE-3",
        "The secret of fair dice is revealed when the game is over; until then, the dice cannot be "
        "proved.",
        "El secreto de los dados justos se revela al terminar la partida; hasta entonces no se "
        "pueden verificar.",
        "Das Geheimnis fairer Würfel wird am Ende der Partie offengelegt; bis dahin lassen sie "
        "sich nicht beweisen.",
        source="decided",
    ),
    Rule(
        "RC-DICE-4",
        "Dice rolled elsewhere are legal but cannot be verified.",
        "Los dados tirados en otro lugar son legales, pero no se pueden verificar.",
        "Anderswo geworfene Würfel sind erlaubt, lassen sich aber nicht überprüfen.",
        source="decided",
    ),
    Rule(
        "RC-DICE-5",
        "At least one player contributes 16 bytes of entropy to fair dice, so that nobody can "
        "choose them by trying out secrets.",
        "Al menos un jugador aporta 16 bytes de entropía a los dados justos, para que nadie pueda "
        "elegirlos probando secretos.",
        "Mindestens ein Spieler steuert 16 Byte Entropie zu fairen Würfeln bei, damit niemand sie "
        "durch Ausprobieren von Geheimnissen wählen kann.",
        source="decided",
    ),
    Rule(
        "RC-DICE-6",
        "Every moment of fair dice depends on the links that are due; players can agree to go on "
        "without them, so that the operator could foresee these dice.",
        "Cada momento de los dados justos depende de los eslabones que corresponden; los jugadores "
        "pueden acordar seguir sin ellos, y entonces quien opera el servicio pudo prever esos "
        "dados.",
        "Jeder Moment fairer Würfel hängt von den Kettengliedern ab, die fällig sind; die Spieler "
        "können vereinbaren, darauf zu verzichten, und dann konnte der Betreiber diese Würfel "
        "vorhersehen.",
        source="decided",
    ),
    Rule(
        "RC-DICE-7",
        "Chance answers every decision that calls for it; an arbiter, or the service, can end a "
        "game before it does, and the operator may already know the answer.",
        "El azar responde a cada decisión que lo requiere; un árbitro, o el servidor, puede "
        "terminar la partida antes, y quien opera el servicio quizá ya conozca la respuesta.",
        "Der Zufall antwortet auf jede Entscheidung, die ihn verlangt; ein Schiedsrichter oder der "
        "Server kann die Partie vorher beenden, und der Betreiber kennt die Antwort vielleicht "
        "schon.",
        source="decided",
    ),
    Rule(
        "RC-ORDERS-1",
        "Whenever standing orders answer the decision that is due after the actions of a request, "
        "the next entry is that answer, at the same time.",
        "Siempre que unas órdenes permanentes responden a la decisión pendiente tras las acciones "
        "de una petición, la entrada siguiente es esa respuesta, a la misma hora.",
        "Wann immer Dauerbefehle die Entscheidung beantworten, die nach den Aktionen einer Anfrage "
        "ansteht, ist der nächste Eintrag diese Antwort, zur selben Zeit.",
        source="decided",
    ),
    Rule(
        "RC-SEAT-1",
        "The seats of the record are those that its entries lead to.",
        "Los asientos del registro son los que resultan de sus entradas.",
        "Die Plätze der Aufzeichnung sind die, zu denen ihre Einträge führen.",
        source="decided",
    ),
    Rule(
        "RC-END-1",
        "The outcome of the record is the one that its entries lead to.",
        "El resultado del registro es el que resulta de sus entradas.",
        "Das Ergebnis der Aufzeichnung ist das, zu dem ihre Einträge führen.",
        source="decided",
    ),
    Rule(
        "RC-HEAD-1",
        "The head of the record is the hash of the last event that its entries lead to.",
        "La cabeza del registro es el hash del último evento que resulta de sus entradas.",
        "Der Kopf der Aufzeichnung ist der Hash des letzten Ereignisses, zu dem ihre Einträge "
        "führen.",
        source="decided",
    ),
    Rule(
        "RC-HEAD-2",
        "The head is computed from the events in the format of the version in which the game was "
        "opened.",
        "La cabeza se calcula con los eventos en el formato de la versión con la que se creó la "
        "partida.",
        "Der Kopf wird aus den Ereignissen im Format der Version berechnet, mit der die Partie "
        "eröffnet wurde.",
        source="decided",
    ),
    Rule(
        "RC-HEAD-3",
        "The head of a game that hides something can be verified once its secret is revealed.",
        "La cabeza de una partida que oculta algo se puede verificar cuando se revela su secreto.",
        "Der Kopf einer Partie, die etwas verbirgt, lässt sich überprüfen, sobald ihr Geheimnis "
        "offengelegt ist.",
        source="decided",
    ),
    Rule(
        "RC-SIGN-1",
        "A signature is an Ed25519 signature of a statement about a game, by the key it names.",
        "Una firma es una firma Ed25519 de una declaración sobre una partida, con la clave que "
        "nombra.",
        "Eine Signatur ist eine Ed25519-Signatur einer Erklärung zu einer Partie mit dem "
        "genannten Schlüssel.",
        source="decided",
    ),
    Rule(
        "RC-SIGN-2",
        "The signed statement is the one that the entries of the record lead to.",
        "La declaración firmada es la que resulta de las entradas del registro.",
        "Die signierte Erklärung ist die, zu der die Einträge der Aufzeichnung führen.",
        source="decided",
    ),
    Rule(
        "RC-SIGN-3",
        "A finished game is signed, with a key that the service has published.",
        "Una partida terminada está firmada con una clave que el servidor publicó.",
        "Eine beendete Partie ist mit einem Schlüssel signiert, den der Server veröffentlicht hat.",
        source="decided",
    ),
    Rule(
        "RC-SIGN-4",
        "A receipt is an Ed25519 signature of a statement that a game was opened or started, by "
        "the key it names; the one of the opening comes first.",
        "Un recibo es una firma Ed25519 de una declaración de que una partida se creó o empezó, "
        "con la clave que nombra; el de la creación va primero.",
        "Eine Quittung ist eine Ed25519-Signatur einer Erklärung, dass eine Partie eröffnet wurde "
        "oder begann, mit dem genannten Schlüssel; die der Eröffnung kommt zuerst.",
        source="decided",
    ),
    Rule(
        "RC-SIGN-5",
        "The statement of a receipt is the one that the entries of the record lead to.",
        "La declaración de un recibo es la que resulta de las entradas del registro.",
        "Die Erklärung einer Quittung ist die, zu der die Einträge der Aufzeichnung führen.",
        source="decided",
    ),
    Rule(
        "RC-SIGN-6",
        "A signed game has receipts of its opening and its start, signed with a key that the "
        "service has published.",
        "Una partida firmada tiene recibos de su creación y de su comienzo, firmados con una clave "
        "que el servidor publicó.",
        "Eine signierte Partie hat Quittungen über ihre Eröffnung und ihren Beginn, signiert mit "
        "einem Schlüssel, den der Server veröffentlicht hat.",
        source="decided",
    ),
    Rule(
        "RC-HELD-1",
        "A record contradicts no signed statement about its game or tournament that someone holds.",
        "Un registro no contradice ninguna declaración firmada sobre su partida o torneo que "
        "alguien conserve.",
        "Eine Aufzeichnung widerspricht keiner signierten Erklärung zu ihrer Partie oder ihrem "
        "Turnier, die jemand aufbewahrt hat.",
        source="decided",
    ),
    Rule(
        "RC-HELD-2",
        "No two signed statements about a game or tournament contradict each other.",
        "No hay dos declaraciones firmadas sobre una partida o un torneo que se contradigan.",
        "Keine zwei signierten Erklärungen zu einer Partie oder einem Turnier widersprechen "
        "einander.",
        source="decided",
    ),
    Rule(
        "RC-HELD-3",
        "Every game and tournament about which someone holds a signed statement is among the "
        "records.",
        "Entre los registros están toda partida y todo torneo sobre los que alguien conserve una "
        "declaración firmada.",
        "Unter den Aufzeichnungen sind jede Partie und jedes Turnier, zu denen jemand eine "
        "signierte Erklärung aufbewahrt hat.",
        source="decided",
    ),
    Rule(
        "RC-HELD-4",
        "A statement that someone holds is signed with a key that the service has published.",
        "Una declaración que alguien conserva está firmada con una clave que el servidor publicó.",
        "Eine Erklärung, die jemand aufbewahrt hat, ist mit einem Schlüssel signiert, den der "
        "Server veröffentlicht hat.",
        source="decided",
    ),
    Rule(
        "RC-WITNESS-1",
        "Each witness signed for which head of the log it gave each of its links.",
        "Cada testigo firmó para qué cabeza del registro dio cada uno de sus eslabones.",
        "Jeder Zeuge hat signiert, für welchen Kopf des Protokolls er jedes seiner Kettenglieder "
        "gegeben hat.",
        source="decided",
    ),
    Rule(
        "RC-WITNESS-2",
        "A witness registered the game for a key that the service has published.",
        "Un testigo registró la partida para una clave que el servidor publicó.",
        "Ein Zeuge hat die Partie für einen Schlüssel registriert, den der Server veröffentlicht "
        "hat.",
        source="decided",
    ),
    Rule(
        "RC-WITNESS-3",
        "The auditor trusts every witness of a game.",
        "Quien audita confía en todos los testigos de la partida.",
        "Wer prüft, vertraut jedem Zeugen der Partie.",
        source="decided",
    ),
    Rule(
        "RC-WITNESS-4",
        "A witness registers a game before it is opened, and gives a link after the decision and "
        "before the answer of chance, give or take a minute.",
        "Un testigo registra la partida antes de que se abra, y da un eslabón después de la "
        "decisión y antes de la respuesta del azar, con un minuto de margen.",
        "Ein Zeuge registriert eine Partie, bevor sie eröffnet wird, und gibt ein Kettenglied nach "
        "der Entscheidung und vor der Antwort des Zufalls, bis auf eine Minute.",
        source="decided",
    ),
    Rule(
        "RC-EVENT-1",
        "The events of a game form its hash chain, which begins with the id of the game.",
        "Los eventos de una partida forman su cadena de hashes, que empieza por el identificador "
        "de la partida.",
        "Die Ereignisse einer Partie bilden ihre Hashkette, die mit der Kennung der Partie "
        "beginnt.",
        source="decided",
    ),
    Rule(
        "RC-EVENT-2",
        "The events of a record are those that its entries lead to.",
        "Los eventos del registro son los que resultan de sus entradas.",
        "Die Ereignisse der Aufzeichnung sind die, zu denen ihre Einträge führen.",
        source="decided",
    ),
    Rule(
        "RC-LOG-1",
        "A checkpoint is a signed note with the name, the size and the root of a log, and the key "
        "next to it signed it.",
        "Un punto de control es una nota firmada con el nombre, el tamaño y la raíz de un "
        "registro, y la firmó la clave que lo acompaña.",
        "Ein Kontrollpunkt ist eine signierte Notiz mit Name, Größe und Wurzel eines Protokolls, "
        "und der Schlüssel daneben hat sie signiert.",
        source="decided",
    ),
    Rule(
        "RC-LOG-2",
        "A proof of inclusion leads from what was signed about the game or tournament to the root "
        "of the checkpoint.",
        "Una prueba de inclusión lleva de lo que se firmó sobre la partida o el torneo a la raíz "
        "del punto de control.",
        "Ein Einschlussbeweis führt von dem, was zur Partie oder zum Turnier signiert wurde, zur "
        "Wurzel des Kontrollpunkts.",
        source="decided",
    ),
    Rule(
        "RC-LOG-3",
        "A checkpoint is signed with a key that the service has published.",
        "Un punto de control está firmado con una clave que el servidor publicó.",
        "Ein Kontrollpunkt ist mit einem Schlüssel signiert, den der Server veröffentlicht hat.",
        source="decided",
    ),
    Rule(
        "RC-LOG-4",
        "All checkpoints of a log are of one history: equal sizes have equal roots, and larger "
        "trees continue smaller ones.",
        "Todos los puntos de control de un registro son de una sola historia: a tamaños iguales, "
        "raíces iguales, y los árboles mayores continúan los menores.",
        "Alle Kontrollpunkte eines Protokolls gehören zu einer Geschichte: Gleiche Größen haben "
        "gleiche Wurzeln, und größere Bäume setzen kleinere fort.",
        source="decided",
    ),
    Rule(
        "RC-LOG-5",
        "A signed record proves that the transparency log has everything that was signed about "
        "the game.",
        "Un registro firmado prueba que el registro de transparencia contiene todo lo que se "
        "firmó sobre la partida.",
        "Eine signierte Aufzeichnung beweist, dass das Transparenzprotokoll alles enthält, was "
        "zur Partie signiert wurde.",
        source="decided",
    ),
    Rule(
        "RC-LOG-6",
        "A service has one log, whose origin is `carolus/` and the thumbprint of a key that the "
        "service has published.",
        "Un servidor tiene un solo registro de transparencia, cuyo origen es `carolus/` y la "
        "huella de una clave que el servidor publicó.",
        "Ein Server hat ein einziges Transparenzprotokoll, dessen Ursprung `carolus/` und der "
        "Fingerabdruck eines Schlüssels ist, den der Server veröffentlicht hat.",
        source="decided",
    ),
    Rule(
        "RC-LOG-7",
        "Every witness of the log that the auditor trusts cosigned the checkpoint, and saw the "
        "opening before the start of the game; its clock does not contradict the times of leaves.",
        "Todo testigo del registro de transparencia en el que confía quien audita cofirmó el punto "
        "de control y vio la apertura antes del comienzo de la partida; su reloj no contradice las "
        "horas de las hojas.",
        "Jeder Zeuge des Transparenzprotokolls, dem vertraut, wer prüft, hat den Kontrollpunkt "
        "mitsigniert und die Eröffnung vor dem Beginn der Partie gesehen; seine Uhr widerspricht "
        "den Zeiten der Blätter nicht.",
        source="decided",
    ),
    Rule(
        "RC-LOG-8",
        "An archive that has to be complete contains every game that the transparency log lists.",
        "Un archivo que debe estar completo contiene toda partida que figura en el registro de "
        "transparencia.",
        "Ein Archiv, das vollständig sein muss, enthält jede Partie, die im Transparenzprotokoll "
        "steht.",
        source="decided",
    ),
    Rule(
        "RC-LOG-9",
        "The leaves of a log are in the order of their times, give or take a minute.",
        "Las hojas de un registro de transparencia siguen el orden de sus horas, con un margen de "
        "un minuto.",
        "Die Blätter eines Protokolls folgen ihrer Zeit, auf eine Minute genau.",
        source="decided",
    ),
    Rule(
        "RC-ONE-1",
        "An archive contains a game only once.",
        "Un archivo contiene cada partida una sola vez.",
        "Ein Archiv enthält eine Partie nur einmal.",
        source="decided",
    ),
    Rule(
        "RC-ONE-2",
        "Each game has its own secret.",
        "Cada partida tiene su propio secreto.",
        "Jede Partie hat ihr eigenes Geheimnis.",
        source="decided",
    ),
    Rule(
        "RC-ONE-3",
        "The hash chain of a witness or a seat serves one game: the links of one would foretell "
        "those of another.",
        "La cadena de hashes de un testigo o de un asiento sirve para una sola partida: los "
        "eslabones de una anticiparían los de otra.",
        "Die Hashkette eines Zeugen oder eines Platzes dient einer einzigen Partie: Die Glieder "
        "der einen würden die der anderen vorwegnehmen.",
        source="decided",
    ),
    Rule(
        "RC-ORIGIN-1",
        "A game that continues another has its ruleset and options, and begins at a position that "
        "the other game had at that version, with that head.",
        "Una partida que continúa otra tiene su reglamento y sus opciones, y empieza en la "
        "posición que la otra tenía en esa versión, con esa cabeza.",
        "Eine Partie, die eine andere fortsetzt, hat deren Regelwerk und Optionen und beginnt mit "
        "der Stellung, die die andere in dieser Version hatte, mit diesem Kopf.",
        source="decided",
    ),
    Rule(
        "RC-SANDBOX-1",
        "A game of a sandbox proves nothing: its id, its times and the secret of its dice follow "
        "from a seed that the client chose.",
        "Una partida de un sandbox no prueba nada: su identificador, sus horas y el secreto de sus "
        "dados se derivan de una semilla que eligió el cliente.",
        "Eine Partie einer Sandbox beweist nichts: Ihre Kennung, ihre Zeiten und das Geheimnis "
        "ihrer Würfel folgen aus einem Startwert, den der Client gewählt hat.",
        source="decided",
    ),
    *RULES_OF_TOURNAMENTS,
)

CATALOGUE: Final[Mapping[str, Rule]] = {rule.id: rule for rule in _RULES}
