"""What a problem of the type ``forbidden`` says about the token that a request needs."""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Language
from service.access.rights import Need

NEEDED: Final[Mapping[Need, Mapping[Language, str]]] = {
    "seat": {
        "en": "This needs the token of a seat.",
        "es": "Esto requiere el token de un asiento.",
        "de": "Dafür brauchst du das Token eines Platzes.",
    },
    "this_seat": {
        "en": "This needs the token of this seat.",
        "es": "Esto requiere el token de este asiento.",
        "de": "Dafür brauchst du das Token dieses Platzes.",
    },
    "this_seat_or_creator": {
        "en": "This needs the token of this seat or of the creator.",
        "es": "Esto requiere el token de este asiento o el del creador.",
        "de": "Dafür brauchst du das Token dieses Platzes oder das des Erstellers.",
    },
    "account_or_this_seat_or_creator": {
        "en": "This needs the token of an account with the scope play, of this seat, or of the "
        "creator.",
        "es": "Esto requiere el token de una cuenta con el ámbito play, el de este asiento o el "
        "del creador.",
        "de": "Dafür brauchst du das Token eines Kontos mit dem Scope play, das dieses Platzes "
        "oder das des Erstellers.",
    },
    "account_of_this_seat": {
        "en": "The seat is reserved: this needs a token with the scope play, of the account that "
        "it is reserved for.",
        "es": "El asiento está reservado: esto requiere un token con el ámbito play, de la cuenta "
        "para la que está reservado.",
        "de": "Der Platz ist reserviert: Dafür brauchst du ein Token mit dem Scope play, des "
        "Kontos, für das er reserviert ist.",
    },
    "creator": {
        "en": "This needs the token of the creator.",
        "es": "Esto requiere el token del creador.",
        "de": "Dafür brauchst du das Token des Erstellers.",
    },
    "seat_creator_or_arbiter": {
        "en": "This needs the token of a seat, of the creator or of an arbiter.",
        "es": "Esto requiere el token de un asiento, del creador o de un árbitro.",
        "de": "Dafür brauchst du das Token eines Platzes, des Erstellers oder eines "
        "Schiedsrichters.",
    },
    "arbiter": {
        "en": "This needs a token with the scope arbitrate, of an account that does not play in "
        "the game.",
        "es": "Esto requiere un token con el ámbito arbitrate, de una cuenta que no juegue en la "
        "partida.",
        "de": "Dafür brauchst du ein Token mit dem Scope arbitrate, dessen Konto in der Partie "
        "nicht mitspielt.",
    },
    "right_in_game": {
        "en": "The game has no spectators while it runs; this needs a token with a right in it.",
        "es": "La partida no tiene espectadores mientras se juega; esto requiere un token con "
        "algún derecho en ella.",
        "de": "Die Partie hat keine Zuschauer, solange sie läuft; dafür brauchst du ein Token mit "
        "einem Recht in ihr.",
    },
    "actions_of_one_kind": {
        "en": "The list must contain actions of the seat or of the table, but not both.",
        "es": "La lista debe contener acciones del asiento o de la mesa, pero no de ambos.",
        "de": "Die Liste muss Aktionen des Platzes oder des Tisches enthalten, aber nicht beides.",
    },
    "account": {
        "en": "This needs the token of an account.",
        "es": "Esto requiere el token de una cuenta.",
        "de": "Dafür brauchst du das Token eines Kontos.",
    },
    "this_account": {
        "en": "This needs a token of this account, or one with the scope admin.",
        "es": "Esto requiere un token de esta cuenta, o uno con el ámbito admin.",
        "de": "Dafür brauchst du ein Token dieses Kontos oder eines mit dem Scope admin.",
    },
    "scope": {
        "en": "This needs a token with a scope that allows it: {scopes}.",
        "es": "Esto requiere un token con un ámbito que lo permita: {scopes}.",
        "de": "Dafür brauchst du ein Token mit einem Scope, der das erlaubt: {scopes}.",
    },
    "all_scopes": {
        "en": "This needs a token that has these scopes itself ({scopes}), or one with the scope "
        "admin.",
        "es": "Esto requiere un token que tenga estos ámbitos ({scopes}), o uno con el ámbito "
        "admin.",
        "de": "Dafür brauchst du ein Token, das diese Scopes selbst hat ({scopes}), oder eines mit "
        "dem Scope admin.",
    },
    "later_expiry": {
        "en": "Your token expires at {expires}; a token that is valid for longer needs one with "
        "the scope admin.",
        "es": "Tu token caduca el {expires}; para uno que dure más se requiere un token con el "
        "ámbito admin.",
        "de": "Dein Token läuft am {expires} ab; für ein länger gültiges brauchst du eines mit dem "
        "Scope admin.",
    },
    "game_of_account": {
        "en": "This needs an account that has opened the game, or its creator_token.",
        "es": "Esto requiere una cuenta que haya creado la partida, o su creator_token.",
        "de": "Dafür brauchst du ein Konto, das die Partie eröffnet hat, oder ihr creator_token.",
    },
    "tournament_of_account": {
        "en": "This needs the account of the organiser or of an arbiter of the tournament.",
        "es": "Esto requiere la cuenta del organizador o de un árbitro del torneo.",
        "de": "Dafür brauchst du das Konto des Veranstalters oder eines Schiedsrichters.",
    },
}
"""The sentence for each need; words in braces are facts."""
