/**
 * The leader boards of a ruleset: `#/leaders/<ruleset>`, with `?stratum=` and `?season=` for some of
 * its games.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api, Problem } from "/page/app/api.js";
import { clockTime } from "/page/app/i18n.js";
import { entitle } from "/page/app/parts/calls.js";
import { problemView } from "/page/app/parts/problem.js";
import { profileAt } from "/page/app/players.js";
import { ratingText } from "/page/app/profile/course.js";
import { seasonText } from "/page/app/profile/seasons.js";
import { stratumText } from "/page/app/profile/strata.js";
import { t } from "/page/app/profile/words.js";
import { rulesetPage, rulesets } from "/page/app/rulesets.js";
import { nowhere } from "/page/app/screens/lost.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/api").components["schemas"]["Leader"]} Leader */

/** @type {import("/page/app/main.js").MakeScreen} */
export const leaders = (redraw, [, ruleset = ""], query) => new LeadersScreen(redraw, ruleset, query);

class LeadersScreen {
  #redraw;
  #ruleset;
  /** The stratum and the season, or "" for all. */
  #chosen;
  #title = "";
  /** @type {Leader[]} */
  #leaders = [];
  /** @type {readonly string[]} */
  #strata = [];
  /** @type {readonly string[]} */
  #seasons = [];
  /** @type {string | null} */
  #next = null;
  /** @type {import("/page/app/ruleset.js").LoadedPage | undefined} */
  #page;
  /** @type {Problem | null} */
  #problem = null;
  #busy = true;
  /** The number of the latest request; answers to older ones are ignored. */
  #asked = 0;

  /** @param {() => void} redraw @param {string} ruleset @param {URLSearchParams} query */
  constructor(redraw, ruleset, query) {
    this.#redraw = redraw;
    this.#ruleset = ruleset;
    this.#chosen = { stratum: query.get("stratum") ?? "", season: query.get("season") ?? "" };
    this.#load();
  }

  /** Loads the board, or more of it. @param {string} [cursor] */
  async #load(cursor = "") {
    const mine = ++this.#asked;
    this.#busy = true;
    this.#problem = null;
    this.#redraw();
    try {
      const query = givenIn({ ...this.#chosen, cursor });
      const [found, known] = await Promise.all([
        api.get(`/v1/rulesets/${encodeURIComponent(this.#ruleset)}/ratings?${query}`), rulesets(),
      ]);
      this.#page ??= await rulesetPage(this.#ruleset);
      if (mine !== this.#asked) return;
      this.#title = known.find(({ id }) => id === this.#ruleset)?.title ?? this.#ruleset;
      this.#leaders = cursor ? [...this.#leaders, ...found.ratings] : found.ratings;
      this.#strata = found.strata;
      this.#seasons = found.seasons;
      this.#next = found.next;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (mine === this.#asked) this.#problem = error;
    }
    if (mine !== this.#asked) return;
    this.#busy = false;
    this.#redraw();
  }

  /** @param {{stratum?: string, season?: string}} changed */
  #choose(changed) {
    this.#chosen = { ...this.#chosen, ...changed };
    const query = `${givenIn(this.#chosen)}`;
    history.replaceState(null, "", `#/leaders/${this.#ruleset}${query && `?${query}`}`);
    this.#load();
  }

  draw() {
    if (this.#problem?.status === 404) {
      entitle(t("lost.title"));
      return nowhere("lost.rules");
    }
    const title = this.#title ? t("leaders.title", { title: this.#title }) : t("lobby.leaders");
    entitle(title);
    return html`<article class="profile">
      <h1>${title}</h1>
      <p class="hint">${t("leaders.about")}</p>
      ${this.#selects()}
      ${this.#problem ? problemView(this.#problem) : nothing}
      ${this.#leaders.length ? this.#table(title) : html`<p role="status">
        ${t(this.#busy ? "profile.loading" : "leaders.none")}</p>`}
      ${this.#next ? html`<p><button type="button" ?disabled=${this.#busy}
        @click=${() => this.#load(this.#next ?? "")}>${t("leaders.more")}</button></p>` : nothing}
    </article>`;
  }

  /** Returns the choices of stratum and season, each if there is something to choose. */
  #selects() {
    const { stratum, season } = this.#chosen;
    const strata = this.#select(t("leaders.stratum"), t("leaders.all"), this.#strata, stratum,
      (one) => stratumText(one, this.#page), (value) => this.#choose({ stratum: value }));
    const seasons = this.#select(t("leaders.season"), t("leaders.all_seasons"), this.#seasons, season,
      seasonText, (value) => this.#choose({ season: value }));
    return strata || seasons ? html`<p class="choice">${strata} ${seasons}</p>` : nothing;
  }

  /**
   * Returns a choice, if there are several values, or one is chosen.
   * @param {string} label
   * @param {string} all
   * @param {readonly string[]} values
   * @param {string} chosen
   * @param {(value: string) => string} named
   * @param {(value: string) => void} choose
   */
  #select(label, all, values, chosen, named, choose) {
    if (values.length < 2 && !chosen) return "";
    const offered = chosen && !values.includes(chosen) ? [chosen, ...values] : values;
    return html`<label>${label}
      <select @change=${(/** @type {any} */ event) => choose(event.target.value)}>
        <option value="" ?selected=${!chosen}>${all}</option>
        ${offered.map((one) => html`<option value=${one} ?selected=${one === chosen}>${named(one)}</option>`)}
      </select></label>`;
  }

  /** @param {string} title */
  #table(title) {
    return html`<div class="scrolls" tabindex="0" role="region" aria-label=${title}><table>
      <thead><tr>${["rank", "player", "rating", "games", "last"].map((name) => html`
        <th scope="col">${t(`leaders.${name}`)}</th>`)}</tr></thead>
      <tbody>${this.#leaders.map(({ rank, player, name, ordinal, games, rated_at }) => html`
        <tr class=${player === store.player?.id ? "mine" : ""}><td>${rank}</td>
          <th scope="row"><a href=${profileAt(player)}>${name ?? player}</a></th>
          <td><strong>${ratingText(ordinal)}</strong></td><td>${games}</td>
          <td><time datetime=${rated_at}>${clockTime(rated_at)}</time></td></tr>`)}</tbody></table></div>`;
  }
}

/** Returns a query of the values that are not empty. @param {Record<string, string>} values */
const givenIn = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value));
