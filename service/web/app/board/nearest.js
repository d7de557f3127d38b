/** The target of an arrow key: the nearest spot in its direction, on the screen. */

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** How much distance from the line weighs more than distance along it. */
const ASIDE = 2;

/**
 * @param {string} key
 * @param {SVGElement | null} from
 * @param {SVGElement[]} among
 * @returns {SVGElement | null}
 */
export function nearest(key, from, among) {
  const direction = DIRECTIONS[key];
  if (!direction || !from) return null;
  const [dx, dy] = direction;
  const here = middle(from);
  /** @type {SVGElement | null} */
  let best = null;
  let least = Infinity;
  for (const one of among) {
    const there = middle(one);
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    if (one === from || ahead < 1) continue;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    const cost = ahead + ASIDE * aside;
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
}

/** @param {SVGElement} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
