/** One tournament: `#/tournaments/<id>`, with the round, and the table, that the address may name. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api, Problem } from "/page/app/api.js";
import { withWords } from "/page/app/i18n.js";
import { announce } from "/page/app/parts/announcing.js";
import { call, entitle } from "/page/app/parts/calls.js";
import { problemView } from "/page/app/parts/problem.js";
import { router } from "/page/app/router.js";
import { idOf, rulesetPage, rulesets } from "/page/app/rulesets.js";
import { nowhere } from "/page/app/screens/lost.js";
import { downloadsView, entrantsView, leadText, termsView } from "/page/app/tournament/about.js";
import { crosstableView } from "/page/app/tournament/crosstable.js";
import { Decisions } from "/page/app/tournament/decisions.js";
import { Followed } from "/page/app/tournament/followed.js";
import { TableGames } from "/page/app/tournament/games.js";
import { hasRealTables, knownRounds, phaseText } from "/page/app/tournament/naming.js";
import { dueText, ownView } from "/page/app/tournament/own.js";
import { inOrder, roundsView } from "/page/app/tournament/rounds.js";
import { standingsView, winnersView } from "/page/app/tournament/standings.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/printing.js").Sheet} Sheet */

/** @type {import("/page/app/main.js").MakeScreen} */
export const tournament = (redraw, path) => new TournamentScreen(redraw, path);

class TournamentScreen {
  wide = true;
  /** The round and the table in the address; null for the last round. @type {{round: number | null, table: number | null}} */
  #at = { round: null, table: null };
  /** The code for the registration, if the address had one. */
  #code = "";
  /** The round after which the standings are shown; null for now. @type {number | null} */
  #after = null;
  /** Whether the crosstable is unfolded. */
  #crossing = false;
  /** @type {import("/page/app/tournament/about.js").OfRuleset | null} */
  #ruleset = null;
  /** The name of the organiser, once it is known. */
  #organiser = "";
  /** Whether these are being loaded, or have been. */
  #learns = false;
  /** @type {typeof import("/page/app/tournament/desk/desk.js") | null} */
  #desk = null;
  /** @type {typeof import("/page/app/tournament/printing.js") | null} */
  #printing = null;
  /** What is being printed. @type {Sheet | null} */
  #sheet = null;
  /** What the tournament waited for last; null before it is loaded. @type {string | null} */
  #due = null;
  /** Whether the page has scrolled to the table in the address. */
  #arrived = false;
  #ending = new AbortController();
  #followed;
  #decisions;
  #games;
  #redraw;

  /** @param {() => void} redraw @param {string[]} path */
  constructor(redraw, path) {
    this.#redraw = redraw;
    this.#read(path);
    this.#followed = new Followed(path[1]);
    this.#decisions = new Decisions(this.#followed, redraw);
    this.#games = new TableGames(redraw);
    this.#followed.onChange(() => this.#changed());
    addEventListener("afterprint", () => this.#printed(), { signal: this.#ending.signal });
  }

  /** @param {string[]} path */
  go(path) {
    if (path[0] !== "tournaments" || path[1] !== this.#followed.id) return false;
    this.#read(path);
    this.#arrived = false;
    this.#changed();
    return true;
  }

  close() {
    this.#ending.abort();
    this.#followed.close();
    this.#games.close();
  }

  /** @param {string[]} path */
  #read([, , round, table]) {
    this.#at = { round: Number(round) || null, table: Number(table) || null };
    this.#code = router.place.query.get("code") ?? this.#code;
  }

  // --- what changed --------------------------------------------------------------------------------

  #changed() {
    const { now } = this.#followed;
    if (now && !this.#learns) this.#learn(idOf(now.announcement.ruleset), now.organiser);
    if (!this.#desk && this.#followed.legal?.roles.some(({ role }) => role !== "player")) this.#open();
    this.#follow();
    this.#call();
    this.#redraw();
    if (!this.#arrived && now && this.#at.table !== null) queueMicrotask(() => this.#arrive());
  }

  /** Calls a player whose table has opened, or who has to check in. */
  #call() {
    const { now } = this.#followed;
    if (!now) return;
    const due = dueText(this.#followed);
    if (due && this.#due !== null && due !== this.#due) call(now.announcement.name, due);
    this.#due = due;
  }

  /** Follows the games of the round shown. */
  #follow() {
    const round = this.#followed.rounds[this.#round - 1];
    const tables = round?.opened && !round.closed ? inOrder(this.#followed, round) : [];
    const games = tables.flatMap(({ game, points }) => (game && !points ? [game] : []));
    this.#games.follow(games, games.length > 0);
  }

  /** Scrolls to the table in the address. */
  #arrive() {
    const table = document.querySelector(`[data-table="${this.#at.table}"]`);
    if (!table) return;
    this.#arrived = true;
    table.scrollIntoView({ block: "center" });
  }

  /** The number of the round that is shown. */
  get #round() {
    const last = this.#followed.rounds.length;
    return Math.min(this.#at.round ?? last, last);
  }

  /**
   * Loads the names of the game, its options, and the organiser.
   * @param {string} id  of the ruleset
   * @param {string} organiser
   */
  async #learn(id, organiser) {
    this.#learns = true;
    try {
      const [known, page, account] = await Promise.all([
        rulesets(), rulesetPage(id), api.get(`/v1/players/${organiser}`),
      ]);
      const title = known.find((one) => one.id === id)?.title ?? id;
      this.#ruleset = { title, page, t: withWords(page.words) };
      this.#organiser = account.name;
    } catch (error) {
      // The page is useful without them.
      if (!(error instanceof Problem)) throw error;
    }
    this.#redraw();
  }

  /** Loads the desk, which most visitors never need. */
  async #open() {
    this.#desk = await import("/page/app/tournament/desk/desk.js").catch(() => null);
    this.#redraw();
  }

  /**
   * Opens the form of an action: of one's own entry, or else as an official.
   * @param {"own" | "desk"} part
   * @param {string} type
   * @param {Record<string, any>} [preset]
   */
  async #decide(part, type, preset = {}) {
    const form = await import("/page/app/tournament/desk/deed.js").catch(() => null);
    if (!form) return announce(t("problem.unreached"));
    const all = this.#followed.rolesFor(type);
    const roles = all.filter((role) => (role === "player") === (part === "own"));
    if (roles.length) new form.Deed(this.#followed, type, preset, roles);
  }

  // --- printing ------------------------------------------------------------------------------------

  /** @param {Sheet} sheet */
  async #print(sheet) {
    this.#printing ??= await import("/page/app/tournament/printing.js").catch(() => null);
    if (!this.#printing) return announce(t("problem.unreached"));
    this.#sheet = sheet;
    this.#redraw();
    print();
  }

  #printed() {
    this.#sheet = null;
    this.#redraw();
  }

  /** @param {readonly Sheet[]} sheets */
  #prints(sheets) {
    return html`<span class="prints">${sheets.map((sheet) => html`<button type="button" class="quiet"
      @click=${() => this.#print(sheet)}>${t(`tournament.print.${sheet}`)}</button>`)}</span>`;
  }

  // --- drawing -------------------------------------------------------------------------------------

  draw() {
    const followed = this.#followed;
    const { now, failure } = followed;
    if (failure?.status === 404) {
      entitle(t("lost.title"));
      return nowhere("lost.about");
    }
    if (!now) return failure ? problemView(failure) : html`<p class="hint" role="status">${t("tournament.loading")}</p>`;
    entitle(now.announcement.name, Boolean(this.#due));
    const own = (/** @type {string} */ type, /** @type {Record<string, any>} */ preset = {}) => this.#decide("own", type, preset);
    const desk = (/** @type {string} */ type, /** @type {Record<string, any>} */ preset = {}) => this.#decide("desk", type, preset);
    return html`<div class="tournament">
      <header class="tournament-head">
        <p><a href="#/tournaments">${t("page.tournaments")}</a></p>
        <h1>${now.announcement.name}</h1>
        <p><span class="state ${now.phase === "playing" ? "running" : ""}">${phaseText(now.phase, now.round, knownRounds(now))}</span>
          ${leadText(now, this.#ruleset)}</p>
        ${winnersView(followed)}
      </header>
      <div class="halves">
        <div class="half">
          ${followed.own ? ownView(followed, own, this.#code) : nothing}
          ${this.#desk?.hasDesk(followed) ? this.#desk.deskView(followed, desk, this.#invitation) : nothing}
          ${followed.own ? nothing : ownView(followed, own, this.#code)}
          ${roundsView(followed, {
            round: this.#round,
            table: this.#at.table,
            games: this.#games,
            prints: this.#prints(hasRealTables(now, followed.rounds[this.#round - 1]) ? ["pairings", "slips"] : ["pairings"]),
            decisions: (round, table) => this.#desk?.decisionsView(followed, round, table, desk) ?? nothing,
          })}
        </div>
        <div class="half">
          ${standingsView(followed, this.#after, (after) => this.#stand(after), this.#prints(["standings"]))}
          ${crosstableView(followed, this.#crossing, (open) => this.#cross(open))}
          ${entrantsView(followed)}
          ${termsView(followed, this.#ruleset, this.#organiser)}
          ${this.#decisions.draw()}
          ${downloadsView(followed)}
        </div>
      </div>
    </div>
    ${this.#sheet && this.#printing ? this.#printing.sheetView(followed, this.#sheet, this.#round) : nothing}`;
  }

  /** The code of the invitation, and what changes it. */
  get #invitation() {
    const setCode = (/** @type {string} */ code) => {
      this.#code = code;
      this.#redraw();
    };
    return { code: this.#code, setCode };
  }

  /** @param {boolean} open */
  #cross(open) {
    this.#crossing = open;
    this.#redraw();
  }

  /** Shows the standings after a round. @param {number | null} after  null for now */
  #stand(after) {
    this.#after = after;
    this.#redraw();
  }
}
