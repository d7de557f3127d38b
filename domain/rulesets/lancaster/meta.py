"""The metadata of Lancaster, for a lobby."""

from typing import Final

from domain.kit import Meta

META: Final = Meta(
    id="lancaster",
    edition=1,
    title="Lancaster",
    designers=("Matthias Cramer",),
    summary={
        "en": "Knights for the counties of England, for your castle and for the battles in France; "
        "secret votes on the laws of the realm. Five rounds; the most power points win.",
        "es": "Caballeros para los condados de Inglaterra, para tu castillo y para las batallas en "
        "Francia; votos secretos sobre las leyes del reino. Cinco rondas; gana quien tenga más "
        "puntos de poder.",
        "de": "Ritter für die Grafschaften Englands, die eigene Burg und die Schlachten in "
        "Frankreich; geheime Abstimmungen über die Gesetze des Reichs. Fünf Runden; die meisten "
        "Machtpunkte gewinnen.",
    },
    seats=(2, 3, 4, 5),
    minutes=(60, 120),
    difficulty="hard",
    maturity="alpha",
    rulebook="Spanish rule text of the first edition (Queen Games, 2011), without its pictures",
)
