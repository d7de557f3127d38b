/**
 * Playing a card: one of the fan, on the board or here; choosing it again plays it.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { kindOf } from "./box.js";
import { cardEffect } from "./phrases.js";
import { cardView } from "./shapes.js";

/** @implements {Draft} */
export class CardDraft {
  /** @type {string | null} */
  card = null;

  /** @param {Turn} turn */
  constructor(turn) {
    this.turn = turn;
    /** @type {string[]} */
    this.cards = turn.legal.choices[0].card;
  }

  get undoable() {
    return this.card !== null;
  }

  undo() {
    this.#choose(null);
  }

  get choice() {
    return this.card;
  }

  /** @param {string} card */
  resume(card) {
    if (this.cards.includes(card)) this.#choose(card);
  }

  spots() {
    const { t } = this.turn;
    return this.cards.map((card) => ({
      id: `card-${card}`,
      label: t("pick.card", { card: t(`card.${kindOf(card)}`), effect: cardEffect(t, kindOf(card)) }),
      state: /** @type {"legal" | "chosen"} */ (card === this.card ? "chosen" : "legal"),
      choose: () => (card === this.card ? this.#send() : this.#choose(card)),
    }));
  }

  pending() {
    return [];
  }

  controls() {
    const { t } = this.turn;
    return html`<div class="ancients ancients-draft"><p class="hint">${t("hint.play_card")}</p>
      <div class="ancients-fan">${this.cards.map((card) => html`<button type="button"
        class="ancients-card" data-facet="card" data-value=${card}
        aria-pressed=${card === this.card ? "true" : "false"}
        @click=${() => this.#choose(card)}>${cardView(t, card)}</button>`)}</div></div>`;
  }

  confirm() {
    const { t } = this.turn;
    const label = this.card === null ? t("action.play_card")
      : `${t("action.play_card")}: ${t(`card.${kindOf(this.card)}`)}`;
    return html`<button type="button" class="primary" data-send ?disabled=${this.card === null}
      @click=${() => this.#send()}>${label}</button>`;
  }

  /** @param {string | null} card */
  #choose(card) {
    this.card = card;
    this.turn.changed();
  }

  #send() {
    if (this.card !== null) this.turn.send([{ type: "play_card", card: this.card }]);
  }
}
