/** What time it is at the service: the clock of this machine may be wrong by hours. */

/** How far the clock of the service is before ours, as its last answer says. */
let aheadMs = 0;

/** The time of the service, in milliseconds. */
export const serviceNow = () => Date.now() + aheadMs;

/** Learn the time from an answer of the service, which tells whole seconds. @param {Response} answer */
export function takeTime(answer) {
  const told = Date.parse(answer.headers.get("Date") ?? "");
  if (Number.isNaN(told)) return;
  const off = told + 500 - Date.now();
  if (Math.abs(off - aheadMs) > 1000) aheadMs = off;
}
