"""The rules of tournaments about who may act, when and why, and about arbiters (TN)."""

from typing import Final

from domain.ruleset import Rule

OF_OFFICIALS: Final = (
    Rule(
        "TN-ACT-1",
        "The organiser arranges a tournament, arbiters decide in it, players act for their own "
        "entry, and the service reports games; each has actions of their own.",
        "El organizador prepara el torneo, los árbitros deciden en él, los jugadores actúan por su "
        "inscripción y el servicio informa de las partidas; cada uno tiene sus propias acciones.",
        "Der Veranstalter richtet ein Turnier aus, Schiedsrichter entscheiden darin, Spieler "
        "handeln für ihre Anmeldung, und der Dienst meldet Partien; alle haben eigene Aktionen.",
        source="decided",
    ),
    Rule(
        "TN-ACT-2",
        "Each action has its time: before the start, between two rounds, while a round is paired "
        "or played; after the end only the secret can be revealed.",
        "Cada acción tiene su momento: antes del comienzo, entre dos rondas, mientras una ronda "
        "está emparejada o se juega; tras el final solo se puede revelar el secreto.",
        "Jede Aktion hat ihre Zeit: vor dem Start, zwischen zwei Runden, während eine Runde "
        "ausgelost ist oder läuft; nach dem Ende kann nur noch das Geheimnis aufgedeckt werden.",
        source="decided",
    ),
    Rule(
        "TN-ACT-3",
        "Only the account that announced a tournament is its organiser, only named accounts are "
        "its arbiters, and players act for nobody else.",
        "Solo la cuenta que anunció el torneo es su organizador, solo las cuentas designadas son "
        "sus árbitros, y los jugadores no actúan por nadie más.",
        "Nur das Konto, das ein Turnier ausgeschrieben hat, ist sein Veranstalter, nur benannte "
        "Konten sind seine Schiedsrichter, und Spieler handeln für niemand anderen.",
        source="decided",
    ),
    Rule(
        "TN-ACT-4",
        "An action names an entrant, a round and a table that exist; only the last round that was "
        "paired can be changed, apart from its results.",
        "Una acción nombra un participante, una ronda y una mesa que existen; salvo los "
        "resultados, solo se puede cambiar la última ronda emparejada.",
        "Eine Aktion nennt Teilnehmer, Runde und Tisch, die es gibt; außer Ergebnissen lässt sich "
        "nur die zuletzt ausgeloste Runde ändern.",
        source="decided",
    ),
    Rule(
        "TN-WHY-1",
        "After the start, the organiser and the arbiters give a reason for what they change, and "
        "for each late entry that they make.",
        "Después del comienzo, el organizador y los árbitros dan un motivo para lo que cambian y "
        "para cada inscripción tardía que hacen.",
        "Nach dem Start begründen Veranstalter und Schiedsrichter, was sie ändern, auch jede "
        "Nachmeldung durch sie.",
        source="decided",
    ),
    Rule(
        "TN-ARBITER-1",
        "The organiser names accounts as arbiters and can dismiss them.",
        "El organizador designa cuentas como árbitros y puede retirarles esa función.",
        "Der Veranstalter benennt Konten als Schiedsrichter und kann sie entlassen.",
        source="decided",
    ),
    Rule(
        "TN-ARBITER-2",
        "No arbiter has an invisible name, or one that reads like that of another arbiter or of "
        "an entrant.",
        "Ningún árbitro lleva un nombre invisible ni uno que se lea como el de otro árbitro o de "
        "un participante.",
        "Kein Schiedsrichter hat einen unsichtbaren Namen oder einen, der sich wie der eines "
        "anderen Schiedsrichters oder eines Teilnehmers liest.",
        source="decided",
    ),
    Rule(
        "TN-JUDGE-1",
        "No arbiter decides about a table or an entrant if they play there, or have a declared "
        "relation to someone who does; neither they nor an organiser who plays there take an "
        "opponent out.",
        "Ningún árbitro decide sobre una mesa o un participante si juega allí o si se declaró su "
        "relación con quien juega; ni él ni un organizador que juega allí retiran a un rival.",
        "Kein Schiedsrichter entscheidet über einen Tisch oder Teilnehmer, wenn er dort selbst "
        "spielt oder eine Beziehung zu jemandem angegeben ist, der dort spielt; weder er noch ein "
        "Veranstalter, der dort spielt, nimmt einen Gegner aus dem Turnier.",
        source="decided",
    ),
    Rule(
        "TN-JUDGE-2",
        "A relation is declared once and stays: by the arbiter, or by the organiser, unless the "
        "organiser plays at that table.",
        "Una relación se declara una vez y permanece: la declara el propio árbitro, o el "
        "organizador si no juega en esa mesa.",
        "Eine Beziehung wird einmal angegeben und bleibt: durch den Schiedsrichter selbst, oder "
        "durch den Veranstalter, wenn er nicht an diesem Tisch spielt.",
        source="decided",
    ),
    Rule(
        "TN-JUDGE-3",
        "A player claims that an arbiter has a relation to their entry once, and with a reason; "
        "the claim counts when the organiser or another arbiter confirms it, who can also reject "
        "it with a reason. Nobody rejects a claim about themselves, or decides "
        "about a claim of their own entry or of an opponent at their table.",
        "Un jugador alega una sola vez, y con un motivo, que un árbitro tiene una relación con su "
        "inscripción; lo que alega cuenta cuando lo confirma el organizador u otro "
        "árbitro, que también puede rechazarlo con un motivo. Nadie rechaza lo que se alega "
        "sobre sí mismo ni decide sobre lo que alega su propia inscripción o un rival de su mesa.",
        "Ein Spieler gibt einmal und mit Begründung an, dass ein Schiedsrichter eine Beziehung zu "
        "seiner Meldung hat; das gilt, wenn der Veranstalter oder ein anderer "
        "Schiedsrichter es bestätigt, der es auch mit Begründung zurückweisen kann. Niemand "
        "weist Angaben über sich selbst zurück oder entscheidet über Angaben der eigenen Meldung "
        "oder eines Gegners am eigenen Tisch.",
        source="decided",
    ),
)
