/**
 * The draft of a turn: the player places tokens first; then attacks, moves tokens and trades cards
 * in any order, until ending the turn. Each of these is a part with its own controls.
 *
 * @typedef {import("/page/app/ruleset.js").Content} Content
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./atlas.js").Territory} Territory
 * @typedef {"place" | "attack" | "move" | "cards"} PartName
 * @typedef {Draft & {readonly closed: string}} Part `closed` says why it is unavailable, or is empty.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Attacking } from "./attacking.js";
import { box } from "./atlas.js";
import { Moving } from "./moving.js";
import { PlacingTokens } from "./placing.js";
import { Trading } from "./trading.js";

/** @param {Turn} turn @returns {Draft} */
export function draft(turn) {
  return new TurnDraft(turn);
}

/** @implements {Draft} */
class TurnDraft {
  /** @param {Turn} turn */
  constructor(turn) {
    this.turn = turn;
    const choices = Object.fromEntries(turn.legal.choices.map((choice) => [choice.type, choice]));
    this.moving = new Moving(turn, choices.move_tokens?.moves ?? []);
    const placing = choices.place_tokens && new PlacingTokens(turn, choices.place_tokens.pools);
    this.attacking = new Attacking(turn, choices.attack?.attacks ?? [], {
      canMove: (source, target) => this.moving.can(source, target),
      move: (source, target) => this.#follow(source, target),
    });
    const trading = new Trading(turn, choices.trade_cards?.sets ?? []);
    /** @type {Map<PartName, Part>} */
    this.parts = new Map();
    if (placing) this.parts.set("place", placing);
    else this.parts.set("attack", this.attacking);
    this.parts.set("move", this.moving);
    if (!placing) this.parts.set("cards", trading);
    this.canEnd = "end_turn" in choices;
    /** @type {PartName} */
    this.chosen = [...this.parts].find(([, part]) => !part.closed)?.[0] ?? "move";
  }

  get part() {
    return /** @type {Part} */ (this.parts.get(this.chosen));
  }

  get undoable() {
    return this.part.undoable;
  }

  undo() {
    this.part.undo();
  }

  get choice() {
    const { chosen: part, part: { choice = null } } = this;
    return choice === null ? null : { part, choice };
  }

  /** @param {{part: PartName, choice: unknown}} chosen */
  resume({ part, choice }) {
    if (this.parts.has(part) && !this.#whyNot(part)) this.chosen = part;
    if (this.chosen === part) this.part.resume?.(choice);
  }

  spots() {
    return this.part.closed ? [] : this.part.spots();
  }

  pending() {
    return this.part.pending();
  }

  controls() {
    const { t } = this.turn;
    return html`<div class="teg teg-draft">
      <div class="teg-parts" role="group" aria-label=${t("part.title")}>
        ${[...this.parts.keys()].map((name) => this.#tab(name))}
      </div>
      ${this.#battle()}
      ${this.part.closed ? html`<p class="hint">${this.part.closed}</p>` : this.part.controls()}
      ${this.canEnd ? nothing : html`<p class="hint">${t("end.place_first")}</p>`}
    </div>`;
  }

  confirm() {
    return html`${this.part.closed ? nothing : this.part.confirm()} ${this.canEnd ? this.#end() : nothing}`;
  }

  /**
   * Shows the result of the last attack until the player opens another part, or if no attack can
   * follow.
   */
  #battle() {
    const { attacking, chosen } = this;
    return chosen === "attack" || attacking.closed ? attacking.result() : nothing;
  }

  /** @param {PartName} name */
  #tab(name) {
    const { t } = this.turn;
    const why = this.#whyNot(name);
    return html`<button type="button" class="teg-part" data-part=${name}
      aria-pressed=${this.chosen === name ? "true" : "false"}
      aria-disabled=${why ? "true" : "false"} @click=${() => this.#choose(name)}>
      <span>${t(`part.${name}`)}</span>
      ${why ? html`<span class="teg-why">${why}</span>` : nothing}</button>`;
  }

  /** Returns why the player cannot open a part. @param {PartName} name */
  #whyNot(name) {
    const placing = this.parts.get("place");
    // The next version would discard tokens that are placed on the map but not sent.
    if (placing?.undoable && name !== "place") return this.turn.t("part.send_first");
    return /** @type {Part} */ (this.parts.get(name)).closed;
  }

  /** @param {PartName} name */
  #choose(name) {
    if (this.#whyNot(name)) return;
    this.attacking.stop();
    this.chosen = name;
    this.turn.changed();
  }

  /**
   * Continues from a territory just conquered.
   * @param {Territory} source
   * @param {Territory} target
   */
  #follow(source, target) {
    this.chosen = "move";
    this.moving.choose(source, target);
  }

  #end() {
    const { t, position, seat } = this.turn;
    const full = position.seats[seat].card_count >= box.cards_max;
    const earned = position.conquests > 0;
    const key = earned && full ? "end.full" : earned ? "end.card" : "end.send";
    return html`<button type="button" class="teg-end" data-end
      @click=${() => this.turn.send([{ type: "end_turn" }])}>${t(key)}</button>`;
  }
}
