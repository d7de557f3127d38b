/**
 * Small icons for controls and seats: the marks of the colours, figures of cards, dice. They use
 * the outlines of the pieces on the map; colours differ in shape as well.
 *
 * @typedef {import("./atlas.js").Card} Card
 * @typedef {import("./atlas.js").Figure} Figure
 */
import { html, svg } from "/page/vendor/lit-html/lit-html.js";
import { figureOn } from "./atlas.js";

/** @type {Record<string, string>} */
const MARK = {
  blue: "M-1.06 0a1.06 1.06 0 1 1 2.12 0a1.06 1.06 0 1 1-2.12 0z",
  red: "M-.88-.88H.88V.88H-.88z",
  black: "M.58-1 1.16 0 .58 1H-.58L-1.16 0-.58-1z",
  yellow: "M0-1.3 1.3 0 0 1.3-1.3 0z",
  green: "M-1-.95H1V.3L0 1.3-1 .3z",
  magenta: "M0-1.35 1.1-.4.8.95H-.8L-1.1-.4z",
};

/** @type {Record<Figure | "wild", string>} */
const FIGURE = {
  square: "M-.88-.88H.88V.88H-.88z",
  triangle: "M0-1 1.05.85H-1.05z",
  circle: "M-1 0a1 1 0 1 1 2 0a1 1 0 1 1-2 0z",
  wild: "M0-1.2.3-.37 1.14-.37.46.16.7.97 0 .48-.7.97-.46.16-1.14-.37-.3-.37z",
};

/**
 * The positions of the pips on each face, on a die from -1 to 1.
 * @type {readonly (readonly number[])[]}
 */
const PIPS = [
  [0, 0],
  [-0.45, -0.45, 0.45, 0.45],
  [-0.5, -0.5, 0, 0, 0.5, 0.5],
  [-0.45, -0.45, 0.45, -0.45, -0.45, 0.45, 0.45, 0.45],
  [-0.5, -0.5, 0.5, -0.5, 0, 0, -0.5, 0.5, 0.5, 0.5],
  [-0.45, -0.55, 0.45, -0.55, -0.45, 0, 0.45, 0, -0.45, 0.55, 0.45, 0.55],
];

/** Returns the mark of a colour. @param {string} color */
export function mark(color) {
  return html`<svg class="teg-mark teg-color-${color}" viewBox="-1.5 -1.5 3 3" aria-hidden="true"
    focusable="false"><path d=${MARK[color]}></path></svg>`;
}

/** Returns the figure on a card; a star is a wildcard. @param {Card} card */
export function figure(card) {
  return html`<svg class="teg-figure" viewBox="-1.4 -1.4 2.8 2.8" aria-hidden="true"
    focusable="false"><path d=${FIGURE[figureOn(card) ?? "wild"]}></path></svg>`;
}

/**
 * Returns a die with this face.
 * @param {number} face
 * @param {string} how its class: won, lost or unused
 */
export function die(face, how) {
  const pips = PIPS[face - 1];
  return html`<svg class="teg-die ${how}" viewBox="-1.15 -1.15 2.3 2.3" aria-hidden="true"
    focusable="false"><rect x="-1" y="-1" width="2" height="2" rx=".35"></rect>${
    pips.map((x, index) => (index % 2 ? ""
      : svg`<circle cx=${x} cy=${pips[index + 1]} r=".19"></circle>`))}</svg>`;
}

const SHADES_MAX = 3;

/**
 * Returns the class of one of several results, ordered from the best.
 * @param {number} index
 * @param {number} count
 */
export const shade = (index, count) => (
  `teg-share-${Math.round((index * SHADES_MAX) / (count - 1))}`);

/** Returns shares of a whole as a bar, the best first. @param {readonly number[]} shares */
export function bar(shares) {
  let from = 0;
  const parts = shares.map((share, index) => {
    const x = from;
    from += share * 100;
    return svg`<rect class=${shade(index, shares.length)} x=${x} y="0" width=${share * 100}
      height="6"></rect>`;
  });
  return html`<svg class="teg-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"
    focusable="false">${parts}</svg>`;
}

/** Returns a change of tokens on a territory for the map, in its units. @param {string} text */
export function change(text) {
  return svg`<g class="teg-change"><rect x="-20" y="-20" width="40" height="24" rx="12"></rect>
    <text y="-2" text-anchor="middle" font-size="16">${text}</text></g>`;
}
