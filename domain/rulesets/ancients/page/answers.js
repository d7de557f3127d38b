/**
 * Decisions within a combat, also off turn: a reaction, flags, an advance, a hex, a leader's way.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Facets } from "/page/app/kit/facets.js";
import { buttonsField } from "/page/app/kit/fields.js";
import { hexSpot } from "/page/app/kit/hexes.js";
import { Pointing } from "/page/app/kit/pointing.js";
import { pieceName, placeName } from "./phrases.js";
import { codeOf, ghost, roll, strike } from "./shapes.js";

/**
 * What the decision is about: the question, and the dice that led to it.
 * @param {Turn} turn
 * @param {string} type
 */
function question({ t, position, events }, type) {
  const { unit, target, hex, decision } = position.combat;
  const name = (/** @type {string} */ piece) => pieceName(t, position, piece);
  // Only the striker advances; any other decision without a piece of its own is about the target.
  const piece = decision?.piece ?? (type === "momentum" ? unit : target);
  const values = { unit: name(unit), target: name(target), piece: name(piece), hex, count: decision?.flags ?? 0 };
  const driven = type === "ignore_flags" || type === "retreat_to";
  const rolled = driven ? events.findLast((event) => event.type === "dice_rolled") : undefined;
  const { hexes = 0, losses = 0 } = driven ? decision ?? {} : {};
  return html`<p>${t(`hint.${type}`, values)}
      ${hexes && type === "ignore_flags" ? t("hint.hexes", { count: hexes }) : nothing}
      ${losses ? t("hint.losses", { count: losses }) : nothing}</p>
    ${rolled ? roll(rolled.faces) : nothing}`;
}

/**
 * Answers without a place: each is a button that sends. The question is next to them, in the bar that
 * is always in the window. @implements {Draft}
 */
export class AnswerDraft {
  undoable = false;

  /** @param {Turn} turn @param {string} slot */
  constructor(turn, slot) {
    const [choice] = turn.legal.choices;
    this.turn = turn;
    this.slot = slot;
    this.type = choice.type;
    /** @type {(string | number | boolean)[]} */
    this.values = choice[slot];
  }

  undo() {}

  spots() {
    return [];
  }

  pending() {
    return [];
  }

  /** @returns {import("/page/app/ruleset.js").Content} */
  controls() {
    return nothing;
  }

  confirm() {
    const { turn, turn: { send }, type, slot } = this;
    return html`<div class="ancients ancients-draft ancients-asked">${question(turn, type)}</div>
      ${this.values.map((value, index) => html`<button type="button" data-answer=${String(value)}
      class=${index ? "" : "primary"} @click=${() => send([{ type, [slot]: value }])}>${
        this.#label(value)}</button>`)}`;
  }

  /** @param {any} value */
  #label(value) {
    const { turn: { t }, type } = this;
    if (type === "react") return t(`react.${value}`);
    if (type === "ignore_flags") return value ? t("flags.ignore", { count: value }) : t("flags.none");
    if (type === "momentum") return t(value ? "momentum.advance" : "momentum.stay");
    return t(value ? "battle_back.fight" : "battle_back.hold");
  }
}

/** Answers that are hexes, or none: on the board or here. @implements {Draft} */
export class PlaceDraft {
  /** @param {Turn} turn @param {string} slot */
  constructor(turn, slot) {
    const [choice] = turn.legal.choices;
    this.turn = turn;
    this.slot = slot;
    this.type = choice.type;
    /** @type {(string | null)[]} */
    const values = choice[slot];
    this.declines = values.includes(null);
    const rows = values.filter((value) => value !== null).map((value) => ({ [slot]: value }));
    this.facets = new Facets(rows, [slot], null, turn.changed);
  }

  get undoable() {
    return this.facets.undoable;
  }

  undo() {
    this.facets.undo();
  }

  get choice() {
    return this.facets.choice;
  }

  /** @param {any} choice */
  resume(choice) {
    this.facets.resume(choice);
  }

  spots() {
    const { facets, slot, turn: { t } } = this;
    return facets.spots(slot, (value) => ({ id: hexSpot(value), label: t("pick.hex", { hex: value }) }), () => this.#send());
  }

  pending() {
    const { facets, slot, turn: { t, position } } = this;
    const value = facets.value(slot);
    const piece = slot === "target" ? strike : ghost(codeOf(position.combat.decision.piece));
    return value ? [{ spot: hexSpot(value), label: t("pick.pending"), piece }] : [];
  }

  controls() {
    const { facets, turn, type } = this;
    return html`<div class="ancients ancients-draft">${question(turn, type)}
      ${facets.controls((field) => turn.t(`field.${field}`), (_, value) => value)}</div>`;
  }

  confirm() {
    const { facets, turn: { t, send }, type, slot } = this;
    const value = facets.value(slot);
    return html`<button type="button" class="primary" data-send ?disabled=${!value}
        @click=${() => this.#send()}>${t(`action.${type}`)}${value ? `: ${value}` : ""}</button>
      ${this.declines ? html`<button type="button" data-answer="null" @click=${() => send([{ type, [slot]: null }])}>${
        t(type === "bonus_attack" ? "pick.stop" : "pick.stay")}</button>` : nothing}`;
  }

  #send() {
    const { facets: { action }, type } = this;
    if (action) this.turn.send([{ type, ...action }]);
  }
}

/** A leader's way, step by step; it may leave the board. @implements {Draft} */
export class PathDraft {
  /** @param {Turn} turn */
  constructor(turn) {
    const [{ type, path }] = turn.legal.choices;
    this.turn = turn;
    this.type = type;
    /** @type {string[][]} */
    this.paths = path;
    this.pointing = new Pointing(this.paths, turn.changed, () => this.#send());
  }

  get undoable() {
    return this.pointing.undoable;
  }

  undo() {
    this.pointing.undo();
  }

  get choice() {
    return this.undoable ? this.pointing.chosen : null;
  }

  /** @param {string[]} places */
  resume(places) {
    this.pointing.restore(places);
  }

  /** The way chosen, if it may end here. */
  get #way() {
    const { chosen } = this.pointing;
    const same = (/** @type {string[]} */ path) => JSON.stringify(path) === JSON.stringify(chosen);
    return this.paths.find(same) ?? null;
  }

  spots() {
    const { pointing, turn: { t } } = this;
    return pointing.spots((place) => ({ id: hexSpot(place), label: t("pick.hex", { hex: placeName(t, place) }) }))
      .filter(({ id }) => id !== hexSpot("off"));
  }

  pending() {
    const { t } = this.turn;
    return this.pointing.chosen.filter((place) => place !== "off")
      .map((place, step) => ({ spot: hexSpot(place), label: t("pick.pending"), piece: ghost(String(step + 1)) }));
  }

  controls() {
    const { pointing, turn, type } = this;
    const { t } = turn;
    return html`<div class="ancients ancients-draft">${question(turn, type)}
      ${buttonsField({
        name: "step", title: t("field.step"), values: pointing.among(pointing.step),
        chosen: (place) => pointing.chosen[pointing.step] === place,
        label: (place) => placeName(t, place), choose: (place) => pointing.pick(pointing.step, place),
      })}</div>`;
  }

  confirm() {
    const { turn: { t }, type } = this;
    const way = this.#way;
    const label = way ? `: ${way.map((place) => placeName(t, place)).join(" – ")}` : "";
    return html`<button type="button" class="primary" data-send ?disabled=${!way}
      @click=${() => this.#send()}>${t(`action.${type}`)}${label}</button>`;
  }

  #send() {
    const way = this.#way;
    if (way) this.turn.send([{ type: this.type, path: way }]);
  }
}
