/** JSON in its canonical form, RFC 8785: what hashes, seals and signatures are over. */

/** A value that no canonical form is told for, such as a number with a fraction. */
export class NotCanonical extends Error {}

/**
 * The canonical form of a value that came from JSON. All numbers here are whole; one that a
 * browser cannot hold exactly is refused, rather than hashed as another number.
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new NotCanonical(`${value} is no whole number`);
    return String(value);
  }
  if (value === undefined) throw new NotCanonical("nothing has no form");
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** Whether two values are the same as JSON; what has no canonical form is like nothing. */
export function same(/** @type {any} */ one, /** @type {any} */ other) {
  try {
    return canonical(one) === canonical(other);
  } catch (error) {
    if (error instanceof NotCanonical) return false;
    throw error;
  }
}
