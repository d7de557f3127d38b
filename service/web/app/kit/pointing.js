/**
 * Pointing at places one after the other, such as the source and the target of an attack. The
 * possible sequences decide what comes next; a player can take every step back.
 *
 * @typedef {import("/page/app/ruleset.js").Spot} Spot
 */

/**
 * What the player has pointed at so far.
 * @template {string} Place
 */
export class Pointing {
  /** The chosen places, in order. @type {readonly Place[]} */
  chosen = [];
  #paths;
  #changed;
  #confirm;

  /**
   * @param {readonly (readonly Place[])[]} paths  the possible sequences
   * @param {() => void} changed  called after each step
   * @param {() => void} confirm  called when the player chooses the last place a second time
   */
  constructor(paths, changed, confirm) {
    this.#paths = paths;
    this.#changed = changed;
    this.#confirm = confirm;
  }

  /** Whether no further place follows. */
  get done() {
    return this.chosen.length > 0 && !this.among(this.chosen.length).length;
  }

  /** The number of the step that is due; at the end, the last one, which can still be changed. */
  get step() {
    return this.chosen.length - (this.done ? 1 : 0);
  }

  get undoable() {
    return this.chosen.length > 0;
  }

  undo() {
    this.pick(this.chosen.length - 1, null);
  }

  /**
   * Chooses the previous places again, as far as they are still possible.
   * @param {readonly Place[]} places
   */
  restore(places) {
    this.chosen = [];
    for (const place of places) {
      if (!this.among(this.chosen.length).includes(place)) break;
      this.chosen = [...this.chosen, place];
    }
    this.#changed();
  }

  /**
   * Returns the possible places of a step, after those chosen before it.
   * @param {number} step  from 0
   */
  among(step) {
    if (step > this.chosen.length) return [];
    return [...new Set(this.#after(step).flatMap((path) => path.slice(step, step + 1)))];
  }

  /**
   * Chooses the place of a step, and the next ones as long as there is only one; null takes the
   * step back. Later steps are taken back.
   * @param {number} step
   * @param {Place | null} place
   */
  pick(step, place) {
    this.chosen = this.chosen.slice(0, step);
    if (place !== null) this.#follow(place);
    this.#changed();
  }

  /**
   * Returns the spots: those chosen before the step that is due, to take them back, and the possible
   * ones of this step.
   * @param {(place: Place, step: number, chosen: boolean) => Omit<Spot, "choose" | "state">} describe
   * @returns {Spot[]}
   */
  spots(describe) {
    const { chosen, step } = this;
    const here = this.among(step);
    const before = chosen.slice(0, step).map((place, index) => ({ place, index }))
      .filter(({ place }) => !here.includes(place));
    return [
      ...before.map(({ place, index }) => /** @type {Spot} */ ({
        ...describe(place, index, true), state: "chosen", choose: () => this.pick(index, null),
      })),
      ...here.map((place) => /** @type {Spot} */ (place === chosen[step]
        ? { ...describe(place, step, true), state: "chosen", choose: this.#confirm }
        : { ...describe(place, step, false), state: "legal", choose: () => this.pick(step, place) })),
    ];
  }

  /** @param {Place} place */
  #follow(place) {
    /** @type {Place | undefined} */
    let next = place;
    while (next !== undefined) {
      this.chosen = [...this.chosen, next];
      const { length } = this.chosen;
      const [only, ...others] = this.among(length);
      const ends = this.#after(length).some((path) => path.length === length);
      next = ends || others.length ? undefined : only;
    }
  }

  /** Returns the sequences that begin with the places chosen before a step. @param {number} step */
  #after(step) {
    return this.#paths.filter((path) => (
      this.chosen.slice(0, step).every((place, index) => path[index] === place)));
  }
}
