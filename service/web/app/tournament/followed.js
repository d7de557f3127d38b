/**
 * A tournament that the page follows: read from the service, and kept up to date by the stream of
 * its events. After an event, the page reads only what the event can have changed.
 */
import { api, pause, Problem } from "/page/app/api.js";
import { Changing } from "/page/app/events.js";
import { announce } from "/page/app/parts/announcing.js";
import { store } from "/page/app/store.js";
import { REST_MS, restOf, spreadOf } from "/page/app/tournament/reading.js";
import { calledIn } from "/page/app/tournament/refusals.js";
import { OwnRequest } from "/page/app/tournament/requests.js";
import { peopleIn, successorOf } from "/page/app/tournament/stints.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/api").components["schemas"]} Schemas */
/** @typedef {Schemas["RoundTable"]} RoundTable */
/** @typedef {Schemas["TournamentRound"]} Round */
/** @typedef {Schemas["TournamentStandings"]} Standings */
/** @typedef {Schemas["TournamentActionsTaken"]["events"][number]} TournamentEvent */
/** @typedef {"organiser" | "arbiter" | "player"} Role */
/** @typedef {{type: string} & Record<string, any>} Action */

/** The pause before the page reconnects, or reads again after a failure. */
const AGAIN_MS = 5000;

/** Events of one table: they change its round and the standings, and nothing else that is shown. */
const OF_TABLES = new Set([
  "tables_changed", "table_opened", "game_recorded", "result_claimed", "result_confirmed",
  "result_entered", "sides_forfeited", "replay_ordered", "result_corrected", "time_granted",
  "tables_paused", "tables_resumed",
]);

export class Followed extends Changing {
  /** @type {Schemas["Tournament"] | null} */
  now = null;
  /** All rounds that are paired. @type {Round[]} */
  rounds = [];
  /** @type {Standings | null} */
  standings = null;
  /** The standings after earlier rounds that were asked for. @type {Map<number, Standings | null>} */
  #earlier = new Map();
  /** The crosstable that was read last. @type {Schemas["CrosstableRow"][] | null} */
  #rows = null;
  /** The version at which the page asked for it; -1 before. */
  #rowsAt = -1;
  /** What this browser's account may do; null without an account. @type {Schemas["TournamentLegalActions"] | null} */
  legal = null;
  /** What became of the request of this browser's account to enter as a pair; null where nobody asks for that. @type {OwnRequest | null} */
  #request = null;
  /** Why there is nothing to show. @type {Problem | null} */
  failure = null;
  /** Whether our request is on its way. */
  busy = false;
  /** Why our last request was refused. @type {Problem | null} */
  refusal = null;
  /** The last version that is known here, by events too. */
  version = 0;
  /** @type {EventSource | null} */
  #stream = null;
  #closed = false;
  /** Whether to read the tournament itself. */
  #stale = false;
  /** The rounds to read. @type {Set<number>} */
  #staleRounds = new Set();
  #reading = false;
  /** When the page read last, in milliseconds. */
  #readAt = -Infinity;
  /** Whether something waits to be read that concerns this browser's player, or was done here. */
  #urgent = false;
  /** Ends the pause before the next reading. */
  #wake = () => {};
  /** The version whose changes the page shows. */
  #shown = 0;
  #key = store.player?.key;
  #unsubscribe;

  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
    this.address = `/v1/tournaments/${encodeURIComponent(id)}`;
    this.#unsubscribe = store.onChange(() => {
      if (this.#key === store.player?.key) return;
      this.#key = store.player?.key;
      if (this.now) this.#learn();
    });
    this.#open();
  }

  close() {
    this.#closed = true;
    this.#unsubscribe();
    this.#stream?.close();
    this.#wake();
  }

  /** The account of this browser. */
  get account() {
    return store.player?.id ?? "";
  }

  /** The entry of this browser's account. */
  get own() {
    const { now, account } = this;
    // Who was replaced still plays at the table of the round.
    return now?.entrants.find((one) => account
      && [...one.people, ...peopleIn(one, now.round)].some((person) => person.account === account));
  }

  /** Who plays in place of this browser's account, and from which round on; null if nobody does. */
  get successor() {
    for (const one of this.now?.entrants ?? []) {
      const found = this.account && one.people.every(({ account }) => account !== this.account)
        && successorOf(one, this.account);
      if (found) return found;
    }
    return null;
  }

  /** How the last request of this browser's account to enter as a pair failed; null if it did not. */
  get failed() {
    return this.#request?.failed ?? null;
  }

  /** The last round that is paired. */
  get round() {
    return this.rounds.at(-1);
  }

  /** @param {number} entrant  its number @param {number} [round]  without it, who plays from now on */
  nameOf(entrant, round) {
    return calledIn(this.now?.entrants[entrant - 1], round) ?? String(entrant);
  }

  /**
   * Returns the roles in which this browser's account may ask for an action now.
   * @param {string} type
   * @returns {Role[]}
   */
  rolesFor(type) {
    const found = this.legal?.roles.filter(({ actions }) => actions.includes(type)) ?? [];
    return /** @type {Role[]} */ (found.map(({ role }) => role));
  }

  // --- reading -----------------------------------------------------------------------------------

  /** Reads everything in a few requests, and stays connected. */
  async #open() {
    try {
      const [now, all] = await Promise.all([api.get(this.address), api.get(`${this.address}/export`)]);
      this.now = now;
      this.version = this.#shown = now.version;
      this.rounds = all.rounds;
      this.standings = { ...all, version: now.version, round: null };
      this.failure = null;
      await this.#learn();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.failure = error;
      this.changed();
      if (error.status !== 404) setTimeout(() => this.#closed || this.#open(), AGAIN_MS);
      return;
    }
    this.#connect();
  }

  /** Reads what this browser's account may do. */
  async #learn() {
    try {
      const token = store.player?.key;
      this.legal = token ? await api.get(`${this.address}/legal-actions`, { token }) : null;
    } catch (error) {
      // A key that is no longer valid costs its rights, not the page.
      if (!(error instanceof Problem) || (error.status !== 401 && error.status !== 403)) throw error;
      this.legal = null;
    }
    await this.#lookBack();
    this.changed();
  }

  /** Reads what became of an earlier request to enter as a pair. */
  async #lookBack() {
    const { account, own, now } = this;
    this.#request = null;
    if (!account || own || now?.announcement.team !== 2) return;
    const request = new OwnRequest(account);
    try {
      let seen = 0;
      let page;
      do {
        page = await api.get(`${this.address}/events?after=${seen}`, { headers: { Accept: "application/json" } });
        for (const event of page.events) request.take(event);
        seen = page.events.at(-1)?.version ?? seen;
      } while (page.events.length && seen < this.version); // the stream may have been faster
    } catch (error) {
      // The page is useful without it.
      if (!(error instanceof Problem)) throw error;
    }
    this.#request = request;
  }

  #connect() {
    if (this.#closed || this.now?.secret) return;
    const stream = new EventSource(`${this.address}/events?after=${this.version}&snapshot=false`);
    this.#stream = stream;
    stream.addEventListener("event", ({ data }) => this.#hear([JSON.parse(data)]));
    stream.addEventListener("end", () => stream.close());
    stream.addEventListener("error", () => {
      // A browser reconnects by itself after a loss, but not after a failed response.
      if (stream.readyState !== EventSource.CLOSED) return;
      setTimeout(() => this.#connect(), AGAIN_MS);
    });
  }

  /** @param {readonly TournamentEvent[]} events @param {boolean} [own]  whether this page caused them */
  #hear(events, own = false) {
    for (const event of events) {
      if (event.version <= this.version) continue;
      this.#urgent ||= this.#concerns(event);
      this.version = event.version;
      this.#request?.take(event);
      if ("round" in event) this.#staleRounds.add(event.round);
      if (!OF_TABLES.has(event.type)) this.#stale = true;
    }
    if (!this.#stale && !this.#staleRounds.size) return;
    this.#urgent ||= own;
    if (this.#urgent) this.#wake();
    this.#read();
  }

  /** Returns whether an event is about this browser's account: its request to enter, its entry or its table. @param {any} event */
  #concerns({ round, table, tables = [table], entrant, entrants = [entrant], asker, people = [] }) {
    const { account, own } = this;
    if (account && [asker, ...people.map((/** @type {any} */ one) => one.account)].includes(account)) return true;
    if (!own) return false;
    return entrants.includes(own.entrant) || (this.rounds[round - 1]?.tables ?? []).some((one) => (
      one.entrants.includes(own.entrant) && tables.some((/** @type {any} */ other) => (other?.table ?? other) === one.table)));
  }

  /** What this browser's account is in the tournament. */
  get #reader() {
    if (this.legal?.roles.some(({ role }) => role !== "player")) return "official";
    return this.own ? "player" : "spectator";
  }

  /** Waits until the page may read again. */
  async #rest() {
    const entrants = this.now?.entrants.length ?? 0;
    const reader = this.#reader;
    const rested = performance.now() - this.#readAt;
    const wait = Math.max(restOf(entrants, reader) - rested, Math.random() * spreadOf(entrants, reader));
    if (!this.#urgent) {
      await new Promise((resolve) => {
        this.#wake = () => resolve(null);
        setTimeout(resolve, wait);
      });
      this.#wake = () => {};
    }
    if (this.#urgent) await pause(Math.max(0, REST_MS - (performance.now() - this.#readAt)));
    this.#urgent = false;
  }

  async #read() {
    if (this.#reading) return;
    this.#reading = true;
    while (!this.#closed && (this.#stale || this.#staleRounds.size)) {
      await this.#rest();
      if (this.#closed) break;
      const [whole, rounds, version] = [this.#stale, [...this.#staleRounds], this.version];
      this.#stale = false;
      this.#staleRounds.clear();
      try {
        await this.#readOnce(whole, rounds);
        this.#readAt = performance.now();
        this.#shown = version;
        this.changed();
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        this.#stale ||= whole;
        for (const one of rounds) this.#staleRounds.add(one);
        await pause(AGAIN_MS);
      }
    }
    this.#reading = false;
  }

  /**
   * @param {boolean} whole  whether the tournament itself may have changed
   * @param {readonly number[]} numbers  of the rounds that may have changed
   */
  async #readOnce(whole, numbers) {
    const now = whole || !this.now ? await api.get(this.address) : this.now;
    const paired = numbers.filter((number) => number <= now.round);
    const [standings, ...rounds] = await Promise.all([
      api.get(`${this.address}/standings`),
      ...paired.map((number) => api.get(`${this.address}/rounds/${number}`)),
    ]);
    if (whole) await this.#learn();
    this.now = now;
    this.standings = standings;
    this.#earlier.clear();
    const known = this.rounds.slice(0, now.round);
    for (const one of rounds) known[one.round - 1] = one;
    this.rounds = known;
  }

  /** Resolves when the page shows this version. @param {number} version @returns {Promise<void>} */
  #showing(version) {
    if (this.#shown >= version) return Promise.resolve();
    return new Promise((resolve) => {
      const end = this.onChange(() => {
        if (this.#shown < version) return;
        end();
        resolve();
      });
    });
  }

  /**
   * Returns the standings after an earlier round; null until they have arrived.
   * @param {number} round
   */
  standingsAfter(round) {
    const known = this.#earlier.get(round);
    if (known === undefined) this.#readAfter(round);
    return known ?? null;
  }

  /** @param {number} round */
  async #readAfter(round) {
    this.#earlier.set(round, null);
    try {
      this.#earlier.set(round, await api.get(`${this.address}/standings?round=${round}`));
    } catch (error) {
      // The page asks again when something has changed.
      if (!(error instanceof Problem)) throw error;
    }
    this.changed();
  }

  /** Returns the crosstable; null until it has arrived. An older one stands until a newer has arrived. */
  crosstable() {
    if (this.#rowsAt !== this.#shown) this.#readRows(this.#shown);
    return this.#rows;
  }

  /** @param {number} version  that the page shows */
  async #readRows(version) {
    this.#rowsAt = version;
    const found = [];
    let query = "";
    try {
      do {
        const page = await api.get(`${this.address}/crosstable?limit=1000${query}`);
        found.push(...page.rows);
        query = page.next === null ? "" : `&version=${page.version}&cursor=${page.next}`;
      } while (query);
      if (this.#rowsAt === version) this.#rows = found;
    } catch (error) {
      // The page asks again when something has changed.
      if (!(error instanceof Problem)) throw error;
    }
    this.changed();
  }

  // --- acting ------------------------------------------------------------------------------------

  /**
   * Returns what actions would cause, or why a rule refuses them.
   * @param {Role} role
   * @param {readonly Action[]} actions
   * @returns {Promise<Schemas["TournamentVerdict"]>}
   */
  rehearse(role, actions) {
    const body = { role, actions };
    return api.ask(`${this.address}/actions?dry_run=true`, { body, token: store.player?.key });
  }

  /**
   * Takes actions, and announces what they caused. Throws Problem if they are refused.
   * @param {Role} role
   * @param {readonly Action[]} actions
   * @param {number} [version]  the only one at which to take them
   * @param {string} [token]  of an account that this browser does not store yet
   */
  async take(role, actions, version, token = store.player?.key) {
    const body = { role, actions };
    const done = await api.post(`${this.address}/actions`, { body, token, version });
    announce(done.sentences.join(" "));
    this.#hear(done.events, true);
    await this.#showing(done.version);
  }

  /**
   * Does something for a player, such as taking an action; if it is refused, `refusal` says why.
   * @param {() => Promise<unknown>} what
   */
  async ask(what) {
    if (this.busy) return;
    this.busy = true;
    this.refusal = null;
    this.changed();
    try {
      await what();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.refusal = inWords(error);
    }
    this.busy = false;
    this.changed();
  }
}

/** Returns a refusal in words that fit a tournament, where an account needs its rights. @param {Problem} problem */
export const inWords = (problem) => {
  if (problem.kind === "forbidden") return new Problem(403, { detail: t("tournament.forbidden") });
  if (problem.kind === "unauthorized") return new Problem(401, { detail: t("account.bad") });
  // An account that the form names does not exist; the tournament does.
  if (problem.kind === "not-found" && problem.errors.length) return new Problem(404, { detail: problem.detail });
  return problem.kind === "stale-version" ? new Problem(412, { detail: t("tournament.moved") }) : problem;
};
