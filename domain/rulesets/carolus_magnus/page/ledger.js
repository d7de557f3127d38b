/**
 * Counts the castles in play and the clans that each side controls, from the events.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("./board.js").Clan} Clan
 * @typedef {import("./board.js").Side} Side
 * @typedef {import("./board.js").Strengths} Strengths
 */

/** Counts over one game. */
export class Ledger {
  /** @param {Seats} seats */
  constructor(seats) {
    /** By seat. @type {Side[]} */
    this.sides = Array.from({ length: seats.count }, (_, seat) => /** @type {Side} */ (seats.side(seat)));
    /** The seats that control the clans. @type {Partial<Record<Clan, number>>} */
    this.markers = {};
    /** @type {Strengths} */
    this.castles = Object.fromEntries(this.sides.map((side) => [side, 0]));
    /** By the head of a territory with castles. @type {Map<number, {owner: Side, castles: number}>} */
    this.ring = new Map();
  }

  /** Returns the number of clans that each side controls. @returns {Strengths} */
  control() {
    /** @type {Strengths} */
    const clans = Object.fromEntries(this.sides.map((side) => [side, 0]));
    for (const seat of Object.values(this.markers)) this.#add(clans, this.sides[seat], 1);
    return clans;
  }

  /** Processes the next event. @param {GameEvent} event */
  follow(event) {
    switch (event.type) {
      case "marker_taken":
        this.markers[/** @type {Clan} */ (event.clan)] = event.seat;
        break;
      case "castle_built":
        this.#own(event.territory, event.side, 1);
        break;
      case "territory_taken_over":
        this.#own(event.territory, event.side, event.castles);
        break;
      case "territories_merged":
        this.#merge(event.parts);
    }
  }

  /** @param {number} head @param {Side} owner @param {number} castles */
  #own(head, owner, castles) {
    const before = this.ring.get(head);
    if (before) this.#add(this.castles, before.owner, -before.castles);
    this.#add(this.castles, owner, castles);
    this.ring.set(head, { owner, castles });
  }

  /** @param {number[]} parts */
  #merge([head, ...others]) {
    const whole = this.ring.get(head);
    for (const other of others) {
      if (whole) whole.castles += this.ring.get(other)?.castles ?? 0;
      this.ring.delete(other);
    }
  }

  /** @param {Strengths} counts @param {Side} side @param {number} more */
  #add(counts, side, more) {
    counts[side] = (counts[side] ?? 0) + more;
  }
}
