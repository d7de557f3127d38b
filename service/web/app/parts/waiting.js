/** A game before its start: the free seats, the invitations, and calling it off. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { copyButton } from "/page/app/parts/copying.js";
import { confirmed } from "/page/app/parts/confirming.js";
import { helpLink } from "/page/app/parts/help.js";
import { linksView } from "/page/app/parts/links.js";
export { termsOpen } from "/page/app/parts/terms.js";
import { gameLink, go } from "/page/app/router.js";
import { idOf } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */

/** The part about the table of a tournament. @type {typeof import("/page/app/parts/absent.js") | null} */
let absent = null;
let loading = false;

/** @param {Table} table */
export function waitingView(table) {
  const { game, id } = table;
  if (game?.status !== "open") return nothing;
  if (game.tournament && !loading) load(table);
  const { links = {}, before } = store.game(id) ?? {};
  const count = game.seats.filter((seat) => !seat.taken).length;
  const invites = linksView(table, links);
  // The next step comes first: inviting for the player who opened it, the terms for others.
  const first = table.creator ? [invites, aboutView(table)] : [aboutView(table), invites];
  return html`${first} ${before ? comeView(before) : nothing}
    <p class="hint" role="status">${t("game.waits", { count })} ${nextView(table)}</p>
    ${game.tournament ? (absent?.absentView(table) ?? nothing) : nothing}
    ${table.creator ? html`<button type="button" class="quiet" @click=${() => callOff(table)}>
      ${t("game.call_off")}</button>` : nothing}
    ${before ? html`<button type="button" class="quiet" @click=${() => withdraw(table, before)}>
      ${t("game.withdraw")}</button>` : nothing}`;
}

/** Loads the part about the table of a tournament. @param {Table} table */
async function load(table) {
  loading = true;
  absent = await import("/page/app/parts/absent.js");
  table.changed();
}

/** Describes the game to invited players. @param {Table} table */
function aboutView(table) {
  const ruleset = idOf(table.game?.ruleset ?? "");
  return html`<section class="card about">
    <h2>${table.title}</h2>
    ${helpLink(ruleset, t("rules.link"), { look: "button quiet" })}
  </section>`;
}

/** Returns what happens next, for players with and without a seat. @param {Table} table */
function nextView({ game, own, creator }) {
  if (own.some((seat) => game?.seats[seat].taken)) return t("game.next.seated");
  return own.length || creator || game?.seating !== "links" ? nothing : t("game.next.stranger");
}

/** Returns where the others find the rematch: at the game they played. @param {string} before */
function comeView(before) {
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
