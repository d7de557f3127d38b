/**
 * The state of a game as far as sentences and graphs need it, rebuilt from the events: the owners
 * and tokens of the territories. An event says what happened; whom it affects is in earlier ones.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {{loser: number | null, objectives: readonly (string | null)[], row: GameEvent[]}} Note
 *   The owner of a battle's target; the secret objectives, as far as known; and a row of
 *   placements, or of battles for one target, which share one sentence at the end of the row.
 */
import { Chronicle } from "/page/app/chronicle.js";
import { REINFORCEMENT, TERRITORIES } from "./atlas.js";

/** Tracks the events of one game. */
export class Ledger {
  constructor() {
    /**
     * By territory; empty before the deal.
     * @type {Map<string, {owner: number, tokens: number}>}
     */
    this.lands = new Map();
    /** @type {readonly (string | null)[]} */
    this.objectives = [];
    /** @type {Note} */
    this.note = { loser: null, objectives: [], row: [] };
  }

  /** Returns the numbers of a seat's territories and tokens. @param {number} seat */
  strength(seat) {
    const own = [...this.lands.values()].filter(({ owner }) => owner === seat);
    return { territories: own.length, tokens: own.reduce((sum, { tokens }) => sum + tokens, 0) };
  }

  /** Processes the next event. @param {GameEvent} event */
  follow(event) {
    const { lands } = this;
    this.note = { loser: null, objectives: this.objectives, row: this.#rowOf(event) };
    switch (event.type) {
      case "board_dealt":
        TERRITORIES.forEach((territory, index) => {
          lands.set(territory, { owner: event.owners[index], tokens: 1 });
        });
        this.objectives = event.objectives ?? [];
        break;
      case "tokens_placed":
        this.#add(event.territory, event.count);
        break;
      case "cards_traded":
        for (const territory of event.reinforced) this.#add(territory, REINFORCEMENT);
        break;
      case "battle_fought":
        this.#fight(event);
        break;
      case "tokens_moved":
        this.#add(event.source, -event.count);
        this.#add(event.target, event.count);
    }
  }

  /** Returns the row that an event belongs to, or does not end. @param {GameEvent} event */
  #rowOf(event) {
    const { row } = this.note;
    // The table's own events, which have no seat, do not end a row.
    if (typeof event.seat !== "number") return row;
    if (event.type === "attack_declared") return sameBattle(row.at(-1), event) ? row : [];
    const last = row.at(-1);
    const goesOn = event.type === "tokens_placed"
      ? last?.type === "tokens_placed" && last.seat === event.seat
      : event.type === "battle_fought" && sameBattle(last, event);
    if (!goesOn) return [event];
    row.push(event);
    return row;
  }

  /** @param {GameEvent} event */
  #fight({ seat, source, target, attacker_losses: lost, defender_losses: taken, conquered }) {
    const land = this.lands.get(target);
    if (!land) return;
    this.note = { ...this.note, loser: land.owner };
    this.#add(source, -lost);
    this.#add(target, -taken);
    if (!conquered) return;
    land.owner = seat;
    this.#add(source, -1);
    this.#add(target, 1);
  }

  /** @param {string} territory @param {number} tokens */
  #add(territory, tokens) {
    const land = this.lands.get(territory);
    if (land) land.tokens += tokens;
  }
}

/** @param {GameEvent | undefined} last @param {GameEvent} event */
const sameBattle = (last, event) => (
  last?.type === "battle_fought" && last.source === event.source && last.target === event.target);

/** @type {Chronicle<Note>} */
const chronicle = new Chronicle(() => new Ledger());

/**
 * Returns what the earlier events say about an event; without them it stands on its own.
 * @param {GameEvent} event
 * @param {Seats} seats
 * @param {readonly GameEvent[]} events
 * @returns {Note}
 */
export const noteOf = (event, seats, events) => (
  chronicle.noteOf(event, seats, events) ?? { loser: null, objectives: [], row: [event] });
