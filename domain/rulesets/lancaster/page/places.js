/**
 * The spots of the picture by the names that actions use.
 *
 * @typedef {import("/page/app/ruleset.js").Position} Position
 */
import { isCounty, isSpace } from "./box.js";

const ROWS = /** @type {const} */ (["top", "bottom"]);

/**
 * Returns the spot of a county, of a castle space of this seat, or of a battle; empty if the
 * picture has none.
 * @param {Position} position
 * @param {number} seat
 * @param {string} place
 */
export function spotOf(position, seat, place) {
  if (isCounty(place)) return `county-${place}`;
  if (isSpace(place)) return `castle-${seat}-${place}`;
  for (const row of ROWS) {
    const column = position.battles[row].findIndex((/** @type {any} */ one) => one?.card === place);
    if (column >= 0) return `battle-${row}-${column + 1}`;
  }
  return "";
}

/**
 * Returns the seat that decides for a side.
 * @param {Position} position
 * @param {string} color
 */
export const seatOf = (position, color) => (
  position.sides.find((/** @type {any} */ one) => one.side === color)?.seat ?? 0);

/**
 * Returns the spot of the court of a side.
 * @param {Position} position
 * @param {string} color
 */
export function courtOf(position, color) {
  const side = position.sides.find((/** @type {any} */ one) => one.side === color);
  return `court-${side?.seat ?? 0}${side?.ally ? "-ally" : ""}`;
}
