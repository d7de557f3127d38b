"""What a problem of the type ``not-found`` says about each kind of resource."""

from collections.abc import Mapping
from typing import Final

from domain.ruleset import Language
from service.http.requests.resources import ResourceKind

MISSING: Final[Mapping[ResourceKind, Mapping[Language, str]]] = {
    "game": {
        "en": "There is no game {id}.",
        "es": "No existe la partida {id}.",
        "de": "Es gibt keine Partie {id}.",
    },
    "version": {
        "en": "The game has no version {version}; its current version is {current}.",
        "es": "La partida no tiene una versión {version}; la versión actual es la {current}.",
        "de": "Die Partie hat keine Version {version}; die aktuelle Version ist {current}.",
    },
    "seat": {
        "en": "The game has no seat {seat}; its seats are 0 to {last}.",
        "es": "La partida no tiene un asiento {seat}; los asientos van del 0 al {last}.",
        "de": "Die Partie hat keinen Platz {seat}; ihre Plätze sind 0 bis {last}.",
    },
    "tournament": {
        "en": "There is no tournament {id}.",
        "es": "No existe el torneo {id}.",
        "de": "Es gibt kein Turnier {id}.",
    },
    "tournament_version": {
        "en": "The tournament has no version {version}; its current version is {current}.",
        "es": "El torneo no tiene una versión {version}; la versión actual es la {current}.",
        "de": "Das Turnier hat keine Version {version}; die aktuelle Version ist {current}.",
    },
    "round": {
        "en": "The tournament has no round {round}; {paired} are paired so far.",
        "es": "El torneo no tiene una ronda {round}; hasta ahora hay {paired} emparejadas.",
        "de": "Das Turnier hat keine Runde {round}; ausgelost sind bisher {paired}.",
    },
    "export": {
        "en": "The tournament has no {form}: TRF requires two seats and points of 1, ½ and 0, and "
        "every form except JSON requires pairing numbers, which entrants get at the start.",
        "es": "El torneo no tiene {form}: TRF es para dos asientos con 1, ½ y 0 puntos, y todas "
        "las formas salvo JSON necesitan los números de emparejamiento, que da el comienzo.",
        "de": "Das Turnier gibt es nicht als {form}: TRF ist für zwei Plätze mit 1, ½ und 0 "
        "Punkten, und alle Formen außer JSON brauchen die Startnummern, die der Beginn vergibt.",
    },
    "board": {
        "en": "The game had not started at this version, so it has no board.",
        "es": "En esta versión la partida no había empezado y no tiene tablero.",
        "de": "Bei dieser Version hatte die Partie nicht begonnen und hat kein Spielbrett.",
    },
    "game_in_list": {
        "en": "The game {id} of the parameter after is not among the requested games.",
        "es": "La partida {id} del parámetro after no está entre las partidas pedidas.",
        "de": "Die Partie {id} des Parameters after ist nicht unter den angeforderten Partien.",
    },
    "ruleset": {
        "en": "There is no ruleset {id}; the rulesets are {known}.",
        "es": "No existe el reglamento {id}; los reglamentos son {known}.",
        "de": "Es gibt kein Regelwerk {id}; die Regelwerke sind {known}.",
    },
    "guide": {
        "en": "The ruleset {ruleset} has no guided first game.",
        "es": "El reglamento {ruleset} no tiene una primera partida guiada.",
        "de": "Das Regelwerk {ruleset} hat keine geführte erste Partie.",
    },
    "player": {
        "en": "There is no player {id}.",
        "es": "No existe el jugador {id}.",
        "de": "Es gibt keinen Spieler {id}.",
    },
    "token": {
        "en": "There is no token {id}.",
        "es": "No existe el token {id}.",
        "de": "Es gibt kein Token {id}.",
    },
    "webhook": {
        "en": "There is no webhook {id}.",
        "es": "No existe el webhook {id}.",
        "de": "Es gibt keinen Webhook {id}.",
    },
    "subscription": {
        "en": "There is no push subscription {id}.",
        "es": "No existe la suscripción push {id}.",
        "de": "Es gibt kein Push-Abonnement {id}.",
    },
    "confirmation": {
        "en": "No e-mail address waits for this confirmation; it may have expired.",
        "es": "Ninguna dirección de correo espera esta confirmación; quizá haya caducado.",
        "de": "Keine E-Mail-Adresse wartet auf diese Bestätigung; vielleicht ist sie abgelaufen.",
    },
    "unsubscription": {
        "en": "This is not a link from one of our messages; it may be incomplete.",
        "es": "Este no es un enlace de nuestros mensajes; quizá esté incompleto.",
        "de": "Das ist kein Link aus unseren Nachrichten; vielleicht ist er unvollständig.",
    },
    "problem_type": {
        "en": "There is no problem type {id}; the problem types are {known}.",
        "es": "No existe el tipo de problema {id}; los tipos son {known}.",
        "de": "Es gibt keinen Problemtyp {id}; die Problemtypen sind {known}.",
    },
    "checkpoint": {
        "en": "The transparency log has no checkpoint yet.",
        "es": "El registro de transparencia todavía no tiene ningún punto de control.",
        "de": "Das Transparenzprotokoll hat noch keinen Kontrollpunkt.",
    },
    "tile": {
        "en": "The transparency log has no {path} at its latest checkpoint.",
        "es": "El registro de transparencia no tiene {path} en su último punto de control.",
        "de": "Das Transparenzprotokoll hat bei seinem letzten Kontrollpunkt kein {path}.",
    },
    "security_contact": {
        "en": "The operator of this service does not say where to report a vulnerability.",
        "es": "Quien opera este servicio no indica dónde comunicar una vulnerabilidad.",
        "de": "Wer diesen Dienst betreibt, nennt keine Adresse, um eine Schwachstelle zu melden.",
    },
    "page_file": {
        "en": "The page has no file at this address.",
        "es": "La página no tiene ningún archivo en esta dirección.",
        "de": "Die Seite hat unter dieser Adresse keine Datei.",
    },
    "embed": {
        "en": "This service does not let other sites embed games; its operator can allow that with "
        "CAROLUS_EMBED_ORIGINS.",
        "es": "Este servicio no permite insertar partidas en otros sitios; su operador puede "
        "permitirlo con CAROLUS_EMBED_ORIGINS.",
        "de": "Dieser Dienst lässt andere Websites keine Partien einbetten; sein Betreiber kann es "
        "mit CAROLUS_EMBED_ORIGINS erlauben.",
    },
    "websocket": {
        "en": "There is no WebSocket at this address.",
        "es": "No hay ningún WebSocket en esta dirección.",
        "de": "Unter dieser Adresse gibt es keinen WebSocket.",
    },
}
"""The sentence for each kind of resource; words in braces are facts."""
