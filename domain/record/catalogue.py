"""The rules of a record, which hold for every ruleset (RC): what makes a record proof of a game."""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Rule

_RULES: Final = (
    Rule(
        "RC-FORM-1",
        "A record has the form that its format says, as JSON or as text, and says nothing twice.",
        "Un registro tiene la forma que indica su formato, en JSON o en texto, y no dice nada dos "
        "veces.",
        "Ein Protokoll hat die Form seines Formats, als JSON oder als Text, und sagt nichts "
        "zweimal.",
        source="decided",
    ),
    Rule(
        "RC-OPEN-1",
        "The first entry opens the game, with the ruleset, options and dice that the record tells.",
        "La primera entrada abre la partida con el reglamento, las opciones y los dados que indica "
        "el registro.",
        "Der erste Eintrag eröffnet die Partie mit Regelwerk, Optionen und Würfeln, die das "
        "Protokoll nennt.",
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
        "In einer Partie mit Uhr ist kein Eintrag früher als der vor ihm.",
        source="decided",
    ),
    Rule(
        "RC-DICE-1",
        "Fair dice have a commitment, the SHA-256 of their secret; recorded dice have neither.",
        "Los dados justos tienen un compromiso, el SHA-256 de su secreto; los anotados, ninguno de "
        "los dos.",
        "Faire Würfel haben eine Festlegung, das SHA-256 ihres Geheimnisses; notierte keins von "
        "beiden.",
        source="decided",
    ),
    Rule(
        "RC-DICE-2",
        "Every answer of chance follows from the secret, the id of the game, the entropy of the "
        "seats and the number of events before it.",
        "Cada respuesta del azar se deriva del secreto, el identificador de la partida, la "
        "entropía de los asientos y el número de sucesos anteriores.",
        "Jede Antwort des Zufalls folgt aus dem Geheimnis, der Kennung der Partie, der Entropie "
        "der Plätze und der Zahl der Ereignisse davor.",
        source="decided",
    ),
    Rule(
        "RC-DICE-3",
        "The secret of fair dice is told when the game is finished, and not before.",
        "El secreto de los dados justos se revela al terminar la partida, y no antes.",
        "Das Geheimnis fairer Würfel wird am Ende der Partie genannt und nicht vorher.",
        source="decided",
    ),
    Rule(
        "RC-DICE-4",
        "Dice that were rolled elsewhere are legal, and cannot be proved.",
        "Los dados lanzados en otro lugar son legales, y no se pueden demostrar.",
        "Anderswo geworfene Würfel sind erlaubt und lassen sich nicht beweisen.",
        source="decided",
    ),
    Rule(
        "RC-SEAT-1",
        "The seats of the record are those that its entries lead to.",
        "Los asientos del registro son los que resultan de sus entradas.",
        "Die Plätze des Protokolls sind die, zu denen seine Einträge führen.",
        source="decided",
    ),
    Rule(
        "RC-END-1",
        "The outcome of the record is the one that its entries lead to.",
        "El resultado del registro es el que resulta de sus entradas.",
        "Der Ausgang des Protokolls ist der, zu dem seine Einträge führen.",
        source="decided",
    ),
    Rule(
        "RC-HEAD-1",
        "The head of the record is the hash of the last event that its entries lead to.",
        "La cabeza del registro es el hash del último suceso que resulta de sus entradas.",
        "Der Kopf des Protokolls ist der Hash des letzten Ereignisses, zu dem die Einträge führen.",
        source="decided",
    ),
    Rule(
        "RC-HEAD-2",
        "The head is made of events in the wording in which the game was opened.",
        "La cabeza se calcula con los sucesos en la redacción con la que se abrió la partida.",
        "Der Kopf entsteht aus Ereignissen in dem Wortlaut, mit dem die Partie eröffnet wurde.",
        source="decided",
    ),
    Rule(
        "RC-HEAD-3",
        "The head of a game that hides something is proved when its secret is told.",
        "La cabeza de una partida que oculta algo se demuestra cuando se revela su secreto.",
        "Der Kopf einer Partie, die etwas verbirgt, wird bewiesen, wenn ihr Geheimnis genannt ist.",
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
        "What was signed is what the entries of the record lead to.",
        "Lo firmado es lo que resulta de las entradas del registro.",
        "Signiert ist das, wozu die Einträge des Protokolls führen.",
        source="decided",
    ),
    Rule(
        "RC-SIGN-3",
        "A finished game is signed, with a key that the service has published.",
        "Una partida terminada está firmada con una clave que el servicio ha publicado.",
        "Eine beendete Partie ist mit einem veröffentlichten Schlüssel des Dienstes signiert.",
        source="decided",
    ),
    Rule(
        "RC-ONE-1",
        "A game is in an archive once.",
        "Una partida está una sola vez en un archivo.",
        "Eine Partie steht in einem Archiv nur einmal.",
        source="decided",
    ),
    Rule(
        "RC-ONE-2",
        "Each game has a secret of its own.",
        "Cada partida tiene un secreto propio.",
        "Jede Partie hat ein eigenes Geheimnis.",
        source="decided",
    ),
)

CATALOGUE: Final[Mapping[str, Rule]] = {rule.id: rule for rule in _RULES}
