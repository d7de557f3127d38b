/** The display of a clock: hours, minutes and seconds, or days. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { left, little, runs } from "/page/app/game/clocks.js";
import { t } from "/page/app/i18n.js";

/** @typedef {import("/page/app/game/clocks.js").Clocks} Clocks */

const DAY = 86_400;
const HOUR = 3600;

/**
 * Returns the clock of a seat at this moment.
 * @param {Clocks | null | undefined} clocks
 * @param {number} seat
 */
export function clockView(clocks, seat) {
  if (!clocks) return nothing;
  const rest = left(clocks, seat);
  const kind = `${runs(clocks, seat) ? "runs" : ""} ${rest <= little(clocks) ? "short" : ""}`;
  return html`<time class="clock ${kind}" aria-label=${leftText(clocks, seat)}>${timeText(rest)}</time>`;
}

/** Returns the time left to a seat, in words. @param {Clocks} clocks @param {number} seat */
export const leftText = (clocks, seat) => t("seat.left", { time: timeText(left(clocks, seat)) });

/** Returns a time in the form of a clock. @param {number} ms */
export function timeText(ms) {
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (seconds >= 2 * DAY) return t("seat.days", { count: Math.floor(seconds / DAY) });
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds >= HOUR ? `${Math.floor(seconds / HOUR)}:${rest}` : rest.replace(/^0/, "");
}
