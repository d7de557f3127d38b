/** Whether an action is the one that a lesson expects. */

/**
 * Returns whether an action has all members that a lesson expects; the order of lists is ignored.
 * @param {any} expected
 * @param {any} found
 * @returns {boolean}
 */
export function fits(expected, found) {
  if (Array.isArray(expected)) {
    if (!Array.isArray(found) || found.length !== expected.length) return false;
    const [left, right] = [sorted(expected), sorted(found)];
    return left.every((one, index) => fits(one, right[index]));
  }
  if (expected === null || typeof expected !== "object") return expected === found;
  if (found === null || typeof found !== "object") return false;
  return Object.keys(expected).every((name) => name in found && fits(expected[name], found[name]));
}

/** @param {any[]} values */
const sorted = (values) => [...values].sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1));

/** Returns a value as text, with its members in order. @param {any} value @returns {string} */
const textOf = (value) => JSON.stringify(value, (_, one) => (
  one && typeof one === "object" && !Array.isArray(one)
    ? Object.fromEntries(Object.entries(one).sort(([left], [right]) => (left < right ? -1 : 1))) : one));
