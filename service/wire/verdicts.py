"""The JSON of the checker's verdict."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.catalogue import sentence as text_of
from domain.kit.story import Sentence
from domain.refusal import IllegalAction
from domain.ruleset import AnyRuleset, Await, Language, Viewer
from domain.table.hiding import hidden_members, seen_by
from service.storage.rows import Head
from service.wire.games import Facts, Position, RulesetName
from service.wire.legal import LegalActions


class VerdictRefusal(msgspec.Struct, frozen=True):
    """Why the action with this index is not legal."""

    index: int
    rule: str
    reason: str
    facts: dict[str, Any]
    message: str
    """The sentence of the rule, in the requested language."""


class VerdictEvent(msgspec.Struct, frozen=True):
    """An event that the action with this index would cause."""

    index: int
    event: Facts


class VerdictSentence(msgspec.Struct, frozen=True):
    """What the action with this index would cause, perhaps together with the actions before it."""

    index: int
    text: str


class Effect(msgspec.Struct, frozen=True):
    """What actions would cause, up to the first illegal one."""

    legal: bool
    refusals: tuple[VerdictRefusal, ...]
    events: tuple[VerdictEvent, ...]
    sentences: tuple[VerdictSentence, ...]
    """The same in sentences, in the requested language."""
    position: Position
    """The position after the last legal action; null before the lots are drawn."""
    awaits: tuple[Await, ...]


class Verdict(Effect, frozen=True, tag_field="type", tag="verdict"):
    """The verdict of the checker, which stops at the first illegal action."""

    ruleset: RulesetName
    """Id and edition of the ruleset."""
    version: int | None
    """The version of the game, or null for a submitted position."""
    head: str | None
    """The hash of its last event, in hexadecimal; null for a submitted position."""


class Alternatives(Verdict, frozen=True, tag="alternatives"):
    """The verdict on the actions before the alternatives, and what each of these would cause."""

    alternatives: tuple[Effect, ...]
    """In their order, each as the only action after those before; empty if these are not legal."""


class UnknownFact(msgspec.Struct, frozen=True):
    """Something that cannot be judged from the submitted view, because the view hides facts."""

    index: int | None
    """The index of the action that was not judged; null if it was a rule about the position."""
    rule: str | None
    """The id of the rule that may be broken; null for an action, which any rule may refuse."""
    missing: tuple[str, ...]
    """The hidden facts, as paths in the position, such as ``seats[1].cards``."""


class PositionVerdict(Verdict, frozen=True):
    """The verdict on a submitted position, which stops at the first action not known to be legal.

    ``legal`` is true only if every action is known to be legal.
    """

    unknown: tuple[UnknownFact, ...]
    """What the position does not show; empty if it hides nothing."""


class PositionLegalActions(LegalActions, frozen=True):
    """The legal actions of one seat, as far as the submitted position shows them."""

    unknown: tuple[UnknownFact, ...]
    """The hidden facts on which the legal actions depend; if it is not empty, ``count`` is 0."""


class DryRun(NamedTuple):
    """What a list of actions would cause, up to the first illegal one."""

    rules: AnyRuleset
    events: Sequence[Iterable[Any]]
    """Of each legal action."""
    describe: Callable[[Any], Sentence | None]
    """Describes the events to the viewer, one after the other."""
    refused: IllegalAction | None
    """Why the next action is illegal; its index is that of the action."""
    position: Any
    """After the last legal action."""
    awaits: tuple[Await, ...]
    head: Head | None
    """Of the game; None for a position from outside."""


def verdict_view(run: DryRun, viewer: Viewer, language: Language) -> Verdict:
    """Return the verdict on a dry run, as the viewer may see it."""
    head = run.head
    return Verdict(
        **msgspec.structs.asdict(effect_view(run, viewer, language)),
        ruleset=run.rules.meta.pinned,
        version=None if head is None else head.version,
        head=None if head is None else head.hash.hex(),
    )


def effect_view(run: DryRun, viewer: Viewer, language: Language) -> Effect:
    """Return what a dry run would cause, as the viewer may see it."""
    rules, refused = run.rules, run.refused
    hidden = hidden_members(rules)
    events = [
        VerdictEvent(index, seen_by(rules, one, viewer) if type(one) in hidden else one)
        for index, caused in enumerate(run.events)
        for one in caused
    ]
    sentences: dict[int, VerdictSentence] = {}
    for index, caused in enumerate(run.events):
        for one in caused:
            if (sentence := run.describe(one)) is not None:
                sentences[sentence.first] = VerdictSentence(index, sentence.text)
    return Effect(
        legal=refused is None,
        refusals=() if refused is None else (refusal_view(refused.index, refused, language),),
        events=tuple(events),
        sentences=tuple(sentences.values()),
        position=rules.view(run.position, viewer),
        awaits=run.awaits,
    )


def refusal_view(index: int, refused: IllegalAction, language: Language) -> VerdictRefusal:
    """Return a refusal as part of a verdict."""
    refusal = refused.refusal
    return VerdictRefusal(
        index, refusal.rule, refusal.reason, dict(refusal.facts), text_of(refusal.rule, language)
    )
