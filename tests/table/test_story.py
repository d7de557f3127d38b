"""The story of a table: sentences on its own events, between those of the game."""

from random import Random

import pytest

from domain.ruleset import LANGUAGES, AnyRuleset, Language, kinds_of, tag_of
from domain.rulesets.registry import RULESETS
from domain.rulesets.teg import RULESET as TEG
from domain.rulesets.teg.actions import PlaceTokens
from domain.rulesets.teg.events import TokensPlaced
from domain.rulesets.teg.words import WORDS as WORDS_OF_TEG
from domain.table.actions import (
    AcceptDraw,
    AcceptTakeBack,
    AddTime,
    Adjudicate,
    CallOffGame,
    FallFlag,
    LiftSuspension,
    OfferDraw,
    OfferTakeBack,
    Resign,
    SuspendGame,
    TakeSeat,
)
from domain.table.apply import opened as opened_by
from domain.table.clock import PerActionClock
from domain.table.contributions import GivenLink
from domain.table.events import (
    DecisionsTakenBack,
    GameStarted,
    MomentDrawn,
    SeatLeft,
    SeatTaken,
    TableEvent,
)
from domain.table.game import TABLE
from domain.table.story import Story, row_start
from domain.table.words import WORDS
from tests.support.games.table import Table, due, opened, play_on

SILENT = {
    *("game_opened", "player_seated", "draw_accepted", "secret_revealed", "clock_set"),
    *("take_backs_allowed", "clocks_run", "pause_accepted", "resume_accepted"),
    *("take_back_accepted", "decision_noted", "decisions_sealed", "moment_drawn"),
    "waiver_accepted",
}
"""The events of the table that only people who check a game need a sentence on."""


def sentences_on(events: list[object]) -> list[str]:
    """Return the story of these events, from an empty table on."""
    return [one.text for one in Story(opened(2).game, "spectator", "en").sentences(events)]


class Listener:
    """A table, and its story so far."""

    def __init__(self, table: Table, language: Language = "en") -> None:
        self.table = table
        self.story = Story(table.game, "spectator", language)
        self.events: list[object] = []

    def ask(self, *asked: object, **how: bool) -> list[str]:
        """Request something; return the sentences on it."""
        self.table.ask(*asked, **how)  # type: ignore[arg-type]
        return self.rest()

    def rest(self) -> list[str]:
        """Return the sentences on the last request."""
        assert self.table.batch is not None, self.table.refused_with
        self.events += self.table.batch.events
        return [one.text for one in self.story.sentences(self.table.batch.events)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_the_table_has_a_sentence_or_needs_none(language: Language) -> None:
    """Someone must decide about a new one."""
    tags = {tag_of(one) for one in kinds_of(TableEvent)}
    assert tags >= SILENT
    assert {tag for tag in tags if f"story.{tag}" not in WORDS[language]} == SILENT
    assert {tag for tag in tags if f"step.{tag}" in WORDS[language]} == SILENT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", RULESETS, ids=lambda one: one.meta.id)
def test_an_exhaustive_story_has_every_event(rules: AnyRuleset, language: Language) -> None:
    """Each is part of a sentence, from the opening on, with clocks and take-backs."""
    clock = PerActionClock(30, "house")
    start = opened(2, rules=rules, take_backs=True, clock=clock)
    table = Listener(start)
    assert start.batch is not None
    (opening, *terms) = start.batch.events
    table.events = [opening, *terms]
    for seat in range(2):
        table.ask(TABLE, TakeSeat(seat, player="ab"[seat] * 26))
    table.ask(0, OfferDraw())
    random = Random(11)
    while len(table.events) < 200:
        play_on(table.table, random, 1)
        table.rest()
    state = opened_by(start.game.id, opening)
    story = Story(state, "arbiter", language, exhaustive=True)
    sentences = story.sentences(table.events)
    covered = {version for one in sentences for version in range(one.first, one.last + 1)}
    silent = [tag_of(one) for number, one in enumerate(table.events, 1) if number not in covered]
    assert silent == []
    assert all("{" not in one.text for one in sentences)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_exhaustive_story_says_how_a_moment_was_drawn(language: Language) -> None:
    links = tuple(GivenLink(who, "0" * 64) for who in (0, 1))
    moments = (
        MomentDrawn(1, (), (), ()),
        MomentDrawn(2, links, (), ()),
        MomentDrawn(3, links[:1], (), ()),
        MomentDrawn(4, (), (), (1,)),
    )
    story = Story(opened(2).game, "arbiter", language, exhaustive=True)
    texts = [one.text for one in story.sentences(moments)]
    assert len(set(texts)) == len(moments)
    assert all(str(number) in text for number, text in enumerate(texts, 1))
    assert Story(opened(2).game, "arbiter", language).sentences(moments) == []


def test_a_table_from_the_first_seat_to_a_draw() -> None:
    """A player who takes a seat has a name at once; without one, the side has the name."""
    table = Listener(opened(2))
    assert table.ask(TABLE, TakeSeat(0, name="Ana")) == ["Ana takes a seat."]
    sits, starts, *_ = table.ask(TABLE, TakeSeat(1))
    assert (sits, starts) == ("Black takes a seat.", "The game starts.")
    assert table.ask(0, OfferDraw()) == ["Ana offers a draw."]
    assert table.ask(1, AcceptDraw()) == ["Draw agreed."]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["Ana resigns.", "Black wins by resignation."]),
        ("es", ["Ana abandona.", "Negro gana por abandono."]),
        ("de", ["Ana gibt auf.", "Schwarz gewinnt durch Aufgabe."]),
    ],
)
def test_a_resignation_in_three_languages(language: Language, expected: list[str]) -> None:
    table = Listener(opened(2), language)
    table.ask(TABLE, TakeSeat(0, name="Ana"))
    table.ask(TABLE, TakeSeat(1))
    assert table.ask(0, Resign()) == expected


@pytest.mark.parametrize("name", ["\u202eAna", "A\u200bna", " Ana\u3164", "Ana\n", "\x1bAna"])
def test_a_name_cannot_change_the_sentence_on_its_seat(name: str) -> None:
    """Records from elsewhere may contain characters that the service does not accept."""
    seated = SeatTaken(0, name, None, "")
    assert sentences_on([seated]) == ["Ana takes a seat."]
    assert sentences_on([SeatTaken(0, "\u3164", None, "")]) == ["White takes a seat."]


def test_a_seat_has_the_name_of_its_new_player() -> None:
    """The one who left takes the name along, from the next sentence on."""
    ana, nobody = SeatTaken(0, "Ana", None, ""), SeatTaken(0, None, "random", "")
    assert sentences_on([ana, SeatLeft(0), nobody]) == [
        "Ana takes a seat.",
        "Ana leaves the table.",
        "Pippin takes a seat.",
    ]


def test_partners_win_together() -> None:
    """The sentence names their side, and those who gave a name."""
    table = Listener(opened(4))
    for seat, name in enumerate(("Ana", "Bea", None, None)):
        table.ask(TABLE, TakeSeat(seat, name=name))
    assert table.ask(TABLE, Adjudicate(("white",))) == ["An arbiter decided the game: White (Ana)."]


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (CallOffGame(), "The game was called off."),
        (CallOffGame(arbiter="a" * 26), "An arbiter called off the game."),
        (
            CallOffGame("A power cut.", "a" * 26),
            "An arbiter called off the game. Reason: A power cut.",
        ),
        (
            Adjudicate(("white",), "Bea left", "a" * 26),
            "An arbiter decided the game: Ana. Reason: Bea left",
        ),
    ],
)
def test_an_arbiter_ends_the_game(action: CallOffGame | Adjudicate, sentence: str) -> None:
    table = Listener(opened(2))
    for seat, name in enumerate(("Ana", "Bea")):
        table.ask(TABLE, TakeSeat(seat, name=name))
    assert table.ask(TABLE, action) == [sentence]


def test_a_flag() -> None:
    table = Listener(opened(2, clock=PerActionClock(30, "forfeit")))
    table.ask(TABLE, TakeSeat(0, name="Ana"))
    table.ask(TABLE, TakeSeat(1, name="Bea"))
    late = ("Ana", "Bea")[due(table.table.game)]
    table.table.wait(30)
    flag, end = table.ask(TABLE, FallFlag())
    assert flag == f"{late} runs out of time."
    assert end.endswith(" wins on time.")
    assert late not in end


def test_added_time() -> None:
    table = Listener(opened(2, clock=PerActionClock(30, "forfeit")))
    table.ask(TABLE, TakeSeat(0, name="Ana"))
    table.ask(TABLE, TakeSeat(1, name="Bea"))
    (added,) = table.ask(TABLE, AddTime(1, 90))
    assert added == "An arbiter gives Bea more time: 90 s."


def test_a_pause_of_an_arbiter() -> None:
    table = Listener(opened(2))
    table.ask(TABLE, TakeSeat(0, name="Ana"))
    table.ask(TABLE, TakeSeat(1, name="Bea"))
    assert table.ask(TABLE, SuspendGame()) == ["An arbiter pauses the game."]
    assert table.ask(TABLE, LiftSuspension()) == ["The arbiter lets the game go on."]


def placing() -> tuple[Listener, int, PlaceTokens]:
    """Return a game of TEG, the seat that places its first tokens, and one placement of it."""
    table = Listener(opened(2, rules=TEG, take_backs=True))
    table.ask(TABLE, TakeSeat(0, name="Ana"))
    table.ask(TABLE, TakeSeat(1, name="Bea"))
    game = table.table.game
    seat = due(game)
    legal = game.rules.legal(game.position, seat)
    return table, seat, next(one for one in legal if one.count == 1)


def test_events_of_the_table_do_not_end_a_row() -> None:
    """An offer between two placements has a sentence of its own; the placements share one."""
    table, seat, one = placing()
    name, land = ("Ana", "Bea")[seat], WORDS_OF_TEG["en"](f"territory.{one.territory}")
    assert table.ask(seat, one) == [f"{name} places 1 in {land}."]
    assert table.ask(seat, OfferDraw()) == [f"{name} offers a draw."]
    assert table.ask(seat, one) == [f"{name} places 2 in {land}."]


def test_a_take_back_ends_a_row() -> None:
    """What follows is about another position, although the same seat places again."""
    table, seat, one = placing()
    first = table.ask(seat, one)
    table.ask(seat, OfferTakeBack())
    assert table.ask(1 - seat, AcceptTakeBack()) == ["The last move was taken back."]
    assert table.ask(seat, one) == first


def test_the_start_of_a_row_is_found_from_its_end() -> None:
    """Wherever in a game: so a client can continue a story at any version."""
    table = Listener(opened(2, rules=TEG))
    for seat in range(2):
        table.ask(TABLE, TakeSeat(seat))
    random = Random(5)
    while len(table.events) < 300:
        play_on(table.table, random, 1)
        table.rest()
    whole = Story(opened(2, rules=TEG).game, "arbiter", "en").sentences(table.events)
    numbered = list(enumerate(table.events, 2))
    of_the_game = [one for one in whole if type(table.events[one.last - 2]) in kinds_of(TEG.events)]
    assert any(one.last > one.first + 1 for one in of_the_game)
    for one in of_the_game[1:]:
        newest_first = [pair for pair in reversed(numbered) if pair[0] <= one.last]
        assert row_start(newest_first, TEG.continues) == one.first
        assert row_start(newest_first[: one.last - one.first + 1], TEG.continues) is None


def test_a_row_does_not_begin_before_a_take_back() -> None:
    """The versions before it are about another position."""
    placed = TokensPlaced(0, "free", "peru", 1)
    taken_back = DecisionsTakenBack(0)
    events = [(12, placed), (11, taken_back), (10, placed), (9, placed), (8, GameStarted())]
    assert row_start(events, TEG.continues) == 12
    assert row_start(events[1:], TEG.continues) == 12
    assert row_start(events[2:], TEG.continues) is None
