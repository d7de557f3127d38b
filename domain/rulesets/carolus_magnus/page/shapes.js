/**
 * Small icons for controls and seats: clans and sides differ in shape as well as in colour. They
 * use the outlines of the pieces on the board, centred on the origin.
 *
 * @typedef {import("./board.js").Clan} Clan
 * @typedef {import("./board.js").Side} Side
 */
import { html, svg } from "/page/vendor/lit-html/lit-html.js";

/** @type {Record<Clan | "crown", string>} */
const CLAN = {
  blue: "M-1 0a1 1 0 1 1 2 0a1 1 0 1 1-2 0z",
  green: "M-.92-.92H.92V.92H-.92z",
  pink: "M0-1.3 1.3 0 0 1.3-1.3 0z",
  red: "M-.96-.95H.96V.35L0 1.3-.96.35z",
  yellow: "M.58-1 1.16 0 .58 1H-.58L-1.16 0-.58-1z",
  crown: "M-1 .8-1.2-.7-.5-.1 0-.9.5-.1 1.2-.7 1 .8z",
};

/** Walls and door, in hundredths. @type {Record<Side, [string, string]>} */
const CASTLE = {
  white: [
    "M-92 100V-45H-104V-105H-62V-75H-22V-105H22V-75H62V-105H104V-45H92V100Z",
    "M-28 100V50A28 28 0 0 1 28 50V100ZM-58-20h18v36h-18ZM40-20h18v36h-18Z",
  ],
  black: [
    "M-66 100L-50-30H-82L0-160 82-30H50L66 100Z",
    "M-22 100V52A22 22 0 0 1 22 52V100ZM-10-18h20v32h-20Z",
  ],
  gray: [
    "M-116 100V-48A38 52 0 0 1-40-48V-2H40V-48A38 52 0 0 1 116-48V100Z",
    "M-28 100V62A28 28 0 0 1 28 62V100ZM-86-34h16v32h-16ZM70-34h16v32h-16Z",
  ],
};

/** Returns a paladin, or a crown, in its shape and colour. @param {Clan | "crown"} clan */
export function token(clan) {
  return html`<svg class="cm-token cm-clan-${clan}" viewBox="-1.5 -1.5 3 3" aria-hidden="true"
    focusable="false"><path d=${CLAN[clan]}></path></svg>`;
}

/**
 * Returns paladins for the board's picture, in its units.
 * @param {Clan} clan
 * @param {number} count
 */
export function placedPaladins(clan, count) {
  return svg`<g class="cm-placed-token cm-clan-${clan}">
    <path transform="scale(11)" d=${CLAN[clan]}></path>
    <text y="4" text-anchor="middle" font-size="11">+${count}</text></g>`;
}

/**
 * Returns a count to add at the corner of a paladin in the board's picture.
 * @param {number} count
 */
export function more(count) {
  return svg`<g class="cm-more" transform="translate(13 -13)"><circle r="10"></circle>
    <text y="4" text-anchor="middle" font-size="11">+${count}</text></g>`;
}

/** Returns a castle that a move would build, for the board's picture. @param {string} side */
export function foreseenCastle(side) {
  const [walls, door] = CASTLE[/** @type {Side} */ (side)];
  return svg`<g class="cm-foreseen"><circle r="13"></circle>
    <g class="cm-side-${side}" transform="translate(0 2) scale(.068)">
      <path class="cm-walls" d=${walls}></path><path class="cm-door" d=${door}></path></g></g>`;
}

/** Returns a castle: a keep, a tower or a gate. @param {string} side @param {boolean} [built] */
export function castle(side, built = true) {
  const [walls, door] = CASTLE[/** @type {Side} */ (side)];
  return html`<svg class="cm-castle ${built ? `cm-side-${side}` : "cm-unbuilt"}"
    viewBox="-125 -170 250 280" aria-hidden="true" focusable="false">
    <path class="cm-walls" d=${walls}></path><path class="cm-door" d=${door}></path></svg>`;
}

/** Returns the flag of a clan's holder. */
export function flag() {
  return html`<svg class="cm-flag" viewBox="0 0 12 18" aria-hidden="true" focusable="false">
    <path class="cm-pole" d="M1.5 1v16"></path><path class="cm-cloth" d="M1.5 1l10 4-10 4z"></path>
    </svg>`;
}

/** Returns the emperor for the board's picture, where he would stand. */
export function placedEmperor() {
  return svg`<g class="cm-placed-emperor" transform="translate(0 3) scale(.175)">
    <path class="cm-robe" d="M-30-34C-66 0-78 58-86 98Q0 128 86 98C78 58 66 0 30-34Z"></path>
    <path class="cm-face" d="M-34-62a34 34 0 1 1 68 0a34 34 0 1 1-68 0Z"></path>
    <path class="cm-crown" d="M-40-80L-52-140-26-114 0-152 26-114 52-140 40-80Q0-70-40-80Z"></path>
  </g>`;
}

/** Returns a paladin with its name for screen readers. @param {Clan} clan @param {string} name */
export function named(clan, name) {
  return html`${token(clan)}<span class="unseen">${name}</span>`;
}
