/** A record from anywhere: checked by the service, proved by the browser, and replayed. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api, Problem } from "/page/app/api.js";
import { t } from "/page/app/i18n.js";
import { problemTold } from "/page/app/parts/problem.js";
import { BadFile, dropped, recordsIn } from "/page/app/replay/files.js";
import { Showing } from "/page/app/replay/showing.js";

/** @typedef {import("/page/app/replay/files.js").Found} Found */
/** @typedef {import("/page/api").components["schemas"]["RecordVerdict"]} RecordVerdict */

/** @type {import("/page/app/main.js").MakeScreen} */
export const check = (redraw) => new CheckScreen(redraw);

class CheckScreen {
  title = "check.title";
  #redraw;
  /** The name of the file. */
  #name = "";
  /** @type {Found[]} */
  #records = [];
  /** What the service says of each of many records. @type {RecordVerdict[] | null} */
  #verdicts = null;
  /** Why the file is not taken. @type {BadFile | null} */
  #bad = null;
  /** @type {Problem | null} */
  #problem = null;
  /** @type {Showing | null} */
  #showing = null;
  #heard;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
    this.#heard = dropped.onChange(() => this.#take());
    this.#take();
  }

  get wide() {
    return this.#showing !== null;
  }

  close() {
    this.#heard();
    this.#showing?.close();
  }

  /** Take the file that waits. */
  async #take() {
    const { file } = dropped;
    if (!file) return;
    dropped.file = null;
    this.#showing?.close();
    this.#showing = this.#verdicts = this.#bad = this.#problem = null;
    this.#name = file.name;
    this.#records = [];
    try {
      this.#records = await recordsIn(file);
      if (this.#records.length === 1) this.#show(this.#records[0]);
      else await this.#checkAll();
    } catch (error) {
      if (error instanceof BadFile) this.#bad = error;
      else if (error instanceof Problem) this.#problem = error;
      else throw error;
    }
    this.#redraw();
  }

  /** Ask the service for a verdict on each of many. */
  async #checkAll() {
    this.#redraw();
    const text = this.#records.map((one) => one.text).join("\n");
    const told = await api.askText("/v1/records/check", { text, kind: "application/x-ndjson" });
    this.#verdicts = told.trim().split("\n").map((line) => JSON.parse(line));
  }

  /** @param {Found} record */
  #show(record) {
    this.#showing?.close();
    this.#showing = new Showing(record, this.#redraw);
    this.#redraw();
  }

  draw() {
    return html`<h1>${t("check.title")}</h1>
      ${this.#showing ? nothing : html`<p>${t("check.about")}</p>`}
      ${this.#chooser()}
      ${this.#bad ? html`<p class="problem" role="alert">${t(`check.bad.${this.#bad.word}`, { name: this.#name })}</p>` : nothing}
      ${this.#problem ? problemTold(this.#problem) : nothing}
      ${this.#records.length > 1 ? this.#list() : nothing}
      ${this.#showing?.draw() ?? nothing}`;
  }

  #chooser() {
    return html`<label class="drop ${this.#name ? "small" : ""}">
      <strong>${t(this.#name ? "check.another" : "check.choose")}</strong>
      <span class="hint">${this.#name || t("check.kinds")}</span>
      <input type="file" class="unseen" accept=".json,.ndjson,.txt,application/json,text/plain"
        @change=${(/** @type {any} */ event) => {
          const [file] = event.target.files;
          if (file) dropped.take(file);
          event.target.value = "";
        }}></label>`;
  }

  #list() {
    const count = this.#records.length;
    const broken = this.#verdicts?.filter((one) => !one.holds).length ?? 0;
    return html`<section aria-label=${t("check.many", { count })}>
      <h2>${t("check.many", { count })}</h2>
      <p role="status">${this.#verdicts ? t(broken ? "check.broken" : "check.all_hold", { count: broken }) : t("check.checking")}</p>
      <ol class="records">${this.#records.map((record, at) => this.#row(record, at))}</ol>
    </section>`;
  }

  /** @param {Found} record @param {number} at */
  #row(record, at) {
    const verdict = this.#verdicts?.[at];
    const breach = verdict?.findings.find((one) => one.weight === "breach");
    const state = verdict ? (verdict.holds ? "ok" : "wrong") : "waiting";
    return html`<li class=${state}>
      <button type="button" class="row" @click=${() => this.#show(record)}>
        <span class="title">${record.id || t("check.line", { line: at + 1 })}</span>
        <span class="hint">${record.ruleset}</span>
        <span class="state">${t(`proof.state.${state}`)}</span></button>
      ${breach ? html`<p class="hint">${breach.message} <span class="rule">${breach.rule}</span></p>` : nothing}
    </li>`;
  }
}
