/**
 * Animation between two pictures: pieces with the same `data-piece` move from their old places, and
 * a place that changes its kind, such as its owner, is recoloured.
 */

const MOVE_MS = 650;
const APPEAR_MS = 350;
const RECOLOUR_MS = 900;

/** What ends the animations that go on, by their elements. @type {Map<Element, () => void>} */
const going = new Map();
/**
 * The pieces drawn on top while they move, and what follows each in its place.
 * @type {{piece: Element, parent: Node, next: Node | null}[]}
 */
let raised = [];

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
    raise(piece);
    const moving = piece.animate(
      [{ translate: `${dx * scale}px ${dy * scale}px` }, { translate: "0px 0px" }],
      { duration: MOVE_MS, easing: "cubic-bezier(.3, 0, .2, 1)" },
    );
    ending(piece, moving, () => lower(svg));
  }
}

/** Draws a piece on top of its siblings. @param {Element} piece */
function raise(piece) {
  const parent = /** @type {Node} */ (piece.parentNode);
  raised.push({ piece, parent, next: piece.nextSibling });
  parent.appendChild(piece);
}

/**
 * Returns the pieces of a picture to their places when the last one has arrived: below what lies on
 * them, such as the paladins on a banner.
 * @param {SVGSVGElement} svg
 */
function lower(svg) {
  const here = raised.filter(({ piece }) => svg.contains(piece));
  if (here.some(({ piece }) => going.has(piece))) return;
  raised = raised.filter((one) => !here.includes(one));
  // What followed a piece may have been raised after it, so the last one returns first.
  for (const { piece, parent, next } of here.reverse()) parent.insertBefore(piece, next);
}

/**
 * Lets the previous look of places that have changed their kind fade.
 * @param {SVGSVGElement} svg
 * @param {Map<string, Element>} kinds  the places as they were
 */
export function recolour(svg, kinds) {
  for (const [name, was] of kinds) {
    const old = /** @type {SVGGElement} */ (document.importNode(was, true));
    for (const piece of old.querySelectorAll("[data-piece], title")) piece.remove();
    old.removeAttribute("data-spot");
    old.setAttribute("aria-hidden", "true");
    old.classList.add("fades");
    svg.querySelector(`[data-spot="${CSS.escape(name)}"]`)?.after(old);
    const fading = old.animate([{ opacity: 1 }, { opacity: 0 }], { duration: RECOLOUR_MS, easing: "ease-in-out" });
    ending(old, fading, () => old.remove());
  }
}

/**
 * Does this when an animation has ended, or the next picture comes.
 * @param {Element} element
 * @param {Animation} animation
 * @param {() => void} then
 */
function ending(element, animation, then) {
  const end = () => {
    if (going.get(element) !== end) return;
    going.delete(element);
    animation.cancel();
    then();
  };
  going.set(element, end);
  animation.finished.then(end, () => {});
}

/** Ends all animations in a picture at once. @param {SVGSVGElement} svg */
export function settle(svg) {
  for (const [element, end] of [...going]) if (svg.contains(element)) end();
}

/** @param {SVGSVGElement} svg */
const unitsPerPixel = (svg) => 1 / (svg.getScreenCTM()?.a || 1);

/**
 * Returns the movable pieces of a picture.
 * @param {SVGSVGElement} svg
 * @returns {NodeListOf<SVGGElement>}
 */
export const pieces = (svg) => svg.querySelectorAll("[data-piece]");
