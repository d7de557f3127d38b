/** A game from where this page looks at it: which seats are ours, and how everybody is called. */
import { Changing } from "/page/app/events.js";
import { withWords } from "/page/app/i18n.js";
import { players } from "/page/app/players.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/ruleset.js").LoadedPage} LoadedPage */
/** @typedef {import("/page/api").components["schemas"]["Game"]} Game */

export class Viewed extends Changing {
  /** @type {Game | null} */
  game = null;
  /** @type {LoadedPage | null} */
  page = null;

  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
  }

  /** The seats that are played here. @returns {number[]} */
  get own() {
    return Object.keys(store.game(this.id)?.seats ?? {}).map(Number);
  }

  /** The seat of ours that is to act, or null. @returns {number | null} */
  get due() {
    const game = this.game;
    if (!game || game.status !== "running" || game.clocks?.paused) return null;
    const due = game.awaits.find((one) => this.own.includes(Number(one.seat)));
    return due ? Number(due.seat) : null;
  }

  /** Whether this page opened the game. */
  get creator() {
    return store.game(this.id)?.creator;
  }

  /** The token to look with: of the seat that is due, of another one of ours, or none. */
  get token() {
    const kept = store.game(this.id);
    return kept?.seats[this.due ?? this.own[0]] ?? kept?.creator;
  }

  /** The players, as rulesets know them. @returns {import("/page/app/ruleset.js").Seats} */
  get seats() {
    return players(this.game?.seats ?? [], this.own, (side) => this.sideName(side));
  }

  /** What a side is called. @param {string} side */
  sideName(side) {
    const told = this.t(`side.${side}`);
    return told === `side.${side}` ? side.charAt(0).toUpperCase() + side.slice(1) : told;
  }

  /** Words of the ruleset, then of the page. */
  get t() {
    return withWords(this.page?.words ?? {});
  }
}
