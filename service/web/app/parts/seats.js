/** The players: who they are, whose turn it is, their time, and what belongs to each. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { sitting } from "/page/app/game/opening.js";
import { clockTold } from "/page/app/parts/clock.js";
import { botOf, botTold, seatBotTold } from "/page/app/players.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */

/** All seats; one's own first. @param {Table} table @param {any} position */
export function seatsTold(table, position) {
  const game = table.game;
  if (!game) return nothing;
  const first = table.own[0] ?? 0;
  const order = game.seats.map((_, index) => (first + index) % game.seats.length);
  return html`<ul class="seats">${order.map((seat) => html`<li>${seatTold(table, seat, position)}</li>`)}</ul>`;
}

/** @param {Table} table @param {number} seat @param {any} position */
function seatTold(table, seat, position) {
  const game = /** @type {import("/page/app/game/table.js").Game} */ (table.game);
  const told = game.seats[seat];
  const due = game.awaits.some((one) => one.seat === seat);
  const bot = botOf(told, game.status);
  const here = table.presence?.seats.includes(seat);
  return html`<section class="seat side-${told.side} ${due ? "due" : ""}"
      aria-label=${t("seat.label", { seat: seat + 1, name: table.seats.name(seat) })}>
    <header>
      <span class="chip" aria-hidden="true"></span>
      <h2>${table.seats.name(seat)}</h2>
      ${told.name ? html`<span class="side">${table.sideName(told.side)}</span>` : nothing}
      ${table.own.includes(seat) && told.taken ? html`<span class="tag own">${t("seat.you")}</span>` : nothing}
      ${bot ? html`<span class="tag">${botTold(bot)}</span>` : nothing}
      ${told.resigned ? html`<span class="tag">${t("seat.resigned")}</span>` : nothing}
      ${told.flagged ? html`<span class="tag">${t("seat.flagged")}</span>` : nothing}
      ${here && !told.bot ? html`<span class="here" title=${t("seat.here")}>
        <span class="unseen">${t("seat.here")}</span></span>` : nothing}
      ${due ? html`<span class="tag turn">${t("seat.due")}</span>` : nothing}
      ${clockTold(game.clocks, seat)}
    </header>
    ${!told.taken ? freeTold(table, seat) : nothing}
    ${told.bot && game.status === "running" && table.own.includes(seat) ? lostTold(told) : nothing}
    ${told.taken && game.status === "open" && table.own.includes(seat) && !store.game(table.id)?.before
      ? html`<button type="button" class="quiet" @click=${() => table.stand(seat)}>${t("seat.stand")}</button>`
      : nothing}
    ${position && table.page ? table.page.seat(position, seat, table.seats, table.t, game.options) : nothing}
  </section>`;
}

/** Why one plays no longer, though the seat was one's own. @param {import("/page/app/game/table.js").Game["seats"][number]} seat */
function lostTold({ flagged, resigned }) {
  if (!flagged && !resigned) return nothing;
  return html`<p class="seat-lost">${t(flagged ? "seat.lost.flag" : "seat.lost.resigned")}</p>`;
}

/** What can be done with a seat that nobody has taken. @param {Table} table @param {number} seat */
function freeTold(table, seat) {
  const { game, own, creator } = table;
  if (game?.status !== "open") return nothing;
  const mine = own.includes(seat);
  const anyone = game.seating === "anyone";
  const joins = anyone && !own.length;
  const first = game.seats.findIndex((one) => !one.taken) === seat;
  const bots = creator ? table.bots : [];
  return html`<p class="hint">${t(mine ? "seat.yours" : anyone ? "seat.anyone" : "seat.free")}</p>
    ${mine ? sitForm((name) => table.sit(seat, sitting(name))) : nothing}
    ${joins && first ? sitForm((name) => table.join(seat, name)) : nothing}
    ${joins && first && !store.player ? html`<p class="help">${t("seat.anyone.key")}</p>` : nothing}
    ${joins && !first ? html`<button type="button" class="quiet"
      @click=${() => table.join(seat, store.settings.name)}>${t("seat.sit")}</button>` : nothing}
    ${bots.length && !mine ? html`<div class="buttons">${bots.map((bot) => html`
      <button type="button" class="quiet" @click=${() => table.sit(seat, { bot })}>${seatBotTold(bot)}</button>`)}
    </div>` : nothing}`;
}

/** To sit down, by the name that one wants. @param {(name: string) => void} sit */
function sitForm(sit) {
  return html`<form class="sit" @submit=${(/** @type {any} */ event) => {
    event.preventDefault();
    const name = event.target.elements.name.value.trim();
    store.set({ name });
    sit(name);
  }}>
    <label>${t("settings.name")}
      <input type="text" name="name" maxlength="40" autocomplete="nickname" .value=${store.settings.name}></label>
    <button type="submit" class="primary">${t("seat.sit")}</button>
  </form>`;
}
