/** What all that was found comes to: of one record, of many, and beside the log of this service. */

/** @typedef {import("/page/app/proof/verify.js").Verdict} Verdict */
/** @typedef {import("/page/api").components["schemas"]["RecordVerdict"]} RecordVerdict */
/** @typedef {RecordVerdict["findings"][number]} RecordFinding */

/**
 * What the log of this service says of a record from outside. `same`: it has the same game; `on`:
 * the game went on after this; `refused`: the two are the same up to an entry that the rules refuse;
 * `apart`: it tells another game, from event `version` on.
 * @typedef {{ kind: "same" | "on" | "refused" | "apart", version: number }} Beside
 */

/**
 * The sum of a proof: its state, and the word `proof.<word>` that says it.
 * @typedef {{ state: "ok" | "open" | "wrong" | "busy", word: string }} Sum
 */

/**
 * All of a proof in a sentence. That nothing is wrong is less than that all of it is proved.
 * @param {{ verdict: Verdict, rules: RecordVerdict | null, beside: Beside | null, done: boolean }} found
 * @returns {Sum}
 */
export function summed({ verdict: { lines }, rules, beside, done }) {
  if (lines.some(({ state }) => state === "wrong")) return { state: "wrong", word: "wrong" };
  if (beside?.kind === "apart") return { state: "wrong", word: "contradicts" };
  if (lines.some(({ state }) => state === "waiting" || state === "busy")) {
    return { state: "busy", word: "busy" };
  }
  if (rules && !rules.holds) return { state: "wrong", word: "rules_wrong" };
  const unproved = lines.some(({ state, finding }) => (
    state === "open" && finding?.reason !== "nothing_hidden"
  ));
  if (unproved) return { state: "open", word: "holds_partly" };
  return done ? { state: "ok", word: "holds" } : { state: "busy", word: "holds_here" };
}

/**
 * What the log of this service says of these events, which a record told.
 * @param {readonly any[]} events
 * @param {readonly any[]} log
 * @param {RecordVerdict | null} rules  where it tells of another wording, it says what the head is in
 *   that of the log, and nothing but the end can be compared
 * @param {boolean} cut  whether the rules refuse the next entry, so that it causes no events
 * @returns {Beside}
 */
export function besideLog(events, log, rules, cut) {
  const worded = rules?.findings.find(({ weight }) => weight === "difference");
  const last = events.length - 1;
  // A hash that takes a secret that the record does not tell can be compared with nothing.
  const hashes = events.map(({ hash }, at) => (
    worded === undefined ? hash : at === last ? worded.facts.derived : null
  ));
  const at = hashes.findIndex((hash, number) => hash !== null && hash !== log[number]?.hash);
  if (at >= 0) return { kind: "apart", version: at + 1 };
  const version = events.length;
  if (cut) return { kind: "refused", version };
  return { kind: log.length > version ? "on" : "same", version };
}

/** Notes after which all is proved all the same: of the game there is another record. */
const HARMLESS = new Set(["record_is_there_twice", "game_is_there_unfinished_too"]);

/**
 * How a record stands by the word of the service, as `carolus audit --keys` sees it: `open` is what
 * holds and is not proved; `finding` says why.
 * @param {RecordVerdict} verdict
 * @returns {{ state: "ok" | "open" | "wrong", finding: RecordFinding | undefined }}
 */
export function standing({ holds, status, findings }) {
  const breach = findings.find(({ weight }) => weight === "breach");
  if (!holds) return { state: "wrong", finding: breach };
  const note = findings.find(({ weight, reason }) => weight === "note" && !HARMLESS.has(reason));
  const ended = status === "over" || status === "aborted";
  return { state: note || !ended ? "open" : "ok", finding: note ?? findings[0] };
}
