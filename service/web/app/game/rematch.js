/** Who wants to play again. */
import { api } from "/page/app/api.js";

/** @typedef {import("/page/api").components["schemas"]["Game"]} Game */

/** Those who sit in the next game already, and wait for the others. @param {string} id */
export async function askersOf(id) {
  /** @type {Game} */
  const { status, seats } = await api.get(`/v1/games/${id}`);
  return seats.filter((seat) => status === "open" && seat.taken && !seat.bot);
}
