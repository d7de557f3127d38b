/**
 * The shared status: round, goal, piles, the continents, and the map as a table.
 *
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 * @typedef {import("./atlas.js").Continent} Continent
 * @typedef {import("./atlas.js").Options} Options
 * @typedef {import("./atlas.js").Position} Position
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { CONTINENTS, box, territoriesOf } from "./atlas.js";
import { heldIn, landOf } from "./board.js";
import { mark } from "./shapes.js";
import { goalText, landName, poolText } from "./phrases.js";

/**
 * @param {Position} position
 * @param {Seats} seats
 * @param {Translate} t
 * @param {Options} options
 * @param {boolean} over  whether the game has ended
 */
export function statusView(position, seats, t, options, over) {
  const { round, conquests, active, deck, discard } = position;
  const last = options.round_limit ?? null;
  return html`<div class="teg teg-status">
    <p class="teg-round"><strong>${last === null
      ? t("round", { round }) : t("status.round_of", { round, last })}</strong>
      <span>${goalText(t, options)}</span></p>
    ${over || active === null ? nothing : html`<p>${turnView(position, seats.name(active), t)}
      ${conquests
        ? t("status.conquests", { count: conquests, most: box.conquests_max }) : nothing}</p>`}
    <p class="hint">${t("status.piles", { deck, discarded: discard.length })}</p>
    ${continents(position, seats, t)}
    <details class="teg-map"><summary>${t("status.map")}</summary>${CONTINENTS.map((continent) => (
      lands(position, continent, seats, t)))}</details>
  </div>`;
}

/**
 * Describes the current turn.
 * @param {Position} position
 * @param {string} name
 * @param {Translate} t
 */
function turnView(position, name, t) {
  const tokens = poolText(t, position.pool);
  return tokens ? t("status.places", { name, tokens }) : t("status.turn", { name });
}

/**
 * Returns a table of each seat's territories by continent.
 * @param {Position} position
 * @param {Seats} seats
 * @param {Translate} t
 */
function continents(position, seats, t) {
  return html`<div class="teg-scroll"><table class="teg-table">
    <thead><tr><th scope="col">${t("status.continent")}</th>
      ${position.seats.map(({ color }, seat) => html`<th scope="col">${mark(color)}
        <span class="unseen">${seats.name(seat)}</span></th>`)}
      <th scope="col">${t("status.of")}</th><th scope="col">${t("status.bonus")}</th></tr></thead>
    <tbody>${box.continents.map(({ id: continent, tokens }) => {
      const { length } = territoriesOf(continent);
      return html`<tr><th scope="row">${t(`continent.${continent}`)}</th>
        ${position.seats.map((_, seat) => {
          const held = heldIn(position, seat, continent);
          const whole = held === length;
          return html`<td class=${whole ? "teg-whole" : ""}>${held || "·"}${
            whole ? html`<span class="unseen"> ${t("status.whole")}</span>` : nothing}</td>`;
        })}
        <td>${length}</td><td>+${tokens}</td></tr>`;
    })}</tbody></table></div>`;
}

/**
 * @param {Position} position
 * @param {Continent} continent
 * @param {Seats} seats
 * @param {Translate} t
 */
function lands(position, continent, seats, t) {
  return html`<table class="teg-table teg-lands"><caption>${t(`continent.${continent}`)}</caption>
    <thead class="unseen"><tr><th scope="col">${t("status.territory")}</th>
      <th scope="col">${t("status.owner")}</th>
      <th scope="col">${t("status.tokens")}</th></tr></thead>
    <tbody>${territoriesOf(continent).map((territory) => {
      const { owner, tokens } = landOf(position, territory);
      return html`<tr><th scope="row">${landName(t, territory)}</th>
        <td>${mark(position.seats[owner].color)} ${seats.name(owner)}</td><td>${tokens}</td></tr>`;
    })}</tbody></table>`;
}
