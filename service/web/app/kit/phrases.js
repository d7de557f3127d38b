/** Phrases of controls in the language of the page. */

/** @typedef {import("/page/app/ruleset.js").Translate} Translate */

/** Returns "Anna, Ben and Cleo". @param {Translate} t @param {readonly string[]} parts */
export const listed = (t, parts) => listedIn(t("language"), parts);

/**
 * Returns a list in a sentence, as the service writes it: in English without a comma before "and".
 * @param {string} language
 * @param {readonly string[]} parts
 */
export const listedIn = (language, parts) =>
  new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "conjunction" }).format(parts);

/**
 * Returns a probability as a percentage; only certain results round to 0 or 100.
 * @param {Translate} t
 * @param {number} chance
 */
export function percent(t, chance) {
  const shown = chance <= 0 || chance >= 1 ? chance : Math.min(Math.max(chance, 0.01), 0.99);
  return new Intl.NumberFormat(t("language"), { style: "percent" }).format(shown);
}
