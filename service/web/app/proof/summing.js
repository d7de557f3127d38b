/**
 * The sum of all findings: of one record, of many, and in comparison with the log of this service.
 */

import { isUnproved } from "/page/app/proof/finding.js";

/** @typedef {import("/page/app/proof/verify.js").Verdict} Verdict */
/** @typedef {import("/page/api").components["schemas"]["RecordVerdict"]} RecordVerdict */
/** @typedef {RecordVerdict["findings"][number]} RecordFinding */

/**
 * How a record from outside compares with the log of this service. `same`: the same game; `on`: the
 * game went on after this; `refused`: the two are the same up to an entry that the rules refuse;
 * `apart`: a different game, from event `version` on.
 * @typedef {{ kind: "same" | "on" | "refused" | "apart", version: number }} Comparison
 */

/**
 * The sum of a proof: its state, and the key `proof.<word>` of its sentence.
 * @typedef {{ state: "ok" | "open" | "wrong" | "busy", word: string }} Sum
 */

/**
 * Returns the sum of a proof. That nothing is wrong is less than that everything is proved.
 * @param {{ verdict: Verdict, rules: RecordVerdict | null, comparison: Comparison | null, done:
 *   boolean }} found
 * @returns {Sum}
 */
export function summed({ verdict: { lines }, rules, comparison, done }) {
  if (lines.some(({ state }) => state === "wrong")) return { state: "wrong", word: "wrong" };
  if (comparison?.kind === "apart") return { state: "wrong", word: "contradicts" };
  if (lines.some(({ state }) => state === "waiting" || state === "busy")) {
    return { state: "busy", word: "busy" };
  }
  if (rules && !rules.valid) return { state: "wrong", word: "rules_wrong" };
  if (lines.some(isUnproved)) return { state: "open", word: "valid_partly" };
  return done ? { state: "ok", word: "valid" } : { state: "busy", word: "valid_so_far" };
}

/**
 * Compares the events of a record with the log of this service.
 * @param {readonly any[]} events
 * @param {readonly any[]} log
 * @param {RecordVerdict | null} rules  if it reports another wording, it has the head in the
 *   wording of the log, and only the end is comparable
 * @param {boolean} cut  whether the rules refuse the next entry, so that it causes no events
 * @returns {Comparison}
 */
export function compareWithLog(events, log, rules, cut) {
  const worded = rules?.findings.find(({ weight }) => weight === "difference");
  const last = events.length - 1;
  // A hash over a secret that the record does not contain is not comparable.
  const hashes = events.map(({ hash }, at) => (
    worded === undefined ? hash : at === last ? worded.facts.derived : null
  ));
  const at = hashes.findIndex((hash, number) => hash !== null && hash !== log[number]?.hash);
  if (at >= 0) return { kind: "apart", version: at + 1 };
  const version = events.length;
  if (cut) return { kind: "refused", version };
  return { kind: log.length > version ? "on" : "same", version };
}

/** Notes with which a game is proved all the same, as in `carolus audit --keys`. */
const PROVED_ANYWAY = new Set([
  "duplicate_record",
  "unfinished_duplicate",
  "no_entropy_from_persons",
  "too_little_entropy_from_persons",
  "links_were_waived",
]);

/**
 * Returns the service's verdict on a record, as in `carolus audit --keys`: `open` is valid but not
 * proved; `finding` says why.
 * @param {RecordVerdict} verdict
 * @returns {{ state: "ok" | "open" | "wrong", finding: RecordFinding | undefined }}
 */
export function standing({ valid, status, findings }) {
  const breach = findings.find(({ weight }) => weight === "breach");
  if (!valid) return { state: "wrong", finding: breach };
  const note = findings.find(({ weight, reason }) => weight === "note" && !PROVED_ANYWAY.has(reason));
  const ended = status === "over" || status === "aborted";
  return { state: note || !ended ? "open" : "ok", finding: note ?? findings[0] };
}
