"""The names of territories and continents in English, Spanish and German."""

from typing import Final, NamedTuple

from domain.rulesets.teg.atlas import Continent, Territory


class Name(NamedTuple):
    """A name in each language."""

    en: str
    es: str
    de: str


CONTINENT_NAMES: Final[dict[Continent, Name]] = {
    "south_america": Name("South America", "América del Sur", "Südamerika"),
    "north_america": Name("North America", "América del Norte", "Nordamerika"),
    "africa": Name("Africa", "África", "Afrika"),
    "oceania": Name("Oceania", "Oceanía", "Ozeanien"),
    "europe": Name("Europe", "Europa", "Europa"),
    "asia": Name("Asia", "Asia", "Asien"),
}

TERRITORY_NAMES: Final[dict[Territory, Name]] = {
    "argentina": Name("Argentina", "Argentina", "Argentinien"),
    "brazil": Name("Brazil", "Brasil", "Brasilien"),
    "chile": Name("Chile", "Chile", "Chile"),
    "colombia": Name("Colombia", "Colombia", "Kolumbien"),
    "peru": Name("Peru", "Perú", "Peru"),
    "uruguay": Name("Uruguay", "Uruguay", "Uruguay"),
    "mexico": Name("Mexico", "México", "Mexiko"),
    "california": Name("California", "California", "Kalifornien"),
    "oregon": Name("Oregon", "Oregón", "Oregon"),
    "new_york": Name("New York", "Nueva York", "New York"),
    "alaska": Name("Alaska", "Alaska", "Alaska"),
    "yukon": Name("Yukon", "Yukón", "Yukon"),
    "canada": Name("Canada", "Canadá", "Kanada"),
    "terranova": Name("Newfoundland", "Terranova", "Neufundland"),
    "labrador": Name("Labrador", "Labrador", "Labrador"),
    "greenland": Name("Greenland", "Groenlandia", "Grönland"),
    "sahara": Name("Sahara", "Sahara", "Sahara"),
    "zaire": Name("Zaire", "Zaire", "Zaire"),
    "ethiopia": Name("Ethiopia", "Etiopía", "Äthiopien"),
    "egypt": Name("Egypt", "Egipto", "Ägypten"),
    "madagascar": Name("Madagascar", "Madagascar", "Madagaskar"),
    "south_africa": Name("South Africa", "Sudáfrica", "Südafrika"),
    "australia": Name("Australia", "Australia", "Australien"),
    "borneo": Name("Borneo", "Borneo", "Borneo"),
    "java": Name("Java", "Java", "Java"),
    "sumatra": Name("Sumatra", "Sumatra", "Sumatra"),
    "spain": Name("Spain", "España", "Spanien"),
    "france": Name("France", "Francia", "Frankreich"),
    "germany": Name("Germany", "Alemania", "Deutschland"),
    "italy": Name("Italy", "Italia", "Italien"),
    "poland": Name("Poland", "Polonia", "Polen"),
    "russia": Name("Russia", "Rusia", "Russland"),
    "sweden": Name("Sweden", "Suecia", "Schweden"),
    "great_britain": Name("Great Britain", "Gran Bretaña", "Großbritannien"),
    "iceland": Name("Iceland", "Islandia", "Island"),
    "arabia": Name("Arabia", "Arabia", "Arabien"),
    "israel": Name("Israel", "Israel", "Israel"),
    "turkey": Name("Turkey", "Turquía", "Türkei"),
    "india": Name("India", "India", "Indien"),
    "malaysia": Name("Malaysia", "Malasia", "Malaysia"),
    "iran": Name("Iran", "Irán", "Iran"),
    "gobi": Name("Gobi", "Gobi", "Gobi"),
    "china": Name("China", "China", "China"),
    "mongolia": Name("Mongolia", "Mongolia", "Mongolei"),
    "siberia": Name("Siberia", "Siberia", "Sibirien"),
    "aral": Name("Aral", "Aral", "Aral"),
    "tartary": Name("Tartary", "Tartaria", "Tatarei"),
    "taymir": Name("Taymir", "Taimir", "Taimyr"),
    "kamchatka": Name("Kamchatka", "Kamchatka", "Kamtschatka"),
    "japan": Name("Japan", "Japón", "Japan"),
}
