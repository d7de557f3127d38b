/** The choice of tie-breaks in their order. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/tournament/words.js";

/** What decides if all else is equal, so that nothing after it ever applies. */
const LAST = "LOT";

/**
 * @param {readonly string[]} chosen  their ids in their order
 * @param {readonly string[]} possible  those that fit the tournament
 * @param {(chosen: string[]) => void} set
 */
export function tieBreaksField(chosen, possible, set) {
  const free = possible.filter((one) => !chosen.includes(one));
  const without = (/** @type {string} */ one) => chosen.filter((other) => other !== one);
  const button = (/** @type {string} */ key, /** @type {string} */ one, /** @type {string} */ sign,
    /** @type {boolean} */ idle, /** @type {() => void} */ does) => html`<button type="button" class="quiet" ?disabled=${idle}
      aria-label=${t(key, { name: one })} @click=${does}>${sign}</button>`;
  return html`<fieldset class="tie-breaks"><legend>${t("tournament.tie_breaks")}</legend>
    <ol>${chosen.map((one, at) => html`<li><span><strong translate="no">${one}</strong>
        <small>${t(`tournament.tie_break.${one}`)}</small></span>
      ${button("tournament.tie_break.up", one, "↑", at === 0, () => set(chosen.with(at, chosen[at - 1]).with(at - 1, one)))}
      ${button("tournament.tie_break.remove", one, "✕", false, () => set(without(one)))}</li>`)}</ol>
    <select aria-label=${t("tournament.tie_break.add")} .value=${""} @change=${(/** @type {any} */ { target }) => {
      set(added(chosen, target.value));
      target.value = "";
    }}>
      <option value="">${t("tournament.tie_break.add")}…</option>
      ${free.map((one) => html`<option value=${one}>${one}: ${t(`tournament.tie_break.${one}`)}</option>`)}
    </select></fieldset>`;
}

/** Returns the tie-breaks with one more: the lot stays the last. @param {readonly string[]} chosen @param {string} one */
const added = (chosen, one) => (chosen.at(-1) === LAST ? chosen.toSpliced(-1, 0, one) : [...chosen, one]);
