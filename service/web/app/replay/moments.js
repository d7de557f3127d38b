/**
 * What was on the table at each version: its picture and its position, asked for once and kept.
 * Of a game the service knows every version; of a record that was dropped on the page it told the
 * position after each entry, and draws what it is shown.
 */
import { api } from "/page/app/api.js";
import { speech } from "/page/app/i18n.js";
import { idOf } from "/page/app/rulesets.js";

/** @typedef {import("/page/app/ruleset.js").Position} Position */
/** @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent */

/** @typedef {{ picture: string | null, position: Position }} Moment */

/**
 * Where moments come from.
 * @typedef {object} Moments
 * @property {readonly GameEvent[]} events  all that are known, the first one first
 * @property {(version: number) => boolean} has  whether there is a moment of this version
 * @property {(version: number) => Promise<Moment>} at
 * @property {(versions: readonly number[]) => void} want  what else is on its way is called off
 */

/** Moments that are kept; a picture is about 50 kB. */
const KEPT_MAX = 150;

/** Promises that are kept, the latest ones; what failed or was called off is asked for anew. */
class Kept {
  /** @type {Map<string, Promise<Moment>>} */
  #all = new Map();
  /** What is on its way. @type {Map<string, AbortController>} */
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

  /** Call off what is on its way and not wanted any more. @param {readonly number[]} versions */
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

  /** @param {string} key @param {AbortController} ending  of what is forgotten; another may be asked for since */
  #forget(key, ending) {
    if (this.#asked.get(key) !== ending) return;
    this.#asked.delete(key);
    this.#all.delete(key);
  }
}

/** Pictures have words. @param {number} version */
const keyOf = (version) => `${version} ${speech.language}`;

/** @implements {Moments} */
export class MomentsOfGame {
  #game;
  #kept = new Kept();

  /** @param {{ events: readonly GameEvent[], source: import("/page/app/game/source.js").Source }} game */
  constructor(game) {
    this.#game = game;
  }

  get events() {
    return this.#game.events;
  }

  has() {
    return true;
  }

  /** @param {number} version */
  at(version) {
    const { source } = this.#game;
    return this.#kept.get(version, async (signal) => {
      const asked = [source.gameAt(version, signal), source.picture(version, signal)];
      const [{ position }, picture] = await Promise.all(/** @type {any[]} */ (asked));
      return { position, picture };
    });
  }

  /** @param {readonly number[]} versions */
  want(versions) {
    this.#kept.want(versions);
  }

  /** Forget all of it: others see more when the game has ended. */
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

  /** @param {import("/page/app/proof/verify.js").Material} material */
  constructor({ record, events, steps }) {
    this.events = events;
    this.#ruleset = idOf(record.ruleset);
    this.#options = record.options;
    this.#positions = new Map(steps.map(({ version, position }) => [version, position]));
  }

  /** @param {number} version */
  has(version) {
    return this.#positions.has(version);
  }

  /** @param {number} version */
  at(version) {
    const position = this.#positions.get(version) ?? null;
    return this.#kept.get(version, async (signal) => (
      { position, picture: await this.#draw(position, signal) }
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
