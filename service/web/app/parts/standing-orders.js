/** The standing orders of our seat: what answers reactions for us, in games that have such orders. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { withWords, wordsFrom } from "/page/app/i18n.js";
import { problemView } from "/page/app/parts/problem.js";
import { idOf } from "/page/app/rulesets.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */

const GIVE = "give_standing_orders";

const words = await wordsFrom(
  async (language) => (await import(`/page/app/words/orders.${language}.js`)).orders);
const ofForm = withWords(words);

/**
 * Shows a form with the orders in force; it is folded, because few players need it. A page that
 * plays several seats asks the person at it anyway.
 * @param {Table} table
 */
export function standingOrdersView(table) {
  const { game, own, page, t } = table;
  if (game?.status !== "running" || own.length !== 1 || !page?.orders || !game.position) return nothing;
  const [seat] = own;
  const { resigned, bot } = game.seats[seat];
  if (resigned || bot) return nothing;
  const given = /** @type {Record<string, string> | null} */ (game.standing_orders);
  const waits = table.busy || Boolean(game.awaits_links) || game.suspended;
  const give = (/** @type {Record<string, FormDataEntryValue> | null} */ orders) =>
    table.act([{ type: GIVE, orders }], seat);
  return html`<details class="standing-orders">
    <summary>${ofForm(given ? "standing_orders.given" : "standing_orders.none")}</summary>
    <form class="fields" @submit=${(/** @type {any} */ event) => {
      event.preventDefault();
      give(Object.fromEntries(new FormData(event.target)));
    }}>
      <p class="help">${ofForm("standing_orders.help")}</p>
      ${page.orders.members.map(({ name, values }) => html`<label>${t(`standing_orders.${name}`)}
        <select name=${name}>${values.map((value) => html`
          <option value=${value} .selected=${value === (given?.[name] ?? values[0])}>
            ${t(`standing_orders.${name}.${value}`)}</option>`)}</select></label>`)}
      ${page.orders.notes.map((note) => html`<p class="help">${t(`standing_orders.${note}`)}</p>`)}
      <div class="buttons">
        <button class="primary" ?disabled=${waits}>${ofForm("standing_orders.give")}</button>
        ${given ? html`<button type="button" ?disabled=${waits} @click=${() => give(null)}>
          ${ofForm("standing_orders.withdraw")}</button>` : nothing}
      </div>
    </form>
    ${table.refusal && table.refused === GIVE ? problemView(table.refusal, idOf(game.ruleset)) : nothing}
  </details>`;
}
