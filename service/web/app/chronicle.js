/**
 * Counts over a whole game, for graphs: a ruleset defines a ledger of what it counts, and this
 * module feeds it the events. A take-back restores the ledger from before the decisions.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 */

/**
 * What a ruleset counts: plain fields that can be copied.
 * @typedef {{follow(event: GameEvent): void}} Ledger
 */

/**
 * Feeds events to a ledger.
 * @template {Ledger} Kept
 */
export class Follower {
  /**
   * Copies from before each decision that can be taken back.
   * @type {{seat: number, ledger: Kept}[]}
   */
  #decisions = [];
  #begin;

  /** @param {() => Kept} begin creates an empty ledger */
  constructor(begin) {
    this.#begin = begin;
    this.ledger = begin();
  }

  /** @param {GameEvent} event */
  follow(event) {
    switch (event.type) {
      case "decision_noted":
        this.#decisions.push({ seat: event.seat, ledger: this.#copy() });
        break;
      case "decisions_sealed":
        this.#decisions = [];
        break;
      case "decisions_taken_back": {
        const last = this.#decisions.findLastIndex(({ seat }) => seat === event.seat);
        if (last >= 0) this.ledger = this.#decisions[last].ledger;
        this.#decisions.length = Math.max(last, 0);
      }
    }
    this.ledger.follow(event);
  }

  #copy() {
    return Object.assign(this.#begin(), structuredClone({ ...this.ledger }));
  }
}
