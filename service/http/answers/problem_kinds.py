"""The types of problems (RFC 9457), with their texts in every language.

The ``type`` of a problem is an address of this service, ``/problems/<name>``, which explains it.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.ruleset import Language


class ProblemKind(msgspec.Struct, frozen=True):
    """One type of problem, with its texts in each language."""

    name: str
    status: int
    title: Mapping[Language, str]
    detail: Mapping[Language, str]

    @property
    def type(self) -> str:
        """The address of its explanation."""
        return f"/problems/{self.name}"


def _kind(name: str, status: int, *texts: str) -> ProblemKind:
    en, es, de, detail_en, detail_es, detail_de = texts
    return ProblemKind(
        name,
        status,
        {"en": en, "es": es, "de": de},
        {"en": detail_en, "es": detail_es, "de": detail_de},
    )


MALFORMED: Final = _kind(
    "malformed",
    400,
    "Malformed request",
    "Petición mal formada",
    "Fehlerhafte Anfrage",
    "The request does not match the schema. errors says where, and what was expected.",
    "La petición no se ajusta al esquema; errors indica dónde y qué se esperaba.",
    "Die Anfrage passt nicht zum Schema; errors nennt die Stelle und was erwartet wurde.",
)
UNAUTHORIZED: Final = _kind(
    "unauthorized",
    401,
    "A valid token is required",
    "Se requiere un token válido",
    "Ein gültiges Token ist erforderlich",
    "Send a token of an account that is neither expired nor revoked or, for a game, a token of "
    "that same game: Authorization: Bearer <token>.",
    "Envía un token de una cuenta que no haya caducado ni se haya revocado o, para una partida, "
    "un token de esa misma partida: Authorization: Bearer <token>.",
    "Sende ein Token eines Kontos, das weder abgelaufen noch widerrufen ist, oder für eine "
    "Partie ein Token genau dieser Partie: Authorization: Bearer <token>.",
)
FORBIDDEN: Final = _kind(
    "forbidden",
    403,
    "Not allowed",
    "No permitido",
    "Nicht erlaubt",
    "Your token does not allow this. facts.needs names the token required.",
    "Tu token no permite esto; facts.needs indica qué token se requiere.",
    "Dein Token erlaubt das nicht; facts.needs nennt das erforderliche Token.",
)
NOT_FOUND: Final = _kind(
    "not-found",
    404,
    "Not found",
    "No encontrado",
    "Nicht gefunden",
    "There is nothing at this address.",
    "No hay nada en esta dirección.",
    "Unter dieser Adresse gibt es nichts.",
)
METHOD_NOT_ALLOWED: Final = _kind(
    "method-not-allowed",
    405,
    "Method not allowed",
    "Método no permitido",
    "Methode nicht erlaubt",
    "This address does not support this method; Allow lists the supported ones.",
    "Esta dirección no admite este método; Allow indica los admitidos.",
    "Diese Adresse unterstützt diese Methode nicht; Allow nennt die möglichen.",
)
NOT_ACCEPTABLE: Final = _kind(
    "not-acceptable",
    406,
    "Available only as a stream",
    "Disponible solo como flujo",
    "Nur als Datenstrom verfügbar",
    "This address sends server-sent events; request them with Accept: text/event-stream.",
    "Esta dirección envía eventos del servidor (SSE); pídelos con Accept: text/event-stream.",
    "Diese Adresse sendet Server-Sent Events; fordere sie an mit Accept: text/event-stream.",
)
ILLEGAL_ACTION: Final = _kind(
    "illegal-action",
    409,
    "A rule does not allow this",
    "Una regla lo impide",
    "Eine Regel verbietet das",
    "A rule of the game, the table or the tournament does not allow this; rule, reason and facts "
    "say why.",
    "Una regla del juego, de la mesa o del torneo lo impide; rule, reason y facts indican por qué.",
    "Eine Regel des Spiels, des Tisches oder des Turniers verbietet das; rule, reason und facts "
    "sagen, warum.",
)
IMPOSSIBLE_POSITION: Final = _kind(
    "impossible-position",
    409,
    "Not a position of this game",
    "No es una posición de este juego",
    "Keine Stellung dieses Spiels",
    "The position breaks rules; faults lists all of them.",
    "La posición incumple reglas; faults las enumera todas.",
    "Die Stellung verletzt Regeln; faults nennt sie alle.",
)
RECORD_NOT_YET: Final = _kind(
    "record-not-yet",
    409,
    "There is no record yet",
    "Todavía no hay registro",
    "Noch gibt es keine Aufzeichnung",
    "The record would reveal the hidden information of this game. Request it when the game is over "
    "or was called off.",
    "El registro revelaría la información oculta de esta partida. Pídelo cuando haya terminado o "
    "se haya cancelado.",
    "Die Aufzeichnung würde die verdeckten Informationen dieser Partie verraten. Fordere sie an, "
    "sobald sie beendet oder abgebrochen ist.",
)
TOO_MANY_TOKENS: Final = _kind(
    "too-many-tokens",
    409,
    "The account has too many tokens",
    "La cuenta tiene demasiados tokens",
    "Das Konto hat zu viele Tokens",
    "An account can have at most 100 tokens; revoke one that you no longer need.",
    "Una cuenta puede tener como máximo 100 tokens; revoca uno que ya no necesites.",
    "Ein Konto kann höchstens 100 Tokens haben; widerrufe eines, das du nicht mehr brauchst.",
)
TOO_MANY_WEBHOOKS: Final = _kind(
    "too-many-webhooks",
    409,
    "There are too many webhooks",
    "Hay demasiados webhooks",
    "Es gibt zu viele Webhooks",
    "An account can have at most 20 webhooks, and so can a game; remove one.",
    "Una cuenta puede tener como máximo 20 webhooks, y una partida también; elimina uno.",
    "Ein Konto kann höchstens 20 Webhooks haben, eine Partie ebenso; entferne einen.",
)
TOO_MANY_SUBSCRIPTIONS: Final = _kind(
    "too-many-subscriptions",
    409,
    "The account has too many push subscriptions",
    "La cuenta tiene demasiadas suscripciones push",
    "Das Konto hat zu viele Push-Abonnements",
    "An account can have at most 20 push subscriptions; remove one.",
    "Una cuenta puede tener como máximo 20 suscripciones push; elimina una.",
    "Ein Konto kann höchstens 20 Push-Abonnements haben; entferne eines.",
)
NO_EMAIL: Final = _kind(
    "no-email",
    422,
    "The service sends no e-mail",
    "El servicio no envía correo electrónico",
    "Der Dienst sendet keine E-Mails",
    "The operator of the service has not configured a mail server. Use push notifications instead.",
    "El operador del servicio no configuró ningún servidor de correo. Usa las notificaciones push.",
    "Der Betreiber des Dienstes hat keinen Mailserver eingerichtet. Nutze stattdessen "
    "Push-Benachrichtigungen.",
)
TOO_MANY_CONFIRMATIONS: Final = _kind(
    "too-many-confirmations",
    409,
    "The address was sent a message already",
    "Ya se envió un mensaje a esta dirección",
    "Die Adresse hat schon eine Nachricht erhalten",
    "An address that is not confirmed gets one message in 24 hours and three in 30 days; the "
    "account and the service have limits, too. Look for the message in the spam folder, or retry "
    "after the time in Retry-After.",
    "Una dirección sin confirmar recibe un mensaje en 24 horas y tres en 30 días; la cuenta y el "
    "servicio también tienen límites. Busca el mensaje en la carpeta de spam, o reintenta tras el "
    "tiempo de Retry-After.",
    "Eine unbestätigte Adresse bekommt eine Nachricht in 24 Stunden und drei in 30 Tagen; auch für "
    "das Konto und den Dienst gibt es Grenzen. Sieh im Spam-Ordner nach, oder versuche es nach der "
    "Zeit in Retry-After erneut.",
)
REQUEST_TIMEOUT: Final = _kind(
    "request-timeout",
    408,
    "The request did not arrive in time",
    "La petición no llegó a tiempo",
    "Die Anfrage kam nicht rechtzeitig an",
    "The whole request did not arrive in time, so nothing was done. Send it again.",
    "La petición completa no llegó a tiempo y no se hizo nada. Envíala de nuevo.",
    "Die Anfrage kam nicht rechtzeitig vollständig an; nichts wurde ausgeführt. Sende sie erneut.",
)
STALE_VERSION: Final = _kind(
    "stale-version",
    412,
    "The version is not the current one",
    "La versión no es la actual",
    "Die Version ist nicht die aktuelle",
    "The game or tournament is not at a version that If-Match or If-None-Match allows; version is "
    "the current one.",
    "La partida o el torneo no está en una versión que If-Match o If-None-Match permita; version "
    "es la actual.",
    "Die Partie oder das Turnier steht nicht bei einer Version, die If-Match oder If-None-Match "
    "erlaubt; version ist die aktuelle.",
)
PRECONDITION_FAILED: Final = _kind(
    "precondition-failed",
    412,
    "A condition of the request is not met",
    "No se cumple una condición de la petición",
    "Eine Bedingung der Anfrage ist nicht erfüllt",
    "If-Match or If-None-Match does not match what is at this address; nothing was done.",
    "If-Match o If-None-Match no corresponde a lo que hay en esta dirección; no se hizo nada.",
    "If-Match oder If-None-Match passt nicht zu dem, was unter dieser Adresse ist; nichts wurde "
    "ausgeführt.",
)
VERSION_REQUIRED: Final = _kind(
    "version-required",
    428,
    "The request must name a version",
    "La petición debe indicar una versión",
    "Die Anfrage muss eine Version nennen",
    "Arbiters decide on what they have seen: send If-Match with the ETag of the tournament, or * "
    "to decide whatever has happened since. facts.actions are the decisions.",
    "Los árbitros deciden sobre lo que vieron: envía If-Match con el ETag del torneo, o * para "
    "decidir pase lo que pase. facts.actions son las decisiones.",
    "Schiedsrichter entscheiden über das, was sie gesehen haben: Sende If-Match mit dem ETag des "
    "Turniers, oder *, um unabhängig davon zu entscheiden, was seither geschehen ist. "
    "facts.actions sind die Entscheidungen.",
)
TOO_LARGE: Final = _kind(
    "too-large",
    413,
    "The body is too large",
    "El cuerpo es demasiado grande",
    "Der Inhalt ist zu groß",
    "The body of a request can have at most facts.bytes_max bytes; send less at once.",
    "El cuerpo de una petición puede tener como máximo facts.bytes_max bytes; envía menos de una "
    "vez.",
    "Der Inhalt einer Anfrage darf höchstens facts.bytes_max Bytes haben; sende weniger auf "
    "einmal.",
)
UNSUPPORTED_MEDIA_TYPE: Final = _kind(
    "unsupported-media-type",
    415,
    "Unsupported media type",
    "Tipo de contenido no admitido",
    "Nicht unterstützter Medientyp",
    "Set the header Content-Type to one of facts.expected, and do not compress the body.",
    "Indica en Content-Type uno de los tipos de facts.expected, y no comprimas el cuerpo.",
    "Setze Content-Type auf einen der Typen in facts.expected, und komprimiere den Inhalt nicht.",
)
KEY_USED_AGAIN: Final = _kind(
    "idempotency-key-used-again",
    422,
    "The Idempotency-Key belongs to another request",
    "La Idempotency-Key pertenece a otra petición",
    "Der Idempotency-Key gehört zu einer anderen Anfrage",
    "A different request with this key was carried out already; use a new key.",
    "Ya se ejecutó otra petición distinta con esta clave; usa una clave nueva.",
    "Eine andere Anfrage mit diesem Schlüssel wurde bereits ausgeführt; verwende einen neuen.",
)
UPGRADE_REQUIRED: Final = _kind(
    "upgrade-required",
    426,
    "Connect with a WebSocket",
    "Conéctate con un WebSocket",
    "Verbinde dich mit einem WebSocket",
    "This address is a WebSocket, version 13; connect with a WebSocket client.",
    "Esta dirección es un WebSocket, versión 13; conéctate con un cliente de WebSocket.",
    "Diese Adresse ist ein WebSocket, Version 13; verbinde dich mit einem WebSocket-Client.",
)
UNUSABLE_URL: Final = _kind(
    "unusable-url",
    422,
    "The URL cannot receive messages",
    "La URL no puede recibir mensajes",
    "Die URL kann keine Nachrichten empfangen",
    "The service sends no messages to such a URL, or its host has no public address now. "
    "errors says what was expected.",
    "El servicio no envía mensajes a una URL así, o su servidor no tiene ahora una dirección "
    "pública. errors indica qué se esperaba.",
    "Der Dienst sendet keine Nachrichten an eine solche URL, oder ihr Host hat zurzeit keine "
    "öffentliche Adresse. errors nennt, was erwartet wurde.",
)
TOO_MANY_REQUESTS: Final = _kind(
    "too-many-requests",
    429,
    "Too many requests",
    "Demasiadas peticiones",
    "Zu viele Anfragen",
    "You have sent too many requests, or have too many streams open; nothing was done. "
    "Retry after the time in Retry-After.",
    "Has enviado demasiadas peticiones o tienes demasiados flujos abiertos; no se hizo nada. "
    "Reintenta tras el tiempo de Retry-After.",
    "Du hast zu viele Anfragen gesendet oder zu viele Datenströme offen; nichts wurde "
    "ausgeführt. Wiederhole die Anfrage nach der Zeit in Retry-After.",
)
HEAD_TOO_LARGE: Final = _kind(
    "head-too-large",
    431,
    "The headers of the request are too large",
    "Las cabeceras de la petición son demasiado grandes",
    "Die Header der Anfrage sind zu groß",
    "A request can have at most 128 headers, 64 KiB in total; send fewer or shorter ones.",
    "Una petición puede tener como máximo 128 cabeceras, 64 KiB en total; envía menos o más "
    "cortas.",
    "Eine Anfrage kann höchstens 128 Header haben, zusammen 64 KiB; sende weniger oder kürzere.",
)
TOOK_TOO_LONG: Final = _kind(
    "took-too-long",
    503,
    "The request took too long",
    "La petición tardó demasiado",
    "Die Anfrage dauerte zu lange",
    "The answer was not ready in time; the request may still be carried out. Retry after the time "
    "in Retry-After, with the same Idempotency-Key if it has one.",
    "La respuesta no estuvo lista a tiempo; la petición aún puede ejecutarse. Reintenta tras el "
    "tiempo de Retry-After, con la misma Idempotency-Key si la tiene.",
    "Die Antwort war nicht rechtzeitig fertig; die Anfrage wird vielleicht noch ausgeführt. "
    "Wiederhole sie nach der Zeit in Retry-After, gegebenenfalls mit demselben "
    "Idempotency-Key.",
)
STOPPING: Final = _kind(
    "stopping",
    503,
    "The service is shutting down",
    "El servicio se está deteniendo",
    "Der Dienst wird beendet",
    "This worker is shutting down; send the request to another one.",
    "Este proceso se está deteniendo; envía la petición a otro.",
    "Dieser Prozess wird beendet; sende die Anfrage an einen anderen.",
)
UNAVAILABLE: Final = _kind(
    "unavailable",
    503,
    "Temporarily unavailable",
    "No disponible temporalmente",
    "Vorübergehend nicht verfügbar",
    "The log cannot be read or written now. Retry, with the same Idempotency-Key.",
    "Ahora no se pueden leer ni guardar partidas. Reintenta con la misma Idempotency-Key.",
    "Partien lassen sich zurzeit nicht lesen oder speichern. Wiederhole die Anfrage mit "
    "demselben Idempotency-Key.",
)
ISSUER_UNAVAILABLE: Final = _kind(
    "issuer-unavailable",
    503,
    "The issuer of the token does not answer",
    "El emisor del token no responde",
    "Der Aussteller des Tokens antwortet nicht",
    "The service cannot verify this token now; nothing was done. Retry after the time in "
    "Retry-After.",
    "El servicio no puede verificar este token ahora; no se hizo nada. Reintenta tras el tiempo "
    "de Retry-After.",
    "Der Dienst kann dieses Token zurzeit nicht prüfen; nichts wurde ausgeführt. Wiederhole "
    "die Anfrage nach der Zeit in Retry-After.",
)
NO_WITNESSES: Final = _kind(
    "no-witnesses",
    422,
    "The service has no witnesses",
    "El servicio no tiene testigos",
    "Der Dienst hat keine Zeugen",
    "The operator of the service has not configured witnesses, so no game can have them. Open the "
    "game without witnessed.",
    "El operador del servicio no configuró testigos, así que ninguna partida puede tenerlos. Crea "
    "la partida sin witnessed.",
    "Der Betreiber des Dienstes hat keine Zeugen eingerichtet, deshalb kann keine Partie welche "
    "haben. Eröffne die Partie ohne witnessed.",
)
WITNESS_UNAVAILABLE: Final = _kind(
    "witness-unavailable",
    503,
    "A witness does not register the game",
    "Un testigo no registra la partida",
    "Ein Zeuge trägt die Partie nicht ein",
    "A witness does not answer, or its answer is invalid; nothing was done. Retry after the time "
    "in Retry-After, or open the game without witnessed.",
    "Un testigo no responde, o su respuesta no es válida; no se hizo nada. Reintenta tras el "
    "tiempo de Retry-After o crea la partida sin witnessed.",
    "Ein Zeuge antwortet nicht, oder seine Antwort ist ungültig; nichts wurde ausgeführt. "
    "Wiederhole die Anfrage nach der Zeit in Retry-After, oder eröffne die Partie ohne witnessed.",
)
NO_PROGRAM: Final = _kind(
    "no-pairing-program",
    422,
    "The announced pairing program is not installed",
    "El programa de emparejamiento anunciado no está instalado",
    "Das angekündigte Programm für die Auslosung ist nicht installiert",
    "The service pairs only with the program that the tournament announced, in that version; "
    "facts.program says which one is here. Announce one that listTournaments names as an engine; "
    "in a running tournament, an arbiter can pair by hand.",
    "El servicio empareja solo con el programa que el torneo anunció, en esa versión; "
    "facts.program indica cuál hay. Anuncia uno que listTournaments nombre como engine; en un "
    "torneo en curso, un árbitro puede emparejar a mano.",
    "Der Dienst lost nur mit dem Programm aus, das das Turnier angekündigt hat, in dieser Version; "
    "facts.program nennt das vorhandene. Kündige eines an, das listTournaments als engine nennt; "
    "in einem laufenden Turnier kann ein Schiedsrichter von Hand auslosen.",
)
PROGRAM_FAILED: Final = _kind(
    "pairing-program-failed",
    503,
    "The pairing program failed",
    "El programa de emparejamiento falló",
    "Das Programm für die Auslosung hat versagt",
    "The installed program gave no list of pairs; facts.program says what happened. Nothing was "
    "done. Try again, or let an arbiter pair by hand.",
    "El programa instalado no dio una lista de parejas; facts.program indica qué pasó. No se hizo "
    "nada. Inténtalo de nuevo o deja que un árbitro empareje a mano.",
    "Das installierte Programm lieferte keine Paarungen; facts.program nennt den Grund. Nichts "
    "wurde ausgeführt. Versuche es noch einmal, oder lass einen Schiedsrichter von Hand auslosen.",
)
INTERNAL: Final = _kind(
    "internal",
    500,
    "Internal error",
    "Error interno",
    "Interner Fehler",
    "The service made a mistake. The request was not partly carried out. Report request_id to the "
    "operator.",
    "El servicio cometió un error. La petición no se ejecutó a medias. Comunica request_id al "
    "operador.",
    "Dem Dienst ist ein Fehler unterlaufen. Die Anfrage wurde nicht halb ausgeführt. Melde "
    "request_id dem Betreiber.",
)

KINDS: Final = {
    kind.name: kind
    for kind in (
        MALFORMED,
        UNAUTHORIZED,
        FORBIDDEN,
        NOT_FOUND,
        METHOD_NOT_ALLOWED,
        NOT_ACCEPTABLE,
        ILLEGAL_ACTION,
        IMPOSSIBLE_POSITION,
        RECORD_NOT_YET,
        TOO_MANY_TOKENS,
        TOO_MANY_WEBHOOKS,
        TOO_MANY_SUBSCRIPTIONS,
        NO_EMAIL,
        TOO_MANY_CONFIRMATIONS,
        REQUEST_TIMEOUT,
        STALE_VERSION,
        VERSION_REQUIRED,
        PRECONDITION_FAILED,
        TOO_LARGE,
        UNSUPPORTED_MEDIA_TYPE,
        KEY_USED_AGAIN,
        UPGRADE_REQUIRED,
        UNUSABLE_URL,
        TOO_MANY_REQUESTS,
        HEAD_TOO_LARGE,
        TOOK_TOO_LONG,
        STOPPING,
        UNAVAILABLE,
        ISSUER_UNAVAILABLE,
        NO_WITNESSES,
        WITNESS_UNAVAILABLE,
        NO_PROGRAM,
        PROGRAM_FAILED,
        INTERNAL,
    )
}
