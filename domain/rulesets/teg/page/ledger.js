/**
 * Counts the territories and tokens of the seats, from the events.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 */
import { TERRITORIES, box } from "./atlas.js";

/** Counts over one game. */
export class Ledger {
  constructor() {
    /**
     * By territory; empty before the deal.
     * @type {Map<string, {owner: number, tokens: number}>}
     */
    this.lands = new Map();
  }

  /** Returns the numbers of a seat's territories and tokens. @param {number} seat */
  strength(seat) {
    const own = [...this.lands.values()].filter(({ owner }) => owner === seat);
    return { territories: own.length, tokens: own.reduce((sum, { tokens }) => sum + tokens, 0) };
  }

  /** Processes the next event. @param {GameEvent} event */
  follow(event) {
    const { lands } = this;
    switch (event.type) {
      case "board_dealt":
        TERRITORIES.forEach((territory, index) => {
          lands.set(territory, { owner: event.owners[index], tokens: 1 });
        });
        break;
      case "tokens_placed":
        this.#add(event.territory, event.count);
        break;
      case "cards_traded":
        for (const territory of event.reinforced) this.#add(territory, box.card_tokens);
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
