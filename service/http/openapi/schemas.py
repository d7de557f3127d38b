"""The schemas of the document, from the types that decode and encode.

Some types have parts that depend on the ruleset. They get one schema per ruleset, with the name of
the ruleset as prefix, and a union under the plain name for operations that serve every ruleset.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType, UnionType
from typing import Any, Final, TypeAlias, Union, get_args, get_origin

from domain.record.strict import INTEGER_MAX, INTEGER_MIN
from domain.ruleset import AnyRuleset, Place, kinds_of
from domain.table.actions import LeaveSeat, SentTableAction, TableAction, TakeSeat
from domain.table.events import TableEvent
from domain.table.hiding import OF_THE_TABLE
from domain.table.opening import OpenGame
from domain.table.standing_orders import GiveStandingOrders
from service.http.answers.kinds import ProblemKind
from service.http.answers.problems import Problem
from service.http.openapi.tidy import REFS, members, name_of, ref, tidied
from service.wire.games import EventEnvelope, GiveStandingOrdersView, LegalChoice
from service.wire.marks import ANY_RULESET, PART
from service.wire.records import LeaveSeatView, OpenGameView, TakeSeatView

JsonObject: TypeAlias = dict[str, Any]
Schema: TypeAlias = JsonObject
Named: TypeAlias = dict[str, Schema]

MARKS: Final = (PART, ANY_RULESET)

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
        envelope = house.pop(EventEnvelope.__name__)
        table_events = _placed(house, get_args(TableEvent), envelope, OF_THE_TABLE)
        self._shapes = house
        self._dependent = _dependent(house)
        self.named: Named = {
            name: _filled(schema, {})
            for name, schema in house.items()
            if name not in self._dependent
        }
        place = name_of(Place)
        self.named[place] = _of_64_bits(self.named[place])  # records of other people have some
        parts = [
            self._add_ruleset(rules, bodies[rules.meta.id], table_events, envelope)
            for rules in rulesets
        ]
        if len(rulesets) == 1:
            self._names = {name: prefix(rulesets[0]) + name for name in self._dependent}
            self.named = {
                name: _renamed(schema, self._names) for name, schema in self.named.items()
            }
            return
        for name in self._dependent:
            own = [self.named[prefix(rules) + name] for rules in rulesets]
            self.named[name] = (
                self._union(own)
                if "const" in own[0]["properties"].get("ruleset", {})
                else _filled(
                    house[name], {part: _any(one[part] for one in parts) for part in parts[0]}
                )
            )

    def of(self, shape: Any, rules: AnyRuleset | None = None) -> Schema:
        """Return the schema of a shape, for one ruleset or for all."""
        if get_origin(shape) in (Union, UnionType):
            return {"oneOf": [self.of(one, rules) for one in get_args(shape)]}
        return ref(self.name(name_of(shape), rules))

    def name(self, name: str, rules: AnyRuleset | None) -> str:
        """Return the name that a schema has for one ruleset, or for all."""
        own = name if rules is None else prefix(rules) + name
        return own if own in self.named else self._names.get(name, name)

    def of_body(self, name: str, rules: AnyRuleset | None) -> Schema:
        """Return the schema of a body that every ruleset types by itself."""
        chosen = self.rulesets if rules is None else [rules]
        names = [prefix(one) + name for one in chosen]
        tagged = self.named[names[0]]["properties"].get("ruleset", {})
        if len(names) == 1:
            return ref(names[0])
        if "const" in tagged:
            self.named[name] = self._union([self.named[one] for one in names])
            return ref(name)
        self.named[name] = self._of_any(names)
        return ref(name)

    def _of_any(self, names: Sequence[str]) -> Schema:
        """Return the schema of a body whose actions may be of any ruleset, also of several.

        So a client can send an action that it received without knowing the ruleset.
        """
        union = "SentAction"
        several = [prefix(rules) + union for rules in self.rulesets]
        words = "What can be sent to a game: the actions of its ruleset, and those of the table."
        choices = [ref(one) for one in several]
        self.named[union] = {"title": union, "description": words, "anyOf": choices}
        renamed = dict.fromkeys(several, union)
        found = [{**_renamed(self.named[name], renamed), "title": ""} for name in names]
        assert all(one == found[0] for one in found), "bodies differ in their actions alone"
        return {**found[0], "title": names[0].removeprefix(prefix(self.rulesets[0]))}

    def used(self, requests: Any, answers: Any) -> Named:
        """Return the schemas that the rest of the document refers to, by name.

        Each comes after those that it refers to: generators of clients declare them in this order.
        """
        answered = self._reached(answers)
        requested = self._reached(requests).difference(answered)
        found = {name: self.named[name] for name in answered}
        found |= {name: _without_defaults(self.named[name]) for name in requested}
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
        waiting = list(_refs(document))
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += _refs(self.named[name])
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
        renamed = {name: first + name for name in found}
        own = {renamed[name]: _renamed(schema, renamed) for name, schema in found.items()}

        def names(kinds: Iterable[Any]) -> list[str]:
            return [first + name_of(kind) for kind in kinds]

        sent = [name_of(kind) for kind in get_args(SentTableAction)]
        ordered: Schema = {"type": "null"}
        giving: list[str] = []
        if rules.orders_type is None:
            table_events = [one for one in table_events if one not in _OF_ORDERS]
        else:
            ordered = _nullable(renamed[name_of(rules.orders_type)])
            shape = name_of(GiveStandingOrdersView)
            giving = [first + shape]
            own[first + shape] = _filled(self._shapes[shape], {"standing_orders": ordered})
        sent += giving
        recorded = [name_of(kind) for kind in get_args(TableAction)]
        stream = [*(first + name for name in events), *table_events]
        unions = {
            "SeatAction": (names(seat), "What a seat may ask for."),
            "ChanceAction": (names(chance), "What chance answers."),
            "Action": (names([*seat, *chance]), "What a seat asks for, or chance answers."),
            "SentAction": (
                [*names([*seat, *chance]), *sent],
                "What can be sent to a game: its actions, and those of the table.",
            ),
            "Event": (stream, "Something that happened in a game, in its place in the stream."),
            "EventFacts": ([one + FACTS for one in stream], "Something that would happen."),
        }
        outcome = renamed[name_of(rules.outcome_type)]
        own[outcome] = _of_64_bits(own[outcome])  # records of other people have one, too
        options = own[renamed[name_of(rules.options_type)]]
        own[first + "GameOptions"] = _filled_in(options)
        own[first + "RecordedOptions"] = _without_defaults(options)
        known = {**self.named, **own}
        for name, (variants, description) in unions.items():
            own[first + name] = _tagged(known, variants, "type", description)
        parts = {
            "ruleset": {"type": "string", "const": rules.meta.pinned},
            "options": ref(first + "GameOptions"),
            "position": _nullable(renamed[name_of(rules.view_type)]),
            "outcome": _nullable(outcome),
            "standing_orders": ordered,
            "action": ref(first + "SeatAction"),
            "recorded_options": ref(first + "RecordedOptions"),
            "recorded_position": ref(renamed[name_of(rules.view_type)]),
            "recorded_action": ref(first + "RecordedAction"),
            "event": ref(first + "Event"),
            "facts": ref(first + "EventFacts"),
            "choices": {"type": "array", "items": ref(name_of(LegalChoice))},
        }
        dependent = {name: first + name for name in self._dependent}
        for name in self._dependent:
            own[first + name] = _filled(_renamed(self._shapes[name], dependent), parts)
        own[first + "RecordedAction"] = _tagged(
            {**self.named, **own},
            [*names([OpenGameView]), *giving, *recorded, *names([*seat, *chance])],
            "type",
            "The action in an entry of a record.",
        )
        by_variants = {_variants(own[first + name]): first + name for name in unions}
        for name, schema in own.items():
            self.named[name] = {**_with_unions_named(schema, by_variants, name), "title": name}
        return parts

    def _union(self, variants: Sequence[Schema]) -> Schema:
        """Return the union of the variants of all rulesets, tagged by ``ruleset``."""
        names = [one["title"] for one in variants]
        union = _tagged(self.named, names, "ruleset", variants[0]["description"])
        return {"title": names[0].removeprefix(prefix(self.rulesets[0])), **union}


def _put_after_its_parts(ordered: Named, found: Named, name: str) -> None:
    """Put a schema where it is due in an order, with all that it refers to before it."""
    if name in ordered:
        return
    for part in sorted(set(_refs(found[name]))):
        _put_after_its_parts(ordered, found, part)
    ordered[name] = found[name]


def _any(schemas: Iterable[Schema]) -> Schema:
    """Return a schema that matches any of these."""
    choices: list[Schema] = []
    for schema in schemas:
        choices += [one for one in schema.get("anyOf", [schema]) if one not in choices]
    return choices[0] if len(choices) == 1 else {"anyOf": choices}


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


def _filled_in(schema: Schema) -> Schema:
    """Return the schema of an object in answers, where all properties are present."""
    properties = {
        name: {key: value for key, value in found.items() if key != "default"}
        for name, found in schema["properties"].items()
    }
    return {**schema, "properties": properties, "required": list(properties)}


def _without_defaults(schema: Schema) -> Schema:
    """Return a schema of requests with the defaults moved into the descriptions.

    Client generators treat a property with a default as always present.
    """
    properties = {}
    for name, found in schema.get("properties", {}).items():
        properties[name] = {key: value for key, value in found.items() if key != "default"}
        if "default" in found:
            words = (found.get("description"), f"Default: `{json.dumps(found['default'])}`.")
            properties[name]["description"] = " ".join(word for word in words if word)
    return {**schema, "properties": properties} if properties else schema


def _of_64_bits(schema: Any) -> Any:
    """Return a schema with integers bounded to the range that the service can decode."""
    if isinstance(schema, list):
        return [_of_64_bits(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _of_64_bits(one) for key, one in schema.items()}
    if found.get("type") == "integer":
        return {"minimum": INTEGER_MIN, "maximum": INTEGER_MAX, **found}
    return found


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


def _tagged(known: Named, variants: Sequence[str], tag: str, description: str) -> Schema:
    """Return a union tagged by one property."""
    return {
        "description": description,
        "oneOf": [ref(name) for name in variants],
        "discriminator": {
            "propertyName": tag,
            "mapping": {known[name]["properties"][tag]["const"]: REFS + name for name in variants},
        },
    }


def _variants(schema: Any) -> frozenset[str]:
    return frozenset(one["$ref"] for one in schema["oneOf"])


def _with_unions_named(schema: Any, unions: Mapping[frozenset[str], str], name: str) -> Any:
    """Return a schema with references in place of these unions."""
    if isinstance(schema, dict):
        if "discriminator" in schema and "oneOf" in schema:
            found = unions.get(_variants(schema))
            return schema if found in (None, name) else ref(found)
        return {key: _with_unions_named(one, unions, name) for key, one in schema.items()}
    if isinstance(schema, list):
        return [_with_unions_named(one, unions, name) for one in schema]
    return schema


def _filled(schema: Any, parts: Mapping[str, Schema]) -> Any:
    """Return a schema with the marks replaced by the ruleset's parts."""
    if isinstance(schema, dict):
        rest = {key: _filled(one, parts) for key, one in schema.items() if key not in MARKS}
        if PART not in schema:
            return rest
        return {**parts[schema[PART]], **{k: v for k, v in rest.items() if k == "description"}}
    if isinstance(schema, list):
        return [_filled(one, parts) for one in schema]
    return schema


def _renamed(schema: Any, names: Mapping[str, str]) -> Any:
    """Return a schema with its references renamed."""
    if isinstance(schema, dict):
        return {
            key: REFS + names.get(one.removeprefix(REFS), one.removeprefix(REFS))
            if isinstance(one, str) and one.startswith(REFS)
            else _renamed(one, names)
            for key, one in schema.items()
        }
    if isinstance(schema, list):
        return [_renamed(one, names) for one in schema]
    return schema


def _nullable(name: str) -> Schema:
    return {"anyOf": [ref(name), {"type": "null"}]}


def _refs(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict) and schema.get("$ref", "").startswith(REFS):
        yield schema["$ref"].removeprefix(REFS)
    for one in members(schema):
        yield from _refs(one)
