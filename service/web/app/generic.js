/**
 * The page of a ruleset without a page of its own: its picture, and a list of its legal actions.
 * Every ruleset is playable with it, though with less comfort. The service serves it at the address
 * of the ruleset's own module.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";

/** @typedef {import("/page/app/ruleset.js").RulesetPage} RulesetPage */
/** @typedef {import("/page/app/ruleset.js").Draft} Draft */
/** @typedef {import("/page/app/ruleset.js").Action} Action */
/** @typedef {import("/page/app/ruleset.js").Turn} Turn */

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
    const shown = this.actions.filter((action) => inBrief(action).includes(this.wanted));
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
        <button type="button" @click=${() => this.turn.send([action])}>${inBrief(action)}</button>
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
    const more = await this.turn.more(this.next);
    this.actions = [...this.actions, ...more.actions];
    this.next = more.next;
    this.turn.changed();
  }

  #any() {
    const action = this.actions[Math.floor(Math.random() * this.actions.length)];
    this.turn.send([action]);
  }
}

/** Returns a value in brief: `clan blue, to 5`. @param {any} value @returns {string} */
function valueText(value) {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.map(valueText).join(", ") || "–";
  if (typeof value === "object") {
    return Object.entries(value).map(([name, one]) => `${worded(name)} ${valueText(one)}`).join(" ");
  }
  return worded(String(value));
}

/** @param {string} name */
const worded = (name) => name.replaceAll("_", " ");

/** Returns an action in brief. @param {Record<string, any>} action */
function inBrief({ type, ...facts }) {
  const values = Object.entries(facts).map(([name, value]) => `${worded(name)} ${valueText(value)}`).join("; ");
  return values ? `${worded(type)}: ${values}` : worded(type);
}

/** @type {RulesetPage} */
export default {
  styles: [],
  options: [],
  how: [],
  draft: (turn) => new ListDraft(turn),
  seat: () => nothing,
  status: () => nothing,
  graphs: () => [],
  chance: null,
};
