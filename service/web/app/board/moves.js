/** Animation between two pictures: pieces with the same `data-piece` move from their old places. */

const MOVE_MS = 650;
const APPEAR_MS = 350;

/** Returns whether the user allows animations. */
export const moves = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Returns the positions of a picture's pieces on the screen.
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
 * Moves the pieces of a new picture from their places in the previous one.
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
    // Draw moving pieces on top; `translate` does not affect the picture's own transforms.
    piece.parentNode?.append(piece);
    piece.animate(
      [{ translate: `${dx * scale}px ${dy * scale}px` }, { translate: "0px 0px" }],
      { duration: MOVE_MS, easing: "cubic-bezier(.3, 0, .2, 1)" },
    );
  }
}

/** @param {SVGSVGElement} svg */
const unitsPerPixel = (svg) => 1 / (svg.getScreenCTM()?.a || 1);

/**
 * Returns the movable pieces of a picture.
 * @param {SVGSVGElement} svg
 * @returns {NodeListOf<SVGGElement>}
 */
export const pieces = (svg) => svg.querySelectorAll("[data-piece]");
