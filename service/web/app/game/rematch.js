/** Who wants to play again: after the end no stream tells it. */
import { api, pause, Problem } from "/page/app/api.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/api").components["schemas"]["Game"]} Game */

/** @typedef {import("/page/app/game/followed.js").Followed} Followed */

/** How soon one looks again, and how much longer each time. */
const WAIT_MS = 2500;
const WAIT_GROWS = 1.15;
const WAIT_MS_MAX = 60_000;

/**
 * Follow what becomes of a game that is over, until we sit in the next one.
 * @param {Followed} followed
 * @param {() => boolean} left  whether nobody looks at it any more
 */
export async function rematchOf(followed, left) {
  let wait = WAIT_MS;
  while (!left() && followed.game?.status === "over" && !sitsInNext(followed)) {
    await askNext(followed);
    await pause(wait);
    wait = Math.min(wait * WAIT_GROWS, WAIT_MS_MAX);
    if (!document.hidden && followed.own.length) await followed.read();
  }
}

/** @param {Followed} followed */
const sitsInNext = ({ game }) => store.game(game?.rematch?.id ?? "") !== undefined;

/** Ask who sits in the next game already. @param {Followed} followed */
async function askNext(followed) {
  const id = followed.game?.rematch?.id;
  if (!id || document.hidden || !followed.own.length) return;
  try {
    followed.askers = (await askersOf(id)).map(({ seat }) => seat);
    followed.changed();
  } catch (error) {
    // Nothing depends on it: it is asked again.
    if (!(error instanceof Problem)) throw error;
  }
}

/** Those who sit in the next game already, and wait for the others. @param {string} id */
export async function askersOf(id) {
  /** @type {Game} */
  const { status, seats } = await api.get(`/v1/games/${id}`);
  return seats.filter((seat) => status === "open" && seat.taken && !seat.bot);
}
