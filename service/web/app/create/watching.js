/** The field that chooses who may watch a game while it runs. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { watchersText } from "/page/app/parts/terms.js";
import { t } from "/page/app/i18n.js";

/** @typedef {import("/page/api").components["schemas"]["Game"]["spectators"]} Spectators */

/** Who may watch: delays are in turns. @type {readonly Spectators[]} */
const CHOICES = [
  { kind: "allowed" }, ...[1, 2, 5, 10].map((turns) => /** @type {const} */ ({ kind: "delayed", turns })), { kind: "refused" },
];

/**
 * @param {Spectators} chosen
 * @param {(chosen: Spectators) => void} change
 */
export const watchingField = (chosen, change) => html`<label>${t("create.spectators")}
  <select name="spectators" @change=${(/** @type {any} */ event) => change(CHOICES[event.target.selectedIndex])}>
    ${CHOICES.map((one) => html`<option ?selected=${watchersText(one) === watchersText(chosen)}>${watchersText(one)}</option>`)}
  </select></label>`;
