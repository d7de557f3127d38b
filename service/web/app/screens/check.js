/** A record from anywhere: checked by the service, proved by the browser, and replayed. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/proof/words.js";
import { findingText } from "/page/app/parts/finding.js";
import { problemView } from "/page/app/parts/problem.js";
import { standing } from "/page/app/proof/summing.js";
import { Checking } from "/page/app/replay/checking.js";
import { dropped } from "/page/app/replay/dropped.js";
import { Showing } from "/page/app/replay/showing.js";

/** @typedef {import("/page/app/replay/framing.js").Found} Found */

/** @type {import("/page/app/main.js").MakeScreen} */
export const check = (redraw) => new CheckScreen(redraw);

class CheckScreen {
  title = "check.title";
  #redraw;
  #checking = new Checking();
  /** The record on the screen. @type {Found | null} */
  #shown = null;
  /** @type {Showing | null} */
  #showing = null;
  #unsubscribe;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
    this.#checking.onChange(() => this.#follow());
    this.#unsubscribe = dropped.onChange(() => this.#take());
    this.#take();
  }

  get wide() {
    return this.#showing !== null;
  }

  close() {
    this.#unsubscribe();
    this.#checking.close();
    this.#showing?.close();
  }

  /** Takes the waiting file. */
  #take() {
    const { file } = dropped;
    if (!file) return;
    dropped.file = null;
    this.#checking.take(file);
  }

  /** Shows a single record at once, and none of a file that was replaced. */
  #follow() {
    const { records } = this.#checking;
    if (records.length === 1) this.#show(records[0]);
    else if (this.#shown && !records.includes(this.#shown)) this.#show(null);
    this.#redraw();
  }

  /** @param {Found | null} record */
  #show(record) {
    if (record !== null && record === this.#shown) return;
    this.#showing?.close();
    this.#shown = record;
    this.#showing = record && new Showing(record, this.#redraw);
    this.#redraw();
  }

  draw() {
    const { bad, problem, name, records } = this.#checking;
    return html`<h1>${t("check.title")}</h1>
      ${this.#showing ? nothing : html`<p>${t("check.about")}</p>`}
      ${this.#chooser()}
      ${bad ? html`<p class="problem" role="alert">${t(`check.bad.${bad.word}`, { name, ...bad.values })}</p>` : nothing}
      ${problem ? problemView(problem) : nothing}
      ${records.length > 1 ? this.#list() : nothing}
      ${this.#showing?.draw() ?? nothing}`;
  }

  #chooser() {
    const { name } = this.#checking;
    return html`<label class="drop ${name ? "small" : ""}">
      <strong>${t(name ? "check.another" : "check.choose")}</strong>
      <span class="hint">${name || t("check.kinds")}</span>
      <input type="file" class="unseen"
        accept=".json,.ndjson,.jsonl,.txt,.zst,.gz,application/json,text/plain"
        @change=${(/** @type {any} */ event) => {
          const [file] = event.target.files;
          if (file) dropped.take(file);
          event.target.value = "";
        }}></label>`;
  }

  #list() {
    const { records } = this.#checking;
    const count = records.length;
    return html`<section aria-label=${t("check.many", { count })}>
      <h2>${t("check.many", { count })}</h2>
      <p role="status">${this.#sum()}</p>
      <ol class="records">${records.map((record, at) => this.#row(record, at))}</ol>
    </section>`;
  }

  /** Returns the sum of all verdicts. */
  #sum() {
    const { records, verdicts, problem } = this.#checking;
    if (verdicts.length < records.length) return problem ? nothing : t("check.checking");
    const states = verdicts.map((verdict) => standing(verdict).state);
    const [broken, open] = ["wrong", "open"].map((state) => states.filter((one) => one === state).length);
    if (broken + open === 0) return t("check.all_hold");
    return [["check.broken", broken], ["check.open", open]]
      .filter(([, count]) => Number(count) > 0)
      .map(([key, count]) => t(String(key), { count })).join(" ");
  }

  /** @param {Found} record @param {number} at */
  #row(record, at) {
    const verdict = this.#checking.verdicts[at];
    const { state, finding } = verdict ? standing(verdict) : { state: "waiting", finding: undefined };
    return html`<li class=${state}>
      <button type="button" class="row" @click=${() => this.#show(record)}>
        <span class="title">${record.id || t("check.line", { line: record.line })}</span>
        <span class="hint">${record.ruleset}</span>
        <span class="state">${t(`proof.state.${state}`)}</span></button>
      ${finding ? html`<p class="hint">${findingText(finding)}</p>` : nothing}
    </li>`;
  }
}
