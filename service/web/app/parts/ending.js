/** The end of a game: in words, signed, and with a rematch. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { listed, t } from "/page/app/i18n.js";
import { standingView } from "/page/app/parts/standing.js";
import { go } from "/page/app/router.js";
import { store } from "/page/app/store.js";
import { lastText } from "/page/app/story.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */
/** @typedef {import("/page/app/game/table.js").Game} Game */

/**
 * Returns the result, and what the players can do next.
 * @param {Table} table
 * @param {Game} game  at its end
 */
export function endingView(table, game) {
  return html`<p class="result">${lastText(table.story)}</p>
    ${game.outcome ? standingView(game.outcome.standing, table.seats, table.t) : nothing}
    <div class="buttons">
      ${rematch(table)}
      <a class="button" href="#/">${t("ending.lobby")}</a>
    </div>
    <p class="hint">${t("ending.signed")}
      <a href="/v1/games/${game.id}/record" download="${game.id}.json">${t("ending.record")}</a></p>`;
}

/** Returns the way to the rematch, whether it exists already or not. @param {Table} table */
function rematch(table) {
  const next = table.game?.rematch?.id;
  if (!table.own.length || table.game?.status !== "over") return nothing;
  if (next && store.game(next)) {
    return html`<a class="button primary" href="#/games/${next}">${t("ending.next")}</a>`;
  }
  const names = table.askers.map((seat) => table.seats.name(seat));
  return html`${names.length ? html`<p role="status">
      ${t("ending.asked", { count: names.length, names: listed(names) })}</p>` : nothing}
    <button type="button" class="primary" aria-disabled=${table.busy ? "true" : "false"}
      @click=${() => again(table)}>${t("ending.rematch")}</button>`;
}

/** @param {Table} table */
async function again(table) {
  const next = await table.again();
  if (next) go(`#/games/${next}`);
}
