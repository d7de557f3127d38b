/**
 * State rebuilt from a game's events: a ruleset defines a ledger of what its sentences and graphs
 * need, and this module feeds it the events. A take-back restores the ledger from before the
 * decisions.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 */

/**
 * A ruleset's state: plain fields that can be copied. `note` is the result of the last event.
 * @template Note
 * @typedef {{note: Note, follow(event: GameEvent): void}} Ledger
 */

/**
 * Feeds events to a ledger.
 * @template Note
 * @template {Ledger<Note>} Kept
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

  /** The seats of the decisions that can be taken back, oldest first. */
  get deciders() {
    return this.#decisions.map(({ seat }) => seat);
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

/** A ledger of nothing. @implements {Ledger<null>} */
class Blank {
  note = null;

  follow() {}
}

/**
 * Returns the seats of the decisions that can be taken back, oldest first.
 * @param {readonly GameEvent[]} events  all of a game
 */
export function decidersIn(events) {
  const follower = new Follower(() => new Blank());
  for (const event of events) follower.follow(event);
  return follower.deciders;
}

/**
 * The notes on the events of all games shown.
 * @template Note
 */
export class Chronicle {
  /**
   * By the first event of a list, the progress so far; a list that grows is continued.
   * @type {WeakMap<GameEvent, {follower: Follower<Note, Ledger<Note>>, notes: Note[]}>}
   */
  #followed = new WeakMap();
  #begin;

  /** @param {(seats: Seats) => Ledger<Note>} begin */
  constructor(begin) {
    this.#begin = begin;
  }

  /**
   * Returns the note on this event; null without the events before it.
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
