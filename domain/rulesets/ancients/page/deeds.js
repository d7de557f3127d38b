/**
 * Moving and attacking: a piece, then its hex or its target; or the end of the phase.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { buttonsField } from "/page/app/kit/fields.js";
import { hexSpot } from "/page/app/kit/hexes.js";
import { Selecting } from "/page/app/kit/selecting.js";
import { hexOf } from "./box.js";
import { pieceAt, placeName } from "./phrases.js";
import { codeOf, ghost } from "./shapes.js";

/** By kind: the slots of its action, and what ends it. */
const KIND = /** @type {const} */ ({
  move: { piece: "piece", place: "to", end: "end_movement" },
  attack: { piece: "unit", place: "target", end: "end_battle" },
});

/** @implements {Draft} */
export class DeedDraft {
  /** @param {Turn} turn @param {"move" | "attack"} kind */
  constructor(turn, kind) {
    const { legal: { choices }, position, changed } = turn;
    this.turn = turn;
    this.kind = kind;
    /** By piece and place: the distance, or the number of dice. @type {Record<string, Record<string, number>>} */
    this.numbers = choices.find(({ type }) => type === kind)?.[KIND[kind].piece] ?? {};
    this.ends = choices.some(({ type }) => type === KIND[kind].end);
    this.selecting = new Selecting(
      Object.fromEntries(Object.entries(this.numbers).map(([piece, places]) => [piece, Object.keys(places)])),
      {
        at: (piece) => hexSpot(hexOf(position, piece)),
        spot: (place) => (place === "off" ? "" : hexSpot(place)),
      },
      changed,
      () => this.#send(),
    );
  }

  get undoable() {
    return this.selecting.undoable;
  }

  undo() {
    this.selecting.undo();
  }

  get choice() {
    return this.selecting.choice;
  }

  /** @param {{piece: string, place: string | null}} choice */
  resume(choice) {
    this.selecting.resume(choice);
  }

  spots() {
    return this.selecting.spots({
      piece: (piece) => this.turn.t("pick.piece", { piece: this.#name(piece) }),
      place: (piece, place) => this.#deed(piece, place),
    });
  }

  pending() {
    const { selecting: { piece, place }, turn: { t } } = this;
    if (piece === null || place === null || place === "off") return [];
    const shown = this.kind === "move" ? codeOf(piece) : `${this.numbers[piece][place]}×`;
    return [{ spot: hexSpot(place), label: t("pick.pending"), piece: ghost(shown) }];
  }

  controls() {
    const { selecting, turn: { t }, kind } = this;
    const { pieces, piece, places, place } = selecting;
    return html`<div class="ancients ancients-draft"><p class="hint">${t(`hint.${kind}`)}</p>
      ${buttonsField({
        name: "piece", title: t("field.piece"), values: pieces, chosen: (one) => one === piece,
        label: (one) => this.#name(one), choose: (one) => selecting.select(one),
      })}
      ${piece === null ? nothing : buttonsField({
        name: "place", title: t(kind === "move" ? "field.to" : "field.target"), values: places,
        chosen: (one) => one === place,
        label: (one) => (kind === "move" ? placeName(t, one) : `${one}: ${this.numbers[piece][one]}`),
        choose: (one) => selecting.go(one),
      })}</div>`;
  }

  confirm() {
    const { selecting: { piece, place }, turn: { t, send }, kind } = this;
    const label = piece !== null && place !== null ? this.#deed(piece, place) : t(`action.${kind}`);
    const { end } = KIND[kind];
    return html`<button type="button" class="primary" data-send ?disabled=${place === null}
        @click=${() => this.#send()}>${label}</button>
      ${this.ends ? html`<button type="button" data-end @click=${() => send([{ type: end }])}>${
        t(`action.${end}`)}</button>` : nothing}`;
  }

  /** @param {string} piece */
  #name(piece) {
    const { t, position } = this.turn;
    return pieceAt(t, position, piece, hexOf(position, piece));
  }

  /** @param {string} piece @param {string} place */
  #deed(piece, place) {
    const { t } = this.turn;
    return t(`pick.${this.kind}`, {
      piece: this.#name(piece), hex: placeName(t, place), count: this.numbers[piece][place],
    });
  }

  #send() {
    const { selecting: { piece, place }, kind } = this;
    if (place === null) return;
    this.turn.send([{ type: kind, [KIND[kind].piece]: piece, [KIND[kind].place]: place }]);
  }
}
