/** What a game, or a record from anywhere, is proved from: asked of the service. */
import { api, Problem } from "/page/app/api.js";
import { materialOf } from "/page/app/proof/material.js";

/** @typedef {import("/page/app/proof/material.js").Told} Told */
/** @typedef {import("/page/app/proof/verify.js").Material} Material */
/** @typedef {import("/page/api").components["schemas"]["Replay"]} Replay */

/** Steps that are asked for at once. */
const STEPS = 500;
/** Events that are asked for at once. */
const EVENTS = 1000;

/** The keys that the service has published. @returns {Promise<Material["keys"]>} */
export const keys = () => api.get("/.well-known/jwks.json");

/**
 * What a record tells, step by step. `record` is its text, JSON or for people.
 * @param {string} record
 * @param {"application/json" | "text/plain"} kind
 * @param {(done: number, total: number) => void} [tell]
 * @returns {Promise<Told>}
 */
export async function gatherRecord(record, kind, tell = () => {}) {
  const published = keys();
  /** @type {Replay[]} */
  const pages = [];
  let cursor = "";
  for (let done = 0; ;) {
    const path = `/v1/records/replay?limit=${STEPS}${cursor}`;
    const page = await api.ask(path, { text: record, kind });
    pages.push(page);
    done += page.steps.length;
    tell(done, page.count);
    if (page.next === null) return materialOf(pages, await published);
    cursor = `&cursor=${page.next}`;
  }
}

/**
 * All of a game: its log as the service tells it, and its record, from which the steps follow.
 * @param {string} id
 * @param {string | undefined} token
 * @param {(done: number, total: number) => void} [tell]
 * @returns {Promise<Material>}
 */
export async function gatherGame(id, token, tell) {
  const record = await recordOf(id, token);
  if (record !== null) {
    const told = await gatherRecord(JSON.stringify(record), "application/json", tell);
    const log = await logOf(id, token);
    // A game that goes on may have gone on meanwhile.
    const events = record.signature ? log : log.slice(0, told.events.length);
    return { ...told, events };
  }
  const game = await api.get(`/v1/games/${id}`, { token });
  const { ruleset, options, chance, outcome, head, version } = game;
  const told = { id, ruleset, options, chance, outcome, head, entries: null, signature: null };
  const events = (await logOf(id, token)).slice(0, version);
  return { game: id, record: told, events, steps: [], keys: await keys() };
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

/** The record; null while there is none, because it would tell what is hidden. @param {string} id @param {string | undefined} token */
async function recordOf(id, token) {
  try {
    return await api.get(`/v1/games/${id}/record`, { token });
  } catch (error) {
    if (error instanceof Problem && error.status === 409) return null;
    throw error;
  }
}
