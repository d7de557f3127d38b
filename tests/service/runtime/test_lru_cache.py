"""The bounded cache."""

from service.runtime.lru_cache import LruCache


def test_the_least_recently_used_entry_is_evicted() -> None:
    """Reading an entry counts as use, and so does replacing it."""
    cache: LruCache[str, int] = LruCache(3)
    for number, key in enumerate("abc"):
        cache.put(key, number)
    assert cache.get("a") == 0
    cache.put("b", 10)
    cache.put("d", 3)
    assert [cache.get(key) for key in "abcd"] == [0, 10, None, 3]
    assert len(cache) == 3


def test_a_dropped_entry_is_gone() -> None:
    """Dropping a key that is not there does nothing."""
    cache: LruCache[str, int] = LruCache(3)
    cache.put("a", 1)
    cache.drop("a")
    cache.drop("a")
    assert (cache.get("a"), len(cache)) == (None, 0)


def test_entries_weigh() -> None:
    """As many are evicted as a heavy one needs; one that is too heavy by itself stays out."""
    cache: LruCache[str, bytes] = LruCache(10, weigh=len)
    for key in "abc":
        cache.put(key, b"...")
    cache.put("a", b"....")
    assert [cache.get(key) for key in "abc"] == [b"....", b"...", b"..."]
    cache.put("d", b"......")
    assert [cache.get(key) for key in "abcd"] == [None, None, b"...", b"......"]
    cache.drop("d")
    cache.put("e", b".......")
    assert [cache.get(key) for key in "cde"] == [b"...", None, b"......."]
    cache.put("f", b"." * 11)
    assert [cache.get(key) for key in "cdef"] == [None] * 4
    assert len(cache) == 0
