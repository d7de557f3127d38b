/**
 * Placing several pieces one by one, each of some kind in some place, and taking them back until
 * they are sent.
 */

/** @typedef {import("/page/app/ruleset.js").Spot} Spot */

/**
 * Pieces of one kind in stock, and the places where they may go.
 * @template Kind, Place
 * @typedef {{kind: Kind, count: number, places: readonly Place[]}} Stock
 */

/**
 * Some pieces of one kind that the player placed together.
 * @template Kind, Place
 * @typedef {{kind: Kind, place: Place, count: number}} Step
 */

/**
 * What the player has placed so far.
 * @template {string} Kind
 * @template {string | number} Place
 */
export class Placing {
  /** In the order in which the player placed them. @type {Step<Kind, Place>[]} */
  steps = [];
  /** All places, in the order of the spots. @type {readonly Place[]} */
  #places;
  #stock;
  #total;
  #changed;

  /**
   * @param {readonly Stock<Kind, Place>[]} stock
   * @param {readonly Place[]} places  all of them, in the order of the spots
   * @param {() => void} changed  called after each step
   * @param {number} [total]  the number of pieces to place; without it, all
   */
  constructor(stock, places, changed, total = sum(stock)) {
    this.#stock = stock;
    this.#places = places;
    this.#changed = changed;
    this.#total = total;
  }

  /** The number of pieces still to be placed. */
  get left() {
    return this.#total - sum(this.steps);
  }

  get undoable() {
    return this.steps.length > 0;
  }

  /** Takes back the pieces placed together last. */
  undo() {
    this.steps.pop();
    this.#changed();
  }

  /** The places that accept a piece now. */
  get open() {
    return this.#places.filter((place) => this.most(place) > 0);
  }

  /** The steps, one for each kind and place. @returns {Step<Kind, Place>[]} */
  get merged() {
    return this.steps.filter(({ kind, place }, index) => (
      this.steps.findIndex((one) => one.kind === kind && one.place === place) === index
    )).map(({ kind, place }) => ({ kind, place, count: this.count(place, kind) }));
  }

  /** Returns the number of pieces of a kind still in stock. @param {Kind} kind */
  held(kind) {
    const stock = this.#stock.filter((one) => one.kind === kind);
    return sum(stock) - sum(this.steps.filter((step) => step.kind === kind));
  }

  /**
   * Returns the number of pieces placed somewhere.
   * @param {Place} place
   * @param {Kind} [kind]  only those of this kind
   */
  count(place, kind) {
    return sum(this.steps.filter((step) => (
      step.place === place && (kind === undefined || step.kind === kind))));
  }

  /**
   * Returns how many pieces can still go to a place.
   * @param {Place} place
   * @param {Kind} [kind]  only those of this kind
   */
  most(place, kind) {
    const fitting = this.#stock.filter((one) => (
      one.places.includes(place) && (kind === undefined || one.kind === kind)));
    const held = fitting.reduce((total, one) => total + this.held(one.kind), 0);
    return Math.min(held, this.left);
  }

  /**
   * Places pieces of the first kinds that fit.
   * @param {Place} place
   * @param {readonly Kind[]} kinds  the preferred ones first
   * @param {number} [count]
   */
  place(place, kinds, count = 1) {
    let due = count;
    for (const kind of new Set(kinds)) {
      const now = Math.min(due, this.most(place, kind));
      if (now) this.steps.push({ kind, place, count: now });
      due -= now;
    }
    if (due < count) this.#changed();
  }

  /**
   * Returns the last step somewhere.
   * @param {Place} place
   * @param {Kind} [kind]  the last one of this kind
   */
  last(place, kind) {
    return this.steps.findLast((step) => (
      step.place === place && (kind === undefined || step.kind === kind)));
  }

  /**
   * Places the pieces of former steps again, as far as they still fit.
   * @param {readonly Step<Kind, Place>[]} steps
   */
  restore(steps) {
    for (const { kind, place, count } of steps) this.place(place, [kind], count);
  }

  /** Takes back one piece of a step. @param {Step<Kind, Place> | undefined} step */
  takeBack(step) {
    if (!step) return;
    const less = step.count > 1 ? [{ ...step, count: step.count - 1 }] : [];
    this.steps.splice(this.steps.indexOf(step), 1, ...less);
    this.#changed();
  }

  /**
   * Returns the spots: the places that accept a piece; once all are placed, those that give their
   * last one back.
   * @param {(place: Place) => Omit<Spot, "state">} accept
   * @param {(step: Step<Kind, Place>) => Omit<Spot, "state">} giveBack
   * @returns {Spot[]}
   */
  spots(accept, giveBack) {
    if (this.left) return this.open.map((place) => ({ ...accept(place), state: "legal" }));
    return this.#places.flatMap((place) => this.last(place) ?? [])
      .map((step) => ({ ...giveBack(step), state: "chosen" }));
  }
}

/** @param {readonly {count: number}[]} counts */
const sum = (counts) => counts.reduce((total, { count }) => total + count, 0);
