/** The lobby: one's own games, games to play at once or with friends, and games to join or watch. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { repeat } from "/page/vendor/lit-html/directives/repeat.js";
import { Problem } from "/page/app/api.js";
import { playTheHouse } from "/page/app/game/opening.js";
import { ago, listed, speech, t } from "/page/app/i18n.js";
import { Boards } from "/page/app/lobby/boards.js";
import { Games } from "/page/app/lobby/games.js";
import { canBeJoined, canBeWatched, mySeats, urgencyOf } from "/page/app/lobby/offers.js";
import { continuesView } from "/page/app/parts/continuing.js";
import { botField, chosenBot } from "/page/app/parts/bots.js";
import { rulesAt } from "/page/app/parts/help.js";
import { problemView } from "/page/app/parts/problem.js";
import { sitterView } from "/page/app/parts/sitter.js";
import { calledIn, scenarioOf } from "/page/app/players.js";
import { idOf, rulesets } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/lobby/games.js").GameSummary} GameSummary */
/** @typedef {import("/page/api").components["schemas"]["Ruleset"]} Ruleset */

/** @type {import("/page/app/main.js").MakeScreen} */
export const lobby = (redraw) => new Lobby(redraw);

class Lobby {
  title = "lobby.title";
  /** @type {Ruleset[]} */
  #rulesets = [];
  /** The ruleset of the game that is being opened. */
  #opening = "";
  /** Our games when it began to be opened. @type {Set<string>} */
  #before = new Set();
  /** @type {Problem | null} */
  #problem = null;
  #games;
  #boards;
  #redraw;
  #unheard;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
    this.#games = new Games(redraw, () => this.#rulesets.length || this.#learn());
    this.#boards = new Boards(redraw);
    this.#unheard = speech.onChange(() => this.#learn());
    this.#learn();
  }

  close() {
    this.#unheard();
    this.#games.close();
  }

  /** Loads the rulesets; after a failure, it tries again when the stream connects. */
  async #learn() {
    try {
      this.#rulesets = await rulesets();
      this.#problem = null;
      this.#redraw();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!(error instanceof Problem)) throw error;
    this.#problem = error;
    this.#opening = "";
    this.#redraw();
  }

  /** @param {Ruleset} ruleset */
  async #play(ruleset) {
    if (this.#opening) return;
    this.#opening = ruleset.id;
    this.#before = new Set(this.#games.own.map(({ id }) => id));
    this.#problem = null;
    this.#redraw();
    try {
      await playTheHouse(ruleset, chosenBot(ruleset.bots));
    } catch (error) {
      this.#fail(error);
    }
  }

  // --- drawing -------------------------------------------------------------------------------------

  draw() {
    const own = this.#own.sort((one, other) => urgencyOf(one) - urgencyOf(other));
    const [watched, ...running] = this.#games.others(canBeWatched);
    return html`<section class="welcome">
        <h1>${t("lobby.welcome")}</h1>
        <p>${t("lobby.about")}</p>
      </section>
      ${this.#problem ? problemView(this.#problem) : nothing}
      ${this.#list("lobby.own", own)}
      <section class="offers" aria-label=${t("lobby.offers")}>
        ${this.#rulesets.map((ruleset) => this.#offer(ruleset))}</section>
      ${this.#list("lobby.join", this.#games.others(canBeJoined))}
      ${watched ? html`<section><h2>${t("lobby.running")}</h2>${this.#watched(watched)}
        ${this.#rows(running)}</section>` : nothing}`;
  }

  /** Our games. The page leaves for a game that is being opened as soon as its seats are taken. */
  get #own() {
    const { own } = this.#games;
    return this.#opening ? own.filter(({ id }) => this.#before.has(id)) : own;
  }

  /** @param {Ruleset} ruleset */
  #offer(ruleset) {
    const { id, title, summary, seats, minutes: { least, most }, difficulty, designers } = ruleset;
    return html`<article class="card offer">
      ${boardView(this.#boards.ofRuleset(id))}
      <h2>${title}</h2>
      <p>${summary}</p>
      <p class="hint">${seats.length > 1
        ? t("lobby.seats", { from: Math.min(...seats), to: Math.max(...seats) })
        : t("lobby.seats.fixed", { number: seats[0] })}&nbsp;·
        ${t("lobby.minutes", { from: least, to: most })}&nbsp;· ${t(`lobby.difficulty.${difficulty}`)}&nbsp;·
        ${designers.join(", ")}</p>
      ${ruleset.bots.length ? botField(ruleset.bots) : nothing}
      <div class="buttons">
        ${ruleset.bots.length
          ? html`<button type="button" class="primary big" data-ruleset=${id}
              aria-disabled=${this.#opening ? "true" : "false"} @click=${() => this.#play(ruleset)}>
              ${t(this.#opening === id ? "lobby.opening" : "lobby.play")}</button>`
          : nothing}
        ${ruleset.guided ? html`<a class="button" href="#/learn/${id}">${t("lobby.learn")}</a>` : nothing}
        <a class="button" href="#/new?ruleset=${id}">${t("lobby.friends")}</a>
        <a class="button quiet" href=${rulesAt(id)}>${t("rules.link")}</a>
        <a class="button quiet" href="#/leaders/${id}">${t("lobby.leaders")}</a>
      </div>
    </article>`;
  }

  /** @param {string} title @param {GameSummary[]} games */
  #list(title, games) {
    return games.length ? html`<section><h2>${t(title)}</h2>${this.#rows(games)}</section>` : nothing;
  }

  /** @param {GameSummary[]} games */
  #rows(games) {
    if (!games.length) return nothing;
    return html`<ul class="games">${repeat(games, (game) => game.id, (game) => html`<li>
      ${this.#row(game)}</li>`)}</ul>`;
  }

  /** Returns a game that people play now, with a large board. @param {GameSummary} game */
  #watched(game) {
    return html`<div class="watched card">
      ${boardView(this.#boards.ofGame(game))}
      <a class="title" href="#/games/${game.id}">${this.#titleOf(game)}</a>
      ${playersView(game)}
      <span class="state running">${t("lobby.watch")}</span>
    </div>`;
  }

  /** @param {GameSummary} game */
  #row(game) {
    return html`<div class="game">
      ${boardView(this.#boards.ofGame(game))}
      <a class="title" href="#/games/${game.id}">${this.#titleOf(game)}</a>
      ${playersView(game)}
      ${stateView(game)}
      ${game.created_at ? html`<span class="when">${ago(game.created_at)}</span>` : nothing}
    </div>`;
  }

  /** @param {GameSummary} game */
  #titleOf(game) {
    const title = this.#rulesets.find(({ id }) => id === idOf(game.ruleset))?.title ?? idOf(game.ruleset);
    return [title, scenarioOf(game), game.tournament ? game.label : ""].filter(Boolean).join("\u00a0· ");
  }
}

/** Returns a board; the place for it, until it has arrived. @param {string} image */
const boardView = (image) => html`<span class="small-board">
  ${image ? html`<img src=${image} alt="">` : nothing}</span>`;

/** @param {GameSummary} game */
function playersView(game) {
  const own = mySeats(game);
  return html`<span class="players">${game.seats.map((seat) => html`<span class="player side-${seat.side}">
    ${calledIn(seat) ? `${calledIn(seat)}: ` : nothing}${isOurs(seat, own) ? t("lobby.you") : sitterView(seat)}</span>`)}
    ${continuesView(game)}</span>`;
}

/**
 * Returns whether we sit on a seat, or it is reserved for us.
 * @param {GameSummary["seats"][number]} seat
 * @param {readonly number[]} own  the seats of this browser
 */
const isOurs = ({ seat, taken, reserved_for: kept }, own) => (
  taken ? own.includes(seat) : kept !== null && kept === store.player?.id);

/** @param {GameSummary} game */
function stateView(game) {
  const { status, seats, askers = [] } = game;
  const urgency = urgencyOf(game);
  const due = urgency < 2;
  const free = seats.filter((seat) => !seat.taken).length;
  const says = askers.length ? t("lobby.asked", { count: askers.length, names: listed(askers) })
    : status === "open"
      ? urgency < 3 ? t("lobby.sit") : t(freeText(game), { count: free })
      : t(due ? "turn.yours" : `lobby.status.${status}`);
  return html`<span class="state ${askers.length ? "open" : due ? "due" : status}">${says}</span>`;
}

/** Returns the key of the words on the seats of a game that nobody has taken. @param {GameSummary} game */
const freeText = (game) => (
  canBeJoined(game) ? "lobby.take" : game.seating === "reserved" ? "lobby.waits" : "lobby.free");
