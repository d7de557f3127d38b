/**
 * Trading cards: the player picks three matching cards of the hand, one by one or as a listed set.
 *
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./atlas.js").Card} Card
 * @typedef {import("./draft.js").Part} Part
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { listed } from "/page/app/kit/phrases.js";
import { box, territoryOn, tokensOfTrade } from "./atlas.js";
import { landOf, nextTrade } from "./board.js";
import { figure } from "./shapes.js";
import { cardText, landName } from "./phrases.js";

/** @implements {Part} */
export class Trading {
  /** @param {Turn} turn @param {readonly Card[][]} sets */
  constructor(turn, sets) {
    this.turn = turn;
    this.sets = sets;
    /** @type {readonly Card[]} */
    this.hand = turn.position.seats[turn.seat].cards ?? [];
    /** @type {Card[]} */
    this.picked = [];
  }

  get closed() {
    return this.hand.length ? "" : this.turn.t("cards.none");
  }

  get undoable() {
    return this.picked.length > 0;
  }

  undo() {
    this.picked.pop();
    this.turn.changed();
  }

  get choice() {
    return this.undoable ? this.picked : null;
  }

  /** @param {Card[]} cards */
  resume(cards) {
    this.picked = [];
    for (const card of cards) if (this.#fits(card)) this.picked.push(card);
    this.turn.changed();
  }

  spots() {
    return [];
  }

  pending() {
    return [];
  }

  controls() {
    const { t } = this.turn;
    const tokens = this.#tokens();
    return html`
      <p class="hint" role="status">${this.sets.length
        ? t("cards.hint", { tokens }) : this.#whyNone()}</p>
      <ul class="teg-cards" aria-label=${t("cards.hand")}>${this.hand.map((card) => (
        html`<li>${this.#card(card)}</li>`))}</ul>
      ${this.sets.length ? html`<p id="teg-sets">${t("cards.sets")}</p>
        <ul class="teg-sets" aria-labelledby="teg-sets">${this.#ranked().map((one) => (
          html`<li>${this.#offer(one)}</li>`))}</ul>` : nothing}`;
  }

  confirm() {
    if (!this.sets.length) return nothing;
    const set = this.#set();
    return html`<button type="button" class="primary teg-send" ?disabled=${!set}
      @click=${() => this.#send()}>
      ${set ? this.#worth(set, this.#tokens()) : this.turn.t("cards.send")}</button>`;
  }

  /** Returns the number of tokens for the next set. */
  #tokens() {
    const { position, options, seat } = this.turn;
    return tokensOfTrade(nextTrade(position, options, seat));
  }

  #whyNone() {
    const { t, options, position } = this.turn;
    const late = position.attacked || position.moved;
    return late && options.trade_window === "before_attack" ? t("cards.late") : t("cards.no_set");
  }

  /** @param {Card} card */
  #card(card) {
    const { t } = this.turn;
    const picked = this.picked.includes(card);
    const fits = picked || this.#fits(card);
    return html`<button type="button" class="teg-card" data-card=${card}
      aria-pressed=${picked ? "true" : "false"} aria-disabled=${fits ? "false" : "true"}
      @click=${() => fits && this.#toggle(card)}>
      ${figure(card)}<span>${cardText(t, card)}</span>
      ${this.#mine(card)
        ? html`<span class="teg-why">${t("cards.mine", { tokens: box.card_tokens })}</span>`
        : nothing}
    </button>`;
  }

  /** Returns whether some set contains a card together with the picked ones. @param {Card} card */
  #fits(card) {
    return this.sets.some((set) => [...this.picked, card].every((one) => set.includes(one)));
  }

  /** @param {readonly Card[]} set */
  #offer(set) {
    const { t } = this.turn;
    const bonus = set.filter((card) => this.#mine(card)).length * box.card_tokens;
    return html`<button type="button" class="teg-set" data-set=${set.join(" ")}
      aria-pressed=${this.#set() === set ? "true" : "false"} @click=${() => this.#pick(set)}>
      <span aria-hidden="true">${set.map((card) => figure(card))}</span>
      <span>${listed(t, set.map((card) => this.#name(card)))}</span>
      ${bonus ? html`<strong>+${bonus}</strong>` : nothing}</button>`;
  }

  /** Returns the sets, the most valuable first. */
  #ranked() {
    const bonus = (/** @type {readonly Card[]} */ set) => (
      set.filter((card) => this.#mine(card)).length);
    return [...this.sets].sort((one, other) => bonus(other) - bonus(one));
  }

  /** @param {readonly Card[]} set @param {number} tokens */
  #worth(set, tokens) {
    const { t } = this.turn;
    const own = set.filter((card) => this.#mine(card)).map((card) => this.#name(card));
    if (!own.length) return t("cards.trade", { tokens });
    return t("cards.trade_own", { tokens, territories: listed(t, own), each: box.card_tokens });
  }

  /** @param {Card} card */
  #name(card) {
    const { t } = this.turn;
    const territory = territoryOn(card);
    return territory ? landName(t, territory) : t("card.wild");
  }

  /** Returns whether the player owns the territory of a card. @param {Card} card */
  #mine(card) {
    const territory = territoryOn(card);
    return territory !== null && landOf(this.turn.position, territory).owner === this.turn.seat;
  }

  /** Returns the picked set, or nothing. */
  #set() {
    return this.sets.find((set) => (
      set.length === this.picked.length && set.every((card) => this.picked.includes(card))));
  }

  /** @param {Card} card */
  #toggle(card) {
    const without = this.picked.filter((one) => one !== card);
    this.picked = without.length < this.picked.length ? without : [...this.picked, card];
    this.turn.changed();
  }

  /** @param {readonly Card[]} set */
  #pick(set) {
    this.picked = [...set];
    this.turn.changed();
  }

  #send() {
    this.turn.send([{ type: "trade_cards", cards: this.#set() }]);
  }
}
