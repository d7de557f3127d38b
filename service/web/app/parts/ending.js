/** The end of a game: who won, by how much, and what the players can do next. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { resultOf } from "/page/app/ends.js";
import { listed, t } from "/page/app/i18n.js";
import { standingView } from "/page/app/parts/standing.js";
import { go } from "/page/app/router.js";
import { idOf } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";
import { lastText } from "/page/app/story.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */
/** @typedef {import("/page/app/game/table.js").Game} Game */
/** @typedef {import("/page/app/replay/at-table.js").Replay} Replay */

/**
 * Returns the result, and what the players can do next.
 * @param {Table} table
 * @param {Replay} replay
 * @param {Game} game  at its end
 */
export function endingView(table, replay, game) {
  const { outcome } = game;
  return html`<p class="result">${verdictOf(table, game)} ${lastText(table.story)}</p>
    ${game.tournament && game.status === "aborted" ? html`<p>${t("ending.decided")}</p>` : nothing}
    ${outcome ? standingView(outcome.standing, table.seats, table.t, idOf(game.ruleset)) : nothing}
    <div class="buttons">
      ${game.tournament ? tournamentLink(game.tournament) : rematch(table)}
      ${replay.goesFar ? html`<button type="button" @click=${() => replay.watch()}>
        ${t("ending.replay")}</button>${replay.sharing()}` : nothing}
      ${replay.playingOn()}
      <a class="button" href="#/">${t("ending.lobby")}</a>
    </div>
    <p class="hint">${t("ending.signed")}
      <a href="/v1/games/${game.id}/record" download="${game.id}.json">${t("ending.record")}</a></p>`;
}

/**
 * Returns how the player of this browser did; nothing for spectators, and for several players.
 * @param {Table} table
 * @param {Game} game  at its end
 */
function verdictOf({ own }, { outcome, seats, status }) {
  if (!outcome || status !== "over") return nothing;
  const results = new Set(own.map((seat) => resultOf(seats[seat], seats, outcome.winners)));
  const [only] = results;
  return results.size === 1 ? html`<strong class="verdict ${only}">${t(`ending.${only}`)}</strong>` : nothing;
}

/** Returns the way back to the table of a tournament. @param {NonNullable<Game["tournament"]>} tournament */
const tournamentLink = ({ id, round, table }) => html`<a class="button primary" href="#/tournaments/${id}/${round}/${table}">
  ${t("ending.tournament")}</a>`;

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
