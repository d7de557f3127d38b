/**
 * Two ways to use a card: its orders, or the reserve that enters instead.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 */
import { html } from "/page/vendor/lit-html/lit-html.js";

/** @implements {Draft} */
export class EitherDraft {
  second = false;

  /** @param {Turn} turn @param {Draft} orders @param {Draft} ambush */
  constructor(turn, orders, ambush) {
    this.turn = turn;
    this.drafts = [orders, ambush];
  }

  get #now() {
    return this.drafts[Number(this.second)];
  }

  get undoable() {
    return this.#now.undoable;
  }

  undo() {
    this.#now.undo();
  }

  get choice() {
    const chosen = this.#now.choice ?? null;
    return chosen === null && !this.second ? null : { second: this.second, chosen };
  }

  /** @param {{second: boolean, chosen: any}} choice */
  resume({ second, chosen }) {
    this.second = second;
    if (chosen !== null) this.#now.resume?.(chosen);
  }

  spots() {
    return this.#now.spots();
  }

  pending() {
    return this.#now.pending();
  }

  controls() {
    const { turn: { t }, second } = this;
    return html`<button type="button" data-other @click=${() => this.#switch()}>${
      t(second ? "send.choose_orders" : "send.choose_ambush")}</button>
      ${this.#now.controls()}`;
  }

  confirm() {
    return this.#now.confirm();
  }

  #switch() {
    this.second = !this.second;
    this.turn.changed();
  }
}
