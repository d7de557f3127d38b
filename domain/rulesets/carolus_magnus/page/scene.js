/**
 * What a step looks like on the board: paladins that leave their reserve, and dice.
 *
 * @typedef {import("/page/app/ruleset.js").Scene} Scene
 * @typedef {import("/page/app/ruleset.js").Step} Step
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { die, flyingPaladin } from "./shapes.js";

/**
 * Paladins, castles and banners on the board move by themselves; those that are placed come from
 * the reserve, where the picture shows only their number.
 * @param {Step} step
 * @returns {Scene}
 */
export function scene({ step, seats }) {
  const placed = step.filter(({ type }) => type === "paladin_placed");
  const rolls = step.filter(({ type }) => type === "dice_rolled");
  return {
    flights: placed.map(({ seat, clan, to }) => ({
      piece: flyingPaladin(clan),
      from: { spot: `court-${seat}`, place: "reserve" },
      to: to === "court" ? { spot: `court-${seat}`, place: clan } : { spot: `paladin-${to}-${clan}` },
    })),
    dice: rolls.length ? html`${rolls.map(({ seat, faces }) => html`<span class="cm-dice rolls"
      role="img" aria-label=${seats.name(seat)}>${faces.map(die)}</span>`)}` : nothing,
  };
}
