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

/** Walls, roof and openings, in hundredths. @type {Record<Side, [string, string, string]>} */
const CASTLE = {
  white: [
    "M-92 100V-45H-104V-105H-62V-75H-22V-105H22V-75H62V-105H104V-45H92V100Z",
    "",
    "M-28 100V50A28 28 0 0 1 28 50V100ZM-62-20h18v36h-18ZM44-20h18v36h-18Z",
  ],
  black: [
    "M-66 100L-50-30H50L66 100Z",
    "M-84-28L0-165 84-28Z",
    "M-22 100V52A22 22 0 0 1 22 52V100ZM-10-14h20v32h-20Z",
  ],
  gray: [
    "M-116 100V-48H-40V-2H40V-48H116V100Z",
    "M-122-46Q-118-116-78-128Q-38-116-34-46ZM34-46Q38-116 78-128Q118-116 122-46Z",
    "M-28 100V62A28 28 0 0 1 28 62V100ZM-86-20h16v32h-16ZM70-20h16v32h-16Z",
  ],
};

/** @param {string} side */
function castleOf(side) {
  const [walls, roof, openings] = CASTLE[/** @type {Side} */ (side)];
  return svg`<path class="cm-walls" d=${walls}></path><path class="cm-door" d=${openings}></path>
    <path class="cm-roof" d=${roof}></path>`;
}

/** Returns a paladin, or a crown, in its shape and colour. @param {Clan | "crown"} clan */
export function token(clan) {
  return html`<svg class="cm-token cm-clan-${clan}" viewBox="-1.5 -1.4 3 3.2" aria-hidden="true"
    focusable="false"><path class="cm-under" transform="translate(0 .34)" d=${CLAN[clan]}></path>
    <path d=${CLAN[clan]}></path></svg>`;
}

/** Returns a die of ivory with this face: a clan or the crown. @param {Clan | "crown"} face */
export function die(face) {
  return html`<svg class="cm-die" viewBox="-2.2 -2.2 4.4 4.6" aria-hidden="true"
    focusable="false"><rect class="cm-die-under" x="-2" y="-1.7" width="4" height="4" rx=".8"></rect>
    <rect class="cm-die-face" x="-2" y="-2" width="4" height="4" rx=".8"></rect>
    <g class="cm-clan-${face}"><path d=${CLAN[face]}></path></g></svg>`;
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

/** Returns a paladin on its way, for the board's picture, in its units. @param {Clan} clan */
export function flyingPaladin(clan) {
  return svg`<g class="cm-placed-token cm-clan-${clan}"><path transform="scale(13)" d=${CLAN[clan]}></path></g>`;
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
  return svg`<g class="cm-foreseen"><circle r="15"></circle>
    <g class="cm-side-${side}" transform="translate(0 2) scale(.08)">${castleOf(side)}</g></g>`;
}

/** Returns a castle: a keep, a tower or a gate. @param {string} side @param {boolean} [built] */
export function castle(side, built = true) {
  return html`<svg class="cm-castle ${built ? `cm-side-${side}` : "cm-unbuilt"}"
    viewBox="-130 -175 260 285" aria-hidden="true" focusable="false">${castleOf(side)}</svg>`;
}

/** Returns the banner of a clan's holder. */
export function flag() {
  return html`<svg class="cm-flag" viewBox="0 0 12 18" aria-hidden="true" focusable="false">
    <path class="cm-cloth" d="M1.5 1.5h9v14l-4.5-3.5-4.5 3.5z"></path>
    <path class="cm-pole" d="M.5 1.5h11"></path></svg>`;
}

/** Returns the emperor for the board's picture, where he would stand. */
export function placedEmperor() {
  return svg`<g class="cm-placed-emperor" transform="scale(.28)">
    <path class="cm-foot" d="M-78 96v18a78 22 0 0 0 156 0v-18Z"></path>
    <path class="cm-robe" d="M-30-34C-66 0-76 58-80 94Q0 124 80 94C76 58 66 0 30-34Z"></path>
    <path class="cm-face" d="M-34-62a34 34 0 1 1 68 0a34 34 0 1 1-68 0Z"></path>
    <path class="cm-beard" d="M-34-60Q-22-46 0-48Q22-46 34-60Q36-8 0 2Q-36-8-34-60Z"></path>
    <path class="cm-crown" d="M-42-80L-54-142-27-114 0-156 27-114 54-142 42-80Q0-70-42-80Z"></path>
  </g>`;
}

/** Returns a paladin with its name for screen readers. @param {Clan} clan @param {string} name */
export function named(clan, name) {
  return html`${token(clan)}<span class="unseen">${name}</span>`;
}
