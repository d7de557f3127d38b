/** What takes records away as a file, and says what became of it. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Problem } from "/page/app/api.js";
import { t } from "/page/app/i18n.js";
import { problemTold } from "/page/app/parts/problem.js";
import { fileName, fits, ofRecord, recordsQuery } from "/page/app/records/choice.js";
import { recordsOfFilter, recordsOfGames, save } from "/page/app/records/gathering.js";

/** @typedef {import("/page/app/records/choice.js").Choice} Choice */

/** What is left out of all that fit, by the state that was chosen. @type {Record<string, string>} */
const LEFT_OUT = { "": "records.only_ended", running: "records.not_hidden" };

export class Export {
  #redraw;
  #signal;
  /** How many records have come, while they come. @type {number | null} */
  #count = null;
  /** What became of the last file. @type {string[]} */
  #told = [];
  /** @type {Problem | null} */
  #problem = null;

  /** @param {() => void} redraw @param {AbortSignal} signal  that nobody waits for it any more */
  constructor(redraw, signal) {
    this.#redraw = redraw;
    this.#signal = signal;
  }

  /** @param {Choice} choice */
  #takeAll(choice) {
    const wanted = (/** @type {any} */ record) => fits(choice, ofRecord(record));
    return this.#take(fileName(choice), (tell) => (
      recordsOfFilter(recordsQuery(choice), wanted, tell, this.#signal)));
  }

  /** @param {readonly string[]} games */
  #takeChosen(games) {
    return this.#take("carolus-chosen.ndjson", (tell) => (
      recordsOfGames(games, tell, this.#signal)), games.length);
  }

  /**
   * @param {string} name
   * @param {(tell: (count: number) => void) => Promise<string[]>} gather
   * @param {number} [asked]  how many there would be if all games had one
   */
  async #take(name, gather, asked = 0) {
    this.#count = 0;
    this.#told = [];
    this.#problem = null;
    this.#redraw();
    try {
      const lines = await gather((count) => {
        this.#count = count;
        this.#redraw();
      });
      const [count, left] = [lines.length, asked - lines.length];
      if (count) save(name, lines);
      this.#told = [count ? t("records.saved", { count, name }) : t("records.saved_none")];
      if (left > 0) this.#told.push(t("records.left", { count: left }));
    } catch (error) {
      if (this.#signal.aborted) return;
      // What breaks off on the way is no answer: the browser throws what it likes.
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
    const told = busy ? [t("records.taken", { count: this.#count ?? 0 })] : this.#told;
    return html`<section class="export"><h2>${t("records.export")}</h2>
      <p class="hint">${t("records.export_about")} ${left ? t(left) : nothing}</p>
      <div class="buttons">
        <button type="button" ?disabled=${busy} @click=${() => this.#takeAll(choice)}>
          ${t("records.export_all")}</button>
        <button type="button" ?disabled=${busy || !chosen.size} @click=${() => this.#takeChosen([...chosen])}>
          ${t("records.export_chosen", { count: chosen.size })}</button></div>
      <p class="hint">${t("records.export_name")} <code>${fileName(choice)}</code></p>
      <p role="status">${told.join(" ")}</p>
      ${this.#problem ? problemTold(this.#problem) : nothing}
    </section>`;
  }
}
