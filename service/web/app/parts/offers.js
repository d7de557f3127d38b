/** What players agree on beside the game: pauses, take-backs, draws; and giving up. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { confirmed } from "/page/app/parts/dialogs.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */
/** @typedef {import("/page/app/game/table.js").Game["seats"][number]} Seat */

const OFFERS = /** @type {const} */ (["draw", "pause", "resume", "take_back"]);

/** @param {Seat} seat @param {typeof OFFERS[number]} offer */
const agrees = (seat, offer) => seat[`agrees_to_${offer}`];

/** Offers that stand: to be answered, or waiting for the others. @param {Table} table */
export function offersTold(table) {
  const { game } = table;
  if (!game || game.status !== "running") return nothing;
  return OFFERS.map((offer) => {
    const by = game.seats.filter((seat) => agrees(seat, offer) && !seat.bot);
    if (!by.length) return nothing;
    const names = by.map((seat) => table.seats.name(seat.seat)).join(", ");
    const asked = table.own.filter((seat) => !agrees(game.seats[seat], offer) && !game.seats[seat].resigned);
    if (!asked.length) return html`<p class="offer-stands">${t(`offer.${offer}.stands`, { name: names })}</p>`;
    return html`<section class="card offer-asked" aria-label=${t(`offer.${offer}.asked`, { name: names })}>
      <p>${t(`offer.${offer}.asked`, { name: names })}</p>
      <div class="buttons">
        <button type="button" class="primary" @click=${() => table.act([{ type: `accept_${offer}` }], asked[0])}>
          ${t("offer.accept")}</button>
        <button type="button" @click=${() => table.act([{ type: `decline_${offer}` }], asked[0])}>
          ${t("offer.decline")}</button>
      </div>
    </section>`;
  });
}

/** What one can ask for at any time; the house agrees to no draw. @param {Table} table */
export function requests(table) {
  const { game, own } = table;
  const seat = table.due ?? own.find((one) => !game?.seats[one].resigned);
  if (!game || game.status !== "running" || seat === undefined || game.seats[seat].resigned) return nothing;
  const ask = (/** @type {string} */ type, sure = false) => html`
    <button type="button" class="quiet" data-request=${type} @click=${async () => {
      const words = { title: t(`request.${type}.sure`), text: t(`request.${type}.text`), yes: t(`request.${type}`) };
      if (!sure || (await confirmed(words))) table.act([{ type }], seat);
    }}>${t(`request.${type}`)}</button>`;
  const paused = game.clocks?.paused;
  return html`<div class="requests" role="group" aria-label=${t("request.title")}>
    ${game.take_backs && !paused ? ask("offer_take_back") : nothing}
    ${game.clocks ? ask(paused ? "offer_resume" : "offer_pause") : nothing}
    ${paused || game.seats.some((one) => one.bot) ? nothing : ask("offer_draw", true)}
    ${paused ? nothing : ask("resign", true)}
  </div>`;
}
