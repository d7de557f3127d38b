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

STALE_GAME: Final[Mapping[Language, str]] = {
    "en": "The game is not at a version that If-Match or If-None-Match allows; version is the "
    "current one.",
    "es": "La partida no está en una versión que If-Match o If-None-Match permita; version es la "
    "actual.",
    "de": "Die Partie steht nicht bei einer Version, die If-Match oder If-None-Match erlaubt; "
    "version ist die aktuelle.",
}

STALE_TOURNAMENT: Final[Mapping[Language, str]] = {
    "en": "The tournament is not at a version that If-Match or If-None-Match allows; version is "
    "the current one. Look at what has happened since, and decide again.",
    "es": "El torneo no está en una versión que If-Match o If-None-Match permita; version es la "
    "actual. Mira lo que ocurrió desde entonces y decide de nuevo.",
    "de": "Das Turnier steht nicht bei einer Version, die If-Match oder If-None-Match erlaubt; "
    "version ist die aktuelle. Sieh nach, was seither geschehen ist, und entscheide neu.",
}
