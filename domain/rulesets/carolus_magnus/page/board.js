/**
 * The components of the game, and values computed from the board: the influence of each side.
 *
 * @typedef {import("/page/api").components["schemas"]} Schemas
 * @typedef {Schemas["CarolusMagnusPosition"]} Position
 * @typedef {Schemas["CarolusMagnusTerritory"]} Territory
 * @typedef {Schemas["CarolusMagnusOptions"]} Options
 * @typedef {"blue" | "green" | "pink" | "red" | "yellow"} Clan
 * @typedef {"white" | "black" | "gray"} Side
 * @typedef {Partial<Record<Clan, number>>} Counts Paladins by clan.
 * @typedef {Partial<Record<Side, number>>} Strengths Influence by side, in the order of the sides.
 * @typedef {{players: number, reserve: number, castle_goal: number}} Numbers
 * @typedef {{segments: number, clans: readonly Clan[], faces: readonly string[],
 *   discs: readonly number[], numbers: readonly Numbers[]}} Components
 */

/** The components; the shell hands them over before it calls anything else. @type {Components} */
export let box;
/** Clan order: clans are always listed in this order. @type {readonly Clan[]} */
export let CLANS;

/** Takes the components. @param {Components} components */
export function unpack(components) {
  box = components;
  CLANS = box.clans;
}

/** Returns the numbers that depend on the number of players. @param {number} count of players */
export const numbersOf = (count) => (
  /** @type {Numbers} */ (box.numbers.find(({ players }) => players === count)));

/** Returns the total number of paladins. @param {Counts} counts */
export function sum(counts) {
  return CLANS.reduce((total, clan) => total + (counts[clan] ?? 0), 0);
}

/** Counts the clans in a list. @param {readonly string[]} clans @returns {Counts} */
export function counted(clans) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const clan of clans) counts[clan] = (counts[clan] ?? 0) + 1;
  return counts;
}

/**
 * Returns the influence of each side in a territory: the paladins of the clans that it controls,
 * and its castles (CM-RES-2). The service decides what happens there; this gives the margin.
 *
 * @param {{markers: Partial<Record<Clan, number | null>>, castles_in_play: Strengths, seats:
 *   readonly {side: Side}[]}} table
 * @param {{paladins: Counts, owner: Side | null, castles: number}} territory
 * @returns {Strengths}
 */
export function influence(table, territory) {
  const sides = /** @type {Side[]} */ (Object.keys(table.castles_in_play));
  /** @type {Strengths} */
  const strengths = Object.fromEntries(sides.map((side) => [side, 0]));
  for (const clan of CLANS) {
    const holder = table.markers[clan];
    if (holder === null || holder === undefined) continue;
    const side = table.seats[holder].side;
    strengths[side] = (strengths[side] ?? 0) + (territory.paladins[clan] ?? 0);
  }
  if (territory.owner) {
    strengths[territory.owner] = (strengths[territory.owner] ?? 0) + territory.castles;
  }
  return strengths;
}

/** Returns the territory with this head. @param {Position} position @param {number} head */
export function territoryAt(position, head) {
  const found = position.territories.find(({ segments }) => segments[0] === head);
  if (!found) throw new Error(`no territory ${head}`);
  return found;
}

/**
 * Returns the territory that the emperor reaches in this many steps (CM-MOVE-2).
 * @param {Position} position
 * @param {number} steps
 */
export function destination(position, steps) {
  const heads = position.territories.map(({ segments }) => segments[0]);
  return heads[(heads.indexOf(position.emperor) + steps) % heads.length];
}
