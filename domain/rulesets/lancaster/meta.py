"""The metadata of Lancaster, for a lobby."""

from typing import Final

from domain.ruleset import Meta

META: Final = Meta(
    id="lancaster",
    edition=1,
    title="Lancaster",
    designers=("Matthias Cramer",),
    summary=(
        "Knights for the counties of England, for your castle and for the battles in France; "
        "secret votes on the laws of the realm. Five rounds; the most power points win."
    ),
    seats=(2, 3, 4, 5),
    maturity="alpha",
    rulebook="Spanish rule text of the first edition (Queen Games, 2011), without its pictures",
)
