/**
 * What the page knows about the box, from the components that the service names.
 *
 * @typedef {import("/page/app/ruleset.js").Position} Position
 * @typedef {{id: string, neighbours: string[]}} Hex
 * @typedef {{id: string, class: string, values: Record<string, any>}} Unit
 * @typedef {{id: string, count: number, values: Record<string, any>}} Card
 * @typedef {{id: string, values: Record<string, any>}} Battle
 * @typedef {{hexes: Hex[], units: Unit[], cards: Card[], scenarios: Battle[]}} Box
 */

/** @type {Box} */
export const box = { hexes: [], units: [], cards: [], scenarios: [] };
/** @type {Map<string, readonly string[]>} */
const near = new Map();

export const FACES = ["light", "medium", "heavy", "leader", "flag", "swords"];

/** @param {Box} components */
export function unpack(components) {
  Object.assign(box, components);
  box.hexes.forEach(({ id, neighbours }) => near.set(id, neighbours));
}

/** @param {string} hex */
export const neighbours = (hex) => near.get(hex) ?? [];

/** Returns the kind of a card. @param {string} card */
export const kindOf = (card) => card.split("#")[0];

/** @param {string} kind */
export const cardOf = (kind) => /** @type {Card} */ (box.cards.find(({ id }) => id === kind));

/** Returns all cards, in the order of the box. */
export const allCards = () => box.cards.flatMap(({ id, count }) => (
  Array.from({ length: count }, (_, number) => `${id}#${number + 1}`)));

/** @param {string} scenario */
export const battleOf = (scenario) => /** @type {Battle} */ (
  box.scenarios.find(({ id }) => id === scenario)).values;

/** @param {string} piece */
export const isLeader = (piece) => piece.split("-")[1] === "L";

/** Returns the type of a unit. @param {string} unit */
export const typeOf = (unit) => unit.split("-")[1];

/** @param {string} piece @returns {"top" | "bottom"} */
export const sideOf = (piece) => (piece[0] === "t" ? "top" : "bottom");

/** Returns the hex of a piece; empty if it is not on the board. @param {Position} position @param {string} piece @returns {string} */
export function hexOf(position, piece) {
  const { units, leaders } = position;
  return [...units, ...leaders].find(({ id }) => id === piece)?.hex ?? "";
}
