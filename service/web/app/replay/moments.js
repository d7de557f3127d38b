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
 */

/** Moments that are kept; a picture is about 50 kB. */
const KEPT_MAX = 150;

/** @implements {Moments} */
export class MomentsOfGame {
  #table;
  #kept = new Kept();

  /**
   * @param {{ id: string, token: string | undefined, events: readonly GameEvent[],
   *   pictureAt: (version: number) => Promise<string> }} table
   */
  constructor(table) {
    this.#table = table;
  }

  get events() {
    return this.#table.events;
  }

  has() {
    return true;
  }

  /** @param {number} version */
  at(version) {
    return this.#kept.get(version, async () => {
      const { id, token } = this.#table;
      const game = await api.get(`/v1/games/${id}?version=${version}`, { token });
      const { position } = game;
      return { position, picture: position && await this.#table.pictureAt(version) };
    });
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
    return this.#kept.get(version, async () => ({ position, picture: await this.#draw(position) }));
  }

  /** @param {Position} position @returns {Promise<string | null>} */
  async #draw(position) {
    if (position === null) return null;
    const body = { position, options: this.#options, part: "board" };
    return api.askText(`/v1/rulesets/${this.#ruleset}/board.svg`, { body });
  }
}

/** Promises that are kept, the latest ones; what failed is asked for anew. */
class Kept {
  /** @type {Map<string, Promise<Moment>>} */
  #all = new Map();

  /** @param {number} version @param {() => Promise<Moment>} ask @returns {Promise<Moment>} */
  get(version, ask) {
    const key = `${version} ${speech.language}`; // pictures have words
    const found = this.#all.get(key) ?? ask();
    this.#all.delete(key);
    this.#all.set(key, found);
    found.catch(() => this.#all.delete(key));
    const [oldest] = this.#all.keys();
    if (this.#all.size > KEPT_MAX) this.#all.delete(oldest);
    return found;
  }
}
