/**
 * The clocks of a game at this moment, by the time of the service; when their display changes, and
 * when little time is left.
 */
import { serviceNow } from "/page/app/time.js";

/** @typedef {NonNullable<import("/page/api").components["schemas"]["Game"]["clocks"]>} Clocks */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Less than this is little time, unless it is most of the total. */
const LITTLE_MS = 30_000;
const LITTLE_SHARE = 1 / 4;

/** A second warning comes at this mark, unless it would follow the first too soon. */
const LEAST_MS = 10_000;

/** Returns whether the time of a seat is running. @param {Clocks} clocks @param {number} seat */
export const runs = (clocks, seat) => clocks.since !== null && clocks.running.includes(seat);

/** Returns the time left to a seat, in milliseconds. @param {Clocks} clocks @param {number} seat */
export function left(clocks, seat) {
  const passed = runs(clocks, seat) ? serviceNow() - Date.parse(clocks.since ?? "") : 0;
  return Math.max(0, clocks.left_ms[seat] - Math.max(0, passed));
}

/** Returns the threshold of little time, in milliseconds. @param {Clocks} clocks */
export function little({ clock }) {
  if (clock.kind === "days") return HOUR_MS;
  return Math.min(LITTLE_MS, clock.seconds * 1000 * LITTLE_SHARE);
}

/**
 * Returns the time until a clock's display changes; null if none is running.
 * @param {Clocks | null | undefined} clocks
 */
export function untilNext(clocks) {
  const seats = clocks?.running.filter((seat) => runs(clocks, seat)) ?? [];
  const waits = seats.map((seat) => {
    const rest = left(/** @type {Clocks} */ (clocks), seat);
    return rest > 2 * DAY_MS ? 60_000 : rest % 1000 || 1000;
  });
  return waits.length ? Math.min(...waits) : null;
}

/** The warnings about one's own clocks: only when little time is left, and rarely. */
export class Warnings {
  /**
   * The last warning of each seat: the time its clock started, and the mark.
   * @type {Map<number, string>}
   */
  #warned = new Map();

  /**
   * Returns our seats that have just reached a mark. A seat that starts below a mark gets no
   * warning.
   * @param {Clocks} clocks
   * @param {readonly number[]} own
   */
  due(clocks, own) {
    return own.filter((seat) => {
      if (!runs(clocks, seat)) return false;
      const mark = marksOf(clocks, seat).findLast((one) => left(clocks, seat) <= one);
      const warning = `${clocks.since} ${mark}`;
      if (mark === undefined || this.#warned.get(seat) === warning) return false;
      this.#warned.set(seat, warning);
      return true;
    });
  }
}

/** Returns the marks that a clock can reach. @param {Clocks} clocks @param {number} seat */
function marksOf(clocks, seat) {
  const first = little(clocks);
  const marks = first >= 2 * LEAST_MS ? [first, LEAST_MS] : [first];
  return marks.filter((mark) => mark < clocks.left_ms[seat]);
}
