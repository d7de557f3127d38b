/** Marks on the board: what a lesson is about. */
import { svg as drawing, render } from "/page/vendor/lit-html/lit-html.js";
import { moves } from "/page/app/board/moves.js";

/** The height of a pin, as a share of the board's shorter side. */
const PIN = 1 / 18;

/** How far below the upper edge of its place a pin ends, as a share of the place's height. */
const BELOW = 1 / 5;

/**
 * Marks exactly these places, and scrolls a broad board to them.
 * @param {SVGSVGElement} svg
 * @param {readonly string[]} points  values of `data-spot`
 */
export function point(svg, points) {
  let layer = /** @type {SVGGElement | null} */ (svg.querySelector(":scope > .points"));
  if (!layer) {
    layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    layer.classList.add("points");
    layer.setAttribute("aria-hidden", "true");
    svg.append(layer);
  }
  for (const one of svg.querySelectorAll(".pointed")) one.classList.remove("pointed");
  const found = points.flatMap((id) => svg.querySelector(`[data-spot="${CSS.escape(id)}"]`) ?? []);
  for (const one of found) one.classList.add("pointed");
  render(drawing`${found.map((one) => pinView(svg, one))}`, layer);
  const news = points.join(" ") !== (layer.dataset.points ?? "");
  layer.dataset.points = points.join(" ");
  if (found.length && news) reveal(svg, found);
}

/** @param {SVGSVGElement} svg @param {Element} place */
function pinView(svg, place) {
  const { left, right, top, height } = place.getBoundingClientRect();
  const onScreen = svg.getScreenCTM();
  if (!onScreen) return "";
  const tip = new DOMPoint((left + right) / 2, top + height * BELOW).matrixTransform(onScreen.inverse());
  const { width, height: high } = svg.viewBox.baseVal;
  return drawing`<g transform="translate(${tip.x} ${tip.y}) scale(${Math.min(width, high) * PIN})"><path
    d="M0 0C-.1-.3-.36-.42-.36-.66a.36.36 0 0 1 .72 0C.36-.42.1-.3 0 0z"></path><circle cy="-.66" r=".14"></circle></g>`;
}

/** Scrolls the frame of a board that is wider than it. @param {SVGSVGElement} svg @param {Element[]} places */
function reveal(svg, places) {
  const host = svg.parentElement;
  if (!host || host.scrollWidth <= host.clientWidth) return;
  const boxes = places.map((one) => one.getBoundingClientRect());
  const left = Math.min(...boxes.map((one) => one.left));
  const right = Math.max(...boxes.map((one) => one.right));
  const frame = host.getBoundingClientRect();
  host.scrollTo({
    left: host.scrollLeft + (left + right) / 2 - frame.left - frame.width / 2,
    behavior: moves() ? "smooth" : "instant",
  });
}
