/** Choosing a house bot: the last choice is remembered. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { botText } from "/page/app/players.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/players.js").HouseBot} HouseBot */

/** The usual opponent, counted from the weakest: good enough to be interesting, but not perfect. */
const USUAL = 3;

/**
 * Returns the id of the house bot that was chosen last, or of a middling one.
 * @param {readonly HouseBot[]} bots  at least one
 */
export const chosenBot = (bots) =>
  (bots.find(({ id }) => id === store.settings.bot) ?? bots.at(USUAL) ?? bots.at(-1))?.id ?? "";

/** Returns a field with the house bots by level. @param {readonly HouseBot[]} bots */
export const botField = (bots) => html`<label class="bots"><span>${t("bot.choose")}</span>
  <select name="bot" @change=${(/** @type {any} */ event) => store.set({ bot: event.target.value })}>
    ${bots.map((bot) => html`<option value=${bot.id} ?selected=${bot.id === chosenBot(bots)}>${botText(bot)}</option>`)}
  </select></label>`;
