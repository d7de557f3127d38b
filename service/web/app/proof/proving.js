/** A proof in progress: first the browser's own findings, then the service's. */
import { api, Problem } from "/page/app/api.js";
import { Changing } from "/page/app/events.js";
import { logOf } from "/page/app/proof/gathering.js";
import { canProve } from "/page/app/proof/bytes.js";
import { isCut } from "/page/app/proof/finding.js";
import { compareWithLog, summed } from "/page/app/proof/summing.js";
import { idOf, rulesetPage } from "/page/app/rulesets.js";

/** @typedef {import("/page/app/proof/verify.js").Material} Material */
/** @typedef {import("/page/app/proof/summing.js").Comparison} Comparison */
/** @typedef {import("/page/app/proof/verify.js").Verdict} Verdict */
/** @typedef {import("/page/api").components["schemas"]["RecordVerdict"]} RecordVerdict */

export class Proving extends Changing {
  /** @type {"idle" | "reading" | "proving" | "done" | "failed"} */
  state = "idle";
  /** The fraction that has been read, from 0 to 1. */
  read = 0;
  /** The browser's findings so far. @type {Verdict | null} */
  verdict = null;
  /** The service's verdict by the rules. @type {RecordVerdict | null} */
  rules = null;
  /** Why there is no result. @type {Problem | null} */
  problem = null;
  /**
   * The comparison with the log of this service; null if it does not know the game.
   * @type {Comparison | null}
   */
  comparison = null;

  #gather;
  #elsewhere;
  #ending = new AbortController();

  /**
   * @param {(report: (done: number, total: number) => void, signal: AbortSignal) =>
   *   Promise<Material>} gather
   * @param {{ elsewhere?: boolean }} [how]  `elsewhere`: the record came from outside, so the log
   *   of this service may have more
   */
  constructor(gather, { elsewhere = false } = {}) {
    super();
    this.#gather = gather;
    this.#elsewhere = elsewhere;
  }

  /** The sum in one sentence; null while nothing is known. */
  get sum() {
    const { verdict, rules, comparison, state } = this;
    return verdict && summed({ verdict, rules, comparison, done: state === "done" });
  }

  /** Starts the proof, only once. */
  async start() {
    if (this.state !== "idle" || !canProve()) return;
    const { signal } = this.#ending;
    try {
      this.#become("reading");
      const material = await this.#gather((done, total) => {
        this.read = total === 0 ? 1 : done / total;
        this.changed();
      }, signal);
      this.#become("proving");
      const page = await rulesetPage(idOf(material.record.ruleset));
      const chance = await page.chance?.() ?? null;
      const report = (/** @type {Verdict} */ verdict) => {
        this.verdict = verdict;
        this.changed();
      };
      // Most people never prove a game, so the table does not load this.
      const { verify } = await import("/page/app/proof/verify.js");
      this.verdict = await verify(material, chance, report, signal);
      this.changed();
      if (material.record.entries !== null) {
        this.rules = await api.ask("/v1/records/check", { body: material.record, signal });
      }
      if (this.#elsewhere) this.comparison = await compareWithService(material, this.rules);
      this.#become("done");
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this.problem = error;
      this.#become("failed");
    }
  }

  close() {
    this.#ending.abort();
  }

  /** @param {Proving["state"]} state */
  #become(state) {
    this.state = state;
    this.changed();
  }
}

/**
 * Returns where a record from outside and the log of this service diverge.
 * @param {Material} material
 * @param {RecordVerdict | null} rules
 */
async function compareWithService(material, rules) {
  const { game, events } = material;
  try {
    return compareWithLog(events, await logOf(game, undefined), rules, isCut(material));
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
