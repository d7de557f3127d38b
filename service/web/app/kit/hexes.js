/** Boards of hexes: their spots, and groups of hexes that are linked. */

/** Returns the spot of a hex in the picture. @param {string} hex */
export const hexSpot = (hex) => `hex-${hex}`;

/**
 * Returns whether hexes are linked: from each of them one can step to all others, on these alone.
 * @param {readonly string[]} hexes
 * @param {(hex: string) => readonly string[]} near  the neighbours of a hex
 */
export function linked(hexes, near) {
  const left = new Set(hexes);
  const reached = hexes.slice(0, 1);
  reached.forEach((hex) => left.delete(hex));
  while (reached.length) {
    for (const hex of near(/** @type {string} */ (reached.pop()))) {
      if (left.delete(hex)) reached.push(hex);
    }
  }
  return left.size === 0;
}
