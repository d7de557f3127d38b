/**
 * What the others did, action by action: when several have come at once, as from a house bot, the
 * board shows one after the other, so that one can see what happened.
 */
import { moves } from "/page/app/board/moves.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */
/** @typedef {import("/page/app/game/table.js").GameEvent} GameEvent */

/** How long a picture is shown before the next one. */
const STEP_MS = 800;

/** More than these are not waited for: the last ones are shown. */
const STEPS_MAX = 8;

/** @typedef {{version: number, picture: Promise<string | null>}} Frame */

export class Film {
  /** The version that is shown, or will be when it has run; null before the first picture. */
  #at = /** @type {number | null} */ (null);
  /** What is to be shown yet. @type {Frame[]} */
  #reel = [];
  /** What is about to be shown. @type {Frame | null} */
  #next = null;
  /** What was about to be shown and is past. @type {Frame | null} */
  #past = null;
  /** Ends the time that a picture is shown. */
  #wake = () => {};
  #runs = false;
  #table;
  #show;

  /**
   * @param {Table} table
   * @param {(picture: string | null) => void} show
   */
  constructor(table, show) {
    this.#table = table;
    this.#show = show;
  }

  /** Whether the board is not yet as the game is. */
  get runs() {
    return this.#runs;
  }

  /** Show the game as it is now, and before that what led there. */
  catchUp() {
    const { game, picture, events } = this.#table;
    if (!game || game.version === this.#at) {
      if (!this.#runs) this.#show(picture);
      return;
    }
    const from = this.#at;
    this.#at = game.version;
    const seen = from !== null && game.version > from && moves() && !document.hidden;
    const stops = seen ? stopsOf(events.slice(from, game.version)) : [];
    const own = stops.findLastIndex((stop) => this.#table.own.includes(Number(stop.by)));
    // What one has done oneself is shown at once, and what was before it is past.
    if (own >= 0 || !seen) this.#cut([]);
    const left = stops.slice(Math.max(own, 0), -1).map(({ version }) => ({
      version,
      picture: this.#table.source.picture(version).catch(() => null),
    }));
    const last = { version: game.version, picture: Promise.resolve(picture) };
    this.#reel = [...this.#reel, ...left, last].slice(-STEPS_MAX);
    if (!this.#runs) this.#run();
  }

  /** Show at once how it is now. */
  skip() {
    if (this.#reel.length) this.#cut(this.#reel.slice(-1));
    else this.#wake();
  }

  /** Leave out what is about to be shown, and go on with this. @param {Frame[]} reel */
  #cut(reel) {
    this.#reel = reel;
    this.#past = this.#next;
    this.#wake();
  }

  async #run() {
    this.#runs = true;
    let shown = "";
    while ((this.#next = this.#reel.shift() ?? null)) {
      const picture = await this.#next.picture;
      if (picture === null && this.#reel.length) continue; // it could not be fetched
      // Not everything can be seen on the board; what cannot takes no time.
      if (shown && picture !== shown && !this.#past) await this.#rest();
      if (this.#past === this.#next) continue;
      this.#past = null;
      shown = picture ?? "";
      this.#show(picture);
    }
    this.#past = null;
    this.#runs = false;
    this.#table.changed();
  }

  #rest() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, STEP_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }
}

/**
 * The last event of each action, with who acted: events of one action have one time.
 * @param {readonly GameEvent[]} events
 */
function stopsOf(events) {
  return events
    .filter((event, index) => event.at !== events[index + 1]?.at)
    .map(({ version, at }) => ({ version, by: events.find((one) => one.at === at)?.by }));
}
