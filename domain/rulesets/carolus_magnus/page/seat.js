/**
 * The panel of a seat: castles, court with markers, reserve, discs; in shapes, colours and text.
 *
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 * @typedef {import("./board.js").Position} Position
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { CLANS, box, numbersOf } from "./board.js";
import { castle, flag, named, token } from "./shapes.js";

/**
 * @param {Position} position
 * @param {number} seat
 * @param {Seats} seats
 * @param {Translate} t
 */
export function seatView(position, seat, seats, t) {
  const { side, jokers } = position.seats[seat];
  const goal = numbersOf(position.seats.length).castle_goal;
  const partner = position.seats.findIndex((one, other) => other !== seat && one.side === side);
  return html`<div class="cm cm-seat">
    <p class="cm-castles-of">${castle(side)}
      <span>${t("seat.castles", { count: position.castles_in_play[side] ?? 0, goal })}</span>
      ${partner < 0 ? nothing : html`<span class="hint">${
        t("seat.partner", { name: seats.name(partner) })}</span>`}
    </p>
    ${clansOf(position, seat, t)}
    ${jokers ? html`<p class="cm-jokers">${token("crown")}${
      t("seat.jokers", { count: jokers })}</p>` : nothing}
    ${discsOf(position, seat, t)}
  </div>`;
}

/**
 * Returns court and reserve, clan by clan.
 * @param {Position} position
 * @param {number} seat
 * @param {Translate} t
 */
function clansOf(position, seat, t) {
  const { court, reserve } = position.seats[seat];
  return html`<table class="cm-counts">
    <thead><tr><td></td>${CLANS.map((clan) => html`<th scope="col">
      ${named(clan, t(`clan.${clan}`))}</th>`)}</tr></thead>
    <tbody>
      <tr><th scope="row">${t("seat.court")}</th>${CLANS.map((clan) => {
        const controls = position.markers[clan] === seat;
        return html`<td class=${styleOf(court[clan], controls)}>${court[clan]}${controls
          ? html`${flag()}<span class="unseen">${t("seat.controls")}</span>` : nothing}</td>`;
      })}</tr>
      <tr><th scope="row">${t("seat.reserve")}</th>${CLANS.map((clan) => (
        html`<td class=${styleOf(reserve[clan])}>${reserve[clan]}</td>`))}</tr>
    </tbody>
  </table>`;
}

/** @param {number} [count] @param {boolean} [controls] */
function styleOf(count = 0, controls = false) {
  if (controls) return "cm-controls";
  return count ? "" : "cm-zero";
}

/** @param {Position} position @param {number} seat @param {Translate} t */
function discsOf(position, seat, t) {
  const { discs, disc_played: played } = position.seats[seat];
  return html`<div class="cm-discs-of"><span>${t("seat.discs")}</span><ul>${box.discs.map((disc) => {
    const state = discs.includes(disc) ? "held" : disc === played ? "played" : "used";
    return html`<li class="cm-disc cm-${state}"><span aria-hidden="true">${disc}</span>
      <span class="unseen">${t(`seat.disc_${state}`, { disc })}</span></li>`;
  })}</ul></div>`;
}
