/**
 * The contents of a file: one record, which the page shows and proves, or many, for each of which
 * the service gives a verdict. Late results never affect a newer file.
 */
import { api, Problem } from "/page/app/api.js";
import { Changing } from "/page/app/events.js";
import { BadFile, recordsIn } from "/page/app/replay/files.js";

/** @typedef {import("/page/app/replay/framing.js").Found} Found */
/** @typedef {import("/page/api").components["schemas"]["RecordVerdict"]} RecordVerdict */

export class Checking extends Changing {
  /** The name of the file. */
  name = "";
  /** @type {Found[]} */
  records = [];
  /** The service's verdicts on the records, as far as they have arrived. @type {RecordVerdict[]} */
  verdicts = [];
  /** Why the file is not accepted. @type {BadFile | null} */
  bad = null;
  /** Why there is no verdict. @type {Problem | null} */
  problem = null;

  #ending = new AbortController();

  /** Takes a file, replacing the previous one. @param {File} file */
  async take(file) {
    this.close();
    const { signal } = (this.#ending = new AbortController());
    this.name = `\u2068${file.name}\u2069`; // a name may change the direction of text
    this.bad = this.problem = null;
    this.records = [];
    this.verdicts = [];
    this.changed();
    try {
      const records = await recordsIn(file);
      if (signal.aborted) return;
      this.records = records;
      this.changed();
      if (records.length > 1) await this.#check(records, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof BadFile) this.bad = error;
      else if (error instanceof Problem) this.problem = error;
      else throw error;
      this.changed();
    }
  }

  /** Aborts pending requests. */
  close() {
    this.#ending.abort();
  }

  /**
   * Asks the service for a verdict on each of the records.
   * @param {Found[]} records
   * @param {AbortSignal} signal
   */
  async #check(records, signal) {
    for await (const verdicts of verdictsOn(records, signal)) {
      if (signal.aborted) return;
      this.verdicts = [...this.verdicts, ...verdicts];
      this.changed();
    }
  }
}

/**
 * Yields the verdicts, in order. Those on JSON arrive together; a text needs its own request.
 * @param {Found[]} records
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<RecordVerdict[]>}
 */
async function* verdictsOn(records, signal) {
  const path = "/v1/records/check";
  if (records[0].kind === "application/json") {
    const text = records.map((one) => one.text).join("\n");
    const answer = await api.askText(path, { text, kind: "application/x-ndjson", signal });
    yield answer.trim().split("\n").map((line) => JSON.parse(line));
    return;
  }
  for (const { text, kind } of records) yield [await api.ask(path, { text, kind, signal })];
}
