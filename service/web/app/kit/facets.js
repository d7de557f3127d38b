/**
 * Choosing one of many actions field by field: a knight, then its target, then a number. Each field
 * offers the values that still fit what is chosen; a value that fits no other choice replaces it.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { buttonsField, countField } from "/page/app/kit/fields.js";

/** @typedef {import("/page/app/ruleset.js").Content} Content */
/** @typedef {import("/page/app/ruleset.js").Spot} Spot */

/**
 * An action with all its values; a number within bounds is `{from, to}`.
 * @typedef {Record<string, any>} Row
 */

/** @typedef {{from: number, to: number}} Bounds */

/** What the player has chosen so far. */
export class Facets {
  /** The chosen values, in the order of the choices. @type {Map<string, any>} */
  #chosen = new Map();
  /** The chosen number; null for the least. @type {number | null} */
  #count = null;
  #changed;

  /**
   * @param {readonly Row[]} rows  the possible actions
   * @param {readonly string[]} fields  in the order in which they are asked
   * @param {string | null} counted  the field with bounds, if there is one
   * @param {() => void} changed  called after each step
   */
  constructor(rows, fields, counted, changed) {
    this.rows = rows;
    this.fields = fields;
    this.counted = counted;
    this.#changed = changed;
  }

  /** The fields to show: those with several values, up to the first one that is open. */
  get shown() {
    const found = [];
    for (const field of this.fields) {
      if (this.values(field).length > 1) found.push(field);
      if (this.value(field) === undefined) break;
    }
    return found;
  }

  /** The bounds of the number; null while they depend on what is not chosen yet. @returns {Bounds | null} */
  get bounds() {
    const [row, ...others] = this.#along();
    return this.counted && !others.length ? row[this.counted] : null;
  }

  /** The number within its bounds. */
  get count() {
    const { bounds } = this;
    return bounds ? Math.min(Math.max(this.#count ?? bounds.from, bounds.from), bounds.to) : 0;
  }

  /** The chosen action; null while a field is open. */
  get action() {
    const [row, ...others] = this.#along();
    if (others.length) return null;
    return this.counted ? { ...row, [this.counted]: this.count } : row;
  }

  get undoable() {
    return this.#chosen.size > 0 || this.#count !== null;
  }

  /** What the player has chosen, as JSON; null if nothing. */
  get choice() {
    return this.undoable ? { values: [...this.#chosen], count: this.#count } : null;
  }

  /**
   * Chooses former values again, except those that no longer fit.
   * @param {{values: [string, any][], count: number | null}} choice
   */
  resume({ values, count }) {
    for (const [field, value] of values) {
      if (this.#along().some((row) => same(row[field], value))) this.#chosen.set(field, value);
    }
    this.#count = count;
    this.#changed();
  }

  undo() {
    if (this.#count !== null) this.#count = null;
    else this.#chosen.delete([...this.#chosen.keys()].at(-1) ?? "");
    this.#changed();
  }

  /** Returns the values of a field that fit the fields asked before it. @param {string} field */
  values(field) {
    const earlier = this.fields.slice(0, this.fields.indexOf(field));
    return distinct(this.#along((one) => earlier.includes(one)).map((row) => row[field]));
  }

  /** Returns the value of a field, chosen or the only one possible; undefined while it is open. @param {string} field */
  value(field) {
    const [value, ...others] = distinct(this.#along().map((row) => row[field]));
    return others.length ? undefined : value;
  }

  /**
   * Chooses a value, and gives up the latest of the other choices that do not fit it.
   * @param {string} field
   * @param {any} value
   */
  choose(field, value) {
    this.#chosen.delete(field);
    this.#chosen.set(field, value);
    const others = [...this.#chosen.keys()].slice(0, -1);
    while (!this.#along().length) this.#chosen.delete(others.pop() ?? field);
    this.#changed();
  }

  /** @param {number} count */
  setCount(count) {
    this.#count = count;
    this.#changed();
  }

  /**
   * Returns the spots of all values of a field that have one, whatever else is chosen; choosing the
   * chosen one again confirms.
   * @param {string} field
   * @param {(value: any) => {id: string, label: string} | null} describe
   * @param {() => void} confirm
   * @returns {Spot[]}
   */
  spots(field, describe, confirm) {
    const now = this.#chosen.get(field);
    const among = distinct(this.#along((one) => one !== field).map((row) => row[field]));
    return among.flatMap((value) => {
      const spot = value === null ? null : describe(value);
      if (!spot) return [];
      const chosen = now !== undefined && same(now, value);
      return [{
        ...spot,
        state: /** @type {"legal" | "chosen"} */ (chosen ? "chosen" : "legal"),
        choose: chosen ? confirm : () => this.choose(field, value),
      }];
    });
  }

  /**
   * Returns the controls: the values of each field as buttons, and the number.
   * @param {(field: string) => string} title
   * @param {(field: string, value: any) => Content} label
   */
  controls(title, label) {
    const { bounds, counted } = this;
    return html`<div class="facets">${this.shown.map((field) => {
      const now = this.value(field);
      return buttonsField({
        name: field, title: title(field), values: this.values(field),
        chosen: (value) => now !== undefined && same(now, value),
        label: (value) => label(field, value), choose: (value) => this.choose(field, value),
      });
    })}
    ${counted && bounds && bounds.from < bounds.to ? countField({
      name: counted, label: title(counted), least: bounds.from, most: bounds.to, count: this.count,
      set: (count) => this.setCount(count),
    }) : nothing}</div>`;
  }

  /** Returns the rows with the chosen values of these fields. @param {(field: string) => boolean} [counts] */
  #along(counts = () => true) {
    const chosen = [...this.#chosen].filter(([field]) => counts(field));
    return this.rows.filter((row) => chosen.every(([field, value]) => same(row[field], value)));
  }
}

/** @param {any} one @param {any} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {readonly any[]} values */
const distinct = (values) => (
  values.filter((value, index) => values.findIndex((one) => same(one, value)) === index));
