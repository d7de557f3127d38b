/** A proof while it is made: what the browser finds by itself, and then what the service says. */
import { api, Problem } from "/page/app/api.js";
import { Changing } from "/page/app/events.js";
import { logOf } from "/page/app/proof/gathering.js";
import { canProve } from "/page/app/proof/bytes.js";
import { isCut } from "/page/app/proof/finding.js";
import { besideLog, summed } from "/page/app/proof/summing.js";
import { idOf, rulesetPage } from "/page/app/rulesets.js";

/** @typedef {import("/page/app/proof/verify.js").Material} Material */
/** @typedef {import("/page/app/proof/summing.js").Beside} Beside */
/** @typedef {import("/page/app/proof/verify.js").Verdict} Verdict */
/** @typedef {import("/page/api").components["schemas"]["RecordVerdict"]} RecordVerdict */

export class Proving extends Changing {
  /** @type {"idle" | "reading" | "proving" | "done" | "failed"} */
  state = "idle";
  /** How much has been read, from 0 to 1. */
  read = 0;
  /** What the browser found, so far. @type {Verdict | null} */
  verdict = null;
  /** What the service says by the rules. @type {RecordVerdict | null} */
  rules = null;
  /** Why there is nothing to say. @type {Problem | null} */
  problem = null;
  /** What the log of this service says; null if it does not know the game. @type {Beside | null} */
  beside = null;

  #gather;
  #elsewhere;
  #ending = new AbortController();

  /**
   * @param {(tell: (done: number, total: number) => void, signal: AbortSignal) => Promise<Material>} gather
   * @param {{ elsewhere?: boolean }} [how]  `elsewhere`: the record came from outside, so the log
   *   of this service may tell more
   */
  constructor(gather, { elsewhere = false } = {}) {
    super();
    this.#gather = gather;
    this.#elsewhere = elsewhere;
  }

  /** All of it in a sentence; null while nothing is known. */
  get sum() {
    const { verdict, rules, beside, state } = this;
    return verdict && summed({ verdict, rules, beside, done: state === "done" });
  }

  /** Prove it; once is enough. */
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
      const { chance } = await rulesetPage(idOf(material.record.ruleset));
      const tell = (/** @type {Verdict} */ verdict) => {
        this.verdict = verdict;
        this.changed();
      };
      // Most people look at games and prove none, so this is not loaded with the table.
      const { verify } = await import("/page/app/proof/verify.js");
      this.verdict = await verify(material, chance, tell, signal);
      this.changed();
      if (material.record.entries !== null) {
        this.rules = await api.ask("/v1/records/check", { body: material.record, signal });
      }
      if (this.#elsewhere) this.beside = await besideThisService(material, this.rules);
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
 * Where a record from outside and the log of this service part.
 * @param {Material} material
 * @param {RecordVerdict | null} rules
 */
async function besideThisService(material, rules) {
  const { game, events } = material;
  try {
    return besideLog(events, await logOf(game, undefined), rules, isCut(material));
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
