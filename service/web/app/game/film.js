/**
 * Plays back the actions of the others one by one: when several arrive together, as from a house
 * bot, the board shows each in turn, so that the player can see what happened.
 */
import { moves } from "/page/app/board/moves.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */
/** @typedef {import("/page/app/game/table.js").GameEvent} GameEvent */

/** How long each picture is shown. */
const STEP_MS = 800;

/** The most pictures to play; of more, only the last ones are shown. */
const STEPS_MAX = 8;

/** @typedef {{version: number, picture: Promise<string | null>}} Frame */

export class Film {
  /** The version shown, or shown after playing all; null before the first picture. */
  #at = /** @type {number | null} */ (null);
  /** The pictures still to be shown. @type {Frame[]} */
  #reel = [];
  /** The picture to be shown next. @type {Frame | null} */
  #next = null;
  /** A picture that was next, but is obsolete. @type {Frame | null} */
  #past = null;
  /** Ends the pause after a picture. */
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

  /** Whether the board is still behind the game. */
  get runs() {
    return this.#runs;
  }

  /** Shows the game as it is now, and the steps before it first. */
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
    // Show one's own actions at once; everything before them is obsolete.
    if (own >= 0 || !seen) this.#cut([]);
    const left = stops.slice(Math.max(own, 0), -1).map(({ version }) => ({
      version,
      picture: this.#table.source.picture(version).catch(() => null),
    }));
    const last = { version: game.version, picture: Promise.resolve(picture) };
    this.#reel = [...this.#reel, ...left, last].slice(-STEPS_MAX);
    if (!this.#runs) this.#run();
  }

  /** Shows the current state at once. */
  skip() {
    if (this.#reel.length) this.#cut(this.#reel.slice(-1));
    else this.#wake();
  }

  /** Drops the pictures still to be shown, and continues with these. @param {Frame[]} reel */
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
      if (picture === null && this.#reel.length) continue; // the request failed
      // Some actions do not change the board; they take no time.
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
 * Returns the last event of each action, with the actor: events of one action have the same time.
 * @param {readonly GameEvent[]} events
 */
function stopsOf(events) {
  return events
    .filter((event, index) => event.at !== events[index + 1]?.at)
    .map(({ version, at }) => ({ version, by: events.find((one) => one.at === at)?.by }));
}
