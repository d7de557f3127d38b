/** Shuffles by draws of chance, as docs/reference/fair-chance.md describes them. */

/** Returns the bounds of the draws that shuffle this many things. @param {number} count */
export function shuffleBounds(count) {
  return Array.from({ length: count - 1 }, (_, drawn) => count - drawn);
}

/**
 * Swaps the last thing with the one of the first draw, the last but one with the second, and so on.
 * @template T
 * @param {readonly T[]} things
 * @param {number[]} draws  consumed as far as this shuffle needs them
 */
export function shuffled(things, draws) {
  const order = [...things];
  draws.splice(0, things.length - 1).forEach((draw, drawn) => {
    const last = order.length - 1 - drawn;
    [order[draw], order[last]] = [order[last], order[draw]];
  });
  return order;
}
