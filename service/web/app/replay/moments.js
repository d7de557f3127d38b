/**
 * The state of the table at each version: its picture and position, fetched once and cached. The
 * service knows every version of a game; for a record from a file, its replay supplied the position
 * after each entry, and the service draws a given position.
 */
import { api } from "/page/app/api.js";
import { speech } from "/page/app/i18n.js";
import { idOf } from "/page/app/rulesets.js";

/** @typedef {import("/page/app/ruleset.js").Position} Position */
/** @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent */
/** @typedef {import("/page/app/story.js").Sentence} Sentence */

/** @typedef {import("/page/api").components["schemas"]["Game"]} Game */

/**
 * The state of the table at a version: `game` as the service has it, null for a record from a file.
 * @typedef {{ game: Game | null, picture: string | null, position: Position }} Moment
 */

/**
 * A source of moments.
 * @typedef {object} Moments
 * @property {readonly GameEvent[]} events  all known ones, in order
 * @property {readonly Sentence[]} story  in sentences
 * @property {readonly number[]} own  our seats
 * @property {() => (Moment & { version: number }) | null} now  the game as it is now, if it goes on
 * @property {(version: number) => boolean} has  whether there is a moment of this version
 * @property {(version: number) => Promise<Moment>} at
 * @property {(versions: readonly number[]) => void} want  aborts all other pending requests
 */

/** The number of moments to cache; a picture is about 50 kB. */
const KEPT_MAX = 150;

/** A cache of the latest promises; after a failure or an abort, the next use asks again. */
class Kept {
  /** @type {Map<string, Promise<Moment>>} */
  #all = new Map();
  /** The pending requests. @type {Map<string, AbortController>} */
  #asked = new Map();

  /** @param {number} version @param {(signal: AbortSignal) => Promise<Moment>} ask @returns {Promise<Moment>} */
  get(version, ask) {
    const key = keyOf(version);
    const found = this.#all.get(key) ?? this.#ask(key, ask);
    this.#all.delete(key);
    this.#all.set(key, found);
    const [oldest] = this.#all.keys();
    if (this.#all.size > KEPT_MAX) this.#all.delete(oldest);
    return found;
  }

  /** Aborts pending requests that are no longer wanted. @param {readonly number[]} versions */
  want(versions) {
    const keys = new Set(versions.map(keyOf));
    for (const [key, ending] of this.#asked) {
      if (keys.has(key)) continue;
      this.#forget(key, ending);
      ending.abort();
    }
  }

  /** @param {string} key @param {(signal: AbortSignal) => Promise<Moment>} ask */
  #ask(key, ask) {
    const ending = new AbortController();
    this.#asked.set(key, ending);
    const asked = ask(ending.signal);
    asked.then(() => this.#asked.delete(key), () => this.#forget(key, ending));
    return asked;
  }

  /**
   * @param {string} key @param {AbortController} ending  of the forgotten request; there may be a
   *   newer one
   */
  #forget(key, ending) {
    if (this.#asked.get(key) !== ending) return;
    this.#asked.delete(key);
    this.#all.delete(key);
  }
}

/** Returns the key of a picture, which contains words. @param {number} version */
const keyOf = (version) => `${version} ${speech.language}`;

/** @implements {Moments} */
export class MomentsOfGame {
  #game;
  #kept = new Kept();

  /** @param {Pick<import("/page/app/game/followed.js").Followed, "events" | "story" | "source" | "own" | "now">} game */
  constructor(game) {
    this.#game = game;
  }

  get own() {
    return this.#game.own;
  }

  now = () => this.#game.now;

  get events() {
    return this.#game.events;
  }

  get story() {
    return this.#game.story;
  }

  has = () => true;

  /** @param {number} version */
  at(version) {
    const { source } = this.#game;
    return this.#kept.get(version, async (signal) => {
      const asked = [source.gameAt(version, signal), source.picture(version, signal)];
      const [game, picture] = await Promise.all(/** @type {any[]} */ (asked));
      return { game, position: game.position, picture };
    });
  }

  /** @param {readonly number[]} versions */
  want(versions) {
    this.#kept.want(versions);
  }

  /** Empties the cache: viewers see more after the end of the game. */
  forget() {
    this.#kept = new Kept();
  }
}

/** @implements {Moments} */
export class MomentsOfRecord {
  #kept = new Kept();
  #ruleset;
  #options;
  /** @type {Map<number, Position>} */
  #positions;

  /** @param {import("/page/app/proof/material.js").Gathered} gathered */
  constructor({ record, events, steps, story }) {
    this.events = events;
    /** @type {readonly Sentence[]} */
    this.story = story;
    this.#ruleset = idOf(record.ruleset);
    this.#options = record.options;
    this.#positions = new Map(steps.map(({ version, position }) => [version, position]));
  }

  /** @type {readonly number[]} */
  own = [];

  now = () => null;

  has = (/** @type {number} */ version) => this.#positions.has(version);

  /** @param {number} version */
  at(version) {
    const position = this.#positions.get(version) ?? null;
    return this.#kept.get(version, async (signal) => (
      { game: null, position, picture: await this.#draw(position, signal) }
    ));
  }

  /** @param {readonly number[]} versions */
  want(versions) {
    this.#kept.want(versions);
  }

  /** @param {Position} position @param {AbortSignal} signal @returns {Promise<string | null>} */
  async #draw(position, signal) {
    if (position === null) return null;
    const body = { position, options: this.#options, part: "board" };
    return api.askText(`/v1/rulesets/${this.#ruleset}/board.svg`, { body, signal });
  }
}
