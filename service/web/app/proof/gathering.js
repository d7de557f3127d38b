/** What a game, or a record from anywhere, is proved from: asked of the service. */
import { api, Problem } from "/page/app/api.js";
import { materialOf } from "/page/app/proof/material.js";

/** @typedef {import("/page/app/proof/material.js").Told} Told */
/** @typedef {import("/page/app/proof/verify.js").Material} Material */
/** @typedef {import("/page/api").components["schemas"]["Replay"]} Replay */

/** Steps that are asked for at once. */
const STEPS = 1000;
/** Events that are asked for at once. */
const EVENTS = 1000;

/** The keys that the service has published. @returns {Promise<Material["keys"]>} */
export const keys = () => api.get("/.well-known/jwks.json");

/**
 * What a record tells, step by step. `record` is its text, JSON or for people.
 * @param {string} record
 * @param {"application/json" | "text/plain"} kind
 * @param {object} how
 * @param {(done: number, total: number) => void} [how.tell]
 * @param {"all" | "chance"} [how.positions]  a proof takes those alone that chance was asked in
 * @param {AbortSignal} [how.signal]
 * @returns {Promise<Told>}
 */
export async function gatherRecord(record, kind, { tell, positions = "all", signal }) {
  const published = keys();
  /** @type {Replay[]} */
  const pages = [];
  let cursor = "";
  for (let done = 0; ;) {
    const path = `/v1/records/replay?limit=${STEPS}&positions=${positions}${cursor}`;
    const page = await api.ask(path, { text: record, kind, signal });
    pages.push(page);
    done += page.steps.length;
    tell?.(done, page.count);
    if (page.next === null) return materialOf(pages, await published);
    cursor = `&cursor=${page.next}`;
  }
}

/**
 * All of a game: its log as the service tells it, and its record, from which the steps follow.
 * @param {string} id
 * @param {string | undefined} token
 * @param {(done: number, total: number) => void} tell
 * @param {AbortSignal} signal
 * @returns {Promise<Material>}
 */
export async function gatherGame(id, token, tell, signal) {
  const game = await api.get(`/v1/games/${id}`, { token });
  const log = await logOf(id, token);
  const events = log.slice(0, game.version);
  // Before the end the record of a game that hides something would tell all of it.
  const hides = game.status === "running" && events.some((event) => event.sealed !== undefined);
  const record = hides ? null : await recordOf(id, token);
  if (record === null) {
    const { ruleset, options, chance, outcome, head } = game;
    const told = { id, ruleset, options, chance, outcome, head, entries: null, signature: null };
    return { game: id, record: told, events, steps: [], keys: await keys() };
  }
  const text = JSON.stringify(record);
  const how = { tell, positions: /** @type {const} */ ("chance"), signal };
  const told = await gatherRecord(text, "application/json", how);
  // A game that goes on may have gone on meanwhile.
  const more = told.events.length > log.length;
  const whole = more ? await logOf(id, token) : log;
  return { ...told, events: record.signature ? whole : whole.slice(0, told.events.length) };
}

/**
 * All events of a game, in order.
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

/** The record; null if there is none yet, because it would tell what is hidden since. @param {string} id @param {string | undefined} token */
async function recordOf(id, token) {
  try {
    return await api.get(`/v1/games/${id}/record`, { token });
  } catch (error) {
    if (error instanceof Problem && error.status === 409) return null;
    throw error;
  }
}
