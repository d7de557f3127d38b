/** The pace at which the page plays back what other players did: a setting. */
import { moves } from "/page/app/board/moves.js";
import { store } from "/page/app/store.js";

/** The paces to choose from, relative to the usual one; 0 is without playback. */
export const PACES = /** @type {const} */ ([0, 0.5, 1, 2]);

/** How long a step is shown at the usual pace: less if there are many, but never too short to read. */
const STEP_MS = 1000;
const ALL_MS = 10_000;
const STEP_MS_MIN = 350;

/** Returns the pace. People who want no motion get no playback, unless they choose one. */
export const pace = () => store.settings.pace ?? (moves() ? 1 : 0);

/**
 * Returns how long to show a step, in milliseconds.
 * @param {number} left  the number of steps to show, including this one
 */
export const restOf = (left) => Math.max(STEP_MS_MIN, Math.min(STEP_MS, ALL_MS / left)) / pace();
