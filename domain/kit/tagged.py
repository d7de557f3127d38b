"""The base classes of actions and events: frozen structs, each with its name in ``type``.

Each type has its own ``tag``, because the tag of an event is a storage format and that of an action
is part of the contract: neither may change when someone renames a class.
"""

from msgspec import Struct


class ActionType(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="type"):
    """The base class of what a seat or chance may do."""


class EventType(Struct, frozen=True, gc=False, tag_field="type"):
    """The base class of what happens."""
