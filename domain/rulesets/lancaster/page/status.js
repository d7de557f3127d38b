/**
 * The shared status: round and phase, the supply, and the laws that left the game.
 *
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";

const PHASES = ["troops", "parliament", "scoring"];

/**
 * @param {any} position
 * @param {Seats} seats
 * @param {Translate} t
 */
export function statusView(position, seats, t) {
  const { round, phase, supply, start, next_start: next, laws, battles_gone: gone } = position;
  return html`<div class="lancaster lancaster-status">
    <p><strong>${t("status.round", { round })}</strong></p>
    <ol class="lancaster-phases">${PHASES.map((one) => html`<li
      aria-current=${one === phase ? "step" : "false"}>${t(`phase.${one}`)}</li>`)}</ol>
    <p>${t("status.start", { name: seats.name(start) })}
      ${next === null ? nothing : t("status.next_start", { name: seats.name(next) })}</p>
    <p class="hint">${t("board.supply", { gold: supply.gold, squires: supply.squires, votes: supply.votes })}</p>
    ${laws.gone.length || gone.length ? html`<details><summary>${t("status.gone")}</summary>
      <ul>${laws.gone.map((/** @type {string} */ law) => html`<li><strong>${law}</strong> ${t(`law.${law}`)}</li>`)}</ul>
      ${gone.length ? html`<p>${t("status.battles_gone", { battles: gone.join(", ") })}</p>` : nothing}
    </details>` : nothing}
  </div>`;
}
