/**
 * A game that the page follows: its state, events, picture and legal actions, read from the service
 * and updated by a connection that restores itself.
 */
import { Problem } from "/page/app/api.js";
import { speech } from "/page/app/i18n.js";
import { badLink, claimLinks, isBad } from "/page/app/game/links.js";
import { Source } from "/page/app/game/source.js";
import { Viewed } from "/page/app/game/viewed.js";
import { Live } from "/page/app/live.js";
import { idOf, rulesetPage, rulesets } from "/page/app/rulesets.js";
import { continued } from "/page/app/story.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent */
/** @typedef {import("/page/app/ruleset.js").Legal} Legal */
/** @typedef {import("/page/api").components["schemas"]["Game"]} Game */

/** The pause before reading again after a failure. */
const AGAIN_MS = 3000;

export class Followed extends Viewed {
  /** All events so far, in order. @type {GameEvent[]} */
  events = [];
  /** What happened, in sentences. @type {readonly import("/page/app/story.js").Sentence[]} */
  story = [];
  /** The title of the game. */
  title = "";
  /** The house bots available for seats. @type {readonly import("/page/app/players.js").HouseBot[]} */
  bots = [];
  /**
   * The game as it was read last, with its board as SVG; they change together.
   * @type {{version: number, game: Game, position: Game["position"], picture: string | null} | null}
   */
  now = null;
  /** The legal actions of the seat that is due here. @type {Legal | null} */
  legal = null;
  /** Why the last request was refused. @type {Problem | null} */
  refusal = null;
  /** Why there is nothing to show. @type {Problem | null} */
  failure = null;
  /** @type {{seats: number[], spectators: number} | null} */
  presence = null;
  /** The seats that want a rematch. @type {number[]} */
  askers = [];
  /** @type {Live | null} */
  live = null;
  /** The service's data on the game, for this page's viewer. */
  source;

  #closed = false;
  #opens = false;
  #awaits = false;
  /** @type {Promise<void> | null} */
  #reading = null;
  /** Whether our action is on its way; its answer has what its events would make us read. */
  acting = false;
  /** Whether to read everything again. */
  #readAgain = false;
  /** Whether events and story have to be replaced: at the end, everyone may see what was hidden. */
  #revealed = false;
  /** The latest version announced since the last read began. */
  #announced = 0;
  /** The version and the language of the story. */
  #storyOf = { version: 0, language: "" };
  /** The key of the picture's content. */
  #pictureOf = "";
  /** The functions that remove our listeners. @type {(() => void)[]} */
  #unsubscribe;

  /** @param {string} id */
  constructor(id) {
    super(id);
    this.source = new Source(id, () => this.token);
    // The player has opened a link to another seat of the same game.
    const seats = () => `${this.own} ${store.game(id)?.unclaimed ?? ""}`;
    let known = seats();
    const seated = () => {
      const before = known;
      known = seats();
      if (known !== before && this.live && !this.#opens) this.open();
    };
    // The picture and the legal actions depend on the language too.
    const languageChanged = () => void (this.game && this.read());
    this.#unsubscribe = [store.onChange(seated), speech.onChange(languageChanged)];
  }

  /** Called after everything has been read, before the listeners are notified. */
  arrived() {}

  // --- reading -----------------------------------------------------------------------------------

  /** Reads everything, and stays connected. */
  async open() {
    this.#opens = true;
    try {
      const claims = store.game(this.id)?.unclaimed !== undefined;
      const bad = await claimLinks(this.id);
      if (claims) this.refusal = null;
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
      // A link to a game that does not exist is useless.
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

  /** Stops following the game. */
  close() {
    this.#closed = true;
    for (const end of this.#unsubscribe) end();
    this.live?.close();
  }

  /** Reads again what may have changed; a request during the read causes another one after it. */
  read() {
    this.#readAgain = true;
    return this.catchUp();
  }

  /** Reads what has been announced and not been read. */
  catchUp() {
    this.#reading ??= this.#readAll().finally(() => (this.#reading = null));
    return this.#reading;
  }

  /**
   * Whether there is more to read. Our own actions are read before the connection announces them.
   */
  get #behind() {
    return this.#readAgain || this.#announced > (this.game?.version ?? 0);
  }

  async #readAll() {
    while (this.#behind && !this.#closed) {
      this.#readAgain = false;
      this.#announced = 0;
      try {
        const before = this.game?.status;
        this.game = await this.#game();
        if (before === "running" && this.game.status !== "running") {
          this.#revealed = true;
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

  /** @returns {Promise<Game>} */
  async #game() {
    try {
      return await this.source.game();
    } catch (error) {
      const seat = this.due ?? this.own[0];
      if (!isBad(error) || seat === undefined) throw error;
      // The token is no longer valid: continue without it.
      store.leave(this.id, seat);
      this.refusal = badLink(error);
      return this.#game();
    }
  }

  /** Reads what belongs to the current version: events, picture, legal actions. */
  async #readRest() {
    const game = this.game;
    if (!game) return;
    const of = this.#keyOf(game);
    const { language } = speech;
    const replaced = this.#revealed;
    const known = this.#storyOf.language === language && !replaced ? this.#storyOf.version : 0;
    const shown = this.now?.picture ?? null;
    const [events, sentences, picture, legal] = await Promise.all([
      this.source.events(replaced ? 0 : this.events.length, game.version),
      known === game.version ? [] : this.source.story(known),
      of === this.#pictureOf || game.position === null ? shown : this.source.picture(game.version),
      this.due === null ? null : this.source.legal(),
    ]);
    // Only now, because a playback needs the events and the story all the time.
    if (replaced) {
      this.events = [...events, ...this.events.slice(events.length)];
      this.#revealed = false;
    } else this.add(events);
    this.story = continued(known === 0 ? [] : this.story, sentences);
    this.#storyOf = { version: game.version, language };
    if (legal && legal.version !== game.version) {
      // The game moved on between the two requests, so a draft would mix two versions.
      this.#readAgain = true;
      return;
    }
    this.#show(game, picture, of, legal);
  }

  /**
   * @param {Game} game
   * @param {string | null} picture
   * @param {string} of  what the picture depended on when it was requested
   * @param {Legal | null} legal
   */
  #show(game, picture, of, legal) {
    this.now = { version: game.version, game, position: game.position, picture };
    this.#pictureOf = of;
    this.legal = legal;
    this.arrived();
    this.changed();
  }

  /** Returns what the picture of a game depends on. @param {Game} game */
  #keyOf({ version, status }) {
    return JSON.stringify([version, status, speech.language, this.token]);
  }

  /**
   * Shows the answer to an action of a seat, which has all that the page shows; reads everything if
   * the answer does not continue what is known here, or is not what this page's viewer sees.
   * @param {import("/page/api").components["schemas"]["ActionsTaken"]} done
   * @param {string | undefined} token  of the seat
   * @param {typeof speech.language} language  of the request; the page's own may have changed since
   */
  took({ version, events, game, board, legal_actions: legal, sentences = [] }, token, language) {
    const { version: storyOf, language: spoken } = this.#storyOf;
    const follows = storyOf === version - events.length
      && spoken === language && speech.language === language;
    this.add(events);
    const whole = this.events.length === version;
    if (this.#reading || !follows || !whole || game.status !== "running") {
      this.#readAgain = true;
      return;
    }
    this.game = game;
    if (token !== this.token || (this.due !== null && this.due !== legal?.seat)) {
      this.#readAgain = true;
      return;
    }
    this.story = continued(this.story, sentences);
    this.#storyOf = { version, language };
    this.#show(game, board ?? null, this.#keyOf(game), this.due === null ? null : (legal ?? null));
  }

  /** Appends the events that follow the known ones. @param {GameEvent[]} events */
  add(events) {
    for (const event of events) {
      if (event.version === this.events.length + 1) this.events = [...this.events, event];
    }
  }

  // --- following ---------------------------------------------------------------------------------

  #connect() {
    this.live?.close();
    const known = () => this.events.length;
    this.live = new Live(this.id, this.token, known, (frame) => this.#received(frame));
    let lost = false;
    this.live.onChange(() => {
      const state = this.live?.state;
      // When the connection is restored, read what failed meanwhile.
      if (state === "refused" || (state === "open" && lost)) this.read();
      lost = state === "lost";
      this.changed();
    });
  }

  /** @param {import("/page/app/live.js").Frame} frame */
  #received({ type, data }) {
    if (this.refusal?.status === 0) {
      // That error meant the service was unreachable; it no longer is.
      this.refusal = null;
      this.changed();
    }
    if (type === "event") {
      this.add([data]);
      this.#announced = data.version;
      if (!this.acting) this.catchUp();
    } else if (type === "presence") {
      this.presence = data;
      this.changed();
    } else if (type === "end") {
      this.read();
    }
  }

  async #awaitRematch() {
    if (this.#awaits || this.game?.status !== "over") return;
    this.#awaits = true;
    const module = await import("/page/app/game/rematch.js").catch(() => null);
    await module?.rematchOf(this, () => this.#closed);
    this.#awaits = false;
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!(error instanceof Problem)) throw error;
    this.failure = error;
    this.changed();
  }
}

/**
 * Returns whether the problem may be temporary: no answer, or a service in trouble.
 * @param {Problem | null} problem
 */
const passes = (problem) =>
  problem !== null && (problem.status === 0 || problem.status === 429 || problem.status >= 500);
