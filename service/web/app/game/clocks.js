/**
 * The clocks of a game as they stand at this moment, by the time of the service; when they show
 * another second, and when there is little left.
 */
import { serviceNow } from "/page/app/time.js";

/** @typedef {NonNullable<import("/page/api").components["schemas"]["Game"]["clocks"]>} Clocks */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** What is left of so much is little, unless that is most of all there is. */
const LITTLE_MS = 30_000;
const LITTLE_SHARE = 1 / 4;

/** It is said once when there is little left, and once more at this mark, unless that comes soon. */
const LEAST_MS = 10_000;

/** Whether the time of a seat runs. @param {Clocks} clocks @param {number} seat */
export const runs = (clocks, seat) => clocks.since !== null && clocks.running.includes(seat);

/** What is left to a seat, in milliseconds. @param {Clocks} clocks @param {number} seat */
export function left(clocks, seat) {
  const passed = runs(clocks, seat) ? serviceNow() - Date.parse(clocks.since ?? "") : 0;
  return Math.max(0, clocks.left_ms[seat] - Math.max(0, passed));
}

/** From when on there is little left, in milliseconds. @param {Clocks} clocks */
export function little({ clock }) {
  if (clock.kind === "days") return HOUR_MS;
  return Math.min(LITTLE_MS, clock.seconds * 1000 * LITTLE_SHARE);
}

/** How long until a clock shows something else; null if none runs. @param {Clocks | null | undefined} clocks */
export function untilNext(clocks) {
  const seats = clocks?.running.filter((seat) => runs(clocks, seat)) ?? [];
  const waits = seats.map((seat) => {
    const rest = left(/** @type {Clocks} */ (clocks), seat);
    return rest > 2 * DAY_MS ? 60_000 : rest % 1000 || 1000;
  });
  return waits.length ? Math.min(...waits) : null;
}

/** What of one's own clocks is to be said aloud: little of it, and seldom. */
export class Warnings {
  /** What was said last of each seat: the moment from which it ran, and at which mark. @type {Map<number, string>} */
  #said = new Map();

  /**
   * The seats of ours that have just come to a mark. Of one that begins with less, it is not said.
   * @param {Clocks} clocks
   * @param {readonly number[]} own
   */
  due(clocks, own) {
    return own.filter((seat) => {
      if (!runs(clocks, seat)) return false;
      const mark = marksOf(clocks, seat).findLast((one) => left(clocks, seat) <= one);
      const said = `${clocks.since} ${mark}`;
      if (mark === undefined || this.#said.get(seat) === said) return false;
      this.#said.set(seat, said);
      return true;
    });
  }
}

/** Where something is said, if the clock comes by there. @param {Clocks} clocks @param {number} seat */
function marksOf(clocks, seat) {
  const first = little(clocks);
  const marks = first >= 2 * LEAST_MS ? [first, LEAST_MS] : [first];
  return marks.filter((mark) => mark < clocks.left_ms[seat]);
}
