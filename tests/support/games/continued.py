"""Games that continue others, for tests: a source that has ended, and what begins at a position."""

from random import Random
from typing import Any, NamedTuple

from domain.chance import SCHEME, commitment
from domain.record.record import AnyRecord
from domain.ruleset import AnyRuleset
from domain.table.actions import Resign, TakeSeat
from domain.table.continuation import AnyContinuation
from domain.table.continuing import continuation_of
from domain.table.decide import open_game
from domain.table.game import TABLE, Game
from domain.table.opening import OpenGame
from domain.table.wording import present
from tests.support.games.table import RULES, Table, due, opened
from tests.support.proof.records import recorded, steps_of

SOURCE = "source"
NEXT = "continued"
NEXT_SECRET = b"n" * 32
DECISIONS = 5


class Played(NamedTuple):
    """A game that has ended, and the version at which others continue it."""

    record: AnyRecord
    then: Game
    continues: AnyContinuation


def played(
    rules: AnyRuleset = RULES,
    players: int = 2,
    decisions: int = DECISIONS,
    name: str = SOURCE,
    claim: AnyContinuation | None = None,
    **options: Any,
) -> Played:
    """Return a game in which a seat resigns after a few decisions, and the position before that.

    If it ends before, the position is the one before the last decision. With a ``claim``, the game
    continues another one itself.
    """
    table = opened(players, _secret_of(name), name, rules=rules, continues=claim, **options)
    random = Random(1)
    between: list[Game] = []

    def requests() -> Any:
        for seat in range(len(table.game.seats)):
            yield table.ask(seat, TakeSeat(seat))
        for _ in range(decisions):
            between[:] = [table.game]
            yield _by_the_house(table, random)
            if table.game.finished:
                return
        between[:] = [table.game]
        for seat in range(len(table.game.seats) - 1):
            if not table.game.finished:
                yield table.ask(seat, Resign())

    record = recorded(table, requests(), random)
    (then,) = between
    heads = {one.version: one.hash for step in steps_of(record) for one in step.logged}
    found = continuation_of(table.game, then, heads[then.version], complete=True)
    return Played(record, then, found)


def opening(
    source: Played, continues: AnyContinuation | None = None, secret: bytes = NEXT_SECRET
) -> OpenGame[Any, Any]:
    """Return the action that opens a game from there; by default what it continues is true."""
    game = source.then
    return OpenGame(
        game.ruleset,
        game.options,
        SCHEME,
        commitment(secret),
        present(game.rules),
        continues=source.continues if continues is None else continues,
    )


def going_on(source: Played, continues: AnyContinuation | None = None) -> Table:
    """Return a new table at which a game begins where the source was."""
    action = opening(source, continues)
    return Table(open_game(NEXT, source.then.rules, action), NEXT_SECRET)


def seated(table: Table) -> Table:
    """Let people sit down on all seats."""
    for seat in range(len(table.game.seats)):
        table.ask(seat, TakeSeat(seat))
    return table


def continued(
    source: Played,
    continues: AnyContinuation | None = None,
    name: str = NEXT,
    decisions: int = 3,
) -> AnyRecord:
    """Return the record of a game that continues the source.

    The house decides this many times; if the game has not ended then, all seats but one resign.
    """
    secret = _secret_of(name)
    action = opening(source, continues, secret)
    table = Table(open_game(name, source.then.rules, action), secret)
    random = Random(2)

    def requests() -> Any:
        for seat in range(len(table.game.seats)):
            yield table.ask(TABLE, TakeSeat(seat))
        for _ in range(decisions):
            if table.game.finished:
                break
            yield _by_the_house(table, random)
        for seat in range(len(table.game.seats) - 1):
            if not table.game.finished:
                yield table.ask(seat, Resign())

    return recorded(table, requests(), random)


def _secret_of(name: str) -> bytes:
    return name.encode().ljust(32, b"-")


def _by_the_house(table: Table, random: Random) -> Table:
    """Let the strongest house bot decide for the seat that is due."""
    game = table.game
    rules, seat = game.rules, due(game)
    bot = rules.bots[rules.stand_in]
    legal = rules.legal(game.position, seat)
    action = bot(rules.view(game.position, seat), legal, random.randrange)
    return table.ask(seat, action, house=True)
