"""Games that continue others, in the audit of an archive, next to their sources (RC-ORIGIN-1)."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.record.record import AnyRecord, RecordedSeat, write_record
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from service.archives.auditing import Auditor
from service.archives.examining import AuditOptions, Examined
from service.archives.record_lines import RecordLine
from tests.support.games.continued import Played, continued, played
from tests.support.proof.records import as_recorded


@cache
def source() -> Played:
    """Return a game that others continue."""
    return played()


@cache
def following(name: str = "continued") -> AnyRecord:
    """Return a game that continues the source."""
    return continued(source(), name=name)


def claiming(**changed: Any) -> AnyRecord:
    """Return a game that says something else about the source."""
    return continued(source(), replace(source().continues, **changed), name="claiming")


class Audit:
    """The audit of an archive of these records."""

    def __init__(self, *archive: AnyRecord, twice: bool = True) -> None:
        self.counted: list[str | None] = []
        lines = [
            RecordLine("games.ndjson", number, write_record(record))
            for number, record in enumerate(archive, 1)
        ]
        again: Callable[[], Iterator[RecordLine]] = lambda: iter(lines)  # noqa: E731 - one of two
        auditor = Auditor(AuditOptions(statistics=True), 1, self._count, again if twice else None)
        results = list(auditor.run(lines))
        assert all(isinstance(one, Examined) for one in results)
        self.results = {one.line: one for one in results if isinstance(one, Examined)}
        assert len(self.results) == len(results) == len(archive)
        self.order = list(self.results)
        self.tally = auditor.tally

    def _count(self, one: Examined) -> None:
        self.counted.append(one.audited.game)

    def origin_of(self, line: int) -> list[tuple[str, str]]:
        """Return weight and reason of what the comparison of a record with its source found."""
        findings = self.results[line].audited.findings
        return [(one.weight, one.reason) for one in findings if one.rule == "RC-ORIGIN-1"]

    def facts_of(self, line: int) -> dict[str, Any]:
        """Return the facts of the finding about the source."""
        (found,) = (one for one in self.results[line].audited.findings if one.rule == "RC-ORIGIN-1")
        return dict(found.facts)


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.meta.id)
def test_a_game_that_continues_its_source_is_valid(rules: AnyRuleset) -> None:
    """Whichever of the two comes first; its result comes last."""
    first = played(rules)
    record = continued(first)
    for archive in ([first.record, record], [record, first.record]):
        audit = Audit(*archive)
        line = archive.index(record) + 1
        assert audit.origin_of(line) == []
        assert all(one.audited.is_valid for one in audit.results.values())
        assert audit.order[-1] == line
        assert sorted(map(str, audit.counted)) == ["continued", "source"]


def test_a_continued_game_counts_in_no_statistics() -> None:
    """Its players did not reach its position by playing."""
    audit = Audit(source().record, following())
    (tally,) = audit.tally.rulesets.values()
    assert tally.games == 1


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"head": "0" * 64}, "source_has_another_head"),
        ({"version": source().continues.version - 1}, "source_has_no_such_version"),
        ({"version": 9999}, "source_has_no_such_version"),
        ({"version": 1}, "source_has_another_head"),
    ],
)
def test_a_claim_that_is_false_is_a_breach(changed: dict[str, Any], reason: str) -> None:
    """The finding names the source and its place, and the game does not count."""
    audit = Audit(claiming(**changed), source().record)
    assert audit.origin_of(1) == [("breach", reason)]
    assert not audit.results[1].audited.is_valid
    assert audit.results[1].brief is None
    facts = audit.facts_of(1)
    assert (facts["game"], facts["other"]) == ("source", "games.ndjson, line 2")
    assert audit.counted == ["source"]


@pytest.mark.parametrize("version", [1 << 63, 1 << 64, 10**40])
def test_a_version_that_no_game_has_is_malformed(version: int) -> None:
    """The audit of the whole archive goes on."""
    audit = Audit(claiming(version=version), source().record)
    (found,) = audit.results[1].breaches
    assert found.rule == "RC-FORM-1"
    assert audit.counted == ["source"]


def test_another_position_is_a_breach() -> None:
    """Even with the true version and head, and though the game could have got there."""
    other = played(decisions=7).continues.position
    assert other != source().continues.position
    audit = Audit(source().record, claiming(position=other))
    assert audit.origin_of(2) == [("breach", "source_has_another_position")]
    assert audit.facts_of(2)["derived"] == msgspec.to_builtins(source().continues.position)


def test_other_options_are_a_breach() -> None:
    """Though the position would be possible with both."""
    agreed = replace(source().then.options, max_rounds=90)
    origin = source()._replace(then=replace(source().then, options=agreed))
    audit = Audit(source().record, continued(origin))
    assert audit.origin_of(2) == [("breach", "source_has_other_rules")]


def test_without_the_source_there_is_a_note() -> None:
    """The game is valid by itself; an invalid record of the source is none."""
    forged = replace(source().record, head="0" * 64)
    for archive in ([following()], [following(), forged]):
        audit = Audit(*archive)
        assert audit.origin_of(1) == [("note", "source_is_absent")]
        assert audit.results[1].audited.is_valid
        assert "continued" in audit.counted


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_a_source_whose_own_claim_is_false_does_not_count(order: tuple[int, ...]) -> None:
    """What continues it is not proved by it."""
    middle = played(claim=replace(source().continues, head="0" * 64), name="middle")
    records = (source().record, middle.record, continued(middle))
    audit = Audit(*(records[number] for number in order))
    found = [audit.origin_of(order.index(number) + 1) for number in range(3)]
    assert found[1:] == [[("breach", "source_has_another_head")], [("note", "source_is_absent")]]
    assert "middle" not in audit.counted


def test_an_archive_that_can_be_read_once_is_not_compared() -> None:
    """A note says so; nothing is taken for proved."""
    audit = Audit(following(), source().record, twice=False)
    assert audit.origin_of(1) == [("note", "source_was_not_read_again")]


def test_the_record_of_the_source_that_counts_is_compared() -> None:
    """The finished one, not one that was cut off."""
    whole = source().record
    cut = replace(
        whole,
        entries=whole.entries[:1],
        seats=tuple(RecordedSeat(seat, None, None, "") for seat in range(2)),
        chance=replace(whole.chance, secret=None),
        outcome=None,
        head=None,
    )
    assert Audit(cut, following(), whole).origin_of(2) == []
    audit = Audit(cut, following())
    assert audit.origin_of(2) == [("note", "source_is_unfinished")]


def test_many_games_can_continue_one_and_each_other() -> None:
    """Each is compared with its own source, and a source is read once for all of them."""
    names = [f"game-{number}" for number in range(3)]
    archive = [*(following(name) for name in names), claiming(head="1" * 64), source().record]
    audit = Audit(*archive)
    assert [audit.origin_of(line) for line in range(1, 5)] == [
        [],
        [],
        [],
        [("breach", "source_has_another_head")],
    ]
    assert audit.order == [5, 1, 2, 3, 4]


def test_dice_may_be_recorded() -> None:
    """Then the head is another, and the claim about it must name that."""
    audit = Audit(as_recorded(source().record), following())
    assert audit.origin_of(2) == [("breach", "source_has_another_head")]


def test_the_same_game_twice_gets_one_result_for_each_record() -> None:
    """The second is a copy, as for other games."""
    audit = Audit(following(), following(), source().record)
    reasons = [one.reason for one in audit.results[2].audited.findings]
    assert "duplicate_record" in reasons
    assert sorted(map(str, audit.counted)) == ["continued", "source"]
