/**
 * The panel of a seat: its colour and mark, territories, tokens, continents and cards; and its hand
 * and objective for viewers who may see them.
 *
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 * @typedef {import("./atlas.js").Card} Card
 * @typedef {import("./atlas.js").Position} Position
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { listed } from "/page/app/kit/phrases.js";
import { CONTINENTS, occupationOf, territoriesOf } from "./atlas.js";
import { heldIn, strengthOf, wholeOf } from "./board.js";
import { figure, mark } from "./shapes.js";
import { cardText, objectiveText } from "./phrases.js";

/**
 * @param {Position} position
 * @param {number} seat
 * @param {Seats} seats
 * @param {Translate} t
 */
export function seatView(position, seat, seats, t) {
  const { color, status, card_count: cards, trades } = position.seats[seat];
  const { territories, tokens } = strengthOf(position, seat);
  const whole = wholeOf(position, seat);
  return html`<div class="teg teg-seat ${status === "active" ? "" : "teg-out"}">
    <ul class="teg-counts">
      <li>${mark(color)}<span class="unseen">${t(`side.${color}`)}</span></li>
      ${status === "active" ? nothing : html`<li><strong>${t(`standing.${status}`)}</strong></li>`}
      <li>${t("count.territories", { count: territories })}</li>
      <li>${t("count.tokens", { count: tokens })}</li>
      <li>${t("count.cards", { count: cards })}</li>
      ${trades ? html`<li>${t("count.trades", { count: trades })}</li>` : nothing}
    </ul>
    ${whole.length ? html`<p>${t("seat.whole", {
      continents: listed(t, whole.map((continent) => t(`continent.${continent}`))),
    })}</p>` : nothing}
    ${secrets(position, seat, seats, t)}
  </div>`;
}

/**
 * Returns hand and objective.
 * @param {Position} position
 * @param {number} seat
 * @param {Seats} seats
 * @param {Translate} t
 */
function secrets(position, seat, seats, t) {
  const { cards, objective, target } = position.seats[seat];
  const rival = target === null ? null : seats.name(target);
  const goal = objective && objectiveText(t, objective, rival);
  return html`
    ${cards?.length ? html`<ul class="teg-hand" aria-label=${t("seat.hand")}>${cards.map((card) => (
      html`<li class="teg-held">${figure(card)}<span>${cardText(t, card)}</span></li>`))}</ul>`
      : nothing}
    ${goal
      ? html`<p class="teg-objective"><strong>${t("seat.objective")}</strong> ${goal}</p>`
      : nothing}
    ${objective ? needs(position, seat, objective, t) : nothing}`;
}

/**
 * Returns the progress towards an objective.
 * @param {Position} position
 * @param {number} seat
 * @param {string} objective
 * @param {Translate} t
 */
function needs(position, seat, objective, t) {
  const asked = occupationOf(objective)?.territories;
  if (!asked) return nothing;
  return html`<ul class="teg-needs">${CONTINENTS.filter((one) => asked[one]).map((continent) => {
    const held = heldIn(position, seat, continent);
    const least = asked[continent] ?? territoriesOf(continent).length;
    return html`<li class=${held >= least ? "teg-met" : ""}>${t("need.held", {
      continent: t(`continent.${continent}`), held: Math.min(held, least), least,
    })}${held >= least ? html`<span aria-hidden="true"> ✓</span>` : nothing}</li>`;
  })}</ul>`;
}
