/** JSON in its canonical form, RFC 8785: the input of hashes, seals and signatures. */

/** A value without a canonical form here, such as a number with a fraction. */
export class NotCanonical extends Error {}

/**
 * Returns the canonical form of a value that came from JSON. All numbers must be integers; it
 * refuses one that a browser cannot represent exactly, instead of hashing a different number.
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new NotCanonical(`${value} is not a whole number`);
    return String(value);
  }
  if (value === undefined) throw new NotCanonical("nothing has no form");
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** Returns whether two values are equal as JSON; a value without a canonical form equals none. */
export function same(/** @type {any} */ one, /** @type {any} */ other) {
  try {
    return canonical(one) === canonical(other);
  } catch (error) {
    if (error instanceof NotCanonical) return false;
    throw error;
  }
}
