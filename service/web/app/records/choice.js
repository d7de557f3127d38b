/**
 * Which games an organiser wants. The service chooses by state, ruleset and account; the page does
 * the rest, the same for the list as for the records that are taken away.
 */

/**
 * What was chosen; "" is whatever there is.
 * @typedef {object} Choice
 * @property {string} status
 * @property {string} ruleset  its id
 * @property {string} players  how many seats
 * @property {string} ending  why it ended
 * @property {string} player  an account, or a part of a name
 * @property {string} from  the day on which it was opened, or later, where the reader lives
 * @property {string} to  that day, or earlier
 */

/**
 * What is looked at of a game.
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

/** A choice as it stands in an address. @param {URLSearchParams} query @returns {Choice} */
export function choiceOf(query) {
  const told = Object.keys(UNCHOSEN).map((name) => [name, query.get(name)]);
  const choice = { ...UNCHOSEN, ...Object.fromEntries(told.filter(([, value]) => value !== null)) };
  return { ...choice, from: knownDay(choice.from), to: knownDay(choice.to) };
}

/** A day, or "" for what is none. @param {string} told */
const knownDay = (told) =>
  (/^\d{4}-\d{2}-\d{2}$/.test(told) && !Number.isNaN(Number(dayOf(told))) ? told : "");

/** The address of a choice. @param {Choice} choice */
export function addressOf(choice) {
  const told = Object.entries(choice).filter(([name, value]) => value !== Reflect.get(UNCHOSEN, name));
  return told.length ? `#/records?${new URLSearchParams(told)}` : "#/records";
}

/** What the service lists, of which `fits` takes a part. @param {Choice} choice @param {string} cursor */
export const listQuery = ({ status, ruleset, player }, cursor) =>
  queryOf({ status, ruleset, player: accountOf(player), cursor, limit: "100" });

/** The same for records: no game ends before it was opened. @param {Choice} choice */
export function recordsQuery({ status, ruleset, player, from }) {
  const ended = status !== "running" && status !== "open";
  const since = from && ended ? dayOf(from).toISOString().replace(/\.\d+/, "") : "";
  return queryOf({ status, ruleset, player: accountOf(player), from: since });
}

/** The account that is asked for, if it is one and no name. @param {string} player */
const accountOf = (player) => (ACCOUNT.test(player) ? player : "");

/** @param {Record<string, string>} told */
const queryOf = (told) => new URLSearchParams(Object.entries(told).filter(([, value]) => value !== ""));

/** Whether a game is one of those that are wanted. @param {Choice} choice @param {Looked} game */
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

/** When a day begins here, or one that is so many later. @param {string} day */
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

/** What a file with these games is called. @param {Choice} choice */
export function fileName({ status, ruleset, players, ending, player, from, to }) {
  const of = [ruleset, players && `${players}-players`, ending, player, status, from, to && `to-${to}`];
  const told = ["carolus", ...of].filter(Boolean).join("-");
  return `${told.replace(/[^\p{L}\p{N}]+/gu, "-")}.ndjson`;
}
