/**
 * What is found in a file: one record, which is shown and proved, or many, of each of which the
 * service says whether it holds. Nothing that is found out late lands on a newer file.
 */
import { api, Problem } from "/page/app/api.js";
import { Changing } from "/page/app/events.js";
import { BadFile, recordsIn } from "/page/app/replay/files.js";

/** @typedef {import("/page/app/replay/framing.js").Found} Found */
/** @typedef {import("/page/api").components["schemas"]["RecordVerdict"]} RecordVerdict */

export class Checking extends Changing {
  /** Of the file. */
  name = "";
  /** @type {Found[]} */
  records = [];
  /** What the service says of each of many, as far as it has. @type {RecordVerdict[]} */
  verdicts = [];
  /** Why the file is not taken. @type {BadFile | null} */
  bad = null;
  /** Why there is no verdict. @type {Problem | null} */
  problem = null;

  #ending = new AbortController();

  /** Take a file; what was there is forgotten. @param {File} file */
  async take(file) {
    this.close();
    const { signal } = (this.#ending = new AbortController());
    this.name = `\u2068${file.name}\u2069`; // a name may change the way in which text runs
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

  /** Forget what is under way. */
  close() {
    this.#ending.abort();
  }

  /** Ask the service for a verdict on each of many. @param {Found[]} records @param {AbortSignal} signal */
  async #check(records, signal) {
    for await (const verdicts of verdictsOn(records, signal)) {
      if (signal.aborted) return;
      this.verdicts = [...this.verdicts, ...verdicts];
      this.changed();
    }
  }
}

/**
 * The verdicts, in order. Those on JSON come at once; a text is asked for by itself.
 * @param {Found[]} records
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<RecordVerdict[]>}
 */
async function* verdictsOn(records, signal) {
  const path = "/v1/records/check";
  if (records[0].kind === "application/json") {
    const text = records.map((one) => one.text).join("\n");
    const told = await api.askText(path, { text, kind: "application/x-ndjson", signal });
    yield told.trim().split("\n").map((line) => JSON.parse(line));
    return;
  }
  for (const { text, kind } of records) yield [await api.ask(path, { text, kind, signal })];
}
