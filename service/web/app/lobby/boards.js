/** The boards of games and rulesets as images for the lobby. */
import { api, pause, Problem } from "/page/app/api.js";
import { speech } from "/page/app/i18n.js";
import { idOf } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/lobby/games.js").GameSummary} GameSummary */

/** The shortest time between two pictures of one game. */
const REST_MS = 2000;

export class Boards {
  /** The last image of each board, and what it shows. @type {Map<string, {of: string, image: string}>} */
  #known = new Map();
  /** The boards that are being requested. @type {Set<string>} */
  #pending = new Set();
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /**
   * Returns the address of an image of a game's board: before the start, its set-up. Until the
   * current one has arrived, it is the previous one, or "".
   * @param {GameSummary} game
   */
  ofGame({ id, ruleset, options, status, version }) {
    if (status === "open" || status === "aborted") return this.ofRuleset(idOf(ruleset), options);
    const kept = store.game(id);
    const token = Object.values(kept?.seats ?? {})[0] ?? kept?.creator;
    return this.#image(id, `${version} ${speech.language}`, () =>
      api.text(`/v1/games/${id}/board.svg?part=board`, { token }));
  }

  /**
   * Returns the address of an image of the set-up of a ruleset, or "".
   * @param {string} ruleset
   * @param {any} [options]  those of a game, instead of the defaults
   */
  ofRuleset(ruleset, options) {
    return this.#image(`${ruleset} ${JSON.stringify(options)}`, speech.language, () =>
      api.askText(`/v1/rulesets/${ruleset}/board.svg`, { body: { options, part: "board" } }));
  }

  /**
   * @param {string} key
   * @param {string} of  what the image must show
   * @param {() => Promise<string>} ask
   */
  #image(key, of, ask) {
    const known = this.#known.get(key);
    if (known?.of !== of && !this.#pending.has(key) && !document.hidden) this.#load(key, of, ask);
    return known?.image ?? "";
  }

  /** @param {string} key @param {string} of @param {() => Promise<string>} ask */
  async #load(key, of, ask) {
    this.#pending.add(key);
    try {
      const image = `data:image/svg+xml,${encodeURIComponent(await ask())}`;
      this.#known.set(key, { of, image });
    } catch (error) {
      // The lobby is useful without it.
      if (!(error instanceof Problem)) throw error;
      this.#known.set(key, { of, image: "" });
    }
    this.#redraw();
    await pause(REST_MS);
    this.#pending.delete(key);
    this.#redraw();
  }
}
