"""Names that people cannot tell apart: what two of them have in common (TN-ENTER-4, TN-ARBITER-2).

THIS FILE DECIDES WHAT RECORDS MAY CONTAIN: an edition that was released never changes, because
deciding a record again must give the same. A tournament names its edition in its first event; a
better table is a new edition.

Edition 1 compares two readings of a name. Both ignore accents, invisible characters and extra
spaces, take full width and other forms of a character for the character itself, and take Latin,
Greek and Cyrillic letters and digits that look alike for one. Marks count only on letters of their
own script that nobody reads without them: those of Indic scripts do, the vowel points of Arabic and
Hebrew do not, because people write the same name with and without them. The first reading ignores
case, too; the second reads capitals as they look, so that a capital I is a small L, and a Cyrillic
Ve a B. All other characters are only like themselves, so names can be in any script.

The tables of Python grow with each version of Unicode. Characters that Unicode 14 has never change,
and no others are looked up in them here, so every version of Python gives the same readings. What
is a mark, and of which script, is in a table of our own (``domain.names.scripts``).
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Final, TypeAlias
from unicodedata import normalize

from msgspec import Meta

from domain.names.scripts import look_up
from domain.tournament.stream.people import same_name

NAMES_LATEST: Final = 1
"""The edition for new tournaments."""

NamesEdition: TypeAlias = Annotated[int, Meta(ge=0, le=NAMES_LATEST)]
"""0 for tournaments from before there were editions: they ignore only case, width and encoding."""

_RANGES: Final = (
    "41-376 37a-37f 384-38a 38c 38e-3a1 3a3-52e 531-556 587 622-6d3 929-95f 9cb-9cc 9dc-9dd 9df "
    "a33 a36 a59-a5b a5e b48 b4b-b4c b5c-b5d b94 bca-bcc c48 cc0 cc7-cc8 cca-ccb d4a-d4c "
    "dda-dde e33 eb3 edc-edd f0c-f43 f4d-f69 f73-f93 f9d-fb9 1026-10c5 10c7 10cd 10fc 13f8-13fd "
    "1b06-1b43 1c80-1c88 1c90-1cba 1cbd-1cbf 1d2c-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 "
    "1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 "
    "1ff6-1ffe 2000-205f 2070-2071 2074-208e 2090-209c 20a8 2100-2189 219a-232a 2460-24ea "
    "2a0c-2adc 2c00-2cf2 2d6f 2e9f-2ef3 2f00-2fd5 3000-303a 304c-3094 309b-30ff 3131-318e "
    "3192-319f 3200-321e 3220-33ff a640-a69d a722-a7c9 a7d0 a7d6-a7d8 a7f2-a7f9 ab5c-ab69 "
    "ab70-abbf ac00-d7a3 f900-fa6d fa70-fad9 fb00-fb06 fb13-fb17 fb1d-fb36 fb38-fb3c fb3e "
    "fb40-fb41 fb43-fb44 fb46-fbb1 fbd3-fd8f fd92-fdc7 fdf0-fe19 fe30-fe52 fe54-fe66 fe68-fe6b "
    "fe70-fe74 fe76-fefc ff01-ffbe ffc2-ffc7 ffca-ffcf ffd2-ffd7 ffda-ffdc ffe0-ffe6 ffe8-ffee "
    "10400-10427 104b0-104d3 10570-1057a 1057c-1058a 1058c-10592 10594-10595 10781-10785 "
    "10787-107b0 107b2-107ba 10c80-10cb2 1109a-110ab 1112e-1112f 1134b-1134c 114bb-114be "
    "115ba-115bb 118a0-118bf 11938 16e40-16e5f 1d15e-1d1c0 1d400-1d454 1d456-1d49c 1d49e-1d49f "
    "1d4a2 1d4a5-1d4a6 1d4a9-1d4ac 1d4ae-1d4b9 1d4bb 1d4bd-1d4c3 1d4c5-1d505 1d507-1d50a "
    "1d50d-1d514 1d516-1d51c 1d51e-1d539 1d53b-1d53e 1d540-1d544 1d546 1d54a-1d550 1d552-1d6a5 "
    "1d6a8-1d7cb 1d7ce-1d7ff 1e900-1e921 1ee00-1ee03 1ee05-1ee1f 1ee21-1ee22 1ee24 1ee27 "
    "1ee29-1ee32 1ee34-1ee37 1ee39 1ee3b 1ee42 1ee47 1ee49 1ee4b 1ee4d-1ee4f 1ee51-1ee52 1ee54 "
    "1ee57 1ee59 1ee5b 1ee5d 1ee5f 1ee61-1ee62 1ee64 1ee67-1ee6a 1ee6c-1ee72 1ee74-1ee77 "
    "1ee79-1ee7c 1ee7e 1ee80-1ee89 1ee8b-1ee9b 1eea1-1eea3 1eea5-1eea9 1eeab-1eebb 1f100-1f190 "
    "1f200-1f202 1f210-1f23b 1f240-1f248 1f250-1f251 1fbf0-1fbf9 2f800-2fa1d "
)
KNOWN: Final = tuple(
    (int(one.partition("-")[0], 16), int(one.rpartition("-")[2], 16)) for one in _RANGES.split()
)
"""Ranges of Unicode 14 with all of its characters that have another case, or consist of others."""
_STARTS: Final = tuple(first for first, _ in KNOWN)

_IGNORED: Final = (
    (0x300, 0x36F), (0x1AB0, 0x1ACE), (0x1DC0, 0x1DFF), (0x20D0, 0x20F0), (0xFE20, 0xFE2F),
    (0xAD, 0xAD), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Marks over, under and through letters of several scripts, and invisible characters."""
_LENGTHENING: Final = "\u0640"
"""The line that makes a word of Arabic longer, and nothing else."""
_OPTIONAL: Final = frozenset({"Latn", "Grek", "Cyrl", "Arab", "Syrc", "Hebr"})
"""Scripts whose marks people leave out."""

_SERIES: Final = (
    (0x1F150, "abcdefghijklmnopqrstuvwxyz"),  # in black circles
    (0x1F170, "abcdefghijklmnopqrstuvwxyz"),  # in black squares
    (0x1F1E6, "abcdefghijklmnopqrstuvwxyz"),  # of flags
    (0x1CCD6, "abcdefghijklmnopqrstuvwxyz0123456789"),  # in outline
    (0x2776, "123456789"), (0x2780, "123456789"), (0x278A, "123456789"), (0x24F5, "123456789"),
    (0x24FF, "0"), (0x1F10B, "00"),
)  # fmt: skip
"""Letters and digits in circles, squares and the like that Unicode does not lead back to letters:
the first of each series, and what they are."""
_WORDS: Final = {
    0x277F: "10", 0x2789: "10", 0x2793: "10", 0x24FE: "10",
    0x24EB: "11", 0x24EC: "12", 0x24ED: "13", 0x24EE: "14", 0x24EF: "15", 0x24F0: "16",
    0x24F1: "17", 0x24F2: "18", 0x24F3: "19", 0x24F4: "20",
    0x1F18A: "p", 0x1F18B: "ic", 0x1F18C: "pa", 0x1F18D: "sa", 0x1F18E: "ab", 0x1F18F: "wc",
    0x1F191: "cl", 0x1F192: "cool", 0x1F193: "free", 0x1F194: "id", 0x1F195: "new",
    0x1F196: "ng", 0x1F197: "ok", 0x1F198: "sos", 0x1F199: "up!", 0x1F19A: "vs",
}  # fmt: skip
_FRAMED: Final = _WORDS | {
    first + number: letter for first, series in _SERIES for number, letter in enumerate(series)
}
"""All of these, and whole words in squares."""

_SMALL: Final = str.maketrans(
    "\u03b1\u03b3\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03c9\u03f3"  # Greek
    "\u0430\u0433\u0435\u0437\u043a\u043c\u043e\u0440\u0441\u0442\u0443\u0445\u044c"  # Cyrillic
    "\u0455\u0456\u0458\u04af\u04bb\u04cf\u0501\u051b\u051d"
    "\u0131\u0237\u0142\u00f8\u0111\u0127\u0167\u0180\u0268\u0251\u0261\u0269\u01c0"  # Latin
    "\u1d00\u0299\u1d04\u1d05\u1d07\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274"
    "\u1d0f\u1d18\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22"
    "01|\u2018\u2019\u02bc\u2032`\u2010\u2011\u2012\u2013\u2014\u2212",
    "ayniknoptuxwjare3kmopctyxbsijyhldqwijlodhtbiagilabcdeghijklmnoprstuvwyz"
    "oll'''''------",
)  # fmt: skip
"""Letters in lower case, digits and signs, and the letter or sign that each looks like."""
_CAPITALS: Final = str.maketrans(
    "I"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
    "\u03f9\u037f"
    "\u0410\u0412\u0415\u0417\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u042c"
    "\u0405\u0406\u0408\u04ae\u04ba\u04c0\u0500\u051a\u051c",
    "labezhlkmnoptyxcjabe3kmhopctyxbsljyhldqw",
)  # fmt: skip
"""Capitals that look like another letter, though their small forms may not."""
_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("\u00e6", "ae"), ("\u0153", "oe"))
"""Two letters that look like one, or are one."""


@lru_cache(maxsize=8192)
def readings(edition: NamesEdition, name: str) -> tuple[str, ...]:
    """Return how people read a name, as an edition says: without regard to case, and as it looks.

    >>> readings(1, "Ilya"), readings(1, "llya")
    (('ilya', 'llya'), ('llya', 'llya'))
    """
    if edition == 0:
        return (same_name(name),)
    parts = "".join(_parts(name))
    return _plain(parts), _plain(parts.translate(_CAPITALS))


def are_alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether people can take one name for the other, given the readings of both."""
    return any(mine == yours for mine, yours in zip(one, other, strict=True))


def _plain(parts: str) -> str:
    folded = "".join(_parts(parts, fold=True))
    text = " ".join("".join(_read(folded)).translate(_SMALL).split())
    for pair, letter in _PAIRS:
        text = text.replace(pair, letter)
    return text


def _parts(name: str, *, fold: bool = False) -> Iterator[str]:
    """Yield what each character consists of; with ``fold``, in its small form."""
    for one in name:
        at = bisect_right(_STARTS, ord(one)) - 1
        if ord(one) in _FRAMED:
            yield _FRAMED[ord(one)]
        elif at < 0 or ord(one) > KNOWN[at][1]:
            yield one
        else:
            yield normalize("NFKD", one.casefold() if fold else one)


def _read(folded: str) -> Iterator[str]:
    """Yield the characters that count, without accents, what is invisible, and marks out of place.

    The marks of a letter are sorted, because people do not see in which order they were typed.
    """
    scripts: frozenset[str] = frozenset()
    marks: list[str] = []
    for one in folded:
        if one == _LENGTHENING or _is_ignored(ord(one)):
            continue
        found = look_up(ord(one))
        if found is not None and found.is_mark:
            if found.scripts & scripts and not scripts & _OPTIONAL:
                marks.append(one)
            continue
        yield from sorted(marks)
        yield one
        marks = []
        scripts = frozenset() if found is None else found.scripts
    yield from sorted(marks)


def _is_ignored(code: int) -> bool:
    return any(first <= code <= last for first, last in _IGNORED)
