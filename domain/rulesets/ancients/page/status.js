/**
 * The shared status: the battle and the phase, the card on the table, the combat, and the piles.
 *
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { kindOf } from "./box.js";
import { cardEffect, pieceName } from "./phrases.js";
import { roll } from "./shapes.js";

const PHASES = ["choose_card", "issue_orders", "move", "battle", "draw"];
/** Steps that belong to a phase with another name. @type {Record<string, string>} */
const PART_OF = { assign_dice: "issue_orders", second_move: "move" };

/**
 * @param {any} position
 * @param {Seats} seats
 * @param {Translate} t
 */
export function statusView(position, seats, t) {
  const { scenario, turn, step, active, sides, play, combat, deck, discard } = position;
  const phase = PART_OF[step] ?? step;
  return html`<div class="ancients ancients-status">
    <p><strong>${t(`battle.${scenario}`)}</strong></p>
    ${active === null ? nothing : html`<p>${t("status.turn", { turn, name: seats.name(sides.indexOf(active)) })}</p>
      <ol class="ancients-phases">${PHASES.map((one) => html`<li
        aria-current=${one === phase ? "step" : "false"}>${t(`status.phase.${one}`)}</li>`)}</ol>`}
    ${play ? playView(play, t) : nothing}
    ${combat ? html`<p>${t("board.combat", {
      unit: pieceName(t, position, combat.unit), target: pieceName(t, position, combat.target),
    })}</p>` : nothing}
    <p class="hint">${t("board.deck", { deck, discard: discard.length })}</p>
    ${discard.length ? html`<details><summary>${t("status.discard")}</summary>
      <ul>${discard.map((/** @type {string} */ card) => html`<li>${t(`card.${kindOf(card)}`)}</li>`)}</ul>
    </details>` : nothing}
  </div>`;
}

/** @param {any} play @param {Translate} t */
function playView({ card, effective, faces }, t) {
  const copy = effective && effective !== kindOf(card);
  return html`<p class="ancients-played">${t("status.card", { card: t(`card.${kindOf(card)}`) })}${
    copy ? `, ${t("status.copy", { card: t(`card.${effective}`) })}` : ""}.
    ${cardEffect(t, effective ?? kindOf(card))}</p>
    ${faces ? roll(faces) : nothing}`;
}
