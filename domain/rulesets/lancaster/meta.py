"""The metadata of Lancaster, for a lobby."""

from typing import Final

from domain.kit import Meta

META: Final = Meta(
    id="lancaster",
    edition=1,
    title="Lancaster",
    designers=("Matthias Cramer",),
    seats=(2, 3, 4, 5),
    minutes=(60, 120),
    difficulty="hard",
    maturity="alpha",
    rulebook="Spanish rule text of the first edition (Queen Games, 2011), without its pictures",
)
