/** The games of the tables of a round, with their boards, kept up to date by the stream of the lobby. */
import { api, Problem } from "/page/app/api.js";
import { Boards } from "/page/app/lobby/boards.js";
import { LobbyStream } from "/page/app/lobby/stream.js";

/** @typedef {import("/page/app/lobby/games.js").GameSummary} GameSummary */

/** The most games to follow: each costs a request at first, and pictures while it is played. */
const GAMES_MAX = 12;

export class TableGames {
  /** @type {Map<string, GameSummary>} */
  #known = new Map();
  /** When games were opened, by their ids; undefined while that is unknown. @type {Map<string, string | undefined>} */
  #opened = new Map();
  /** The games that are followed. @type {readonly string[]} */
  #games = [];
  /** @type {LobbyStream | null} */
  #stream = null;
  #boards;
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
    this.#boards = new Boards(redraw);
  }

  close() {
    this.#stream?.close();
    this.#stream = null;
  }

  /**
   * Follows these games, and no others.
   * @param {readonly string[]} games  those to show first come first
   * @param {boolean} played  whether they can change
   */
  follow(games, played) {
    const wanted = games.slice(0, GAMES_MAX);
    if (!played || !wanted.length) this.close();
    else this.#stream ??= this.#connect();
    if (String(wanted) === String(this.#games)) return;
    const fresh = wanted.filter((one) => !this.#games.includes(one));
    this.#games = wanted;
    for (const game of fresh) this.#load(game);
  }

  #connect() {
    return new LobbyStream({
      ready: () => {
        for (const game of this.#games) this.#load(game);
      },
      game: (game) => {
        if (!this.#games.includes(game.id)) return;
        this.#known.set(game.id, game);
        this.#redraw();
      },
    });
  }

  /** @param {string} game */
  async #load(game) {
    try {
      const found = await api.get(`/v1/games/${game}`);
      if ((this.#known.get(game)?.version ?? 0) <= found.version) this.#known.set(game, found);
    } catch (error) {
      // The table is useful without its board.
      if (!(error instanceof Problem)) throw error;
    }
    this.#redraw();
  }

  /** Returns what is known about a game. @param {string | null} game */
  of(game) {
    return this.#known.get(game ?? "");
  }

  /** Returns when a followed game was opened; undefined until the page has read it. @param {GameSummary} game */
  openedAt({ id, created_at: opened }) {
    if (opened || this.#opened.has(id)) return opened ?? this.#opened.get(id);
    this.#learnOpening(id);
    return undefined;
  }

  /** @param {string} game */
  async #learnOpening(game) {
    this.#opened.set(game, undefined);
    try {
      const { events: [opening] } = await api.get(`/v1/games/${game}/events?limit=1`);
      this.#opened.set(game, opening.at);
    } catch (error) {
      // The table is useful without the time.
      if (!(error instanceof Problem)) throw error;
    }
    this.#redraw();
  }

  /** Returns the address of an image of the board of a followed game, or "". @param {string | null} game */
  imageOf(game) {
    const known = this.of(game);
    return known ? this.#boards.ofGame(known) : "";
  }
}
