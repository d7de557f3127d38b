/**
 * The outcome of each possible move of the emperor, in sentences of the service.
 *
 * @typedef {import("/page/app/ruleset.js").Action} Action
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("/page/app/ruleset.js").Verdict} Verdict
 * @typedef {import("./board.js").Position} Position
 * @typedef {{sentences: string[], side: string | null, parts: readonly number[]}} Forecast `side`:
 *   the side that builds or takes over; `parts`: the territories; several of them merge.
 */
import { destination } from "./board.js";
import { sidesText } from "./phrases.js";

/** Asks once for all moves, and notifies the turn when the answers arrive. */
export class Outlook {
  /**
   * @param {Turn} turn
   * @param {readonly number[]} steps
   * @param {Action[]} [before] the actions before the emperor moves
   */
  constructor(turn, steps, before = []) {
    this.turn = turn;
    this.steps = steps;
    this.before = before;
    /** @type {Map<number, Forecast>} */
    this.forecasts = new Map();
    /** The consequences of the actions before the move. @type {string[]} */
    this.sentences = [];
    this.failed = false;
    this.language = turn.t("language");
    this.ready = this.#ask();
  }

  /** Returns the outlook in the current language of the page. */
  current() {
    const { turn, steps, before } = this;
    return this.language === turn.t("language") ? this : new Outlook(turn, steps, before);
  }

  async #ask() {
    try {
      const position = await this.#prepared();
      await Promise.all(this.steps.map((steps) => this.#walk(steps, position)));
    } catch {
      // No forecast is possible now; the service still judges what the player sends.
      this.failed = true;
    }
    this.turn.changed();
  }

  /** Returns the position from which he moves. @returns {Promise<Position>} */
  async #prepared() {
    const { turn, before } = this;
    if (!before.length) return turn.position;
    const verdict = await turn.ask(before);
    if (verdict.events.some(({ event }) => event.type === "marker_taken")) {
      this.sentences = verdict.sentences.map(({ text }) => text);
    }
    return verdict.position;
  }

  /** @param {number} steps @param {Position} position */
  async #walk(steps, position) {
    const { turn, before } = this;
    const verdict = await turn.ask([...before, { type: "move_emperor", steps }]);
    this.forecasts.set(steps, forecast(turn, verdict, position, steps, before.length));
  }
}

/**
 * @param {Turn} turn
 * @param {Verdict} verdict
 * @param {Position} position before the move
 * @param {number} steps
 * @param {number} index of the move among the actions
 * @returns {Forecast}
 */
function forecast({ t }, verdict, position, steps, index) {
  if (!verdict.legal) {
    const sentences = verdict.refusals.map(({ message }) => message);
    return { sentences, side: null, parts: [] };
  }
  const own = verdict.sentences.filter((one) => one.index === index);
  const [moved, ...changes] = own.map(({ text }) => text);
  if (!changes.length) return { sentences: [moved], side: null, parts: [] };
  const events = verdict.events.filter((one) => one.index === index).map(({ event }) => event);
  const { side } = events.find((event) => "side" in event) ?? { side: null };
  const { parts } = events.find((event) => "parts" in event) ?? { parts: [destination(position, steps)] };
  // After a takeover, add the castles in play; the sentence on the end of the game has them already.
  const taken = events.some(({ type }) => type === "territory_taken_over");
  if (taken && !events.some(({ type }) => type === "game_ended")) {
    const castles = sidesText(t, verdict.position.castles_in_play);
    changes.push(t("outlook.castles", { castles }));
  }
  return { sentences: changes, side, parts };
}
