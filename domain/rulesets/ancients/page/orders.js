/**
 * Orders: a set of own pieces, chosen on the board or here, by sections, as a group, or under a
 * leader. At a hex with a unit and a leader, pointing chooses one after the other, and then neither.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { buttonsField } from "/page/app/kit/fields.js";
import { hexSpot, linked } from "/page/app/kit/hexes.js";
import { hexOf, kindOf, neighbours } from "./box.js";
import { cardEffect, pieceAt } from "./phrases.js";

const SECTIONS = ["left", "center", "right"];

/** @implements {Draft} */
export class OrdersDraft {
  /** In the order in which they were chosen. @type {string[]} */
  pieces = [];
  /** The leader of a leadership card; null for one unit alone. @type {string | null} */
  commander = null;

  /** @param {Turn} turn @param {Record<string, any>} choice */
  constructor(turn, choice) {
    this.turn = turn;
    this.offer = choice;
    /** @type {string[]} */
    this.commanders = choice.from === "leader" ? Object.keys(choice.commanders) : [];
    this.#follow(this.#first);
  }

  /** The pieces that the card could order. @returns {string[]} */
  get able() {
    const { offer, commander } = this;
    if (offer.from === "sections") return Object.keys(offer.pieces);
    if (offer.from !== "leader") return offer.pieces.of;
    if (commander === null) return offer.alone;
    return [...new Set([...offer.pieces.of, commander])];
  }

  get undoable() {
    return this.pieces.length > this.#fixed.length || this.commander !== this.#first;
  }

  undo() {
    if (this.pieces.length > this.#fixed.length) this.pieces = this.pieces.slice(0, -1);
    else this.#follow(this.#first);
    this.turn.changed();
  }

  get choice() {
    const { pieces, commander } = this;
    return this.undoable ? { pieces, commander } : null;
  }

  /** The commander at the start. */
  get #first() {
    return this.commanders[0] ?? null;
  }

  /** @param {{pieces: string[], commander: string | null}} choice */
  resume({ pieces, commander }) {
    if (commander === null || this.commanders.includes(commander)) this.#follow(commander);
    for (const piece of pieces) {
      if (!this.pieces.includes(piece) && this.#takes(piece)) this.pieces = [...this.pieces, piece];
    }
    this.turn.changed();
  }

  spots() {
    const { turn: { t } } = this;
    const hexes = new Set(this.able.map((piece) => this.#hex(piece)));
    return [...hexes].flatMap((hex) => {
      const here = this.able.filter((piece) => this.#hex(piece) === hex);
      const next = here.find((piece) => !this.pieces.includes(piece) && this.#takes(piece));
      const ordered = here.filter((piece) => this.#dropped(piece));
      if (this.commander !== null && here.includes(this.commander)) return [this.#led(hex)];
      if (!next && !ordered.length) return [];
      return [{
        id: hexSpot(hex),
        label: next ? t("pick.order", { piece: this.#name(next) }) : t("pick.drop", { piece: this.#name(ordered[0]) }),
        state: /** @type {"legal" | "chosen"} */ (here.some((one) => this.pieces.includes(one)) ? "chosen" : "legal"),
        choose: () => (next ? this.#add(next) : this.#drop(ordered)),
      }];
    });
  }

  /** Returns the spot of the commander: pointing at it gives him up. @param {string} hex */
  #led(hex) {
    const { turn: { t }, commander } = this;
    return {
      id: hexSpot(hex),
      label: t("pick.drop", { piece: this.#name(/** @type {string} */ (commander)) }),
      state: /** @type {"legal" | "chosen"} */ ("chosen"),
      choose: () => this.#lead(null),
    };
  }

  pending() {
    return [];
  }

  controls() {
    const { turn: { t, position: { play } }, offer, commanders, commander, able } = this;
    const kind = play.effective ?? kindOf(play.card);
    return html`<div class="ancients ancients-draft">
      <p><strong>${t(`card.${kind}`)}.</strong> ${cardEffect(t, kind)}</p>
      <p class="hint">${t("hint.issue_orders")} ${offer.linked ? t("hint.linked") : nothing}</p>
      ${offer.from === "leader" ? buttonsField({
        name: "commander", title: t("field.commander"), values: [...commanders, null],
        chosen: (one) => one === commander,
        label: (one) => (one === null ? t("pick.alone") : this.#name(one)),
        choose: (one) => this.#lead(one),
      }) : nothing}
      <fieldset class="facet ancients-orders"><legend>${t("field.orders")}</legend>
        ${able.map((piece) => {
          const chosen = this.pieces.includes(piece);
          return html`<label class="check"><input type="checkbox" data-field=${piece} .checked=${chosen}
            ?disabled=${chosen ? !this.#dropped(piece) : !this.#takes(piece)}
            @change=${() => (chosen ? this.#drop([piece]) : this.#add(piece))}> ${this.#name(piece)}</label>`;
        })}</fieldset></div>`;
  }

  confirm() {
    const { turn: { t }, pieces } = this;
    const label = pieces.length ? t("send.issue_orders", { count: pieces.length }) : t("send.none");
    return html`<button type="button" class="primary" data-send ?disabled=${!this.#whole}
      @click=${() => this.#send()}>${label}</button>`;
  }

  /** Chooses a commander, with the unit that he is with. @param {string | null} commander */
  #follow(commander) {
    this.commander = commander;
    this.pieces = this.#fixed;
  }

  /** @param {string | null} commander */
  #lead(commander) {
    this.#follow(commander);
    this.turn.changed();
  }

  /** The pieces that a commander orders in any case. @returns {string[]} */
  get #fixed() {
    const { commander, offer } = this;
    if (commander === null) return [];
    const unit = offer.commanders[commander];
    return unit === null ? [commander] : [commander, unit];
  }

  /** @param {string} piece */
  #add(piece) {
    this.pieces = [...this.pieces, piece];
    this.turn.changed();
  }

  /** @param {readonly string[]} pieces */
  #drop(pieces) {
    this.pieces = this.pieces.filter((one) => !pieces.includes(one));
    this.turn.changed();
  }

  /** Whether a piece is ordered and need not be. @param {string} piece */
  #dropped(piece) {
    return this.pieces.includes(piece) && !this.#fixed.includes(piece);
  }

  /** Returns whether the card can order a piece as well. @param {string} piece */
  #takes(piece) {
    const { pieces, offer, commander } = this;
    const all = [...pieces, piece];
    if (offer.from === "sections") return fits(offer.orders, all.map((one) => offer.pieces[one]));
    if (offer.from !== "leader") return all.length <= offer.pieces.at_most;
    if (commander === null) return all.length === 1;
    const further = new Set(all.map((one) => this.#hex(one)));
    further.delete(this.#hex(commander));
    return further.size <= offer.pieces.at_most;
  }

  /** Whether the pieces can be ordered as they are. */
  get #whole() {
    const { offer, pieces } = this;
    return !offer.linked || linked([...new Set(pieces.map((one) => this.#hex(one)))], neighbours);
  }

  /** @param {string} piece */
  #hex(piece) {
    return hexOf(this.turn.position, piece);
  }

  /** @param {string} piece */
  #name(piece) {
    const { t, position } = this.turn;
    return pieceAt(t, position, piece, this.#hex(piece));
  }

  #send() {
    const { pieces, commander } = this;
    if (this.#whole) this.turn.send([{ type: "issue_orders", pieces, commander, ambush: null }]);
  }
}

/**
 * Returns whether all pieces, each with its sections, can have an order (CA-ORD-2). Sections are in
 * a row, so each takes the pieces with the fewest further ones first.
 * @param {Record<string, number>} orders  by section
 * @param {readonly (readonly string[])[]} pieces
 */
function fits(orders, pieces) {
  let left = [...pieces];
  for (const section of SECTIONS) {
    const able = left.filter((sections) => sections.includes(section))
      .sort((one, other) => Number(one.at(-1) !== section) - Number(other.at(-1) !== section));
    const served = able.slice(0, orders[section] ?? 0);
    left = left.filter((one) => !served.includes(one));
    if (left.some((sections) => sections.at(-1) === section)) return false;
  }
  return left.length === 0;
}
