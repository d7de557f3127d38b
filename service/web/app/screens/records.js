/** Games that were played here, for organisers: filter, choose, take away as records. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { repeat } from "/page/vendor/lit-html/directives/repeat.js";
import { api, Problem } from "/page/app/api.js";
import { clockTime, t, withWords } from "/page/app/i18n.js";
import { countsTold, ratingsTold } from "/page/app/parts/numbers.js";
import { problemTold } from "/page/app/parts/problem.js";
import { players } from "/page/app/players.js";
import { download, recordsOfFilter, recordsOfGames } from "/page/app/replay/exporting.js";
import { idOf, rulesetPage, rulesets } from "/page/app/rulesets.js";

/** @typedef {import("/page/api").components["schemas"]["GameSummary"]} GameSummary */
/** @typedef {import("/page/api").components["schemas"]["Ruleset"]} Ruleset */
/** @typedef {import("/page/app/ruleset.js").RulesetPage} RulesetPage */

const STATES = ["over", "aborted", "running", "open"];
const GAMES = 50;

/** @type {import("/page/app/main.js").MakeScreen} */
export const records = (redraw, _, query) => new RecordsScreen(redraw, query);

class RecordsScreen {
  wide = true;
  title = "records.title";
  #redraw;
  #filter = { status: "over", ruleset: "", player: "", from: "", to: "" };
  /** @type {GameSummary[]} */
  #games = [];
  /** @type {string | null} */
  #next = null;
  /** @type {Ruleset[]} */
  #rulesets = [];
  /** Whose words tell the outcomes. @type {Map<string, RulesetPage>} */
  #pages = new Map();
  /** @type {Set<string>} */
  #chosen = new Set();
  /** @type {Problem | null} */
  #problem = null;
  #busy = true;
  /** How many records have come, while they are taken away. @type {number | null} */
  #taken = null;
  #counts = /** @type {any} */ (null);
  #ratings = /** @type {any} */ (null);
  /** Answers to an older question are not shown. */
  #asked = 0;
  #ending = new AbortController();

  /** @param {() => void} redraw @param {URLSearchParams} query */
  constructor(redraw, query) {
    this.#redraw = redraw;
    for (const name of /** @type {const} */ (["status", "ruleset", "player"])) {
      this.#filter[name] = query.get(name) ?? this.#filter[name];
    }
    rulesets().then((known) => {
      this.#rulesets = known;
      redraw();
    }, () => {});
    this.#list();
  }

  close() {
    this.#ending.abort();
  }

  /** Read the first page anew, or the next one. @param {string | null} [cursor] */
  async #list(cursor = null) {
    const mine = ++this.#asked;
    const { status, ruleset, player } = this.#filter;
    this.#busy = true;
    this.#problem = null;
    this.#redraw();
    try {
      const query = queryOf({ status, ruleset, player, limit: String(GAMES), cursor: cursor ?? "" });
      const page = await api.get(`/v1/games?${query}`);
      if (mine !== this.#asked) return;
      this.#games = cursor ? [...this.#games, ...page.games] : page.games;
      this.#next = page.next;
      if (!cursor) this.#chosen.clear();
      await this.#learn(page.games);
      if (!cursor) await this.#number(ruleset);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (mine === this.#asked) this.#problem = error;
    }
    if (mine !== this.#asked) return;
    this.#busy = false;
    this.#redraw();
  }

  /** Load what tells the outcomes of these games. @param {GameSummary[]} games */
  async #learn(games) {
    for (const id of new Set(games.map((one) => idOf(one.ruleset)))) {
      if (!this.#pages.has(id)) this.#pages.set(id, await rulesetPage(id));
    }
  }

  /** Numbers of one ruleset. @param {string} ruleset */
  async #number(ruleset) {
    this.#counts = this.#ratings = null;
    if (!ruleset) return;
    [this.#counts, this.#ratings] = await Promise.all([
      api.get(`/v1/rulesets/${ruleset}/counts`), api.get(`/v1/rulesets/${ruleset}/ratings?limit=10`),
    ]);
  }

  /** @param {Record<string, string>} some */
  #choose(some) {
    this.#filter = { ...this.#filter, ...some };
    this.#list();
  }

  /** Take records away as a file. @param {string} name @param {ReturnType<typeof recordsOfGames>} lines */
  async #take(name, lines) {
    this.#taken = 0;
    this.#problem = null;
    this.#redraw();
    try {
      await download(name, lines, (count) => {
        this.#taken = count;
        this.#redraw();
      });
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this.#problem = error;
    }
    this.#taken = null;
    this.#redraw();
  }

  /** The words of a ruleset. @param {string} ruleset */
  #words(ruleset) {
    return withWords(this.#pages.get(ruleset)?.words ?? { en: {}, es: {}, de: {} });
  }

  draw() {
    const { ruleset } = this.#filter;
    return html`<h1>${t("records.title")}</h1>
      <p>${t("records.about")} <a href="#/check">${t("records.check")}</a></p>
      ${this.#filters()}
      ${this.#problem ? problemTold(this.#problem) : nothing}
      ${this.#table()}
      ${this.#export()}
      ${this.#counts ? html`${countsTold(this.#counts, this.#words(ruleset))} ${ratingsTold(this.#ratings)}` : nothing}`;
  }

  #filters() {
    const { status, ruleset, player } = this.#filter;
    return html`<form class="filters" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <label>${t("records.status")}
        <select @change=${(/** @type {any} */ event) => this.#choose({ status: event.target.value })}>
          <option value="" ?selected=${!status}>${t("records.all")}</option>
          ${STATES.map((one) => html`<option value=${one} ?selected=${one === status}>${t(`records.status.${one}`)}</option>`)}
        </select></label>
      <label>${t("records.ruleset")}
        <select @change=${(/** @type {any} */ event) => this.#choose({ ruleset: event.target.value })}>
          <option value="" ?selected=${!ruleset}>${t("records.all")}</option>
          ${this.#rulesets.map((one) => html`<option value=${one.id} ?selected=${one.id === ruleset}>${one.title}</option>`)}
        </select></label>
      <label>${t("records.player")}
        <input type="text" .value=${player} pattern="[a-z2-7]{26}" maxlength="26" spellcheck="false"
          autocomplete="off" placeholder=${t("records.player_hint")}
          @change=${(/** @type {any} */ event) => event.target.validity.valid && this.#choose({ player: event.target.value })}></label>
    </form>`;
  }

  #table() {
    if (!this.#games.length) {
      return html`<p class="hint" role="status">${t(this.#busy ? "records.reading" : "records.none")}</p>`;
    }
    const all = this.#games.every((game) => this.#chosen.has(game.id));
    return html`<div class="scrolls" tabindex="0" role="region" aria-label=${t("records.games")}>
      <table class="games-table"><thead><tr>
        <th scope="col"><input type="checkbox" aria-label=${t("records.choose_all")} .checked=${all}
          @change=${() => this.#mark(all ? [] : this.#games.map((game) => game.id))}></th>
        ${["game", "players", "ending", "opened"].map((name) => html`<th scope="col">${t(`records.column.${name}`)}</th>`)}
      </tr></thead>
      <tbody>${repeat(this.#games, (game) => game.id, (game) => this.#row(game))}</tbody></table></div>
      ${this.#next ? html`<p><button type="button" ?disabled=${this.#busy} @click=${() => this.#list(this.#next)}>
        ${t("records.more")}</button></p>` : nothing}`;
  }

  /** @param {GameSummary} game */
  #row(game) {
    const title = this.#rulesets.find((one) => one.id === idOf(game.ruleset))?.title ?? game.ruleset;
    return html`<tr>
      <td><input type="checkbox" .checked=${this.#chosen.has(game.id)} aria-label=${t("records.choose", { game: game.id })}
        @change=${(/** @type {any} */ event) => this.#toggle(game.id, event.target.checked)}></td>
      <th scope="row"><a href="#/games/${game.id}">${title}</a> <small>${game.id}</small>
        ${game.status === "open" ? nothing : html`<a class="to-proof" href="#/games/${game.id}/proof">${t("records.proof")}</a>`}</th>
      <td>${game.seats.map((seat) => html`<span class="player side-${seat.side}"><span class="chip"
        aria-hidden="true"></span>${seat.name ?? (seat.bot ? t("seat.bot", { bot: seat.bot }) : t("seat.free"))}</span> `)}</td>
      <td>${this.#ended(game)}</td>
      <td><time datetime=${game.created_at}>${clockTime(game.created_at)}</time></td></tr>`;
  }

  /** @param {GameSummary} game */
  #ended(game) {
    if (!game.outcome) return t(`records.status.${game.status}`);
    const [winners, reason] = [game.outcome.winners, game.outcome.reason];
    const page = this.#pages.get(idOf(game.ruleset));
    const words = this.#words(idOf(game.ruleset));
    const seats = players(game.seats, [], (side) => words(`side.${side}`));
    return page ? page.ending(game.outcome, seats, words) : `${winners.join(", ")} (${reason})`;
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

  #export() {
    const { status, ruleset, from, to } = this.#filter;
    const { signal } = this.#ending;
    const count = this.#chosen.size;
    const day = (/** @type {"from" | "to"} */ name) => html`<label>${t(`records.${name}`)}
      <input type="date" .value=${this.#filter[name]} @change=${(/** @type {any} */ event) => {
        this.#filter[name] = event.target.value;
        this.#redraw();
      }}></label>`;
    return html`<section class="export"><h2>${t("records.export")}</h2>
      <p class="hint">${t("records.export_about")}</p>
      <div class="filters">${day("from")} ${day("to")}
        <button type="button" ?disabled=${this.#taken !== null} @click=${() =>
          this.#take("games.ndjson", recordsOfFilter(queryOf({ status, ruleset, from, to }), signal))}>
          ${t("records.export_all")}</button>
        <button type="button" ?disabled=${this.#taken !== null || count === 0} @click=${() =>
          this.#take("chosen.ndjson", recordsOfGames([...this.#chosen], signal))}>
          ${t("records.export_chosen", { count })}</button></div>
      ${this.#taken === null ? nothing : html`<p role="status">${t("records.taken", { count: this.#taken })}</p>`}
    </section>`;
  }
}

/** @param {Record<string, string>} told */
const queryOf = (told) => new URLSearchParams(Object.entries(told).filter(([, value]) => value !== ""));
