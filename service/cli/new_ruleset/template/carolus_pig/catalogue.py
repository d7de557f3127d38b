"""The rules, each with an id that never changes: ``PIG-HOLD-1`` is in chapter HOLD."""

from typing import Final

from domain.ruleset import Rule

_RULES: Final = (
    Rule(
        "PIG-OPT-1",
        "2 to 4 players play.",
        "Juegan de 2 a 4 personas.",
        "Es spielen 2 bis 4 Personen.",
        source="decided",
    ),
    Rule(
        "PIG-OPT-2",
        "The goal is at least 2 points.",
        "La meta es de al menos 2 puntos.",
        "Das Ziel sind mindestens 2 Punkte.",
        source="decided",
    ),
    Rule(
        "PIG-TURN-1",
        "Only the player whose turn it is decides.",
        "Solo decide quien tiene el turno.",
        "Nur wer am Zug ist, entscheidet.",
        source="folk rules",
    ),
    Rule(
        "PIG-TURN-2",
        "Chance draws who begins and rolls the die; players roll or hold.",
        "El azar sortea quién empieza y tira el dado; las personas piden tirar o se plantan.",
        "Der Zufall lost aus, wer beginnt, und würfelt; die Spieler würfeln oder hören auf.",
        source="folk rules",
    ),
    Rule(
        "PIG-ROLL-1",
        "A player who rolls a one loses the points of the turn, and the turn ends.",
        "Quien saca un uno pierde los puntos del turno, y el turno acaba.",
        "Wer eine Eins würfelt, verliert die Punkte des Zuges, und der Zug endet.",
        source="folk rules",
    ),
    Rule(
        "PIG-HOLD-1",
        "A player can hold only after a roll in this turn.",
        "Solo puede plantarse quien ha tirado en este turno.",
        "Nur wer in diesem Zug gewürfelt hat, kann aufhören.",
        source="decided",
    ),
    Rule(
        "PIG-END-1",
        "The first player who holds with the goal wins; the others rank by points.",
        "Gana quien primero se planta con la meta; los demás siguen por puntos.",
        "Wer zuerst mit dem Ziel aufhört, gewinnt; die anderen folgen nach Punkten.",
        source="folk rules",
    ),
)
CATALOGUE: Final = {rule.id: rule for rule in _RULES}
