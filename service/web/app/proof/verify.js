/**
 * A proof of a game in the browser, from its record and its events, by WebCrypto alone.
 *
 * It is written from docs/reference/chained-log.md, fair-chance.md, signatures.md and records.md,
 * and shares no code with the service. It does not know the rules of the game: the page of the
 * ruleset supplies the number of dice of an answer, and the action that they make, from positions
 * that the service derives; `POST /v1/records/check` decides whether each entry was legal.
 */

import { canProve, fromHex, hex, sha256 } from "/page/app/proof/bytes.js";
import { NotCanonical, same } from "/page/app/proof/canonical.js";
import { chained, genesis, sealer } from "/page/app/proof/chain.js";
import { dice } from "/page/app/proof/chance.js";
import { end, key, signature } from "/page/app/proof/ended.js";
import { entriesOf, isCut, open, OPEN } from "/page/app/proof/finding.js";
import { inclusion } from "/page/app/proof/inclusion.js";
import { receipts } from "/page/app/proof/receipts.js";
import { endsIn } from "/page/app/ends.js";
import { difference, contributionsOf } from "/page/app/proof/comparing.js";

/**
 * Everything known about a game.
 * @typedef {object} Material
 * @property {string} game its id
 * @property {any[]} events from the service, with `hash`, and with `sealed` for hidden members
 * @property {any} record `carolus-record/1`; its `entries` are null if there is none yet
 * @property {{ version: number, position: any }[]} steps for each valid entry: the version and the
 *   position after it
 * @property {{ keys: { kid: string, x: string }[] }} keys that the service has published
 */

/** @typedef {import("/page/app/ruleset.js").Chance} Chance */

/**
 * Something invalid, or that cannot be proved: `reason` is the last part of a key
 * `proof.reason.<reason>`.
 * @typedef {object} Finding
 * @property {string} reason
 * @property {number} [version] of the event
 * @property {number} [entry] of the record, from 0
 * @property {any} [expected]
 * @property {any} [found]
 */

/**
 * One check. `ok`: it passed; `wrong`: it failed; `open`: nothing proves it, and `finding` says
 * why.
 * @typedef {object} Line
 * @property {"secret" | "chain" | "seals" | "dice" | "entries" | "signature" | "key" | "end" | "receipts" | "inclusion"} id
 * @property {"waiting" | "busy" | "ok" | "wrong" | "open"} state
 * @property {number} done
 * @property {number} total
 * @property {Finding | null} finding
 */

/**
 * An answer of chance, drawn again.
 * @typedef {object} Answer
 * @property {number} entry
 * @property {number} version of its first event
 * @property {number[]} bounds
 * @property {number[]} draws
 * @property {any} action that the draws make
 * @property {boolean} valid
 */

/** @typedef {{ lines: Line[], answers: Answer[] }} Verdict */

/** @typedef {(done: number) => Promise<void>} Progress */

const SLICE_MS = 12;

/** The shortest time between two progress reports, because each one redraws the page. */
const REPORT_MS = 150;

/**
 * Proves a game. Calls `report` with each new result; between slices of the work the page can
 * respond. The verdict is complete when the promise resolves.
 * @param {Material} material
 * @param {Chance | null} chance null for a ruleset without a page: its dice stay open
 * @param {(verdict: Verdict) => void} [report]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Verdict>}
 */
export async function verify(material, chance, report = () => {}, signal = undefined) {
  if (!canProve()) throw new Error("without WebCrypto nothing can be proved");
  const { events, record } = material;
  /** @type {Answer[]} */
  const answers = [];
  const asked = entriesOf(record).filter((entry) => (
    entry?.by === "chance" && entry.action?.type !== "draw_moment")).length;
  /** @type {[Line["id"], number, (progress: Progress) => Promise<any>][]} */
  const checks = [
    ["secret", 1, () => secretOf(material)],
    ["chain", events.length, (progress) => chain(material, progress)],
    ["seals", events.length, (progress) => seals(material, progress)],
    ["dice", asked, (progress) => drawn(material, chance, answers, progress)],
    ["entries", entriesOf(record).length, (progress) => entries(material, progress)],
    ["signature", 1, () => signature(material)],
    ["key", 1, () => key(material)],
    ["end", 1, () => end(material)],
    ["receipts", 1, () => receipts(material)],
    ["inclusion", 1, () => inclusion(material)],
  ];
  /** @type {Line[]} */
  const lines = checks.map(([id, total]) => (
    { id, state: "waiting", done: 0, total, finding: null }
  ));
  const verdict = { lines, answers };
  const breathe = breather(() => report(verdict));
  for (const [at, [, , check]] of checks.entries()) {
    const line = lines[at];
    line.state = "busy";
    const finding = await findingOf(check(async (done) => {
      line.done = done;
      signal?.throwIfAborted();
      await breathe();
    }));
    line.state = finding === null ? "ok" : OPEN in finding ? "open" : "wrong";
    if (line.state === "ok") line.done = line.total;
    line.finding = finding;
    report(verdict);
  }
  return verdict;
}

/**
 * Returns the finding of a check, or that the game does not have the documented form.
 * @param {Promise<any>} check
 */
async function findingOf(check) {
  try {
    return await check;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError || error instanceof NotCanonical) {
      return { reason: "form", found: error.message };
    }
    throw error;
  }
}

/** Returns a function that yields to the page after a slice of work. @param {() => void} report */
function breather(report) {
  let since = performance.now();
  let reported = since;
  return async () => {
    const now = performance.now();
    if (now - since < SLICE_MS) return;
    if (now - reported >= REPORT_MS) {
      report();
      reported = now;
    }
    await new Promise((resolve) => { setTimeout(resolve); });
    since = performance.now();
  };
}

/**
 * Checks that the secret, published at the end, is the one committed to before anyone took a seat.
 * @param {Material} material
 */
async function secretOf(material) {
  const { events, record } = material;
  const [opening] = events;
  if (opening.type !== "game_opened") return { reason: "not_opened", version: 1 };
  const { scheme, commitment, secret } = record.chance;
  const committed = { scheme: opening.scheme, commitment: opening.commitment };
  if (!same({ scheme, commitment }, committed)) {
    return { reason: "commitment", version: 1, expected: committed, found: { scheme, commitment } };
  }
  const revealed = events.filter((event) => event.type === "secret_revealed");
  if (scheme !== "fair") {
    const none = commitment === "" && secret === null && revealed.length === 0;
    return none ? open("recorded") : { reason: "no_secret_expected" };
  }
  const ends = endsIn(events);
  if (isCut(material)) return opened(record.chance);
  if (ends.length === 0) {
    const none = revealed.length === 0 && secret === null;
    return none ? open("not_yet") : { reason: "too_early", found: secret };
  }
  const last = events.length;
  const versions = [...ends, ...revealed].map((event) => event.version);
  if (!same(versions, [last - 1, last])) {
    return { reason: "not_revealed_last", expected: [last - 1, last], found: versions };
  }
  if (revealed[0].secret !== secret) {
    return { reason: "secret_differs", version: last, expected: revealed[0].secret, found: secret };
  }
  return opened(record.chance);
}

/**
 * Returns whether the secret opens the commitment.
 * @param {{ commitment: string, secret: string | null }} chance
 */
async function opened({ commitment, secret }) {
  if (secret === null) return open("not_yet");
  const bytes = fromHex(secret);
  const found = bytes?.length === 32 ? hex(await sha256(bytes)) : null;
  return found === commitment ? null : { reason: "secret", expected: commitment, found };
}

/**
 * Checks that every event has the hash it shows, and that the last one is the head.
 * @param {Material} material
 * @param {Progress} progress
 */
async function chain(material, progress) {
  const { game, events, record } = material;
  let before = await genesis(game);
  for (const [at, event] of events.entries()) {
    const version = at + 1;
    if (event.version !== version) {
      return { reason: "number", version, expected: version, found: event.version };
    }
    if (event.hash === null) return { ...open("needs_secret"), version };
    if (!isSealed(event)) return { reason: "sealed", version, found: event.sealed };
    before = await chained(before, event);
    const expected = hex(before);
    if (event.hash !== expected) return { reason: "hash", version, expected, found: event.hash };
    await progress(version);
  }
  const expected = hex(before);
  if (record.head === null) return open("no_head");
  if (record.head === expected) return null;
  const entry = isCut(material) ? material.steps.length : undefined;
  return { reason: entry === undefined ? "head" : "ends_early", entry, expected, found: record.head };
}

/**
 * Returns whether the commitments are well-formed and belong to existing members.
 * @param {any} event
 */
function isSealed(event) {
  return Object.entries(event.sealed ?? {}).every(([name, commitment]) => (
    name in event && typeof commitment === "string" && /^[0-9a-f]{64}$/.test(commitment)
  ));
}

/**
 * Checks that hidden members match their commitments.
 * @param {Material} material
 * @param {Progress} progress
 */
async function seals({ events, record }, progress) {
  if (!events.some((event) => event.sealed !== undefined)) return open("nothing_hidden");
  const { scheme, secret } = record.chance;
  if (scheme === "fair" && secret === null) return open("not_yet");
  const bytes = scheme === "fair" ? fromHex(secret) : new Uint8Array(32);
  if (bytes === null) return { reason: "secret", found: secret };
  const seal = await sealer(bytes);
  for (const event of events) {
    for (const [member, found] of Object.entries(event.sealed ?? {})) {
      const expected = await seal(event.version, member, event[member]);
      if (expected !== found) {
        return { reason: "seal", version: event.version, expected, found, member };
      }
    }
    await progress(event.version);
  }
  return null;
}

/**
 * Checks that every answer of chance follows from the secret, the game, the contributions of seats
 * and witnesses, and the number of its moment.
 * @param {Material} material
 * @param {Chance | null} chance
 * @param {Answer[]} answers filled with the draws, in order
 * @param {Progress} progress
 */
async function drawn({ game, events, record, steps }, chance, answers, progress) {
  const { scheme, secret } = record.chance;
  if (scheme !== "fair") return open("recorded");
  if (secret === null) return open("not_yet");
  if (chance === null) return open("no_page");
  const bytes = fromHex(secret);
  if (bytes === null) return { reason: "secret", found: secret };
  const { options, witnesses = [] } = events[0];
  const draw = await dice(bytes, game, contributionsOf(events), witnesses);
  /** @type {Awaited<ReturnType<typeof draw>> | null} */
  let moment = null;
  let [moments, answered] = [0, 0];
  for (const [entry, { by, action: found }] of entriesOf(record).entries()) {
    if (by !== "chance") {
      moment = null;
      continue;
    }
    const before = steps[entry - 1];
    if (before === undefined) return { reason: "entry_refused", entry };
    const version = before.version + 1;
    if (found.type === "draw_moment") {
      moments += 1;
      if (found.moment !== moments) {
        return { reason: "moment", entry, version, expected: moments, found: found.moment };
      }
      [moment, answered] = [await draw(moments, found.links), 0];
      continue;
    }
    const bounds = chance.bounds(before.position, options);
    if (bounds.length > 0 && moment === null) return { reason: "no_moment", entry, version };
    const draws = moment === null ? [] : await moment(answered, bounds);
    if (bounds.length > 0) answered += 1;
    const action = chance.answer(before.position, options, draws);
    const valid = same(action, found);
    answers.push({ entry, version, bounds, draws, action, valid });
    if (!valid) return { reason: "die", entry, version, expected: action, found };
    await progress(answers.length);
  }
  return null;
}

/**
 * Checks that the record and the events are of the same game. A game with hidden information has no
 * record before its end.
 * @param {Material} material
 * @param {Progress} progress
 */
async function entries(material, progress) {
  return material.record.entries === null ? open("not_yet") : difference(material, progress);
}
