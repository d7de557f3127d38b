"""Test texts that are not records: each error names its line, whatever the text."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.record.text import LINE_LENGTH_MAX, parse_text, read_text
from domain.refusal import Malformed
from tests.records.texts import BY_HAND, HEAD, TEXT, same
from tests.support.run.long import cases, long_after


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("", 1, "the line carolus-record/1 is expected first"),
        ("; nothing\n\n", 1, "the line carolus-record/1 is expected first"),
        ("\nid a\n", 2, "the line carolus-record/1 is expected first"),
        ("carolus-record/2\n", 1, "the line carolus-record/1 is expected first"),
        ("carolus-record/1\nid a", 1, "the head needs a line ruleset"),
        (HEAD.replace("@1", "@9"), 2, "there is no ruleset 'carolus-magnus@9'"),
        (f"{HEAD}carolus-record/1", 3, "or one of id, ruleset"),
        (f"{HEAD}colour red", 3, "or one of id, ruleset"),
        (f"{HEAD}id a\nid a", 4, "duplicate line id"),
        (f"{HEAD}id", 3, "id needs at most 64 letters"),
        (f"{HEAD}id a/b", 3, "id needs at most 64 letters"),
        (f"{HEAD}option", 3, "expected one value of the option"),
        (f"{HEAD}option players", 3, "expected one value of the option 'players'"),
        (f"{HEAD}option players 2\noption players 2", 4, "expected one value"),
        (f"{HEAD}id a\noption players two", 4, "expected a whole number, got text"),
        (f"{HEAD}option max_rounds 10000\noption players 2", 3, "at most 9999"),
        (f"{HEAD}option players 2\noption colour red", 4, "unknown field `colour`"),
        (f"{HEAD}chance", 3, "chance needs fair"),
        (f"{HEAD}chance good", 3, "chance needs fair"),
        (f"{HEAD}chance fair abc", 3, "chance needs fair"),
        (f"{HEAD}secret 12", 3, "secret needs 64"),
        (f"{HEAD}player Ana", 3, "player needs a seat"),
        (f"{HEAD}player 0\nplayer 1 name {'a' * 41}", 4, "player needs a seat"),
        (f"{HEAD}seat 0 Ana", 3, "seat needs a seat"),
        (f"{HEAD}seat none\nseat 0", 3, "seat needs a seat"),
        (f"{HEAD}outcome white", 3, "outcome needs the outcome as JSON"),
        (f'{HEAD}outcome {{"reason":"stalled","reason":"stalled"}}', 3, "outcome needs"),
        (f"{HEAD}head none", 3, "head needs 64"),
        (f'{HEAD}signature "a', 3, "signature needs one word"),
        (f"{HEAD}0: resign\nid a", 4, "expected an entry, such as 0: resign"),
        (f"{HEAD}0 choose_disc 3", 3, "expected an entry"),
        (f"{HEAD}dealer: choose_disc 3", 3, "expected an entry"),
        (f"{HEAD}0:", 3, "an action is missing"),
        (f"{HEAD}0: resign |", 3, "an action is missing"),
        (f"{HEAD}0: resign\n\n0: choose_disc 9", 5, "choose_disc needs a disc from 1 to 5"),
        (f"{HEAD}0: castle", 3, "unknown action 'castle'"),
        (f"{HEAD}0: resign now", 3, "resign takes no arguments"),
        (f"{HEAD}0: open_game now", 3, "open_game takes no arguments"),
        (f'{HEAD}0: {{"type":"resign","type":"resign"}}', 3, "duplicate key"),
        (f'{HEAD}0: {{"type":"castle"}}', 3, '"castle" is not a valid value'),
        (f'{HEAD}0: {{"a":{"[" * 5000}', 3, "nested deeper"),
        (f"{HEAD}{'9' * 5000}: resign", 3, "integer string"),
        (f"{HEAD}player 0 name \ud800", 3, "half a surrogate pair"),
    ],
)
def test_an_error_names_its_line(text: str, line: int, expected: str) -> None:
    """The error also says what was expected there."""
    with pytest.raises(Malformed) as wrong:
        parse_text(text)
    assert expected in str(wrong.value)
    assert wrong.value.where == f"line {line}"
    with pytest.raises(Malformed) as wrong:
        parse_text(text, 100)
    assert wrong.value.where == f"line {line + 99}"


def test_an_error_of_encoding_names_its_line() -> None:
    """The reader counts the lines up to the invalid byte."""
    with pytest.raises(Malformed, match="not UTF-8") as wrong:
        read_text(b"carolus-record/1\n; caf\xe9\n", 5)
    assert wrong.value.where == "line 6"


@pytest.mark.usefixtures("untraced")
@pytest.mark.parametrize("text", long_after(1, [TEXT, BY_HAND]), ids=["kept", "by hand"])
def test_a_text_with_a_changed_letter_is_a_record_or_malformed(seed: int, text: str) -> None:
    """Whatever letter changes, the parser raises only Malformed, and names the line."""
    random = Random(seed)
    letters = text + ';|*"{}\\:\x00é👑'
    for _ in range(cases(600, 150)):
        at = random.randrange(len(text))
        judged(text[:at] + random.choice(letters) + text[at + random.randrange(3) :])


@given(st.lists(st.text() | st.sampled_from(TEXT.splitlines())).map("\n".join))
def test_garbage_is_read_or_malformed(text: str) -> None:
    """The parser raises only Malformed, with or without a valid head."""
    judged(text)
    judged(HEAD + text)


@given(st.binary() | st.binary().map(lambda rest: HEAD.encode() + rest))
def test_bytes_are_read_or_malformed(data: bytes) -> None:
    """The reader raises only Malformed."""
    judged(data.decode(errors="surrogateescape"))
    with suppress(Malformed):
        same(read_text(data))


def judged(text: str) -> None:
    """Check that a text is a record, which reads back, or malformed in one of its lines."""
    lines = range(1, text.count("\n") + 2)
    try:
        record = parse_text(text)
    except Malformed as wrong:
        where = wrong.where
    else:
        same(record)
        return
    assert where in {f"line {number}" for number in lines}


@pytest.mark.parametrize(
    "filling", ['"', '\\"', ";", "|", " ", "9", "x ", "12. ", "*", ": ", "\t9"]
)
@pytest.mark.parametrize("start", ["0: take_seat 0 name ", "0: ", "", "option players ", "seat 0 "])
def test_a_long_line_is_read_in_one_go(start: str, filling: str) -> None:
    """The time grows linearly: if it were quadratic, this would take minutes."""
    judged(HEAD + start + filling * ((LINE_LENGTH_MAX - 100) // len(filling)) + "x")
