/** The games of this service, for organisers: filter, select, export as records. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { repeat } from "/page/vendor/lit-html/directives/repeat.js";
import { api, Problem } from "/page/app/api.js";
import { clockTime, listed, t, withWords } from "/page/app/i18n.js";
import { continuesView } from "/page/app/parts/continuing.js";
import { countsView, ratingsView, reasonText } from "/page/app/parts/numbers.js";
import { problemView } from "/page/app/parts/problem.js";
import { sitterView } from "/page/app/parts/sitter.js";
import { players, playersOf, scenarioOf, sitterText } from "/page/app/players.js";
import { addressOf, choiceOf, fits, listQuery, ofSummary } from "/page/app/records/choice.js";
import { Export } from "/page/app/records/export.js";
import { idOf, rulesetPage, rulesets } from "/page/app/rulesets.js";

/** @typedef {import("/page/api").components["schemas"]["GameSummary"]} GameSummary */
/** @typedef {import("/page/api").components["schemas"]["Ruleset"]} Ruleset */
/** @typedef {import("/page/app/ruleset.js").LoadedPage} LoadedPage */

const STATES = ["over", "aborted", "running", "open"];
/** The number of games per request, and the most requests. */
const GAMES = 50;
const PAGES_MAX = 10;
/** The sort key of each column. @type {Record<string, (game: GameSummary) => string>} */
const COLUMNS = {
  game: (game) => game.ruleset,
  players: (game) => game.seats.map(sitterText).join(" "),
  ending: (game) => `${game.status} ${game.outcome?.reason ?? ""} ${game.outcome?.winners.join(" ") ?? ""}`,
  opened: (game) => game.created_at,
};

/** @type {import("/page/app/main.js").MakeScreen} */
export const records = (redraw, _, query) => new RecordsScreen(redraw, query);

class RecordsScreen {
  wide = true;
  title = "records.title";
  #redraw;
  #choice;
  #column = "opened";
  /** 1: ascending; -1: descending. */
  #order = -1;
  /** @type {GameSummary[]} */
  #games = [];
  /** @type {string | null} */
  #next = null;
  /** @type {Ruleset[]} */
  #rulesets = [];
  /** The pages of the rulesets, for their words on outcomes. @type {Map<string, LoadedPage>} */
  #pages = new Map();
  /** @type {Set<string>} */
  #chosen = new Set();
  /** @type {Problem | null} */
  #problem = null;
  #busy = true;
  /** The reasons for endings to choose from. @type {string[]} */
  #reasons = [];
  #counts = /** @type {any} */ (null);
  #ratings = /** @type {any} */ (null);
  /** The number of the latest request; answers to older ones are ignored. */
  #asked = 0;
  #ending = new AbortController();
  #export;

  /** @param {() => void} redraw @param {URLSearchParams} query */
  constructor(redraw, query) {
    this.#redraw = redraw;
    this.#choice = choiceOf(query);
    this.#export = new Export(redraw, this.#ending.signal);
    rulesets().then((known) => {
      this.#rulesets = known;
      redraw();
    }, () => {});
    this.#list();
  }

  close() {
    this.#ending.abort();
  }

  /** Loads the games again, or more of them. @param {string | null} [cursor] */
  async #list(cursor = null) {
    const mine = ++this.#asked;
    const first = cursor === null;
    this.#busy = true;
    this.#problem = null;
    this.#redraw();
    try {
      /** @type {GameSummary[]} */
      const found = [];
      let next = cursor;
      for (let pages = 0; pages < PAGES_MAX && found.length < GAMES; pages++) {
        const page = await api.get(`/v1/games?${listQuery(this.#choice, next ?? "")}`);
        if (mine !== this.#asked) return;
        found.push(...page.games.filter((/** @type {GameSummary} */ one) => fits(this.#choice, ofSummary(one))));
        next = page.next;
        if (!next) break;
      }
      this.#games = first ? found : [...this.#games, ...found];
      this.#next = next;
      if (first) this.#chosen.clear();
      await this.#learn(found.map((game) => idOf(game.ruleset)));
      if (first) await this.#number();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (mine === this.#asked) this.#problem = error;
    }
    if (mine !== this.#asked) return;
    this.#busy = false;
    this.#redraw();
  }

  /**
   * Loads the words on the outcomes of games.
   * @param {readonly string[]} ids  of rulesets
   */
  async #learn(ids) {
    for (const id of new Set(ids)) {
      if (!this.#pages.has(id)) this.#pages.set(id, await rulesetPage(id));
    }
  }

  /** Loads the numbers of the chosen ruleset, and the possible endings. */
  async #number() {
    const { ruleset } = this.#choice;
    const ids = (await rulesets()).map(({ id }) => id).filter((id) => !ruleset || id === ruleset);
    const [counts, ratings] = await Promise.all([
      Promise.all(ids.map((id) => api.get(`/v1/rulesets/${id}/counts`))),
      ruleset && ids.length ? api.get(`/v1/rulesets/${ruleset}/ratings?limit=10`) : null,
    ]);
    await this.#learn(ids.filter((_, at) => counts[at].games));
    if (ruleset !== this.#choice.ruleset) return;
    this.#reasons = [...new Set(counts.flatMap((one) => Object.keys(one.by_reason)))];
    this.#counts = ruleset ? (counts[0] ?? null) : null;
    this.#ratings = ratings;
  }

  /** @param {Partial<import("/page/app/records/choice.js").Choice>} some */
  #choose(some) {
    this.#choice = { ...this.#choice, ...some };
    // So that the address can be bookmarked or shared.
    history.replaceState(null, "", addressOf(this.#choice));
    this.#list();
  }

  /** Returns the words of a ruleset. @param {string} ruleset */
  #words(ruleset) {
    return withWords(this.#pages.get(ruleset)?.words ?? {});
  }

  draw() {
    const { ruleset } = this.#choice;
    return html`<h1>${t("records.title")}</h1>
      <p>${t("records.about")} <a href="#/check">${t("records.check")}</a></p>
      ${this.#filters()}
      ${this.#problem ? problemView(this.#problem) : nothing}
      ${this.#table()}
      ${this.#export.draw(this.#choice, this.#chosen)}
      ${this.#counts ? html`${countsView(this.#counts, this.#words(ruleset))} ${ratingsView(this.#ratings, ruleset)}` : nothing}`;
  }

  #filters() {
    const { status, ruleset, players, ending, player } = this.#choice;
    const known = this.#rulesets.filter((one) => !ruleset || one.id === ruleset);
    const counts = [...new Set(known.flatMap((one) => one.seats))].sort();
    const select = (/** @type {"status" | "ruleset" | "players" | "ending"} */ name, /** @type {string} */ chosen,
      /** @type {[string, string][]} */ values) => html`<label>${t(`records.${name}`)}
      <select @change=${(/** @type {any} */ event) => this.#choose({ [name]: event.target.value })}>
        <option value="" ?selected=${!chosen}>${t("records.all")}</option>
        ${values.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
      </select></label>`;
    const day = (/** @type {"from" | "to"} */ name) => html`<label>${t(`records.${name}`)}
      <input type="date" .value=${this.#choice[name]}
        @change=${(/** @type {any} */ event) => this.#choose({ [name]: event.target.value })}></label>`;
    return html`<form class="filters" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
      ${select("status", status, STATES.map((one) => [one, t(`records.status.${one}`)]))}
      ${select("ruleset", ruleset, this.#rulesets.map((one) => [one.id, one.title]))}
      ${select("players", players, counts.map((one) => [String(one), String(one)]))}
      ${select("ending", ending, this.#reasons.map((one) => [one, this.#reason(one)]))}
      <label>${t("records.player")}
        <input type="search" .value=${player} maxlength="40" spellcheck="false" autocomplete="off"
          @change=${(/** @type {any} */ event) => this.#choose({ player: event.target.value.trim() })}></label>
      ${day("from")} ${day("to")}
    </form>`;
  }

  /**
   * Returns why a game ended, in the words of the first ruleset that has some.
   * @param {string} reason
   */
  #reason(reason) {
    const plain = reasonText(reason, t);
    const texts = [...this.#pages.keys()].map((id) => reasonText(reason, this.#words(id)));
    return texts.find((one) => one !== plain) ?? plain;
  }

  #table() {
    const more = this.#next ? html`<p><button type="button" ?disabled=${this.#busy} @click=${() => this.#list(this.#next)}>
      ${t("records.more")}</button></p>` : nothing;
    if (!this.#games.length) return html`${this.#none()}${more}`;
    const all = this.#games.every((game) => this.#chosen.has(game.id));
    const sorted = (/** @type {GameSummary} */ game) => COLUMNS[this.#column](game);
    const games = this.#games.toSorted((a, b) => this.#order * sorted(a).localeCompare(sorted(b)));
    return html`<p class="hint" role="status">${t("records.shown", { count: games.length })}</p>
      <div class="scrolls" tabindex="0" role="region" aria-label=${t("records.games")}>
      <table class="games-table"><thead><tr>
        <th scope="col"><label class="check"><input type="checkbox" .checked=${all}
          @change=${() => this.#mark(all ? [] : this.#games.map((game) => game.id))}>
          ${t("records.choose_all")}</label></th>
        ${Object.keys(COLUMNS).map((name) => this.#heading(name))}
      </tr></thead>
      <tbody>${repeat(games, (game) => game.id, (game) => this.#row(game))}</tbody></table></div>${more}`;
  }

  /** Says which games were not found, and offers those of any status. */
  #none() {
    const { status } = this.#choice;
    const ofStatus = STATES.includes(status);
    const none = ofStatus ? `records.none.${status}` : "records.none";
    return html`<p class="hint" role="status">${t(this.#busy ? "records.reading" : none)}</p>
      ${ofStatus && !this.#busy ? html`<p><button type="button" @click=${() => this.#choose({ status: "" })}>
        ${t("records.any_status")}</button></p>` : nothing}`;
  }

  /** @param {string} name */
  #heading(name) {
    const here = name === this.#column;
    const order = this.#order > 0 ? "ascending" : "descending";
    return html`<th scope="col" aria-sort=${here ? order : nothing}>
      <button type="button" class="sorts" @click=${() => this.#sort(name)}>${t(`records.column.${name}`)}
        <span aria-hidden="true">${here ? (this.#order > 0 ? "▲" : "▼") : ""}</span></button></th>`;
  }

  /** @param {string} column */
  #sort(column) {
    this.#order = column === this.#column ? -this.#order : 1;
    this.#column = column;
    this.#redraw();
  }

  /** @param {GameSummary} game */
  #row(game) {
    const title = this.#rulesets.find((one) => one.id === idOf(game.ruleset))?.title ?? game.ruleset;
    return html`<tr>
      <td><input type="checkbox" .checked=${this.#chosen.has(game.id)} aria-label=${t("records.choose", { game: game.id })}
        @change=${(/** @type {any} */ event) => this.#toggle(game.id, event.target.checked)}></td>
      <th scope="row"><a href="#/games/${game.id}">${title}</a> <small>${scenarioOf(game)} ${game.id}</small>
        ${game.status === "open" ? nothing : html`<a class="to-proof" href="#/games/${game.id}/proof">${t("records.proof")}</a>`}</th>
      <td>${game.seats.map((seat) => html`<span class="player side-${seat.side}"><span class="chip"
        aria-hidden="true"></span>${sitterView(seat)}</span> `)}</td>
      <td>${this.#ended(game)} ${continuesView(game)}</td>
      <td><time datetime=${game.created_at}>${clockTime(game.created_at)}</time></td></tr>`;
  }

  /** @param {GameSummary} game */
  #ended(game) {
    if (!game.outcome) return t(`records.status.${game.status}`);
    const { winners, reason } = game.outcome;
    const words = this.#words(idOf(game.ruleset));
    const seats = players(game.seats, [], (side) => words(`side.${side}`));
    const names = playersOf(seats, winners).map((seat) => seats.name(seat));
    return t("records.won", { count: names.length, names: listed(names), reason: reasonText(reason, words) });
  }

  /** @param {readonly string[]} games */
  #mark(games) {
    this.#chosen = new Set(games);
    this.#redraw();
  }

  /** @param {string} game @param {boolean} chosen */
  #toggle(game, chosen) {
    if (chosen) this.#chosen.add(game);
    else this.#chosen.delete(game);
    this.#redraw();
  }
}
