/**
 * The filter of an organiser's list. The service filters by state, ruleset and account; the page
 * does the rest, in the same way for the list and for the exported records.
 */

/**
 * The filter; "" means any.
 * @typedef {object} Choice
 * @property {string} status
 * @property {string} ruleset  its id
 * @property {string} players  the number of seats
 * @property {string} ending  why it ended
 * @property {string} player  an account, or a part of a name
 * @property {string} from  opened on this day or later, in the reader's time zone
 * @property {string} to  opened on this day or earlier
 */

/**
 * The filtered properties of a game.
 * @typedef {object} Looked
 * @property {string} opened
 * @property {readonly {name?: string | null, player?: string | null}[]} seats
 * @property {string} reason
 */

/** @type {Choice} */
export const UNCHOSEN = {
  status: "over", ruleset: "", players: "", ending: "", player: "", from: "", to: "",
};

const ACCOUNT = /^[a-z2-7]{26}$/;

/** Returns the filter in an address. @param {URLSearchParams} query @returns {Choice} */
export function choiceOf(query) {
  const given = Object.keys(UNCHOSEN).map((name) => [name, query.get(name)]);
  const choice = { ...UNCHOSEN, ...Object.fromEntries(given.filter(([, value]) => value !== null)) };
  return { ...choice, from: knownDay(choice.from), to: knownDay(choice.to) };
}

/** Returns a day, or "" if it is not one. @param {string} text */
const knownDay = (text) =>
  (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Number(dayOf(text))) ? text : "");

/** Returns the address of a filter. @param {Choice} choice */
export function addressOf(choice) {
  const given = Object.entries(choice).filter(([name, value]) => value !== Reflect.get(UNCHOSEN, name));
  return given.length ? `#/records?${new URLSearchParams(given)}` : "#/records";
}

/**
 * Returns the query for the service's list, which `fits` filters further.
 * @param {Choice} choice
 * @param {string} cursor
 */
export const listQuery = ({ status, ruleset, player }, cursor) =>
  queryOf({ status, ruleset, player: accountOf(player), cursor, limit: "100" });

/** Returns the query for records: no game ends before it was opened. @param {Choice} choice */
export function recordsQuery({ status, ruleset, player, from }) {
  const ended = status !== "running" && status !== "open";
  const since = from && ended ? dayOf(from).toISOString().replace(/\.\d+/, "") : "";
  return queryOf({ status, ruleset, player: accountOf(player), from: since });
}

/** Returns the account to filter by, unless the text is a name. @param {string} player */
const accountOf = (player) => (ACCOUNT.test(player) ? player : "");

/** @param {Record<string, string>} values */
const queryOf = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));

/** Returns whether a game fits the filter. @param {Choice} choice @param {Looked} game */
export function fits({ players, ending, player, from, to }, { opened, seats, reason }) {
  const at = new Date(opened);
  return (!players || seats.length === Number(players))
    && (!ending || reason === ending)
    && (!player || seats.some((seat) => seat.player === player || named(seat.name, player)))
    && (!from || at >= dayOf(from))
    && (!to || at < dayOf(to, 1));
}

/** @param {string | null | undefined} name @param {string} part */
const named = (name, part) => (name ?? "").toLowerCase().includes(part.toLowerCase());

/** Returns when a day begins here, or one that is `later` days after it. @param {string} day */
function dayOf(day, later = 0) {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + later);
  return date;
}

/** @param {import("/page/api").components["schemas"]["GameSummary"]} game @returns {Looked} */
export const ofSummary = ({ created_at: opened, seats, outcome }) =>
  ({ opened, seats, reason: outcome?.reason ?? "" });

/** @param {any} record @returns {Looked} */
export const ofRecord = ({ entries, seats, outcome }) =>
  ({ opened: entries[0].at, seats, reason: outcome?.reason ?? "" });

/** Returns the name of a file with these games. @param {Choice} choice */
export function fileName({ status, ruleset, players, ending, player, from, to }) {
  const of = [ruleset, players && `${players}-players`, ending, player, status, from, to && `to-${to}`];
  const name = ["carolus", ...of].filter(Boolean).join("-");
  return `${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.ndjson`;
}
