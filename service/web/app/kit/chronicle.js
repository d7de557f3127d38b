/**
 * Counts over a whole game, for graphs: a ruleset defines a ledger of what it counts, and this
 * module feeds it the events. A take-back restores the ledger from before the decisions.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Graph} Graph
 * @typedef {import("/page/app/ruleset.js").Line} Line
 */

/**
 * What a ruleset counts: plain fields that can be copied.
 * @typedef {{follow(event: GameEvent): void}} Ledger
 */

/**
 * Feeds events to a ledger.
 * @template {Ledger} Kept
 */
class Follower {
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

/**
 * Returns graphs with a value for each line after each event of some types, and at the end.
 * @template {Ledger} Kept
 * @param {readonly GameEvent[]} events
 * @param {() => Kept} begin  creates an empty ledger
 * @param {readonly string[]} after  the types
 * @param {readonly Omit<Line, "values">[]} lines  of every graph
 * @param {readonly {title: string, value: (ledger: Kept, line: number) => number}[]} graphs
 * @returns {Graph[]}
 */
export function graphsOf(events, begin, after, lines, graphs) {
  const follower = new Follower(begin);
  /** @type {number[]} */
  const at = [];
  const found = graphs.map(({ title }) => (
    { title, at, lines: lines.map((line) => ({ ...line, values: /** @type {number[]} */ ([]) })) }));
  const value = (/** @type {number} */ graph, /** @type {number} */ line) => (
    graphs[graph].value(follower.ledger, line));
  const note = (/** @type {number} */ version) => {
    at.push(version);
    found.forEach(({ lines: each }, graph) => each.forEach(({ values }, line) => values.push(value(graph, line))));
  };
  for (const event of events) {
    follower.follow(event);
    if (after.includes(event.type)) note(event.version);
  }
  const changed = found.some(({ lines: each }, graph) => each.some(({ values }, line) => (
    values.at(-1) !== value(graph, line))));
  if (at.length && changed) note(events[events.length - 1].version);
  return found;
}
