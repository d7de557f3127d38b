"""The types of problems that only a witness has; the others are those of the service."""

from collections.abc import Mapping
from typing import Final

from service.http.answers.problem_kinds import (
    INTERNAL,
    MALFORMED,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    REQUEST_TIMEOUT,
    STOPPING,
    TOO_LARGE,
    TOO_MANY_REQUESTS,
    TOOK_TOO_LONG,
    UNSUPPORTED_MEDIA_TYPE,
    ProblemKind,
)

NOT_SIGNED: Final = ProblemKind(
    "not-signed",
    422,
    {
        "en": "Not a validly signed request",
        "es": "No es una petición con firma válida",
        "de": "Keine gültig signierte Anfrage",
    },
    {
        "en": "Send a compact JWS in canonical form, signed by the service. reason and facts say "
        "what is wrong.",
        "es": "Envía un JWS compacto en forma canónica, firmado por el servicio. reason y facts "
        "indican qué falla.",
        "de": "Sende eine kompakte JWS in kanonischer Form, signiert vom Dienst. reason und facts "
        "nennen den Fehler.",
    },
)
UNKNOWN_SERVICE: Final = ProblemKind(
    "unknown-service",
    403,
    {
        "en": "The witness does not know this service",
        "es": "El testigo no conoce este servicio",
        "de": "Der Zeuge kennt diesen Dienst nicht",
    },
    {
        "en": "The operator of the witness has not configured the key facts.kid.",
        "es": "El operador del testigo no ha configurado la clave facts.kid.",
        "de": "Der Betreiber des Zeugen hat den Schlüssel facts.kid nicht eingetragen.",
    },
)
UNKNOWN_NAME: Final = ProblemKind(
    "unknown-name",
    404,
    {
        "en": "The witness does not know this game",
        "es": "El testigo no conoce esta partida",
        "de": "Der Zeuge kennt diese Partie nicht",
    },
    {
        "en": "This service has not registered a game with the name facts.name, or the witness "
        "lost its table since.",
        "es": "Este servicio no ha registrado una partida con el nombre facts.name, o el testigo "
        "ha perdido su tabla desde entonces.",
        "de": "Dieser Dienst hat keine Partie mit dem Namen facts.name angemeldet, oder der Zeuge "
        "hat seitdem seine Tabelle verloren.",
    },
)
NOT_GIVEN: Final = ProblemKind(
    "moment-not-given",
    404,
    {
        "en": "The witness gave nothing for this moment",
        "es": "El testigo no dio nada para este momento",
        "de": "Der Zeuge hat für diesen Moment nichts ausgegeben",
    },
    {
        "en": "The last moment that it gave in this game is facts.last.",
        "es": "El último momento que dio en esta partida es facts.last.",
        "de": "Der letzte Moment, den er in dieser Partie ausgegeben hat, ist facts.last.",
    },
)
NAME_TAKEN: Final = ProblemKind(
    "name-taken",
    409,
    {
        "en": "The game is registered otherwise",
        "es": "La partida está registrada de otra forma",
        "de": "Die Partie ist anders angemeldet",
    },
    {
        "en": "Another service registered this name, or this service registered it for another "
        "place.",
        "es": "Otro servicio registró este nombre, o este servicio lo registró para otro lugar.",
        "de": "Ein anderer Dienst hat diesen Namen angemeldet, oder dieser Dienst für einen "
        "anderen Platz.",
    },
)
OTHER_HEAD: Final = ProblemKind(
    "other-head",
    409,
    {
        "en": "The link of this moment was given for another head",
        "es": "El eslabón de este momento se dio para otra cabeza",
        "de": "Das Kettenglied dieses Moments wurde für einen anderen Kopf ausgegeben",
    },
    {
        "en": "facts.head is the head, and facts.call the call for it. The two calls together "
        "prove that the service has two logs of this game.",
        "es": "facts.head es la cabeza y facts.call la llamada. Las dos llamadas juntas prueban "
        "que el servicio tiene dos historiales de esta partida.",
        "de": "facts.head ist der Kopf und facts.call der Aufruf dazu. Beide Aufrufe zusammen "
        "beweisen, dass der Dienst zwei Verläufe dieser Partie hat.",
    },
)
MOMENT_PASSED: Final = ProblemKind(
    "moment-passed",
    409,
    {
        "en": "The moment has passed",
        "es": "El momento ya pasó",
        "de": "Der Moment ist vorbei",
    },
    {
        "en": "The witness gave nothing for this moment, and then gave the link of moment "
        "facts.last.",
        "es": "El testigo no dio nada para este momento y después dio el eslabón del momento "
        "facts.last.",
        "de": "Der Zeuge hat für diesen Moment nichts ausgegeben, und danach das Kettenglied des "
        "Moments facts.last.",
    },
)
GAME_CLOSED: Final = ProblemKind(
    "game-closed",
    409,
    {
        "en": "The witness gives no more links for this game",
        "es": "El testigo no da más eslabones para esta partida",
        "de": "Der Zeuge gibt für diese Partie keine Kettenglieder mehr aus",
    },
    {
        "en": "The witness lost a part of its table or its keys since the game was registered; "
        "reason says which. It accepts new games.",
        "es": "El testigo perdió una parte de su tabla o de sus claves desde que se registró la "
        "partida; reason indica cuál. Acepta partidas nuevas.",
        "de": "Der Zeuge hat seit der Anmeldung der Partie einen Teil seiner Tabelle oder seiner "
        "Schlüssel verloren; reason sagt, welchen. Neue Partien nimmt er an.",
    },
)
TABLE_UNAVAILABLE: Final = ProblemKind(
    "table-unavailable",
    503,
    {
        "en": "The table of the witness is unavailable",
        "es": "La tabla del testigo no está disponible",
        "de": "Die Tabelle des Zeugen ist nicht verfügbar",
    },
    {
        "en": "The witness cannot read or write its table now, so it gives nothing. Send the same "
        "request again.",
        "es": "El testigo no puede leer ni escribir su tabla ahora y no da nada. Envía de nuevo la "
        "misma petición.",
        "de": "Der Zeuge kann seine Tabelle zurzeit nicht lesen oder schreiben und gibt nichts "
        "aus. Sende dieselbe Anfrage noch einmal.",
    },
)
NOT_A_CHECKPOINT: Final = ProblemKind(
    "not-a-checkpoint",
    400,
    {
        "en": "Not a call of add-checkpoint",
        "es": "No es una llamada de add-checkpoint",
        "de": "Kein Aufruf von add-checkpoint",
    },
    {
        "en": "Send the old size, a proof, an empty line and a signed checkpoint, as C2SP "
        "tlog-witness says. reason and facts say what is wrong, and in which line.",
        "es": "Envía el tamaño anterior, una prueba, una línea vacía y un punto de control "
        "firmado, como indica C2SP tlog-witness. reason y facts indican qué falla y en qué línea.",
        "de": "Sende die alte Größe, einen Beweis, eine leere Zeile und einen signierten "
        "Kontrollpunkt, wie in C2SP tlog-witness. reason und facts nennen Fehler und Zeile.",
    },
)
LOG_DID_NOT_SIGN: Final = ProblemKind(
    "log-did-not-sign",
    403,
    {
        "en": "No known key of the log signed the checkpoint",
        "es": "Ninguna clave conocida del registro firmó el punto de control",
        "de": "Kein bekannter Schlüssel des Logs hat den Kontrollpunkt signiert",
    },
    {
        "en": "The witness fetches new keys of a service at most once a minute.",
        "es": "El testigo busca claves nuevas de un servicio como mucho una vez por minuto.",
        "de": "Der Zeuge holt neue Schlüssel eines Dienstes höchstens einmal in der Minute.",
    },
)
UNKNOWN_LOG: Final = ProblemKind(
    "unknown-log",
    404,
    {
        "en": "The witness does not follow this log",
        "es": "El testigo no sigue este registro",
        "de": "Der Zeuge folgt diesem Log nicht",
    },
    {
        "en": "The operator of the witness has configured no service with the log facts.origin.",
        "es": "El operador del testigo no ha configurado ningún servicio con el registro "
        "facts.origin.",
        "de": "Der Betreiber des Zeugen hat keinen Dienst mit dem Log facts.origin eingetragen.",
    },
)
NOT_CONSISTENT: Final = ProblemKind(
    "not-consistent",
    422,
    {
        "en": "The checkpoint does not continue the one that the witness cosigned",
        "es": "El punto de control no continúa el que firmó el testigo",
        "de": "Der Kontrollpunkt setzt den mitgezeichneten nicht fort",
    },
    {
        "en": "The proof is wrong, or the log changed its past. If it has signed two histories, "
        "both checkpoints together prove that.",
        "es": "La prueba es incorrecta, o el registro cambió su pasado. Si firmó dos historias, "
        "los dos puntos de control juntos lo prueban.",
        "de": "Der Beweis ist falsch, oder das Log hat seine Vergangenheit geändert. Wenn es zwei "
        "Verläufe signiert hat, beweisen das beide Kontrollpunkte zusammen.",
    },
)

REFUSED_CHECKPOINTS: Final[Mapping[int, ProblemKind]] = {
    kind.status: kind for kind in (NOT_A_CHECKPOINT, LOG_DID_NOT_SIGN, UNKNOWN_LOG, NOT_CONSISTENT)
}
"""Why a checkpoint is not cosigned, by status."""

KINDS: Final[Mapping[str, ProblemKind]] = {
    kind.name: kind
    for kind in (
        MALFORMED,
        NOT_SIGNED,
        UNKNOWN_SERVICE,
        NOT_FOUND,
        UNKNOWN_NAME,
        NOT_GIVEN,
        METHOD_NOT_ALLOWED,
        NAME_TAKEN,
        OTHER_HEAD,
        MOMENT_PASSED,
        GAME_CLOSED,
        *REFUSED_CHECKPOINTS.values(),
        REQUEST_TIMEOUT,
        TOO_LARGE,
        UNSUPPORTED_MEDIA_TYPE,
        TOO_MANY_REQUESTS,
        TOOK_TOO_LONG,
        STOPPING,
        TABLE_UNAVAILABLE,
        INTERNAL,
    )
}
"""All types of problems of a witness, by name."""
