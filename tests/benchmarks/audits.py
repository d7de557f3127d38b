"""The audit of archives: against only reading them, against other engines, and on several cores."""

import importlib
import io
import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, BinaryIO, Final

import msgspec

from domain.record.record import AnyRecord, read_record, write_record
from domain.record.replay import replay
from domain.record.rerun import head_of, rerun
from domain.ruleset import CHANCE, AnyRuleset
from domain.rulesets.ancients import RULESET as ANCIENTS
from domain.rulesets.lancaster import RULESET as LANCASTER
from domain.rulesets.teg import RULESET as TEG
from domain.table.actions import DrawMoment
from domain.table.dealers import FairDealer
from domain.table.game import GameDraft, thaw
from service.access.record_verifier import RecordVerifier
from service.archives.auditing import Auditor
from service.archives.examining import AuditOptions, Examined
from service.archives.record_lines import RecordLine
from service.archives.writing import write
from service.runtime.memory import settle_memory
from tests.benchmarks import archive, bare_engine
from tests.benchmarks.measure import Row, best_rates, in_words, per_second, shares
from tests.support.servers.terminal import CAROLUS

GAMES: Final = 150
"""Games that one process audits in each turn."""

OTHER_GAMES: Final = 12
"""Games of another ruleset, which are longer."""

MANY: Final = 10_000
"""Games in a file, audited as an organiser does it."""

STREAMED: Final = 100_000
"""Games in a stream, to watch the memory of their audit."""

CHESS_GAMES: Final = 40
GOAL: Final = "≥ 0.2"
"""For the audit against the bare engine, which only checks moves."""
TURNS: Final = 7
MEBIBYTE: Final = 1 << 20


def rows() -> Iterator[Row]:
    """Yield the lines of the table."""
    lines = list(archive.lines(range(GAMES)))
    settle_memory()  # for all contestants, as the command does
    yield from _one_core(lines)
    for another in (TEG, LANCASTER, ANCIENTS):
        yield _of_another(another)
    yield from _many_games()
    yield from _memory(lines)


def _one_core(lines: list[bytes]) -> Iterator[Row]:
    records = [read_record(line) for line in lines]
    decisions = sum(map(decisions_of, records))
    entries = sum(sum(isinstance(one.by, int) for one in record.entries) for record in records)
    moves = [bare_engine.recorded(Random(number).randrange) for number in range(GAMES)]
    pgn, uci = _chess()

    def bare() -> int:
        return sum(bare_engine.audit(one).moves for one in moves)

    contestants = {**auditing(lines, decisions), "bare": bare, "pgn": pgn, "uci": uci}
    rates = best_rates(contestants, turns=TURNS)
    our_rate = per_second(rates["ours"], "decisions")
    for name, against, unit, goal in (
        ("decoding", "reading and decoding the same lines alone", "decisions", ""),
        ("uci", "python-chess replaying moves in the notation of UCI", "moves", ""),
        ("pgn", "python-chess reading PGN", "moves", ""),
        ("bare", "bare engine checking recorded moves, no events or hashes", "moves", GOAL),
    ):
        yield Row(
            "audit of an archive on one core, every check on",
            our_rate,
            f"{against}: {per_second(rates[name], unit)}",
            rates["ours"] / rates[name],
            goal,
        )
    yield Row(
        "the same by entries: the paladins of a turn are one",
        per_second(rates["ours"] * entries / decisions, "entries"),
        our_rate,
        entries / decisions,
        "",
    )


def auditing(lines: list[bytes], decisions: int) -> dict[str, Callable[[], int]]:
    """Return a function that audits an archive, and one that only decodes it."""

    def ours() -> int:
        numbered = map(partial(RecordLine, "archive"), range(len(lines)), lines)
        results = list(Auditor(AuditOptions(), 1).run(numbered))
        assert all(isinstance(one, Examined) and one.audited.is_valid for one in results)
        return decisions

    def decoding() -> int:
        for line in lines:
            msgspec.json.decode(line)
        return decisions

    return {"ours": ours, "decoding": decoding}


def _of_another(rules: AnyRuleset) -> Row:
    """Return the same for another ruleset, with long games and sealed events."""
    lines = list(archive.lines(range(OTHER_GAMES), rules))
    decisions = sum(decisions_of(read_record(line)) for line in lines)

    rates = best_rates(auditing(lines, decisions), turns=TURNS)
    against = per_second(rates["decoding"], "decisions")
    return Row(
        f"audit of an archive of {rules.meta.title} on one core, every check on",
        per_second(rates["ours"], "decisions"),
        f"reading and decoding the same lines alone: {against}",
        rates["ours"] / rates["decoding"],
        "",
    )


def where_it_goes() -> str:
    """Return how the time of an audit divides among its parts."""
    lines = list(archive.lines(range(GAMES)))
    records = [read_record(line) for line in lines]
    again = [(record, rerun(record)) for record in records]
    asked = [(record, list(_asked(record))) for record in records]
    verify = RecordVerifier().verify
    parts: dict[str, Callable[[], None]] = {
        "deciding and applying": lambda: _each(records, rerun),
        "hashing": lambda: _each(again, lambda one: head_of(*one)),
        "dice": lambda: _each(asked, lambda one: _roll(*one)),
        "signatures": lambda: _each(records, lambda record: verify(str(record.signature))),
        "reading": lambda: _each(lines, read_record),
    }
    found = shares(auditing(lines, 0)["ours"], parts, turns=TURNS)
    return f"Where the time of an audit on one core goes: {in_words(found)}."


def _each(these: Iterable[Any], part: Callable[[Any], object]) -> None:
    for one in these:
        part(one)


def _roll(record: AnyRecord, asked: Iterable[GameDraft]) -> None:
    dealer = FairDealer(bytes.fromhex(str(record.chance.secret)))
    for draft in asked:
        dealer.answer(draft)


def _asked(record: AnyRecord) -> Iterator[GameDraft]:
    """Yield a draft of the game before each answer of chance."""
    answered = 0
    for before, step in pairwise(replay(record).steps):
        if isinstance(step.entry.action, DrawMoment):
            answered = 0
        elif step.entry.by == CHANCE:
            draft = thaw(before.game)
            draft.answers = answered
            answered += 1
            yield draft


def decisions_of(record: AnyRecord) -> int:
    """Return the number of decisions, counted as other engines count moves.

    Each disc, each placed paladin, each move and each named clan is one.
    """
    return sum(
        max(len(getattr(one.action, "placements", ())), len(getattr(one.action, "clans", ())), 1)
        for one in record.entries
        if isinstance(one.by, int)
    )


def _chess() -> tuple[Callable[[], int], Callable[[], int]]:
    """Return functions that replay the same random chess games, from PGN and from UCI moves.

    Both check whether each move is legal, and return the number of moves.
    """
    chess: Any = importlib.import_module("chess")
    pgn: Any = importlib.import_module("chess.pgn")
    random = Random(1)
    texts, moves = [], []
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 120:
            board.push(random.choice(list(board.legal_moves)))
        texts.append(str(pgn.Game.from_board(board)))
        moves.append([move.uci() for move in board.move_stack])

    def of_pgn() -> int:
        count = 0
        for text in texts:
            game = pgn.read_game(io.StringIO(text))
            assert not game.errors
            count += game.end().ply()
        return count

    def of_uci() -> int:
        for game in moves:
            board = chess.Board()
            for notation in game:
                move = chess.Move.from_uci(notation)  # faster than ``push_uci``
                assert board.is_legal(move)
                board.push(move)
        return sum(map(len, moves))

    return of_pgn, of_uci


# --- many games --------------------------------------------------------------------------------


def _many_games() -> Iterator[Row]:
    """Audit an archive on disk with the command, on one core and on two."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.ndjson.zst"
        step = MANY // 40
        ranges = [range(first, first + step) for first in range(0, MANY, step)]
        with (
            ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool,
            path.open("wb") as file,
        ):
            write((line for part in pool.map(_some, ranges) for line in part), file, compress=True)
        seconds = dict.fromkeys((1, 2), float("inf"))
        for _ in range(2):
            for jobs in seconds:
                began = time.perf_counter()
                _audit(path, jobs)
                seconds[jobs] = min(seconds[jobs], time.perf_counter() - began)
    yield Row(
        f"an archive of {MANY:,} games ({_cores()}), with 2 processes",
        per_second(MANY / seconds[2], "games"),
        f"with 1 process: {per_second(MANY / seconds[1], 'games')}",
        seconds[1] / seconds[2],
        "",
    )


def _cores() -> str:
    return f"{os.cpu_count()} cores"


def _some(numbers: range) -> list[bytes]:
    return list(archive.lines(numbers))


def _audit(path: Path, jobs: int) -> None:
    command = [str(CAROLUS), "audit", "--unsigned", "--jobs", str(jobs), "--json", str(path)]
    done = subprocess.run(command, capture_output=True, check=True)
    last = msgspec.json.decode(done.stdout.splitlines()[-1])
    assert last["summary"]["records"] == MANY
    assert last["summary"]["valid"]


# --- memory ------------------------------------------------------------------------------------


def _memory(lines: list[bytes]) -> Iterator[Row]:
    """Watch the memory of an audit of many different full-length games."""
    if not Path("/proc/self/smaps_rollup").exists():
        return
    command = [str(CAROLUS), "audit", "--unsigned", "--jobs", "2", "--json", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as audit:
        assert audit.stdin is not None
        assert audit.stdout is not None
        feeding = threading.Thread(target=_feed, args=(audit.stdin, _clones(lines)))
        feeding.start()
        watch = _Watch(audit.pid)
        watch.start()
        last = b""
        for line in audit.stdout:
            last = line
        feeding.join()
        watch.stop()
    assert msgspec.json.decode(last)["summary"]["records"] == STREAMED
    yield Row(
        f"memory of an audit of {STREAMED:,} games, three processes together",
        f"{watch.most / MEBIBYTE:.0f} MiB",
        "300 MiB",
        watch.most / MEBIBYTE / 300,
        "≤ 1",
    )


def _clones(lines: list[bytes]) -> Iterator[bytes]:
    """Yield ``STREAMED`` games, each with its own id.

    Their dice are recorded and their heads missing, because fair dice would differ with each id.
    """
    parts = []
    for line in lines:
        record = read_record(line)
        opening = msgspec.structs.replace(
            record.entries[0].action, scheme="recorded", commitment=""
        )
        first = msgspec.structs.replace(record.entries[0], action=opening)
        clone = msgspec.structs.replace(
            record,
            chance=msgspec.structs.replace(
                record.chance, scheme="recorded", commitment="", secret=None
            ),
            entries=(first, *record.entries[1:]),
            head=None,
            signature=None,
        )
        parts.append(write_record(clone).split(record.id.encode(), 1))
    for number in range(STREAMED):
        before, after = parts[number % len(parts)]
        yield b"%bclone%d%b\n" % (before, number, after)


def _feed(stream: BinaryIO, lines: Iterable[bytes]) -> None:
    with stream:
        stream.writelines(lines)


class _Watch(threading.Thread):
    """Measures repeatedly how much memory a process and its children take."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.most = 0
        self._pid = pid
        self._stopped = threading.Event()

    def run(self) -> None:
        """Measure until stopped."""
        while not self._stopped.wait(0.1):
            self.most = max(self.most, sum(map(_memory_of, [self._pid, *_children(self._pid)])))

    def stop(self) -> None:
        """Stop measuring."""
        self._stopped.set()
        self.join()


def _children(pid: int) -> list[int]:
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(child) for child in text.split()]


def _memory_of(pid: int) -> int:
    """Return a process's bytes in memory; shared memory counts in proportion."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in text.splitlines() if line.startswith("Pss:"))
