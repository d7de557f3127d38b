/**
 * What the page knows about the box, from the components that the service names.
 *
 * @typedef {{op: string, n: number}} Effect
 * @typedef {{id: string, name: string, least: number, reward: Effect[]}} County
 * @typedef {{id: string, name: string, squires: number, reward: Effect[]}} Space
 * @typedef {{id: string, group: number, points: number}} Law
 * @typedef {{id: string, f: number, pp: number[]}} Battle
 * @typedef {object} Box
 * @property {County[]} counties
 * @property {Space[]} spaces
 * @property {{id: string, reward: Effect[]}[]} favours
 * @property {Battle[]} battles
 * @property {Record<string, string[]>} decks  by number of players
 * @property {Law[]} laws
 */

/** @type {Box} */
export const box = { counties: [], spaces: [], favours: [], battles: [], decks: {}, laws: [] };

/** @param {Box} components */
export function unpack(components) {
  Object.assign(box, components);
}

/** @param {string} place */
export const isCounty = (place) => box.counties.some(({ id }) => id === place);

/** @param {string} place */
export const isSpace = (place) => box.spaces.some(({ id }) => id === place);

/** @param {string} favour */
export const favourOf = (favour) => /** @type {Box["favours"][0]} */ (box.favours.find(({ id }) => id === favour));

/** @param {string} card */
export const battleOf = (card) => /** @type {Battle} */ (box.battles.find(({ id }) => id === card));

/** @param {string} law */
export const lawOf = (law) => /** @type {Law} */ (box.laws.find(({ id }) => id === law));
