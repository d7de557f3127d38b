/** The games of the lobby, kept up to date: the newest of others, and those of this browser. */
import { api, Problem } from "/page/app/api.js";
import { claimLinks } from "/page/app/game/links.js";
import { t } from "/page/app/i18n.js";
import { isNews, isOld, isShown, waitsForUs } from "/page/app/lobby/offers.js";
import { LobbyStream } from "/page/app/lobby/stream.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/api").components["schemas"]["Game"]} Game */
/**
 * A game in a list; one of our own also with the seats that are due, and if it is over, with its
 * rematch, and the seats that want it.
 * @typedef {import("/page/api").components["schemas"]["GameSummary"] & {awaits?: Game["awaits"],
 *   rematch?: string, askers?: string[]}} GameSummary
 */

/** The most of one's own games to show, the newest first. */
const OWN_MAX = 8;

/** The most games of others to show, the newest first. */
const OTHERS_MAX = 12;

/** The number of games per request, and the most requests, to find some to show. */
const PAGE = 50;
const PAGES_MAX = 4;

/** The open and running games of the service, and one's own. */
export class Games {
  /** @type {Map<string, GameSummary>} */
  #known = new Map();
  #listed = false;
  #stream;
  #redraw;

  /**
   * @param {() => void} redraw @param {() => void} reached  called whenever the service is
   *   reachable again
   */
  constructor(redraw, reached) {
    this.#redraw = redraw;
    // If the stream cannot connect, the list stays as it was.
    this.#stream = new LobbyStream({
      open: reached, ready: () => this.#list(), lost: () => this.#listed || this.#list(), game: (game) => this.#hear(game),
    });
  }

  close() {
    this.#stream.close();
  }

  /** The games that this browser takes part in, or is expected in: the newest first. */
  get own() {
    const kept = Object.keys(store.games).slice(0, OWN_MAX).flatMap((id) => this.#known.get(id) ?? []).filter(isNews);
    return [...[...this.#known.values()].filter((game) => waitsForUs(game) && !kept.includes(game)), ...kept];
  }

  /**
   * Games of others, the newest first. A rematch that awaits us is among our own games.
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
      const reserved = store.player ? newest(`open&reserved_for=${store.player.id}`, waitsForUs, 1) : [];
      this.#take((await Promise.all([newest("open"), newest("running"), reserved])).flat());
    } catch {
      this.#listed = false;
    }
    const own = Object.keys(store.games).slice(0, OWN_MAX);
    const found = await Promise.all(own.map(lookedAt));
    this.#take(found.filter((game) => game !== null));
  }

  /** Takes in a game, which may be the rematch of one of our games. @param {GameSummary} game */
  async #hear(game) {
    const own = store.game(game.id) && (await lookedAt(game.id));
    this.#take([own || game]);
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
 * Returns the newest games, until there are enough to show or the rest is too old.
 * @param {string} status  with what else the games have in common
 * @param {(game: GameSummary) => boolean} wanted
 * @param {number} most  how many are enough
 */
async function newest(status, wanted = isShown, most = OTHERS_MAX) {
  /** @type {GameSummary[]} */
  const found = [];
  let cursor = "";
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await api.get(`/v1/games?status=${status}&limit=${PAGE}${cursor}`);
    found.push(...page.games);
    const enough = found.filter(wanted).length >= most || found.some(isOld);
    if (enough || page.next === null) break;
    cursor = `&cursor=${page.next}`;
  }
  return found;
}

/**
 * Returns one of our own games as we may see it; null if it does not exist.
 * @param {string} id
 * @returns {Promise<GameSummary | null>}
 */
async function lookedAt(id) {
  try {
    await claimLinks(id);
    const kept = store.game(id);
    if (!kept) return null;
    const token = Object.values(kept.seats)[0] ?? kept.creator;
    const game = await api.get(`/v1/games/${id}`, { token });
    return { ...game, created_at: kept.opened, ...(await rematchOf(game)) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 404) store.forget(id);
    return null;
  }
}

/**
 * Returns the rematch of a game, if others want it and we have not taken a seat in it.
 * @param {Game} game
 */
async function rematchOf({ status, rematch }) {
  if (status !== "over" || !rematch || store.game(rematch.id)) return {};
  const module = await import("/page/app/game/rematch.js").catch(() => null);
  if (!module) return {};
  try {
    const askers = (await module.askersOf(rematch.id)).map(({ name }) => name || t("seat.someone"));
    return { rematch: rematch.id, askers };
  } catch (error) {
    // The finished game is shown without it.
    if (!(error instanceof Problem)) throw error;
    return {};
  }
}
