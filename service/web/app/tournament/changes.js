/** What each decision of people changed: whom it is about, what was before it, and what is after it, by names. */

/**
 * @typedef {object} Table
 * @property {readonly number[]} players  in turn order
 * @property {readonly number[]} ranks
 * @property {readonly number[]} scores
 * @property {readonly number[]} forfeits
 * @property {boolean} decided
 */

const ARROW = " → ";

/** The members of the rules that can change, with their names. @type {readonly [string, string][]} */
const RULES = [["rounds", "tournament.rounds"], ["tie_breaks", "tournament.tie_breaks"], ["scales", "tournament.points"]];

/** Follows the events of a tournament from the first, in their order. */
export class Changes {
  /** The tables of all rounds. @type {Map<string, Table>} */
  #tables = new Map();
  /** Who rests, by round. @type {Map<number, readonly number[]>} */
  #resting = new Map();
  /** Who plays for each entry after the last event. @type {Map<number, string[]>} */
  #people = new Map();
  /** What players say about arbiters, and nobody has answered. @type {Set<string>} */
  #claims = new Set();
  /** @type {Record<string, any>} */
  #rules = {};
  #nameOf;
  #t;

  /**
   * @param {(entrant: number, round: number) => string} nameOf  the name of those who play for an entry in a round
   * @param {(key: string, values?: Record<string, string | number>) => string} t  the words of tournaments
   */
  constructor(nameOf, t) {
    this.#nameOf = nameOf;
    this.#t = t;
  }

  /** Takes the next event, and returns what it changed, a line for each thing. @param {any} event @returns {string[]} */
  take(event) {
    switch (event.type) {
      case "tournament_opened":
        this.#rules = event.announcement.rules;
        return [];
      case "rules_changed":
        return this.#rulesTo(event.rules);
      case "round_paired":
        return this.#pair(event);
      case "tables_changed":
        return this.#change(event);
      case "bye_granted":
        return [this.#t(`tournament.bye.${event.kind}`)];
      default:
        return event.table === undefined ? [] : this.#atTable(event);
    }
  }

  /** Takes the next event, and returns its type; that of the answer that confirms a claim is `relation_confirmed`. @param {any} event @returns {string} */
  typeOf({ type, account, entrant }) {
    const claim = `${account} ${entrant}`;
    if (type === "relation_claimed") this.#claims.add(claim);
    else if (type === "relation_declared" || type === "relation_rejected") {
      const answers = this.#claims.delete(claim);
      if (answers && type === "relation_declared") return "relation_confirmed";
    }
    return type;
  }

  /**
   * Takes the next event, and returns the names of the entrants that it is about: of those who play
   * in its round, or else of those who played for the entry when it happened.
   * @param {any} event
   * @returns {string[]}
   */
  about({ type, round, entrant, entrants, people, person, member = 1 }) {
    if (type === "entrant_registered") this.#people.set(entrant, people.map((/** @type {any} */ { name }) => name));
    const before = this.#people.get(entrant);
    if (type === "player_replaced" && before) {
      this.#people.set(entrant, before.map((name, at) => (at === member - 1 ? person.name : name)));
      return [`${before.join(" / ")} → ${person.name}`];
    }
    return [entrant, ...(entrants ?? [])].filter(Boolean).map((one) => (
      round === undefined && this.#people.get(one)?.join(" / ")) || this.#nameOf(one, round));
  }

  /** @param {any} event @returns {string[]} */
  #atTable(event) {
    const key = `${event.round} ${event.table}`;
    const was = this.#tables.get(key);
    if (!was) return [];
    const is = tableAfter(was, event);
    this.#tables.set(key, is);
    const [before, after] = [was, is].map((table) => this.#result(table, event.round));
    return before === after ? [] : [before + ARROW + after];
  }

  /** @param {any} event @returns {string[]} */
  #pair({ round, tables, byes }) {
    this.#resting.set(round, byes.map((/** @type {any} */ { player }) => player));
    return tables.map((/** @type {number[]} */ players, /** @type {number} */ at) => {
      this.#tables.set(`${round} ${at + 1}`, seated(players));
      return `${this.#t("tournament.table", { table: at + 1 })}: ${this.#names(players, round)}`;
    });
  }

  /** @param {any} event @returns {string[]} */
  #change({ round, tables, byes }) {
    const lines = [];
    for (const { table, players } of tables) {
      const key = `${round} ${table}`;
      const before = this.#names(this.#tables.get(key)?.players ?? [], round);
      this.#tables.set(key, seated(players));
      lines.push(`${this.#t("tournament.table", { table })}: ${before}${ARROW}${this.#names(players, round)}`);
    }
    const before = this.#names(this.#resting.get(round) ?? [], round);
    const resting = byes.map((/** @type {any} */ { player }) => player);
    this.#resting.set(round, resting);
    const after = this.#names(resting, round);
    return before === after ? lines : [...lines, `${this.#t("tournament.field.resting")} ${before}${ARROW}${after}`];
  }

  /** @param {Record<string, any>} rules @returns {string[]} */
  #rulesTo(rules) {
    const was = this.#rules;
    this.#rules = rules;
    return RULES.filter(([name]) => String(was[name]) !== String(rules[name])).map(([name, word]) => (
      `${this.#t(word)}: ${shown(was[name])}${ARROW}${shown(rules[name])}`));
  }

  /** @param {readonly number[]} entrants @param {number} round */
  #names(entrants, round) {
    return entrants.map((one) => this.#nameOf(one, round)).join(", ") || "–";
  }

  /** Returns the places of a table by name, best first. @param {Table} table @param {number} round */
  #result({ players, ranks, scores, forfeits, decided }, round) {
    if (!decided && !forfeits.length) return this.#t("tournament.change.none");
    const places = ranks.length ? ranks : players.map((one) => (forfeits.includes(one) ? 2 : 1));
    return players.map((one, seat) => ({
      place: places[seat],
      text: (decided ? `${places[seat]}. ` : "") + this.#nameOf(one, round) + (scores.length ? ` (${scores[seat]})` : "")
        + (forfeits.includes(one) ? ` (${this.#t("tournament.forfeit")})` : ""),
    })).sort((one, other) => one.place - other.place).map(({ text }) => text).join(", ");
  }
}

/** @param {readonly number[]} players @returns {Table} */
const seated = (players) => ({ players, ranks: [], scores: [], forfeits: [], decided: false });

/** Returns a table after an event. @param {Table} was @param {any} event @returns {Table} */
function tableAfter(was, { type, ranks = [], scores = [], entrants = [], forfeits = [] }) {
  switch (type) {
    case "game_recorded":
    case "result_confirmed":
    case "result_entered":
      return { ...was, ranks, scores, decided: true };
    case "result_corrected":
      return { ...was, ranks, scores, forfeits, decided: true };
    case "sides_forfeited": {
      const lost = [...was.forfeits, ...entrants];
      return { ...was, ranks: [], scores: [], forfeits: lost, decided: lost.length >= was.players.length - 1 };
    }
    case "replay_ordered":
      return seated(was.players);
    default:
      return was;
  }
}

/** Returns a value of the rules; points by place with commas, one size of tables after the other. @param {any} value */
const shown = (value) => (Array.isArray(value) ? value.map((one) => (
  Array.isArray(one) ? one.map((points) => points / 60).join("–") : one)).join(", ") || "–" : String(value));
