/** Tournaments: the list, `#/tournaments`, and which screen belongs to an address below it. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api, pause, Problem } from "/page/app/api.js";
import { LobbyStream } from "/page/app/lobby/stream.js";
import { problemView } from "/page/app/parts/problem.js";
import { rulesets } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";
import { listView } from "/page/app/tournament/lists.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/lists.js").TournamentSummary} TournamentSummary */
/** @typedef {import("/page/app/main.js").MakeScreen} MakeScreen */

/** How many tournaments of each phase the list shows. */
const SHOWN = 50;

/** How many of the newest are read again when some have changed. */
const NEWEST = 200;

/** The pause after that, so that many results at once cost few requests. */
const REST_MS = 2000;

/** The phases in each part of the list. @type {Readonly<Record<"open" | "running" | "finished", readonly string[]>>} */
const PARTS = {
  open: ["registration"],
  running: ["playing", "paired", "between"],
  finished: ["ended", "aborted"],
};

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
  /** @type {Map<string, TournamentSummary>} */
  #known = new Map();
  /** Those that this browser's account organises, or has entered. @type {Set<string>} */
  #own = new Set();
  /** @type {Map<string, string>} */
  #titles = new Map();
  #busy = true;
  /** The tournaments that have changed since they were read. @type {Set<string>} */
  #stale = new Set();
  #reading = false;
  #closed = false;
  /** @type {Problem | null} */
  #problem = null;
  #lobby;
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
    this.#lobby = new LobbyStream({
      ready: () => this.#load(),
      lost: () => this.#busy && this.#load(),
      tournament: ({ id }) => {
        this.#stale.add(id);
        this.#renew();
      },
    });
  }

  close() {
    this.#closed = true;
    this.#lobby.close();
  }

  async #load() {
    try {
      const [known, own, ...parts] = await Promise.all([
        rulesets(), ownTournaments(), ...Object.values(PARTS).flat().map((phase) => listed(`phase=${phase}&limit=${SHOWN}`)),
      ]);
      this.#titles = new Map(known.map(({ id, title }) => [id, title]));
      this.#own = new Set(own.map(({ id }) => id));
      this.#known = new Map([...own, ...parts.flat()].map((one) => [one.id, one]));
      this.#problem = null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#problem = error;
    }
    this.#busy = false;
    this.#redraw();
  }

  /** Reads the newest tournaments again while some of them change; all if an older one has changed. */
  async #renew() {
    if (this.#reading || this.#busy) return;
    this.#reading = true;
    while (!this.#closed && this.#stale.size) {
      const changed = [...this.#stale];
      this.#stale.clear();
      try {
        const newest = await listed(`limit=${NEWEST}`);
        for (const one of newest) this.#known.set(one.id, one);
        if (!changed.every((id) => newest.some((one) => one.id === id))) await this.#load();
        this.#redraw();
      } catch (error) {
        // The list stays as it was until something changes again.
        if (!(error instanceof Problem)) throw error;
      }
      await pause(REST_MS);
    }
    this.#reading = false;
  }

  draw() {
    const titleOf = (/** @type {string} */ ruleset) => this.#titles.get(ruleset) ?? ruleset;
    const all = [...this.#known.values()].sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
    const own = all.filter(({ id, phase }) => this.#own.has(id) && !PARTS.finished.includes(phase));
    const others = all.filter((one) => !own.includes(one));
    return html`<header class="tournaments-head"><h1>${t("page.tournaments")}</h1>
        <a class="button" href="#/tournaments/new">${t("tournament.announce")}</a></header>
      <p>${t("tournament.about")}</p>
      ${this.#problem ? problemView(this.#problem) : nothing}
      ${this.#busy ? html`<p class="hint" role="status">${t("tournament.loading")}</p>` : nothing}
      ${!this.#busy && !all.length && !this.#problem ? html`<p class="hint">${t("tournament.none")}</p>` : nothing}
      ${listView(t("tournament.list.own"), own, titleOf)}
      ${Object.entries(PARTS).map(([name, phases]) => listView(t(`tournament.list.${name}`),
        others.filter(({ phase }) => phases.includes(phase)).slice(0, SHOWN), titleOf))}`;
  }
}

/** Returns the tournaments that this browser's account organises, or has entered. */
async function ownTournaments() {
  const { player } = store;
  if (!player) return [];
  const asked = [`organiser=${player.id}`, `player=${player.id}`];
  return (await Promise.all(asked.map((one) => listed(`${one}&limit=${SHOWN}`)))).flat();
}

/**
 * Returns a page of tournaments, the newest first.
 * @param {string} query
 * @returns {Promise<TournamentSummary[]>}
 */
const listed = async (query) => (await api.get(`/v1/tournaments?${query}`)).tournaments;
