/**
 * Choosing several things of a few kinds, up to a total: two blue and one red, or some of several
 * units, where each unit is a kind of its own.
 */
import { html } from "/page/vendor/lit-html/lit-html.js";

/**
 * What the player has chosen so far.
 * @template Kind
 */
export class Tally {
  /** In the order in which the player chose them. @type {Kind[]} */
  named = [];
  #most;
  #total;
  #changed;

  /**
   * @param {readonly (readonly [Kind, number])[]} most  of each kind, in the order of the result
   * @param {number} total
   * @param {() => void} changed  called after each step
   */
  constructor(most, total, changed) {
    this.#most = new Map(most);
    this.#total = total;
    this.#changed = changed;
  }

  /** The number of things that the player may still choose. */
  get left() {
    return this.#total - this.named.length;
  }

  /** The chosen things, in the order of their kinds. @returns {Kind[]} */
  get all() {
    return [...this.#most.keys()].flatMap((kind) => this.named.filter((named) => named === kind));
  }

  get undoable() {
    return this.named.length > 0;
  }

  undo() {
    this.named.pop();
    this.#changed();
  }

  /** Returns how many of a kind are chosen. @param {Kind} kind */
  count(kind) {
    return this.named.filter((named) => named === kind).length;
  }

  /** Returns whether another one of a kind is possible. @param {Kind} kind */
  takes(kind) {
    return this.left > 0 && this.count(kind) < (this.#most.get(kind) ?? 0);
  }

  /** Adds one of a kind, if possible. @param {Kind} kind */
  more(kind) {
    if (!this.takes(kind)) return;
    this.named.push(kind);
    this.#changed();
  }

  /** Chooses former things again, as far as possible. @param {readonly Kind[]} things */
  restore(things) {
    for (const kind of things) this.more(kind);
  }

  /** Takes back one of a kind, if there is one. @param {Kind} kind */
  less(kind) {
    const last = this.named.lastIndexOf(kind);
    if (last < 0) return;
    this.named.splice(last, 1);
    this.#changed();
  }

  /**
   * Returns the count of a kind between its buttons − and +.
   * @param {Kind} kind
   * @param {{less: string, more: string}} labels  of the buttons, for screen readers
   */
  field(kind, { less, more }) {
    const count = this.count(kind);
    return html`<button type="button" data-less=${kind} aria-label=${less}
        aria-disabled=${count ? "false" : "true"} @click=${() => this.less(kind)}>−</button>
      <output class="kit-count">${count}</output>
      <button type="button" data-more=${kind} aria-label=${more}
        aria-disabled=${this.takes(kind) ? "false" : "true"}
        @click=${() => this.more(kind)}>+</button>`;
  }
}
