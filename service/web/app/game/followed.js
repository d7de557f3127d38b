/**
 * A game that is followed: its state, its events, its picture and what can be done, read from the
 * service and kept current by a connection that comes again by itself.
 */
import { Problem } from "/page/app/api.js";
import { speech, t } from "/page/app/i18n.js";
import { rematchOf } from "/page/app/game/rematch.js";
import { Source } from "/page/app/game/source.js";
import { Viewed } from "/page/app/game/viewed.js";
import { Live } from "/page/app/live.js";
import { idOf, rulesetPage, rulesets } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent */
/** @typedef {import("/page/app/ruleset.js").Legal} Legal */
/** @typedef {import("/page/api").components["schemas"]["Game"]} Game */

/** How soon one looks again for what could not be read. */
const AGAIN_MS = 3000;

export class Followed extends Viewed {
  /** All events so far, the first one first. @type {GameEvent[]} */
  events = [];
  /** What the game is called. */
  title = "";
  /** The house bots that can take a seat. @type {readonly string[]} */
  bots = [];
  /** The board as SVG; null before the start. @type {string | null} */
  picture = null;
  /** What the seat that is due here may do. @type {Legal | null} */
  legal = null;
  /** Why what was sent last was refused. @type {Problem | null} */
  refusal = null;
  /** Why there is nothing to show. @type {Problem | null} */
  failure = null;
  /** @type {{seats: number[], spectators: number} | null} */
  presence = null;
  /** The seats that ask to play again. @type {number[]} */
  askers = [];
  /** @type {Live | null} */
  live = null;
  /** What the service tells of it, to whom this page looks as. */
  source;

  #closed = false;
  #opens = false;
  #awaits = false;
  /** @type {Promise<void> | null} */
  #reading = null;
  /** Whether all of it is to be read again, whatever is known. */
  #readAgain = false;
  /** The version that was heard of since one began to read. */
  #heardOf = 0;
  /** What the picture is of. */
  #pictureOf = "";
  /** What ends the listening to others. @type {(() => void)[]} */
  #unheard;

  /** @param {string} id */
  constructor(id) {
    super(id);
    this.source = new Source(id, () => this.token);
    // Somebody has followed a link to another seat of the game that is open here.
    const seats = () => `${this.own} ${store.game(id)?.link ?? ""}`;
    let known = seats();
    const seated = () => {
      const before = known;
      known = seats();
      if (known !== before && this.live && !this.#opens) this.open();
    };
    // The picture and what can be done speak the language of the page, too.
    const spoken = () => void (this.game && this.read());
    this.#unheard = [store.onChange(seated), speech.onChange(spoken)];
  }

  /** Called when all of it has been read, before it is told. */
  arrived() {}

  // --- reading -----------------------------------------------------------------------------------

  /** Read all of it, and stay connected. */
  async open() {
    this.#opens = true;
    try {
      const bad = await this.#takeLink();
      const game = await this.#game();
      const [page, known] = await Promise.all([rulesetPage(idOf(game.ruleset)), rulesets()]);
      const ruleset = known.find((one) => one.id === idOf(game.ruleset));
      this.page = page;
      this.title = ruleset?.title ?? idOf(game.ruleset);
      this.bots = ruleset?.bots ?? [];
      store.game(this.id) && store.keep(this.id, { ruleset: idOf(game.ruleset) });
      this.game = game;
      await this.#readRest();
      this.failure = null;
      if (bad) {
        this.refusal = bad;
        this.changed();
      }
    } catch (error) {
      this.#fail(error);
      // A link to a game that is not there is good for nothing.
      if (!this.game && this.failure?.status === 404) store.forget(this.id);
      if (passes(this.failure)) this.#later(() => this.open());
      return;
    } finally {
      this.#opens = false;
    }
    if (this.#closed) return;
    this.#connect();
    this.#awaitRematch();
  }

  /** Leave it. */
  close() {
    this.#closed = true;
    for (const end of this.#unheard) end();
    this.live?.close();
  }

  /** Read again what may have changed; what is asked for meanwhile is read after it. */
  read() {
    this.#readAgain = true;
    return this.#readOn();
  }

  #readOn() {
    this.#reading ??= this.#readAll().finally(() => (this.#reading = null));
    return this.#reading;
  }

  /** Whether there is more to read. What one has done oneself is read before it is heard of. */
  get #behind() {
    return this.#readAgain || this.#heardOf > (this.game?.version ?? 0);
  }

  async #readAll() {
    while (this.#behind && !this.#closed) {
      this.#readAgain = false;
      this.#heardOf = 0;
      try {
        const before = this.game?.status;
        this.game = await this.#game();
        // At the end everybody may see what was hidden from them.
        if (before === "running" && this.game.status !== "running") {
          this.events = [];
          this.#awaitRematch();
        }
        await this.#readRest();
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (error.status === 404) this.#fail(error);
        else if (this.live?.state === "open") this.#later(() => this.read());
      }
    }
  }

  /** @param {() => unknown} what */
  #later(what) {
    setTimeout(() => this.#closed || what(), AGAIN_MS);
  }

  /**
   * Take the seat of a link that was followed; else give what is the matter with it. A wrong one
   * costs none that is played here.
   */
  async #takeLink() {
    const { link } = store.game(this.id) ?? {};
    if (!link) return null;
    try {
      store.take(this.id, await this.source.seatOf(link));
      this.refusal = null;
      return null;
    } catch (error) {
      if (!isBad(error)) throw error;
      store.take(this.id, null);
      return badLink(error);
    }
  }

  /** @returns {Promise<Game>} */
  async #game() {
    try {
      return await this.source.game();
    } catch (error) {
      const seat = this.due ?? this.own[0];
      if (!isBad(error) || seat === undefined) throw error;
      // It is worth nothing any more: go on without it.
      store.leave(this.id, seat);
      this.refusal = badLink(error);
      return this.#game();
    }
  }

  /** Read what belongs to the game as it is known now: events, picture, legal actions. */
  async #readRest() {
    const game = this.game;
    if (!game) return;
    const of = JSON.stringify([game.version, game.status, speech.language, this.token]);
    const [events, picture, legal] = await Promise.all([
      this.source.events(this.events.length, game.version),
      of === this.#pictureOf || game.position === null ? this.picture : this.source.picture(game.version),
      this.due === null ? null : this.source.legal(),
    ]);
    this.add(events);
    if (legal && legal.version !== game.version) {
      // The game went on between the two: a draft of one on the other would be of neither.
      this.#readAgain = true;
      return;
    }
    [this.picture, this.#pictureOf] = [picture, of];
    this.legal = legal;
    this.arrived();
    this.changed();
  }

  /** Take in what follows on what is known. @param {GameEvent[]} events */
  add(events) {
    for (const event of events) {
      if (event.version === this.events.length + 1) this.events = [...this.events, event];
    }
  }

  // --- following ---------------------------------------------------------------------------------

  #connect() {
    this.live?.close();
    const known = () => this.events.length;
    this.live = new Live(this.id, this.token, known, (frame) => this.#heard(frame));
    let lost = false;
    this.live.onChange(() => {
      const state = this.live?.state;
      // What could not be read meanwhile is read when the connection is found again.
      if (state === "refused" || (state === "open" && lost)) this.read();
      lost = state === "lost";
      this.changed();
    });
  }

  /** @param {import("/page/app/live.js").Frame} frame */
  #heard({ type, data }) {
    if (this.refusal?.status === 0) {
      // Nobody answered then; now somebody does.
      this.refusal = null;
      this.changed();
    }
    if (type === "event") {
      this.add([data]);
      this.#heardOf = data.version;
      this.#readOn();
    } else if (type === "presence") {
      this.presence = data;
      this.changed();
    } else if (type === "end") {
      this.read();
    }
  }

  async #awaitRematch() {
    if (this.#awaits) return;
    this.#awaits = true;
    await rematchOf(this, () => this.#closed);
    this.#awaits = false;
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!(error instanceof Problem)) throw error;
    this.failure = error;
    this.changed();
  }
}

/** Whether the token is none of this game, or gives no right. @param {unknown} error @returns {error is Problem} */
const isBad = (error) => error instanceof Problem && (error.status === 401 || error.status === 403);

/** @param {Problem} problem */
const badLink = ({ status }) => new Problem(status, { detail: t("game.bad_link") });

/** Whether it may be otherwise soon: nobody answered, or who did has trouble. @param {Problem | null} problem */
const passes = (problem) =>
  problem !== null && (problem.status === 0 || problem.status === 429 || problem.status >= 500);
