/**
 * The shared status: round and order, the race of castles, the supply, the ring as a table.
 *
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 * @typedef {import("./board.js").Position} Position
 * @typedef {import("./board.js").Territory} Territory
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { CLANS, influence, numbersOf } from "./board.js";
import { castle, named, token } from "./shapes.js";
import { sidesText } from "./phrases.js";

/**
 * @param {Position} position
 * @param {Seats} seats
 * @param {Translate} t
 * @param {unknown} _options
 * @param {boolean} over  whether the game has ended
 */
export function statusView(position, seats, t, _options, over) {
  return html`<div class="cm cm-status">
    <p class="cm-round"><strong>${t("round", { round: position.round })}</strong>
      <span>${t(`status.${over ? "over" : position.phase}`)}</span></p>
    ${race(position, t)}
    ${over ? nothing : order(position, seats, t)}
    <div class="cm-supply"><span>${t("status.supply")}</span><ul>${CLANS.map((clan) => html`<li>
      ${named(clan, t(`clan.${clan}`))} ${position.supply[clan]}</li>`)}</ul></div>
    <details class="cm-ring"><summary>${t("status.ring")}</summary>${ring(position, t)}</details>
  </div>`;
}

/**
 * Returns a row of castles for each side: those in play, and those still to be built.
 * @param {Position} position
 * @param {Translate} t
 */
function race(position, t) {
  const goal = numbersOf(position.seats.length).castle_goal;
  const sides = Object.entries(position.castles_in_play);
  return html`<ul class="cm-race">${sides.map(([side, count]) => html`
    <li><span class="cm-side">${t(`side.${side}`)}</span>
      <span class="cm-castles" aria-hidden="true">${Array.from({ length: goal }, (_, place) => (
        castle(side, place < count)))}</span>
      <span>${t("castles.of", { count, goal })}</span></li>`)}</ul>`;
}

/**
 * Returns the turn order, with the discs of this round.
 * @param {Position} position
 * @param {Seats} seats
 * @param {Translate} t
 */
function order(position, seats, t) {
  const title = position.phase === "action" ? "status.turns" : "status.opens";
  return html`<div class="cm-order"><span>${t(title)}</span><ol>${position.order.map((seat) => {
    const disc = position.seats[seat].disc_played;
    return html`<li aria-current=${seat === position.active ? "step" : "false"}>${seats.name(seat)}
      ${disc ? html`<span class="cm-disc cm-played" aria-hidden="true">${disc}</span>
        <span class="unseen">${t("disc.name", { disc })}</span>` : nothing}</li>`;
  })}</ol></div>`;
}

/** @param {Position} position @param {Translate} t */
function ring(position, t) {
  return html`<div class="cm-scroll" role="region" tabindex="0"
    aria-label=${t("status.ring")}><table class="cm-counts">
    <thead><tr><th scope="col">${t("status.territory")}</th>
      ${CLANS.map((clan) => html`<th scope="col">${named(clan, t(`clan.${clan}`))}</th>`)}
      <th scope="col">${t("status.castles")}</th>
      <th scope="col">${t("status.strength")}</th></tr></thead>
    <tbody>${position.territories.map((territory) => row(position, territory, t))}</tbody>
  </table></div>`;
}

/** @param {Position} position @param {Territory} territory @param {Translate} t */
function row(position, territory, t) {
  const { segments, paladins, owner, castles } = territory;
  const here = segments[0] === position.emperor;
  return html`<tr class=${here ? "cm-here" : ""}>
    <th scope="row">${segments.length > 1 ? `${segments[0]}–${segments.at(-1)}` : segments[0]}
      ${here ? html`${token("crown")}<span class="unseen">${
        t("status.emperor")}</span>` : nothing}</th>
    ${CLANS.map((clan) => html`<td>${paladins[clan] || "·"}</td>`)}
    <td>${owner ? html`${castle(owner)} ${t(`side.${owner}`)} ${castles}` : "·"}</td>
    <td>${strengths(position, territory, t) || "·"}</td></tr>`;
}

/**
 * Describes the influence of each side there.
 * @param {Position} position
 * @param {Territory} territory
 * @param {Translate} t
 */
function strengths(position, territory, t) {
  const sides = Object.entries(influence(position, territory)).filter(([, strength]) => strength);
  return sidesText(t, Object.fromEntries(sides));
}
