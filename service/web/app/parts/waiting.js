/** A game before its start: who is missing, how they are invited, and how it is called off. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { copyButton } from "/page/app/parts/copying.js";
import { confirmed } from "/page/app/parts/dialogs.js";
import { helpLink } from "/page/app/parts/help.js";
import { linksTold } from "/page/app/parts/links.js";
export { termsOpen } from "/page/app/parts/terms.js";
import { gameLink, go } from "/page/app/router.js";
import { idOf } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */

/** @param {Table} table */
export function waitingTold(table) {
  const { game, id } = table;
  if (game?.status !== "open") return nothing;
  const { links = {}, before } = store.game(id) ?? {};
  const count = game.seats.filter((seat) => !seat.taken).length;
  const invites = linksTold(table, links);
  // What one has to do comes first: to invite for who opened it, to know what it is for the others.
  const first = table.creator ? [invites, aboutTold(table)] : [aboutTold(table), invites];
  return html`${first} ${before ? comeTold(before) : nothing}
    <p class="hint" role="status">${t("game.waits", { count })} ${nextTold(table)}</p>
    ${table.creator ? html`<button type="button" class="quiet" @click=${() => callOff(table)}>
      ${t("game.call_off")}</button>` : nothing}
    ${before ? html`<button type="button" class="quiet" @click=${() => withdraw(table, before)}>
      ${t("game.withdraw")}</button>` : nothing}`;
}

/** What it is that waits for players, for who was invited. @param {Table} table */
function aboutTold(table) {
  const ruleset = idOf(table.game?.ruleset ?? "");
  return html`<section class="card about">
    <h2>${table.title}</h2>
    ${helpLink(ruleset, t("rules.link"), { look: "button quiet" })}
  </section>`;
}

/** What happens next, for who sits and for who does not. @param {Table} table */
function nextTold({ game, own, creator }) {
  if (own.some((seat) => game?.seats[seat].taken)) return t("game.next.seated");
  return own.length || creator || game?.seating === "anyone" ? nothing : t("game.next.stranger");
}

/** Where the others find the rematch: at the game that they played. @param {string} before */
function comeTold(before) {
  const link = gameLink(before);
  return html`<section class="card links">
    <h2>${t("rematch.title")}</h2>
    <p class="hint">${t("rematch.hint")}</p>
    <div class="copying">
      <input type="text" readonly aria-label=${t("rematch.link")} .value=${link}
        @focus=${(/** @type {any} */ event) => event.target.select()}>
      ${copyButton(link, t("rematch.copy"))}
    </div>
  </section>`;
}

/** @param {Table} table */
async function callOff(table) {
  const words = { title: t("game.call_off.sure"), yes: t("game.call_off") };
  const can = () => table.game?.status === "open";
  if (await confirmed(words, { of: table, can })) table.callOff();
}

/** @param {Table} table @param {string} before */
async function withdraw(table, before) {
  if (await table.withdraw()) go(`#/games/${before}`);
}
