"""``carolus simulate``: let house bots play games, through the same handler as HTTP requests.

Many games are in flight at once, so that one commit carries moves of many games. On Ctrl-C each
game finishes its current move and stops. Unfinished games stay in the log, and the service plays
them on when it starts.
"""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from shlex import quote
from threading import Event
from typing import Any, Final

import click
import msgspec
from eventsourcing.persistence import PersistenceError
from rich.progress import MofNCompleteColumn

from domain.ruleset import AnyRuleset
from domain.table.actions import TakeSeat
from domain.table.game import TABLE, By
from service.access.deeds import note_signing_key
from service.access.game_keys import Keys
from service.access.log_key import key_of_log
from service.access.signing import Signer
from service.access.signing_keys import ready_keys, signer_of
from service.cli import rendering
from service.cli.progress import Advance, progress_bar
from service.cli.shared import (
    FIRST,
    FOR_MORE,
    RulesetParameter,
    WholeNumber,
    bots_of,
    chance_of,
    environment,
    examples,
    opened_log,
    options_of,
    program,
    storage_errors,
)
from service.games.handler import Handler
from service.runtime.timestamps import now
from service.storage.log import Conflict, Log
from service.storage.rows import Stored
from service.tasks.house import decide_for_house

IN_FLIGHT: Final = 32
"""Games that are played at the same time."""


class EndingCount(msgspec.Struct, frozen=True):
    """A way in which games ended, and the number of those games."""

    reason: str
    winners: tuple[str, ...]
    games: int


class SimulationSummary(msgspec.Struct, frozen=True):
    """What a simulation put into the log."""

    ruleset: str
    asked: int
    """Games requested."""
    finished: int
    unfinished: int
    """Games begun but not finished, because the simulation was interrupted."""
    events: int
    seconds: float
    endings: tuple[EndingCount, ...]
    data: str
    """Where the log is: the data folder, or the database."""
    last: str | None
    """The id of the game that finished last, for ``carolus show``."""


@click.command(
    epilog=examples(
        "carolus simulate 100",
        "carolus simulate 1000 --players 3 --bots greedy,random,random",
        f"carolus simulate 10 --ruleset {FOR_MORE} --option players=4 --seed 7 --json",
    ),
)
@click.argument("games", type=WholeNumber(1, 10_000_000), metavar="N")
@click.option("--ruleset", "rules", type=RulesetParameter(), default=FIRST, show_default=True)
@click.option(
    "--players", type=WholeNumber(1), help="Number of players; short for --option players=N."
)
@click.option(
    "--bots",
    default="random",
    show_default=True,
    help="The house bots, one per seat, separated by commas; a single bot plays all seats.",
)
@click.option(
    "--option", "pairs", multiple=True, metavar="KEY=VALUE", help="An option of the games."
)
@click.option("--seed", metavar="TEXT", help="Play the same games every time you give this text.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def simulate(  # noqa: PLR0913, PLR0917 - a parameter for each option of the command
    games: int,
    rules: AnyRuleset,
    players: int | None,
    bots: str,
    pairs: tuple[str, ...],
    seed: str | None,
    as_json: bool,
) -> None:
    """Let house bots play games.

    They play N games, which are stored in the log of CAROLUS_DATA. The options are the defaults of
    the ruleset, but games that could go on for ever have a limit that ends them, unless `--option`
    says otherwise.

    Ctrl-C stops the command, which then reports what it stored. Games begun by then stay in the
    log, and the service continues them when it starts.
    """
    options = options_of(rules, pairs, players, rules.house_options)
    seated = bots_of(rules, bots.split(","), len(rules.sides(options)), "'--bots'")
    chosen = environment()
    bar = progress_bar("playing", games, MofNCompleteColumn())
    with opened_log(chosen) as log, _interrupts() as stopped, bar as advance:
        with storage_errors(chosen):
            key = key_of_log(chosen.folder, log)
            keys = ready_keys(chosen.folder, now)
            signer = signer_of(keys)
            asyncio.run(note_signing_key(log, keys[-1]))
        simulation = _Simulation(log, key, signer, seed, stopped, advance)
        began = time.perf_counter()
        _run(simulation.play(games, rules, options, seated), seed)
        seconds = time.perf_counter() - began
    summary = simulation.summary(rules, games, seconds, chosen.place)
    click.echo(msgspec.json.encode(summary) if as_json else _render(summary))
    if summary.finished < games:
        raise click.exceptions.Exit(1)


class _Simulation:
    """Games in flight, and the results so far."""

    def __init__(
        self,
        log: Log,
        key: bytes,
        signer: Signer,
        seed: str | None,
        stopped: Event,
        advance: Advance,
    ) -> None:
        self._log = log
        self._key = key
        self._signer = signer
        self._seed = seed
        self._stopped = stopped
        """Once this is set, no further move begins."""
        self._advance = advance
        self._begun = 0
        self._events = 0
        self._last: str | None = None
        self._endings: Counter[tuple[str, tuple[str, ...]]] = Counter()

    async def play(
        self, games: int, rules: AnyRuleset, options: object, bots: Sequence[str]
    ) -> None:
        """Play this many games, or until stopped."""
        numbers = iter(range(games))

        async def one_after_the_other() -> None:
            for number in numbers:
                if self._stopped.is_set():
                    return
                await self._game(number, rules, options, bots)

        await asyncio.gather(*(one_after_the_other() for _ in range(min(games, IN_FLIGHT))))

    async def _game(
        self, number: int, rules: AnyRuleset, options: object, bots: Sequence[str]
    ) -> None:
        seed = None if self._seed is None else f"{self._seed}/{number}"
        random_bytes, pick = chance_of(seed)
        handler = Handler(self._log, Keys(self._key, random_bytes), self._signer, now)
        stored = (await handler.open(rules, options, None)).stored
        self._begun += 1
        self._events += stored.head.version
        seats = [TakeSeat(seat, bot=bot) for seat, bot in enumerate(bots)]
        stored = await self._perform(handler, stored, TABLE, seats)
        while stored.game.bots_due and not self._stopped.is_set():
            by, action = decide_for_house(stored.game, pick)
            stored = await self._perform(handler, stored, by, [action])
        if stored.game.finished:
            outcome = stored.game.outcome
            ending = ("called_off", ()) if outcome is None else (outcome.reason, outcome.winners)
            self._endings[ending] += 1
            self._last = stored.game.id
            self._log.forget(stored.game.id)
            self._advance(self._endings.total())

    async def _perform(
        self, handler: Handler, before: Stored, by: By, actions: Sequence[Any]
    ) -> Stored:
        answer = await handler.perform(before.game.id, by, actions, house=True)
        self._events += answer.stored.head.version - before.head.version
        return answer.stored

    def summary(
        self, rules: AnyRuleset, asked: int, seconds: float, data: str
    ) -> SimulationSummary:
        """Return the results, the most frequent ending first."""
        finished = self._endings.total()
        endings = (EndingCount(*ending, games) for ending, games in self._endings.most_common())
        return SimulationSummary(
            ruleset=rules.meta.pinned,
            asked=asked,
            finished=finished,
            unfinished=self._begun - finished,
            events=self._events,
            seconds=round(seconds, 3),
            endings=tuple(endings),
            data=data,
            last=self._last,
        )


def _run(playing: Coroutine[Any, Any, None], seed: str | None) -> None:
    try:
        asyncio.run(playing)
    except Conflict as conflict:
        raise click.ClickException(
            f"game {conflict} exists already: --seed {seed} has been played into this data folder "
            "before. Use another seed, or another folder in CAROLUS_DATA."
        ) from conflict
    except PersistenceError as failure:
        raise click.ClickException(f"cannot write to the log: {failure}") from failure


@contextmanager
def _interrupts() -> Iterator[Event]:
    """Yield an event that the first Ctrl-C sets; a second one interrupts as usual."""
    stopped = Event()

    def stop(signum: int, frame: object) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        stopped.set()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)


def _folder_setting() -> str:
    """Return the setting of the data folder that the next command needs, too."""
    folder = os.environ.get("CAROLUS_DATA")
    return "" if folder is None else f"CAROLUS_DATA={quote(folder)} "


def _render(summary: SimulationSummary) -> str:
    """Return the summary for people."""
    stored = f"{summary.events} events in {summary.seconds:.1f} seconds, stored in {summary.data}"
    lines = [f"{_games(summary.finished)} of {summary.ruleset} finished: {stored}"]
    if summary.unfinished:
        lines.append(f"{_games(summary.unfinished)} unfinished; the service will play on")
    if summary.finished < summary.asked:
        lines.append(f"interrupted: {_games(summary.asked)} requested")
    lines += [
        f"{one.games:>8}  {rendering.ending(one.reason, one.winners)}" for one in summary.endings
    ]
    if summary.last is not None:
        lines.append(f"show the last one: {_folder_setting()}{program()} show {summary.last}")
    return "\n".join(lines)


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"
