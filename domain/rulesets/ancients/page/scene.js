/**
 * What a step looks like on the board: an arrow for a move, an attack, an evasion or a retreat, the
 * dice of a roll, and a flag that flies to the banners of a side. Blocks that fall are in the picture.
 *
 * @typedef {import("/page/app/ruleset.js").Scene} Scene
 * @typedef {import("/page/app/ruleset.js").Step} Step
 */
import { nothing } from "/page/vendor/lit-html/lit-html.js";
import { hexSpot } from "/page/app/kit/hexes.js";
import { hexOf } from "./box.js";
import { flag, roll } from "./shapes.js";

/** @param {Step} step @returns {Scene} */
export function scene({ step, position }) {
  const way = step.map((event) => wayOf(event, position)).findLast((one) => one !== null) ?? null;
  const rolled = step.findLast(({ type }) => type === "dice_rolled");
  const flights = step.flatMap((event, index) => {
    if (event.type !== "banner_gained") return [];
    const fallen = step.slice(0, index).findLast(({ type }) => type.endsWith("_eliminated"));
    const from = fallen ? { spot: hexSpot(fallen.hex) } : null;
    return from ? [{ piece: flag, from, to: { spot: `banners-${event.side}` } }] : [];
  });
  return {
    ...(way ? { arrow: { from: hexSpot(way[0]), to: hexSpot(way[1]) } } : {}),
    ...(flights.length ? { flights } : {}),
    dice: rolled ? roll(rolled.faces) : nothing,
  };
}

/**
 * Returns the hexes from and to which an event goes; null if it goes nowhere on the board.
 * @param {import("/page/app/ruleset.js").GameEvent} event
 * @param {import("/page/app/ruleset.js").Position} position  after it
 * @returns {[string, string] | null}
 */
function wayOf(event, position) {
  const { type, from, to } = event;
  switch (type) {
    case "piece_moved":
    case "unit_retreated":
    case "unit_evaded":
    case "momentum_advanced":
      return to === "off" || from === to ? null : [from, to];
    case "attack_announced": {
      const start = hexOf(position, event.unit);
      return start && start !== event.hex ? [start, event.hex] : null;
    }
    default:
      return null;
  }
}
