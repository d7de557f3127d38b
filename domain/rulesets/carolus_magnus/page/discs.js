/**
 * Playing a disc: its effect on the turn order and on the emperor's steps.
 *
 * @typedef {import("/page/app/ruleset.js").Content} Content
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./board.js").Position} Position
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { listed } from "/page/app/kit/phrases.js";
import { box } from "./board.js";

const ROUNDS_OF_DISCS = 5;

/** @implements {Draft} */
export class DiscDraft {
  /** @param {Turn} turn @param {{discs: number[]}} choices */
  constructor(turn, { discs }) {
    this.turn = turn;
    this.discs = discs;
    this.undoable = false;
  }

  spots() {
    return [];
  }

  pending() {
    return [];
  }

  undo() {}

  controls() {
    const { t } = this.turn;
    return html`<div class="cm cm-draft">
      <h3>${t("disc.title")}</h3>
      <p class="hint">${t("disc.hint")}</p>
      <ul class="cm-discs">${box.discs.map((disc) => html`<li>${this.#button(disc)}</li>`)}</ul>
    </div>`;
  }

  /** Playing a disc needs one press. @returns {Content} */
  confirm() {
    return nothing;
  }

  /** @param {number} disc */
  #button(disc) {
    const { t } = this.turn;
    const refused = this.#refused(disc);
    const order = refused ? null : this.#order(disc);
    return html`<button type="button" class="cm-disc-button" data-disc=${disc}
      aria-disabled=${refused ? "true" : "false"}
      @click=${() => refused ?? this.turn.send([{ type: "choose_disc", disc }])}>
      <span class="cm-disc" aria-hidden="true">${disc}</span>
      <span class="unseen">${t("disc.name", { disc })}</span>
      <span>${refused ?? t("disc.steps", { count: disc })}${
        order ? html`<span class="cm-meaning">, ${order}</span>` : nothing}</span>
    </button>`;
  }

  /**
   * Returns why the player cannot play a disc, or null.
   * @param {number} disc
   * @returns {string | null}
   */
  #refused(disc) {
    if (this.discs.includes(disc)) return null;
    const { t, seat, seats } = this.turn;
    const position = /** @type {Position} */ (this.turn.position);
    if (!position.seats[seat].discs.includes(disc)) {
      const round = Math.ceil(position.round / ROUNDS_OF_DISCS) * ROUNDS_OF_DISCS + 1;
      return t("disc.used", { round });
    }
    const other = position.seats.findIndex(({ disc_played }) => disc_played === disc);
    return t("disc.taken", { name: seats.name(other) });
  }

  /**
   * Describes the place in the turn order, relative to the players who have already played a disc.
   * @param {number} disc
   */
  #order(disc) {
    const { t, seats } = this.turn;
    const position = /** @type {Position} */ (this.turn.position);
    const names = (/** @type {(other: number) => boolean} */ fits) => (
      listed(t, position.order.filter((seat) => fits(position.seats[seat].disc_played ?? 0))
        .map((seat) => seats.name(seat))));
    // Of equal numbers, the disc played earlier goes first (CM-OPEN-8).
    const before = names((other) => other > disc);
    const after = names((other) => other > 0 && other <= disc);
    const parts = [
      after ? t("disc.after", { names: after }) : "",
      before ? t("disc.before", { names: before }) : "",
    ];
    return parts.filter(Boolean).join(", ");
  }
}
