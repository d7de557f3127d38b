"""Tiles: their paths, growth leaf by leaf and in batches, and what is missing or cut off."""

from random import Random

import pytest

from domain.transparency.tiles import (
    ENTRIES,
    BadTile,
    Tile,
    TiledTree,
    TileHashes,
    bundle,
    edge,
    hashed_entries,
    tile_at,
    tile_of,
    unbundled,
    with_subtrees,
)
from domain.transparency.tree import HASH_BYTES, leaf_hash
from tests.support.proof.merkle_root import root_of
from tests.transparency.logs import LogInMemory


@pytest.mark.parametrize(
    ("tile", "path"),
    [
        (Tile(0, 0), "tile/0/000"),
        (Tile(0, 1_234_067), "tile/0/x001/x234/067"),
        (Tile(1, 999, 5), "tile/1/999.p/5"),
        (Tile(63, 1_000, 255), "tile/63/x001/000.p/255"),
        (Tile(ENTRIES, 7, 1), "tile/entries/007.p/1"),
    ],
)
def test_paths(tile: Tile, path: str) -> None:
    """The index 1234067 is an example of the specification."""
    assert tile.path == path
    _, level, rest = path.split("/", 2)
    assert tile_at(level, rest) == tile


@pytest.mark.parametrize(
    ("level", "path"),
    [
        ("64", "000"),
        ("00", "000"),
        ("-1", "000"),
        ("data", "000"),
        ("0", "0"),
        ("0", "x000/001"),
        ("0", "001/002"),
        ("0", "x001"),
        ("0", "000.p/0"),
        ("0", "000.p/01"),
        ("0", "000.p/256"),
        ("0", "000.p/"),
        ("0", "../000"),
        ("0", "000\n"),
        ("0", "٠٠٠"),
        ("0", ""),
    ],
)
def test_paths_that_no_tile_has(level: str, path: str) -> None:
    """Each tile has one path."""
    assert tile_at(level, path) is None


def test_the_tiles_of_70_000_leaves() -> None:
    """The example of the specification: 273 full tiles, and partial ones of 112, 17 and 1."""
    assert edge(70_000) == [Tile(0, 273, 112), Tile(1, 1, 17), Tile(2, 0, 1)]
    assert edge(256) == [Tile(1, 0, 1)]
    assert edge(0) == []
    assert Tile(1, 1, 17).size_needed == 256 * (256 + 17)
    assert Tile(ENTRIES, 2, 5).size_needed == 517


def test_tiles_do_not_depend_on_the_batches(seed: int) -> None:
    """Their hashes are those of the definition; partial tiles are beginnings of later ones."""
    random = Random(seed)
    slow, fast = LogInMemory(), LogInMemory()
    fast.grow(66_000)
    while (size := len(slow.leaves)) < 66_000:
        slow.grow(min(66_000 - size, random.choice((1, 2, 255, 256, 257, 5_000))))
    assert slow.tiles == fast.tiles
    hashes = [leaf_hash(leaf) for leaf in fast.leaves]
    for (level, number), content in fast.tiles.items():
        span = 256**level
        for at in range(0, len(content), HASH_BYTES):
            first = (number * 256 + at // HASH_BYTES) * span
            if level == 0 or random.random() < 0.02 or level == 2:
                expected = root_of(hashes[first : first + span])
                assert content[at : at + HASH_BYTES] == expected
    assert TiledTree(fast.read, 66_000).root() == root_of(hashes)
    assert TiledTree(fast.read, 66_000).root(65_537) == root_of(hashes[:65_537])


def test_a_proof_reads_few_tiles() -> None:
    """One of each level next to the way to the root, and those at the edge."""
    log = LogInMemory()
    log.grow(66_000)
    read: list[Tile] = []

    def reading(tile: Tile) -> TileHashes:
        read.append(tile)
        return log.read(tile)

    tree = TiledTree(reading, 66_000)
    assert len(tree.inclusion(1_000)) == 17
    assert len(read) <= 5
    assert tree.leaf(1_000) == leaf_hash(log.leaves[1_000])


@pytest.mark.parametrize("width", [256, 255, 128, 5, 1])
def test_a_full_tile_is_stored_with_its_subtrees(width: int) -> None:
    """Tiles of shorter trees come from it, too; a tile without subtrees computes them."""
    log = LogInMemory()
    log.grow(256)
    content = log.tiles[0, 0]
    stored = with_subtrees(content)
    assert len(stored) == len(content) + 254 * HASH_BYTES
    assert with_subtrees(content[:-HASH_BYTES]) == content[:-HASH_BYTES]
    tile = Tile(0, 0, width)
    brought, bare = tile_of(tile, stored), tile_of(tile, content)
    assert brought.content == bare.content == content[: tile.bytes]
    hashes = [leaf_hash(leaf) for leaf in log.leaves]
    for height in range(width.bit_length()):
        for first in range(0, width - (1 << height) + 1, 1 << height):
            expected = root_of(hashes[first : first + (1 << height)])
            assert brought.subtree(height, first) == bare.subtree(height, first) == expected
    with pytest.raises(BadTile, match="tile_is_truncated"):
        tile_of(tile, content[: tile.bytes - 1])


def test_tiles_that_are_missing_or_cut_off() -> None:
    """The error names the tile."""
    log = LogInMemory()
    log.grow(300)
    with pytest.raises(BadTile) as missing:
        TiledTree(log.read, 300_000).root()
    assert missing.value.reason == "tile_is_missing"
    log.tiles[0, 1] = log.tiles[0, 1][:-1]
    with pytest.raises(BadTile) as cut_off:
        TiledTree(log.read, 300).root()
    assert cut_off.value.reason == "tile_is_truncated"
    facts = {"tile": "tile/0/001.p/44", "bytes": 44 * 32 - 1, "expected": 44 * 32}
    assert cut_off.value.facts == facts


def test_bundles_of_entries() -> None:
    """Each entry follows its length, and hashes to a leaf."""
    entries = [b"", b"a", b"x" * 0xFFFF]
    tile = Tile(ENTRIES, 0, 3)
    content = bundle(entries)
    assert content[:5] == b"\x00\x00\x00\x01a"
    assert unbundled(tile, content) == entries
    assert hashed_entries(entries) == [leaf_hash(entry) for entry in entries]
    for wrong in (content[:-1], content[:2], content + b"\x00", content[:4]):
        with pytest.raises(BadTile, match=r"tile/entries/000\.p/3"):
            unbundled(tile, wrong)
