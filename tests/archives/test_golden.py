"""Test the golden archives: released games must replay for ever, hash for hash.

They are in ``golden/``, and never change. ``tests/tools/make_archive.py`` made them.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Final, get_args

import msgspec
import pytest

from domain.record.audit import audit
from domain.record.jws import jwks_in
from domain.record.record import (
    ARCHIVED,
    AnyRecord,
    RecordWithEvents,
    read_record,
    write_record,
)
from domain.ruleset import tag_of
from domain.rulesets.ancients.board import SCENARIO
from domain.rulesets.carolus_magnus.actions import Action
from domain.rulesets.lancaster.board import LAWS
from domain.rulesets.registry import BY_PINNED, RULESETS
from domain.table.actions import DrawMoment, TakeSeat
from domain.table.clock import Clock, OnFlag
from domain.table.events import (
    ClockSet,
    ClocksRun,
    DecisionNoted,
    DecisionsSealed,
    DecisionsTakenBack,
    FlagFell,
    GameAdjudicated,
    GameCalledOff,
    GameForfeited,
    GamePaused,
    GameResumed,
    PauseAccepted,
    PauseDeclined,
    PauseOffered,
    ResumeAccepted,
    ResumeDeclined,
    ResumeOffered,
    TakeBackAccepted,
    TakeBackDeclined,
    TakeBackOffered,
    TakeBacksAllowed,
)
from domain.transparency.inclusion import Inclusion
from service.access.record_verifier import RecordVerifier
from service.archives.auditing import Auditor
from service.archives.examining import AuditOptions, Examined
from service.archives.record_lines import RecordLine
from service.archives.sources import lines
from tests.support.games.wordings import CHANGED, as_it_will_be
from tests.support.proof import verifier
from tests.support.proof.inclusion import openings_seen
from tests.support.proof.records import end_of, steps_of
from tests.support.proof.stranger import evidence_from, must_be_listed
from tests.support.run.long import cases

FOLDER: Final = Path(__file__).with_name("golden")

RELEASED: Final = {
    "ancients-1": "c515bf04dc937750c6b35ec7d855fe03674c90c0f1d4c403edced868e8984084",
    "continued-1": "06ee9ebd587c702480895536e7a6de5c1b2204a517b62f9b8f248df733f9a02d",
    "carolus-magnus-1-terms": "0656f5b3f8103d7b2d011a926cba12e65b8e06b99400dbac4d1943bf0fa112c0",
    "carolus-magnus-1": "69096cac095932709b5305e8ad1323a40ebc81506695c981560bb4c4b63f3c8b",
    "lancaster-1": "0b7812d5e6ee195332b01d3749b73caa9773984ea1bdc3e6933e09cc68a7758e",
    "sandbox-1": "fe5c800558a92685a58b597352675c21269681cddb5f7cbc917e2a07afd1d79a",
    "strengths-1": "75f013a748dfaba0ec01c7227d862aef475f8de60ba08bc96be268163da13ec2",
    "teg-1": "3adf2046339a50dbf95a3ad46be46eb4b3d0edd6b18cd01f1c0cf65dfe3ab0f9",
}
"""SHA-256 of each archive. Each release adds a line; no line ever changes."""

KEYS: Final = "25750d22aacf8176e64e5947c1d93ff0cfa8e362ebc8f0ac96301c818dfca992"
"""SHA-256 of the keys, which are the same for all."""

NAMES: Final = sorted(RELEASED)

ACTIONS: Final = [
    *("open_game", "take_seat", "leave_seat", "resign", "abort_game"),
    *("offer_draw", "accept_draw", "decline_draw"),
    *(str(kind.__struct_config__.tag) for kind in get_args(Action)),
]
"""All actions that existed when the first archive was made."""
ENDS: Final = (
    *("castle_goal", "few_territories", "stalled", "round_limit"),
    *("resignation", "draw_agreed", "aborted", "unfinished"),
)
"""The ends that existed then."""


OF_TERMS: Final = (
    ClockSet,
    TakeBacksAllowed,
    ClocksRun,
    FlagFell,
    GameForfeited,
    PauseOffered,
    PauseAccepted,
    PauseDeclined,
    GamePaused,
    ResumeOffered,
    ResumeAccepted,
    ResumeDeclined,
    GameResumed,
    TakeBackOffered,
    TakeBackAccepted,
    TakeBackDeclined,
    DecisionNoted,
    DecisionsSealed,
    DecisionsTakenBack,
    GameAdjudicated,
    GameCalledOff,
)
"""The events that occur only in games on terms, or that an arbiter causes."""


@cache
def games(name: str) -> tuple[bytes, ...]:
    """Return the lines of an archive."""
    found = tuple(lines([FOLDER / f"{name}.ndjson.zst"]))
    assert all(isinstance(line, RecordLine) for line in found)
    return tuple(line.data for line in found if isinstance(line, RecordLine))


@cache
def keys(name: str) -> RecordVerifier:
    """Return a verifier with the keys of an archive."""
    return RecordVerifier(jwks_in((FOLDER / f"{name}.jwks.json").read_bytes()))


def expected(record: AnyRecord) -> set[tuple[str, str]]:
    """Return exactly what an audit has to note about a game of these archives."""
    noted = set()
    if record.chance.scheme == "recorded":
        noted.add(("RC-DICE-4", "dice_are_recorded"))
    elif end_of(record) == "unfinished":
        noted.add(("RC-DICE-3", "game_is_not_finished"))
        sealed = BY_PINNED[record.ruleset].hidden
        if any(type(event) in sealed for step in steps_of(record) for event in step.events):
            noted.add(("RC-HEAD-3", "head_needs_the_secret"))
    if record.signature is None and end_of(record) != "unfinished":
        noted.add(("RC-SIGN-3", "not_signed"))
    if record.head is None:
        noted.add(("RC-HEAD-1", "head_is_missing"))
    if record.entries[0].action.witnesses:  # their clocks are a year ahead
        noted.add(("RC-WITNESS-4", "registered_after_the_opening"))
    return noted | breaches(record)


def breaches(record: AnyRecord) -> set[tuple[str, str]]:
    """Return what an audit has to find wrong: the dice of a sandbox could be foreseen."""
    sandbox = record.entries[0].action.sandbox
    return set() if sandbox is None else {("RC-SANDBOX-1", "game_of_a_sandbox")}


def must_be_valid(name: str) -> None:
    """Fail unless every game is valid, and is written as it was read.

    ``make test`` reads every fifth.
    """
    for line in games(name)[:: cases(1, 5)]:
        record = read_record(line, ARCHIVED)
        assert write_record(record) == line
        audited = audit(record, keys(name))
        assert {(one.rule, one.reason) for one in audited.findings} == expected(record)
        heavy = [one for one in audited.findings if one.weight != "note"]
        assert {(one.rule, one.reason) for one in heavy} == breaches(record)
        assert audited.is_valid == (not heavy)
        assert (audited.game, audited.entries) == (record.id, len(record.entries))
        assert audited.head is None or record.head in {None, audited.head}


def test_every_archive_is_tested() -> None:
    """The list contains each archive in the folder, and each has its keys."""
    assert sorted(file.name.partition(".")[0] for file in FOLDER.glob("*.zst")) == NAMES
    assert sorted(file.name.partition(".")[0] for file in FOLDER.glob("*.jwks.json")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_released_archive_does_not_change(name: str) -> None:
    """If this fails, restore the file; never change the hash."""
    content = (FOLDER / f"{name}.ndjson.zst").read_bytes()
    assert sha256(content).hexdigest() == RELEASED[name]
    assert len(content) < 1_500_000
    assert sha256((FOLDER / f"{name}.jwks.json").read_bytes()).hexdigest() == KEYS


@pytest.mark.parametrize("name", NAMES)
def test_every_game_replays(name: str, untraced: None) -> None:
    """This covers every entry, event, hash, die and signature, and the rest of each record."""
    must_be_valid(name)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(CHANGED.meta.id)])
def test_every_game_replays_when_an_event_has_changed(name: str, untraced: None) -> None:
    """They replay even by the rules of the worked example, without the first version of a disc."""
    with as_it_will_be():
        must_be_valid(name)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_the_independent_verifier_agrees(name: str, untraced: None) -> None:
    """It shares no code with the product, and accepts all parts of each game.

    These are hashes, seals, lots, dice, cards, signature, outcome and record; and each event has
    the members that its page lists.
    """
    published = msgspec.json.decode((FOLDER / f"{name}.jwks.json").read_bytes())
    records = games(name)[:: cases(4, 9)]
    checked = Counter({"verified": 0, "not signed": 0, "the secret is not known": 0})
    for line in records:
        record = read_record(line, ARCHIVED)
        if isinstance(record, RecordWithEvents):
            verifier.verify_line(verifier.read(line.decode()), published)
            checked["verified"] += 1
            continue
        found = evidence_from(record, published)
        if found is None:
            checked["the secret is not known"] += 1
            continue
        for event in found.events:
            must_be_listed(event)
        if record.signature is None and end_of(record) != "unfinished":
            with pytest.raises(verifier.Wrong, match="nobody signed"):
                verifier.verify(*found)
            verifier.check_record(found.record, found.events, found.proof)
            checked["not signed"] += 1
        elif breaches(record):
            with pytest.raises(verifier.Wrong, match="a game of a sandbox proves nothing"):
                verifier.verify(*found)
            checked["verified"] += 1
        else:
            verifier.verify(*found)
            checked["verified"] += 1
    print(f"{name}: {dict(checked)}")  # noqa: T201 - pytest shows it next to a failure
    assert checked["verified"] > len(records) * 0.8


# --- what is in them ---------------------------------------------------------------------------


@cache
def first() -> tuple[AnyRecord, ...]:
    """Return the games of the first archive."""
    return tuple(map(read_record, games("carolus-magnus-1")))


def kinds(record: AnyRecord) -> Iterator[str]:
    """Yield everything that a game is an example of."""
    options = record.options
    yield f"{options.players} seats, {options.setup}: {end_of(record)}"
    yield f"ties: {options.tie_break}"
    yield f"emperor: {options.emperor_start}"
    yield f"rounds: {options.max_rounds}"
    if options.players == 4:
        yield f"partners: {options.seating}"
    yield f"dice: {record.chance.scheme}"
    yield "with a head" if record.head else "without a head"
    yield "signed" if record.signature else "not signed"
    actions = [entry.action for entry in record.entries]
    tags = [tag_of(action) for action in actions]
    yield from {f"action: {tag}" for tag in tags}
    sat = Counter(action.seat for action in actions if isinstance(action, TakeSeat))
    if max(sat.values(), default=0) > 1:
        yield "a seat was left and taken again"
    if any(seat.bot for seat in record.seats) and "resign" not in tags:
        yield "the house plays"
    if any(not (seat.name or "").isascii() for seat in record.seats):
        yield "a name that is not ASCII"
    if "resign" in tags:
        discs = tags[: tags.index("resign")].count("choose_disc")
        yield f"first resigned in round {1 + discs // options.players}"


def test_every_kind_of_game_is_in_the_first_archive() -> None:
    """Seats and set-ups with every end, every option and action, and everything else possible."""
    records = first()
    assert len({record.id for record in records}) == len(records) == 412
    found = Counter(kind for record in records for kind in kinds(record))
    boards = [f"{players} seats, tabletop" for players in (2, 3, 4)]
    boards += [f"{players} seats, yucata" for players in (2, 3)]
    several = [f"{board}: {end}" for board, end in product(boards, ENDS)]
    several += [f"action: {tag}" for tag in ACTIONS]
    several += ["ties: shared", "ties: clan_markers", "emperor: random"]
    several += ["partners: opposite", "partners: adjacent", "rounds: None", "rounds: 1"]
    several += ["dice: fair", "dice: recorded", "with a head", "without a head"]
    several += ["signed", "not signed", "the house plays", "a name that is not ASCII"]
    several += ["a seat was left and taken again", "first resigned in round 1"]
    once = [f"emperor: {segment}" for segment in range(1, 16)]
    once += [f"first resigned in round {number}" for number in range(2, 7)]
    assert {kind: found[kind] for kind in several if found[kind] < 3} == {}
    assert {kind: found[kind] for kind in once if found[kind] < 1} == {}


# --- links and witnesses ------------------------------------------------------------------------


def test_each_strength_is_in_its_archive() -> None:
    """Links of one seat or both, one or two witnesses, both, and waived links, in each ruleset."""
    found: Counter[str] = Counter()
    for line in games("strengths-1"):
        record = read_record(line, ARCHIVED)
        moments = [one.action for one in record.entries if isinstance(one.action, DrawMoment)]
        whos = "+".join(str(one.who) for one in moments[-1].links)
        found[f"{record.ruleset} {whos} {len(moments[0].missing)}"] += 1
        assert isinstance(record.inclusion, Inclusion)
        found["seen by a witness of the log"] += len(record.inclusion.witnessed)
        found["receipts"] += len(record.receipts)
    strengths = ("0+1 0", "1 0", "128 0", "128+129 0", "0+1+128 0", "0+1 2")
    wanted = [f"{rules.meta.pinned} {one}" for rules in RULESETS for one in strengths]
    assert [one for one in wanted if not found[one]] == []
    assert (found["seen by a witness of the log"], found["receipts"]) == (24, 48)


def test_an_audit_of_the_strengths_finds_nothing_but_notes() -> None:
    """With the keys, all checks of an archive: events, inclusion, witnesses, waived links.

    The clocks of its witnesses are a year ahead of its games, in the twelve games that have any.
    """
    published = frozenset(jwks_in((FOLDER / "strengths-1.jwks.json").read_bytes()))
    numbered = map(partial(RecordLine, "strengths"), range(24), games("strengths-1"))
    options = AuditOptions(published=published)
    results = [one for one in Auditor(options, 1).run(numbered) if isinstance(one, Examined)]
    found = {(one.rule, one.reason) for each in results for one in each.audited.findings}
    assert all(each.audited.is_valid for each in results)
    late = [one for each in results for one in each.audited.findings if one.rule == "RC-WITNESS-4"]
    assert {one.where for one in late} == {
        f"$.entries[0].action.witnesses[{place}].time" for place in (0, 1)
    }
    assert found == {
        ("RC-DICE-6", "links_were_waived"),
        ("RC-WITNESS-4", "registered_after_the_opening"),
    }
    assert Counter(each.brief and each.brief.strength for each in results) == {
        "links": 8,
        "witness": 12,
        "base": 4,
    }


def test_the_witness_of_the_log_saw_each_opening() -> None:
    """Its key is next to the archive."""
    vkey = (FOLDER / "strengths-1.cosigner.txt").read_text("ascii").strip()
    for line in games("strengths-1"):
        inclusion = verifier.read(line.decode())["inclusion"]
        sizes = [size for _, size in openings_seen(inclusion, vkey)]
        assert sizes[:1] == [inclusion["opening"]["index"] + 1]


# --- games on terms ----------------------------------------------------------------------------


@pytest.mark.long
def test_everything_about_terms_is_in_their_archive() -> None:
    """Every event of games with clocks, take-backs and arbiters, and all their clocks."""
    found: Counter[str] = Counter()
    for record in map(read_record, games("carolus-magnus-1-terms")):
        clock = record.entries[0].action.clock
        found["no clock" if clock is None else f"{tag_of(clock)} {clock.on_flag}"] += 1
        found[end_of(record)] += 1
        found.update({tag_of(event) for step in steps_of(record) for event in step.events})
    wanted = [tag_of(kind) for kind in OF_TERMS]
    wanted += [f"{tag_of(kind)} {way}" for kind in get_args(Clock) for way in get_args(OnFlag)]
    wanted += ["no clock", "time", "adjudicated", "aborted", "unfinished"]
    assert {kind: found[kind] for kind in wanted if found[kind] < 3} == {}


# --- TEG ---------------------------------------------------------------------------------------


def agreed_options(record: AnyRecord) -> Iterator[str]:
    """Yield each option with its value, if it has few values."""
    yield f"{record.options.players} players, {end_of(record)}"
    for name, value in msgspec.to_builtins(record.options).items():
        if isinstance(value, bool | str):
            yield f"{name}: {value}"


@pytest.mark.long
def test_every_kind_of_game_of_teg_is_in_its_archive() -> None:
    """Every action, event, option, end and reason, and all that can become of hidden values."""
    records = tuple(map(read_record, games("teg-1")))
    rules = BY_PINNED["teg@1"]
    found: Counter[str] = Counter()
    for record in records:
        found.update(agreed_options(record))
        found.update(f"reason: {reason}" for reason in getattr(record.outcome, "reasons", ()))
        found["a shared victory"] += len(getattr(record.outcome, "winners", ())) > 1
        found[f"dice: {record.chance.scheme}"] += 1
        found.update({f"action: {tag_of(entry.action)}" for entry in record.entries})
        for step in steps_of(record):
            for event in step.events:
                found[f"event: {tag_of(event)}"] += 1
                found.update(
                    f"{tag_of(event)}: {name}"
                    for name in verifier.HIDDEN.get(tag_of(event), ())
                    if getattr(event, name)
                )
    assert len({record.id for record in records}) == len(records) > 100
    tags = [*get_args(rules.seat_actions), *get_args(rules.chance_actions)]
    wanted = [f"action: {tag_of(kind)}" for kind in tags]
    wanted += [f"event: {tag_of(kind)}" for kind in get_args(rules.events)]
    wanted += [f"event: {tag_of(kind)}" for kind in OF_TERMS]
    ends = ("common", "secret", "last_standing", "round_limit", "resignation", "draw_agreed")
    wanted += [f"{players} players, {end}" for players, end in product(rules.meta.seats, ends)]
    wanted += [f"{players} players, aborted" for players in rules.meta.seats]
    wanted += ["2 players, world", "3 players, world", "2 players, time", "6 players, adjudicated"]
    hidden = {tag_of(kind): names for kind, names in rules.hidden.items()}
    wanted += [f"{tag}: {name}" for tag, names in hidden.items() for name in names]
    wanted += ["a shared victory", "dice: fair", "dice: recorded", "round_starter: rotating"]
    wanted += [f"objectives: {one}" for one in ("world", "common_only", "secret_and_common")]
    wanted += ["trade_counter: global", "trade_window: before_attack", "elimination_cards: discard"]
    wanted += ["chain_moves: True", "allow_resign: True", "allow_resign: False"]
    assert {kind: found[kind] for kind in wanted if not found[kind]} == {}


# --- Lancaster ---------------------------------------------------------------------------------


@pytest.mark.long
def test_every_kind_of_game_of_lancaster_is_in_its_archive() -> None:
    """Every action, event, law and end, with every number of players."""
    records = tuple(map(read_record, games("lancaster-1")))
    rules = BY_PINNED["lancaster@1"]
    found: Counter[str] = Counter()
    for record in records:
        found.update(agreed_options(record))
        found["a shared victory"] += len(getattr(record.outcome, "winners", ())) > 1
        found[f"dice: {record.chance.scheme}"] += 1
        found.update({f"action: {tag_of(entry.action)}" for entry in record.entries})
        for step in steps_of(record):
            for event in step.events:
                found[f"event: {tag_of(event)}"] += 1
                found[f"law: {getattr(event, 'law', None)}"] += 1
    assert len({record.id for record in records}) == len(records) == 150
    tags = [*get_args(rules.seat_actions), *get_args(rules.chance_actions)]
    wanted = [f"action: {tag_of(kind)}" for kind in tags]
    wanted += [f"event: {tag_of(kind)}" for kind in get_args(rules.events)]
    wanted += [f"event: {tag_of(kind)}" for kind in OF_TERMS]
    wanted += [f"law: {law}" for law in LAWS]
    ends = ("rounds", "resignation", "draw_agreed", "aborted", "unfinished")
    wanted += [f"{players} players, {end}" for players, end in product(rules.meta.seats, ends)]
    wanted += ["2 players, time", "5 players, adjudicated", "a shared victory"]
    wanted += ["dice: fair", "dice: recorded"]
    assert {kind: found[kind] for kind in wanted if not found[kind]} == {}


# --- Ancients ----------------------------------------------------------------------------------


@pytest.mark.long
def test_every_kind_of_game_of_ancients_is_in_its_archive() -> None:
    """Every action, event, end and battle, from both sides, with and without a clock."""
    records = tuple(map(read_record, games("ancients-1")))
    rules = BY_PINNED["ancients@1"]
    found: Counter[str] = Counter()
    for record in records:
        found[f"battle {record.options.scenario}"] += 1
        found[f"seat 0: {record.options.sides[0]}"] += 1
        found[end_of(record)] += 1
        found[f"dice: {record.chance.scheme}"] += 1
        for step in steps_of(record):
            found[f"action: {tag_of(step.entry.action)}"] += 1
            found.update(f"event: {tag_of(event)}" for event in step.events)
    assert len({record.id for record in records}) == len(records) == 300
    assert {found[f"battle {scenario}"] for scenario in SCENARIO} == {20}
    tags = [*get_args(rules.seat_actions), *get_args(rules.chance_actions)]
    wanted = [f"action: {tag_of(kind)}" for kind in tags]
    wanted += [f"event: {tag_of(kind)}" for kind in (*get_args(rules.events), *OF_TERMS)]
    wanted += ["seat 0: top", "seat 0: bottom", "dice: fair", "dice: recorded"]
    wanted += ["banners", "turn_limit", "resignation", "draw_agreed", "time"]
    wanted += ["adjudicated", "aborted", "unfinished"]
    assert {kind: found[kind] for kind in wanted if not found[kind]} == {}


# --- games that continue others ----------------------------------------------------------------


def test_every_kind_of_continued_game_is_in_their_archive() -> None:
    """With every number of players of every ruleset; each source is there, and is compared."""
    records = tuple(map(read_record, games("continued-1")))
    following = [one for one in records if one.entries[0].action.continues is not None]
    found = Counter((one.ruleset, len(one.seats)) for one in following)
    assert set(found) == {(one.meta.pinned, n) for one in RULESETS for n in one.meta.seats}
    archive = [RecordLine("", at, line) for at, line in enumerate(games("continued-1"), 1)]
    auditor = Auditor(AuditOptions(), 1, again=lambda: archive)
    results = [one for one in auditor.run(archive) if isinstance(one, Examined)]
    assert len(results) == len(records)
    for one in results:
        assert one.audited.is_valid, one.audited.findings
        assert "RC-ORIGIN-1" not in {finding.rule for finding in one.audited.findings}


# --- games of a sandbox -------------------------------------------------------------------------


def test_every_kind_of_seed_is_in_the_archive_of_sandboxes() -> None:
    """That of a client that sends none, the shortest, the longest, and every kind of character."""
    records = tuple(map(read_record, games("sandbox-1")))
    assert len({one.ruleset for one in records}) == len(records)
    seeds = [one.entries[0].action.sandbox for one in records]
    assert seeds == ["carolus", "a", "A.b_c~1-2", "0" * 64]
