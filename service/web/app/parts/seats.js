/** The players: their names, turns and time, and what belongs to each. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { sitting } from "/page/app/game/opening.js";
import { clockView } from "/page/app/parts/clock.js";
import { botField, chosenBot } from "/page/app/parts/bots.js";
import { botOf, calledIn, profileAt, profiled } from "/page/app/players.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */

/** @typedef {import("/page/app/game/table.js").Game} Game */

/**
 * Returns all seats, one's own first.
 * @param {Table} table
 * @param {Game} game  at the moment shown
 */
export function seatsView(table, game) {
  const first = table.own[0] ?? 0;
  const order = game.seats.map((_, index) => (first + index) % game.seats.length);
  return html`<ul class="seats">${order.map((seat) => html`<li>${seatView(table, seat, game)}</li>`)}</ul>`;
}

/** @param {Table} table @param {number} seat @param {Game} game */
function seatView(table, seat, game) {
  const { position } = game;
  const sitter = game.seats[seat];
  const due = game.awaits.some((one) => one.seat === seat);
  const bot = botOf(sitter, game.status);
  const here = table.presence?.seats.includes(seat);
  return html`<section class="seat side-${sitter.side} ${due ? "due" : ""}"
      aria-label=${t("seat.label", { seat: seat + 1, name: table.seats.name(seat) })}>
    <header>
      <span class="chip" aria-hidden="true"></span>
      <h2>${nameView(table.seats.name(seat), sitter)}</h2>
      ${sitter.name ? html`<span class="side">${table.sideName(sitter.side)}</span>` : nothing}
      ${table.own.includes(seat) && sitter.taken ? html`<span class="tag own">${t("seat.you")}</span>` : nothing}
      ${bot ? html`<span class="tag">${t("seat.bot")}</span>` : nothing}
      ${sitter.resigned ? html`<span class="tag">${t("seat.resigned")}</span>` : nothing}
      ${sitter.flagged ? html`<span class="tag">${t("seat.flagged")}</span>` : nothing}
      ${here && !sitter.bot ? html`<span class="here" title=${t("seat.here")}>
        <span class="unseen">${t("seat.here")}</span></span>` : nothing}
      ${due ? html`<span class="tag turn">${t("seat.due")}</span>` : nothing}
      ${clockView(table.game?.clocks, seat)}
    </header>
    ${!sitter.taken ? freeView(table, seat) : nothing}
    ${sitter.bot && game.status === "running" && table.own.includes(seat) ? lostText(sitter) : nothing}
    ${sitter.taken && game.status === "open" && !game.tournament && table.own.includes(seat) && !store.game(table.id)?.before
      ? html`<button type="button" class="quiet" @click=${() => table.stand(seat)}>${t("seat.stand")}</button>`
      : nothing}
    ${position && table.page ? table.page.seat(position, seat, table.seats, table.t, game.options) : nothing}
  </section>`;
}

/** Returns a name, which leads to the profile if there is one. @param {string} name @param {Game["seats"][number]} seat */
function nameView(name, seat) {
  const whose = profiled(seat);
  return whose ? html`<a class="name" href=${profileAt(whose)}>${name}</a>` : name;
}

/**
 * Returns why one of our seats no longer plays.
 * @param {Game["seats"][number]} seat
 */
function lostText({ flagged, resigned }) {
  if (!flagged && !resigned) return nothing;
  return html`<p class="seat-lost">${t(flagged ? "seat.lost.flag" : "seat.lost.resigned")}</p>`;
}

/** Returns the actions for a free seat. @param {Table} table @param {number} seat */
function freeView(table, seat) {
  const { game, own, creator } = table;
  if (game?.status !== "open") return nothing;
  const mine = own.includes(seat);
  const anyone = game.seating === "anyone";
  const reserved = game.seats[seat].reserved_for;
  const kept = reserved !== null && reserved === store.player?.id;
  const joins = (anyone || kept) && !own.length;
  const named = game.seats[seat].reserved_name;
  const first = kept || game.seats.findIndex((one) => !one.taken) === seat;
  const bots = creator ? table.bots : [];
  const side = calledIn(game.seats[seat]);
  const sit = side ? t("seat.sit.as", { side }) : t("seat.sit");
  return html`<p class="hint">${mine || kept ? t("seat.yours") : anyone ? t("seat.anyone")
      : named ? t("seat.reserved.for", { name: named }) : t(reserved ? "seat.reserved" : "seat.free")}</p>
    ${mine && !named ? sitForm(sit, (name) => table.sit(seat, sitting(name))) : nothing}
    ${joins && first && !named ? sitForm(sit, (name) => table.join(seat, name)) : nothing}
    ${named && (mine || joins && kept) ? html`<button type="button" class="primary"
      @click=${() => (mine ? table.sit(seat, sitting("")) : table.join(seat, ""))}>${
        t("seat.sit.as", { side: named })}</button>` : nothing}
    ${joins && first && !store.player ? html`<p class="help">${t("seat.anyone.key")}</p>` : nothing}
    ${joins && !first && !named ? html`<button type="button" class="quiet"
      @click=${() => table.join(seat, store.settings.name)}>${sit}</button>` : nothing}
    ${bots.length && !mine ? botForm(bots, (bot) => table.sit(seat, { bot })) : nothing}`;
}

/**
 * Returns a form for seating a house bot.
 * @param {Table["bots"]} bots
 * @param {(bot: string) => void} sit
 */
function botForm(bots, sit) {
  return html`<form class="sit" @submit=${(/** @type {any} */ event) => {
    event.preventDefault();
    sit(chosenBot(bots));
  }}>
    ${botField(bots)}
    <button type="submit" class="quiet">${t("seat.seat_bot")}</button>
  </form>`;
}

/** Returns a form for taking a seat under a name. @param {string} label @param {(name: string) => void} sit */
function sitForm(label, sit) {
  return html`<form class="sit" @submit=${(/** @type {any} */ event) => {
    event.preventDefault();
    const name = event.target.elements.name.value.trim();
    store.set({ name });
    sit(name);
  }}>
    <label>${t("settings.name")}
      <input type="text" name="name" maxlength="40" autocomplete="nickname" .value=${store.settings.name}></label>
    <button type="submit" class="primary">${label}</button>
  </form>`;
}
