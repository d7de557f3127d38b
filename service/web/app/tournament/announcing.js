/** The terms of a new tournament: the usual ones, and those of a form as the service takes them. */

export const FORMATS = /** @type {const} */ (["swiss", "round_robin", "knock_out", "groups"]);
export const REGISTRATIONS = /** @type {const} */ (["open", "code", "list"]);
export const PACES = /** @type {const} */ (["manual", "when_finished", "on_schedule"]);

/**
 * The form.
 * @typedef {object} Terms
 * @property {string} name
 * @property {typeof FORMATS[number]} format
 * @property {number} seats  of a full table
 * @property {boolean} small  whether tables with one player less are possible
 * @property {boolean} partners  whether four players form two teams, with other partners in each round
 * @property {number} rounds
 * @property {number} groups  before a final
 * @property {number} qualify  how many of each group play in the final
 * @property {number} legs  how often all meet in a round robin
 * @property {number} lives  after how many losses someone is out, at tables of two
 * @property {number} advance  how many of a larger table go on in a knock-out
 * @property {string} tieBreaks  their ids
 * @property {typeof REGISTRATIONS[number]} registration
 * @property {string} code
 * @property {typeof PACES[number]} pace
 * @property {string[]} times  of the rounds, in the zone of the browser
 * @property {boolean} standing  whether tables are scored as they stand when the next round begins
 * @property {string} end  when the last round then ends; "" if the organiser closes it
 * @property {number | null} noShow  after how many minutes a free seat loses; null if only arbiters decide
 * @property {number} late  the last round for late entries; 0 if none
 * @property {number} byes  how many an entrant can request
 * @property {boolean} checkIn
 * @property {boolean} real  whether guests play at real tables
 * @property {string[]} bots  the house bots that may enter
 */

/** @type {Terms} */
export const NEW = {
  name: "", format: "swiss", seats: 2, small: true, partners: false, rounds: 4, groups: 2, qualify: 2, legs: 1, lives: 1, advance: 1,
  tieBreaks: "", registration: "open", code: "", pace: "manual", times: [], standing: false, end: "",
  noShow: null, late: 0, byes: 0, checkIn: false, real: false, bots: [],
};

/** The usual points by place, by the size of a table, in sixtieths. @type {Readonly<Record<number, readonly number[]>>} */
export const SCALES = {
  2: [60, 0], 3: [720, 180, 0], 4: [720, 360, 120, 0], 5: [720, 420, 240, 120, 0], 6: [720, 480, 300, 180, 120, 0],
};

/** The algorithm of this service that pairs Swiss rounds. */
const HOUSE = { system: "house", name: "carolus-tables", version: "1" };

/** Returns the ids of tie-breaks in a text. @param {string} text */
export const tieBreaksIn = (text) => text.toUpperCase().split(/[\s,;]+/).filter(Boolean);

/** Returns the usual number of rounds; formats other than Swiss stop by themselves. @param {string} format */
export const usualRounds = (format) => ({ swiss: 4, round_robin: 30, knock_out: 10, groups: 30 })[format] ?? 4;

/** Returns the usual tie-breaks, as a text. @param {string} format @param {number} seats */
export function usualTieBreaks(format, seats) {
  if (format === "swiss") return seats === 2 ? "DE, BH-C1, SB, WIN, LOT" : "MBH, MSB, WIN, LOT";
  return seats === 2 ? "DE, SB, WIN, LOT" : "MSB, WIN, LOT";
}

/** Returns how many of each group are usual in a final, which needs a full table. @param {number} groups @param {number} seats */
export const usualQualifiers = (groups, seats) => Math.max(2, Math.ceil(seats / groups));

/**
 * Returns whether tables with one player less than full ones are possible.
 * @param {number} seats  of a full table
 * @param {readonly number[]} possible  the numbers of seats of the game
 */
export const hasSmallTables = (seats, possible) => seats > 3 && possible.includes(seats - 1);

/**
 * Returns whether four players can form two teams: not where everyone plays on their own.
 * @param {number} seats  of a full table
 * @param {string} format
 */
export const mayHavePartners = (seats, format) => seats === 4 && (format === "swiss" || format === "round_robin");

/** Returns who can begin rounds: only the number of Swiss rounds is known before. @param {string} format */
export const pacesOf = (format) => PACES.filter((one) => format === "swiss" || one !== "on_schedule");

/**
 * Returns the request that announces a tournament.
 * @param {Terms} terms
 * @param {{ruleset: string, seats: readonly number[], options: Record<string, any>, clock: any}} game
 */
export function announcementOf(terms, { ruleset, seats: possible, options, clock }) {
  const { format, seats, rounds, registration } = terms;
  const swiss = format === "swiss";
  const partners = terms.partners && mayHavePartners(seats, format);
  const sizes = terms.small && !partners && hasSmallTables(seats, possible) ? [seats, seats - 1] : [seats];
  return {
    announcement: {
      name: terms.name,
      ruleset,
      options,
      format: formatOf(terms),
      rules: {
        seats, rounds, scales: sizes.map((size) => SCALES[size]), tie_breaks: tieBreaksIn(terms.tieBreaks),
        ...(swiss ? {} : { swiss: false }), ...(partners ? { partners } : {}),
      },
      registration: { kind: registration, ...(swiss && terms.late ? { late_until: terms.late } : {}) },
      ...(swiss && terms.byes ? { byes: { most: terms.byes } } : {}),
      check_in: terms.checkIn,
      clock,
      real_tables: terms.real,
      house_bots: terms.bots,
      ...scheduleOf(terms),
      ...(terms.noShow ? { no_show_minutes: terms.noShow } : {}),
    },
    ...(registration === "code" ? { code: terms.code } : {}),
  };
}

/** Returns the format as the service takes it. @param {Terms} terms */
function formatOf({ format, seats, groups, qualify, legs, lives, advance }) {
  if (format === "swiss") return { kind: format, engine: HOUSE };
  if (format === "round_robin") return { kind: format, legs };
  const final = seats === 2 ? { lives } : { advance };
  return format === "groups" ? { kind: format, groups, qualify, legs, ...final } : { kind: format, ...final };
}

/** Returns who begins and ends rounds, and when. @param {Terms} terms */
function scheduleOf({ pace, times, rounds, standing, end }) {
  if (pace !== "on_schedule") return { pace: { kind: pace } };
  return {
    pace: { kind: pace, times: times.slice(0, rounds).map(inUtc), ...(standing && end ? { end: inUtc(end) } : {}) },
    scored_as_they_stand: standing,
  };
}

/** Returns a time of the browser's zone as the service takes it. @param {string} local */
const inUtc = (local) => `${new Date(local).toISOString().slice(0, 19)}Z`;
