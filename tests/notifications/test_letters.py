"""Test how messages are written: nothing that players choose can change their structure."""

import email
import email.policy
from email.message import EmailMessage

import pytest

from domain.ruleset import LANGUAGES, Language
from service.notifications.letters import Letters
from service.notifications.mail_settings import MailSettings, sender_in, smtp_server
from service.notifications.mailboxes import Mailbox
from service.notifications.notices import Turn
from tests.support.run.long import long_after

AT = "2026-03-01T18:00:00.000000Z"
SETTINGS = MailSettings(
    smtp_server("smtps://mail.example"),
    sender_in("Spiele für alle <games@club.example>"),
    f"https://{'long-name.' * 6}play.example",
    0,
)


def mailbox(language: Language = "en") -> Mailbox:
    """Return a confirmed address, as long as addresses may be."""
    address = f"{'a' * 64}@{'b' * 60}.{'c' * 60}.{'d' * 60}.example"
    return Mailbox("h" * 16, "a" * 26, address[:254], language, 0, "t" * 32, AT, AT)


def read(content: bytes) -> EmailMessage:
    """Parse a message, as mail programs do."""
    assert max(map(len, content.split(b"\r\n"))) <= 998
    assert b"\n" not in content.replace(b"\r\n", b"")
    found = email.message_from_bytes(content, policy=email.policy.default)
    assert isinstance(found, EmailMessage)
    return found


def about(*others: str, game: str = "g", language: Language = "en") -> EmailMessage:
    """Return a message about a game with these players."""
    to = mailbox(language)
    return read(Letters(SETTINGS).of_notices(to, (Turn(game, "Carolus Magnus", others),), 7, AT))


@pytest.mark.parametrize(
    "name",
    [
        "Ben\r\nBcc: victim@example.org",
        "Ben\nBcc: victim@example.org",
        "Ben\rBcc: victim@example.org",
        "Ben\u2028Bcc: victim@example.org",
        "Ben\u0085Bcc: victim@example.org",
        "Ben\x00\x0bBcc: victim@example.org",
        "Ben\u202e\r\n\r\nBcc: victim@example.org",
    ],
)
def test_a_name_cannot_add_a_header(name: str) -> None:
    """A line break becomes a blank."""
    message = about(name)
    assert message["bcc"] is None
    assert str(message["subject"]) == (
        "It's your turn: Carolus Magnus (Ben Bcc: victim@example.org)"
    )
    assert str(message.get_content()).startswith("Carolus Magnus (Ben Bcc: ")


def test_a_name_is_not_decoded_as_an_encoded_word() -> None:
    """It is shown as it is, so what it would decode to cannot add a header, either."""
    name = "=?utf-8?q?Ben=0D=0ABcc=3A_victim=40example=2Eorg?="
    message = about(name)
    assert message["bcc"] is None
    assert str(message["subject"]) == f"It's your turn: Carolus Magnus ({name})"


def test_names_may_have_letters_of_any_script() -> None:
    """The message is ASCII all the same, so every server accepts it."""
    names = ("Jörg", "Ñandú", "Ζωή", "李小龍" * 15, "\u202egnuJ", "👩‍🚀")
    content = Letters(SETTINGS).of_notices(mailbox(), (Turn("g", "Carolus Magnus", names),), 7, AT)
    assert content.isascii()
    subject = str(read(content)["subject"])
    assert all(name in subject for name in (*names[:4], "gnuJ"))
    assert "\u202e" not in subject
    encoded = [word for word in content.split() if word.startswith(b"=?utf-8")]
    assert max(map(len, encoded)) <= 75  # RFC 2047, section 2


def test_headers_for_programs_are_not_encoded() -> None:
    """However long the address of the service is."""
    message = about("Ben", game="...")
    token = "t" * 32
    link = f"<{SETTINGS.site}/v1/notifications/email/unsubscriptions/{token}>"
    assert message["list-unsubscribe"] == link
    for name in ("message-id", "references", "in-reply-to"):
        assert str(message[name]).endswith(f"@{SETTINGS.domain}>")
    assert message["to"].addresses[0].addr_spec == mailbox().address
    assert message["from"].addresses[0].display_name == "Spiele für alle"
    assert message["date"].datetime.isoformat() == "2026-03-01T18:00:00+00:00"


@pytest.mark.parametrize("language", long_after(1, LANGUAGES))
def test_messages_are_in_the_language_of_the_player(language: Language) -> None:
    """All words are filled in."""
    letters, to = Letters(SETTINGS), mailbox(language)
    turns = tuple(Turn(game, "Carolus Magnus", ("Ben",)) for game in "ab")
    for content in (letters.of_confirmation(to, AT), letters.of_notices(to, turns, 7, AT)):
        message = read(content)
        text = f"{message['subject']}\n{message.get_content()}"
        assert "{" not in text
        assert to.address not in message.get_content()
    others = {str(about("Ben", language=one)["subject"]) for one in LANGUAGES}
    assert len(others) == len(LANGUAGES)


def test_a_repetition_has_the_same_id() -> None:
    """So mail programs can recognise it; a message about something else has a different one."""
    letters, turns = Letters(SETTINGS), (Turn("g", "Carolus Magnus", ()),)
    first, again, other = (
        read(letters.of_notices(mailbox(), turns, number, AT))["message-id"] for number in (7, 7, 8)
    )
    assert first == again != other
