/**
 * The outcome of each possible move of the emperor: the service supplies the events, the board the
 * margins.
 *
 * @typedef {import("/page/app/ruleset.js").Action} Action
 * @typedef {{type: string} & Record<string, any>} Fact
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("/page/app/ruleset.js").Verdict} Verdict
 * @typedef {import("./board.js").Position} Position
 * @typedef {{sentences: string[], side: string | null, parts: readonly number[]}} Forecast `side`:
 *   the side that builds or takes over; `parts`: the territories; several of them merge.
 */
import { destination, influence, territoryAt } from "./board.js";
import { ending, resolved, unchanged } from "./story.js";
import { controlsText, sidesText } from "./phrases.js";

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
    const taken = /** @type {any[]} */ (verdict.events.map(({ event }) => event))
      .filter(({ type }) => type === "marker_taken");
    if (taken.length) {
      const controls = controlsText(turn.t, turn.seats, taken);
      this.sentences = [turn.t("outlook.control", { controls })];
    }
    return verdict.position;
  }

  /** @param {number} steps @param {Position} position */
  async #walk(steps, position) {
    const { turn, before } = this;
    const verdict = await turn.ask([...before, { type: "move_emperor", steps }]);
    const walk = verdict.events.filter(({ index }) => index === before.length);
    const events = walk.map(({ event }) => event).filter(({ type }) => type !== "emperor_moved");
    this.forecasts.set(steps, forecast(turn, { ...verdict, events }, position, steps));
  }
}

/**
 * @param {Turn} turn
 * @param {Omit<Verdict, "events"> & {events: Fact[]}} verdict and the events of the move itself
 * @param {Position} position before the move
 * @param {number} steps
 * @returns {Forecast}
 */
function forecast({ t, seats }, verdict, position, steps) {
  if (!verdict.legal) {
    const sentences = verdict.refusals.map(({ message }) => message);
    return { sentences, side: null, parts: [] };
  }
  const head = destination(position, steps);
  const territory = territoryAt(position, head);
  const note = { strengths: influence(position, territory), owner: territory.owner };
  const sentences = verdict.events.map((event) => (
    event.type === "game_ended" ? ending(event, seats, t) : resolved(event, seats, t, note)
  ));
  const changes = /** @type {string[]} */ (sentences.filter((sentence) => sentence !== null));
  if (!changes.length) {
    const sentence = unchanged(seats, t, note.strengths, note.owner) ?? "";
    return { sentences: [sentence], side: null, parts: [] };
  }
  const { side } = verdict.events.find((event) => "side" in event) ?? { side: null };
  const { parts } = verdict.events.find((event) => "parts" in event) ?? { parts: [head] };
  // After a takeover, add the castles in play; the sentence on the end of the game has them already.
  const taken = verdict.events.some(({ type }) => type === "territory_taken_over");
  if (taken && !verdict.events.some(({ type }) => type === "game_ended")) {
    const castles = sidesText(t, verdict.position.castles_in_play);
    changes.push(t("outlook.castles", { castles }));
  }
  return { sentences: changes, side, parts };
}
