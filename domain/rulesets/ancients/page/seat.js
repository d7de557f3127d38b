/**
 * The panel of a seat: its army, what it has left, and its hand as far as it can be seen.
 *
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { listed } from "/page/app/kit/phrases.js";
import { battleOf, kindOf, sideOf } from "./box.js";
import { people, pieceName } from "./phrases.js";

/**
 * @param {any} position
 * @param {number} seat
 * @param {Seats} _seats
 * @param {Translate} t
 */
export function seatView(position, seat, _seats, t) {
  const side = /** @type {"top" | "bottom"} */ (position.sides[seat]);
  const { commander } = battleOf(position.scenario)[side];
  const units = position.units.filter((/** @type {any} */ one) => sideOf(one.id) === side);
  const blocks = units.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.blocks, 0);
  const { target } = battleOf(position.scenario);
  const reserve = position.reserve.filter((/** @type {string} */ one) => sideOf(one) === side);
  const cards = position.hands[side]?.map((/** @type {string} */ one) => t(`card.${kindOf(one)}`));
  return html`<div class="ancients ancients-seat">
    <p>${t("side.named", { people: people(t, position, side), commander })}</p>
    <dl class="ancients-goods">
      ${countView("banners", t("seat.banners"), t("seat.of", { count: position.banners[side], total: target }))}
      ${countView("units", t("seat.units"), units.length)}
      ${countView("blocks", t("seat.blocks"), blocks)}
      ${countView("cards", t("seat.cards"), position.hand_counts[side])}
    </dl>
    ${cards?.length ? html`<p class="hint">${t("seat.hand", { cards: listed(t, cards) })}</p>` : nothing}
    ${reserve.length ? html`<p class="hint">${t("seat.reserve", {
      pieces: listed(t, reserve.map((/** @type {string} */ one) => pieceName(t, position, one))),
    })}</p>` : nothing}
  </div>`;
}

/** @param {string} name @param {string} label @param {string | number} count */
const countView = (name, label, count) => html`<div class=${name}><dt>${label}</dt><dd>${count}</dd></div>`;
