/**
 * Whether two tellings of one game are the same: a record, and the events that it led to. What an
 * action causes is a matter of the rules, and not asked here.
 */

import { same } from "/page/app/proof/canonical.js";

/** @typedef {import("/page/app/proof/verify.js").Material} Material */
/** @typedef {import("/page/app/proof/verify.js").Finding} Finding */

/** @type {Record<string, string>} The ends that are not by the rules of a game, and their reasons. */
const REASONS = {
  game_conceded: "resignation",
  draw_agreed: "draw_agreed",
  game_forfeited: "time",
  game_adjudicated: "adjudicated",
};
const CALLED_OFF = ["game_aborted", "game_called_off"];
const ENDS = ["game_ended", ...Object.keys(REASONS), ...CALLED_OFF];

/** The events that end a game: one, in a game that is told as it was. @param {any[]} events */
export const endsIn = (events) => events.filter((event) => ENDS.includes(event.type));

/** @param {{ type: string }} end */
export const statusOf = (end) => (CALLED_OFF.includes(end.type) ? "aborted" : "over");

/**
 * Whether an outcome says what the event says that ended the game. What only the position tells,
 * such as castles after a resignation, is bound by the signature and by the rules.
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
    && same([...outcome.winners].sort(), [...end.winners].sort());
}

/**
 * The entropy of each seat: what its player brought who sat there at the start.
 * @param {any[]} events
 * @returns {string[]}
 */
export function entropyOf(events) {
  return seatsOf(events).map((seat) => seat.entropy);
}

/**
 * The first way in which the record differs from the events; null if there is none.
 * @param {Material} material
 * @param {(done: number) => Promise<void>} progress
 * @returns {Promise<Finding | null>}
 */
export async function difference({ game, record, events, steps }, progress) {
  const opening = events[0];
  const told = { format: record.format, id: record.id, ruleset: record.ruleset };
  const expected = { format: "carolus-record/1", id: game, ruleset: opening.ruleset };
  if (!same(told, expected)) return { reason: "head_of_record", expected, found: told };
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
  // The answer of chance is told by the first of its events, member by member.
  const { type: _, ...facts } = entry.action;
  const expected = Object.fromEntries(Object.keys(facts).map((name) => [name, caused[0][name]]));
  return same(facts, expected) ? null : { reason: "answer", expected, found: facts };
}

/** @param {any} outcome @param {any[]} events @returns {Finding | null} */
function outcomeDiffers(outcome, events) {
  const [end] = endsIn(events);
  const holds = end === undefined ? outcome === null : isOutcomeOf(outcome, end);
  return holds ? null : { reason: "outcome", expected: end ?? null, found: outcome };
}

/** Who sits where after these events, as a record tells it. @param {any[]} events */
function seatsOf(events) {
  /** @type {any[]} */
  const seats = Array.from({ length: events[0].seats }, (_, seat) => nobody(seat));
  for (const event of events) {
    if (event.type === "seat_taken") {
      const { name, bot, entropy } = event;
      seats[event.seat] = { ...seats[event.seat], name, bot, entropy };
    }
    if (event.type === "player_seated") seats[event.seat].player = event.player;
    if (event.type === "seat_left") seats[event.seat] = nobody(event.seat);
    if (["seat_resigned", "flag_fell"].includes(event.type)) seats[event.seat].bot = event.bot;
  }
  return seats;
}

/** @param {number} seat */
const nobody = (seat) => ({ seat, name: null, bot: null, entropy: "" });
