"""What a problem says about one request, if the text of its type would leave open what is wrong."""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Language
from service.access.rights import TokenFault

TOKENS: Final[Mapping[TokenFault, Mapping[Language, str]]] = {
    "missing": {
        "en": "The request has no token. Send one in the header Authorization: Bearer <token>.",
        "es": "La petición no tiene token. Envía uno en la cabecera Authorization: Bearer <token>.",
        "de": "Die Anfrage hat kein Token. Sende eines im Header Authorization: Bearer <token>.",
    },
    "wrong_form": {
        "en": "The header Authorization must have the form Bearer <token>.",
        "es": "La cabecera Authorization debe tener la forma Bearer <token>.",
        "de": "Der Header Authorization muss die Form Bearer <token> haben.",
    },
    "not_valid": {
        "en": "The token is not valid here: it is unknown, expired or revoked, or belongs to "
        "another game.",
        "es": "El token no es válido aquí: es desconocido, ha caducado, se ha revocado o es de "
        "otra partida.",
        "de": "Das Token ist hier nicht gültig: Es ist unbekannt, abgelaufen oder widerrufen oder "
        "gehört zu einer anderen Partie.",
    },
}

NOT_JSON: Final[Mapping[Language, str]] = {
    "en": "The body is not JSON. errors says where it goes wrong.",
    "es": "El cuerpo no es JSON; errors indica dónde está el error.",
    "de": "Der Inhalt ist kein JSON; errors nennt die Stelle.",
}

MEDIA_TYPE: Final[Mapping[Language, str]] = {
    "en": "The body has the type {sent}; expected Content-Type: {expected}.",
    "es": "El cuerpo tiene el tipo {sent}; se esperaba Content-Type: {expected}.",
    "de": "Der Inhalt hat den Typ {sent}; erwartet wurde Content-Type: {expected}.",
}

PACKED: Final[Mapping[Language, str]] = {
    "en": "The body is compressed with {packed}. Send it without compression.",
    "es": "El cuerpo está comprimido con {packed}. Envíalo sin comprimir.",
    "de": "Der Inhalt ist mit {packed} komprimiert. Sende ihn unkomprimiert.",
}

METHOD: Final[Mapping[Language, str]] = {
    "en": "This address does not support {method}; it supports {allow}.",
    "es": "Esta dirección no admite {method}; admite {allow}.",
    "de": "Diese Adresse unterstützt {method} nicht; möglich ist {allow}.",
}

TOO_LONG: Final[Mapping[Language, str]] = {
    "en": "The body of this request, or of its response, has more than {bytes_max} bytes; send "
    "less at once.",
    "es": "El cuerpo de esta petición, o el de su respuesta, tiene más de {bytes_max} bytes; envía "
    "menos de una vez.",
    "de": "Der Inhalt dieser Anfrage oder ihrer Antwort hat mehr als {bytes_max} Bytes; sende "
    "weniger auf einmal.",
}

TOO_OFTEN: Final[Mapping[Language, str]] = {
    "en": "You have sent too many requests; nothing was done. Retry in {retry_after} s.",
    "es": "Has enviado demasiadas peticiones; no se hizo nada. Reintenta dentro de {retry_after} "
    "s.",
    "de": "Du hast zu viele Anfragen gesendet; nichts wurde ausgeführt. Wiederhole die Anfrage in "
    "{retry_after} s.",
}

STREAMS: Final[Mapping[Language, str]] = {
    "en": "You have too many streams open. Close one, or retry after the time in Retry-After.",
    "es": "Tienes demasiados flujos abiertos. Cierra uno o reintenta tras el tiempo de "
    "Retry-After.",
    "de": "Du hast zu viele Datenströme offen. Schließe einen, oder wiederhole die Anfrage nach "
    "der Zeit in Retry-After.",
}

STALE_GAME: Final[Mapping[Language, str]] = {
    "en": "The game is at version {version}, which If-Match or If-None-Match does not allow.",
    "es": "La partida está en la versión {version}, que If-Match o If-None-Match no permite.",
    "de": "Die Partie steht bei Version {version}, die If-Match oder If-None-Match nicht erlaubt.",
}

STALE_TOURNAMENT: Final[Mapping[Language, str]] = {
    "en": "The tournament is at version {version}, which If-Match or If-None-Match does not "
    "allow. Look at what has happened since, and decide again.",
    "es": "El torneo está en la versión {version}, que If-Match o If-None-Match no permite. Mira "
    "lo que ocurrió desde entonces y decide de nuevo.",
    "de": "Das Turnier steht bei Version {version}, die If-Match oder If-None-Match nicht "
    "erlaubt. Sieh nach, was seither geschehen ist, und entscheide neu.",
}
