/** Tournaments: the list, `#/tournaments`, and which screen belongs to an address below it. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api, Problem } from "/page/app/api.js";
import { problemView } from "/page/app/parts/problem.js";
import { rulesets } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";
import { listView } from "/page/app/tournament/lists.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/lists.js").TournamentSummary} TournamentSummary */
/** @typedef {import("/page/app/main.js").MakeScreen} MakeScreen */

/** How many tournaments of each phase the list shows. */
const SHOWN = 50;

/** The phases in each part of the list. */
const PARTS = /** @type {const} */ ({
  open: ["registration"],
  running: ["playing", "paired", "between"],
  finished: ["ended", "aborted"],
});

/**
 * Returns the screen of an address; it loads only what that screen needs.
 * @param {string | undefined} id  of a tournament, or `new`
 * @returns {Promise<MakeScreen>}
 */
export async function screenOf(id) {
  if (id === "new") return (await import("/page/app/screens/announce.js")).announceTournament;
  if (id) return (await import("/page/app/screens/tournament.js")).tournament;
  return (redraw) => new List(redraw);
}

class List {
  title = "page.tournaments";
  /** @type {Map<string, TournamentSummary[]>} */
  #found = new Map();
  /** @type {Map<string, string>} */
  #titles = new Map();
  #busy = true;
  /** @type {Problem | null} */
  #problem = null;
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
    this.#load();
  }

  async #load() {
    try {
      const [known, own, ...parts] = await Promise.all([
        rulesets(), this.#own(), ...Object.values(PARTS).map((phases) => inPhases(phases)),
      ]);
      this.#titles = new Map(known.map(({ id, title }) => [id, title]));
      this.#found = new Map([["own", own], ...Object.keys(PARTS).map((name, at) => /** @type {const} */ ([name, parts[at]]))]);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#problem = error;
    }
    this.#busy = false;
    this.#redraw();
  }

  /** Returns the tournaments that are not over which this browser's account organises, or has entered. */
  async #own() {
    const { player } = store;
    if (!player) return [];
    const asked = [`organiser=${player.id}`, `player=${player.id}`];
    const found = await Promise.all(asked.map((one) => api.get(`/v1/tournaments?${one}&limit=${SHOWN}`)));
    const all = new Map(found.flatMap(({ tournaments }) => tournaments)
      .map((/** @type {TournamentSummary} */ one) => [one.id, one]));
    return [...all.values()].filter(({ phase }) => phase !== "ended" && phase !== "aborted");
  }

  draw() {
    const titleOf = (/** @type {string} */ ruleset) => this.#titles.get(ruleset) ?? ruleset;
    const own = this.#found.get("own") ?? [];
    const others = (/** @type {string} */ name) => (
      this.#found.get(name)?.filter(({ id }) => !own.some((one) => one.id === id)) ?? []);
    const none = !this.#busy && ![...this.#found.values()].some(({ length }) => length);
    return html`<header class="tournaments-head"><h1>${t("page.tournaments")}</h1>
        <a class="button" href="#/tournaments/new">${t("tournament.announce")}</a></header>
      <p>${t("tournament.about")}</p>
      ${this.#problem ? problemView(this.#problem) : nothing}
      ${this.#busy ? html`<p class="hint" role="status">${t("tournament.loading")}</p>` : nothing}
      ${none && !this.#problem ? html`<p class="hint">${t("tournament.none")}</p>` : nothing}
      ${listView(t("tournament.list.own"), own, titleOf)}
      ${Object.keys(PARTS).map((name) => listView(t(`tournament.list.${name}`), others(name), titleOf))}`;
  }
}

/**
 * Returns the newest tournaments in these phases.
 * @param {readonly string[]} phases
 * @returns {Promise<TournamentSummary[]>}
 */
async function inPhases(phases) {
  const pages = await Promise.all(phases.map((phase) => api.get(`/v1/tournaments?phase=${phase}&limit=${SHOWN}`)));
  return pages.flatMap(({ tournaments }) => tournaments)
    .sort((one, other) => (one.created_at < other.created_at ? 1 : -1)).slice(0, SHOWN);
}
