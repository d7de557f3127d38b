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

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Says when empty seats lose, with the time that is left. @param {Table} table */
export function absentView(table) {
  const { game, events: [opening] } = table;
  if (!game?.tournament || !opening || game.seats.every(({ taken }) => taken)) return nothing;
  const { id } = game.tournament;
  if (!minutes.has(id)) learn(id, table);
  const limit = minutes.get(id);
  if (limit === undefined) return nothing;
  if (limit === null) return html`<p class="hint">${t("absent.arbiter")}</p>`;
  const until = Date.parse(opening.at) + limit * 60_000;
  const left = until - serviceNow();
  if (left <= 0) return html`<p class="hint" role="status">${t("absent.over")}</p>`;
  clearTimeout(timer);
  timer = setTimeout(() => document.querySelector(".absent") && table.changed(), left % 1000 || 1000);
  return html`<p class="absent">${t("absent.until", { time: dayTime(new Date(until).toISOString()) })}
    <time class="clock" aria-label=${t("seat.left", { time: timeText(left) })}>${timeText(left)}</time></p>`;
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
