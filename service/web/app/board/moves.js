/**
 * Animation between two pictures: pieces with the same `data-piece` move from their old places, and
 * a place that changes its kind, such as its owner, is recoloured.
 */

const MOVE_MS = 650;
const APPEAR_MS = 350;
const RECOLOUR_MS = 900;

/** The classes that the page adds to places, which do not change their kind. */
const LIGHTS = ["legal", "chosen", "takes"];

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
    const [parent, next] = [piece.parentNode, piece.nextSibling];
    parent?.append(piece);
    const moving = piece.animate(
      [{ translate: `${dx * scale}px ${dy * scale}px` }, { translate: "0px 0px" }],
      { duration: MOVE_MS, easing: "cubic-bezier(.3, 0, .2, 1)" },
    );
    // Afterwards it is below what lies on it, such as the paladins on a banner.
    moving.finished.then(() => parent?.insertBefore(piece, next?.parentNode === parent ? next : null), () => {});
  }
}

/**
 * Lets the previous look of places that have changed their kind fade.
 * @param {SVGSVGElement} svg
 * @param {SVGSVGElement} before  the previous picture
 */
export function recolour(svg, before) {
  for (const place of spotsOf(svg)) {
    const was = before.querySelector(`[data-spot="${CSS.escape(place.dataset.spot ?? "")}"]`);
    if (!was || kindOf(was) === kindOf(place)) continue;
    const old = /** @type {SVGGElement} */ (was.cloneNode(true));
    for (const piece of old.querySelectorAll("[data-piece], title")) piece.remove();
    for (const name of ["data-spot", "role", "tabindex", "aria-pressed"]) old.removeAttribute(name);
    old.setAttribute("aria-hidden", "true");
    old.classList.add("fades");
    old.classList.remove(...LIGHTS);
    place.after(old);
    const fading = old.animate([{ opacity: 1 }, { opacity: 0 }], { duration: RECOLOUR_MS, easing: "ease-in-out" });
    fading.finished.then(() => old.remove(), () => {});
  }
}

/**
 * Returns the places whose content differs between two pictures.
 * @param {SVGSVGElement} svg
 * @param {SVGSVGElement} before
 */
export function changedSpots(svg, before) {
  const content = (/** @type {Element | null} */ place) => [...(place?.children ?? [])]
    .filter(({ localName }) => localName !== "title").map(({ outerHTML }) => outerHTML).join("");
  return [...spotsOf(svg)].filter((place) => (
    content(place) !== content(before.querySelector(`[data-spot="${CSS.escape(place.dataset.spot ?? "")}"]`))));
}

/** @param {SVGSVGElement} svg @returns {NodeListOf<SVGGElement>} */
const spotsOf = (svg) => svg.querySelectorAll("[data-spot]");

/** Returns what the picture says about the kind of a place. @param {Element} place */
const kindOf = (place) => [...place.classList].filter((name) => !LIGHTS.includes(name)).sort().join(" ");

/** @param {SVGSVGElement} svg */
const unitsPerPixel = (svg) => 1 / (svg.getScreenCTM()?.a || 1);

/**
 * Returns the movable pieces of a picture.
 * @param {SVGSVGElement} svg
 * @returns {NodeListOf<SVGGElement>}
 */
export const pieces = (svg) => svg.querySelectorAll("[data-piece]");
