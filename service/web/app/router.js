/**
 * Where the page is: the fragment of its address, in words. A fragment is never sent to anybody,
 * so the token of a seat may stand in the link that a friend is given; it is taken out at once.
 */
import { Changing } from "/page/app/events.js";
import { store } from "/page/app/store.js";

/**
 * A place of the page: `["games", "xivrn2kaxbp6dycz"]` for `#/games/xivrn2kaxbp6dycz`.
 * @typedef {object} Place
 * @property {string[]} path
 * @property {URLSearchParams} query
 */

/** What ids of games look like; whatever else stands in their place is part of no address. */
const GAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/;

/** Whether this may be the id of a game. @param {string | undefined} told */
export const isGame = (told) => GAME.test(told ?? "");

class Router extends Changing {
  /** @type {Place} */
  place = read();

  constructor() {
    super();
    addEventListener("hashchange", () => {
      this.place = read();
      this.changed();
    });
  }
}

/** @returns {Place} */
function read() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const place = { path: path.split("/").filter(Boolean), query: new URLSearchParams(query) };
  return takeToken(place);
}

/**
 * Keep the token in a friend's link, and take it out of the address. Of which seat it is, the
 * service knows: the number in the link is for people, who count from 1.
 * @param {Place} place
 */
function takeToken({ path, query }) {
  const token = query.get("token");
  const [screen, game] = path;
  if (token === null) return { path, query };
  const played = Object.values(store.game(game)?.seats ?? {}).includes(token);
  if (token && !played && screen === "games" && isGame(game)) store.keep(game, { link: token });
  // Where nothing lasts, the address is what leads back to the seat.
  if (!store.lasts) return { path, query };
  history.replaceState(null, "", `#/${path.join("/")}`);
  return { path, query: new URLSearchParams() };
}

export const router = new Router();

/** Go to another place of the page. @param {string} address such as `#/new` */
export function go(address) {
  location.hash = address;
}

/**
 * The link that lets a friend sit down.
 * @param {string} game
 * @param {number} seat
 * @param {string} token
 */
export const seatLink = (game, seat, token) => `${gameLink(game)}?seat=${seat + 1}&token=${token}`;

/** The link of a game, for who watches, or plays there already. @param {string} game */
export const gameLink = (game) => `${location.origin}${location.pathname}#/games/${game}`;
