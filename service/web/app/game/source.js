/** The service's data on one game, as seen with a token. */
import { api } from "/page/app/api.js";

/** @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent */
/** @typedef {import("/page/api").components["schemas"]["Game"]} Game */

/** The number of events per request. */
const PAGE = 1000;

/** The number of legal actions to list along with the choices. */
const LISTED = 100;

export class Source {
  #path;
  #token;

  /**
   * @param {string} id
   * @param {() => string | undefined} token  for reading
   */
  constructor(id, token) {
    this.#path = `/v1/games/${id}`;
    this.#token = token;
  }

  /** Returns the game as it is now. @returns {Promise<Game>} */
  game() {
    return this.#get("");
  }

  /**
   * Returns the game as it was at a version.
   * @param {number} version
   * @param {AbortSignal} [signal]
   * @returns {Promise<Game>}
   */
  gameAt(version, signal) {
    return this.#get(`?version=${version}`, signal);
  }

  /**
   * Returns all events after a version, up to another. The live connection delivers later ones;
   * with them here already, it could not announce that the game has moved on.
   * @param {number} after
   * @param {number} upTo
   */
  async events(after, upTo) {
    /** @type {GameEvent[]} */
    const events = [];
    while (after + events.length < upTo) {
      const page = await this.#get(`/events?after=${after + events.length}&limit=${PAGE}`);
      if (!page.events.length) break;
      events.push(...page.events);
    }
    return events.slice(0, upTo - after);
  }

  /**
   * Returns the sentences on the events after a version.
   * @param {number} after
   * @returns {Promise<import("/page/app/story.js").Sentence[]>}
   */
  async story(after) {
    const sentences = [];
    for (let cursor = ""; ;) {
      const page = await this.#get(`/story?after=${after}${cursor}`);
      sentences.push(...page.sentences);
      if (page.next === null) return sentences;
      cursor = `&cursor=${page.next}`;
    }
  }

  /**
   * Returns the board at a version, as SVG.
   * @param {number} version
   * @param {AbortSignal} [signal]
   * @returns {Promise<string>}
   */
  picture(version, signal) {
    const path = `${this.#path}/board.svg?version=${version}&part=board`;
    return api.text(path, { token: this.#token(), signal });
  }

  /** Returns the legal actions of the token's seat, from a cursor on. @param {string} [cursor] */
  legal(cursor) {
    return this.#get(`/legal-actions?limit=${LISTED}${cursor ? `&cursor=${cursor}` : ""}`);
  }

  /** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
  #get(path, signal) {
    return api.get(this.#path + path, { token: this.#token(), signal });
  }
}
