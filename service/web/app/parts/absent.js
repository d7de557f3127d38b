/** The time of players who have not come to their table of a tournament: loaded only with such a table. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api, Problem } from "/page/app/api.js";
import { dayTime, withWords, wordsFrom } from "/page/app/i18n.js";
import { timeText } from "/page/app/parts/clock.js";
import { serviceNow } from "/page/app/time.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */

const words = await wordsFrom(
  async (language) => (await import(`/page/app/words/absent.${language}.js`)).absent);
const t = withWords(words);

/** The announced minutes by tournament: null without a limit, undefined while they are unknown. @type {Map<string, number | null | undefined>} */
const minutes = new Map();

/** How long the page relies on what it has read about a pause, of which the game learns only after its start. */
const PAUSE_MS = 10_000;

/** Whether arbiters have paused the table of a game, and when the page last asked; `paused` is undefined before the first answer.
 * @type {Map<string, {paused: boolean | undefined, asked: number}>} */
const pauses = new Map();

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Says when empty seats lose, with the time that is left; while the table is paused, none does. @param {Table} table */
export function absentView(table) {
  const { game, events: [opening] } = table;
  if (!game?.tournament || !opening || game.seats.every(({ taken }) => taken)) return nothing;
  const { id } = game.tournament;
  if (!minutes.has(id)) learn(id, table);
  const limit = minutes.get(id);
  if (limit === undefined) return nothing;
  if (limit === null) return html`<p class="hint">${t("absent.arbiter")}</p>`;
  const paused = isPaused(table);
  if (paused === undefined) return nothing;
  const until = Date.parse(opening.at) + limit * 60_000;
  const left = until - serviceNow();
  if (paused) {
    drawAgain(table, 1000);
    return html`<p class="absent hint" role="status">${t("absent.paused")}</p>`;
  }
  if (left <= 0) return html`<p class="hint" role="status">${t("absent.over")}</p>`;
  drawAgain(table, left % 1000 || 1000);
  return html`<p class="absent">${t("absent.until", { time: dayTime(new Date(until).toISOString()) })}
    <time class="clock" aria-label=${t("seat.left", { time: timeText(left) })}>${timeText(left)}</time></p>`;
}

/** Draws the table again later, unless it is no longer shown. @param {Table} table @param {number} after  in milliseconds */
function drawAgain(table, after) {
  clearTimeout(timer);
  timer = setTimeout(() => document.querySelector(".absent") && table.changed(), after);
}

/** Returns whether arbiters have paused the table of a game; undefined while that is unknown. @param {Table} table */
function isPaused(table) {
  const known = pauses.get(table.id) ?? { paused: undefined, asked: -PAUSE_MS };
  if (performance.now() - known.asked >= PAUSE_MS) {
    pauses.set(table.id, { ...known, asked: performance.now() });
    readPause(table);
  }
  return known.paused;
}

/** @param {Table} table */
async function readPause(table) {
  const known = pauses.get(table.id);
  const place = table.game?.tournament;
  if (!known || !place) return;
  const before = known.paused;
  try {
    const { tables } = await api.get(`/v1/tournaments/${place.id}/rounds/${place.round}`);
    known.paused = tables.some((/** @type {any} */ one) => one.game === table.id && one.paused);
  } catch (error) {
    // The limit is worth showing without it; the page asks again soon.
    if (!(error instanceof Problem)) throw error;
    known.paused ??= false;
  }
  if (known.paused !== before) table.changed();
}

/**
 * Reads the limit of a tournament from its first version, which is small and has no entrants.
 * @param {string} id
 * @param {Table} table
 */
async function learn(id, table) {
  minutes.set(id, undefined);
  try {
    const { announcement } = await api.get(`/v1/tournaments/${id}?version=1`);
    minutes.set(id, announcement.no_show_minutes);
  } catch (error) {
    // The next visit asks again.
    if (!(error instanceof Problem)) throw error;
    minutes.delete(id);
    return;
  }
  table.changed();
}
