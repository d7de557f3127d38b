/**
 * Values computed from a position: owners, strengths, and settings of the game.
 *
 * @typedef {import("./atlas.js").Continent} Continent
 * @typedef {import("./atlas.js").Options} Options
 * @typedef {import("./atlas.js").Position} Position
 * @typedef {import("./atlas.js").Territory} Territory
 * @typedef {Position["territories"][number]} Land
 */
import { CONTINENTS, territoriesOf } from "./atlas.js";

/**
 * Returns the state of a territory.
 * @param {Position} position
 * @param {Territory} territory
 * @returns {Land}
 */
export function landOf(position, territory) {
  return /** @type {Land} */ (position.territories.find((land) => land.territory === territory));
}

/**
 * Returns the numbers of a seat's territories and tokens.
 * @param {Position} position
 * @param {number} seat
 */
export function strengthOf(position, seat) {
  const lands = position.territories.filter(({ owner }) => owner === seat);
  return { territories: lands.length, tokens: lands.reduce((sum, { tokens }) => sum + tokens, 0) };
}

/**
 * Returns the number of a seat's territories on a continent.
 * @param {Position} position
 * @param {number} seat
 * @param {Continent} continent
 */
export function heldIn(position, seat, continent) {
  return territoriesOf(continent)
    .filter((territory) => landOf(position, territory).owner === seat).length;
}

/**
 * Returns the continents that a seat owns completely.
 * @param {Position} position
 * @param {number} seat
 */
export function wholeOf(position, seat) {
  return CONTINENTS.filter((continent) => (
    heldIn(position, seat, continent) === territoriesOf(continent).length
  ));
}

/**
 * Returns the way to win: the world, the common objective, or that and a secret one.
 * @param {Options} options
 */
export function modeOf({ objectives = "auto", players = 2 }) {
  if (objectives !== "auto") return objectives;
  return players <= 3 ? "world" : "secret_and_common";
}

/** Returns the number of territories that meet the common objective. @param {Options} options */
export const commonTarget = ({ common_target: target = 30 }) => target;

/**
 * Returns the number of a seat's next trade in the count of trades.
 * @param {Position} position
 * @param {Options} options
 * @param {number} seat
 */
export function nextTrade(position, options, seat) {
  if (options.trade_counter !== "global") return position.seats[seat].trades + 1;
  return position.seats.reduce((sum, { trades }) => sum + trades, 1);
}
