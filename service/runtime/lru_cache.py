"""A bounded cache for several threads."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

_KeyT = TypeVar("_KeyT")
_CachedT = TypeVar("_CachedT")


class LruCache(Generic[_KeyT, _CachedT]):
    """Keeps at most ``size`` entries, and evicts those that were least recently used.

    With ``weigh``, which returns what an entry weighs, now and later, ``size`` is the most that all
    of them may weigh together.
    """

    def __init__(self, size: int, weigh: Callable[[_CachedT], int] = lambda _: 1) -> None:
        self._size = size
        self._weigh = weigh
        self._weight = 0
        self._entries: OrderedDict[_KeyT, _CachedT] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        """Return the number of entries."""
        return len(self._entries)

    def get(self, key: _KeyT) -> _CachedT | None:
        """Return the value of a key, which counts as used; None if there is none."""
        with self._lock:
            if key not in self._entries:
                return None
            self._entries.move_to_end(key)
            return self._entries[key]

    def put(self, key: _KeyT, value: _CachedT) -> None:
        """Set the value of a key, which counts as used."""
        with self._lock:
            self._remove(key)
            self._entries[key] = value
            self._weight += self._weigh(value)
            while self._weight > self._size:
                self._remove(next(iter(self._entries)))

    def drop(self, key: _KeyT) -> None:
        """Remove a key, if it is there."""
        with self._lock:
            self._remove(key)

    def _remove(self, key: _KeyT) -> None:
        if key in self._entries:
            self._weight -= self._weigh(self._entries.pop(key))
