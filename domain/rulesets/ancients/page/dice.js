/**
 * The dice of a card that rolls for its orders: a piece for each die, or none. Pointing at a piece
 * uses the first free die that can name it; pointing again takes it back.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { listField } from "/page/app/kit/fields.js";
import { hexSpot } from "/page/app/kit/hexes.js";
import { hexOf } from "./box.js";
import { pieceAt } from "./phrases.js";
import { die } from "./shapes.js";

/** @implements {Draft} */
export class DiceDraft {
  /** @param {Turn} turn */
  constructor(turn) {
    const [{ assignments, each }] = turn.legal.choices;
    this.turn = turn;
    /** The pieces that each die can name. @type {string[][]} */
    this.options = assignments.map((/** @type {(string | null)[]} */ some) => some.filter((one) => one !== null));
    /** How often a piece can be named. @type {Record<string, number>} */
    this.each = each;
    /** @type {(string | null)[]} */
    this.named = assignments.map(() => null);
    /** The dice in the order in which they were used. @type {number[]} */
    this.order = [];
  }

  get undoable() {
    return this.order.length > 0;
  }

  undo() {
    this.#use(/** @type {number} */ (this.order.at(-1)), null);
  }

  get choice() {
    return this.undoable ? this.named : null;
  }

  /** @param {(string | null)[]} named */
  resume(named) {
    named.forEach((piece, index) => piece !== null && this.#able(index, piece) && this.#use(index, piece));
  }

  spots() {
    const { turn: { t, position }, each } = this;
    return Object.keys(each).flatMap((piece) => {
      const next = this.named.findIndex((one, index) => one === null && this.#able(index, piece));
      const last = this.named.lastIndexOf(piece);
      if (next < 0 && last < 0) return [];
      const name = pieceAt(t, position, piece, hexOf(position, piece));
      return [{
        id: hexSpot(hexOf(position, piece)),
        label: t(next < 0 ? "pick.drop" : "pick.order", { piece: name }),
        state: /** @type {"legal" | "chosen"} */ (last < 0 ? "legal" : "chosen"),
        choose: () => (next < 0 ? this.#use(last, null) : this.#use(next, piece)),
      }];
    }).filter((spot, index, all) => all.findIndex(({ id }) => id === spot.id) === index);
  }

  pending() {
    return [];
  }

  controls() {
    const { turn: { t, position }, options, named } = this;
    const faces = position.play.faces;
    return html`<div class="ancients ancients-draft"><p class="hint">${t("hint.assign_dice")}</p>
      ${options.map((_, index) => {
        const able = options[index].filter((one) => one === named[index] || this.#able(index, one));
        const face = t(`face.${faces[index]}`);
        return html`<div class="ancients-use">${die(faces[index])}${options[index].length ? listField({
          name: `die-${index}`, label: t("pick.die", { number: index + 1, face }), none: t("pick.unused"),
          chosen: named[index],
          groups: [{ label: t("field.piece"), values: able.map((one) => (
            { value: one, text: pieceAt(t, position, one, hexOf(position, one)) })) }],
          choose: (piece) => this.#use(index, piece),
        }) : html`<span>${face}</span>`}</div>`;
      })}${nothing}</div>`;
  }

  confirm() {
    const { turn: { t, send }, named } = this;
    const used = named.filter((one) => one !== null).length;
    const label = used ? t("action.assign_dice") : t("send.none");
    return html`<button type="button" class="primary" data-send
      @click=${() => send([{ type: "assign_dice", assignments: named }])}>${label}</button>`;
  }

  /** Returns whether a die can name a piece, besides the other dice. @param {number} index @param {string} piece */
  #able(index, piece) {
    const others = this.named.filter((one, other) => one === piece && other !== index);
    return this.options[index].includes(piece) && others.length < this.each[piece];
  }

  /** @param {number} index @param {string | null} piece */
  #use(index, piece) {
    this.named = this.named.with(index, piece);
    this.order = [...this.order.filter((one) => one !== index), ...(piece === null ? [] : [index])];
    this.turn.changed();
  }
}
