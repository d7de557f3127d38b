"""The metadata of Carolus Magnus, for a lobby."""

from typing import Final

from domain.kit import Meta

META: Final = Meta(
    id="carolus-magnus",
    edition=1,
    title="Carolus Magnus",
    designers=("Leo Colovini",),
    seats=(2, 3, 4),
    minutes=(30, 60),
    difficulty="medium",
    maturity="production",
    rulebook="English rulebook of the Rio Grande edition; German rules of the online version",
)
