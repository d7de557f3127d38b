/** The scene of the step shown: made once for each version, so that it is played once. */
import { nothing } from "/page/vendor/lit-html/lit-html.js";

/** @typedef {import("/page/app/ruleset.js").Scene} Scene */

export class Scenes {
  #table;
  #replay;
  /** The version shown, and the one before it. */
  #version = 0;
  #before = 0;
  /** @type {Scene | null} */
  #scene = null;

  /**
   * @param {import("/page/app/game/table.js").Table} table
   * @param {import("/page/app/replay/at-table.js").Replay} replay
   */
  constructor(table, replay) {
    this.#table = table;
    this.#replay = replay;
  }

  /** The dice of the step shown. */
  get dice() {
    return this.here?.dice ?? nothing;
  }

  /** The scene; null if the ruleset has none for this step. */
  get here() {
    const { moment } = this.#replay;
    if (!moment || moment.version === this.#version) return this.#scene;
    [this.#before, this.#version] = [this.#version, moment.version];
    this.#scene = this.#make(moment.position);
    return this.#scene;
  }

  /** @param {import("/page/app/ruleset.js").Position} position */
  #make(position) {
    const { events, own, page, seats } = this.#table;
    const { since, step } = this.#replay;
    if (!position || !page?.scene) return null;
    const scene = page.scene({ step, events, position, seats });
    // Only a step forward moves pieces, and the player's own ones are in their places already.
    const moves = this.#before === since && !step.some(({ by }) => own.includes(Number(by)));
    return moves ? scene : { ...scene, flights: [] };
  }
}
