/** Exports records as a file, and reports the result. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Problem } from "/page/app/api.js";
import { t } from "/page/app/i18n.js";
import { problemView } from "/page/app/parts/problem.js";
import { fileName, fits, ofRecord, recordsQuery } from "/page/app/records/choice.js";
import { recordsOfFilter, recordsOfGames, save } from "/page/app/records/gathering.js";

/** @typedef {import("/page/app/records/choice.js").Choice} Choice */

/** What the export leaves out, by the chosen state. @type {Record<string, string>} */
const LEFT_OUT = { "": "records.only_ended", running: "records.not_hidden" };

export class Export {
  #redraw;
  #signal;
  /** The number of records so far, during an export. @type {number | null} */
  #count = null;
  /** The result of the last export. @type {string[]} */
  #result = [];
  /** @type {Problem | null} */
  #problem = null;

  /** @param {() => void} redraw @param {AbortSignal} signal aborted when the screen closes */
  constructor(redraw, signal) {
    this.#redraw = redraw;
    this.#signal = signal;
  }

  /** @param {Choice} choice */
  #takeAll(choice) {
    const wanted = (/** @type {any} */ record) => fits(choice, ofRecord(record));
    return this.#take(fileName(choice), (report) => (
      recordsOfFilter(recordsQuery(choice), wanted, report, this.#signal)));
  }

  /** @param {readonly string[]} games */
  #takeChosen(games) {
    return this.#take("carolus-chosen.ndjson", (report) => (
      recordsOfGames(games, report, this.#signal)), games.length);
  }

  /**
   * @param {string} name
   * @param {(report: (count: number) => void) => Promise<string[]>} gather
   * @param {number} [asked]  the number if every game had a record
   */
  async #take(name, gather, asked = 0) {
    this.#count = 0;
    this.#result = [];
    this.#problem = null;
    this.#redraw();
    try {
      const lines = await gather((count) => {
        this.#count = count;
        this.#redraw();
      });
      const [count, left] = [lines.length, asked - lines.length];
      if (count) save(name, lines);
      this.#result = [count ? t("records.saved", { count, name }) : t("records.saved_none")];
      if (left > 0) this.#result.push(t("records.left", { count: left }));
    } catch (error) {
      if (this.#signal.aborted) return;
      // A broken stream is not a problem of the service: browsers throw different errors.
      this.#problem = error instanceof Problem ? error : new Problem(0, { detail: t("records.broke") });
    } finally {
      this.#count = null;
    }
    this.#redraw();
  }

  /** @param {Choice} choice @param {ReadonlySet<string>} chosen  games */
  draw(choice, chosen) {
    const busy = this.#count !== null;
    const left = LEFT_OUT[choice.status];
    const result = busy ? [t("records.taken", { count: this.#count ?? 0 })] : this.#result;
    return html`<section class="export"><h2>${t("records.export")}</h2>
      <p class="hint">${t("records.export_about")} ${left ? t(left) : nothing}</p>
      <div class="buttons">
        <button type="button" ?disabled=${busy} @click=${() => this.#takeAll(choice)}>
          ${t("records.export_all")}</button>
        <button type="button" ?disabled=${busy || !chosen.size} @click=${() => this.#takeChosen([...chosen])}>
          ${t("records.export_chosen", { count: chosen.size })}</button></div>
      <p class="hint">${t("records.export_name")} <code>${fileName(choice)}</code></p>
      <p role="status">${result.join(" ")}</p>
      ${this.#problem ? problemView(this.#problem) : nothing}
    </section>`;
  }
}
