"""The example of the reference page is what the code computes."""

import json
import re
from pathlib import Path

from domain.transparency.checkpoints import checkpoint_in, cosignatures, verified
from domain.transparency.notes import from_base64, read_note, read_vkey
from domain.transparency.tiles import Tile, TiledTree, TileHashes, bundle
from domain.transparency.tree import leaf_hash, proves_consistency, proves_inclusion
from service.access.ed25519 import verify_bytes

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "transparency.md"


def test_the_example_of_the_page() -> None:
    """Leaves, hashes, roots, proofs, tile and bundle, and both signatures."""
    found = re.search(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    page = json.loads(found[1])
    leaves = [leaf.encode() for leaf in page["leaves"]]
    hashes = [leaf_hash(leaf) for leaf in leaves]
    assert [one.hex() for one in hashes] == page["leaf_hashes"]

    def read(tile: Tile) -> TileHashes:
        assert tile == Tile(0, 0, 3)
        return TileHashes(bytes.fromhex(page["tile_0_000_p_3"]))

    tree = TiledTree(read, 3)
    assert [tree.root(size).hex() for size in (1, 2, 3)] == page["roots"]
    note, key = read_note(page["checkpoint"].encode()), read_vkey(page["key"])
    checkpoint = verified(note, [key], verify_bytes)
    assert checkpoint == checkpoint_in(note)
    assert [*checkpoint] == [page["origin"], 3, tree.root()]
    witness = read_vkey(page["witness"])
    (cosigned,) = cosignatures(note, [witness], verify_bytes)
    assert cosigned.time == 1772323321
    earlier = read_note(page["earlier_checkpoint"].encode())
    assert [*verified(earlier, [key], verify_bytes)] == [page["origin"], 2, tree.root(2)]
    (cosigned,) = cosignatures(earlier, [witness], verify_bytes)
    assert cosigned.time == 1772323261
    shorter = [from_base64(one) for one in page["inclusion_of_leaf_1_in_it"]]
    assert proves_inclusion(hashes[1], 1, 2, shorter, tree.root(2))
    path = [from_base64(one) for one in page["inclusion_of_leaf_1"]]
    assert path == tree.inclusion(1)
    assert path[0] == shorter[0] == hashes[0]
    assert proves_inclusion(hashes[1], 1, 3, path, checkpoint.root)
    proof = [from_base64(one) for one in page["consistency_from_2"]]
    assert proves_consistency(2, tree.root(2), 3, checkpoint.root, proof)
    assert bundle(leaves)[:10].hex() == page["first_bytes_of_the_bundle"]
    assert page["origin"] == "carolus/kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
    assert from_base64(page["key"].split("+", 2)[2])[1:].hex().startswith("d75a9801")
