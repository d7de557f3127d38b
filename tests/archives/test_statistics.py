"""Test that the statistics find what is planted in an archive, and nothing where all is fair."""

import pickle
from collections.abc import Iterator, Sequence
from random import Random

import msgspec
import pytest

from domain.rulesets.carolus_magnus.actions import RollDice
from domain.rulesets.registry import BY_ID, BY_PINNED
from service.archives.conclusions import UNUSUAL, Conclusion
from service.archives.statistics import Share, Statistics, report
from service.archives.tally import FactCollector, Tally
from tests.archives.facts import DUEL, archive, carolus_magnus, game, statistics_of, tallied
from tests.support.proof.records import records, steps_of


def found(verdict: Conclusion) -> list[str]:
    """Return the findings that the verdict calls unusual, without the ruleset."""
    return [finding.what.partition(", ")[2] for finding in verdict.unusual]


# --- dice and lots -----------------------------------------------------------------------------


@pytest.mark.long
def test_fair_dice_and_lots_are_not_flagged() -> None:
    """Whole games with the fair dice of the service: all tests run, and none is unusual."""
    reported = report(tallied(archive()))
    (ruleset,) = reported.rulesets
    lots = {test.lot for test in ruleset.counts}
    assert lots == {"die", "first to open", "emperor", *(f"segment {n}" for n in range(1, 16))}
    assert [test.seat for test in ruleset.counts if test.lot == "die"] == [None, 0, 1, 2, 3]
    assert [test.lot for test in ruleset.runs] == ["die"]
    # Emperor, 15 segments, openings of 2, 3 and 4, dice, runs.
    assert reported.chance.tests + reported.chance.too_few == 1 + 15 + 3 + 5 + 1
    assert reported.chance.too_few == 0
    assert reported.chance.unusual == ()
    assert reported.chance.words.startswith("Nothing unusual in 25 tests: ")
    assert "By luck alone 1 test in 100 has a p below 0.01." in reported.chance.words


def test_the_emperor_is_a_lot_only_where_the_options_say_so() -> None:
    for options, drawn in (
        ({"players": 2}, 1),
        ({"players": 2, "emperor_start": 7}, 0),
        ({"players": 3, "setup": "yucata"}, 0),
    ):
        samples = carolus_magnus("emperor", **options).samples
        assert sum(sample.lot == "emperor" for sample in samples) == drawn


def test_the_facts_of_a_game() -> None:
    """The opening order is that of the lots, and each face belongs to the seat that rolled it."""
    for facts in archive():
        samples = [sample for sample in facts.samples if sample.lot == "first to open"]
        assert [sample.value for sample in samples] == [str(facts.order[0])]
        assert sorted(facts.order) == list(range(len(facts.sides)))
        assert next(s.seat for s in facts.samples if s.lot == "die") == facts.order[0]
        assert facts.reason is not None
        assert set(facts.winners) <= set(facts.sides)


def test_a_loaded_die_is_found(seed: int) -> None:
    """Seat 1 rolls sixes twice as often: its die and all dice are unusual, but not the runs."""
    random = Random(seed)
    loaded = (0, 1, 2, 3, 4, 5, 5)

    def faces() -> Iterator[int]:
        for number in range(40):
            yield random.choice(loaded) if number % 2 else random.randrange(6)

    reported = statistics_of(game(faces()) for _ in range(300))
    assert found(reported.chance) == [
        "die of seat 1: how often each value came",
        "die: how often each value came",
    ]
    assert reported.chance.unusual[0].p < 1e-9
    assert reported.chance.words.startswith("Unusual: pig@1, die of seat 1: ")


@pytest.mark.parametrize(("stretch", "sign"), [(3, -1), (1, 1)])
def test_dice_with_even_counts_and_no_chance_are_found_by_their_runs(
    seed: int, stretch: int, sign: int
) -> None:
    """Each game has every face equally often, but in streaks, or alternating low and high."""
    random = Random(seed)

    def faces() -> list[int]:
        order = list(range(6)) * 4
        random.shuffle(order)
        if stretch == 1:
            low, high = [face for face in order if face < 3], [face for face in order if face >= 3]
            return [face for pair in zip(low, high, strict=True) for face in pair]
        return [face for face in order for _ in range(stretch)]

    games = [game(faces(), sides=("alone",), winners=()) for _ in range(50)]
    reported = statistics_of(games)
    (ruleset,) = reported.rulesets
    assert ruleset.counts[0].chi_squared == 0
    assert found(reported.chance) == ["die: how often the values changed"]
    assert ruleset.runs[0].z is not None
    assert ruleset.runs[0].z * sign > 5


@pytest.mark.long
def test_fair_games_have_small_p_values_as_often_as_they_should(seed: int) -> None:
    """Of many small archives, about 1 in 20 has a p below 0.05, in every test."""
    random = Random(seed)
    archives = 400
    below = {"counts": 0, "runs": 0, "seat": 0, "unusual": 0}
    for _ in range(archives):
        reported = statistics_of(
            game(
                [random.randrange(6) for _ in range(20)],
                sides=("white", "black", "gray"),
                winners=tuple(random.sample(("white", "black", "gray"), 1 if number % 3 else 2)),
            )
            for number in range(40)
        )
        (ruleset,) = reported.rulesets
        tests = {
            "counts": ruleset.counts[0].p,
            "runs": ruleset.runs[0].p,
            "seat": ruleset.seatings[0].by_seat[0].p,
        }
        for name, p in tests.items():
            assert p is not None
            below[name] += p < 0.05
        below["unusual"] += bool(reported.chance.unusual) + bool(reported.seats.unusual)
    # Four standard deviations of 400 trials at 0.05 are 17; two verdicts at 0.01 give up to 8.
    assert all(20 - 17 <= below[name] <= 20 + 17 for name in ("counts", "runs", "seat"))
    assert below["unusual"] <= 2 * archives * UNUSUAL + 12


def test_too_few_draws_have_no_verdict() -> None:
    """If the expected count is below 5, there is no p, and no verdict."""
    few = statistics_of([game([0] * 29)])
    assert few.rulesets[0].counts[0].expected < 5
    assert few.rulesets[0].counts[0].p is None
    assert few.chance.tests == 0
    assert few.chance.smallest is None
    assert few.chance.words == "Nothing can be said: there are too few games."
    enough = statistics_of([game([0] * 30, sides=("alone",))])
    assert enough.chance.tests == 2
    assert enough.chance.unusual


# --- from records to facts ---


def test_the_facts_of_kept_records() -> None:
    """The collector sees everything that an audit reads: the dice, the outcome, who opened."""
    for name, record in records().items():
        rules = BY_PINNED[record.ruleset]
        watch = FactCollector(rules, record.options)
        position = rules.start(record.options)
        for step in steps_of(record):
            watch.saw(position, step.entry.by, step.events, step.game.position)
            position = step.game.position
        facts = watch.facts(record.outcome)
        faces = [
            face
            for entry in record.entries
            if isinstance(entry.action, RollDice)
            for face in entry.action.faces
        ]
        assert facts.ruleset == record.ruleset
        assert len(facts.sides) == int(name[0])
        assert [sample.value for sample in facts.samples if sample.lot == "die"] == faces
        if record.outcome is None:
            assert (facts.reason, facts.winners) == (None, ())
        else:
            assert facts.order
            assert (facts.reason, facts.winners) == (record.outcome.reason, record.outcome.winners)


def test_options_that_the_rules_refuse_do_no_harm() -> None:
    """The collector starts before the audit has checked the options of an untrusted record."""
    rules = BY_ID["carolus-magnus"]
    FactCollector(rules, rules.options_type(players=77))


# --- seats and places --------------------------------------------------------------------------


def shares(statistics: Statistics) -> tuple[Sequence[Share], Sequence[Share]]:
    """Return the shares by seat and by place of the only seating."""
    (ruleset,) = statistics.rulesets
    (seating,) = ruleset.seatings
    return seating.by_seat, seating.by_place


def test_the_advantage_of_a_place_is_found(seed: int) -> None:
    """The opening seat wins 62 %, and both seats open equally often."""
    random = Random(seed)
    games = []
    for number in range(1000):
        order = (0, 1) if number % 2 else (1, 0)
        winner = order[random.random() >= 0.62]
        games.append(game(order=order, winners=(DUEL[winner],)))
    reported = statistics_of(games)
    by_seat, by_place = shares(reported)
    assert found(reported.seats) == [
        "2 players: wins of place 1 in the turn order",
        "2 players: wins of place 2 in the turn order",
    ]
    assert by_place[0].number == 1
    assert by_place[0].low < 0.62 < by_place[0].high
    assert by_place[0].low > by_place[0].expected == 0.5
    assert by_place[1].high < 0.5
    assert all(share.low < 0.5 < share.high for share in by_seat)


def test_the_advantage_of_a_seat_is_found(seed: int) -> None:
    """The side of seats 0 and 2 wins 60 % of the games with partners."""
    random = Random(seed)
    sides = ("white", "black", "white", "black")
    reported = statistics_of(
        game(sides=sides, winners=("white" if random.random() < 0.6 else "black",))
        for _ in range(1000)
    )
    by_seat, by_place = shares(reported)
    assert sorted(found(reported.seats)) == [f"4 players: wins of seat {seat}" for seat in range(4)]
    assert by_seat[0] == msgspec.structs.replace(by_seat[2], number=0)
    assert by_seat[0].wins + by_seat[1].wins == 1000
    assert by_place == ()


def test_each_stratum_is_tested_separately(seed: int) -> None:
    """Seat 0 wins 62 % of the games of one stratum, and 38 % of the other's."""
    random = Random(seed)
    games = [
        game(stratum=stratum, winners=(DUEL[random.random() >= share],))
        for stratum, share in (("players=2,map=small", 0.62), ("players=2,map=large", 0.38))
        for _ in range(1000)
    ]
    reported = statistics_of(games)
    (ruleset,) = reported.rulesets
    assert [(one.stratum, one.seats, one.games) for one in ruleset.seatings] == [
        ("players=2,map=large", 2, 1000),
        ("players=2,map=small", 2, 1000),
    ]
    assert sorted(found(reported.seats)) == [
        f"2 players (map: {map_}): wins of seat {seat}"
        for map_ in ("large", "small")
        for seat in range(2)
    ]
    together = statistics_of(game(winners=one.winners) for one in games)
    assert found(together.seats) == []


@pytest.mark.parametrize(
    ("ruleset", "stratum", "name"),
    [
        ("ancients", "scenario=001", "Battle: Akragas, 406 BC"),
        ("carolus-magnus", "players=4,seating=adjacent", "Partners: Sit side by side"),
        ("teg", "players=3,round_starter=fixed", "Rounds start with: The first player"),
        ("lancaster", "players=3", ""),
    ],
)
def test_a_stratum_has_a_name(ruleset: str, stratum: str, name: str) -> None:
    """Its id is for programs; people read the battle, or where partners sit."""
    rules = BY_ID[ruleset]
    facts = msgspec.structs.replace(game(), ruleset=rules.meta.pinned, stratum=stratum)
    (seating,) = statistics_of([facts]).rulesets[0].seatings
    assert (seating.stratum, seating.name) == (stratum, name)
    assert seating.players == (f"2 players ({name})" if name else "2 players")


def test_shared_wins_count_in_parts() -> None:
    """One win alone, one shared by two of three, one by all: 1 + 1/2 + 1/3."""
    sides = ("white", "black", "gray")
    reported = statistics_of(
        [
            game(sides=sides, winners=("white",)),
            game(sides=sides, winners=("white", "gray")),
            game(sides=sides, winners=sides),
        ]
    )
    by_seat, _ = shares(reported)
    assert [share.wins for share in by_seat] == pytest.approx([11 / 6, 1 / 3, 5 / 6])
    assert sum(share.share for share in by_seat) == pytest.approx(1)
    assert all(share.expected == pytest.approx(1 / 3) for share in by_seat)


def test_games_that_all_share_prove_nothing_about_seats() -> None:
    """After a thousand draws each seat has exactly its part, and there is nothing to test."""
    reported = statistics_of(game(winners=DUEL, reason="draw_agreed") for _ in range(1000))
    by_seat, _ = shares(reported)
    assert [(share.share, share.p) for share in by_seat] == [(0.5, None)] * 2
    assert reported.seats.too_few == 2


def test_games_without_an_end_or_a_winner_are_counted_apart() -> None:
    reported = statistics_of(
        [
            game(reason="resignation", winners=("black",), order=(1, 0)),
            game(reason=None, winners=(), order=(0, 1)),
            game(reason="lost_together", winners=()),
        ]
    )
    (seating,) = reported.rulesets[0].seatings
    assert {ending.reason: ending.games for ending in seating.endings} == {
        "resignation": 1,
        None: 1,
        "lost_together": 1,
    }
    assert (seating.games, seating.decided) == (3, 1)
    assert [(share.games, share.wins) for share in seating.by_seat] == [(1, 0), (1, 1)]
    assert [(share.games, share.wins) for share in seating.by_place] == [(1, 1), (1, 0)]


# --- many parts --------------------------------------------------------------------------------


def test_parts_add_up_to_the_whole(seed: int) -> None:
    """The archive may be split anyhow, and its parts merged in any order and pickled."""
    whole = tallied(archive())
    random = Random(seed)
    for _ in range(5):
        games = list(archive())
        random.shuffle(games)
        cuts = sorted(random.sample(range(len(games)), 3))
        parts = [
            pickle.loads(pickle.dumps(tallied(games[start:end])))  # noqa: S301 - the test's own bytes
            for start, end in zip([0, *cuts], [*cuts, len(games)], strict=True)
        ]
        left = Tally()
        for part in parts:
            left.merge(part)
        right = Tally()
        for part in reversed(parts):
            part.merge(right)
            right = part
        assert left == right == whole
        assert report(left) == report(whole)


def test_merging_leaves_the_other_tally_as_it_was() -> None:
    one, other = tallied(archive()[:20]), tallied(archive()[20:40])
    one.merge(other)
    one.merge(other)
    assert other == tallied(archive()[20:40])


def test_a_tally_stays_small() -> None:
    """Fifty times the games take no more room: the tally has counts, and no single games."""
    games = [game([face] * 7 + [0, 5], order=(0, 1)) for face in range(6)]
    small, large = len(pickle.dumps(tallied(games))), len(pickle.dumps(tallied(games * 50)))
    assert large < small + 100


# --- as JSON -----------------------------------------------------------------------------------


def test_the_report_goes_through_json() -> None:
    reported = report(tallied(archive()))
    assert msgspec.json.decode(msgspec.json.encode(reported), type=Statistics) == reported
    empty = report(Tally())
    assert msgspec.json.decode(msgspec.json.encode(empty), type=Statistics) == empty
    assert empty.games == 0
