/**
 * What this browser keeps: how the page is set, and the links of the games that are played here.
 * All of it stays in the browser's own storage; where there is none, it lasts as long as the page.
 */
import { Changing } from "/page/app/events.js";

/**
 * How the page is set; null is what the browser or the system says.
 * @typedef {object} Settings
 * @property {import("/page/app/ruleset.js").Language | null} language
 * @property {"light" | "dark" | null} theme
 * @property {boolean} sound  whether a tone says whose turn it is
 * @property {boolean} notify  whether the system says so when the page is not looked at
 * @property {string} name  what the player is called
 */

/**
 * The account with which this browser sits down where anybody may.
 * @typedef {object} Player
 * @property {string} id
 * @property {string} name  as it was when the account was made
 * @property {string} key  its token
 */

/**
 * What is kept of a game that this browser has to do with.
 * @typedef {object} Kept
 * @property {string} ruleset  its id
 * @property {string} opened  when it was first seen here
 * @property {Record<number, string>} seats  tokens of the seats that are played here, by seat: those
 *   of their links, or the key of one's account
 * @property {Record<number, string>} [links]  tokens of the seats that are for friends
 * @property {string} [creator]  token of who opened it
 * @property {string} [before]  the game that it is the rematch of
 * @property {string} [link]  token of a link that was followed, before it is known of which seat
 */

const SETTINGS = "carolus.settings";
const GAMES = "carolus.games";
const PLAYER = "carolus.player";

/** Games that are kept; the oldest are forgotten. */
const GAMES_MAX = 100;

/** @type {Settings} */
const UNSET = { language: null, theme: null, sound: false, notify: false, name: "" };

class Store extends Changing {
  /** @type {Settings} */
  settings = readSettings();
  /** @type {Record<string, Kept>} */
  games = readGames();
  /** @type {Player | null} */
  player = readPlayer();
  /** Whether what is kept here lasts longer than the page. */
  lasts = allowed();

  constructor() {
    super();
    // Another tab may sit down, too: it is the same person.
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

  /** Keep the account, or forget it, and with it the seats that it sits on. @param {Player | null} player */
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
   * Keep something of a game; tokens are added to those that are known.
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
   * The link that was followed is of this seat, or of none.
   * @param {string} id
   * @param {number | null} seat
   */
  take(id, seat) {
    const known = this.game(id);
    if (!known) return;
    const { link, ...kept } = known;
    if (seat === null && !kept.creator && !Object.keys(kept.seats).length) return this.forget(id);
    const seats = seat === null || !link ? kept.seats : { ...kept.seats, [seat]: link };
    this.#write({ ...this.games, [id]: { ...kept, seats } });
  }

  /**
   * Forget the token of a seat, because it is good for nothing any more.
   * @param {string} id
   * @param {number} seat
   */
  leave(id, seat) {
    const kept = this.game(id);
    if (!kept) return;
    const { [seat]: _, ...seats } = kept.seats;
    // Who only followed a wrong link has nothing to do with the game.
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

/** How the page was set, as far as it can be set so. @returns {Settings} */
function readSettings() {
  const { language, theme, sound, notify, name } = read(SETTINGS);
  return {
    // Which languages there are, the words know.
    language: typeof language === "string" ? /** @type {any} */ (language) : UNSET.language,
    theme: theme === "light" || theme === "dark" ? theme : UNSET.theme,
    sound: sound === true,
    notify: notify === true,
    name: typeof name === "string" ? name : UNSET.name,
  };
}

/** The games that are kept, but for what does not look like one. @returns {Record<string, Kept>} */
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

/** Whether the browser lets the page keep anything at all. */
function allowed() {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

/** Write it, unless the storage is full, or forbidden. @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const store = new Store();
