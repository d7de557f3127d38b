/** The lobby: play at once, open a game for friends, and see what is played here. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { repeat } from "/page/vendor/lit-html/directives/repeat.js";
import { api, Problem } from "/page/app/api.js";
import { playTheHouse } from "/page/app/game/opening.js";
import { askersOf } from "/page/app/game/rematch.js";
import { ago, listed, t } from "/page/app/i18n.js";
import { rulesAt } from "/page/app/parts/help.js";
import { problemTold } from "/page/app/parts/problem.js";
import { sitterTold } from "/page/app/players.js";
import { idOf, rulesets } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/api").components["schemas"]["Game"]} Game */
/**
 * A game in a list; of one that is over, its rematch, and who asks for that.
 * @typedef {import("/page/api").components["schemas"]["GameSummary"]
 *   & {rematch?: string, askers?: string[]}} GameSummary
 */

/** How many of one's own games are shown, the newest. */
const OWN_MAX = 8;

/** How many games of others are shown, the newest. */
const OTHERS_MAX = 12;

/** How long the lobby waits before it listens again. */
const AGAIN_MS = 5000;

/** @type {import("/page/app/main.js").MakeScreen} */
export function lobby(redraw) {
  const games = new Games(redraw, () => known.length || learn());
  /** @type {any[]} */
  let known = [];
  /** The ruleset that is being opened. */
  let opening = "";
  /** @type {Problem | null} */
  let problem = null;
  learn();

  /** Learn what can be played; what was not reached is asked again when the stream comes through. */
  function learn() {
    rulesets().then((told) => {
      known = told;
      problem = null;
      redraw();
    }, failed);
  }

  /** @param {unknown} error */
  function failed(error) {
    if (!(error instanceof Problem)) throw error;
    problem = error;
    opening = "";
    redraw();
  }

  /** @param {any} ruleset */
  function play(ruleset) {
    if (opening) return;
    opening = ruleset.id;
    problem = null;
    redraw();
    playTheHouse(ruleset).catch(failed);
  }

  /** @param {any} ruleset */
  const card = (ruleset) => html`<article class="card offer">
    <h2>${ruleset.title}</h2>
    <p class="hint">${t("lobby.seats", { from: Math.min(...ruleset.seats), to: Math.max(...ruleset.seats) })}
      · ${ruleset.designers.join(", ")}</p>
    <div class="buttons">
      ${ruleset.bots.length
        ? html`<button type="button" class="primary big" data-ruleset=${ruleset.id}
            aria-disabled=${opening ? "true" : "false"} @click=${() => play(ruleset)}>
            ${t(opening === ruleset.id ? "lobby.opening" : "lobby.play")}</button>`
        : nothing}
      <a class="button" href="#/new?ruleset=${ruleset.id}">${t("lobby.friends")}</a>
      <a class="button quiet" href=${rulesAt(ruleset.id)}>${t("rules.link")}</a>
    </div>
  </article>`;

  return {
    title: "lobby.title",
    close: () => games.close(),
    draw: () => {
      const open = games.others("open");
      return html`<section class="welcome">
        <h1>${t("lobby.welcome")}</h1>
        <p>${t("lobby.about")}</p>
      </section>
      ${problem ? problemTold(problem) : nothing}
      <section class="offers" aria-label=${t("lobby.offers")}>${known.map(card)}</section>
      ${list("lobby.own", games.own, known)}
      ${list("lobby.join", open.filter(anybody), known)}
      ${list("lobby.open", open.filter((game) => !anybody(game)), known)}
      ${list("lobby.running", games.others("running"), known)}`;
    },
  };
}

/** Whether there is anything to look at for others. @param {GameSummary} game */
const mayBeSeen = ({ status, spectators }) => status === "open" || spectators.kind !== "refused";

/** Whether whoever finds it can sit down. @param {GameSummary} game */
const anybody = (game) => game.seating === "anyone";

/** @param {string} title @param {GameSummary[]} games @param {any[]} known */
function list(title, games, known) {
  if (!games.length) return nothing;
  return html`<section>
    <h2>${t(title)}</h2>
    <ul class="games">${repeat(games, (game) => game.id, (game) => html`<li>${row(game, known)}</li>`)}</ul>
  </section>`;
}

/** @param {GameSummary} game @param {any[]} known */
function row(game, known) {
  const title = known.find((one) => one.id === idOf(game.ruleset))?.title ?? idOf(game.ruleset);
  const free = game.seats.filter((seat) => !seat.taken).length;
  const own = Object.keys(store.game(game.id)?.seats ?? {}).map(Number);
  const { askers = [] } = game;
  const waits = game.seats.some((seat) => own.includes(seat.seat) && !seat.taken);
  return html`<a class="game" href="#/games/${game.id}">
    <span class="title">${title}</span>
    <span class="players">${game.seats.map((seat) => html`<span class="player side-${seat.side}">
      ${sitterTold(seat)}</span>`)}</span>
    <span class="state ${askers.length ? "open" : game.status}">
      ${askers.length ? t("lobby.asked", { count: askers.length, names: listed(askers) })
        : game.status === "open"
          ? waits ? t("lobby.sit") : t(anybody(game) ? "lobby.take" : "lobby.free", { count: free })
          : t(`lobby.status.${game.status}`)}</span>
    ${game.created_at ? html`<span class="when">${ago(game.created_at)}</span>` : nothing}
  </a>`;
}

/** The games that are open or go on, as the service tells of them, and one's own. */
class Games {
  /** @type {Map<string, GameSummary>} */
  #known = new Map();
  #events = this.#connect();
  #listed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #redraw;
  #reached;

  /** @param {() => void} redraw @param {() => void} reached  called when the service is there, again */
  constructor(redraw, reached) {
    this.#redraw = redraw;
    this.#reached = reached;
  }

  #connect() {
    const events = new EventSource("/v1/lobby/events");
    events.addEventListener("open", () => this.#reached());
    // From `ready` on nothing is missed; where no stream comes through, the list is as it was.
    events.addEventListener("ready", () => this.#list());
    events.addEventListener("game", (event) => this.#hear(JSON.parse(event.data)));
    events.addEventListener("error", () => {
      if (!this.#listed) this.#list();
      // A browser comes again by itself after a loss, but not after an answer that is none.
      if (events.readyState !== EventSource.CLOSED) return;
      this.#timer = setTimeout(() => (this.#events = this.#connect()), AGAIN_MS);
    });
    return events;
  }

  close() {
    clearTimeout(this.#timer);
    this.#events.close();
  }

  /** The games that this browser has to do with, the newest first. */
  get own() {
    return Object.keys(store.games).slice(0, OWN_MAX).flatMap((id) => this.#known.get(id) ?? []);
  }

  /** Games of others, of which a rematch that one is asked for is none. @param {string} status */
  others(status) {
    const all = [...this.#known.values()];
    const asked = new Set(all.map(({ rematch }) => rematch));
    return all
      .filter((game) => game.status === status && !store.game(game.id) && !asked.has(game.id))
      .filter(mayBeSeen)
      .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
      .slice(0, OTHERS_MAX);
  }

  async #list() {
    this.#listed = true;
    const lists = ["open", "running"].map((status) => api.get(`/v1/games?status=${status}&limit=20`));
    try {
      const [open, running] = await Promise.all(lists);
      this.#take([...open.games, ...running.games]);
    } catch {
      this.#listed = false;
    }
    const own = Object.keys(store.games).slice(0, OWN_MAX);
    const found = await Promise.all(own.filter((id) => !this.#known.has(id)).map(lookedAt));
    this.#take(found.filter((game) => game !== null));
  }

  /** It may be the rematch of one's own. @param {GameSummary} game */
  async #hear(game) {
    this.#take([game]);
    if (game.status !== "open" || store.game(game.id)) return;
    const over = this.own.filter(({ status, ruleset, seats }) => (
      status === "over" && ruleset === game.ruleset && seats.length === game.seats.length));
    const found = await Promise.all(over.map(({ id }) => lookedAt(id)));
    this.#take(found.filter((one) => one !== null));
  }

  /** @param {GameSummary[]} games */
  #take(games) {
    for (const game of games) {
      const shown = game.status === "open" || game.status === "running" || store.game(game.id);
      if (shown) this.#known.set(game.id, game);
      else this.#known.delete(game.id);
    }
    this.#redraw();
  }
}

/** A game of one's own that is in no list; null if there is none. @param {string} id @returns {Promise<GameSummary | null>} */
async function lookedAt(id) {
  const kept = store.game(id);
  const token = Object.values(kept?.seats ?? {})[0] ?? kept?.creator;
  try {
    const game = await api.get(`/v1/games/${id}`, { token });
    return { ...game, created_at: kept?.opened ?? "", ...(await rematchOf(game)) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 404) store.forget(id);
    return null;
  }
}

/** The rematch of a game, where others want it and one has not sat down in it. @param {Game} game */
async function rematchOf({ status, rematch }) {
  if (status !== "over" || !rematch || store.game(rematch.id)) return {};
  const askers = (await askersOf(rematch.id)).map(({ name }) => name || t("seat.somebody"));
  return { rematch: rematch.id, askers };
}
