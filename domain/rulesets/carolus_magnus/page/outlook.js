/**
 * The outcome of each possible move of the emperor, in sentences of the service.
 *
 * @typedef {import("/page/app/ruleset.js").Action} Action
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("/page/app/ruleset.js").Effect} Effect
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
    const { turn, steps, before } = this;
    try {
      const verdict = await turn.ask(before, steps.map((steps) => ({ type: "move_emperor", steps })));
      if (verdict.events.some(({ event }) => event.type === "marker_taken")) {
        this.sentences = verdict.sentences.map(({ text }) => text);
      }
      this.failed = !verdict.legal;
      verdict.alternatives.forEach((effect, at) => {
        this.forecasts.set(steps[at], forecast(turn, effect, verdict.position, steps[at]));
      });
    } catch {
      // No forecast is possible now; the service still judges what the player sends.
      this.failed = true;
    }
    turn.changed();
  }
}

/**
 * @param {Turn} turn
 * @param {Effect} effect of the move
 * @param {Position} position before the move
 * @param {number} steps
 * @returns {Forecast}
 */
function forecast({ t }, effect, position, steps) {
  if (!effect.legal) {
    const sentences = effect.refusals.map(({ message }) => message);
    return { sentences, side: null, parts: [] };
  }
  const [moved, ...changes] = effect.sentences.map(({ text }) => text);
  if (!changes.length) return { sentences: [moved], side: null, parts: [] };
  const events = effect.events.map(({ event }) => event);
  const { side } = events.find((event) => "side" in event) ?? { side: null };
  const { parts } = events.find((event) => "parts" in event) ?? { parts: [destination(position, steps)] };
  // After a takeover, add the castles in play; the sentence on the end of the game has them already.
  const taken = events.some(({ type }) => type === "territory_taken_over");
  if (taken && !events.some(({ type }) => type === "game_ended")) {
    const castles = sidesText(t, effect.position.castles_in_play);
    changes.push(t("outlook.castles", { castles }));
  }
  return { sentences: changes, side, parts };
}
