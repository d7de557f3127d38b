"""The Merkle tree: the vectors of Certificate Transparency, and proofs of random trees."""

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.transparency.tiles import TiledTree
from domain.transparency.tree import (
    EMPTY_ROOT,
    consistency_ranges,
    inclusion_ranges,
    joined,
    leaf_hash,
    node_hash,
    proves_consistency,
    proves_inclusion,
)
from tests.support.proof.merkle_root import root_of
from tests.transparency.logs import LogInMemory, flipped

# From the tests of https://github.com/google/certificate-transparency (merkle_tree_test.cc).
LEAVES = [
    bytes.fromhex(leaf) for leaf in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657")
] + [bytes(range(0x60, 0x70))]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
INCLUSION = [
    (0, 1, []),
    (
        0,
        8,
        [
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ],
    ),
    (
        5,
        8,
        [
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ],
    ),
    (2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
    (
        1,
        5,
        [
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ],
    ),
]
CONSISTENCY = [
    (1, 1, []),
    (
        1,
        8,
        [
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ],
    ),
    (
        6,
        8,
        [
            "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ],
    ),
    (
        2,
        5,
        [
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ],
    ),
]


def test_the_published_roots() -> None:
    """The empty tree, and the trees of one to eight leaves."""
    assert sha256(b"").digest() == EMPTY_ROOT == root_of([])
    hashes = [leaf_hash(leaf) for leaf in LEAVES]
    assert [root_of(hashes[:size]).hex() for size in range(1, 9)] == ROOTS


@pytest.mark.parametrize(("index", "size", "path"), INCLUSION)
def test_the_published_inclusion_proofs(index: int, size: int, path: list[str]) -> None:
    """Made from the leaves, and verified against the published roots."""
    hashes = [leaf_hash(leaf) for leaf in LEAVES]
    made = [root_of(hashes[begin:end]) for begin, end in inclusion_ranges(index, size)]
    assert [one.hex() for one in made] == path
    assert proves_inclusion(hashes[index], index, size, made, bytes.fromhex(ROOTS[size - 1]))


@pytest.mark.parametrize(("old", "size", "path"), CONSISTENCY)
def test_the_published_consistency_proofs(old: int, size: int, path: list[str]) -> None:
    """Made from the leaves, and verified against the published roots."""
    hashes = [leaf_hash(leaf) for leaf in LEAVES]
    made = [root_of(hashes[begin:end]) for begin, end in consistency_ranges(old, size)]
    assert [one.hex() for one in made] == path
    roots = [bytes.fromhex(ROOTS[one - 1]) for one in (old, size)]
    assert proves_consistency(old, roots[0], size, roots[1], made)


def test_the_recursive_definition() -> None:
    """RFC 6962 defines the root by splitting at the largest power of two below the size."""

    def defined(hashes: list[bytes]) -> bytes:
        if len(hashes) < 2:
            return hashes[0] if hashes else EMPTY_ROOT
        split = 1
        while split * 2 < len(hashes):
            split *= 2
        return node_hash(defined(hashes[:split]), defined(hashes[split:]))

    hashes = [leaf_hash(bytes([at])) for at in range(130)]
    for size in range(131):
        assert root_of(hashes[:size]) == defined(hashes[:size])
    assert joined([]) == EMPTY_ROOT


SIZES = st.one_of(st.integers(1, 40), st.integers(250, 262), st.integers(500, 800))


@given(data=st.data(), size=SIZES)
@settings(max_examples=60, deadline=None)
def test_every_inclusion_proof_verifies_and_no_mutant_does(data: st.DataObject, size: int) -> None:
    """Another leaf, index, size, root, order or length of the path proves nothing."""
    log = _log(size)
    index = data.draw(st.integers(0, size - 1))
    tree = TiledTree(log.read, size)
    path, leaf, root = tree.inclusion(index), leaf_hash(log.leaves[index]), tree.root()
    assert root == log.checkpoint().root
    assert proves_inclusion(leaf, index, size, path, root)
    assert not proves_inclusion(leaf_hash(b"another leaf"), index, size, path, root)
    assert not proves_inclusion(leaf, index, size, path, leaf_hash(b"another root"))
    assert not proves_inclusion(leaf, index, size, [*path, root], root)
    assert not proves_inclusion(leaf, -1, size, path, root)
    other = data.draw(st.integers(0, size + 3).filter(lambda one: one != index))
    assert not proves_inclusion(leaf, other, size, path, root)
    for at in range(len(path)):
        assert not proves_inclusion(leaf, index, size, flipped(path, at), root)
        assert not proves_inclusion(leaf, index, size, path[:at] + path[at + 1 :], root)
        swapped = [*path[:at], *path[at : at + 2][::-1], *path[at + 2 :]]
        assert swapped == path or not proves_inclusion(leaf, index, size, swapped, root)


@given(data=st.data(), size=SIZES)
@settings(max_examples=60, deadline=None)
def test_every_consistency_proof_verifies_and_no_mutant_does(
    data: st.DataObject, size: int
) -> None:
    """Another root, size, order or length of the path proves nothing."""
    log = _log(size)
    old = data.draw(st.integers(0, size))
    tree = TiledTree(log.read, size)
    path, before, root = tree.consistency(old), tree.root(old), tree.root()
    assert before == log.checkpoint(old).root
    assert proves_consistency(old, before, size, root, path)
    assert not proves_consistency(old, leaf_hash(b"x"), size, root, path)
    assert not proves_consistency(old, before, size, root, [*path, root])
    assert not proves_consistency(size + 1, root, size, root, path)
    if old:
        assert not proves_consistency(old, before, size, leaf_hash(b"x"), path)
        another = data.draw(st.integers(0, size).filter(lambda one: one != old))
        assert not proves_consistency(another, before, size, root, path)
    for at in range(len(path)):
        assert not proves_consistency(old, before, size, root, flipped(path, at))
        assert not proves_consistency(old, before, size, root, path[:at] + path[at + 1 :])


def test_proofs_of_what_a_tree_does_not_have() -> None:
    """A leaf beyond the end, and an older tree that is larger."""
    with pytest.raises(ValueError, match="a tree of 3 leaves has no leaf 3"):
        inclusion_ranges(3, 3)
    with pytest.raises(ValueError, match="a tree of 3 leaves cannot continue a tree of 4"):
        consistency_ranges(4, 3)


def _log(size: int) -> LogInMemory:
    log = LogInMemory()
    log.grow(size)
    return log
