/**
 * The moment shown of a game, and how it moves. The screen draws board, seats, header, log and
 * result from this moment, so they always agree.
 *
 * The moment is the game as it is now, or an earlier version: because the player looks back, or
 * because the page plays back what happened since the player looked, step by step.
 *
 * Not every version is a stop: for example, one paladin of several is not. The stops are the
 * versions at the end of a sentence.
 */
import { Problem } from "/page/app/api.js";
import { Changing } from "/page/app/events.js";
import { speech } from "/page/app/i18n.js";
import { pace, restOf } from "/page/app/replay/pace.js";
import { indexOf, stepsOf, stopsOf } from "/page/app/replay/stops.js";
import { textsIn } from "/page/app/story.js";

/** @typedef {import("/page/app/replay/moments.js").Moments} Moments */
/** @typedef {import("/page/app/replay/moments.js").Moment} Moment */
/**
 * A moment, and for a step of a playback the version shown before it.
 * @typedef {Moment & { version: number, since?: number }} Shown
 */

/** The speeds of the playback, in stops per second. */
export const SPEEDS = /** @type {const} */ ([0.5, 1, 2, 4]);

const NOTED_MS = 2000;

/** The number of stops to fetch ahead, in the current direction. */
const AHEAD = 2;

/** While the slider moves, the shortest time between two pictures. */
const REST_MS = 60;

export class Timeline extends Changing {
  /** The version to show; null for the game as it is now. @type {number | null} */
  version = null;
  /** Why there is no picture of it. @type {Problem | null} */
  problem = null;
  /** Whether the player plays the game from here. */
  playing = false;
  /** Whether the page plays back what happened since the player looked. */
  catching = false;
  /** A temporary message, such as that a link was copied. */
  noted = "";
  speed = /** @type {number} */ (1);
  /** The versions of the stops, ascending. @type {number[]} */
  stops = [];
  /** The stops at the start of a turn. @type {number[]} */
  turns = [];

  #moments;
  #goesOn;
  /** The game as it was when it changed last. @type {Shown | null} */
  #present = null;
  /** The earlier moment that arrived last. @type {Shown | null} */
  #loaded = null;
  /** The version shown before the current step of a playback. */
  #from = 0;
  /** How long a playback rests at each step: it never slows down. */
  #restMs = Infinity;
  /**
   * The stops at which a playback rests: sentences on the same action make one step.
   * @type {number[]}
   */
  #steps = [];
  /** The events and the story of the stops. @type {readonly unknown[]} */
  #grownOf = [];
  /** The direction of the last move. @type {1 | -1} */
  #way = 1;
  /** When the last load began, and the number of loads. */
  #since = -Infinity;
  #loads = 0;
  /** Ends the pause of the playback. */
  #wake = () => {};
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
    this.#steps = stepsOf(story, this.stops);
    this.changed();
  }

  /**
   * The moment shown. Until the wanted one has arrived, the previous one is still shown; null
   * before the first.
   */
  get moment() {
    return this.version === null ? this.#present : this.#loaded;
  }

  /** The version after which the events of the step shown begin: those of its last sentence. */
  get since() {
    const shown = this.#shown;
    const end = this.#moments.story.findLast(({ last }) => last <= shown)?.last ?? shown;
    const since = this.moment?.since ?? end;
    return since < end ? since : (this.stops[indexOf(this.stops, end - 1)] ?? 0);
  }

  /** The version shown; before the first one, that of no event. */
  get #shown() {
    return this.moment?.version ?? 0;
  }

  /** Takes in a change of the game, and plays back what the player has not seen. */
  follow() {
    this.grow();
    const before = this.#present;
    const now = this.#moments.now();
    this.#present = now && { ...now, since: now.version === before?.version ? before.since : undefined };
    if (!before || !this.#present || this.#present.version <= before.version) return;
    if (this.version !== null) return;
    this.#loaded = before;
    this.#goOn(before.version);
  }

  /** Shows the game as it is now, if a playback is on the way there. Returns whether it was. */
  skip() {
    if (!this.catching) return false;
    this.to(null);
    return true;
  }

  /** Stops a playback for a moment. */
  hold() {
    if (this.catching) this.#wake();
  }

  /** Continues a playback. */
  release() {
    const { catching, version } = this;
    if (catching) this.#rest(this.#restMs, () => this.#goOn(version ?? 0));
  }

  /**
   * Shows the next step of a playback; after the last one, the game as it is now, which events and
   * story may be ahead of. One's own actions and everything before them need no playback.
   * @param {number} after  the version shown
   */
  #goOn(after) {
    const { events, own } = this.#moments;
    const mine = events.findLast(({ by }) => own.includes(Number(by)))?.version ?? 0;
    const end = this.#present?.version ?? 0;
    const left = this.#steps.filter((step) => step > after && step >= mine && step < end);
    this.#from = after;
    if (!this.catching) this.#restMs = Infinity;
    this.catching = left.length > 0 && pace() > 0;
    if (!this.catching) {
      if (this.#present && this.version !== null) this.#present.since = after;
      this.version = null;
      this.#cut();
      this.changed();
      return;
    }
    [this.version] = left;
    this.#way = 1;
    this.#restMs = Math.min(this.#restMs, restOf(left.length));
    const [step] = left;
    this.#load(step, after).then((arrived) => {
      if (arrived) this.#rest(this.#restMs, () => this.#goOn(step));
    });
  }

  /** Forgets pending requests and pauses. */
  #cut() {
    this.#wake();
    clearTimeout(this.#soon);
    this.#loads += 1;
    this.#moments.want([]);
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

  /** The sentences on the step shown. */
  get sentences() {
    return textsIn(this.#moments.story, this.since, this.#shown);
  }

  /** The events of the step shown. */
  get step() {
    return this.#moments.events.slice(this.since, this.#shown);
  }

  /**
   * Goes to a version, or to the stop before it; the last one, or null, is the current game.
   * @param {number | null} version
   */
  to(version) {
    const stop = this.stops[Math.max(indexOf(this.stops, version ?? this.last), 0)] ?? null;
    // From the first stop there is only one direction.
    this.#way = stop !== this.stops[0] && (stop ?? 0) < (this.version ?? this.last) ? -1 : 1;
    // Until it arrives, what was shown stays.
    if (this.version === null) this.#loaded = this.#present;
    this.version = stop === this.last && this.#goesOn ? null : stop;
    this.problem = null;
    this.catching = false;
    this.#wake();
    this.again();
    if (this.version === null) this.pause();
    else this.changed();
  }

  /** Loads the current moment again, because the language may have changed. */
  again() {
    clearTimeout(this.#soon);
    const { version } = this;
    if (version === null) return this.#cut();
    if (this.catching) return this.#goOn(this.#from);
    const rest = this.#since + REST_MS - performance.now();
    if (rest > 0) this.#soon = setTimeout(() => this.#load(version), rest);
    else this.#load(version);
  }

  /** Moves by some stops, forwards or backwards. @param {number} by */
  stepBy(by) {
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
    this.#wake();
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
    this.#cut();
    this.#unheard();
  }

  /**
   * Loads a moment, and the next ones. Returns whether it is still wanted.
   * @param {number} version
   * @param {number} [since]  in a playback, the version shown before
   */
  async #load(version, since) {
    this.#since = performance.now();
    this.#loads += 1;
    const mine = this.#loads;
    const next = this.#next;
    this.#moments.want([version, ...next]);
    try {
      const moment = await this.#moments.at(version);
      if (mine !== this.#loads) return false;
      this.#loaded = { ...moment, version, since };
    } catch (error) {
      if (mine !== this.#loads) return false;
      if (!(error instanceof Problem)) throw error;
      this.problem = error;
      this.pause();
    }
    this.changed();
    if (this.playing) this.#wait();
    for (const one of next) {
      this.#moments.at(one).catch(() => {}); // the next use asks for it again
    }
    return true;
  }

  /** The next stops in the current direction. */
  get #next() {
    const { catching, version } = this;
    if (catching) return this.#steps.filter((step) => step > (version ?? 0)).slice(0, AHEAD);
    const steps = Array.from({ length: AHEAD }, (_, step) => this.index + this.#way * (step + 1));
    return steps.flatMap((at) => this.stops[at] ?? []);
  }

  #wait() {
    this.#rest(1000 / this.speed, () => {
      if (this.index >= this.stops.length - 1) this.pause();
      else this.stepBy(1);
    });
  }

  /**
   * Waits, unless something ends the pause; a page that nobody sees waits until someone does.
   * @param {number} ms
   * @param {() => void} then
   */
  #rest(ms, then) {
    this.#wake();
    const ending = new AbortController();
    this.#wake = () => ending.abort();
    const timer = setTimeout(() => {
      if (!document.hidden) return then();
      document.addEventListener("visibilitychange", then, { once: true, signal: ending.signal });
    }, ms);
    ending.signal.addEventListener("abort", () => clearTimeout(timer));
  }
}
