"""The tables of checkpoints.

They are not a projection: what was signed once must stay, whatever is rebuilt.
"""

from typing import Final

from sqlalchemy import Index, Table

from service.storage.tables import METADATA, number_, text_

CHECKPOINTS: Final = Table(
    "checkpoints_1",
    METADATA,
    number_("size", key=True),
    text_("note"),
    text_("vkey"),
)
"""The signed checkpoints, without cosignatures, each with the verifier key of its signature."""

COSIGNATURES: Final = Table(
    "cosignatures_1",
    METADATA,
    number_("size", key=True),
    text_("witness", key=True),
    text_("line"),
)
"""The first cosignature of each witness below a checkpoint; a witness is its verifier key."""
_BY_WITNESS: Final = Index("cosignatures_1_by_witness", COSIGNATURES.c.witness, COSIGNATURES.c.size)
