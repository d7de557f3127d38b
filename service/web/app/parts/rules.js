/**
 * An introduction to a game for newcomers, followed by the rules by chapter, as the service has
 * them. A ruleset without a page of its own has only its rules.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Problem } from "/page/app/api.js";
import { speech, t, withWords } from "/page/app/i18n.js";
import { word } from "/page/app/option-words.js";
import { dialog } from "/page/app/parts/dialogs.js";
import { rulesAt } from "/page/app/parts/help.js";
import { termsFolded } from "/page/app/parts/terms.js";
import { problemView } from "/page/app/parts/problem.js";
import { rulesetDetails, rulesetPage, rulesets } from "/page/app/rulesets.js";

/** @typedef {import("/page/app/ruleset.js").Content} Content */
/** @typedef {{id: string, text: string}} Rule */

/**
 * Shows the rules in a dialog, below the terms of the current game.
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
  /** @type {import("/page/app/ruleset.js").LoadedPage | null} */
  #page = null;
  /** @type {Problem | null} */
  #problem = null;
  #redraw;
  #over;
  #unheard;

  /**
   * @param {string} id
   * @param {string} rule  the rule to look up, or ""
   * @param {() => void} redraw
   * @param {{over: boolean}} [shown]  whether it is in a dialog, so that links must not leave the
   *   screen
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

  /** The title of the game; "" until it is known. @returns {string} */
  get title() {
    return this.#details?.title ?? "";
  }

  /** Whether the game has a guided first game. @returns {boolean} */
  get guided() {
    return this.#details?.guided ?? false;
  }

  /** Whether no ruleset has this id. */
  get missing() {
    return this.#problem?.status === 404;
  }

  /** Looks up another rule. @param {string} rule */
  look(rule) {
    this.rule = rule;
    this.#redraw();
    this.#settle();
  }

  async #read() {
    try {
      // The id may come from an address that someone typed, so check it before asking for more.
      const known = (await rulesets()).some(({ id }) => id === this.id);
      if (!known) throw new Problem(404, { detail: t("lost.rules") });
      [this.#details, this.#page] = await Promise.all([
        rulesetDetails(this.id), rulesetPage(this.id),
      ]);
      this.#problem = null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#problem = error;
    }
    this.#redraw();
    this.#settle();
  }

  /** Scrolls to the rule that was looked up, and focuses it. */
  #settle() {
    const found = this.rule ? document.getElementById(this.rule) : null;
    found?.scrollIntoView({ block: "center" });
    found?.focus({ preventScroll: true });
  }

  /** @returns {Content} */
  draw() {
    if (this.#problem) return problemView(this.#problem);
    if (!this.#details) return html`<p class="hint" role="status">${t("rules.loading")}</p>`;
    const words = withWords(this.#page?.words ?? {});
    return html`
      ${this.#page?.how.map((name) => html`<h2>${words(`how.${name}`)}</h2><p>${words(`how.${name}.text`)}</p>`)}
      <h2 class="all">${t("rules.all")}</h2>
      <p class="hint">${t("rules.about")}</p>
      ${chaptersOf(this.#details.rules).map(([chapter, rules]) => html`
        <details ?open=${rules.some(({ id }) => id === this.rule)}>
          <summary>${word(words, `chapter.${chapter}`, chapter)}</summary>
          <ul class="rules">${rules.map((rule) => this.#item(rule))}</ul>
        </details>`)}`;
  }

  /** @param {Rule} rule */
  #item({ id, text }) {
    const looked = id === this.rule;
    return html`<li id=${id} tabindex=${looked ? "-1" : nothing} class=${looked ? "looked" : nothing}>
      ${text} ${this.#over ? html`<span class="rule">${id}</span>`
        : html`<a class="rule" href=${rulesAt(this.id, id)}>${id}</a>`}</li>`;
  }
}

/**
 * Returns the rules by chapter, in order: `CM-PLACE-1` is of the chapter `PLACE`.
 * @param {readonly Rule[]} rules
 * @returns {[string, Rule[]][]}
 */
function chaptersOf(rules) {
  /** @type {Map<string, Rule[]>} */
  const chapters = new Map();
  for (const rule of rules) {
    const chapter = rule.id.split("-").slice(1, -1).join("-");
    chapters.set(chapter, [...(chapters.get(chapter) ?? []), rule]);
  }
  return [...chapters];
}
