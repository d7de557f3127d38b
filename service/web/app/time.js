/** The time of the service: the clock of this machine may be wrong by hours. */

/** How far the service's clock is ahead of this one, by its last answer. */
let aheadMs = 0;

/** Returns the time of the service, in milliseconds. */
export const serviceNow = () => Date.now() + aheadMs;

/** Takes the time from an answer of the service, to the whole second. @param {Response} answer */
export function takeTime(answer) {
  const date = Date.parse(answer.headers.get("Date") ?? "");
  if (Number.isNaN(date)) return;
  const off = date + 500 - Date.now();
  if (Math.abs(off - aheadMs) > 1000) aheadMs = off;
}
