/**
 * A game on a timeline: the current version, and moving between versions.
 *
 * Not every version is a stop: for example, one paladin of several is not. The stops are the
 * versions at the end of a sentence.
 */
import { Problem } from "/page/app/api.js";
import { Changing } from "/page/app/events.js";
import { speech } from "/page/app/i18n.js";
import { textsIn } from "/page/app/story.js";

/** @typedef {import("/page/app/replay/moments.js").Moments} Moments */
/** @typedef {import("/page/app/replay/moments.js").Moment} Moment */

/** The speeds of the playback, in stops per second. */
export const SPEEDS = /** @type {const} */ ([0.5, 1, 2, 4]);

const NOTED_MS = 2000;

/** The number of stops to fetch ahead, in the current direction. */
const AHEAD = 2;

/** While the slider moves, the shortest time between two pictures. */
const REST_MS = 60;

export class Timeline extends Changing {
  /** The current version; null for the game as it is now. @type {number | null} */
  version = null;
  /**
   * The state of the table at that version; null until it has arrived.
   * @type {(Moment & { version: number }) | null}
   */
  moment = null;
  /** Why there is no picture of it. @type {Problem | null} */
  problem = null;
  playing = false;
  /** A temporary message, such as that a link was copied. */
  noted = "";
  speed = /** @type {number} */ (1);
  /** The versions of the stops, ascending. @type {number[]} */
  stops = [];
  /** The stops at the start of a turn. @type {number[]} */
  turns = [];

  #moments;
  #goesOn;
  /** The events and the story of the stops. @type {readonly unknown[]} */
  #grownOf = [];
  /** The direction of the last move. @type {1 | -1} */
  #way = 1;
  /** When the last load began, and the number of loads. */
  #since = -Infinity;
  #loads = 0;
  /**
   * The timer of the playback and of the slider.
   * @type {ReturnType<typeof setTimeout> | undefined}
   */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;
  #unheard;

  /**
   * @param {Moments} moments
   * @param {boolean} [goesOn]  whether the current game is shown elsewhere, as at a table; a record
   *   has none, so its last version is shown instead
   */
  constructor(moments, goesOn = true) {
    super();
    this.#moments = moments;
    this.#goesOn = goesOn;
    this.#unheard = speech.onChange(() => this.again());
    this.grow();
  }

  /** Takes in new events; the current stop stays. */
  grow() {
    const { events, story } = this.#moments;
    if (events === this.#grownOf[0] && story === this.#grownOf[1]) return;
    this.#grownOf = [events, story];
    ({ stops: this.stops, turns: this.turns } = stopsOf(this.#moments));
    this.changed();
  }

  /** The last version. */
  get last() {
    return this.stops.at(-1) ?? 0;
  }

  /** The index of the current stop. */
  get index() {
    return indexOf(this.stops, this.version ?? this.last);
  }

  set index(index) {
    const within = Math.min(Math.max(index, 0), this.stops.length - 1);
    this.to(this.stops[within]);
  }

  /** The number of the current turn, from 1; 0 before the first. */
  get turn() {
    return indexOf(this.turns, this.version ?? this.last) + 1;
  }

  /** The sentences from the previous stop to this one. */
  get sentences() {
    const before = this.stops[this.index - 1] ?? 0;
    return textsIn(this.#moments.story, before, this.stops[this.index] ?? 0);
  }

  /**
   * Goes to a version, or to the stop before it; the last one, or null, is the current game.
   * @param {number | null} version
   */
  to(version) {
    const stop = this.stops[Math.max(indexOf(this.stops, version ?? this.last), 0)] ?? null;
    // From the first stop there is only one direction.
    this.#way = stop !== this.stops[0] && (stop ?? 0) < (this.version ?? this.last) ? -1 : 1;
    this.version = stop === this.last && this.#goesOn ? null : stop;
    this.problem = null;
    this.again();
    if (this.version === null) this.pause();
    else this.changed();
  }

  /** Loads the current moment again, because the language may have changed. */
  again() {
    clearTimeout(this.#soon);
    const { version } = this;
    if (version === null) {
      this.#loads += 1;
      this.moment = null;
      this.#moments.want([]);
      return;
    }
    const rest = this.#since + REST_MS - performance.now();
    if (rest > 0) this.#soon = setTimeout(() => this.#load(version), rest);
    else this.#load(version);
  }

  /** Moves by some stops, forwards or backwards. @param {number} by */
  step(by) {
    this.index += by;
  }

  /**
   * Moves to the beginning of the next turn, of this one, or of the previous one.
   * @param {1 | -1} by
   */
  stepTurn(by) {
    const here = this.version ?? this.last;
    const there = by === 1
      ? (this.turns.find((one) => one > here) ?? this.last)
      : (this.turns.findLast((one) => one < here) ?? this.stops[0]);
    this.to(there);
  }

  /** Plays from here; from the beginning, if this is the end. */
  play() {
    this.playing = true;
    if (this.index === this.stops.length - 1) this.index = 0;
    else this.#wait();
    this.changed();
  }

  pause() {
    this.playing = false;
    clearTimeout(this.#timer);
    this.changed();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) this.#wait();
    this.changed();
  }

  /** Shows a temporary message. @param {string} words */
  note(words) {
    this.noted = words;
    this.changed();
    setTimeout(() => {
      this.noted = "";
      this.changed();
    }, NOTED_MS);
  }

  /** Stops for good. */
  close() {
    clearTimeout(this.#timer);
    clearTimeout(this.#soon);
    this.#loads += 1;
    this.#moments.want([]);
    this.#unheard();
  }

  /** @param {number} version */
  async #load(version) {
    this.#since = performance.now();
    this.#loads += 1;
    const mine = this.#loads;
    const next = this.#next;
    this.#moments.want([version, ...next]);
    try {
      const moment = await this.#moments.at(version);
      if (mine !== this.#loads) return;
      this.moment = { ...moment, version };
    } catch (error) {
      if (mine !== this.#loads) return;
      if (!(error instanceof Problem)) throw error;
      this.problem = error;
      this.pause();
    }
    this.changed();
    if (this.playing) this.#wait();
    for (const one of next) {
      this.#moments.at(one).catch(() => {}); // the next use asks for it again
    }
  }

  /** The next stops in the current direction. */
  get #next() {
    const steps = Array.from({ length: AHEAD }, (_, step) => this.index + this.#way * (step + 1));
    return steps.flatMap((at) => this.stops[at] ?? []);
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.index >= this.stops.length - 1) this.pause();
      else this.step(1);
    }, 1000 / this.speed);
  }
}

/**
 * Returns the stops of a game so far, and those at the start of a turn: what one seat does in a row,
 * including the events of chance and the table. Before chance has set up the board there is nothing
 * to see. The last version is always a stop.
 * @param {Moments} moments
 */
function stopsOf({ events, story, has }) {
  const ends = new Set(story.map(({ last }) => last));
  /** @type {number[]} */
  const stops = [];
  /** @type {number[]} */
  const turns = [];
  let [begins, ended, last] = [false, false, 0];
  /** @type {unknown} */
  let actor = null;
  const laid = events.findIndex(({ by }) => by === "chance");
  for (const { by, version } of laid < 0 ? [] : events.slice(laid)) {
    if (typeof by === "number" && by !== actor) [actor, begins] = [by, true];
    ended ||= ends.has(version);
    if (!has(version)) continue;
    last = version;
    if (!ended) continue;
    stops.push(version);
    if (begins) turns.push(version);
    begins = ended = false;
  }
  if (last && stops.at(-1) !== last) stops.push(last);
  return { stops, turns };
}

/**
 * Returns the last index in an ascending list whose value is not greater.
 * @param {readonly number[]} list
 * @param {number} value
 */
function indexOf(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
