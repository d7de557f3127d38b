/** The signs of the page: dice, cards, and pieces that are not sent yet. They repeat those of the picture. */
import { html, svg } from "/page/vendor/lit-html/lit-html.js";
import { cardOf, kindOf, typeOf } from "./box.js";
import { cardEffect } from "./phrases.js";

/** @typedef {import("/page/app/ruleset.js").Translate} Translate */

const FACE = /** @type {Record<string, any>} */ ({
  light: svg`<circle class="sign light" r="11"></circle>`,
  medium: svg`<path class="sign medium" d="M0-13l13 23h-26z"></path>`,
  heavy: svg`<path class="sign heavy" d="M-11-11h22v22h-22z"></path>`,
  leader: svg`<path class="sign leader" d="M-12 13v-13q0-15 13-15 12 0 12 13h-6v5l5 2v8h-6v-8h-10v8z"></path>`,
  flag: svg`<path class="sign flag" d="M-10 14v-28h4v2h17l-5 7 5 7h-17v12z"></path>`,
  swords: svg`<path class="sign swords" d="M-14-14l18 18 3-3 2 2-4 4 6 6-3 3-6-6-4 4-2-2 3-3-18-18zM14-14l4 4-18 18 3 3-2 2-4-4-6 6-3-3 6-6-4-4 2-2 3 3z"></path>`,
});
const SECTIONS = ["left", "center", "right"];

/** Returns a die with a symbol; its name is for the sentence next to it. @param {string} face */
export const die = (face) => html`<svg class="ancients-die ${face}" viewBox="-20 -20 40 40" aria-hidden="true">
  <rect x="-18" y="-18" width="36" height="36" rx="7"></rect>${FACE[face]}</svg>`;

/** Returns a roll: its dice next to each other. @param {readonly string[]} faces */
export const roll = (faces) => html`<span class="ancients-roll rolls">${faces.map(die)}</span>`;

/** Returns a piece, or an attack, that is not sent. @param {string} code */
export const ghost = (code) => svg`<circle r="25"></circle><text y="6" text-anchor="middle" font-size="18">${code}</text>`;

/** The sign of an attack that is not sent. */
export const strike = svg`<circle r="25"></circle>${FACE.swords}`;

/** Returns the code of a piece on its ghost. @param {string} piece */
export const codeOf = (piece) => (typeOf(piece) === "L" ? "★" : typeOf(piece));

/**
 * Returns a card as a part of a fan: its sections if it names some, its name and effect.
 * @param {Translate} t
 * @param {string} card
 */
export function cardView(t, card) {
  const kind = kindOf(card);
  const { sections, section } = cardOf(kind).values;
  const orders = (/** @type {string} */ name) => sections?.[name] ?? (section === name ? "★" : "");
  return html`<span class="ancients-sections" aria-hidden="true">${SECTIONS.some(orders)
    ? SECTIONS.map((name) => html`<i class=${orders(name) ? "named" : ""}>${orders(name)}</i>`) : ""}</span>
    <strong>${t(`card.${kind}`)}</strong> <span class="ancients-effect">${cardEffect(t, kind)}</span>`;
}

/** A flag that a side wins, around the origin. */
export const flag = svg`<path class="banner" d="M-7 16v-32h3v2h15l-5 7 5 7h-15v16z" fill="#e3b341" stroke="#6b4c07"></path>`;
