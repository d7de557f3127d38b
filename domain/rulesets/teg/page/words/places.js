/** The names of places in English, Spanish and German. A test compares them with `names.py`. */

/** @type {Record<string, readonly [string, string, string]>} */
const NAMES = {
  "continent.south_america": ["South America", "América del Sur", "Südamerika"],
  "continent.north_america": ["North America", "América del Norte", "Nordamerika"],
  "continent.africa": ["Africa", "África", "Afrika"],
  "continent.oceania": ["Oceania", "Oceanía", "Ozeanien"],
  "continent.europe": ["Europe", "Europa", "Europa"],
  "continent.asia": ["Asia", "Asia", "Asien"],
  "territory.argentina": ["Argentina", "Argentina", "Argentinien"],
  "territory.brazil": ["Brazil", "Brasil", "Brasilien"],
  "territory.chile": ["Chile", "Chile", "Chile"],
  "territory.colombia": ["Colombia", "Colombia", "Kolumbien"],
  "territory.peru": ["Peru", "Perú", "Peru"],
  "territory.uruguay": ["Uruguay", "Uruguay", "Uruguay"],
  "territory.mexico": ["Mexico", "México", "Mexiko"],
  "territory.california": ["California", "California", "Kalifornien"],
  "territory.oregon": ["Oregon", "Oregón", "Oregon"],
  "territory.new_york": ["New York", "Nueva York", "New York"],
  "territory.alaska": ["Alaska", "Alaska", "Alaska"],
  "territory.yukon": ["Yukon", "Yukón", "Yukon"],
  "territory.canada": ["Canada", "Canadá", "Kanada"],
  "territory.terranova": ["Newfoundland", "Terranova", "Neufundland"],
  "territory.labrador": ["Labrador", "Labrador", "Labrador"],
  "territory.greenland": ["Greenland", "Groenlandia", "Grönland"],
  "territory.sahara": ["Sahara", "Sahara", "Sahara"],
  "territory.zaire": ["Zaire", "Zaire", "Zaire"],
  "territory.ethiopia": ["Ethiopia", "Etiopía", "Äthiopien"],
  "territory.egypt": ["Egypt", "Egipto", "Ägypten"],
  "territory.madagascar": ["Madagascar", "Madagascar", "Madagaskar"],
  "territory.south_africa": ["South Africa", "Sudáfrica", "Südafrika"],
  "territory.australia": ["Australia", "Australia", "Australien"],
  "territory.borneo": ["Borneo", "Borneo", "Borneo"],
  "territory.java": ["Java", "Java", "Java"],
  "territory.sumatra": ["Sumatra", "Sumatra", "Sumatra"],
  "territory.spain": ["Spain", "España", "Spanien"],
  "territory.france": ["France", "Francia", "Frankreich"],
  "territory.germany": ["Germany", "Alemania", "Deutschland"],
  "territory.italy": ["Italy", "Italia", "Italien"],
  "territory.poland": ["Poland", "Polonia", "Polen"],
  "territory.russia": ["Russia", "Rusia", "Russland"],
  "territory.sweden": ["Sweden", "Suecia", "Schweden"],
  "territory.great_britain": ["Great Britain", "Gran Bretaña", "Großbritannien"],
  "territory.iceland": ["Iceland", "Islandia", "Island"],
  "territory.arabia": ["Arabia", "Arabia", "Arabien"],
  "territory.israel": ["Israel", "Israel", "Israel"],
  "territory.turkey": ["Turkey", "Turquía", "Türkei"],
  "territory.india": ["India", "India", "Indien"],
  "territory.malaysia": ["Malaysia", "Malasia", "Malaysia"],
  "territory.iran": ["Iran", "Irán", "Iran"],
  "territory.gobi": ["Gobi", "Gobi", "Gobi"],
  "territory.china": ["China", "China", "China"],
  "territory.mongolia": ["Mongolia", "Mongolia", "Mongolei"],
  "territory.siberia": ["Siberia", "Siberia", "Sibirien"],
  "territory.aral": ["Aral", "Aral", "Aral"],
  "territory.tartary": ["Tartary", "Tartaria", "Tatarei"],
  "territory.taymir": ["Taymir", "Taimir", "Taimyr"],
  "territory.kamchatka": ["Kamchatka", "Kamchatka", "Kamtschatka"],
  "territory.japan": ["Japan", "Japón", "Japan"],
};

const LANGUAGES = ["en", "es", "de"];

/**
 * Returns the names of all places in one language.
 * @param {string} language
 * @returns {Record<string, string>}
 */
export function placesIn(language) {
  const index = LANGUAGES.indexOf(language);
  return Object.fromEntries(Object.entries(NAMES).map(([key, names]) => [key, names[index]]));
}
