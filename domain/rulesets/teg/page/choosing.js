/**
 * Lists to choose territories from, as an alternative to the map.
 *
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 * @typedef {import("./atlas.js").Position} Position
 * @typedef {import("./atlas.js").Territory} Territory
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { CONTINENTS, continentOf } from "./atlas.js";
import { landOf } from "./board.js";
import { landName } from "./phrases.js";

/** @param {Territory} territory */
export const spotOf = (territory) => `territory-${territory}`;

/**
 * Returns "Aral (5)": a territory with its tokens.
 * @param {Translate} t
 * @param {Position} position
 * @param {Territory} territory
 */
export function withTokens(t, position, territory) {
  const { tokens } = landOf(position, territory);
  return t("land.tokens", { territory: landName(t, territory), tokens });
}

/**
 * Returns a list of territories, by continent and by name.
 * @param {object} field
 * @param {Translate} field.t
 * @param {Position} field.position
 * @param {string} field.name of the field, for tests and styles
 * @param {string} field.label
 * @param {readonly Territory[]} field.among
 * @param {Territory | null} field.chosen
 * @param {(territory: Territory | null) => void} field.choose
 */
export function landField({ t, position, name, label, among, chosen, choose }) {
  const collator = new Intl.Collator(t("language"));
  const groups = CONTINENTS.map((continent) => ({
    continent,
    lands: among.filter((territory) => continentOf(territory) === continent)
      .sort((one, other) => collator.compare(landName(t, one), landName(t, other))),
  })).filter(({ lands }) => lands.length);
  const option = (/** @type {Territory} */ territory) => (
    html`<option value=${territory} .selected=${territory === chosen}>${
      withTokens(t, position, territory)}</option>`);
  return html`<label class="teg-field">${label}
    <select data-field=${name} ?disabled=${!among.length}
      @change=${(/** @type {any} */ { target }) => choose(target.value || null)}>
      <option value="" .selected=${chosen === null}>${t("field.none")}</option>
      ${groups.map(({ continent, lands }) => html`
        <optgroup label=${t(`continent.${continent}`)}>${lands.map(option)}</optgroup>`)}
    </select></label>`;
}

/**
 * Returns a field for a number, with a slider and a text box.
 * @param {object} field
 * @param {string} field.name
 * @param {string} field.label
 * @param {number} field.most
 * @param {number} field.count
 * @param {(count: number) => void} field.set
 */
export function countField({ name, label, most, count, set }) {
  const changed = (/** @type {any} */ { target }) => {
    const number = Math.round(Number(target.value));
    set(Math.min(Math.max(number || 1, 1), most));
  };
  return html`<div class="teg-count">
    <label class="teg-field">${label}
      <input type="number" inputmode="numeric" data-field=${name} min="1" max=${most}
        .value=${String(count)} @change=${changed}></label>
    ${most > 1 ? html`<input type="range" aria-label=${label} data-field="${name}-slider" min="1"
      max=${most} .value=${String(count)} @input=${changed}>` : nothing}
  </div>`;
}
