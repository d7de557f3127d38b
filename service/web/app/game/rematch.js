/** Who wants a rematch: no stream reports it after the end of a game. */
import { api, pause, Problem } from "/page/app/api.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/api").components["schemas"]["Game"]} Game */

/** @typedef {import("/page/app/game/followed.js").Followed} Followed */

/** The first pause before asking again; it grows each time. */
const WAIT_MS = 2500;
const WAIT_GROWS = 1.15;
const WAIT_MS_MAX = 60_000;

/**
 * Follows the rematch of a finished game, until we have a seat in it.
 * @param {Followed} followed
 * @param {() => boolean} left  whether nobody looks at it any longer
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

/** Asks who has a seat in the next game already. @param {Followed} followed */
async function askNext(followed) {
  const id = followed.game?.rematch?.id;
  if (!id || document.hidden || !followed.own.length) return;
  try {
    followed.askers = (await askersOf(id)).map(({ seat }) => seat);
    followed.changed();
  } catch (error) {
    // Nothing depends on this; it asks again.
    if (!(error instanceof Problem)) throw error;
  }
}

/** Returns the seats taken in the next game, while it waits for the others. @param {string} id */
export async function askersOf(id) {
  /** @type {Game} */
  const { status, seats } = await api.get(`/v1/games/${id}`);
  return seats.filter((seat) => status === "open" && seat.taken && !seat.bot);
}
