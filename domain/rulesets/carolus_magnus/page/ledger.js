/**
 * The state of a game as far as sentences and graphs need it, rebuilt from the events: the ring,
 * the control of the clans, and the castles. An event says what happened; the reasons are in
 * earlier ones.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("./board.js").Clan} Clan
 * @typedef {import("./board.js").Counts} Counts
 * @typedef {import("./board.js").Side} Side
 * @typedef {import("./board.js").Strengths} Strengths
 * @typedef {import("./phrases.js").Placement} Placement
 * @typedef {import("./phrases.js").Taken} Taken
 * @typedef {Strengths | null} Known
 * @typedef {{placed: Placement[], taken: Taken[], strengths: Known, owner: Side | null}} Note The
 *   result of a turn so far: paladins, markers, and the strengths where the emperor stopped.
 */
import { Chronicle } from "/page/app/chronicle.js";
import { CLANS, influence } from "./board.js";

/** Tracks the events of one game. */
export class Ledger {
  /** @param {Seats} seats */
  constructor(seats) {
    this.seats = Array.from({ length: seats.count }, (_, seat) => ({
      side: /** @type {Side} */ (seats.side(seat)),
    }));
    /** @type {Partial<Record<Clan, number | null>>} */
    this.markers = Object.fromEntries(CLANS.map((clan) => [clan, null]));
    /** @type {Strengths} */
    this.castles_in_play = {};
    for (const side of /** @type {const} */ (["white", "black", "gray"])) {
      if (this.seats.some((seat) => seat.side === side)) this.castles_in_play[side] = 0;
    }
    /** @type {Map<number, {paladins: Counts, owner: Side | null, castles: number}>} */
    this.ring = new Map();
    /** @type {Note} */
    this.note = nothingYet();
  }

  /** Returns the number of clans that each side controls. @returns {Strengths} */
  control() {
    /** @type {Strengths} */
    const clans = Object.fromEntries(Object.keys(this.castles_in_play).map((side) => [side, 0]));
    for (const seat of Object.values(this.markers)) {
      if (seat === null || seat === undefined) continue;
      const { side } = this.seats[seat];
      clans[side] = (clans[side] ?? 0) + 1;
    }
    return clans;
  }

  /** Processes the next event. @param {GameEvent} event */
  follow(event) {
    switch (event.type) {
      case "lots_drawn":
        event.paladins.forEach((/** @type {Clan} */ clan, /** @type {number} */ index) => {
          this.ring.set(index + 1, { paladins: { [clan]: 1 }, owner: null, castles: 0 });
        });
        break;
      case "paladin_placed":
        this.note.placed.push({ clan: event.clan, to: event.to });
        if (event.to !== "court") add(this.ring.get(event.to)?.paladins, { [event.clan]: 1 });
        break;
      case "marker_taken":
        this.note.taken.push({ clan: event.clan, previous: event.previous });
        this.markers[/** @type {Clan} */ (event.clan)] = event.seat;
        break;
      case "emperor_moved":
        this.#arrive(event.to);
        break;
      case "castle_built":
        this.#own(event.territory, event.side, 1);
        break;
      case "territory_taken_over":
        this.#own(event.territory, event.side, event.castles);
        break;
      case "territories_merged":
        this.#merge(event.parts);
        break;
      case "turn_ended":
        this.note = nothingYet();
    }
  }

  /** @param {number} head */
  #arrive(head) {
    const territory = this.ring.get(head);
    if (!territory) return;
    this.note = { ...this.note, strengths: influence(this, territory), owner: territory.owner };
  }

  /** @param {number} head @param {Side} side @param {number} castles */
  #own(head, side, castles) {
    const territory = this.ring.get(head);
    if (!territory) return;
    if (territory.owner) this.#count(territory.owner, -territory.castles);
    this.#count(side, castles);
    territory.owner = side;
    territory.castles = castles;
  }

  /** @param {number[]} parts */
  #merge([head, ...others]) {
    const whole = this.ring.get(head);
    for (const other of others) {
      const part = this.ring.get(other);
      if (!whole || !part) continue;
      add(whole.paladins, part.paladins);
      whole.castles += part.castles;
      this.ring.delete(other);
    }
  }

  /** @param {Side} side @param {number} castles */
  #count(side, castles) {
    this.castles_in_play[side] = (this.castles_in_play[side] ?? 0) + castles;
  }
}

/** @returns {Note} */
function nothingYet() {
  return { placed: [], taken: [], strengths: null, owner: null };
}

/** @param {Counts | undefined} counts @param {Counts} more */
function add(counts, more) {
  if (!counts) return;
  for (const clan of CLANS) {
    if (more[clan]) counts[clan] = (counts[clan] ?? 0) + more[clan];
  }
}

/** @type {Chronicle<Note>} */
const chronicle = new Chronicle((seats) => new Ledger(seats));

/**
 * Returns the result of the turn up to this event.
 * @param {GameEvent} event
 * @param {Seats} seats
 * @param {readonly GameEvent[]} events
 * @returns {Note}
 */
export const noteOf = (event, seats, events) => (
  chronicle.noteOf(event, seats, events) ?? nothingYet());
