/**
 * A form for the options of a ruleset: its schema says which values are possible, its words what
 * they mean. `null` is a value like any other, with the word `option.<name>.null`. A list has a
 * choice for each seat, and no two seats can choose the same; if none may leave it open, a choice
 * that another seat has is exchanged.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { allOptions, applies, labelOf, valueOf, word } from "/page/app/option-words.js";

/** @typedef {import("/page/app/ruleset.js").Option} Option */
/** @typedef {import("/page/app/ruleset.js").Translate} Translate */

/**
 * The possible values of an option.
 * @typedef {object} Range
 * @property {any[]} values  with names
 * @property {{minimum: number, maximum: number} | null} numbers  integers as well
 * @property {any[] | null} each  the choices of each seat, if it is a list
 */

/**
 * Returns the fields of all options but the number of players, which is among the seats.
 * @param {import("/page/app/ruleset.js").LoadedPage} page
 * @param {Record<string, any>} schema
 * @param {Record<string, any>} chosen
 * @param {number} seats  their number
 * @param {Translate} t
 * @param {(name: string, value: any) => void} set
 */
export function optionFields(page, schema, chosen, seats, t, set) {
  const all = askedOf(page.options, schema, seats);
  const fields = (/** @type {boolean} */ advanced) => all
    .filter(({ option }) => (option.advanced ?? false) === advanced)
    .map(({ option, range }) => {
      const value = chosen[option.name];
      const change = (/** @type {any} */ changed) => set(option.name, changed);
      return range.each
        ? listField(option, range.each, value ?? Array(seats).fill(null), t, change)
        : field(option, range, value, t, change);
    });
  const folded = fields(true);
  return html`<div class="fields">${fields(false)}</div>
    ${folded.length
      ? html`<details><summary>${t("create.advanced")}</summary><div class="fields">${folded}</div></details>`
      : nothing}`;
}

/**
 * Returns the options in the form with this number of seats, and the range of each.
 * @param {readonly Option[]} options  that the page of the ruleset knows
 * @param {Record<string, any>} schema
 * @param {number} seats
 * @returns {{option: Option, range: Range}[]}
 */
export function askedOf(options, schema, seats) {
  return allOptions(options, Object.keys(schema))
    .filter((option) => option.name !== "players" && applies(option, seats))
    .flatMap((option) => {
      const range = rangeOf(schema[option.name]);
      if (!range) return [];
      const numbers = Array.from({ length: seats }, (_, seat) => seat);
      const ofSeats = { ...range, values: [...range.values, ...numbers], numbers: null };
      return [{ option, range: option.seat ? ofSeats : range }];
    });
}

/**
 * Returns the choices, without those that have no effect with this number of seats.
 * @param {Record<string, any>} chosen
 * @param {readonly Option[]} options
 * @param {number} seats
 */
export function fitted(chosen, options, seats) {
  /** Returns whether the value is a list, with an entry for each seat. @param {any} value */
  const listed = (value) => (Array.isArray(value)
    ? Array.from({ length: seats }, (_, seat) => value[seat] ?? null) : value);
  const fits = (/** @type {[string, any]} */ [name, value]) => {
    const option = options.find((one) => one.name === name);
    return !option || (applies(option, seats) && !(option.seat && value >= seats));
  };
  const kept = Object.entries(chosen).filter(fits);
  return Object.fromEntries(kept.map(([name, value]) => [name, listed(value)]));
}

/**
 * @param {Option} option
 * @param {Range} range
 * @param {any} value
 * @param {Translate} t
 * @param {(value: any) => void} set
 */
function field(option, { values, numbers }, value, t, set) {
  const { name } = option;
  const label = labelOf(name, t);
  const help = helpOf(name, t);
  if (values.length === 2 && values.every((one) => typeof one === "boolean") && !numbers) {
    return html`<div><label class="check"><input type="checkbox" .checked=${value}
      @change=${(/** @type {any} */ event) => set(event.target.checked)}> ${label}</label>${help}</div>`;
  }
  const named = values.some((one) => one === value);
  return html`<div><label>${label}
    ${values.length
      ? html`<select @change=${(/** @type {any} */ event) => set(event.target.value === "number"
          ? firstNumber(numbers) : values[Number(event.target.value)])}>
          ${values.map((one, index) => html`<option value=${index} ?selected=${one === value}>
            ${valueOf(option, one, t)}</option>`)}
          ${numbers ? html`<option value="number" ?selected=${!named}>
            ${word(t, `option.${name}.number`, t("create.number"))}</option>` : nothing}
        </select>`
      : nothing}</label>
    ${numbers && !named
      ? html`<input type="number" inputmode="numeric" required aria-label=${label} min=${numbers.minimum} max=${numbers.maximum}
          .value=${String(value)} @change=${(/** @type {any} */ { target }) => target.value && set(target.valueAsNumber)}>`
      : nothing}${help}</div>`;
}

/**
 * Returns a choice for each seat; a value that one seat has is not offered to another, or exchanged.
 * @param {Option} option
 * @param {any[]} values
 * @param {any[]} chosen  by seat
 * @param {Translate} t
 * @param {(value: any[] | null) => void} set
 */
function listField(option, values, chosen, t, set) {
  const { name } = option;
  const open = values.includes(null);
  const free = (/** @type {number} */ seat) => values.filter((one) =>
    !open || one === null || one === chosen[seat] || !chosen.includes(one));
  const choose = (/** @type {number} */ seat, /** @type {any} */ value) => {
    const other = open ? -1 : chosen.indexOf(value);
    const next = (other < 0 ? chosen : chosen.with(other, chosen[seat])).with(seat, value);
    set(next.some((one) => one !== null) ? next : null);
  };
  return html`<fieldset><legend>${labelOf(name, t)}</legend>
    <ol class="sitters">${chosen.map((mine, seat) => html`<li><label>
      <span>${t("create.seat", { seat: seat + 1 })}</span>
      <select @change=${(/** @type {any} */ event) => choose(seat, values[Number(event.target.value)])}>
        ${free(seat).map((one) => html`<option value=${values.indexOf(one)} ?selected=${one === mine}>
          ${valueOf(option, one, t)}</option>`)}
      </select></label></li>`)}</ol>${helpOf(name, t)}</fieldset>`;
}

/** @param {string} name @param {Translate} t */
function helpOf(name, t) {
  const help = word(t, `option.${name}.help`, "");
  return help ? html`<p class="help">${help}</p>` : nothing;
}

/**
 * Returns the initial number of an option without one: ten, if that is possible.
 * @param {Range["numbers"]} numbers
 */
function firstNumber(numbers) {
  const { minimum, maximum } = numbers ?? { minimum: 0, maximum: 0 };
  return maximum > 99 ? Math.max(minimum, 10) : minimum;
}

/**
 * Returns the range of an option; null if a form cannot ask for it.
 * @param {any} schema
 * @returns {Range | null}
 */
export function rangeOf(schema) {
  /** @type {Range} */
  const range = { values: [], numbers: null, each: null };
  for (const kind of schema.anyOf ?? [schema]) {
    if (kind.enum) range.values.push(...kind.enum.filter((/** @type {any} */ one) => !(one in (kind["x-superseded"] ?? {}))));
    else if (kind.type === "null") range.values.push(null);
    else if (kind.type === "boolean") range.values.push(false, true);
    else if (kind.type === "integer") range.numbers = boundsOf(kind);
    else if (kind.type === "array") range.each = rangeOf(kind.prefixItems?.[0] ?? kind.items)?.values ?? null;
    else return null;
  }
  // If each seat can also leave it open, that is the first choice.
  if (range.each?.includes(null)) return { ...range, each: [null, ...range.each.filter((one) => one !== null)] };
  if (range.each) return range;
  return range.values.length < 2 && !range.numbers ? null : range;
}

/** Returns the bounds of the rules, as far as the schema states them. @param {any} kind */
const boundsOf = (kind) => ({
  minimum: kind["x-allowed"]?.minimum ?? kind.minimum,
  maximum: kind["x-allowed"]?.maximum ?? kind.maximum,
});
