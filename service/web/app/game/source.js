/** What the service tells of one game, to whom the token is of. */
import { api } from "/page/app/api.js";

/** @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent */
/** @typedef {import("/page/api").components["schemas"]["Game"]} Game */

/** How many events are asked for at once. */
const PAGE = 1000;

/** How many legal actions come with the choices, for controls that list them. */
const LISTED = 100;

export class Source {
  #path;
  #token;

  /**
   * @param {string} id
   * @param {() => string | undefined} token  to look with
   */
  constructor(id, token) {
    this.#path = `/v1/games/${id}`;
    this.#token = token;
  }

  /** The game as it is now. @returns {Promise<Game>} */
  game() {
    return this.#get("");
  }

  /** The game as it was at a version. @param {number} version @param {AbortSignal} [signal] @returns {Promise<Game>} */
  gameAt(version, signal) {
    return this.#get(`?version=${version}`, signal);
  }

  /**
   * All events after a version, up to another; what came since is for the live connection to tell,
   * for whoever had it already would not hear that the game has gone on.
   * @param {number} after
   * @param {number} upTo
   */
  async events(after, upTo) {
    /** @type {GameEvent[]} */
    const events = [];
    while (after + events.length < upTo) {
      const told = await this.#get(`/events?after=${after + events.length}&limit=${PAGE}`);
      if (!told.events.length) break;
      events.push(...told.events);
    }
    return events.slice(0, upTo - after);
  }

  /** The board at a version, as SVG. @param {number} version @param {AbortSignal} [signal] @returns {Promise<string>} */
  picture(version, signal) {
    const path = `${this.#path}/board.svg?version=${version}&part=board`;
    return api.text(path, { token: this.#token(), signal });
  }

  /** What the seat may do whose token it is; from a cursor on. @param {string} [cursor] */
  legal(cursor) {
    return this.#get(`/legal-actions?limit=${LISTED}${cursor ? `&cursor=${cursor}` : ""}`);
  }

  /** The seat that a token is of; it need not be the one to look with. @param {string} token @returns {Promise<number>} */
  async seatOf(token) {
    return (await api.get(`${this.#path}/legal-actions?limit=1`, { token })).seat;
  }

  /** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
  #get(path, signal) {
    return api.get(this.#path + path, { token: this.#token(), signal });
  }
}
