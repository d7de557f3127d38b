/** A game as seen by this page: our seats, and the names of all players. */
import { Changing } from "/page/app/events.js";
import { withWords } from "/page/app/i18n.js";
import { calledIn, players } from "/page/app/players.js";
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

  /** The seats played here. @returns {number[]} */
  get own() {
    return Object.keys(store.game(this.id)?.seats ?? {}).map(Number);
  }

  /** Our seat that is due in the game as it was read last, or null. */
  get due() {
    return this.dueIn(this.game);
  }

  /** Returns our seat that is due in this state of the game, or null. @param {Game | null} game */
  dueIn(game) {
    if (!game || game.status !== "running" || game.clocks?.paused || game.suspended) return null;
    const due = game.awaits.find((one) => this.own.includes(Number(one.seat)));
    return due ? Number(due.seat) : null;
  }

  /** Whether this page opened the game. */
  get creator() {
    return store.game(this.id)?.creator;
  }

  /** The token for reading: of our seat that is due, of another of our seats, or none. */
  get token() {
    const kept = store.game(this.id);
    return kept?.seats[this.due ?? this.own[0]] ?? kept?.creator;
  }

  /** The players, in the form that rulesets use. @returns {import("/page/app/ruleset.js").Seats} */
  get seats() {
    return players(this.game?.seats ?? [], this.own, (side) => this.sideName(side));
  }

  /** Returns the name of a side: in this game, else in all. @param {string} side */
  sideName(side) {
    const here = calledIn(this.game?.seats.find((seat) => seat.side === side));
    if (here) return here;
    const name = this.t(`side.${side}`);
    return name === `side.${side}` ? side.charAt(0).toUpperCase() + side.slice(1) : name;
  }

  /** Translates with the words of the ruleset first, then of the page. */
  get t() {
    return withWords(this.page?.words ?? {});
  }
}
