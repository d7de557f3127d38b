/**
 * What a step looks like on the map: an arrow for an attack or a move, and the dice of both sides.
 *
 * @typedef {import("/page/app/ruleset.js").Scene} Scene
 * @typedef {import("/page/app/ruleset.js").Step} Step
 */
import { nothing } from "/page/vendor/lit-html/lit-html.js";
import { throwView } from "./battle.js";
import { spotOf } from "./choosing.js";

const WITH_ARROW = ["attack_declared", "battle_fought", "tokens_moved"];

/** @param {Step} step @returns {Scene} */
export function scene({ step, events, position }) {
  const way = step.findLast(({ type }) => WITH_ARROW.includes(type));
  const battle = step.findLast(({ type }) => type === "battle_fought");
  return {
    ...(way ? { arrow: { from: spotOf(way.source), to: spotOf(way.target) } } : {}),
    dice: battle ? throwView(position, events, battle) : nothing,
  };
}
