/**
 * Constants of every game, as far as the page needs them: the map, cards, dice, trades and
 * objectives. A test compares all of them with the tables of the rules.
 *
 * @typedef {import("/page/api").components["schemas"]} Schemas
 * @typedef {Schemas["TegPosition"]} Position
 * @typedef {Schemas["TegOptions"]} Options
 * @typedef {Schemas["TegTerritory"]} Territory
 * @typedef {Schemas["TegCard"]} Card
 * @typedef {Schemas["TegColor"]} Color
 * @typedef {"south_america" | "north_america" | "africa" | "oceania" | "europe" | "asia"} Continent
 * @typedef {"free" | Continent} Pool
 * @typedef {"square" | "triangle" | "circle"} Figure
 * @typedef {{needs: Partial<Record<Continent, number>>, triangle?: boolean}} Occupation
 */

/**
 * The figure on each territory's card, in the order of the map.
 * @type {Record<Territory, Figure>}
 */
const FIGURES = {
  argentina: "square",
  brazil: "square",
  chile: "circle",
  colombia: "circle",
  peru: "square",
  uruguay: "circle",
  mexico: "triangle",
  california: "triangle",
  oregon: "triangle",
  new_york: "square",
  alaska: "square",
  yukon: "circle",
  canada: "triangle",
  terranova: "triangle",
  labrador: "triangle",
  greenland: "circle",
  sahara: "triangle",
  zaire: "square",
  ethiopia: "circle",
  egypt: "circle",
  madagascar: "square",
  south_africa: "triangle",
  australia: "triangle",
  borneo: "square",
  java: "triangle",
  sumatra: "circle",
  spain: "circle",
  france: "circle",
  germany: "square",
  italy: "circle",
  poland: "triangle",
  russia: "circle",
  sweden: "square",
  great_britain: "square",
  iceland: "square",
  arabia: "triangle",
  israel: "square",
  turkey: "square",
  india: "circle",
  malaysia: "triangle",
  iran: "circle",
  gobi: "circle",
  china: "square",
  mongolia: "square",
  siberia: "square",
  aral: "triangle",
  tartary: "triangle",
  taymir: "triangle",
  kamchatka: "circle",
  japan: "triangle",
};

/**
 * The tokens that a whole continent gives, and its territories in the order of the map.
 * @type {Record<Continent, {bonus: number, territories: readonly Territory[]}>}
 */
export const CONTINENT = {
  south_america: {
    bonus: 3,
    territories: [
      "argentina", "brazil", "chile", "colombia", "peru", "uruguay",
    ],
  },
  north_america: {
    bonus: 5,
    territories: [
      "mexico", "california", "oregon", "new_york", "alaska", "yukon", "canada", "terranova",
      "labrador", "greenland",
    ],
  },
  africa: {
    bonus: 3,
    territories: [
      "sahara", "zaire", "ethiopia", "egypt", "madagascar", "south_africa",
    ],
  },
  oceania: {
    bonus: 2,
    territories: [
      "australia", "borneo", "java", "sumatra",
    ],
  },
  europe: {
    bonus: 5,
    territories: [
      "spain", "france", "germany", "italy", "poland", "russia", "sweden", "great_britain",
      "iceland",
    ],
  },
  asia: {
    bonus: 7,
    territories: [
      "arabia", "israel", "turkey", "india", "malaysia", "iran", "gobi", "china", "mongolia",
      "siberia", "aral", "tartary", "taymir", "kamchatka", "japan",
    ],
  },
};

export const TERRITORIES = /** @type {Territory[]} */ (Object.keys(FIGURES));
export const CONTINENTS = /** @type {Continent[]} */ (Object.keys(CONTINENT));
/** The entries of the pool, in order. @type {readonly Pool[]} */
export const POOLS = ["free", ...CONTINENTS];

/** A card for each territory, in the order of the map, and two wildcards. */
export const CARDS = /** @type {Card[]} */ (
  [...TERRITORIES.map((territory) => `c_${territory}`), "w_1", "w_2"]
);

export const DICE_MAX = 3;
export const DIE_FACES = 6;
export const CARDS_MAX = 5;
export const CONQUESTS_MAX = 3;

/** The tokens for the first, second, … trade; further trades bring as many as the last of these. */
const TRADE_TOKENS = [4, 6, 8, 10];
/** The tokens that a traded card adds to its territory, if the trader owns it. */
export const REINFORCEMENT = 2;

/** @type {readonly Color[]} */
export const COLORS = ["blue", "red", "black", "yellow", "green", "magenta"];

export const OBJECTIVES = Array.from({ length: 15 }, (_, index) => `O${index + 1}`);

/**
 * Objectives to own a number of territories on each continent.
 * @type {Record<string, Occupation>}
 */
export const OCCUPATIONS = {
  O1: { needs: { north_america: 5, africa: 6, europe: 4 } },
  O2: { needs: { south_america: 6, europe: 7 }, triangle: true },
  O3: { needs: { south_america: 2, asia: 15 } },
  O4: { needs: { south_america: 2, europe: 9, asia: 4 } },
  O5: { needs: { north_america: 10, oceania: 2, asia: 4 } },
  O6: { needs: { south_america: 2, north_america: 4, africa: 2, oceania: 2, europe: 3, asia: 3 } },
  O7: { needs: { north_america: 10, oceania: 4, europe: 2 } },
  O8: { needs: { south_america: 6, africa: 6, asia: 4 } },
  O9: { needs: { north_america: 5, africa: 6, oceania: 4 } },
};

const CONTINENT_OF = /** @type {Record<Territory, Continent>} */ (Object.fromEntries(
  CONTINENTS.flatMap((continent) => (
    CONTINENT[continent].territories.map((territory) => [territory, continent])
  )),
));

/** @param {Territory} territory */
export const continentOf = (territory) => CONTINENT_OF[territory];

/**
 * Returns the territory on a card; null for a wildcard.
 * @param {Card} card
 * @returns {Territory | null}
 */
export function territoryOn(card) {
  return card.startsWith("c_") ? /** @type {Territory} */ (card.slice(2)) : null;
}

/**
 * Returns the figure on a card; null for a wildcard.
 * @param {Card} card
 * @returns {Figure | null}
 */
export function figureOn(card) {
  const territory = territoryOn(card);
  return territory && FIGURES[territory];
}

/** Returns the free tokens for the trade with this number. @param {number} number from 1 */
export const tokensOfTrade = (number) => TRADE_TOKENS[Math.min(number, TRADE_TOKENS.length) - 1];
