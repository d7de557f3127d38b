/**
 * The options of a ruleset as a form: what they can be is told by its schema, what they mean by
 * its words. `null` is a value like any other: it is called `option.<name>.null`.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";

/** @typedef {import("/page/app/ruleset.js").Translate} Translate */

/**
 * What an option can be.
 * @typedef {object} Range
 * @property {any[]} values  that are named
 * @property {{minimum: number, maximum: number} | null} numbers  whole numbers besides
 */

/**
 * The fields of all options but the number of players, which is asked for with the seats.
 * @param {import("/page/app/ruleset.js").RulesetPage} page
 * @param {Record<string, any>} schema
 * @param {Record<string, any>} chosen
 * @param {Translate} t
 * @param {(name: string, value: any) => void} set
 */
export function optionFields(page, schema, chosen, t, set) {
  const told = page.options.filter(({ name }) => name in schema);
  const rest = Object.keys(schema).filter((name) => !told.some((one) => one.name === name));
  // One that the page does not know came later than the page: it is there, folded away.
  const all = [...told, ...rest.map((name) => ({ name, advanced: true }))]
    .filter(({ name }) => name !== "players")
    .flatMap((one) => {
      const range = rangeOf(schema[one.name]);
      return range ? [{ ...one, range }] : [];
    });
  const fields = (/** @type {boolean} */ advanced) => all
    .filter((one) => (one.advanced ?? false) === advanced)
    .map(({ name, range }) => field(name, range, chosen[name], t, (value) => set(name, value)));
  const folded = fields(true);
  return html`<div class="fields">${fields(false)}</div>
    ${folded.length
      ? html`<details><summary>${t("create.advanced")}</summary><div class="fields">${folded}</div></details>`
      : nothing}`;
}

/**
 * @param {string} name
 * @param {Range} range
 * @param {any} value
 * @param {Translate} t
 * @param {(value: any) => void} set
 */
function field(name, { values, numbers }, value, t, set) {
  const help = word(t, `option.${name}.help`, "");
  const label = word(t, `option.${name}`, name.replaceAll("_", " "));
  const told = help ? html`<p class="help">${help}</p>` : nothing;
  if (values.length === 2 && values.every((one) => typeof one === "boolean") && !numbers) {
    return html`<div><label class="check"><input type="checkbox" .checked=${value}
      @change=${(/** @type {any} */ event) => set(event.target.checked)}> ${label}</label>${told}</div>`;
  }
  const named = values.some((one) => one === value);
  return html`<div><label>${label}
    ${values.length
      ? html`<select @change=${(/** @type {any} */ event) => set(event.target.value === "number"
          ? firstNumber(numbers) : values[Number(event.target.value)])}>
          ${values.map((one, index) => html`<option value=${index} ?selected=${one === value}>
            ${word(t, `option.${name}.${one}`, String(one ?? "–"))}</option>`)}
          ${numbers ? html`<option value="number" ?selected=${!named}>
            ${word(t, `option.${name}.number`, t("create.number"))}</option>` : nothing}
        </select>`
      : nothing}</label>
    ${numbers && !named
      ? html`<input type="number" inputmode="numeric" required aria-label=${label} min=${numbers.minimum} max=${numbers.maximum}
          .value=${String(value)} @change=${(/** @type {any} */ event) => set(event.target.valueAsNumber)}>`
      : nothing}${told}</div>`;
}

/** A number to begin with, for one that had none. @param {Range["numbers"]} numbers */
const firstNumber = (numbers) => Math.max(numbers?.minimum ?? 0, 10);

/** @param {Translate} t @param {string} key @param {string} otherwise */
function word(t, key, otherwise) {
  const told = t(key);
  return told === key ? otherwise : told;
}

/** What an option can be; null for what no form can ask, such as a list. @param {any} schema @returns {Range | null} */
function rangeOf(schema) {
  const kinds = schema.anyOf ?? [schema];
  /** @type {Range} */
  const range = { values: [], numbers: null };
  for (const kind of kinds) {
    if (kind.enum) range.values.push(...kind.enum);
    else if (kind.type === "null") range.values.push(null);
    else if (kind.type === "boolean") range.values.push(false, true);
    else if (kind.type === "integer") range.numbers = { minimum: kind.minimum ?? 0, maximum: kind.maximum ?? 9999 };
    else return null;
  }
  return range.values.length === 1 && !range.numbers ? null : range;
}
