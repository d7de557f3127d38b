"""What a lobby needs in order to offer the game."""

from domain.kit import Meta

META = Meta(
    id="pig",
    edition=1,
    title="Pig",
    designers=("traditional",),
    summary={
        "en": "Roll as often as you dare; a one loses what you rolled in this turn.",
        "es": "Tira cuantas veces te atrevas; un uno pierde lo que sacaste en este turno.",
        "de": "Würfle, so oft du dich traust; eine Eins verliert, was du in diesem Zug hast.",
    },
    seats=(2, 3, 4),
    minutes=(5, 10),
    difficulty="easy",
    maturity="alpha",
    rulebook="folk rules",
)
