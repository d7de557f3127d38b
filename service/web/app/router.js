/**
 * The current address of the page: the fragment, split into words. A browser never sends the
 * fragment, so a friend's link may contain the token of a seat; the page removes it at once.
 *
 * Links to share have the game in their path, `/games/<id>`, so that the service can describe it to
 * programs that preview links. The page goes on at the same address in the fragment.
 */
import { Changing } from "/page/app/events.js";
import { store } from "/page/app/store.js";

/**
 * An address of the page: `["games", "xivrn2kaxbp6dycz"]` for `#/games/xivrn2kaxbp6dycz`.
 * @typedef {object} Place
 * @property {string[]} path
 * @property {URLSearchParams} query
 */

/** The form of game ids; anything else in their place is not an address. */
const GAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/;

/** Returns whether this may be a game id. @param {string | undefined} text */
export const isGame = (text) => GAME.test(text ?? "");

/** Addresses to share: they are the same in the fragment. */
const SHARED = /^\/games\/./;

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
  const { hash, pathname } = location;
  if (SHARED.test(pathname)) history.replaceState(null, "", `/${hash || `#${pathname}`}`);
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const place = { path: path.split("/").filter(Boolean), query: new URLSearchParams(query) };
  return takeToken(place);
}

/**
 * Stores the token of a friend's link, and removes it from the address. The service knows the
 * token's seat; the number in the link is for people, who count from 1.
 * @param {Place} place
 */
function takeToken({ path, query }) {
  const token = query.get("token");
  const [screen, game] = path;
  if (token === null) return { path, query };
  const played = Object.values(store.game(game)?.seats ?? {}).includes(token);
  if (token && !played && screen === "games" && isGame(game)) store.open(game, token);
  // Without lasting storage, the address is the way back to the seat.
  if (!store.lasts) return { path, query };
  history.replaceState(null, "", `#/${path.join("/")}`);
  return { path, query: new URLSearchParams() };
}

export const router = new Router();

/**
 * Goes to another address of the page.
 * @param {string} address such as `#/new`
 */
export function go(address) {
  location.hash = address;
}

/**
 * Returns the link that lets a friend take a seat.
 * @param {string} game
 * @param {number} seat
 * @param {string} token
 */
export const seatLink = (game, seat, token) =>
  `${gameLink(game)}#/games/${game}?seat=${seat + 1}&token=${token}`;

/**
 * Returns the link of a game, for spectators and for players who have a seat.
 * @param {string} game
 * @param {number} [version]  of a moment in it
 */
export const gameLink = (game, version) =>
  `${location.origin}/games/${game}${version === undefined ? "" : `/v/${version}`}`;
