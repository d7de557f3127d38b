"""What people must be able to read in a name: one rule for every name and title that others see.

A name may be in any script. Each of its characters is one that people can see, and its marks are
those that the script of the letter has: nobody sees a vowel sign of Arabic on a Latin letter, or
six accents on one letter, as a part of a name. Invisible characters are accepted where a script or
a picture needs them. New names must be readable; stored ones stay as they are.

THIS FILE DECIDES WHAT RECORDS MAY CONTAIN: tournaments whose names are compared by an edition
(``domain.tournament.stream.alike``) refuse unreadable names, so it changes only with an edition.
"""

import re
from typing import Final, Literal, NamedTuple, TypeAlias
from unicodedata import normalize

from domain.names.scripts import UNICODE, Character, look_up

Flaw: TypeAlias = Literal[
    "invisible", "unknown", "space", "joiner", "stray_mark", "foreign_mark", "many_marks", "empty"
]

EXPECTATIONS: Final[dict[Flaw, str]] = {
    "invisible": "visible characters",
    "unknown": f"letters, marks, digits, signs or pictures of Unicode {UNICODE}",
    "space": "an ordinary space",
    "joiner": "invisible joiners and selectors only within a word or picture that needs them",
    "stray_mark": "a letter before each mark",
    "foreign_mark": "a mark of the same script as the letter before it",
    "many_marks": "no more marks on a letter than its script needs, and none twice in a row",
    "empty": "a name of which people can see something",
}
"""What a name must be instead, for error messages."""


READABLE: Final = "readable"
"""The key in ``extra`` of a type whose new values people must be able to read."""


class NameFault(NamedTuple):
    """Why people cannot read a name."""

    flaw: Flaw
    at: int
    """Which character of the name it is, from 1; 0 for the whole name."""
    character: str
    """The character, such as ``U+0670``; empty for the whole name."""

    def in_words(self) -> str:
        """Say what was expected, and which character is something else."""
        expected = EXPECTATIONS[self.flaw]
        return f"{expected}; character {self.at} is {self.character}" if self.at else expected


_SPACES: Final = frozenset(" \u00a0\u202f\u3000")
"""The spaces of ordinary text: between words, without a break, narrow and wide."""
_UNUSUAL_SPACES: Final = frozenset(
    "\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u205f"
)
_JOINERS: Final = frozenset("\u200c\u200d")
_JOINER: Final = "\u200d"
_GRAPHEME_JOINER: Final = "\u034f"
_JOINED: Final = frozenset(
    {"Adlm", "Arab", "Bali", "Beng", "Cakm", "Deva", "Gran", "Gujr", "Guru", "Java", "Khmr", "Knda"}
    | {"Lana", "Mand", "Mlym", "Mong", "Mymr", "Newa", "Nkoo", "Orya", "Sinh", "Sund", "Syrc"}
    | {"Taml", "Telu", "Tibt", "Tirh"}
)
"""Scripts whose letters change their form next to a joiner, or without one."""
_VIRAMAS: Final = frozenset("\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca")
"""They drop a vowel; a joiner after them shows a half letter, at the end of a word, too."""

_FLAG: Final = re.compile("\U0001f3f4([\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f)")
"""The flag of a part of a country: a black flag and invisible letters."""
_INVISIBLE: Final = re.compile(
    r"[\x00-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2"
    r"\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d159"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_FORMS: Final = re.compile("[\ufe00-\ufe02\U000e0100-\U000e01ef]")
"""They choose one of several forms of a Chinese character, as Japanese names need."""
_MONGOLIAN_FORMS: Final = re.compile("[\u180b-\u180d\u180f]")
_PRESENTATIONS: Final = frozenset("\ufe0e\ufe0f")
"""They choose the form of a picture: a sign of the text, or a coloured one."""
_PICTURES: Final = re.compile(
    "[#*0-9\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff]"
)

_SHARED_MOST: Final = 3
"""How many marks that several scripts share a letter can have. Polytonic Greek has three."""
_MOST: Final = {"Arab": 4, "Syrc": 4, "Hebr": 5, "Lana": 6, "Mymr": 7, "Tibt": 7}
_MOST_ELSEWHERE: Final = 5
"""How many marks a letter can have in all, by its script."""
_FEW: Final = frozenset({"Latn", "Grek", "Cyrl", "Thai", "Laoo"})
"""Scripts whose letters have no more than the marks that all scripts can have."""
_PRECOMPOSED: Final = ((0xC0, 0x52F), (0x1E00, 0x1FFF))
"""Letters that contain marks. Unicode has assigned all of these blocks that it ever will."""


def fault_of(name: str) -> NameFault | None:
    """Return the first thing in a name that people cannot read; None if they can read it.

    >>> fault_of("Nguy\u1ec5n"), fault_of("Ana\u0670")
    (None, NameFault(flaw='foreign_mark', at=4, character='U+0670'))
    """
    flags = {at for found in _FLAG.finditer(name) for at in range(*found.span(1))}
    letter = _Letter(None)
    seen = False
    for at, one in enumerate(name):
        if at in flags:
            continue
        found = look_up(ord(one))
        if found is None:
            if one in _SPACES:
                letter = _Letter(None)
                continue
            flaw = None if _is_needed(name, at) else _flaw_of(one)
        elif found.is_mark:
            letter, flaw = letter.marked(one, found)
        else:
            letter, flaw = _with_its_marks(one, found.scripts), None
            seen = True
        if flaw is not None:
            return NameFault(flaw, at + 1, f"U+{ord(one):04X}")
    return None if seen else NameFault("empty", 0, "")


def readable(name: str) -> str:
    """Return a name without what people cannot read in it; empty if nothing is left."""
    while (fault := fault_of(name)) is not None:
        name = name[: fault.at - 1] + name[fault.at :] if fault.at else ""
        if not name:
            break
    return name.strip()


class _Letter(NamedTuple):
    """A letter with the marks that have been read so far."""

    scripts: frozenset[str] | None
    """The scripts of the letter; None without a letter."""
    shared: int = 0
    marks: int = 0
    last: str = ""

    def marked(self, mark: str, found: Character) -> tuple["_Letter", Flaw | None]:
        """Return the letter with another mark, and what is wrong with that."""
        if self.scripts is None:
            return self, "stray_mark"
        if found.scripts and not found.scripts & self.scripts:
            return self, "foreign_mark"
        shared = self.shared + (not found.scripts)
        marks = self.marks + 1
        if mark == self.last or shared > _SHARED_MOST or marks > self._most:
            return self, "many_marks"
        return _Letter(self.scripts, shared, marks, mark), None

    @property
    def _most(self) -> int:
        scripts = self.scripts or _FEW
        if scripts & _FEW:
            return _SHARED_MOST
        return max(_MOST.get(one, _MOST_ELSEWHERE) for one in scripts)


def _with_its_marks(one: str, scripts: frozenset[str]) -> _Letter:
    """Return a letter with the marks that it contains, which are all shared ones."""
    if not any(first <= ord(one) <= last for first, last in _PRECOMPOSED):
        return _Letter(scripts)
    marks = normalize("NFD", one)[1:]
    return _Letter(scripts, len(marks), len(marks), marks[-1:])


def _flaw_of(one: str) -> Flaw:
    if one in _UNUSUAL_SPACES:
        return "space"
    if one in _JOINERS or one in _PRESENTATIONS or _FORMS.match(one) or _MONGOLIAN_FORMS.match(one):
        return "joiner"
    return "invisible" if _INVISIBLE.match(one) else "unknown"


def _is_needed(name: str, at: int) -> bool:
    """Return whether something invisible is where a script or a picture needs it."""
    before, one, after = name[at - 1 : at], name[at], name[at + 1 : at + 2]
    if one in _JOINERS:
        return _joins(before, one, after)
    if one in _PRESENTATIONS:
        return _PICTURES.fullmatch(before) is not None
    if one == _GRAPHEME_JOINER:
        return "Hebr" in _scripts_of(before) & _scripts_of(after)
    if _FORMS.fullmatch(one):
        return "Hani" in _scripts_of(before)
    return _MONGOLIAN_FORMS.fullmatch(one) is not None and "Mong" in _scripts_of(before)


def _joins(before: str, joiner: str, after: str) -> bool:
    if _scripts_of(before) & _scripts_of(after) & _JOINED:
        return True
    if before in _VIRAMAS and joiner == _JOINER:
        return True
    pictured = before in _PRESENTATIONS or _PICTURES.fullmatch(before) is not None
    return pictured and joiner == _JOINER and _PICTURES.fullmatch(after) is not None


def _scripts_of(one: str) -> frozenset[str]:
    found = look_up(ord(one)) if one else None
    return frozenset() if found is None else found.scripts
