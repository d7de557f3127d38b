/** Gathers the material for a proof from the service, for a game or for a record from anywhere. */
import { api, Problem } from "/page/app/api.js";
import { materialOf } from "/page/app/proof/material.js";

/** @typedef {import("/page/app/proof/material.js").Gathered} Gathered */
/** @typedef {import("/page/app/proof/verify.js").Material} Material */
/** @typedef {import("/page/api").components["schemas"]["Replay"]} Replay */

/** The number of steps per request. */
const STEPS = 1000;
/** The number of events per request. */
const EVENTS = 1000;

/** Returns the keys that the service has published. @returns {Promise<Material["keys"]>} */
export const keys = () => api.get("/.well-known/jwks.json");

/**
 * Returns the contents of a record, step by step. `record` is its JSON or its text for people.
 * @param {string} record
 * @param {"application/json" | "text/plain"} kind
 * @param {object} how
 * @param {(done: number, total: number) => void} [how.report]
 * @param {"all" | "chance"} [how.positions]  a proof needs only those that awaited chance
 * @param {AbortSignal} [how.signal]
 * @returns {Promise<Gathered>}
 */
export async function gatherRecord(record, kind, { report, positions = "all", signal }) {
  const published = keys();
  /** @type {Replay[]} */
  const pages = [];
  let cursor = "";
  for (let done = 0; ;) {
    const path = `/v1/records/replay?limit=${STEPS}&positions=${positions}${cursor}`;
    const page = await api.ask(path, { text: record, kind, signal });
    pages.push(page);
    done += page.steps.length;
    report?.(done, page.count);
    if (page.next === null) return materialOf(pages, await published);
    cursor = `&cursor=${page.next}`;
  }
}

/**
 * Returns all material of a game: its log from the service, and its record, which supplies the
 * steps.
 * @param {string} id
 * @param {string | undefined} token
 * @param {(done: number, total: number) => void} report
 * @param {AbortSignal} signal
 * @returns {Promise<Material>}
 */
export async function gatherGame(id, token, report, signal) {
  const game = await api.get(`/v1/games/${id}`, { token });
  const log = await logOf(id, token);
  const events = log.slice(0, game.version);
  // Before the end, the record of a game with hidden information would reveal it.
  const hides = game.status === "running" && events.some((event) => event.sealed !== undefined);
  const record = hides ? null : await recordOf(id, token);
  if (record === null) {
    const { ruleset, options, chance, outcome, head } = game;
    const record = { id, ruleset, options, chance, outcome, head, entries: null, signature: null };
    return { game: id, record, events, steps: [], keys: await keys() };
  }
  const text = JSON.stringify(record);
  const how = { report, positions: /** @type {const} */ ("chance"), signal };
  const gathered = await gatherRecord(text, "application/json", how);
  // A running game may have moved on meanwhile.
  const more = gathered.events.length > log.length;
  const whole = more ? await logOf(id, token) : log;
  return { ...gathered, events: record.signature ? whole : whole.slice(0, gathered.events.length) };
}

/**
 * Returns all events of a game, in order.
 * @param {string} id
 * @param {string | undefined} token
 * @returns {Promise<any[]>}
 */
export async function logOf(id, token) {
  const events = [];
  for (;;) {
    const path = `/v1/games/${id}/events?after=${events.length}&limit=${EVENTS}`;
    const page = await api.get(path, { token });
    events.push(...page.events);
    if (page.next === null) return events;
  }
}

/**
 * Returns the record; null if there is none yet, because it would reveal hidden information.
 * @param {string} id
 * @param {string | undefined} token
 */
async function recordOf(id, token) {
  try {
    return await api.get(`/v1/games/${id}/record`, { token });
  } catch (error) {
    if (error instanceof Problem && error.status === 409) return null;
    throw error;
  }
}
