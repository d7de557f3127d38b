/**
 * Compares two accounts of one game: a record, and the events that it led to. It does not check
 * what an action causes, which is up to the rules.
 */

import { CALLED_OFF, REASONS, endsIn } from "/page/app/ends.js";
import { same } from "/page/app/proof/canonical.js";

/** @typedef {import("/page/app/proof/verify.js").Material} Material */
/** @typedef {import("/page/app/proof/verify.js").Finding} Finding */

/** @param {{ type: string }} end */
export const statusOf = (end) => (CALLED_OFF.includes(end.type) ? "aborted" : "over");

/**
 * Returns whether an outcome matches the event that ended the game. The signature and the rules
 * vouch for facts that only the position has, such as castles after a resignation.
 * @param {any} outcome
 * @param {any} end
 */
export function isOutcomeOf(outcome, end) {
  if (CALLED_OFF.includes(end.type)) return outcome === null;
  if (outcome === null || typeof outcome !== "object") return false;
  const reason = REASONS[end.type] ?? end.reason ?? end.reasons[0];
  const facts = Object.keys(outcome).filter((name) => name in end && name !== "winners");
  return outcome.reason === reason
    && facts.every((name) => same(outcome[name], end[name]))
    && same([...outcome.winners].sort(), [...end.winners].sort())
    && ranks(outcome.standing, outcome.winners);
}

/**
 * Returns whether places rank exactly the winners first, and all others as a competition does.
 * @param {any} places
 * @param {string[]} winners
 */
function ranks(places, winners) {
  const first = places.filter((/** @type {any} */ one) => one.rank === 1);
  const better = (/** @type {any} */ one) => (
    places.filter((/** @type {any} */ other) => other.rank < one.rank).length);
  return same(first.map((/** @type {any} */ one) => one.side), winners)
    && places.every((/** @type {any} */ one) => one.rank === 1 + better(one));
}

/**
 * Returns what the player who had a seat at the start contributed to the dice, for each seat.
 * @param {any[]} events
 * @returns {import("/page/app/proof/chance.js").Contribution[]}
 */
export function contributionsOf(events) {
  return seatsOf(events).map(({ entropy, tip = null }) => ({ entropy, tip }));
}

/**
 * Returns the first difference between the record and the events; null if there is none.
 * @param {Material} material
 * @param {(done: number) => Promise<void>} progress
 * @returns {Promise<Finding | null>}
 */
export async function difference({ game, record, events, steps }, progress) {
  const opening = events[0];
  const found = { format: record.format, id: record.id, ruleset: record.ruleset };
  const expected = { format: "carolus-record/1", id: game, ruleset: opening.ruleset };
  if (!same(found, expected)) return { reason: "head_of_record", expected, found };
  for (const [name, value] of Object.entries(record.options)) {
    if (!same(value, opening.options[name])) {
      return { reason: "options", expected: opening.options, found: record.options };
    }
  }
  let version = 0;
  for (const [number, entry] of record.entries.entries()) {
    const step = steps[number];
    if (step === undefined) return { reason: "entry_refused", entry: number };
    const caused = events.slice(version, step.version);
    const wrong = entryDiffers(entry, caused);
    if (wrong !== null) return { ...wrong, entry: number, version: version + 1 };
    version = step.version;
    await progress(number + 1);
  }
  if (version !== events.length) return { reason: "more_events", version: version + 1 };
  const seats = seatsOf(events);
  if (!same(record.seats, seats)) return { reason: "seats", expected: seats, found: record.seats };
  return outcomeDiffers(record.outcome, events);
}

/**
 * @param {any} entry
 * @param {any[]} caused
 * @returns {Finding | null}
 */
function entryDiffers(entry, caused) {
  if (caused.length === 0) return { reason: "causes_nothing" };
  const { by, at } = entry;
  for (const event of caused) {
    if (event.by !== by || event.at !== at) {
      return { reason: "actor", expected: { by: event.by, at: event.at }, found: { by, at } };
    }
  }
  if (by !== "chance") return null;
  // The first event of an answer of chance has all its members.
  const { type: _, ...facts } = entry.action;
  const expected = Object.fromEntries(Object.keys(facts).map((name) => [name, caused[0][name]]));
  return same(facts, expected) ? null : { reason: "answer", expected, found: facts };
}

/** @param {any} outcome @param {any[]} events @returns {Finding | null} */
function outcomeDiffers(outcome, events) {
  const [end] = endsIn(events);
  const matches = end === undefined ? outcome === null : isOutcomeOf(outcome, end);
  return matches ? null : { reason: "outcome", expected: end ?? null, found: outcome };
}

/**
 * Returns the players on the seats after these events, in the form of a record.
 * @param {any[]} events
 */
function seatsOf(events) {
  /** @type {any[]} */
  const seats = Array.from({ length: events[0].seats }, (_, seat) => nobody(seat));
  for (const event of events) {
    if (event.type === "seat_taken") {
      const { name, bot, entropy, tip } = event;
      const chain = tip === null ? {} : { tip };
      seats[event.seat] = { ...nobody(event.seat), name, bot, entropy, ...chain };
    }
    if (event.type === "player_seated") seats[event.seat].player = event.player;
    if (event.type === "seat_left") seats[event.seat] = nobody(event.seat);
    if (["seat_resigned", "flag_fell"].includes(event.type)) seats[event.seat].bot = event.bot;
  }
  return seats;
}

/** @param {number} seat */
const nobody = (seat) => ({ seat, name: null, bot: null, entropy: "" });
