"""The moments whose links the players waived, with both of their values (RC-DICE-6).

The record contains the values that chance drew without the links. The values with the links can be
computed as soon as each contributor has given a later link, because each link leads to those before
it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.links import earlier_link, name_of
from domain.record.finding import Finding
from domain.record.record import AnyRecord
from domain.record.rerun import Decided, rerun
from domain.ruleset import CHANCE
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import DrawMoment
from domain.table.apply import apply
from domain.table.contributions import GivenLink
from domain.table.dealers import FairDealer
from domain.table.decide import advance
from domain.table.events import MomentDrawn
from domain.table.game import Game, freeze, thaw


def waiver_findings(record: AnyRecord) -> tuple[Finding, ...]:
    """Return a note if players agreed to go on without links that were due (RC-DICE-6).

    The record must be valid. The note has both values of each moment, in the notation of the
    ruleset.
    """
    opening = record.entries[0].action
    if not opening.links and not opening.witnesses:
        return ()
    waived = [
        number
        for number, entry in enumerate(record.entries)
        if type(entry.action) is DrawMoment and entry.action.missing
    ]
    if not waived:
        return ()
    links = _withheld(record)
    before = _games_before(record, [number for number in waived if number in links])
    facts = {
        "moments": [
            {
                "moment": record.entries[number].action.moment,
                "missing": list(record.entries[number].action.missing),
                "drawn": _answers_after(record, number),
                "otherwise": _otherwise(record, number, before[number], links[number])
                if number in before
                else None,
            }
            for number in waived
        ]
    }
    where = f"$.entries[{waived[0]}].action.missing"
    return (Finding("note", "RC-DICE-6", "links_were_waived", facts, waived[0], where),)


def _answers_after(record: AnyRecord, number: int) -> list[str]:
    """Return the answers of chance in the moment that this entry drew."""
    rules = BY_PINNED[record.ruleset]
    answers: list[str] = []
    for entry in record.entries[number + 1 :]:
        if entry.by != CHANCE or type(entry.action) is DrawMoment:
            break
        answers.append(rules.write_action(entry.action))
    return answers


def _withheld(record: AnyRecord) -> Mapping[int, Sequence[GivenLink]]:
    """Return the links of waived moments that later ones lead to, by the number of the entry.

    A moment is left out unless all of its links are known, and all of them without the secret.
    Each chain is followed back once, however many moments were waived.
    """
    if record.chance.secret is None:
        return {}
    name = name_of(record.id, record.chance.commitment)
    known: dict[int, tuple[int, bytes]] = {}
    found: dict[int, Sequence[GivenLink]] = {}
    for number in range(len(record.entries) - 1, 0, -1):
        action = record.entries[number].action
        if type(action) is not DrawMoment:
            continue
        for given in action.links:
            known[given.who] = action.moment, bytes.fromhex(given.link)
        if not action.missing or not known.keys() >= {*action.missing}:
            continue
        for who in action.missing:
            later, link = known[who]
            link = earlier_link(name, who, later, link, action.moment)
            known[who] = action.moment, link
        found[number] = [GivenLink(who, known[who][1].hex()) for who in action.missing]
    return found


def _games_before(record: AnyRecord, numbers: Sequence[int]) -> Mapping[int, Game]:
    """Return the game before each of these entries."""
    wanted = {*numbers}
    found: dict[int, Game] = {}
    decided = 0

    def saw(one: Decided) -> None:
        nonlocal decided
        decided += 1
        if decided in wanted:
            found[decided] = freeze(one.game)

    if wanted:
        rerun(record, saw)
    return found


def _otherwise(
    record: AnyRecord, number: int, before: Game, links: Sequence[GivenLink]
) -> list[str]:
    """Return what chance would have answered in a moment with these links."""
    entry = record.entries[number]
    dealer = FairDealer(bytes.fromhex(str(record.chance.secret)))
    draft = thaw(before)
    apply(draft, MomentDrawn(entry.action.moment, tuple(links), (), ()))
    draft.answers = 0
    answers: list[str] = []
    while draft.awaits_chance:
        answer: Any = dealer.answer(draft)
        answers.append(draft.rules.write_action(answer))
        advance(draft, CHANCE, answer, entry.at)
    return answers
