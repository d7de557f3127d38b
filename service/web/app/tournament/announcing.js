/** The terms of a new tournament: the usual ones, and those of a form as the service takes them. */

export const FORMATS = /** @type {const} */ (["swiss", "round_robin", "knock_out", "groups"]);
export const REGISTRATIONS = /** @type {const} */ (["open", "code", "list"]);
export const TOGETHER = /** @type {const} */ (["alone", "changing", "fixed"]);
export const PACES = /** @type {const} */ (["manual", "when_finished", "on_schedule"]);

/** @typedef {import("/page/api").components["schemas"]} Schemas */
/** @typedef {Schemas["Engine"]} Engine */

/** The algorithm of this service that pairs Swiss rounds. @type {Engine} */
const HOUSE = { system: "house", name: "carolus-tables", version: "1" };

/**
 * The form.
 * @typedef {object} Terms
 * @property {string} name
 * @property {typeof FORMATS[number]} format
 * @property {number} seats  of a full table
 * @property {boolean} small  whether tables with one player less are possible
 * @property {boolean} hasPartners  whether four players of the game can form two teams
 * @property {typeof TOGETHER[number]} together  whether four players form two teams: with other partners in each
 *   round, or in pairs that enter together
 * @property {Engine} engine  what pairs Swiss rounds
 * @property {number} rounds
 * @property {number} groups  before a final
 * @property {number} qualify  how many of each group play in the final
 * @property {number} legs  how often all meet in a round robin
 * @property {number} lives  after how many losses someone is out, at tables of two
 * @property {number} advance  how many of a larger table go on in a knock-out
 * @property {readonly string[]} tieBreaks  their ids
 * @property {Readonly<Record<number, readonly number[]>>} scales  other points by place than the usual ones, in
 *   sixtieths, by the size of a table
 * @property {boolean} halfBye  whether an entrant without an opponent gets half a point instead of a full one
 * @property {typeof REGISTRATIONS[number]} registration
 * @property {string} code
 * @property {typeof PACES[number]} pace
 * @property {string[]} times  of the rounds, in the zone of the browser
 * @property {boolean} standing  whether tables are scored as they stand when the next round begins
 * @property {string} end  when the last round then ends; "" if the organiser closes it
 * @property {number | null} noShow  after how many minutes a free seat loses; null if only arbiters decide
 * @property {number | null} most  how many can enter; null for as many as possible
 * @property {number} late  the last round for late entries; 0 if none
 * @property {number} byes  how many an entrant can request
 * @property {boolean} halfByes  whether they can be worth half a point
 * @property {boolean} checkIn
 * @property {boolean} real  whether guests play at real tables
 * @property {string[]} bots  the house bots that may enter
 * @property {Schemas["Tournament"]["announcement"]["spectators"]} spectators  who may watch the games
 */

/** @type {Terms} */
export const NEW = {
  name: "", format: "swiss", seats: 2, small: true, hasPartners: false, together: "alone", engine: HOUSE,
  rounds: 4, groups: 2, qualify: 2, legs: 1, lives: 1, advance: 1, tieBreaks: [], scales: {}, halfBye: false,
  registration: "open", code: "", pace: "manual", times: [], standing: false, end: "",
  noShow: null, most: null, late: 0, byes: 0, halfByes: true, checkIn: false, real: false, bots: [],
  spectators: { kind: "allowed" },
};

/** The usual points by place, by the size of a table, in sixtieths. @type {Readonly<Record<number, readonly number[]>>} */
export const SCALES = {
  2: [60, 0], 3: [720, 180, 0], 4: [720, 360, 120, 0], 5: [720, 420, 240, 120, 0], 6: [720, 480, 300, 180, 120, 0],
};

/** The tie-breaks for any tables, for tables of two, and for larger ones. */
const TIE_BREAKS = /** @type {const} */ ({
  any: ["DE", "WIN", "WON", "PS", "PS-C1", "ARO", "GS", "SEATS", "LOT"],
  two: ["BH-C1", "BH", "BH-C2", "BH-M1", "SB", "KS", "BPG"],
  more: ["MBH", "MSB", "DUELS"],
});

/**
 * Returns the ids of the tie-breaks that fit; those of Buchholz need Swiss rounds.
 * @param {boolean} swiss
 * @param {number} sides  who meet at a full table
 * @returns {string[]}
 */
export const possibleTieBreaks = (swiss, sides) => [...TIE_BREAKS[sides === 2 ? "two" : "more"], ...TIE_BREAKS.any]
  .filter((one) => swiss || !/^M?BH/.test(one));

/** Returns the usual number of rounds; formats other than Swiss stop by themselves. @param {string} format */
const usualRounds = (format) => ({ swiss: 4, round_robin: 30, knock_out: 10, groups: 30 })[format] ?? 4;

/**
 * Returns the usual tie-breaks; a knock-out alone needs none, because its rounds give the places.
 * @param {string} format
 * @param {number} sides  who meet at a full table
 */
export function usualTieBreaks(format, sides) {
  if (format === "knock_out") return [];
  if (format === "swiss") return sides === 2 ? ["DE", "BH-C1", "SB", "WIN", "LOT"] : ["MBH", "MSB", "WIN", "LOT"];
  return sides === 2 ? ["DE", "SB", "WIN", "LOT"] : ["MSB", "WIN", "LOT"];
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
 * Returns how the players of a full table can play together.
 * @param {Pick<Terms, "seats" | "format" | "hasPartners">} terms
 */
export const togetherIn = ({ seats, format, hasPartners }) => TOGETHER.filter((one) => one === "alone"
  || (hasPartners && seats === 4 && (one === "fixed" || format === "swiss" || format === "round_robin")));

/** Returns how many meet at a full table: fixed pairs meet as one. @param {Pick<Terms, "seats" | "together">} terms */
export const sidesOf = ({ seats, together }) => (together === "fixed" ? seats / 2 : seats);

/**
 * Returns the sizes of tables, full ones first, as the rules count them.
 * @param {Terms} terms
 * @param {readonly number[]} possible  the numbers of seats of the game
 */
export function sizesOf(terms, possible) {
  const { seats, small, together } = terms;
  return small && together === "alone" && hasSmallTables(seats, possible) ? [seats, seats - 1] : [sidesOf(terms)];
}

/** Returns how many can advance from a table at most: fewer than sit at the smallest. @param {Terms} terms @param {readonly number[]} possible */
export const mostAdvancing = (terms, possible) => Math.min(4, Math.min(...sizesOf(terms, possible)) - 1);

/** Returns how many of each group a final needs, so that it has a table. @param {Terms} terms @param {readonly number[]} possible */
export const leastQualifiers = (terms, possible) => Math.ceil(Math.min(...sizesOf(terms, possible)) / terms.groups);

/** Returns how many entrants a tournament needs to start. @param {Terms} terms @param {readonly number[]} possible */
export const leastEntrants = (terms, possible) =>
  Math.min(...sizesOf(terms, possible)) * (terms.format === "groups" ? terms.groups : 1);

/** Returns the points by place of a size of table, in sixtieths. @param {Terms} terms @param {number} size */
export const pointsIn = ({ scales }, size) => scales[size] ?? SCALES[size];

/**
 * Returns the terms after a change, with the usual values of what no longer fits.
 * @param {Terms} before
 * @param {Partial<Terms>} some  what is changed
 * @param {readonly number[]} possible  the numbers of seats of the game
 * @returns {Terms}
 */
export function changed(before, some, possible) {
  const next = { ...before, ...some };
  if (!togetherIn(next).includes(next.together)) next.together = "alone";
  const sides = sidesOf(next);
  if (next.format !== before.format) {
    next.rounds = usualRounds(next.format);
    if (!pacesOf(next.format).includes(next.pace)) next.pace = NEW.pace;
  }
  if (next.format !== before.format || sides !== sidesOf(before)) {
    next.tieBreaks = usualTieBreaks(next.format, sides);
    next.qualify = usualQualifiers(next.groups, sides);
  }
  if (next.format !== "swiss" || sides !== 2) next.engine = HOUSE;
  // The Dutch system is made for its points, and knows no others; in a knock-out, they decide nothing.
  if (next.engine.system === "dutch") Object.assign(next, { scales: {}, halfBye: false });
  if (next.format === "knock_out") next.scales = {};
  return fittedNumbers(next, possible);
}

/** Returns the terms with numbers that have an effect in them. @param {Terms} terms @param {readonly number[]} possible @returns {Terms} */
function fittedNumbers(terms, possible) {
  const { rounds, byes, late, advance, qualify } = terms;
  return {
    ...terms,
    byes: Math.min(byes, rounds),
    late: rounds < 2 ? 0 : Math.min(late, rounds),
    advance: Math.max(1, Math.min(advance, mostAdvancing(terms, possible))),
    qualify: Math.max(qualify, leastQualifiers(terms, possible)),
  };
}

/** Returns who can begin rounds: only the number of Swiss rounds is known before. @param {string} format */
export const pacesOf = (format) => PACES.filter((one) => format === "swiss" || one !== "on_schedule");

/**
 * Returns the request that announces a tournament.
 * @param {Terms} terms
 * @param {{ruleset: string, seats: readonly number[], options: Record<string, any>, clock: any}} game
 */
export function announcementOf(terms, { ruleset, seats: possible, options, clock }) {
  const { format, rounds, registration } = terms;
  const swiss = format === "swiss";
  return {
    announcement: {
      name: terms.name,
      ruleset,
      options,
      format: formatOf(terms),
      rules: {
        seats: sidesOf(terms), rounds, scales: sizesOf(terms, possible).map((size) => pointsIn(terms, size)),
        tie_breaks: terms.tieBreaks,
        ...(swiss ? {} : { swiss: false }), ...(terms.together === "changing" ? { partners: true } : {}),
        ...(swiss && terms.halfBye ? { pairing_bye: "half" } : {}),
      },
      registration: {
        kind: registration, ...(terms.most ? { most: terms.most } : {}),
        ...(swiss && terms.late ? { late_until: terms.late } : {}),
      },
      ...(terms.together === "fixed" ? { team: 2 } : {}),
      ...(swiss && terms.byes ? { byes: { most: terms.byes, ...(terms.halfByes ? {} : { kinds: ["zero"] }) } } : {}),
      check_in: terms.checkIn,
      clock,
      real_tables: terms.real,
      house_bots: terms.bots,
      ...scheduleOf(terms),
      ...(terms.noShow ? { no_show_minutes: terms.noShow } : {}),
      ...(terms.spectators.kind === "allowed" ? {} : { spectators: terms.spectators }),
    },
    ...(registration === "code" ? { code: terms.code } : {}),
  };
}

/** Returns the format as the service takes it. @param {Terms} terms */
function formatOf(terms) {
  const { format, engine, groups, qualify, legs, lives, advance } = terms;
  if (format === "swiss") return { kind: format, engine };
  if (format === "round_robin") return { kind: format, legs };
  const final = sidesOf(terms) === 2 ? { lives } : { advance };
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
