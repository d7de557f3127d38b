/** How a game ended: in words, signed, and what comes next. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Problem } from "/page/app/api.js";
import { t } from "/page/app/i18n.js";
import { openGame } from "/page/app/game/opening.js";
import { idOf } from "/page/app/rulesets.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */

/** @param {Table} table */
export function endingTold(table) {
  const { game, page } = table;
  if (!game || !page || (game.status !== "over" && game.status !== "aborted")) return nothing;
  const words = game.outcome ? page.ending(game.outcome, table.seats, table.t) : t("ending.aborted");
  return html`<section class="card ending">
    <h2>${t("ending.title")}</h2>
    <p class="result">${words}</p>
    <p class="hint">${t("ending.signed")}
      <a href="/v1/games/${game.id}/record" download="${game.id}.json">${t("ending.record")}</a></p>
    <div class="buttons">
      ${table.own.length && game.status === "over"
        ? html`<button type="button" class="primary" @click=${() => again(table)}>${t("ending.rematch")}</button>`
        : nothing}
      <a class="button" href="#/">${t("ending.lobby")}</a>
    </div>
  </section>`;
}

/** Open the same game once more, with the same people. @param {Table} table */
async function again(table) {
  const { game } = table;
  if (!game || table.busy) return;
  const sitters = game.seats.map((seat) => {
    if (table.own.includes(seat.seat)) return "me";
    return seat.bot ? /** @type {const} */ (`bot ${seat.bot}`) : "friend";
  });
  try {
    await openGame({
      ruleset: idOf(game.ruleset),
      options: game.options,
      clock: game.clocks?.clock ?? null,
      take_backs: game.take_backs,
      spectators: game.spectators,
    }, /** @type {import("/page/app/game/opening.js").Sitter[]} */ (sitters));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    table.refusal = error;
    table.changed();
  }
}

