/**
 * The components of the game: the map, cards, objectives and numbers, as the service lists them.
 *
 * @typedef {import("/page/api").components["schemas"]} Schemas
 * @typedef {Schemas["TegPosition"]} Position
 * @typedef {Schemas["TegOptions"]} Options
 * @typedef {Schemas["TegTerritory"]} Territory
 * @typedef {Schemas["TegCard"]} Card
 * @typedef {"south_america" | "north_america" | "africa" | "oceania" | "europe" | "asia"} Continent
 * @typedef {"free" | Continent} Pool
 * @typedef {"square" | "triangle" | "circle"} Figure
 *
 * @typedef {object} Components
 * @property {readonly {id: Continent, tokens: number}[]} continents
 * @property {readonly {id: Territory, continent: Continent}[]} territories
 * @property {readonly {id: Card, territory: Territory | null, figure: Figure | null}[]} cards
 * @property {readonly {id: string, territories: Partial<Record<Continent, number>>,
 *   triangle: boolean, destroy: string | null}[]} objectives
 * @property {number} cards_max
 * @property {number} conquests_max
 * @property {readonly number[]} trade_tokens
 * @property {number} card_tokens
 */

/** The components; the shell hands them over before it calls anything else. @type {Components} */
export let box;
/** All territories, in the order of the map. @type {readonly Territory[]} */
export let TERRITORIES;
/** @type {readonly Continent[]} */
export let CONTINENTS;
/** @type {ReadonlyMap<Territory, Components["territories"][number]>} */
let lands;
/** @type {ReadonlyMap<Card, Components["cards"][number]>} */
let cards;

/** Takes the components. @param {Components} components */
export function unpack(components) {
  box = components;
  TERRITORIES = box.territories.map(({ id }) => id);
  CONTINENTS = box.continents.map(({ id }) => id);
  lands = new Map(box.territories.map((one) => [one.id, one]));
  cards = new Map(box.cards.map((one) => [one.id, one]));
}

/** Returns the territories of a continent, in the order of the map. @param {Continent} continent */
export const territoriesOf = (continent) => (
  box.territories.filter((one) => one.continent === continent).map(({ id }) => id));

/** @param {Territory} territory */
export const continentOf = (territory) => found(lands, territory).continent;

/** Returns the territory on a card; null for a wildcard. @param {Card} card */
export const territoryOn = (card) => found(cards, card).territory;

/** Returns the figure on a card; null for a wildcard. @param {Card} card */
export const figureOn = (card) => found(cards, card).figure;

/**
 * Returns an objective to own territories; undefined for one to destroy a colour, and for the
 * common one.
 * @param {string} objective
 */
export const occupationOf = (objective) => (
  box.objectives.find(({ id, destroy }) => id === objective && destroy === null));

/** Returns the free tokens for the trade with this number. @param {number} number from 1 */
export const tokensOfTrade = (number) => box.trade_tokens[Math.min(number, box.trade_tokens.length) - 1];

/**
 * @template Id, Thing
 * @param {ReadonlyMap<Id, Thing>} things
 * @param {Id} id
 */
const found = (things, id) => /** @type {Thing} */ (things.get(id));
