/**
 * One game as this page knows it: its state, its events, its picture, what can be done, and the
 * connection that keeps all of it current.
 */
import { api, pause, Problem } from "/page/app/api.js";
import { speech, t } from "/page/app/i18n.js";
import { sitting } from "/page/app/game/opening.js";
import { Source } from "/page/app/game/source.js";
import { Viewed } from "/page/app/game/viewed.js";
import { Live } from "/page/app/live.js";
import { idOf, rulesetPage, rulesets } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent */
/** @typedef {import("/page/app/ruleset.js").Action} Action */
/** @typedef {import("/page/app/ruleset.js").Legal} Legal */
/** @typedef {import("/page/app/ruleset.js").Draft} Draft */
/** @typedef {import("/page/app/ruleset.js").Turn} Turn */
/** @typedef {import("/page/app/ruleset.js").RulesetPage} RulesetPage */
/** @typedef {import("/page/api").components["schemas"]["Game"]} Game */

/** How often one looks whether another wants to play again. */
const REMATCH_MS = 5000;

export class Table extends Viewed {
  /** All events so far, the first one first. @type {GameEvent[]} */
  events = [];
  /** What the game is called. */
  title = "";
  /** The house bots that can take a seat. @type {readonly string[]} */
  bots = [];
  /** The board as SVG, at `pictured`; null before the start. @type {string | null} */
  picture = null;
  /** What the seat that is due here may do. @type {Legal | null} */
  legal = null;
  /** @type {Draft | null} */
  draft = null;
  /** Why what was sent last was refused. @type {Problem | null} */
  refusal = null;
  /** Why there is nothing to show. @type {Problem | null} */
  failure = null;
  /** Whether something is on its way to the service. */
  busy = false;
  /** @type {{seats: number[], spectators: number} | null} */
  presence = null;
  /** @type {Live | null} */
  live = null;

  #draftOf = "";
  #closed = false;
  #awaits = false;
  /** @type {Promise<void> | null} */
  #reading = null;
  #readAgain = false;

  #source;
  /** What ends the listening to others. @type {(() => void)[]} */
  #unheard;

  /** @param {string} id */
  constructor(id) {
    super(id);
    this.#source = new Source(id, () => this.token);
    // Somebody has followed a link to another seat of the game that is open here.
    let own = String(this.own);
    const seated = () => {
      const before = own;
      own = String(this.own);
      if (own !== before && this.live) this.open();
    };
    // The picture and what can be done speak the language of the page, too.
    const spoken = () => void (this.game && this.read());
    this.#unheard = [store.onChange(seated), speech.onChange(spoken)];
  }

  // --- reading -----------------------------------------------------------------------------------

  /** Read all of it, and stay connected. */
  async open() {
    try {
      const game = await this.#game();
      const [page, known] = await Promise.all([rulesetPage(idOf(game.ruleset)), rulesets()]);
      const ruleset = known.find((one) => one.id === idOf(game.ruleset));
      this.page = page;
      this.title = ruleset?.title ?? idOf(game.ruleset);
      this.bots = ruleset?.bots ?? [];
      store.game(this.id) && store.keep(this.id, { ruleset: idOf(game.ruleset) });
      this.game = game;
      await this.#readEvents();
      await this.#readRest();
    } catch (error) {
      this.#fail(error);
      return;
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
    this.#reading ??= this.#readAll().finally(() => (this.#reading = null));
    return this.#reading;
  }

  async #readAll() {
    while (this.#readAgain && !this.#closed) {
      this.#readAgain = false;
      try {
        const before = this.game?.status;
        this.game = await this.#game();
        // At the end everybody may see what was hidden from them.
        if (before === "running" && this.game.status !== "running") {
          this.events = [];
          this.#awaitRematch();
        }
        await this.#readEvents();
        await this.#readRest();
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (error.status === 404) this.#fail(error);
        else if (this.live?.state === "open") setTimeout(() => this.read(), 3000);
      }
    }
  }

  /** @returns {Promise<Game>} */
  async #game() {
    try {
      return await this.#source.game();
    } catch (error) {
      const bad = error instanceof Problem && (error.status === 401 || error.status === 403);
      const seat = this.due ?? this.own[0];
      if (!bad || seat === undefined) throw error;
      // A link of another game, or one that is worth nothing any more: go on without it.
      store.leave(this.id, seat);
      this.refusal = new Problem(error.status, { detail: t("game.bad_link") });
      return this.#game();
    }
  }

  async #readEvents() {
    const version = this.game?.version ?? 0;
    this.#add(await this.#source.events(this.events.length, version));
  }

  /** Read the picture and the legal actions of the game as it is known now. */
  async #readRest() {
    const game = this.game;
    if (!game) return;
    const [picture, legal] = await Promise.all([
      game.position === null ? null : this.pictureAt(game.version),
      this.due === null ? null : this.#source.legal(),
    ]);
    if (legal && legal.version !== game.version) {
      // The game went on between the two: a draft of one on the other would be of neither.
      this.#readAgain = true;
      return;
    }
    this.picture = picture;
    this.legal = legal;
    this.#begin();
    this.changed();
  }

  /** The board at a version, as SVG. @param {number} version @returns {Promise<string>} */
  pictureAt(version) {
    return this.#source.picture(version);
  }

  /** @param {GameEvent[]} events */
  #add(events) {
    for (const event of events) {
      if (event.version === this.events.length + 1) this.events = [...this.events, event];
    }
  }

  // --- following ---------------------------------------------------------------------------------

  #connect() {
    this.live?.close();
    const known = () => this.events.length;
    this.live = new Live(this.id, this.token, known, (frame) => this.#heard(frame));
    this.live.onChange(() => {
      // Whatever was missed: it is read anew when the connection is found again.
      if (this.live?.state === "open" || this.live?.state === "refused") this.read();
      this.changed();
    });
  }

  /** @param {import("/page/app/live.js").Frame} frame */
  #heard({ type, data }) {
    if (type === "event") {
      this.#add([data]);
      this.read();
    } else if (type === "presence") {
      this.presence = data;
      this.changed();
    } else if (type === "end") {
      this.read();
    }
  }

  /** After the end no stream tells anything: look whether another wants to play again. */
  async #awaitRematch() {
    if (this.#awaits) return;
    this.#awaits = true;
    while (!this.#closed && this.game?.status === "over" && !this.game.rematch) {
      await pause(REMATCH_MS);
      if (!document.hidden && this.own.length) await this.read();
    }
    this.#awaits = false;
  }

  // --- acting ------------------------------------------------------------------------------------

  /** Begin the draft of our turn, unless it has begun and nothing that it is about has changed. */
  #begin() {
    const { game, page, legal, due } = this;
    if (!game || !page || due === null || !legal) {
      this.draft = null;
      this.#draftOf = "";
      return;
    }
    const about = JSON.stringify([due, game.position, legal.choices, speech.language]);
    if (about === this.#draftOf) return;
    this.#draftOf = about;
    this.draft = page.draft(this.#turn(game, due, legal));
  }

  /** @param {Game} game @param {number} seat @param {Legal} legal @returns {Turn} */
  #turn(game, seat, legal) {
    return {
      position: game.position,
      options: game.options,
      seat,
      seats: this.seats,
      legal,
      events: this.events,
      t: this.t,
      changed: () => {
        this.refusal = null;
        this.changed();
      },
      send: (actions) => void this.act(actions, seat),
      ask: (actions) => {
        const path = `/v1/games/${this.id}/actions?dry_run=true`;
        return api.ask(path, { body: { actions }, token: this.#tokenOf(seat) });
      },
      more: (cursor) => this.#source.legal(cursor),
    };
  }

  /** @param {number} seat */
  #tokenOf(seat) {
    return store.game(this.id)?.seats[seat];
  }

  /**
   * Send actions of a seat. Gives whether they were carried out; if not, `refusal` says why.
   * @param {Action[]} actions
   * @param {number} seat
   */
  act(actions, seat) {
    const path = `/v1/games/${this.id}/actions`;
    const about = this.#draftOf;
    const send = () => {
      const token = this.#tokenOf(seat);
      return api.post(path, { body: { actions }, token, version: this.game?.version });
    };
    return this.#do(async () => {
      const done = await send().catch(async (error) => {
        // The game has gone on, but not in what this is about: another asked for a pause, say.
        await this.read();
        if (error.status !== 412 || about !== this.#draftOf) throw error;
        return send();
      });
      this.#add(done.events);
    });
  }

  /**
   * Sit down on a seat, or let a house bot.
   * @param {number} seat
   * @param {{name?: string | null, bot?: string, entropy?: string}} body
   */
  sit(seat, body) {
    const token = body.bot ? this.creator : (this.#tokenOf(seat) ?? this.creator);
    return this.#do(() => api.put(`/v1/games/${this.id}/seats/${seat}`, { body, token }));
  }

  /** Stand up before the start. @param {number} seat */
  stand(seat) {
    const token = this.#tokenOf(seat) ?? this.creator;
    return this.#do(() => api.del(`/v1/games/${this.id}/seats/${seat}`, { token }));
  }

  /** Call the game off before the start. */
  callOff() {
    const body = { actions: [{ type: "abort_game" }] };
    return this.#do(() => api.post(`/v1/games/${this.id}/actions`, { body, token: this.creator }));
  }

  /** Play again, on the same seats. Gives the id of the next game, or null if it is refused. */
  async again() {
    let id = /** @type {string | null} */ (null);
    const done = await this.#do(async () => {
      for (const seat of this.own) {
        const body = { entropy: sitting().entropy };
        const path = `/v1/games/${this.id}/rematch`;
        const told = await api.post(path, { body, token: this.#tokenOf(seat) });
        id = told.game.id;
        store.keep(told.game.id, { ruleset: idOf(told.game.ruleset), seats: { [seat]: told.token } });
      }
    });
    return done ? id : null;
  }

  /** @param {() => Promise<unknown>} what */
  async #do(what) {
    if (this.busy) return false;
    this.busy = true;
    this.refusal = null;
    this.changed();
    try {
      await what();
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.refusal = error;
      return false;
    } finally {
      this.busy = false;
      await this.read();
      this.changed();
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!(error instanceof Problem)) throw error;
    this.failure = error;
    this.changed();
  }
}
