"""The examples of links: seats with chains (TB-SIT-7), and what a moment needs (TB-MOMENT-3)."""

from collections.abc import Sequence
from typing import Any, Final

import pytest
from msgspec.structs import replace

from domain.chance import commitment
from domain.links import LINKS, chain_of, name_of
from domain.refusal import IllegalAction
from domain.ruleset import CHANCE
from domain.table.actions import DrawMoment, FallFlag, LeaveSeat, OfferDraw, Resign, TakeSeat
from domain.table.contributions import GivenLink, KnownChain, RegisteredWitness, WitnessNote
from domain.table.dealers import FairDealer
from domain.table.decide import Batch, advance, perform
from domain.table.events import MomentDrawn, SeatTaken
from domain.table.game import TABLE, By, Game, thaw
from domain.table.giving import is_known, must_be_due
from domain.table.moments import links_due, must_fit
from tests.support.games import spec
from tests.support.games.table import AT, ID, SECRET, Table, due, opened

NAME: Final = name_of(ID, commitment(SECRET))
WITNESS: Final = 128
SIGNED: Final = f"{'s' * 85}A"
"""The form of a signature; the table does not verify it, an audit does."""


CHAINS: Final = {who: chain_of(NAME, who, bytes([who]) * 32) for who in (0, 1, WITNESS)}
"""The chains of seats 0 and 1 and of the witness."""


def tip(who: int) -> str:
    """Return the tip of a chain."""
    return CHAINS[who].tip.hex()


REGISTERED: Final = RegisteredWitness(f"{'k' * 42}A", f"{'s' * 42}A", tip(WITNESS), 1, SIGNED)


def moment(number: int, *whos: int, **changed: Any) -> DrawMoment:
    """Return the action that draws a moment with the right links of these contributors."""
    given: dict[str, Any] = {
        "links": tuple(GivenLink(who, CHAINS[who].link(number).hex()) for who in whos),
        "witness": tuple(WitnessNote(who, number, SIGNED) for who in whos if who >= WITNESS),
    }
    return DrawMoment(number, **(given | changed))


def with_chains(*seats: int, witness: bool = False, players: int = 2) -> Table:
    """Return a table at which these seats have chains; the game has started."""
    table = opened(players, links=True, witnesses=(REGISTERED,) if witness else ())
    for seat in range(players):
        taken = TakeSeat(seat, tip=tip(seat)) if seat in seats else TakeSeat(seat)
        table.ask(seat, taken)
    return table


def drawn(game: Game, action: DrawMoment) -> Batch:
    """Return what chance answers when a moment is drawn."""
    return perform(game, CHANCE, [action], FairDealer(SECRET), at=AT)


def refusal_of(game: Game, action: DrawMoment) -> tuple[str, str]:
    """Return the rule and the reason by which a moment is refused."""
    with pytest.raises(IllegalAction) as refused:
        drawn(game, action)
    spec.SEEN.add(refused.value.refusal.rule)
    return refused.value.refusal.rule, refused.value.refusal.reason


# --- who has a chain -----------------------------------------------------------------------------


@pytest.mark.rule("TB-SIT-7")
def test_a_seat_commits_to_a_chain() -> None:
    """The event publishes the tip; who stands up takes the chain away again."""
    table = opened(links=True).ask(0, TakeSeat(0, tip=tip(0)))
    table.then(SeatTaken(0, None, None, "", tip(0)))
    assert [chain.who for chain in table.game.chains] == [0]
    assert table.ask(0, LeaveSeat(0)).game.chains == ()


@pytest.mark.rule("TB-SIT-7", refused=True)
@pytest.mark.parametrize(
    ("links", "taken", "reason"),
    [
        (False, TakeSeat(1, tip=tip(1)), "game_has_no_links"),
        (True, TakeSeat(1, bot="greedy", tip=tip(1)), "house_bot_has_no_chain"),
        (True, TakeSeat(1, tip=tip(0)), "chain_of_another"),
    ],
    ids=["no-links", "bot", "shared"],
)
def test_a_chain_that_cannot_be_used(links: bool, taken: TakeSeat, reason: str) -> None:
    """A copied tip could not be opened anyway, because each step contains the seat."""
    first = TakeSeat(0, tip=tip(0)) if links else TakeSeat(0)
    opened(links=links).ask(0, first).ask(1, taken).refused("TB-SIT-7", reason)


# --- which links are due -------------------------------------------------------------------------


def test_a_moment_waits_for_its_links() -> None:
    """The batch ends where chance has to draw; nothing is drawn before."""
    table = with_chains(0, 1, witness=True).without(MomentDrawn)
    assert table.game.awaits_chance
    assert links_due(table.game) == (0, 1, WITNESS)


@pytest.mark.rule("TB-MOMENT-3")
@pytest.mark.parametrize("whos", [(0,), (1,), (0, 1), (WITNESS,), (0, 1, WITNESS)], ids=str)
def test_the_dice_depend_on_every_link(whos: Sequence[int]) -> None:
    """With other links the same moment has another value."""
    table = with_chains(*(who for who in whos if who < WITNESS), witness=WITNESS in whos)
    batch = drawn(table.game, moment(1, *whos))
    assert batch.game.moments == 1
    assert {chain.who: chain.number for chain in batch.game.chains} == dict.fromkeys(whos, 1)
    assert batch.game.position != opened().sit(0, 1).game.position


@pytest.mark.rule("TB-MOMENT-3")
def test_a_game_goes_on_moment_by_moment() -> None:
    """Each link is checked against the last one, and the next decision waits for the next."""
    game = drawn(with_chains(0, witness=True).game, moment(1, 0, WITNESS)).game
    for number in range(2, 6):
        while not game.awaits_chance:
            seat = due(game)
            legal = game.rules.legal(game.position, seat)
            game = perform(game, seat, [legal.at(0)], FairDealer(SECRET), at=AT).game
        game = drawn(game, moment(number, 0, WITNESS)).game
    assert [chain.number for chain in game.chains] == [5, 5]


@pytest.mark.rule("TB-MOMENT-3", refused=True)
@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (moment(1), "links_are_due"),
        (moment(1, 0), "links_are_due"),
        (moment(1, WITNESS, 0), "links_are_due"),
        (moment(1, 0, 1, WITNESS), "links_are_due"),
        (moment(1, missing=(0, WITNESS)), "links_are_due"),
        (moment(1, 0, WITNESS, witness=()), "witnesses_must_sign"),
        (moment(1, 0, WITNESS, links=moment(2, 0, WITNESS).links), "link_does_not_fit"),
        (
            moment(1, 0, WITNESS, links=(GivenLink(0, "0" * 64), moment(1, WITNESS).links[0])),
            "link_does_not_fit",
        ),
        (
            moment(
                1,
                0,
                WITNESS,
                links=(
                    GivenLink(0, CHAINS[1].link(1).hex()),
                    GivenLink(WITNESS, CHAINS[WITNESS].link(1).hex()),
                ),
            ),
            "link_does_not_fit",
        ),
    ],
    ids=["none", "one", "order", "more", "missing", "unsigned", "number", "wrong", "of-another"],
)
def test_a_moment_with_other_links(action: DrawMoment, reason: str) -> None:
    """Nothing is drawn, and the right links may follow."""
    game = with_chains(0, witness=True).game
    assert refusal_of(game, action) == ("TB-MOMENT-3", reason)
    assert drawn(game, moment(1, 0, WITNESS)).game.moments == 1


@pytest.mark.rule("TB-MOMENT-3")
def test_a_seat_that_left_gives_no_more_links() -> None:
    """A house bot plays on for it, and a bot has no chain."""
    table = with_chains(0, 1, players=3)
    game = drawn(table.game, moment(1, 0, 1)).game
    after = perform(game, 0, [Resign()], FairDealer(SECRET), at=AT).game
    assert links_due(after) == (1,)


def test_a_chain_ends() -> None:
    """Moments after the last link are drawn without any, and show it."""
    game = with_chains(0, witness=True).game
    assert links_due(replace(game, moments=LINKS - 1)) == (0, WITNESS)
    assert links_due(replace(game, moments=LINKS)) == ()


def test_every_table_action_of_chance_is_for_chance() -> None:
    """Neither a seat nor the creator can draw a moment with links."""
    game = with_chains(0).game
    for by in (0, TABLE):
        with pytest.raises(IllegalAction, match="TB-MOMENT-2"):
            perform(game, by, [moment(1, 0)], FairDealer(SECRET), at=AT)


@pytest.mark.rule("TB-MOMENT-2", refused=True)
@pytest.mark.parametrize(
    ("by", "action"), [(1, Resign()), (1, OfferDraw()), (TABLE, FallFlag()), (1, TakeSeat(1))]
)
def test_nothing_comes_between_a_call_and_its_moment_in_any_log(by: By, action: Any) -> None:
    """A seat that left would take its link out of the dice, after the operator saw the others."""
    draft = thaw(with_chains(0, 1, players=3).game)
    with pytest.raises(IllegalAction) as refused:
        advance(draft, by, action, AT)
    spec.SEEN.add(refused.value.refusal.rule)
    assert (refused.value.refusal.rule, refused.value.refusal.reason) == (
        "TB-MOMENT-2",
        "chance_has_to_draw",
    )


# --- giving a link ------------------------------------------------------------------------------


def link(who: int, number: int) -> bytes:
    """Return a link of a chain."""
    return CHAINS[who].link(number)


@pytest.mark.rule("TB-MOMENT-4")
def test_a_seat_gives_the_link_that_is_due() -> None:
    """It may give it again later, when the log has it."""
    game = with_chains(0, 1).game
    must_be_due(game, 0, 1)
    must_fit(game, 0, 1, link(0, 1))
    assert not is_known(game, 0, 1, link(0, 1))
    after = drawn(game, moment(1, 0, 1)).game
    assert is_known(after, 0, 1, link(0, 1))
    assert is_known(replace(after, chains=chains_at(7)), 0, 3, link(0, 3))
    assert not is_known(replace(after, chains=chains_at(7)), 0, 3, link(0, 4))
    assert not is_known(after, 0, 2, link(0, 2))
    assert not is_known(after, 0, 0, CHAINS[0].tip)


def chains_at(number: int) -> tuple[KnownChain, ...]:
    """Return the chains of both seats, known up to this link."""
    return tuple(KnownChain(who, number, link(who, number).hex()) for who in (0, 1))


@pytest.mark.rule("TB-MOMENT-4", refused=True)
@pytest.mark.parametrize(
    ("seat", "number", "reason"),
    [(0, 2, "another_moment"), (0, 0, "another_moment"), (2, 1, "seat_gives_no_link")],
)
def test_a_link_that_is_not_due(seat: int, number: int, reason: str) -> None:
    """Neither for another moment nor by a seat without a chain."""
    game = with_chains(0, 1, players=3).game
    assert refused_link(game, seat, number) == ("TB-MOMENT-4", reason)


@pytest.mark.rule("TB-MOMENT-4", refused=True)
def test_no_link_is_due_while_a_seat_decides() -> None:
    """A client that gives a link before the decision is in the log would make dice known."""
    game = drawn(with_chains(0, 1).game, moment(1, 0, 1)).game
    assert refused_link(game, 0, 2) == ("TB-MOMENT-4", "no_links_are_due")


def refused_link(game: Game, seat: int, number: int) -> tuple[str, str]:
    """Return the rule and the reason by which a link is refused."""
    with pytest.raises(IllegalAction) as refused:
        must_be_due(game, seat, number)
    spec.SEEN.add(refused.value.refusal.rule)
    return refused.value.refusal.rule, refused.value.refusal.reason
