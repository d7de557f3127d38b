/** Seasons in words: the months of a calendar quarter, such as "October – December 2026". */
import { speech } from "/page/app/i18n.js";

const MONTHS = 3;
const SEASON = /^(\d{4})-Q([1-4])$/;

/**
 * Returns the months of a season; other text, which an address may have, stays as it is.
 * @param {string} season  such as `2026-Q4`
 */
export function seasonText(season) {
  const found = SEASON.exec(season);
  if (!found) return season;
  const [year, quarter] = found.slice(1).map(Number);
  const month = (/** @type {number} */ number) => Date.UTC(year, MONTHS * (quarter - 1) + number);
  return new Intl.DateTimeFormat(speech.language, { month: "long", year: "numeric", timeZone: "UTC" })
    .formatRange(month(0), month(MONTHS - 1));
}
