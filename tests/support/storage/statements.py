"""Statements that SQLAlchemy compiles once for all SQLite engines of a test process.

Each engine has its own cache, so every application and handler of a test would compile its fifty
statements again: a sixth of the cost of starting and stopping an application.
"""

from collections.abc import Hashable
from typing import Any, Final

from sqlalchemy import Connection

_Key = tuple[Hashable, ...]


class _ForEveryEngine(dict[_Key, Any]):
    """A cache whose keys contain the kind of the engine's dialect instead of the dialect itself."""

    def get(self, key: _Key, default: Any = None) -> Any:
        """Return the compiled statement, if there is one."""
        return super().get(_general(key), default)

    def __setitem__(self, key: _Key, compiled: Any) -> None:
        super().__setitem__(_general(key), compiled)


def _general(key: _Key) -> _Key:
    dialect, *others = key
    return type(dialect), *others


_COMPILED: Final = _ForEveryEngine()


def share_statements(connection: Connection) -> None:
    """Let a connection to SQLite use the statements that other engines have compiled."""
    if connection.dialect.name == "sqlite":
        connection.execution_options(compiled_cache=_COMPILED)
