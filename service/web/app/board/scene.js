/**
 * What a step of the game looks like on the board while it is shown: pieces that fly, and an arrow.
 * A ruleset names them, and the places of the picture say where they are.
 */
import { render, svg as drawing } from "/page/vendor/lit-html/lit-html.js";
import { moves } from "/page/app/board/moves.js";
import { placeOf } from "/page/app/board/pending.js";

/** @typedef {import("/page/app/ruleset.js").Scene} Scene */

const FLIGHT_MS = 650;
/** Between pieces that fly one after the other. */
const APART_MS = 90;

/** The measures of an arrow, as shares of the width of the board. */
const [TIP, HALF] = [1 / 50, 1 / 110];
/** The length from which it has these measures; a shorter one is smaller. */
const LONG = 1 / 8;
/** How far an arrow stays away from the places that it connects. */
const GAP = 1 / 45;
/** How far it bends, as a share of its length. */
const BEND = 1 / 8;

/**
 * Draws this scene, on top of everything else.
 * @param {SVGSVGElement} svg
 * @param {Scene} scene
 */
export function enact(svg, { flights = [], arrow }) {
  const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
  layer.classList.add("scene");
  svg.querySelector(":scope > .scene")?.remove();
  svg.append(layer);
  const flying = moves() ? flights.flatMap(({ piece, from, to }) => {
    const [start, end] = [placeOf(svg, from, 0), placeOf(svg, to, 0)];
    return start && end ? { piece, start, end } : [];
  }) : [];
  render(drawing`${arrow ? arrowView(svg, arrow) : ""}
    ${flying.map(({ piece }) => drawing`<g class="flight">${piece}</g>`)}`, layer);
  layer.querySelectorAll(".flight").forEach((element, index) => {
    const { start, end } = flying[index];
    const at = (/** @type {{x: number, y: number}} */ { x, y }) => ({ translate: `${x}px ${y}px` });
    const flight = element.animate([at(start), at(end)], {
      duration: FLIGHT_MS, delay: APART_MS * index, fill: "backwards", easing: "cubic-bezier(.3, 0, .2, 1)",
    });
    flight.finished.then(() => element.remove(), () => {});
  });
}

/** @param {SVGSVGElement} svg @param {NonNullable<Scene["arrow"]>} arrow */
function arrowView(svg, { from, to }) {
  const [start, end] = [placeOf(svg, { spot: from }, 0), placeOf(svg, { spot: to }, 0)];
  if (!start || !end) return "";
  const { width } = svg.viewBox.baseVal;
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const gap = Math.min(width * GAP, length / 4);
  // The control point of the curve, to one side of its middle.
  const [cx, cy] = [start.x + dx / 2 + dy * BEND, start.y + dy / 2 - dx * BEND];
  const [x, y] = [end.x - ux * gap, end.y - uy * gap];
  const way = Math.hypot(x - cx, y - cy) || 1;
  const [vx, vy] = [(x - cx) / way, (y - cy) / way];
  const size = width * Math.min(1, length / (width * LONG));
  const [tip, half] = [size * TIP, size * HALF];
  const [bx, by] = [x - vx * tip, y - vy * tip];
  const places = (/** @type {number[]} */ ...numbers) => numbers.map((one) => one.toFixed(1)).join(" ");
  return drawing`<g class="arrow">
    <path class="shaft" pathLength="1" stroke-width=${half} d="M${places(start.x + ux * gap, start.y + uy * gap)}Q${
      places(cx, cy, bx, by)}"></path>
    <path class="tip" d="M${places(x, y)}L${places(bx - vy * half * 1.4, by + vx * half * 1.4)}L${
      places(bx + vy * half * 1.4, by - vx * half * 1.4)}Z"></path></g>`;
}
