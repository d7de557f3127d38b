/** Motion between two pictures: what has the same `data-piece` goes from where it was. */

const MOVE_MS = 650;
const APPEAR_MS = 350;

/** Whether the people before this screen want to see things move. */
export const moves = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Where the pieces of a picture are on the screen.
 * @param {SVGSVGElement} svg
 * @returns {Map<string, DOMRect>}
 */
export function places(svg) {
  /** @type {Map<string, DOMRect>} */
  const found = new Map();
  for (const piece of pieces(svg)) {
    found.set(piece.dataset.piece ?? "", piece.getBoundingClientRect());
  }
  return found;
}

/**
 * Let the pieces of a new picture come from where they were in the one before.
 * @param {SVGSVGElement} svg
 * @param {Map<string, DOMRect>} before
 */
export function move(svg, before) {
  for (const piece of pieces(svg)) {
    const was = before.get(piece.dataset.piece ?? "");
    if (!was) {
      piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: APPEAR_MS, easing: "ease-out" });
      continue;
    }
    const is = piece.getBoundingClientRect();
    const dx = was.x + was.width / 2 - is.x - is.width / 2;
    const dy = was.y + was.height / 2 - is.y - is.height / 2;
    if (Math.hypot(dx, dy) < 1) continue;
    const scale = unitsPerPixel(svg);
    // What moves is seen before all else; `translate` leaves the transform of the picture alone.
    piece.parentNode?.append(piece);
    piece.animate(
      [{ translate: `${dx * scale}px ${dy * scale}px` }, { translate: "0px 0px" }],
      { duration: MOVE_MS, easing: "cubic-bezier(.3, 0, .2, 1)" },
    );
  }
}

/** @param {SVGSVGElement} svg */
const unitsPerPixel = (svg) => 1 / (svg.getScreenCTM()?.a || 1);

/** What can move in a picture. @param {SVGSVGElement} svg @returns {NodeListOf<SVGGElement>} */
export const pieces = (svg) => svg.querySelectorAll("[data-piece]");
