/**
 * A game on a timeline: which of its versions is looked at, and how one goes to another.
 *
 * Not every version is worth a stop: an account that is kept, or a paladin of several, is none.
 * The stops are the versions after which something can be told.
 */
import { Problem } from "/page/app/api.js";
import { Changing } from "/page/app/events.js";
import { speech } from "/page/app/i18n.js";

/** @typedef {import("/page/app/replay/moments.js").Moments} Moments */
/** @typedef {import("/page/app/replay/moments.js").Moment} Moment */
/** @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent */

/** How many stops a second, when it plays. */
export const SPEEDS = /** @type {const} */ ([0.5, 1, 2, 4]);

const NOTED_MS = 2000;

/** Stops that are fetched before they are looked at, where one is going. */
const AHEAD = 2;

/** While one slides on, a picture is fetched not more often than this. */
const REST_MS = 60;

export class Timeline extends Changing {
  /** The version that is looked at; null is the game as it is. @type {number | null} */
  version = null;
  /** What was on the table then; null until it is there. @type {(Moment & { version: number }) | null} */
  moment = null;
  /** Why there is no picture of it. @type {Problem | null} */
  problem = null;
  playing = false;
  /** What is said for a moment, such as that a link was copied. */
  noted = "";
  speed = /** @type {number} */ (1);
  /** Versions where one can stop, rising. @type {number[]} */
  stops = [];
  /** Those of them with which a turn begins. @type {number[]} */
  turns = [];

  #moments;
  #tells;
  #goesOn;
  #line = new Line();
  /** Which way one went last. @type {1 | -1} */
  #way = 1;
  /** When one began to load the last time, and how often one has. */
  #since = -Infinity;
  #loads = 0;
  /** Of playing, and of sliding. @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;
  #unheard;

  /**
   * @param {Moments} moments
   * @param {(event: GameEvent) => boolean} tells  whether there is something to tell of an event
   * @param {boolean} [goesOn]  whether the game as it is is shown by somebody else, as at a table;
   *   a record has none, so there its last version is looked at instead
   */
  constructor(moments, tells, goesOn = true) {
    super();
    this.#moments = moments;
    this.#tells = tells;
    this.#goesOn = goesOn;
    this.#unheard = speech.onChange(() => this.again());
    this.grow();
  }

  /** Take in the events that came since; the stop that is looked at stays. */
  grow() {
    const { events } = this.#moments;
    if (events.length === this.#line.counted) return;
    if (events.length < this.#line.counted) this.#line = new Line();
    this.#line.grow(this.#moments, this.#tells);
    ({ stops: this.stops, turns: this.turns } = this.#line);
    this.changed();
  }

  /** The last version there is. */
  get last() {
    return this.stops.at(-1) ?? 0;
  }

  /** The number of the stop that is looked at. */
  get index() {
    return indexOf(this.stops, this.version ?? this.last);
  }

  set index(index) {
    const within = Math.min(Math.max(index, 0), this.stops.length - 1);
    this.to(this.stops[within]);
  }

  /** The number of the turn that is looked at, from 1; 0 before the first. */
  get turn() {
    return indexOf(this.turns, this.version ?? this.last) + 1;
  }

  /** The events that led from the stop before to this one. */
  get fresh() {
    const before = this.stops[this.index - 1] ?? 0;
    return this.#moments.events.slice(before, this.stops[this.index]);
  }

  /**
   * Look at a version, or at the stop before it; the last one, or null, is the game as it is.
   * @param {number | null} version
   */
  to(version) {
    const stop = this.stops[Math.max(indexOf(this.stops, version ?? this.last), 0)] ?? null;
    // From the first stop there is but one way.
    this.#way = stop !== this.stops[0] && (stop ?? 0) < (this.version ?? this.last) ? -1 : 1;
    this.version = stop === this.last && this.#goesOn ? null : stop;
    this.problem = null;
    this.again();
    if (this.version === null) this.pause();
    else this.changed();
  }

  /** Show anew what is looked at: it may be told in other words now. */
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

  /** Go some stops on, or back. @param {number} by */
  step(by) {
    this.index += by;
  }

  /** Go to the beginning of the next turn, or of this one, or of the one before. @param {1 | -1} by */
  stepTurn(by) {
    const here = this.version ?? this.last;
    const there = by === 1
      ? (this.turns.find((one) => one > here) ?? this.last)
      : (this.turns.findLast((one) => one < here) ?? this.stops[0]);
    this.to(there);
  }

  /** Play on from here; from the beginning, if this is the end. */
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

  /** Say something for a moment. @param {string} words */
  note(words) {
    this.noted = words;
    this.changed();
    setTimeout(() => {
      this.noted = "";
      this.changed();
    }, NOTED_MS);
  }

  /** Stop for good. */
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
      this.#moments.at(one).catch(() => {}); // it is asked for anew when it is looked at
    }
  }

  /** The stops where one is going. */
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
 * The stops of a game, as far as it has come. A turn is what one seat does in a row, with what
 * chance and the table add to it. Before chance has laid out the table there is nothing to see.
 */
class Line {
  counted = 0;
  /** @type {number[]} */
  turns = [];
  /** @type {number[]} */
  #told = [];
  /** The last version, where one can always stop. */
  #last = 0;
  #laid = false;
  /** @type {unknown} */
  #actor = null;
  #begins = false;
  #tells = false;

  /** @returns {number[]} */
  get stops() {
    const last = this.#last;
    return last === 0 || this.#told.at(-1) === last ? [...this.#told] : [...this.#told, last];
  }

  /** @param {Moments} moments @param {(event: GameEvent) => boolean} tells */
  grow(moments, tells) {
    for (const event of moments.events.slice(this.counted)) {
      this.#laid ||= event.by === "chance";
      if (this.#laid) this.#take(event, moments.has(event.version), tells);
    }
    this.counted = moments.events.length;
  }

  /** @param {GameEvent} event @param {boolean} shown @param {(event: GameEvent) => boolean} tells */
  #take(event, shown, tells) {
    if (typeof event.by === "number" && event.by !== this.#actor) {
      this.#actor = event.by;
      this.#begins = true;
    }
    this.#tells ||= tells(event);
    if (!shown) return;
    this.#last = event.version;
    if (!this.#tells) return;
    this.#told.push(event.version);
    if (this.#begins) this.turns.push(event.version);
    this.#begins = this.#tells = false;
  }
}

/** The last place in a rising list whose value is not greater. @param {readonly number[]} list @param {number} value */
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
