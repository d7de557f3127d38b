/**
 * A game as it is told to who does not know it, and below it the rules by chapter, as the service
 * has them. A ruleset that brings nothing to the page has its rules alone.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Problem } from "/page/app/api.js";
import { speech, t, withWords } from "/page/app/i18n.js";
import { word } from "/page/app/option-words.js";
import { dialog } from "/page/app/parts/dialogs.js";
import { rulesAt } from "/page/app/parts/help.js";
import { termsFolded } from "/page/app/parts/terms.js";
import { problemTold } from "/page/app/parts/problem.js";
import { rulesetDetails, rulesetPage, rulesets } from "/page/app/rulesets.js";

/** @typedef {import("/page/app/ruleset.js").Content} Content */
/** @typedef {{id: string, text: string}} Rule */

/**
 * Show them in a dialog, below what was agreed at a table.
 * @param {string} ruleset
 * @param {string} rule
 * @param {import("/page/app/game/table.js").Table} [table]
 */
export async function rulesDialog(ruleset, rule, table) {
  const rules = new Rules(ruleset, rule, () => shown.redraw(), { over: true });
  const shown = dialog(t("rules.link"), () => html`<div class="how">${table ? termsFolded(table) : nothing} ${rules.draw()}</div>`);
  await shown.closed;
  rules.close();
}

/** The rules of one ruleset, in the language of the page. */
export class Rules {
  /** @type {any} */
  #details = null;
  /** @type {import("/page/app/ruleset.js").How | null} */
  #how = null;
  /** @type {Problem | null} */
  #problem = null;
  #redraw;
  #over;
  #unheard;

  /**
   * @param {string} id
   * @param {string} rule  the one that is looked up, or ""
   * @param {() => void} redraw
   * @param {{over: boolean}} [shown]  whether over something that a link would lead away from
   */
  constructor(id, rule, redraw, { over } = { over: false }) {
    this.id = id;
    this.rule = rule;
    this.#redraw = redraw;
    this.#over = over;
    this.#unheard = speech.onChange(() => this.#read());
    this.#read();
  }

  close() {
    this.#unheard();
  }

  /** What the game is called; "" until that is known. @returns {string} */
  get title() {
    return this.#details?.title ?? "";
  }

  /** Whether no ruleset has this id. */
  get missing() {
    return this.#problem?.status === 404;
  }

  /** Look up another one. @param {string} rule */
  look(rule) {
    this.rule = rule;
    this.#redraw();
    this.#settle();
  }

  async #read() {
    try {
      // It may come from an address that somebody typed: nothing else is asked for by what is no id.
      const known = (await rulesets()).some(({ id }) => id === this.id);
      if (!known) throw new Problem(404, { detail: t("lost.rules") });
      const told = rulesetPage(this.id).then((page) => page.how());
      [this.#details, this.#how] = await Promise.all([rulesetDetails(this.id), told]);
      this.#problem = null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#problem = error;
    }
    this.#redraw();
    this.#settle();
  }

  /** Let the one that is looked up be where one reads on. */
  #settle() {
    const found = this.rule ? document.getElementById(this.rule) : null;
    found?.scrollIntoView({ block: "center" });
    found?.focus({ preventScroll: true });
  }

  /** @returns {Content} */
  draw() {
    if (this.#problem) return problemTold(this.#problem);
    if (!this.#details) return html`<p class="hint" role="status">${t("rules.loading")}</p>`;
    const how = this.#how;
    const words = how ? withWords(how.words) : t;
    return html`
      ${how?.paragraphs.map((name) => html`<h2>${words(`how.${name}`)}</h2><p>${words(`how.${name}.text`)}</p>`)}
      <h2 class="all">${t("rules.all")}</h2>
      <p class="hint">${t("rules.about")}</p>
      ${chaptersOf(this.#details.rules).map(([chapter, rules]) => html`
        <details ?open=${rules.some(({ id }) => id === this.rule)}>
          <summary>${word(words, `chapter.${chapter}`, chapter)}</summary>
          <ul class="rules">${rules.map((rule) => this.#told(rule))}</ul>
        </details>`)}`;
  }

  /** @param {Rule} rule */
  #told({ id, text }) {
    const looked = id === this.rule;
    return html`<li id=${id} tabindex=${looked ? "-1" : nothing} class=${looked ? "looked" : nothing}>
      ${text} ${this.#over ? html`<span class="rule">${id}</span>`
        : html`<a class="rule" href=${rulesAt(this.id, id)}>${id}</a>`}</li>`;
  }
}

/**
 * The rules by chapter, in their order: `CM-PLACE-1` is of the chapter `PLACE`.
 * @param {readonly Rule[]} rules
 * @returns {[string, Rule[]][]}
 */
export function chaptersOf(rules) {
  /** @type {Map<string, Rule[]>} */
  const chapters = new Map();
  for (const rule of rules) {
    const chapter = rule.id.split("-").slice(1, -1).join("-");
    chapters.set(chapter, [...(chapters.get(chapter) ?? []), rule]);
  }
  return [...chapters];
}
