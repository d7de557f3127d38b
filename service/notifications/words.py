"""The words of notifications: they name games, tournaments and players, and no event in a game."""

from collections.abc import Mapping
from typing import Final

import msgspec

from domain.ruleset import Language

YOUR_TURN: Final[Mapping[Language, str]] = {
    "en": "It's your turn.",
    "es": "Es tu turno.",
    "de": "Du bist am Zug.",
}

YOUR_TABLE: Final[Mapping[Language, str]] = {
    "en": "Round {round} of “{tournament}”: your table is open.",
    "es": "Ronda {round} de «{tournament}»: tu mesa está abierta.",
    "de": "Runde {round} von „{tournament}“: Dein Tisch ist offen.",
}
"""The sentence about a table of a tournament at which the account has a seat to take."""


INVITED: Final[Mapping[Language, str]] = {
    "en": "A player asks you to enter as a pair.",
    "es": "Un jugador quiere inscribirse contigo como pareja.",
    "de": "Ein Spieler möchte sich mit dir als Paar anmelden.",
}
"""The sentence about a tournament for which another player asks the account to be the partner.

It does not name that player: anyone can ask, under any name, and a push appears on locked screens.
"""


class MailWords(msgspec.Struct, frozen=True):
    """The words of e-mail in one language. Paragraphs are separated by blank lines."""

    your_turn: str
    """The subject of a message about one game."""
    your_turns: str
    """The subject of a message about several games."""
    your_table: str
    """The subject of a message about one table of a tournament, which has opened."""
    invited: str
    """The subject of a message about one tournament that the account is asked to enter."""
    several: str
    """The subject of a message about several games and tournaments."""
    about: str
    """The end of a message about turns: why it came, and how to end that."""
    confirm: str
    """The subject of the message that requests a confirmation."""
    confirm_text: str
    """Its text, which contains nothing that the person who requested it has chosen."""


MAIL: Final[Mapping[Language, MailWords]] = {
    "en": MailWords(
        your_turn="It's your turn: {game}",
        your_turns="It's your turn in {count} games",
        your_table="Your table is open: {tournament}, round {round}",
        invited="Enter as a pair? {tournament}",
        several="{count} games and tournaments wait for you",
        about="""\
You get this message because you chose to be notified of your turns at {site}.

Unsubscribe: {unsubscribe}""",
        confirm="Confirm your e-mail address",
        confirm_text="""\
Someone requested that the board games at {site} notify this address when it is their turn.

If that was you, confirm the address within {hours} hours:
{confirm}

If it was not you, ignore this message. The address will be deleted, and you will get no further \
messages.""",
    ),
    "es": MailWords(
        your_turn="Es tu turno: {game}",
        your_turns="Es tu turno en {count} partidas",
        your_table="Tu mesa está abierta: {tournament}, ronda {round}",
        invited="¿Inscribirte en pareja? {tournament}",
        several="{count} partidas y torneos te esperan",
        about="""\
Recibes este mensaje porque elegiste recibir avisos de tus turnos en {site}.

Cancelar la suscripción: {unsubscribe}""",
        confirm="Confirma tu dirección de correo electrónico",
        confirm_text="""\
Alguien quiere recibir en esta dirección avisos de sus turnos en los juegos de mesa de {site}.

Si fuiste tú, confirma la dirección en un plazo de {hours} horas:
{confirm}

Si no fuiste tú, ignora este mensaje. La dirección se borrará y no recibirás más mensajes.""",
    ),
    "de": MailWords(
        your_turn="Du bist am Zug: {game}",
        your_turns="Du bist in {count} Partien am Zug",
        your_table="Dein Tisch ist offen: {tournament}, Runde {round}",
        invited="Als Paar anmelden? {tournament}",
        several="{count} Partien und Turniere warten auf dich",
        about="""\
Du bekommst diese Nachricht, weil du auf {site} eingestellt hast, dass du benachrichtigt wirst, \
wenn du am Zug bist.

Abbestellen: {unsubscribe}""",
        confirm="Bestätige deine E-Mail-Adresse",
        confirm_text="""\
Jemand möchte unter dieser Adresse benachrichtigt werden, wenn er oder sie bei den Brettspielen \
auf {site} am Zug ist.

Wenn du das warst, bestätige die Adresse innerhalb von {hours} Stunden:
{confirm}

Wenn du es nicht warst, ignoriere diese Nachricht. Die Adresse wird gelöscht, und du bekommst \
keine weiteren Nachrichten.""",
    ),
}
