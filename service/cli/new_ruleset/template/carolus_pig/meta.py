"""What a lobby needs in order to offer the game."""

from domain.kit import Meta

META = Meta(
    id="pig",
    edition=1,
    title="Pig",
    designers=("traditional",),
    seats=(2, 3, 4),
    minutes=(5, 10),
    difficulty="easy",
    maturity="alpha",
    rulebook="folk rules",
)
