/** The profile of a player: `#/players/<account or house bot>`. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api, Problem } from "/page/app/api.js";
import { clockTime } from "/page/app/i18n.js";
import { entitle } from "/page/app/parts/calls.js";
import { problemView } from "/page/app/parts/problem.js";
import { courseOf, ratingText } from "/page/app/profile/course.js";
import { gamesTable, opponentsTable, resultsTable, strataList } from "/page/app/profile/sections.js";
import { t } from "/page/app/profile/words.js";
import { rulesetPage, rulesets } from "/page/app/rulesets.js";
import { nowhere } from "/page/app/screens/lost.js";

/** @typedef {import("/page/api").components["schemas"]} Schemas */
/** @typedef {import("/page/app/ruleset.js").LoadedPage} LoadedPage */

/** How many opponents and games a profile shows, and how many games its lines cover. */
const OPPONENTS = 20;
const GAMES = 10;
const STEPS = 200;

/** @type {import("/page/app/main.js").MakeScreen} */
export const player = (redraw, [, id = ""]) => new PlayerScreen(redraw, id);

class PlayerScreen {
  wide = true;
  #redraw;
  #id;
  /** @type {Schemas["PlayerDetails"] | null} */
  #details = null;
  /** The course of each rating, oldest first, by ruleset. @type {Map<string, Schemas["RatingStep"][]>} */
  #steps = new Map();
  /** @type {Schemas["Opponent"][]} */
  #opponents = [];
  /** @type {Schemas["PlayedGame"][]} */
  #games = [];
  /** @type {Map<string, string>} */
  #titles = new Map();
  /** @type {Map<string, LoadedPage>} */
  #pages = new Map();
  /** @type {Problem | null} */
  #problem = null;

  /** @param {() => void} redraw @param {string} id */
  constructor(redraw, id) {
    this.#redraw = redraw;
    this.#id = id;
    this.#load();
  }

  async #load() {
    try {
      const at = `/v1/players/${encodeURIComponent(this.#id)}`;
      const [details, known] = await Promise.all([api.get(at), rulesets()]);
      this.#titles = new Map(known.map(({ id, title }) => [id, title]));
      await Promise.all([
        details.kind === "account" ? this.#more(at, details.ratings) : null,
        ...details.results.map(async (/** @type {Schemas["Results"]} */ { ruleset }) => {
          if (this.#titles.has(ruleset)) this.#pages.set(ruleset, await rulesetPage(ruleset));
        }),
      ]);
      this.#details = details;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#problem = error;
    }
    this.#redraw();
  }

  /**
   * Loads what only accounts have.
   * @param {string} at  the address of the player
   * @param {readonly Schemas["Rating"][]} ratings
   */
  async #more(at, ratings) {
    const [opponents, games] = await Promise.all([
      api.get(`${at}/opponents?limit=${OPPONENTS}`),
      api.get(`${at}/games?limit=${GAMES}`),
      ...ratings.map(async (/** @type {Schemas["Rating"]} */ { ruleset }) => {
        const found = await api.get(`${at}/ratings?ruleset=${ruleset}&limit=${STEPS}`);
        this.#steps.set(ruleset, found.ratings.toReversed());
      }),
    ]);
    this.#opponents = opponents.opponents;
    this.#games = games.games;
  }

  draw() {
    if (this.#problem?.status === 404) {
      entitle(t("lost.title"));
      return nowhere("lost.player");
    }
    if (this.#problem) return problemView(this.#problem);
    const details = this.#details;
    if (!details) return html`<p class="hint" role="status">${t("profile.loading")}</p>`;
    const name = details.name;
    entitle(name);
    const titleOf = (/** @type {string} */ ruleset) => this.#titles.get(ruleset) ?? ruleset;
    const named = { titleOf, pages: this.#pages };
    return html`<article class="profile">
      <h1>${name}</h1>
      <p class="hint">${this.#facts(details).join("\u00a0· ")}</p>
      ${details.ratings.length ? html`<section class="ratings">
        ${details.ratings.map((rating) => this.#rating(rating, titleOf(rating.ruleset),
          details.ratings_by_stratum.filter(({ ruleset }) => ruleset === rating.ruleset)))}</section>` : nothing}
      ${resultsTable(details.results, named)}
      ${opponentsTable(this.#opponents, named)}
      ${gamesTable(this.#games, named)}
      ${this.#games.length ? html`<p><a href="#/records?player=${this.#id}">${t("profile.all_games")}</a></p>` : nothing}
    </article>`;
  }

  /** Returns what the first line says. @param {Schemas["PlayerDetails"]} details */
  #facts({ since, running, results }) {
    const finished = results.reduce((sum, { games }) => sum + games, 0);
    return [
      ...(since ? [t("profile.since", { when: clockTime(since) })] : []),
      t("profile.finished", { count: finished }),
      ...(running ? [t("profile.running", { count: running })] : []),
    ];
  }

  /**
   * @param {Schemas["Rating"]} rating
   * @param {string} title
   * @param {readonly Schemas["Rating"][]} strata  the ratings of the ruleset by stratum
   */
  #rating({ ruleset, ordinal, games }, title, strata) {
    const steps = this.#steps.get(ruleset) ?? [];
    return html`<section class="card"><h2>${title}</h2>
      <p><strong class="rating">${ratingText(ordinal)}</strong> ${t("profile.rated_games", { count: games })}&nbsp;·
        <a href="#/leaders/${ruleset}">${t("lobby.leaders")}</a></p>
      ${steps.length > 1 ? courseOf(steps) : nothing}
      ${strataList(strata, this.#pages.get(ruleset))}</section>`;
  }
}
