/** The games of the lobby, kept current: the newest of others, and those of this browser. */
import { api, Problem } from "/page/app/api.js";
import { askersOf } from "/page/app/game/rematch.js";
import { t } from "/page/app/i18n.js";
import { isOld, isShown } from "/page/app/lobby/offers.js";
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

/** How many games are asked for at once, and how often, to find some that are shown. */
const PAGE = 50;
const PAGES_MAX = 4;

/** The games that are open or go on, as the service tells of them, and one's own. */
export class Games {
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

  /**
   * Games of others, the newest first. A rematch that one is asked for stands with one's own.
   * @param {(game: GameSummary) => boolean} wanted
   */
  others(wanted) {
    const all = [...this.#known.values()];
    const asked = new Set(all.map(({ rematch }) => rematch));
    return all
      .filter((game) => wanted(game) && !isOld(game) && !store.game(game.id) && !asked.has(game.id))
      .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
      .slice(0, OTHERS_MAX);
  }

  async #list() {
    this.#listed = true;
    try {
      this.#take((await Promise.all([newest("open"), newest("running")])).flat());
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

/**
 * The newest games, until enough of them are shown or the rest is too old.
 * @param {"open" | "running"} status
 */
async function newest(status) {
  /** @type {GameSummary[]} */
  const found = [];
  let cursor = "";
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await api.get(`/v1/games?status=${status}&limit=${PAGE}${cursor}`);
    found.push(...page.games);
    const enough = found.filter(isShown).length >= OTHERS_MAX || found.some(isOld);
    if (enough || page.next === null) break;
    cursor = `&cursor=${page.next}`;
  }
  return found;
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
