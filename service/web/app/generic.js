/**
 * The page of a ruleset without a page of its own: its picture, on which people point at the places
 * of an action, and a list of its legal actions. The service serves it at the address of the
 * ruleset's own module.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Pointing } from "/page/app/kit/pointing.js";
import { Tally } from "/page/app/kit/tally.js";
import { word, worded } from "/page/app/option-words.js";

/** @typedef {import("/page/app/ruleset.js").RulesetPage} RulesetPage */
/** @typedef {import("/page/app/ruleset.js").Draft} Draft */
/** @typedef {import("/page/app/ruleset.js").Action} Action */
/** @typedef {import("/page/app/ruleset.js").Translate} Translate */
/** @typedef {import("/page/app/ruleset.js").Turn} Turn */
/** @typedef {{action: Action, spots: readonly string[]}} Listed */

/** Longer lists have a filter. */
const UNFILTERED_MAX = 12;

/** @implements {Draft} */
class GenericDraft {
  wanted = "";

  /** @param {Turn} turn */
  constructor(turn) {
    const { choices, actions, spots, next } = turn.legal;
    this.turn = turn;
    /** Actions of one kind without a choice, such as the end of a turn. @type {Action[]} */
    this.single = choices.filter((choice) => Object.keys(choice).length === 1);
    this.subsets = choices.flatMap((choice) => subsetOf(choice) ?? [])
      .map((subset) => new SubsetPart(turn, subset));
    /** All other actions, as far as they are known. @type {Listed[]} */
    this.listed = [];
    this.next = next;
    this.pointing = this.#add({ actions, spots });
  }

  /** What the player can take back a step of. */
  get #begun() {
    return [this.pointing, ...this.subsets.map(({ tally }) => tally)].find(({ undoable }) => undoable);
  }

  get undoable() {
    return this.#begun !== undefined;
  }

  undo() {
    this.#begun?.undo();
  }

  get choice() {
    const subsets = this.subsets.map(({ tally }) => tally.named);
    return this.undoable ? { places: this.pointing.chosen, subsets } : null;
  }

  /** @param {{places: string[], subsets: unknown[][]}} choice */
  resume({ places, subsets }) {
    this.pointing.restore(places);
    this.subsets.forEach(({ tally }, index) => tally.restore(subsets[index] ?? []));
  }

  spots() {
    const { pointing } = this;
    return pointing.spots((spot, step) => ({ id: spot, label: this.#label(spot, step) }));
  }

  /** Returns what choosing a spot as this step does. @param {string} spot @param {number} step */
  #label(spot, step) {
    const { pointing, turn: { t } } = this;
    const named = worded(spot.replaceAll("-", " "));
    if (step < pointing.step) return t("generic.back", { spot: named });
    const [{ action }, ...others] = this.#along([...pointing.chosen.slice(0, step), spot]);
    return others.length
      ? t("generic.spot", { spot: named, count: others.length + 1 }) : inBrief(action, t);
  }

  pending() {
    return [];
  }

  controls() {
    const { t, legal } = this.turn;
    return html`<div class="generic">
      <h3>${t("generic.title")}</h3>
      ${this.subsets.map((subset) => subset.controls())}
      ${legal.choices.length > this.subsets.length + this.single.length ? this.#list() : nothing}
      <button type="button" class="quiet" @click=${() => this.#any()}>${t("generic.any")}</button>
    </div>`;
  }

  confirm() {
    const { t, send } = this.turn;
    const chosen = this.#chosen;
    return html`${chosen ? html`<button type="button" class="primary" data-send @click=${() => this.#send()}>
        ${inBrief(chosen, t)}</button>` : nothing}
      ${this.single.map((action) => html`<button type="button" @click=${() => send([action])}>
        ${inBrief(action, t)}</button>`)}`;
  }

  #list() {
    const { t, legal, changed, send } = this.turn;
    const { pointing } = this;
    const possible = this.#along(pointing.chosen);
    const count = pointing.undoable ? possible.length : legal.count;
    const chosen = this.#chosen;
    const shown = possible.filter(({ action }) => (
      inBrief(action, t).toLowerCase().includes(this.wanted)));
    return html`
      <p class="hint" role="status">${t("generic.count", { count })}
        ${pointing.among(0).length ? t("generic.board") : nothing}</p>
      ${possible.length > UNFILTERED_MAX
        ? html`<label>${t("generic.filter")}
            <input type="search" .value=${this.wanted} @input=${(/** @type {any} */ event) => {
              this.wanted = event.target.value.toLowerCase();
              changed();
            }}></label>`
        : nothing}
      ${chosen ? nothing : html`<ul class="choices">${shown.map(({ action }) => html`<li>
        <button type="button" @click=${() => send([action])}>${inBrief(action, t)}</button>
      </li>`)}</ul>`}
      ${this.next
        ? html`<button type="button" class="quiet" data-more @click=${() => this.#more()}>
            ${t("generic.more")}</button>`
        : nothing}`;
  }

  /**
   * Adds legal actions to the list, and returns the pointing among all of them.
   * @param {Pick<Turn["legal"], "actions" | "spots">} more
   * @returns {Pointing<string>}
   */
  #add({ actions, spots }) {
    const elsewhere = [...this.single, ...this.subsets.map(({ subset }) => subset)]
      .map(({ type }) => type);
    const more = actions.map((action, index) => ({ action, spots: spots?.[index] ?? [] }));
    this.listed = [...this.listed, ...more.filter(({ action }) => !elsewhere.includes(action.type))];
    const paths = this.listed.map((one) => one.spots);
    return new Pointing(paths, this.turn.changed, () => this.#send());
  }

  /** Returns the listed actions whose places begin with these. @param {readonly string[]} way */
  #along(way) {
    return this.listed.filter(({ spots }) => way.every((spot, step) => spots[step] === spot));
  }

  /** The action at whose places the player has pointed, if there is only one. */
  get #chosen() {
    const { chosen } = this.pointing;
    const possible = chosen.length ? this.#along(chosen) : [];
    return possible.length === 1 ? possible[0].action : null;
  }

  #send() {
    if (this.#chosen) this.turn.send([this.#chosen]);
  }

  async #more() {
    if (!this.next) return;
    const more = await this.turn.more(this.next);
    const { chosen } = this.pointing;
    this.pointing = this.#add(more);
    this.pointing.chosen = chosen;
    this.next = more.next;
    this.turn.changed();
  }

  #any() {
    const { actions } = this.turn.legal;
    this.turn.send([actions[Math.floor(Math.random() * actions.length)]]);
  }
}

/**
 * A choice of some of several things: the type of the action, and its only slot.
 * @typedef {{type: string, slot: string, of: readonly unknown[], least: number, most: number}} Subset
 */

/**
 * Returns the choice of a subset, or null if this is another choice.
 * @param {{type: string} & Record<string, any>} choice
 * @returns {Subset | null}
 */
function subsetOf({ type, ...slots }) {
  const [[slot, value] = ["", null], ...others] = Object.entries(slots);
  if (others.length || !Array.isArray(value?.of)) return null;
  return { type, slot, of: value.of, least: value.at_least, most: value.at_most };
}

/** The check boxes for a subset. */
class SubsetPart {
  /** @param {Turn} turn @param {Subset} subset */
  constructor(turn, subset) {
    this.turn = turn;
    this.subset = subset;
    this.tally = new Tally(subset.of.map((one) => [one, 1]), subset.most, turn.changed);
  }

  controls() {
    const { subset: { type, slot, of, least, most }, tally, turn: { t, send } } = this;
    const { all } = tally;
    const hint = t(least < most ? "generic.subset" : "generic.subset_of", {
      chosen: all.length, least, most,
    });
    return html`<fieldset class="subset"><legend>${typeText(type, t)}</legend>
      <p class="hint" role="status">${hint}</p>
      ${of.map((one) => {
        const chosen = tally.count(one) > 0;
        return html`<label class="check"><input type="checkbox" data-field=${valueText(one)}
          .checked=${chosen} ?disabled=${!chosen && !tally.left}
          @change=${() => (chosen ? tally.less(one) : tally.more(one))}> ${valueText(one)}</label>`;
      })}
      <button type="button" class="primary" data-send=${type} ?disabled=${all.length < least}
        @click=${() => send([{ type, [slot]: all }])}>${typeText(type, t)}</button>
    </fieldset>`;
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

/** Returns the name of a kind of action. @param {string} type @param {Translate} t */
const typeText = (type, t) => word(t, `action.${type}`, worded(type));

/** Returns an action in brief. @param {Record<string, any>} action @param {Translate} t */
function inBrief({ type, ...facts }, t) {
  const values = Object.entries(facts).map(([name, value]) => `${worded(name)} ${valueText(value)}`).join("; ");
  return values ? `${typeText(type, t)}: ${values}` : typeText(type, t);
}

/** @type {RulesetPage} */
export default {
  styles: [],
  options: [],
  how: [],
  draft: (turn) => new GenericDraft(turn),
  seat: () => nothing,
  status: () => nothing,
  graphs: () => [],
  chance: null,
};
