/**
 * The game told again from its events, as far as sentences and graphs need it: who owns what with
 * how many tokens. An event knows what happened; to whom, only those before it.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("./telling.js").Placed} Placed
 * @typedef {{loser: number | null, objectives: readonly (string | null)[]}} Note
 *   Who owned the target of a battle; the secret objectives, as far as they are known.
 */
import { REINFORCEMENT, TERRITORIES } from "./atlas.js";

/** Follows the events of one game. */
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
    this.note = { loser: null, objectives: [] };
  }

  /** How many territories and tokens a seat has. @param {number} seat */
  strength(seat) {
    const own = [...this.lands.values()].filter(({ owner }) => owner === seat);
    return { territories: own.length, tokens: own.reduce((sum, { tokens }) => sum + tokens, 0) };
  }

  /** Take in the next event. @param {GameEvent} event */
  follow(event) {
    const { lands } = this;
    this.note = { loser: null, objectives: this.objectives };
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

/**
 * By the first event of a list, how far it was followed; a list that grows is followed on.
 * @type {WeakMap<GameEvent, {ledger: Ledger, count: number, notes: Map<number, Note>}>}
 */
const followed = new WeakMap();

/**
 * What those before an event tell of it.
 * @param {GameEvent} event
 * @param {readonly GameEvent[]} events
 * @returns {Note}
 */
export function noteOf(event, events) {
  const nothing = { loser: null, objectives: [] };
  if (!events.length) return nothing;
  let known = followed.get(events[0]);
  if (!known) {
    known = { ledger: new Ledger(), count: 0, notes: new Map() };
    followed.set(events[0], known);
  }
  for (; known.count < events.length; known.count += 1) {
    const next = events[known.count];
    known.ledger.follow(next);
    known.notes.set(next.version, known.ledger.note);
  }
  return known.notes.get(event.version) ?? nothing;
}

/**
 * The placements that are told together with this one, oldest first: those right before it; null
 * if the row goes on, so that the last one tells them all.
 * @param {GameEvent} event
 * @param {readonly GameEvent[]} events
 * @returns {Placed[] | null}
 */
export function rowOf(event, events) {
  if (!events.length) return [placed(event)];
  const index = event.version - events[0].version;
  const same = (/** @type {GameEvent | undefined} */ other) => (
    other?.type === "tokens_placed" && other.seat === event.seat);
  if (same(events[index + 1])) return null;
  const row = [placed(event)];
  for (let at = index - 1; same(events[at]); at -= 1) row.unshift(placed(events[at]));
  return row;
}

/** @param {GameEvent} event @returns {Placed} */
const placed = ({ territory, count }) => ({ territory, count });
