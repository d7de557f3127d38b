/** Seasons in words: the months of a calendar quarter, such as "October – December 2026". */
import { speech } from "/page/app/i18n.js";

const MONTHS = 3;

/**
 * Returns the months of a season; an address may have text that is none.
 * @param {string} season  such as `2026-Q4`
 */
export function seasonText(season) {
  const [year, quarter] = season.split("-Q").map(Number);
  if (!(year && quarter)) return season;
  const month = (/** @type {number} */ number) => Date.UTC(year, MONTHS * (quarter - 1) + number);
  return new Intl.DateTimeFormat(speech.language, { month: "long", year: "numeric", timeZone: "UTC" })
    .formatRange(month(0), month(MONTHS - 1));
}
