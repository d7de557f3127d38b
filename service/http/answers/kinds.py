"""The kinds of problems (RFC 9457), each told in every language.

The type of a problem is an address of this service, ``/problems/<name>``, which explains it.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.ruleset import Language


class ProblemKind(msgspec.Struct, frozen=True):
    """One type of problem, told in each language."""

    name: str
    status: int
    title: Mapping[Language, str]
    detail: Mapping[Language, str]

    @property
    def type(self) -> str:
        """The address that explains it."""
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
    "The request does not fit the schema; see errors for the place and what was expected.",
    "La petición no se ajusta al esquema; errors dice dónde y qué se esperaba.",
    "Die Anfrage passt nicht zum Schema; errors nennt die Stelle und was erwartet wurde.",
)
UNAUTHORIZED: Final = _kind(
    "unauthorized",
    401,
    "A token that holds here is needed",
    "Se necesita un token que valga aquí",
    "Ein Token, das hier gilt, ist nötig",
    "Send a token of an account that has not expired and was not revoked or, about a game, one of "
    "that game and of no other: Authorization: Bearer <token>.",
    "Envíe un token de una cuenta que no haya caducado ni se haya revocado o, sobre una partida, "
    "uno de esa partida y de ninguna otra: Authorization: Bearer <token>.",
    "Senden Sie ein Token eines Kontos, das nicht abgelaufen und nicht widerrufen ist, oder, wenn "
    "es um eine Partie geht, eines dieser und keiner anderen: Authorization: Bearer <token>.",
)
FORBIDDEN: Final = _kind(
    "forbidden",
    403,
    "Another right is needed",
    "Se necesita otro derecho",
    "Ein anderes Recht ist nötig",
    "This is for others; facts.needs says whose token it takes.",
    "Esto es para otros; facts.needs dice qué token hace falta.",
    "Das ist anderen vorbehalten; facts.needs sagt, wessen Token nötig ist.",
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
    "This address does not take this method; Allow names those it takes.",
    "Esta dirección no acepta este método; Allow dice cuáles acepta.",
    "Diese Adresse nimmt diese Methode nicht; Allow nennt die möglichen.",
)
NOT_ACCEPTABLE: Final = _kind(
    "not-acceptable",
    406,
    "Only as a stream",
    "Solo como flujo",
    "Nur als Strom",
    "This address answers with server-sent events; ask for them: Accept: text/event-stream.",
    "Esta dirección responde con eventos enviados por el servidor: Accept: text/event-stream.",
    "Diese Adresse antwortet mit Server-Sent Events; verlangen Sie: Accept: text/event-stream.",
)
ILLEGAL_ACTION: Final = _kind(
    "illegal-action",
    409,
    "A rule refuses",
    "Una regla lo impide",
    "Eine Regel verbietet es",
    "A rule of the game or of the table refuses this; rule, reason and facts say which and why.",
    "Una regla del juego o de la mesa lo impide; rule, reason y facts dicen cuál y por qué.",
    "Eine Regel des Spiels oder des Tisches verbietet es; rule, reason und facts sagen, warum.",
)
IMPOSSIBLE_POSITION: Final = _kind(
    "impossible-position",
    409,
    "Not a position of this game",
    "No es una posición de este juego",
    "Keine Stellung dieses Spiels",
    "The position breaks rules; faults names all of them.",
    "La posición incumple reglas; faults las nombra todas.",
    "Die Stellung verletzt Regeln; faults nennt sie alle.",
)
RECORD_NOT_YET: Final = _kind(
    "record-not-yet",
    409,
    "There is no record yet",
    "Todavía no hay registro",
    "Noch gibt es kein Protokoll",
    "The game hides something, and its record tells all of it; ask again when the game is over or "
    "was called off.",
    "La partida oculta algo y su registro lo cuenta todo; vuelva a pedirlo cuando haya terminado o "
    "se haya anulado.",
    "Die Partie verbirgt etwas, und ihr Protokoll sagt alles; fragen Sie wieder, wenn sie beendet "
    "oder abgebrochen ist.",
)
TOO_MANY_TOKENS: Final = _kind(
    "too-many-tokens",
    409,
    "The account has too many tokens",
    "La cuenta tiene demasiados tokens",
    "Das Konto hat zu viele Tokens",
    "An account has 100 tokens at most; revoke one that is not needed any more.",
    "Una cuenta tiene como máximo 100 tokens; revoque uno que ya no haga falta.",
    "Ein Konto hat höchstens 100 Tokens; widerrufen Sie eines, das nicht mehr nötig ist.",
)
TOO_MANY_WEBHOOKS: Final = _kind(
    "too-many-webhooks",
    409,
    "There are too many webhooks",
    "Hay demasiados webhooks",
    "Es gibt zu viele Webhooks",
    "An account has 20 webhooks at most, and there are 20 at most about one game; remove one.",
    "Una cuenta tiene como máximo 20 webhooks, y una partida también; elimine uno.",
    "Ein Konto hat höchstens 20 Webhooks, und eine Partie ebenso; entfernen Sie einen.",
)
REQUEST_TIMEOUT: Final = _kind(
    "request-timeout",
    408,
    "The request did not come in whole",
    "La petición no llegó completa",
    "Die Anfrage kam nicht vollständig an",
    "The request did not come in time, so nothing was done; send it again.",
    "La petición no llegó a tiempo y no se hizo nada; envíela de nuevo.",
    "Die Anfrage kam nicht rechtzeitig, nichts geschah; senden Sie sie erneut.",
)
STALE_VERSION: Final = _kind(
    "stale-version",
    412,
    "The game has gone on",
    "La partida ha continuado",
    "Die Partie ging weiter",
    "The game is not at a version that If-Match names; version is the present one.",
    "La partida no está en una versión que nombre If-Match; version es la actual.",
    "Die Partie hat keine Version, die If-Match nennt; version ist die jetzige.",
)
TOO_LARGE: Final = _kind(
    "too-large",
    413,
    "The body is too large",
    "El cuerpo es demasiado grande",
    "Der Inhalt ist zu groß",
    "The body of a request has a largest size, in facts.bytes_max; send less at once.",
    "El cuerpo de una petición tiene un tamaño máximo, en facts.bytes_max; envíe menos de una vez.",
    "Der Inhalt einer Anfrage hat eine Höchstgröße, siehe facts.bytes_max; senden Sie weniger "
    "auf einmal.",
)
UNSUPPORTED_MEDIA_TYPE: Final = _kind(
    "unsupported-media-type",
    415,
    "Another media type is expected",
    "Se espera otro tipo de contenido",
    "Ein anderer Medientyp wird erwartet",
    "Send the body as one of facts.expected, not compressed, and name it in the header "
    "Content-Type.",
    "Envíe el cuerpo en uno de los tipos de facts.expected, sin comprimir, e indíquelo en "
    "Content-Type.",
    "Senden Sie den Inhalt in einem von facts.expected, nicht gepackt, und nennen Sie es in "
    "Content-Type.",
)
KEY_USED_AGAIN: Final = _kind(
    "idempotency-key-used-again",
    422,
    "The Idempotency-Key belongs to another request",
    "La Idempotency-Key pertenece a otra petición",
    "Der Idempotency-Key gehört zu einer anderen Anfrage",
    "A request with this key was carried out and it asked something else; make a new key.",
    "Ya se atendió una petición con esta clave que pedía otra cosa; cree una clave nueva.",
    "Mit diesem Schlüssel wurde etwas anderes verlangt und ausgeführt; nehmen Sie einen neuen.",
)
UPGRADE_REQUIRED: Final = _kind(
    "upgrade-required",
    426,
    "A WebSocket is expected",
    "Se espera un WebSocket",
    "Ein WebSocket wird erwartet",
    "This address is a WebSocket of version 13; connect with a client for WebSockets.",
    "Esta dirección es un WebSocket de la versión 13; conéctese con un cliente de WebSockets.",
    "Diese Adresse ist ein WebSocket der Version 13; verbinden Sie sich mit einem Client dafür.",
)
UNUSABLE_URL: Final = _kind(
    "unusable-url",
    422,
    "Nothing can be sent to this URL",
    "No se puede enviar nada a esta URL",
    "An diese URL lässt sich nichts senden",
    "The URL is not one that webhooks are sent to, or its host has no public address now; errors "
    "says what was expected.",
    "La URL no es una a la que se envíen webhooks, o su servidor no tiene ahora una dirección "
    "pública; errors dice qué se esperaba.",
    "An eine solche URL gehen keine Webhooks, oder ihr Host hat zurzeit keine öffentliche Adresse; "
    "errors nennt, was erwartet wurde.",
)
TOO_MANY_REQUESTS: Final = _kind(
    "too-many-requests",
    429,
    "Too many requests",
    "Demasiadas peticiones",
    "Zu viele Anfragen",
    "There were too many requests, or too many streams are open; nothing was done. "
    "Try again after Retry-After.",
    "Hubo demasiadas peticiones o hay demasiados flujos abiertos; no se hizo nada. "
    "Reintente tras Retry-After.",
    "Es waren zu viele Anfragen, oder zu viele Ströme sind offen; nichts geschah. "
    "Erneut nach Retry-After.",
)
HEAD_TOO_LARGE: Final = _kind(
    "head-too-large",
    431,
    "The head of the request is too large",
    "La cabecera de la petición es demasiado grande",
    "Der Kopf der Anfrage ist zu groß",
    "A request has at most 128 headers, of 64 KiB together; send fewer or shorter ones.",
    "Una petición tiene como máximo 128 cabeceras, de 64 KiB en total; envíe menos o más cortas.",
    "Eine Anfrage hat höchstens 128 Kopfzeilen, zusammen 64 KiB; senden Sie weniger oder kürzere.",
)
TOOK_TOO_LONG: Final = _kind(
    "took-too-long",
    503,
    "It took too long",
    "Tardó demasiado",
    "Es dauerte zu lange",
    "The answer was not ready in time; the request may be carried out yet. Send it again after "
    "Retry-After, with the same Idempotency-Key if it has one.",
    "La respuesta no estuvo lista a tiempo; la petición puede atenderse aún. Envíela de nuevo tras "
    "Retry-After, con la misma Idempotency-Key si la tiene.",
    "Die Antwort war nicht rechtzeitig fertig; die Anfrage wird vielleicht noch ausgeführt. Senden "
    "Sie sie nach Retry-After erneut, mit demselben Idempotency-Key, falls sie einen hat.",
)
STOPPING: Final = _kind(
    "stopping",
    503,
    "This worker stops",
    "Este proceso se detiene",
    "Dieser Prozess hält an",
    "This worker was told to stop and soon answers no more; ask another one.",
    "Este proceso recibió la orden de detenerse y pronto no responderá; pregunte a otro.",
    "Dieser Prozess soll anhalten und antwortet bald nicht mehr; fragen Sie einen anderen.",
)
UNAVAILABLE: Final = _kind(
    "unavailable",
    503,
    "Not available now",
    "No disponible ahora",
    "Zurzeit nicht verfügbar",
    "The log cannot be read or written now; try again, with the same Idempotency-Key.",
    "El registro no está accesible ahora; reintente, con la misma Idempotency-Key.",
    "Das Protokoll ist zurzeit nicht erreichbar; erneut versuchen, mit demselben Idempotency-Key.",
)
ISSUER_UNAVAILABLE: Final = _kind(
    "issuer-unavailable",
    503,
    "The issuer of the token does not answer",
    "El emisor del token no responde",
    "Der Aussteller des Tokens antwortet nicht",
    "Whether this token is good cannot be told now; nothing was done. Try again after Retry-After.",
    "Ahora no se puede saber si este token vale; no se hizo nada. Reintente tras Retry-After.",
    "Ob dieses Token gilt, ist jetzt nicht zu klären, nichts geschah; erneut nach Retry-After.",
)
INTERNAL: Final = _kind(
    "internal",
    500,
    "A mistake of the service",
    "Un error del servicio",
    "Ein Fehler des Dienstes",
    "This should not happen. Nothing of the request was carried out in part.",
    "Esto no debería ocurrir. Nada de la petición se hizo a medias.",
    "Das sollte nicht vorkommen. Nichts von der Anfrage wurde halb ausgeführt.",
)

FOR_ALL: Final = (TOO_MANY_REQUESTS, TOOK_TOO_LONG)
"""What every operation may answer, because of what lies around it."""

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
        REQUEST_TIMEOUT,
        STALE_VERSION,
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
        INTERNAL,
    )
}
