"""The messages that the service sends by e-mail, as bytes for SMTP.

They are plain text, without pictures, and their links contain nothing that would reveal whether
they were read.
"""

import hashlib
import unicodedata
from datetime import datetime
from email.header import Header
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from typing import Final
from urllib.parse import urlsplit

from domain.ruleset import Language
from service.notifications.mail_settings import MailSettings
from service.notifications.mailboxes import CONFIRM_HOURS, Mailbox
from service.notifications.notices import Invitation, Notification, Turn
from service.notifications.words import INVITED, MAIL, YOUR_TABLE, MailWords

UNSUBSCRIBE: Final = "/v1/notifications/email/unsubscriptions/{token}"
"""Where mail programs unsubscribe with one click (RFC 8058)."""
CONFIRM_PAGE: Final = "/#/email/confirm/{token}"
UNSUBSCRIBE_PAGE: Final = "/#/email/unsubscribe/{token}"
"""Where people confirm and unsubscribe. Browsers send no fragments, so no log has the token."""

_ID_DIGITS: Final = 24
_SUBJECT_LINE_MAX: Final = 75
"""A line with encoded words may have 76 characters (RFC 2047), of which the first is a blank."""


class Letters:
    """Writes messages."""

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings

    def of_notices(
        self, to: Mailbox, about: tuple[Notification, ...], number: int, at: str
    ) -> bytes:
        """Return the message about these turns and invitations: at least one.

        Messages with the same number have the same ID, so that mail programs can recognise a
        repetition.
        """
        words = MAIL[to.language]
        listed = ["\n".join(self._listed(one, to.language)) for one in about]
        end = words.about.format(
            site=self._site, unsubscribe=self._page(UNSUBSCRIBE_PAGE.format(token=to.token))
        )
        thread = self._thread(to, about[0]) if len(about) == 1 else ""
        text = "\n\n".join([*listed, f"-- \n{end}"])
        subject = _subject(about, words)
        return self._message(to, subject, text, self._id(to.id, str(number)), at, thread)

    def of_confirmation(self, to: Mailbox, at: str) -> bytes:
        """Return the message that requests a confirmation."""
        words = MAIL[to.language]
        text = words.confirm_text.format(
            site=self._site,
            hours=CONFIRM_HOURS,
            confirm=self._page(CONFIRM_PAGE.format(token=to.token)),
        )
        return self._message(to, words.confirm, text, self._id(to.id, "confirm"), at)

    def _listed(self, about: Notification, language: Language) -> list[str]:
        """Return the lines about a turn or an invitation."""
        if isinstance(about, Invitation):
            page = self._page(f"/#/tournaments/{about.tournament}")
            return [INVITED[language], _plain(about.name), page]
        return [*_opened(about, language), _named(about), self._page(f"/#/games/{about.game}")]

    def _thread(self, to: Mailbox, about: Notification) -> str:
        if isinstance(about, Invitation):
            return self._id("tournament", to.id, about.tournament)
        return self._id("game", to.id, about.game)

    @property
    def _site(self) -> str:
        return urlsplit(self._settings.site).netloc

    def _page(self, path: str) -> str:
        return f"{self._settings.site}{path}"

    def _id(self, *parts: str) -> str:
        """Return the ID of a message that consists of these parts, and reveals none of them."""
        digest = hashlib.sha256(" ".join(parts).encode()).hexdigest()[:_ID_DIGITS]
        return f"<{digest}@{self._settings.domain}>"

    def _message(
        self, to: Mailbox, subject: str, text: str, id_: str, at: str, thread: str = ""
    ) -> bytes:
        message = EmailMessage(policy=SMTP)
        message["From"] = self._settings.sender
        message["To"] = Address(addr_spec=to.address)
        message["Date"] = datetime.fromisoformat(at)
        message.set_content(f"{text}\n", charset="utf-8", cte="quoted-printable")
        # The class would encode long addresses as if they were words (RFC 2047), which no mail
        # program reads, and decode what looks like such a word in a name. So these lines are ready.
        headers = {
            "Subject": _encoded(subject),
            "Message-ID": id_,
            **({"In-Reply-To": thread, "References": thread} if thread else {}),
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{self._page(UNSUBSCRIBE.format(token=to.token))}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        return head.encode("ascii") + message.as_bytes()


def _encoded(subject: str) -> str:
    """Return a subject as a header contains it: ASCII, in lines that are short enough."""
    is_plain = subject.isascii() and "=?" not in subject
    header = Header(subject, "us-ascii" if is_plain else "utf-8", header_name="Subject")
    return header.encode(linesep="\r\n", maxlinelen=_SUBJECT_LINE_MAX)


def _subject(about: tuple[Notification, ...], words: MailWords) -> str:
    if len(about) > 1:
        only_turns = all(isinstance(one, Turn) for one in about)
        return (words.your_turns if only_turns else words.several).format(count=len(about))
    (one,) = about
    if isinstance(one, Invitation):
        return words.invited.format(tournament=_plain(one.name))
    if one.opened is None:
        return words.your_turn.format(game=_named(one))
    table = one.opened
    return words.your_table.format(tournament=_plain(table.tournament), round=table.round)


def _opened(turn: Turn, language: Language) -> list[str]:
    """Return a sentence on the table of a tournament, if one has opened."""
    if turn.opened is None:
        return []
    name = _plain(turn.opened.tournament)
    return [YOUR_TABLE[language].format(tournament=name, round=turn.opened.round)]


def _named(turn: Turn) -> str:
    """Return a game with its other players in one line."""
    return _plain(f"{turn.title} ({', '.join(turn.others)})" if turn.others else turn.title)


def _plain(text: str) -> str:
    """Return a text in one line, without control and formatting characters.

    Other players choose the names: a line break would begin a header, and other characters change
    the direction of the text.
    """
    printable = (" " if unicodedata.category(one) in _UNPRINTABLE else one for one in text)
    return " ".join("".join(printable).split())


_UNPRINTABLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
