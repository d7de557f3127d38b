"""The schemas of the document, from the types that decode and encode.

Some types have parts that depend on the ruleset. They get one schema per ruleset, with the name of
the ruleset as prefix, and a union under the plain name for operations that serve every ruleset.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType, UnionType
from typing import Any, Final, Union, get_args, get_origin

from domain.record.tournaments import TournamentEntry
from domain.ruleset import AnyRuleset, Place, kinds_of
from domain.table.actions import LeaveSeat, SentTableAction, TableAction, TakeSeat
from domain.table.events import TableEvent
from domain.table.hiding import OF_THE_TABLE
from domain.table.opening import OpenGame
from domain.table.standing_orders import GiveStandingOrders
from service.http.answers.problem_kinds import ProblemKind
from service.http.answers.problems import Problem
from service.http.openapi.tidy import REFS, members, name_of, ref, tidied
from service.http.openapi.transforms import (
    Named,
    Schema,
    any_of,
    filled,
    nullable,
    of_64_bits,
    refs_in,
    renamed,
    tagged,
    union_by,
    variants_of,
    with_all_present,
    with_unions_named,
    without_defaults,
)
from service.wire.games import EventEnvelope, GiveStandingOrdersView, LegalChoice
from service.wire.marks import ANY_RULESET, PART
from service.wire.records import LeaveSeatView, OpenGameView, TakeSeatView
from service.wire.tournament_terms import COMPLETE
from service.wire.tournaments import TakeTournamentActionsRequest, TournamentEventPage

KNOWN_PROBLEM: Final = "KnownProblem"
"""The name of the enumeration of the types of problems."""

FACTS: Final = "Facts"
"""The suffix of the name of an event without its place in a stream."""

_VIEWS: Final[Mapping[type[Any], type[Any]]] = {
    OpenGame: OpenGameView,
    GiveStandingOrders: GiveStandingOrdersView,
    TakeSeat: TakeSeatView,
    LeaveSeat: LeaveSeatView,
}
"""The table actions whose recorded form has a separate type."""

_OF_TOURNAMENTS: Final[Mapping[str, tuple[type[Any], str, str]]] = {
    "SentTournamentAction": (
        TakeTournamentActionsRequest,
        "actions",
        "The actions that a tournament accepts.",
    ),
    "TournamentAction": (TournamentEntry, "action", "The action in an entry of a tournament."),
    "TournamentEvent": (
        TournamentEventPage,
        "events",
        "Something that happened in a tournament, in its place in the stream.",
    ),
}
"""The unions of tournaments: the name, the type and the member that have it, and what it is."""

_OF_ORDERS: Final = frozenset(name_of(kind) for kind in OF_THE_TABLE)
"""The names of the events about standing orders, which only some games have."""


def prefix(rules: AnyRuleset) -> str:
    """Return the prefix of the names of a ruleset's own schemas."""
    return "".join(word.capitalize() for word in rules.meta.id.split("-"))


class Schemas:
    """All schemas, by name, and what refers to them.

    ``shapes`` are the types of the house; ``bodies`` gives, per ruleset, the types of its own that
    requests have. With a single ruleset there are no unions of rulesets: what differs by ruleset
    has the names of that one.
    """

    def __init__(
        self,
        shapes: Sequence[Any],
        bodies: Mapping[str, Sequence[Any]],
        rulesets: Sequence[AnyRuleset],
    ) -> None:
        self.rulesets = rulesets
        self._names: dict[str, str] = {}
        of_table = (OpenGame, GiveStandingOrders, *get_args(TableAction))
        recorded = [_VIEWS.get(kind, kind) for kind in of_table]
        common = [EventEnvelope, LegalChoice, Place]
        sent = get_args(SentTableAction)
        house = tidied([*common, *recorded, *sent, *get_args(TableEvent), *shapes])
        house[name_of(LegalChoice)]["additionalProperties"] = True
        for name in map(name_of, COMPLETE):
            if name in house:
                house[name] = with_all_present(house[name])
        envelope = house.pop(EventEnvelope.__name__)
        table_events = _placed(house, get_args(TableEvent), envelope, OF_THE_TABLE)
        self._shapes = house
        self._dependent = _dependent(house)
        self.named: Named = {
            name: filled(schema, {})
            for name, schema in house.items()
            if name not in self._dependent
        }
        self._name_unions_of_tournaments()
        parts = [
            self._add_ruleset(rules, bodies[rules.meta.id], table_events, envelope)
            for rules in rulesets
        ]
        if len(rulesets) == 1:
            self._names = {name: prefix(rulesets[0]) + name for name in self._dependent}
            self.named = {name: renamed(schema, self._names) for name, schema in self.named.items()}
            return
        for name in self._dependent:
            own = [self.named[prefix(rules) + name] for rules in rulesets]
            self.named[name] = (
                self._union(own)
                if "const" in own[0]["properties"].get("ruleset", {})
                else filled(
                    house[name], {part: any_of(one[part] for one in parts) for part in parts[0]}
                )
            )

    def _name_unions_of_tournaments(self) -> None:
        """Replace unions of dozens of variants by references."""
        found: Named = {}
        for name, (shape, member, words) in _OF_TOURNAMENTS.items():
            if name_of(shape) in self.named:
                part = self.named[name_of(shape)]["properties"][member]
                found[name] = {"title": name, "description": words, **part.get("items", part)}
        by_variants = {variants_of(union): name for name, union in found.items()}
        self.named = {
            name: with_unions_named(schema, by_variants, name)
            for name, schema in (self.named | found).items()
        }

    def of(self, shape: Any, rules: AnyRuleset | None = None) -> Schema:
        """Return the schema of a shape, for one ruleset or for all."""
        if get_origin(shape) in (Union, UnionType):
            variants = [self.name(name_of(one), rules) for one in get_args(shape)]
            # Generators accept no union in the mapping of another one.
            if all("properties" in self.named[one] for one in variants):
                return union_by(self.named, variants, "type")
            return {"oneOf": [ref(one) for one in variants]}
        return ref(self.name(name_of(shape), rules))

    def name(self, name: str, rules: AnyRuleset | None) -> str:
        """Return the name that a schema has for one ruleset, or for all."""
        own = name if rules is None else prefix(rules) + name
        return own if own in self.named else self._names.get(name, name)

    def of_body(self, name: str, rules: AnyRuleset | None) -> Schema:
        """Return the schema of a body that every ruleset types by itself."""
        chosen = self.rulesets if rules is None else [rules]
        names = [prefix(one) + name for one in chosen]
        by_ruleset = self.named[names[0]]["properties"].get("ruleset", {})
        if len(names) == 1:
            return ref(names[0])
        if "const" in by_ruleset:
            self.named[name] = self._union([self.named[one] for one in names])
            return ref(name)
        self.named[name] = self._of_any(names)
        return ref(name)

    def _of_any(self, names: Sequence[str]) -> Schema:
        """Return the schema of a body whose actions may be of any ruleset, or of several.

        So a client can send an action that it received without knowing the ruleset.
        """
        union = "SentAction"
        several = [prefix(rules) + union for rules in self.rulesets]
        words = "The actions that a game accepts: those of its ruleset, and those of the table."
        choices = [ref(one) for one in several]
        self.named[union] = {"title": union, "description": words, "anyOf": choices}
        united = dict.fromkeys(several, union)
        found = [{**renamed(self.named[name], united), "title": ""} for name in names]
        assert all(one == found[0] for one in found), "bodies differ in their actions alone"
        return {**found[0], "title": names[0].removeprefix(prefix(self.rulesets[0]))}

    def used(self, requests: Any, answers: Any) -> Named:
        """Return the schemas that the rest of the document refers to, by name.

        Each comes after those that it refers to: generators of clients declare them in this order.
        In requests, all integers have bounds, because the service reads 64 bits.
        """
        answered, sent = self._reached(answers), self._reached(requests)
        found = {name: without_defaults(self.named[name], of_unions_only=True) for name in answered}
        found |= {name: without_defaults(self.named[name]) for name in sent.difference(answered)}
        found |= {name: of_64_bits(found[name]) for name in sent}
        ordered: Named = {}
        for name in sorted(found):
            _put_after_its_parts(ordered, found, name)
        return ordered

    def know_problems(self, kinds: Iterable[ProblemKind]) -> None:
        """Name the types of problems; other types may follow in later versions."""
        known = {"type": "string", "enum": [kind.type for kind in kinds]}
        words = "A type of problem that this version of the service knows."
        self.named[KNOWN_PROBLEM] = {"title": KNOWN_PROBLEM, "description": words, **known}
        problem = self.named[name_of(Problem)]
        of_type = problem["properties"]["type"]
        choices = {"anyOf": [ref(KNOWN_PROBLEM), {"type": of_type.pop("type")}]}
        problem["properties"]["type"] = {**of_type, **choices}

    def _reached(self, document: Any) -> set[str]:
        seen: set[str] = set()
        waiting = list(refs_in(document))
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += refs_in(self.named[name])
        return seen

    def _add_ruleset(
        self,
        rules: AnyRuleset,
        bodies: Sequence[Any],
        table_events: Sequence[str],
        envelope: Schema,
    ) -> dict[str, Schema]:
        """Add the schemas of one ruleset under names of its own; return what its parts are."""
        first = prefix(rules)
        seat, chance = kinds_of(rules.seat_actions), kinds_of(rules.chance_actions)
        types = [rules.options_type, rules.view_type, rules.outcome_type, *seat, *chance]
        orders = [] if rules.orders_type is None else [rules.orders_type]
        found = tidied([*types, *orders, *kinds_of(rules.events), *bodies])
        found = {name: schema for name, schema in found.items() if self._shapes.get(name) != schema}
        events = _placed(found, kinds_of(rules.events), envelope, rules.hidden)
        prefixed = {name: first + name for name in found}
        own = {prefixed[name]: renamed(schema, prefixed) for name, schema in found.items()}

        def names(kinds: Iterable[Any]) -> list[str]:
            return [first + name_of(kind) for kind in kinds]

        sent = [name_of(kind) for kind in get_args(SentTableAction)]
        ordered: Schema = {"type": "null"}
        giving: list[str] = []
        if rules.orders_type is None:
            table_events = [one for one in table_events if one not in _OF_ORDERS]
        else:
            ordered = nullable(prefixed[name_of(rules.orders_type)])
            shape = name_of(GiveStandingOrdersView)
            giving = [first + shape]
            own[first + shape] = filled(self._shapes[shape], {"standing_orders": ordered})
        sent += giving
        recorded = [name_of(kind) for kind in get_args(TableAction)]
        stream = [*(first + name for name in events), *table_events]
        unions = {
            "SeatAction": (names(seat), "What a seat may ask for."),
            "ChanceAction": (names(chance), "What chance answers."),
            "Action": (names([*seat, *chance]), "What a seat asks for, or chance answers."),
            "SentAction": (
                [*names([*seat, *chance]), *sent],
                "The actions that a game accepts: its own, and those of the table.",
            ),
            "Event": (stream, "Something that happened in a game, in its place in the stream."),
            "EventFacts": ([one + FACTS for one in stream], "Something that would happen."),
        }
        outcome = prefixed[name_of(rules.outcome_type)]
        options = own[prefixed[name_of(rules.options_type)]]
        own[first + "GameOptions"] = with_all_present(options)
        own[first + "RecordedOptions"] = without_defaults(options)
        known = {**self.named, **own}
        for name, (variants, description) in unions.items():
            own[first + name] = tagged(known, variants, "type", description)
        parts = {
            "ruleset": {"type": "string", "const": rules.meta.pinned},
            "options": ref(first + "GameOptions"),
            "position": nullable(prefixed[name_of(rules.view_type)]),
            "outcome": nullable(outcome),
            "standing_orders": ordered,
            "action": ref(first + "SeatAction"),
            "recorded_options": ref(first + "RecordedOptions"),
            "recorded_position": ref(prefixed[name_of(rules.view_type)]),
            "recorded_action": ref(first + "RecordedAction"),
            "event": ref(first + "Event"),
            "facts": ref(first + "EventFacts"),
            "choices": {"type": "array", "items": ref(name_of(LegalChoice))},
        }
        dependent = {name: first + name for name in self._dependent}
        for name in self._dependent:
            own[first + name] = filled(renamed(self._shapes[name], dependent), parts)
        own[first + "RecordedAction"] = tagged(
            {**self.named, **own},
            [*names([OpenGameView]), *giving, *recorded, *names([*seat, *chance])],
            "type",
            "The action in an entry of a record.",
        )
        by_variants = {variants_of(own[first + name]): first + name for name in unions}
        for name, schema in own.items():
            self.named[name] = {**with_unions_named(schema, by_variants, name), "title": name}
        return parts

    def _union(self, variants: Sequence[Schema]) -> Schema:
        """Return the union of the variants of all rulesets, tagged by ``ruleset``."""
        names = [one["title"] for one in variants]
        union = tagged(self.named, names, "ruleset", variants[0]["description"])
        return {"title": names[0].removeprefix(prefix(self.rulesets[0])), **union}


def _put_after_its_parts(ordered: Named, found: Named, name: str) -> None:
    """Put a schema where it is due in an order, with all that it refers to before it."""
    if name in ordered:
        return
    for part in sorted(set(refs_in(found[name]))):
        _put_after_its_parts(ordered, found, part)
    ordered[name] = found[name]


def _placed(
    found: Named,
    events: Iterable[Any],
    envelope: Schema,
    hidden: Mapping[type[Any], Sequence[str]] = MappingProxyType({}),
) -> list[str]:
    """Add to each event its place in a stream; keep a variant without it under a separate name.

    All facts are required, except for types that omit defaults. In a stream, an event with hidden
    members also has their seals.
    """
    names: list[str] = []
    for event in events:
        name = name_of(event)
        names.append(name)
        facts = found.pop(name)
        names_of_facts = list(
            facts["required"] if event.__struct_config__.omit_defaults else facts["properties"]
        )
        found[name + FACTS] = {**facts, "title": name + FACTS}
        seals = {"sealed": _seals(hidden[event])} if event in hidden else {}
        found[name] = {
            **facts,
            "properties": {**facts["properties"], **envelope["properties"], **seals},
            "required": [*names_of_facts, *envelope["required"], *seals],
        }
        found[name + FACTS]["required"] = names_of_facts
    return names


def _seals(members: Sequence[str]) -> Schema:
    """Return the schema of the commitments to the hidden members of an event."""
    return {
        "type": "object",
        "description": "For each hidden member, the commitment that the hash covers in its place.",
        "properties": {name: {"type": "string", "pattern": "^[0-9a-f]{64}$"} for name in members},
        "required": list(members),
        "additionalProperties": False,
    }


def _dependent(named: Named) -> list[str]:
    """Return the names of the schemas with parts that depend on the ruleset."""
    found: list[str] = []
    while True:
        more = [
            name for name, schema in named.items() if name not in found and _depends(schema, found)
        ]
        if not more:
            return found
        found += more


def _depends(schema: Any, dependent: Sequence[str]) -> bool:
    if isinstance(schema, dict):
        if ANY_RULESET in schema:
            return False
        if PART in schema or schema.get("$ref", "").removeprefix(REFS) in dependent:
            return True
    return any(_depends(one, dependent) for one in members(schema))
