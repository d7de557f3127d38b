/** Pieces that are placed but not sent, drawn in the picture. */
import { render, svg as drawing } from "/page/vendor/lit-html/lit-html.js";

/** @typedef {ReturnType<import("/page/app/ruleset.js").Draft["pending"]>[number]} Pending */

/** The distance between pending pieces at one place, in units of the picture. */
const APART = 30;

/**
 * Draws exactly these pieces, on top of everything else.
 * @param {SVGSVGElement} svg
 * @param {readonly Pending[]} pending
 */
export function drawPending(svg, pending) {
  let layer = /** @type {SVGGElement | null} */ (svg.querySelector(":scope > .pending"));
  if (!layer) {
    layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    layer.classList.add("pending");
    svg.append(layer);
  }
  const drawn = pending.map((one) => {
    const here = pending.filter(({ spot, place }) => spot === one.spot && place === one.place);
    const at = placeOf(svg, one, here.indexOf(one) - (here.length - 1) / 2);
    if (!at) return drawing``;
    return drawing`<g transform="translate(${at.x} ${at.y})"><title>${one.label}</title>
      ${one.piece}</g>`;
  });
  render(drawing`${drawn}`, layer);
}

/**
 * Returns where to draw a piece at its spot, or on another piece, `along` from the middle.
 * @param {SVGSVGElement} svg
 * @param {{spot: string, place?: string}} at
 * @param {number} along
 */
export function placeOf(svg, { spot, place }, along) {
  const named = (/** @type {string} */ name) => (
    /** @type {SVGGElement | null} */ (svg.querySelector(`[data-${name}="${CSS.escape(spot)}"]`)));
  const element = named("spot") ?? named("piece");
  if (!element) return null;
  const at = element.getAttribute(place ? `data-at-${place}` : "data-at");
  const [x, y, dx, dy] = (at ?? "").split(" ").map(Number);
  if (Number.isFinite(dy)) return { x: x + dx * along * APART, y: y + dy * along * APART };
  const box = element.getBBox();
  return { x: box.x + box.width / 2 + along * APART, y: box.y + box.height / 2 };
}
