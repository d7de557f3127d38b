/** The numbers of a tournament for people: points, which are sixtieths, and tie-breaks. */
import { speech } from "/page/app/i18n.js";

/** Fractions that have a sign of their own, in sixtieths. @type {ReadonlyMap<number, string>} */
const SIGNS = new Map([
  [30, "½"], [20, "⅓"], [40, "⅔"], [15, "¼"], [45, "¾"], [12, "⅕"], [24, "⅖"], [36, "⅗"], [48, "⅘"],
  [10, "⅙"], [50, "⅚"],
]);

/** What one point of a tie-break is; 1 for those that are not here. @type {Readonly<Record<string, number>>} */
export const UNITS = {
  "BH": 3600, "BH-C1": 3600, "BH-C2": 3600, "BH-M1": 3600, "MBH": 3600, "SB": 7200, "MSB": 7200,
  "PS": 60, "PS-C1": 60, "KS": 60, "DUELS": 120,
};

/** Tie-breaks whose values are below zero, because fewer is better. */
export const FALLING = ["LOT", "SEATS", "DE"];

/** Returns points, such as 2½. @param {number} sixtieths */
export const pointsText = (sixtieths) => fraction(sixtieths / 60);

/**
 * Returns the value of a tie-break.
 * @param {string} tieBreak
 * @param {number} value
 */
export const valueText = (tieBreak, value) =>
  fraction((FALLING.includes(tieBreak) ? -value : value) / (UNITS[tieBreak] ?? 1));

/** @param {number} value */
function fraction(value) {
  const size = Math.abs(value);
  const whole = Math.floor(size + 1e-9);
  const sixtieths = (size - whole) * 60;
  const sign = SIGNS.get(Math.round(sixtieths));
  const minus = value < 0 ? "−" : "";
  if (Math.abs(sixtieths) < 1e-6) return `${minus}${whole}`;
  if (sign && Math.abs(sixtieths - Math.round(sixtieths)) < 1e-6) return `${minus}${whole || ""}${sign}`;
  return new Intl.NumberFormat(speech.language, { maximumFractionDigits: 2 }).format(value);
}
