/** Fields for controls: buttons or a list to choose from, a number with a slider. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";

/** @typedef {import("/page/app/ruleset.js").Content} Content */

/**
 * Returns a button for each value, of which one may be chosen.
 * @template Value
 * @param {object} field
 * @param {string} field.name  for tests and styles
 * @param {Content} field.title
 * @param {readonly Value[]} field.values
 * @param {(value: Value) => boolean} field.chosen
 * @param {(value: Value) => Content} field.label
 * @param {(value: Value) => void} field.choose
 */
export function buttonsField({ name, title, values, chosen, label, choose }) {
  return html`<fieldset class="facet"><legend>${title}</legend>
    ${values.map((value) => html`<button type="button" data-facet=${name} data-value=${keyOf(value)}
      aria-pressed=${chosen(value) ? "true" : "false"} @click=${() => choose(value)}>${label(value)}</button>`)}
  </fieldset>`;
}

/** Returns a value as the text of an attribute. @param {any} value */
const keyOf = (value) => (typeof value === "object" ? JSON.stringify(value) : String(value));

/**
 * Returns a list to choose one thing from, in groups.
 * @template {string} Value
 * @param {object} field
 * @param {string} field.name  for tests and styles
 * @param {string} field.label
 * @param {string} field.none  the text of an empty choice
 * @param {readonly {label: string, values: readonly {value: Value, text: string}[]}[]} field.groups
 * @param {Value | null} field.chosen
 * @param {(value: Value | null) => void} field.choose
 */
export function listField({ name, label, none, groups, chosen, choose }) {
  return html`<label class="kit-field">${label}
    <select data-field=${name} ?disabled=${!groups.length}
      @change=${(/** @type {any} */ { target }) => choose(target.value || null)}>
      <option value="" .selected=${chosen === null}>${none}</option>
      ${groups.map((group) => html`<optgroup label=${group.label}>${group.values.map(({ value, text }) => (
        html`<option value=${value} .selected=${value === chosen}>${text}</option>`))}</optgroup>`)}
    </select></label>`;
}

/**
 * Returns a field for a number, with a slider and a text box.
 * @param {object} field
 * @param {string} field.name  for tests and styles
 * @param {string} field.label
 * @param {number} [field.least]  1 by default
 * @param {number} field.most
 * @param {number} field.count
 * @param {(count: number) => void} field.set
 */
export function countField({ name, label, least = 1, most, count, set }) {
  const changed = (/** @type {any} */ { target }) => {
    const number = Math.round(Number(target.value));
    set(Math.min(Math.max(number || least, least), most));
  };
  return html`<div class="kit-number">
    <label class="kit-field">${label}
      <input type="number" inputmode="numeric" data-field=${name} min=${least} max=${most}
        .value=${String(count)} @change=${changed}></label>
    ${most > least ? html`<input type="range" aria-label=${label} data-field="${name}-slider"
      min=${least} max=${most} .value=${String(count)} @input=${changed}>` : nothing}
  </div>`;
}
