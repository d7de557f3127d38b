/**
 * What a step looks like on the board: an arrow for a knight that is placed or sails.
 *
 * @typedef {import("/page/app/ruleset.js").Scene} Scene
 * @typedef {import("/page/app/ruleset.js").Step} Step
 */
import { courtOf, seatOf, spotOf } from "./places.js";

/** @param {Step} step @returns {Scene} */
export function scene({ step, position }) {
  const placed = step.findLast(({ type }) => type === "knight_placed");
  if (placed) {
    const to = spotOf(position, seatOf(position, placed.side), placed.to);
    return { arrow: { from: courtOf(position, placed.side), to } };
  }
  const sailed = step.findLast(({ type }) => type === "knight_sailed");
  const scored = step.findLast(({ type }) => type === "county_scored");
  if (!sailed || !scored) return {};
  return { arrow: { from: `county-${scored.county}`, to: spotOf(position, 0, sailed.to) } };
}
