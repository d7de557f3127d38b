/**
 * The data that this browser stores: the settings of the page, and the links of its games. All of
 * it stays in the browser's own storage; without one, it lasts as long as the page.
 */
import { Changing } from "/page/app/events.js";

/**
 * The settings of the page; null means the browser's or the system's own.
 * @typedef {object} Settings
 * @property {import("/page/app/ruleset.js").Language | null} language
 * @property {"light" | "dark" | null} theme
 * @property {number | null} pace  of the playback of other players' actions; see `replay/pace.js`
 * @property {boolean} sound  whether a tone announces the player's turn
 * @property {boolean} notify  whether the system notifies a player who is not looking at the page
 * @property {string} name  the player's name
 * @property {Push | null} push  how this browser is notified while no page is open
 * @property {string | null} bot  the id of the house bot that the player chose last
 */

/**
 * The push subscription of this browser.
 * @typedef {object} Push
 * @property {string} id
 * @property {string} language  of its messages
 * @property {string} key  of the service, for which the browser accepts messages
 */

/**
 * The account with which this browser joins games open to anyone.
 * @typedef {object} Player
 * @property {string} id
 * @property {string} name  at the time the account was created
 * @property {string} key  its token
 */

/**
 * The stored data of a game that this browser takes part in.
 * @typedef {object} Kept
 * @property {string} ruleset  its id
 * @property {string} opened  when it was first seen here
 * @property {Record<number, string>} seats  tokens of the seats played here, by seat: those of
 *   their links, or the key of the account
 * @property {Record<number, string>} [links]  tokens of the seats for friends
 * @property {string} [creator]  token of the player who opened it
 * @property {string} [before]  the game whose rematch it is
 * @property {string[]} [unclaimed]  tokens of opened links whose seats are not known yet
 */

const SETTINGS = "carolus.settings";
const GAMES = "carolus.games";
const PLAYER = "carolus.player";

/** The number of games to store; the oldest are dropped. */
const GAMES_MAX = 100;

/** @type {Settings} */
const UNSET = {
  language: null, theme: null, pace: null, sound: false, notify: false, name: "", push: null, bot: null,
};

class Store extends Changing {
  /** @type {Settings} */
  settings = readSettings();
  /** @type {Record<string, Kept>} */
  games = readGames();
  /** @type {Player | null} */
  player = readPlayer();
  /** Whether the stored data outlasts the page. */
  lasts = allowed();

  constructor() {
    super();
    // Another tab may take a seat too: it is the same person.
    addEventListener("storage", (event) => {
      if (![SETTINGS, GAMES, PLAYER].includes(event.key ?? "")) return;
      this.settings = readSettings();
      this.games = readGames();
      this.player = readPlayer();
      this.changed();
    });
  }

  /** @param {Partial<Settings>} some */
  set(some) {
    this.settings = { ...this.settings, ...some };
    this.lasts = write(SETTINGS, this.settings);
    this.changed();
  }

  /** Stores the account, or removes it together with its seats. @param {Player | null} player */
  play(player) {
    const { key } = this.player ?? {};
    this.player = player;
    this.lasts = write(PLAYER, player);
    for (const [id, { seats }] of Object.entries(this.games)) {
      for (const seat of Object.keys(seats).map(Number)) {
        if (!player && seats[seat] === key) this.leave(id, seat);
      }
    }
    this.changed();
  }

  /** @param {string} id @returns {Kept | undefined} */
  game(id) {
    return Object.hasOwn(this.games, id) ? this.games[id] : undefined;
  }

  /**
   * Stores data of a game; tokens are added to the known ones.
   * @param {string} id
   * @param {Partial<Kept>} some
   */
  keep(id, some) {
    const before = this.game(id);
    const opened = before?.opened ?? new Date().toISOString();
    /** @type {Kept} */
    const kept = { ...{ ruleset: "", seats: {} }, ...before, ...some, opened };
    kept.seats = { ...before?.seats, ...some.seats };
    this.#write({ ...this.games, [id]: kept });
  }

  /**
   * Stores the token of an opened link, until its seat is known.
   * @param {string} id
   * @param {string} link
   */
  open(id, link) {
    const others = (this.game(id)?.unclaimed ?? []).filter((one) => one !== link);
    this.keep(id, { unclaimed: [...others, link] });
  }

  /**
   * Assigns an opened link to this seat, or to none.
   * @param {string} id
   * @param {string} link
   * @param {number | null} seat
   */
  claim(id, link, seat) {
    const known = this.game(id);
    if (!known) return;
    const { unclaimed, ...kept } = known;
    const others = (unclaimed ?? []).filter((one) => one !== link);
    const seats = seat === null ? kept.seats : { ...kept.seats, [seat]: link };
    const rest = others.length ? { unclaimed: others } : {};
    // A browser that only opened a wrong link does not take part in the game.
    if (!others.length && !kept.creator && !Object.keys(seats).length) return this.forget(id);
    this.#write({ ...this.games, [id]: { ...kept, ...rest, seats } });
  }

  /**
   * Removes the token of a seat, because it is no longer valid.
   * @param {string} id
   * @param {number} seat
   */
  leave(id, seat) {
    const kept = this.game(id);
    if (!kept) return;
    const { [seat]: _, ...seats } = kept.seats;
    // A browser that only opened a wrong link does not take part in the game.
    if (!kept.creator && !Object.keys(seats).length) return this.forget(id);
    this.#write({ ...this.games, [id]: { ...kept, seats } });
  }

  /** @param {string} id */
  forget(id) {
    const { [id]: _, ...games } = this.games;
    this.#write(games);
  }

  /** @param {Record<string, Kept>} games */
  #write(games) {
    const newest = Object.entries(games).sort(([, a], [, b]) => (a.opened < b.opened ? 1 : -1));
    this.games = Object.fromEntries(newest.slice(0, GAMES_MAX));
    this.lasts = write(GAMES, this.games);
    this.changed();
  }
}

/** @param {string} key @returns {any} */
function read(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof kept === "object" && kept ? kept : {};
  } catch {
    return {};
  }
}

/** Returns the stored settings, as far as they are valid. @returns {Settings} */
function readSettings() {
  const { language, theme, pace, sound, notify, name, push, bot } = read(SETTINGS);
  return {
    // The words know which languages there are.
    language: typeof language === "string" ? /** @type {any} */ (language) : UNSET.language,
    theme: theme === "light" || theme === "dark" ? theme : UNSET.theme,
    pace: typeof pace === "number" && pace >= 0 ? pace : UNSET.pace,
    sound: sound === true,
    notify: notify === true,
    name: typeof name === "string" ? name : UNSET.name,
    push: typeof push?.id === "string" ? push : UNSET.push,
    bot: typeof bot === "string" ? bot : UNSET.bot,
  };
}

/**
 * Returns the stored games, without entries that do not look like one.
 * @returns {Record<string, Kept>}
 */
function readGames() {
  const kept = Object.entries(read(GAMES)).filter(([, one]) => (
    typeof one?.seats === "object" && one.seats !== null && Date.parse(one.opened)));
  return Object.fromEntries(kept);
}

/** @returns {Player | null} */
function readPlayer() {
  const kept = read(PLAYER);
  return typeof kept.key === "string" ? kept : null;
}

/** Returns whether the browser allows storage at all. */
function allowed() {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

/**
 * Stores a value, unless the storage is full or forbidden.
 * @param {string} key
 * @param {unknown} value
 */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const store = new Store();
