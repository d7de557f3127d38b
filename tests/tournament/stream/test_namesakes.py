"""Names that people cannot tell apart are refused (TN-ENTER-4, TN-ARBITER-2)."""

import sys
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import pytest
from msgspec.structs import replace

from domain.record.tournaments import record_of, rerun_tournament
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.alike import KNOWN, are_alike, readings
from domain.tournament.stream.people import Person
from tests.support.tournaments.desk import (
    ARBITER,
    ORGANISER,
    WHY,
    account,
    guest,
    opened,
    person,
)

MUHAMMAD = "\u0645\u062d\u0645\u062f"
ALIKE = [
    ("Pablo", "\u0420\u0430b\u04cf\u043e"),  # Cyrillic letters
    ("Ada", "\u0391d\u03b1"),  # Greek letters
    ("BOBA", "\u0412\u041e\u0412\u0410"),  # Cyrillic capitals alone look so
    ("Ada", "\uff21\uff24\uff21"),  # full width
    ("Jos\u00e9", "Jose"),
    ("Jose\u0301 Ruiz", "JOS\u00c9  Ruiz"),
    ("Ada", "A\u0307da"),
    ("Ilya", "llya"),
    ("Bob 10", "B0b lO"),
    ("Arnold", "Amold"),
    ("\u0141ukasz", "lukasz"),
    ("O\u2019Neill", "O'Neill"),
    ("Stra\u00dfe", "STRASSE"),
    ("\u1d00\u1d05\u1d00", "Ada"),  # small capitals
    ("Ada 1", "\U0001f150\U0001f153\U0001f150 \u2776"),  # in black circles
    ("Ada 11", "\U0001f170\U0001f173\U0001f170 \u24eb"),  # in black squares
    ("Ada", "\U0001f130\U0001f133\U0001f130"),  # in squares
    ("Ada", "\U0001f1e6\U0001f1e9\U0001f1e6"),  # the letters of flags
    ("Ada", "\U0001d4d0\U0001d4ed\U0001d4ea"),  # mathematical letters
    ("Ada 0", "\U0001ccd6\U0001ccd9\U0001ccd6 \U0001ccf0"),  # in outline
    ("OK", "\U0001f197"),
    ("Ada", "A\u20ddda"),  # in a circle
    ("Ada", "Ada\u0951"),  # an accent of India that Latin letters can have
    (MUHAMMAD, "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f"),  # with vowels
    (MUHAMMAD, "\u0645\u062d\u0645\u0640\u0640\u062f"),  # lengthened
    ("\u05de\u05e9\u05d4", "\u05de\u05b9\u05e9\u05c1\u05b6\u05d4"),  # with vowels
    ("\u0e19\u0e49\u0e4d\u0e32", "\u0e19\u0e4d\u0e49\u0e32"),  # marks in another order
]
DIFFERENT = [
    ("Neil", "Nell"),
    ("Lia", "Ali"),
    ("Ada", "Adda"),
    ("\u0412\u043e\u0432\u0430", "Boba"),  # a small Cyrillic Ve is not a b
    ("\u304c", "\u304b"),  # ga and ka
    ("\u0915\u093f", "\u0915"),
    ("\u0e19\u0e49\u0e32", "\u0e19\u0e32"),  # a tone of Thai
    (MUHAMMAD, "\u0645\u062d\u0645\u0648\u062f"),
    ("\u674e", "\u5b63"),
]


@pytest.mark.rule("TN-ENTER-4", refused=True)
@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_a_name_like_another_one_is_refused(one: str, other: str) -> None:
    """Whichever is first; the refusal says which name it is taken for."""
    for first, second in ((one, other), (other, one)):
        desk = opened().register(person(1, first), person(2, second))
        desk.refused("TN-ENTER-4", "name_is_taken", entrant=1, name=second, like=first)


@pytest.mark.rule("TN-ENTER-4", "TN-ARBITER-2", refused=True)
@pytest.mark.parametrize("name", ["\u0640", "\u00a8", "\u00a0"])
def test_invisible_names_are_refused(name: str) -> None:
    """A lengthening line, an accent on nothing and a space are like any other such name."""
    desk = opened().register(person(1, name))
    desk.refused("TN-ENTER-4", "name_is_invisible", name=name)
    desk = opened().ask(ORGANISER, a.NameArbiter(account(3), name))
    desk.refused("TN-ARBITER-2", "name_is_invisible", name=name)


@pytest.mark.rule("TN-NAME-1", refused=True)
@pytest.mark.parametrize(
    ("name", "flaw", "at"),
    [
        ("Ana\u0670", "foreign_mark", 4),
        ("An\u0e49a", "foreign_mark", 3),
        ("A\u0301\u0302\u0303\u0308na", "many_marks", 5),
        ("\u200c", "joiner", 1),
        ("A\U0001d173na", "invisible", 2),
        ("\u0301", "stray_mark", 1),
        ("Ana\ue000", "unknown", 4),
    ],
)
def test_names_that_people_cannot_read_are_refused(name: str, flaw: str, at: int) -> None:
    """Entrants, both partners of a pair, and arbiters."""
    facts: dict[str, Any] = {
        "name": name,
        "flaw": flaw,
        "at": at,
        "character": f"U+{ord(name[at - 1]):04X}",
    }
    refusal = ("TN-NAME-1", "name_is_unreadable")
    opened().register(person(1, name)).refused(*refusal, **facts)
    opened().ask(ORGANISER, a.NameArbiter(account(3), name)).refused(*refusal, **facts)
    opened(team=2).ask(ORGANISER, a.RegisterEntrant((person(1, "Bea"), person(2, name)))).refused(
        *refusal, **facts
    )


@pytest.mark.rule("TN-NAME-1")
@pytest.mark.parametrize(
    "name", ["Nguye\u0302\u0303n", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"]
)
def test_names_with_the_marks_and_joiners_of_their_script_are_accepted(name: str) -> None:
    desk = opened().register(person(1, name)).ask(ORGANISER, a.NameArbiter(account(3), "Dora"))
    desk.then(e.ArbiterNamed(account(3), "Dora"))
    assert [one.name for one in desk.state.entrants] == [name]


@pytest.mark.rule("TN-ENTER-4")
@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_people_can_tell_apart_are_accepted(one: str, other: str) -> None:
    desk = opened().register(person(1, one), person(2, other))
    assert [entrant.name for entrant in desk.state.entrants] == [one, other]


@pytest.mark.rule("TN-ENTER-4", refused=True)
def test_partners_have_names_of_their_own() -> None:
    pair = (person(1, "Ana"), person(2, "\u0410na"))
    opened(team=2).ask(ORGANISER, a.RegisterEntrant(pair)).refused("TN-ENTER-4", "name_is_taken")


@pytest.mark.rule("TN-ENTER-4", refused=True)
def test_nobody_enters_under_the_name_of_an_arbiter() -> None:
    """Except the arbiter, who can play: with the same account, or as a guest."""
    taken = ("TN-ENTER-4", "name_is_taken")
    desk = opened().register(person(1, "\u0410na"))
    desk.refused(*taken, arbiter=ARBITER.who, like="Ana", name="\u0410na")
    opened().register(Person("Ana", account=ARBITER.who)).then()
    opened(real_tables=True).register(guest(1, "\u0410na")).refused(*taken)
    opened(real_tables=True).register(guest(1, "Ana")).then()


@pytest.mark.rule("TN-JUDGE-1", refused=True)
def test_a_guest_with_the_name_of_an_arbiter_is_this_arbiter() -> None:
    desk = opened(real_tables=True).register(guest(1, "Ana"), guest(2, "Bea"))
    desk.ask(ARBITER, a.ExpelEntrant(2, WHY)).then(e.EntrantExpelled(2, WHY))
    desk.ask(ARBITER, a.ExpelEntrant(1, WHY)).refused("TN-JUDGE-1", "arbiter_plays_here")


@pytest.mark.rule("TN-ARBITER-2")
def test_arbiters_have_names_of_their_own() -> None:
    """An arbiter who plays has the same name in both parts."""
    desk = opened(real_tables=True).register(person(1, "Bea"), guest(2, "Carla"))
    for who, name in ((account(1), "Bea"), (account(2), "Carla"), (account(3), "Dora")):
        desk.ask(ORGANISER, a.NameArbiter(who, name)).then(e.ArbiterNamed(who, name))


@pytest.mark.rule("TN-ARBITER-2", refused=True)
@pytest.mark.parametrize(
    ("name", "like"),
    [("B\u0435a", {"entrant": 1}), ("Bea", {"entrant": 1}), ("\u0410na", {"arbiter": ARBITER.who})],
)
def test_no_arbiter_is_named_like_another_person(name: str, like: dict[str, object]) -> None:
    desk = opened().register(person(1, "Bea"))
    desk.ask(ORGANISER, a.NameArbiter(account(3), name))
    desk.refused("TN-ARBITER-2", "name_is_taken", name=name, **like)


def test_tournaments_from_before_replay() -> None:
    """Their first event names no edition, so their names are compared as they were."""
    desk = opened()
    opening = desk.entries[0]
    before = replace(opening.action, names=0)
    asked = [
        (ORGANISER, a.RegisterEntrant((person(1, "Ana"),))),
        (ORGANISER, a.RegisterEntrant((person(2, "\u0410na"),))),
        (ORGANISER, a.NameArbiter(account(3), "Ana")),
        (ORGANISER, a.RegisterEntrant((person(4, "Bea\u0670"),))),
    ]
    now = record_of(desk.state.id, [("2026-11-27T19:00:00.000000Z", one) for one in desk.entries])
    entries = [
        replace(now.entries[0], action=before),
        *now.entries[1:],
        *(replace(now.entries[1], by=by, action=action) for by, action in asked),
    ]
    again = rerun_tournament(replace(now, entries=tuple(entries)))
    assert again.refused is None
    assert again.tournament is not None
    assert [one.name for one in again.tournament.entrants] == [
        "Ana",
        "\u0410na",
        "Bea\u0670",
    ]
    again = rerun_tournament(replace(now, entries=(now.entries[0], *entries[1:])))
    assert again.refused is not None
    assert again.refused.refusal.rule == "TN-ENTER-4"


@pytest.mark.parametrize(
    ("ranges", "every", "digest"),
    [
        (KNOWN, 1, "3aadda5402da7682eef5be72d8775d6c13689f6040b1e08cfe45799fd0f4e4e5"),
        pytest.param(
            # Unicode assigns blocks of 16, so a new one has a character here, too.
            ((0, 0xD7FF), (0xE000, sys.maxunicode)),
            8,
            "34a8e05963fc7c8aa6fb67d8b6af302b3aebebda0d7378de6c5e9aecff485963",
            marks=pytest.mark.long,
        ),
    ],
)
@pytest.mark.usefixtures("untraced")
def test_every_version_of_python_reads_names_alike(
    ranges: Sequence[tuple[int, int]], every: int, digest: str
) -> None:
    """The readings of known characters and of a sample of all, as edition 1 has them for ever."""
    found = sha256()
    for first, last in ranges:
        for code in range(first, last + 1, every):
            found.update("\n".join(readings.__wrapped__(1, chr(code))).encode())
    assert found.hexdigest() == digest


def test_readings_are_of_whole_names() -> None:
    assert are_alike(readings(1, "vv"), readings(1, "W"))
    assert not are_alike(readings(0, "vv"), readings(0, "W"))
