"""The map and its cards: 50 territories on 6 continents, 89 borders, 52 cards (TG-CARD-1).

Names, continents and borders are those of the boxed game; where two sources differ, this map has
what they share. Inside this folder, a territory is its index 0 … 49 in ``TERRITORIES``; a card is
the index of its territory, or 50 or 51 for a wildcard.
"""

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

Continent: TypeAlias = Literal[
    "south_america", "north_america", "africa", "oceania", "europe", "asia"
]
Figure: TypeAlias = Literal["square", "triangle", "circle"]
Territory: TypeAlias = Literal[
    "argentina",
    "brazil",
    "chile",
    "colombia",
    "peru",
    "uruguay",
    "mexico",
    "california",
    "oregon",
    "new_york",
    "alaska",
    "yukon",
    "canada",
    "terranova",
    "labrador",
    "greenland",
    "sahara",
    "zaire",
    "ethiopia",
    "egypt",
    "madagascar",
    "south_africa",
    "australia",
    "borneo",
    "java",
    "sumatra",
    "spain",
    "france",
    "germany",
    "italy",
    "poland",
    "russia",
    "sweden",
    "great_britain",
    "iceland",
    "arabia",
    "israel",
    "turkey",
    "india",
    "malaysia",
    "iran",
    "gobi",
    "china",
    "mongolia",
    "siberia",
    "aral",
    "tartary",
    "taymir",
    "kamchatka",
    "japan",
]
Card: TypeAlias = Literal[
    "c_argentina",
    "c_brazil",
    "c_chile",
    "c_colombia",
    "c_peru",
    "c_uruguay",
    "c_mexico",
    "c_california",
    "c_oregon",
    "c_new_york",
    "c_alaska",
    "c_yukon",
    "c_canada",
    "c_terranova",
    "c_labrador",
    "c_greenland",
    "c_sahara",
    "c_zaire",
    "c_ethiopia",
    "c_egypt",
    "c_madagascar",
    "c_south_africa",
    "c_australia",
    "c_borneo",
    "c_java",
    "c_sumatra",
    "c_spain",
    "c_france",
    "c_germany",
    "c_italy",
    "c_poland",
    "c_russia",
    "c_sweden",
    "c_great_britain",
    "c_iceland",
    "c_arabia",
    "c_israel",
    "c_turkey",
    "c_india",
    "c_malaysia",
    "c_iran",
    "c_gobi",
    "c_china",
    "c_mongolia",
    "c_siberia",
    "c_aral",
    "c_tartary",
    "c_taymir",
    "c_kamchatka",
    "c_japan",
    "w_1",
    "w_2",
]

CONTINENTS: Final[tuple[Continent, ...]] = get_args(Continent)
TERRITORIES: Final[tuple[Territory, ...]] = get_args(Territory)
CARDS: Final[tuple[Card, ...]] = get_args(Card)
"""A card for each territory, in the order of the territories, and two wildcards."""
TERRITORIES_COUNT: Final = len(TERRITORIES)


class Land(NamedTuple):
    """One territory of the map, and the figure on its card."""

    continent: Continent
    figure: Figure
    neighbours: tuple[Territory, ...]


BONUSES: Final[dict[Continent, int]] = {
    "south_america": 3,
    "north_america": 5,
    "africa": 3,
    "oceania": 2,
    "europe": 5,
    "asia": 7,
}
"""The tokens that a continent gives to the seat that owns all of it (TG-COLLECT-3)."""

LANDS: Final[dict[Territory, Land]] = {
    "argentina": Land("south_america", "square", ("brazil", "chile", "peru", "uruguay")),
    "brazil": Land(
        "south_america", "square", ("argentina", "colombia", "peru", "sahara", "uruguay")
    ),
    "chile": Land("south_america", "circle", ("argentina", "australia", "peru")),
    "colombia": Land("south_america", "circle", ("brazil", "mexico", "peru")),
    "peru": Land("south_america", "square", ("argentina", "brazil", "chile", "colombia")),
    "uruguay": Land("south_america", "circle", ("argentina", "brazil")),
    "mexico": Land("north_america", "triangle", ("california", "colombia")),
    "california": Land("north_america", "triangle", ("mexico", "new_york", "oregon")),
    "oregon": Land(
        "north_america", "triangle", ("alaska", "california", "canada", "new_york", "yukon")
    ),
    "new_york": Land(
        "north_america", "square", ("california", "canada", "greenland", "oregon", "terranova")
    ),
    "alaska": Land("north_america", "square", ("kamchatka", "oregon", "yukon")),
    "yukon": Land("north_america", "circle", ("alaska", "canada", "oregon")),
    "canada": Land("north_america", "triangle", ("new_york", "oregon", "terranova", "yukon")),
    "terranova": Land("north_america", "triangle", ("canada", "labrador", "new_york")),
    "labrador": Land("north_america", "triangle", ("greenland", "terranova")),
    "greenland": Land("north_america", "circle", ("iceland", "labrador", "new_york")),
    "sahara": Land("africa", "triangle", ("brazil", "egypt", "ethiopia", "spain", "zaire")),
    "zaire": Land("africa", "square", ("ethiopia", "madagascar", "sahara", "south_africa")),
    "ethiopia": Land("africa", "circle", ("egypt", "sahara", "south_africa", "zaire")),
    "egypt": Land(
        "africa", "circle", ("ethiopia", "israel", "madagascar", "poland", "sahara", "turkey")
    ),
    "madagascar": Land("africa", "square", ("egypt", "zaire")),
    "south_africa": Land("africa", "triangle", ("ethiopia", "zaire")),
    "australia": Land("oceania", "triangle", ("borneo", "chile", "java", "sumatra")),
    "borneo": Land("oceania", "square", ("australia", "malaysia")),
    "java": Land("oceania", "triangle", ("australia",)),
    "sumatra": Land("oceania", "circle", ("australia", "india")),
    "spain": Land("europe", "circle", ("france", "great_britain", "sahara")),
    "france": Land("europe", "circle", ("germany", "italy", "spain")),
    "germany": Land("europe", "square", ("france", "great_britain", "italy", "poland")),
    "italy": Land("europe", "circle", ("france", "germany")),
    "poland": Land("europe", "triangle", ("egypt", "germany", "russia", "turkey")),
    "russia": Land("europe", "circle", ("aral", "iran", "poland", "sweden", "turkey")),
    "sweden": Land("europe", "square", ("iceland", "russia")),
    "great_britain": Land("europe", "square", ("germany", "iceland", "spain")),
    "iceland": Land("europe", "square", ("great_britain", "greenland", "sweden")),
    "arabia": Land("asia", "triangle", ("israel", "turkey")),
    "israel": Land("asia", "square", ("arabia", "egypt", "turkey")),
    "turkey": Land("asia", "square", ("arabia", "egypt", "iran", "israel", "poland", "russia")),
    "india": Land("asia", "circle", ("china", "iran", "malaysia", "sumatra")),
    "malaysia": Land("asia", "triangle", ("borneo", "china", "india")),
    "iran": Land(
        "asia", "circle", ("aral", "china", "gobi", "india", "mongolia", "russia", "turkey")
    ),
    "gobi": Land("asia", "circle", ("china", "iran", "mongolia")),
    "china": Land(
        "asia",
        "square",
        ("gobi", "india", "iran", "japan", "kamchatka", "malaysia", "mongolia", "siberia"),
    ),
    "mongolia": Land("asia", "square", ("aral", "china", "gobi", "iran", "siberia")),
    "siberia": Land(
        "asia", "square", ("aral", "china", "kamchatka", "mongolia", "tartary", "taymir")
    ),
    "aral": Land("asia", "triangle", ("iran", "mongolia", "russia", "siberia", "tartary")),
    "tartary": Land("asia", "triangle", ("aral", "siberia", "taymir")),
    "taymir": Land("asia", "triangle", ("siberia", "tartary")),
    "kamchatka": Land("asia", "circle", ("alaska", "china", "japan", "siberia")),
    "japan": Land("asia", "triangle", ("china", "kamchatka")),
}

# --- the same by index -------------------------------------------------------------------------

INDEX: Final[dict[str, int]] = {name: number for number, name in enumerate(TERRITORIES)}
CARD_INDEX: Final[dict[str, int]] = {name: number for number, name in enumerate(CARDS)}
CONTINENT_INDEX: Final[dict[str, int]] = {name: number for number, name in enumerate(CONTINENTS)}

NEIGHBOURS: Final[tuple[bytes, ...]] = tuple(
    bytes(sorted(INDEX[other] for other in LANDS[name].neighbours)) for name in TERRITORIES
)
"""By territory: its neighbours, ascending."""
CONTINENT_OF: Final = bytes(CONTINENT_INDEX[LANDS[name].continent] for name in TERRITORIES)
"""By territory: the index of its continent."""
MEMBERS: Final[tuple[bytes, ...]] = tuple(
    bytes(number for number in range(TERRITORIES_COUNT) if CONTINENT_OF[number] == continent)
    for continent in range(len(CONTINENTS))
)
"""By continent: its territories, ascending."""
BONUS: Final = bytes(BONUSES[name] for name in CONTINENTS)
"""By continent: the tokens it gives to the seat that owns all of it."""
FIGURE_OF: Final[tuple[Figure | None, ...]] = (
    *(LANDS[name].figure for name in TERRITORIES),
    None,
    None,
)
"""By card: its figure; None for a wildcard."""
