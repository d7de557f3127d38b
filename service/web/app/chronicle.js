/**
 * A game told again from its events: a ruleset keeps a ledger of what its sentences and graphs
 * need, and here it is led along the events. Where decisions were taken back, it is again as it
 * was before them.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 */

/**
 * What a ruleset keeps: plain fields that can be copied. `note` is what an event has come to.
 * @template Note
 * @typedef {{note: Note, follow(event: GameEvent): void}} Ledger
 */

/**
 * Leads a ledger along events.
 * @template Note
 * @template {Ledger<Note>} Kept
 */
export class Follower {
  /** As it was before each decision that can be taken back. @type {{seat: number, ledger: Kept}[]} */
  #decisions = [];
  #begin;

  /** @param {() => Kept} begin  gives a ledger in which nothing is told yet */
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

/**
 * The notes of all games that are told.
 * @template Note
 */
export class Chronicle {
  /**
   * By the first event of a list, how far it was followed; a list that grows is followed on.
   * @type {WeakMap<GameEvent, {follower: Follower<Note, Ledger<Note>>, notes: Note[]}>}
   */
  #followed = new WeakMap();
  #begin;

  /** @param {(seats: Seats) => Ledger<Note>} begin */
  constructor(begin) {
    this.#begin = begin;
  }

  /**
   * What the game had come to when this event happened; null without the events before it.
   * @param {GameEvent} event
   * @param {Seats} seats
   * @param {readonly GameEvent[]} events
   * @returns {Note | null}
   */
  noteOf(event, seats, events) {
    const [first] = events;
    if (!first) return null;
    let known = this.#followed.get(first);
    if (!known) {
      known = { follower: new Follower(() => this.#begin(seats)), notes: [] };
      this.#followed.set(first, known);
    }
    const { follower, notes } = known;
    while (notes.length < events.length) {
      follower.follow(events[notes.length]);
      notes.push(follower.ledger.note);
    }
    return notes[event.version - first.version] ?? null;
  }
}
