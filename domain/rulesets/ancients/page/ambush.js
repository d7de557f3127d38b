/**
 * The reserve that enters: a section, a unit for each of its free hexes as far as there are units,
 * and the unit with which the leader comes.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { buttonsField, listField } from "/page/app/kit/fields.js";
import { hexSpot } from "/page/app/kit/hexes.js";
import { typeOf } from "./box.js";
import { pieceName } from "./phrases.js";
import { codeOf, ghost } from "./shapes.js";

/** @implements {Draft} */
export class AmbushDraft {
  /** @type {string} */
  section;
  /** By hex. @type {[string, string][]} */
  placed = [];
  /** @type {string | null} */
  led = null;

  /** @param {Turn} turn @param {Record<string, any>} choice */
  constructor(turn, choice) {
    this.turn = turn;
    this.offer = choice;
    this.section = Object.keys(choice.sections)[0];
  }

  /** @returns {string[]} */
  get #hexes() {
    return this.offer.sections[this.section];
  }

  /** How many units enter. */
  get #count() {
    return Math.min(this.#hexes.length, this.offer.units.length);
  }

  get #units() {
    return this.placed.map(([, unit]) => unit);
  }

  get undoable() {
    return this.placed.length > 0;
  }

  undo() {
    if (this.led !== null) this.led = null;
    else this.placed = this.placed.slice(0, -1);
    this.turn.changed();
  }

  get choice() {
    const { section, placed, led } = this;
    return this.undoable ? { section, placed, led } : null;
  }

  /** @param {{section: string, placed: [string, string][], led: string | null}} choice */
  resume({ section, placed, led }) {
    if (!(section in this.offer.sections)) return;
    this.section = section;
    this.placed = placed.filter(([hex, unit]) => this.#hexes.includes(hex) && this.offer.units.includes(unit));
    this.led = led !== null && this.#units.includes(led) ? led : null;
    this.turn.changed();
  }

  /** Pointing at a hex places the next unit there, or takes it back. */
  spots() {
    const { turn: { t, position } } = this;
    const free = this.offer.units.find((/** @type {string} */ one) => !this.#units.includes(one));
    return this.#hexes.flatMap((hex) => {
      const unit = this.placed.find(([at]) => at === hex)?.[1];
      const next = unit ?? free;
      if (!unit && (!free || this.placed.length === this.#count)) return [];
      return [{
        id: hexSpot(hex),
        label: t("pick.move", { piece: pieceName(t, position, next), hex }),
        state: /** @type {"legal" | "chosen"} */ (unit ? "chosen" : "legal"),
        choose: () => this.#place(hex, unit ? null : free),
      }];
    });
  }

  pending() {
    const { t } = this.turn;
    return this.placed.map(([hex, unit]) => (
      { spot: hexSpot(hex), label: t("pick.pending"), piece: ghost(codeOf(unit)) }));
  }

  controls() {
    const { turn: { t, position }, offer, section } = this;
    const named = (/** @type {string} */ unit) => ({ value: unit, text: t(`unit.${typeOf(unit)}`) });
    return html`<div class="ancients ancients-draft"><p class="hint">${t("hint.ambush")}</p>
      ${buttonsField({
        name: "section", title: t("field.section"), values: Object.keys(offer.sections),
        chosen: (one) => one === section, label: (one) => t(`section.${one}`),
        choose: (one) => {
          [this.section, this.placed, this.led] = [one, [], null];
          this.turn.changed();
        },
      })}
      ${this.#hexes.map((hex) => {
        const here = this.placed.find(([at]) => at === hex)?.[1] ?? null;
        const free = offer.units.filter((/** @type {string} */ one) => one === here || !this.#units.includes(one));
        return listField({
          name: hex, label: t("pick.enters", { hex }), none: t("pick.none"), chosen: here,
          groups: [{ label: t("field.piece"), values: free.map(named) }],
          choose: (unit) => this.#place(hex, unit),
        });
      })}
      ${offer.leader ? buttonsField({
        name: "led", title: t("field.leader_with"), values: this.#units, chosen: (one) => one === this.led,
        label: (one) => pieceName(t, position, one),
        choose: (one) => {
          this.led = one;
          this.turn.changed();
        },
      }) : nothing}</div>`;
  }

  confirm() {
    const { turn: { t, send }, offer, section, placed, led } = this;
    const whole = placed.length === this.#count && (led !== null || !offer.leader);
    const placements = placed.map(([hex, unit]) => ({ unit, hex }));
    const ambush = { section, placements, leader_with: led };
    return html`<button type="button" class="primary" data-send ?disabled=${!whole}
      @click=${() => send([{ type: "issue_orders", pieces: [], commander: null, ambush }])}>${t("send.ambush")}</button>`;
  }

  /** @param {string} hex @param {string | null} unit */
  #place(hex, unit) {
    const others = this.placed.filter(([at, one]) => at !== hex && one !== unit);
    this.placed = unit === null ? others : [...others, [hex, unit]];
    if (this.led !== null && !this.#units.includes(this.led)) this.led = null;
    this.turn.changed();
  }
}
