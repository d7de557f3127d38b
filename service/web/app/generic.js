/**
 * What a ruleset has on the page that brings nothing of its own: its picture, and a list of its
 * legal actions. Whatever can be played can be played with it, only less comfortably. It stands at
 * the address where a ruleset's own module would.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { listed, t } from "/page/app/i18n.js";
import { playersOf } from "/page/app/players.js";

/** @typedef {import("/page/app/ruleset.js").RulesetPage} RulesetPage */
/** @typedef {import("/page/app/ruleset.js").Draft} Draft */
/** @typedef {import("/page/app/ruleset.js").Action} Action */
/** @typedef {import("/page/app/ruleset.js").Turn} Turn */

/** Members of events that say nothing about what happened. */
const BESIDES = new Set(["type", "version", "by", "at", "hash", "sealed", "seat"]);

/** @implements {Draft} */
class ListDraft {
  /** @type {Action | null} */
  chosen = null;
  wanted = "";
  undoable = false;

  /** @param {Turn} turn */
  constructor(turn) {
    this.turn = turn;
    this.actions = turn.legal.actions;
    this.next = turn.legal.next;
  }

  undo() {}

  spots() {
    return [];
  }

  pending() {
    return [];
  }

  controls() {
    const { legal, changed } = this.turn;
    const shown = this.actions.filter((action) => told(action).includes(this.wanted));
    return html`<div class="generic">
      <h3>${t("generic.title")}</h3>
      <p class="hint">${t("generic.count", { count: legal.count })}</p>
      ${legal.count > 12
        ? html`<label>${t("generic.filter")}
            <input type="search" .value=${this.wanted} @input=${(/** @type {any} */ event) => {
              this.wanted = event.target.value.toLowerCase();
              changed();
            }}></label>`
        : nothing}
      <ul class="choices">${shown.map((action) => html`<li>
        <button type="button" @click=${() => this.turn.send([action])}>${told(action)}</button>
      </li>`)}</ul>
      ${this.next
        ? html`<button type="button" class="quiet" @click=${() => this.#more()}>
            ${t("generic.more")}</button>`
        : nothing}
      <button type="button" class="quiet" @click=${() => this.#any()}>${t("generic.any")}</button>
    </div>`;
  }

  async #more() {
    if (!this.next) return;
    const told = await this.turn.more(this.next);
    this.actions = [...this.actions, ...told.actions];
    this.next = told.next;
    this.turn.changed();
  }

  #any() {
    const action = this.actions[Math.floor(Math.random() * this.actions.length)];
    this.turn.send([action]);
  }
}

/** A value in a few words: `clan blue, to 5`. @param {any} value @returns {string} */
function valueTold(value) {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.map(valueTold).join(", ") || "–";
  if (typeof value === "object") {
    return Object.entries(value).map(([name, one]) => `${worded(name)} ${valueTold(one)}`).join(" ");
  }
  return worded(String(value));
}

/** @param {string} name */
const worded = (name) => name.replaceAll("_", " ");

/** An action or an event in a few words. @param {Record<string, any>} one */
function told({ type, ...facts }) {
  const rest = Object.entries(facts).filter(([name]) => !BESIDES.has(name));
  const values = rest.map(([name, value]) => `${worded(name)} ${valueTold(value)}`).join("; ");
  return values ? `${worded(type)}: ${values}` : worded(type);
}

/** @type {RulesetPage} */
export default {
  words: async () => ({}),
  styles: [],
  options: [],
  how: async () => null,
  draft: (turn) => new ListDraft(turn),
  seat: () => nothing,
  status: () => nothing,
  story: (event) => `${told(event)}.`,
  graphs: () => [],
  ending: (outcome, seats) => {
    const names = playersOf(seats, outcome.winners ?? []).map((seat) => seats.name(seat));
    return names.length ? t("generic.won", { count: names.length, names: listed(names) }) : t("generic.over");
  },
  chance: null,
};
