/** The moment of a finished game from which a new game goes on, and who plays there. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { api } from "/page/app/api.js";
import { t } from "/page/app/create/words.js";
import { idOf } from "/page/app/rulesets.js";

/** @typedef {import("/page/app/game/opening.js").Sitter} Sitter */

/** Who plays: house bots on the other seats, the player of this browser on all, or friends. */
const COMPANIES = /** @type {const} */ (["house", "alone", "friends"]);

/** @typedef {typeof COMPANIES[number]} Company */

export class Continued {
  #image = "";

  /**
   * @param {string} game  its id
   * @param {number} version
   * @param {any} then  the game at that version
   */
  constructor(game, version, then) {
    this.game = game;
    this.version = version;
    /** The id of the ruleset. @type {string} */
    this.ruleset = idOf(then.ruleset);
    /** @type {Record<string, any>} */
    this.options = then.options;
    /** @type {number} */
    this.seats = then.seats.length;
    /** The seat that is due first. @type {number} */
    this.due = then.awaits.map((/** @type {any} */ one) => one.seat).find(Number.isInteger) ?? 0;
  }

  /**
   * Returns the moment that an address names; null if it names none.
   * @param {URLSearchParams} query
   */
  static async read(query) {
    const [game, version] = [query.get("continues"), Number(query.get("version"))];
    if (!game) return null;
    const url = `/v1/games/${encodeURIComponent(game)}`;
    const of = `version=${version}`;
    const [then, image] = await Promise.all([
      api.get(`${url}?${of}`), api.text(`${url}/board.svg?${of}&part=board`),
    ]);
    const found = new Continued(game, version, then);
    found.#image = `data:image/svg+xml,${encodeURIComponent(image)}`;
    return found;
  }

  /** What a request to open the game says about it. */
  get asked() {
    return { game: this.game, version: this.version };
  }

  /**
   * Returns who sits where.
   * @param {Company} company
   * @param {string} bot  the id of a house bot
   * @returns {Sitter[]}
   */
  sitters(company, bot) {
    const others = /** @type {Sitter} */ ({ alone: "me", house: `bot ${bot}`, friends: "friend" }[company]);
    return Array.from({ length: this.seats }, (_, seat) => (seat === this.due ? "me" : others));
  }

  /**
   * Returns the moment and the choice of who plays.
   * @param {boolean} house  whether the ruleset has house bots
   * @param {(company: Company) => void} choose
   * @param {Company | ""} chosen
   */
  draw(house, choose, chosen) {
    return html`<section class="card">
      <p>${t("continues.about")} <a href="#/games/${this.game}/v/${this.version}">
        ${t("continues.from", this.asked)}</a></p>
      <img class="set-up" src=${this.#image} alt="">
      <fieldset class="choice large"><legend>${t("continues.who")}</legend>
        ${COMPANIES.slice(house ? 0 : 1).map((one) => html`<label><input type="radio" name="company" .checked=${one === chosen}
          @change=${() => choose(one)}> ${t(`continues.${one}`)}</label>`)}
      </fieldset></section>`;
  }
}
