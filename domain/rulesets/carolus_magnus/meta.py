"""The metadata of Carolus Magnus, for a lobby."""

from typing import Final

from domain.kit import Meta

META: Final = Meta(
    id="carolus-magnus",
    edition=1,
    title="Carolus Magnus",
    designers=("Leo Colovini",),
    summary={
        "en": (
            "The emperor walks around a ring of fifteen territories. Where he stops, the side "
            "whose clans are strongest builds a castle, and neighbouring territories grow together."
        ),
        "es": (
            "El emperador recorre un anillo de quince territorios. Donde se detiene, el bando de "
            "los clanes más fuertes construye un castillo, y los territorios vecinos se unen."
        ),
        "de": (
            "Der Kaiser zieht um einen Ring aus fünfzehn Gebieten. Wo er hält, baut die Seite mit "
            "den stärksten Clans eine Burg, und benachbarte Gebiete wachsen zusammen."
        ),
    },
    seats=(2, 3, 4),
    minutes=(30, 60),
    difficulty="medium",
    maturity="production",
    rulebook="English rulebook of the Rio Grande edition; German rules of the online version",
)
