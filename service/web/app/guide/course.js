/**
 * The course of a guided game: the actions so far, and the lesson that is due. The page keeps them;
 * the service judges them with its checker, and stores nothing.
 */
import { api, pause, Problem } from "/page/app/api.js";
import { Changing } from "/page/app/events.js";
import { speech, withWords } from "/page/app/i18n.js";
import { drafts } from "/page/app/game/drafts.js";
import { fits } from "/page/app/guide/fits.js";
import { players } from "/page/app/players.js";
import { pace, restOf } from "/page/app/replay/pace.js";
import { rulesetPage, rulesets } from "/page/app/rulesets.js";

/** @typedef {import("/page/app/ruleset.js").Action} Action */
/** @typedef {import("/page/app/ruleset.js").Draft} Draft */
/** @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent */
/** @typedef {import("/page/app/ruleset.js").LoadedPage} LoadedPage */
/** @typedef {import("/page/app/ruleset.js").Scene} Scene */
/** @typedef {import("/page/api").components["schemas"]["Guide"]} Guide */
/** @typedef {import("/page/api").components["schemas"]["GuideMove"]} Move */

/** What is on the board: the position after some of the actions, and what the last one caused. */
/** @typedef {{position: any, picture: string, scene: Scene | null, sentences: string[]}} Moment */

/** The number of legal actions to list along with the choices. */
const LISTED = 100;

/** The number of sentences to show at most on what happened: the last ones. */
const SENTENCES_MAX = 3;

export class Course extends Changing {
  /** @type {Guide | null} */
  guide = null;
  /** @type {LoadedPage | null} */
  page = null;
  /** @type {import("/page/api").components["schemas"]["Ruleset"] | null} */
  ruleset = null;
  /** The number of the lesson, from 0; after the last one, that of all lessons. */
  at = 0;
  /** @type {Moment | null} */
  moment = null;
  /** @type {Draft | null} */
  draft = null;
  /** Whether requests are on their way, or answers are being shown. */
  busy = false;
  /** Why the last action was refused, or could not be judged. @type {Problem | null} */
  refusal = null;
  /** Whether the last action was legal, but not the one of the lesson. */
  astray = false;
  /** Why there is nothing to show. @type {Problem | null} */
  failure = null;
  /** @type {Move[]} */
  #moves = [];
  /** For each lesson so far, the number of actions before it. @type {number[]} */
  #begins = [];
  /** @type {GameEvent[]} */
  #events = [];
  #closed = false;
  #unheard;

  /**
   * @param {string} id  of the ruleset
   * @param {number} number  of the lesson in the address, from 1; NaN if there is none
   */
  constructor(id, number) {
    super();
    this.id = id;
    this.#resume(number);
    this.#unheard = speech.onChange(() => this.open());
    this.open();
  }

  close() {
    this.#closed = true;
    this.#unheard();
  }

  /** The lesson that is due; undefined after the last one. */
  get lesson() {
    return this.guide?.lessons[this.at];
  }

  /** Translates with the words of the ruleset first, then of the page. */
  get t() {
    return withWords(this.page?.words ?? {});
  }

  /** @returns {import("/page/app/ruleset.js").Seats} */
  get seats() {
    const { sides = [], seat = 0 } = this.guide ?? {};
    return players(sides.map((side) => ({ side })), [seat], (side) => this.t(`side.${side}`));
  }

  /** Reads the guide and shows the lesson that is due, in the language of the page. */
  async open() {
    await this.#do(async () => {
      // The id may come from an address that someone typed, so check it before asking for more.
      this.ruleset = (await rulesets()).find(({ id, guided }) => id === this.id && guided) ?? null;
      if (!this.ruleset) throw new Problem(404, {});
      [this.guide, this.page] = await Promise.all([
        api.get(`/v1/rulesets/${this.id}/guide`), rulesetPage(this.id),
      ]);
      if (!this.#moves.length) this.#moves = [...this.guide?.opening ?? []];
      try {
        await this.#show(this.#moves.length);
      } catch (error) {
        if (!this.at || this.moment) throw error;
        // The guide has changed since this browser kept the actions.
        this.at = 0;
        this.#moves = [...this.guide?.opening ?? []];
        await this.#show(this.#moves.length);
      }
      await this.#arrive();
    });
    if (!this.moment) [this.failure, this.refusal] = [this.refusal, null];
    this.changed();
  }

  /** Goes on after a lesson without an action. */
  next() {
    return this.#do(() => this.#complete([]));
  }

  /** Goes back to the lesson before. */
  back() {
    return this.#do(async () => {
      this.at -= 1;
      this.#moves.length = this.#begins[this.at];
      await this.#show(this.#moves.length);
      await this.#arrive();
    });
  }

  /** Begins again with the first lesson. */
  again() {
    return this.#do(async () => {
      this.at = 0;
      this.#moves = [...this.guide?.opening ?? []];
      await this.#show(this.#moves.length);
      await this.#arrive();
    });
  }

  /**
   * Goes on where this tab was before a reload, if the address says so.
   * @param {number} number
   */
  #resume(number) {
    const kept = /** @type {any} */ (drafts.get(this.#key, "lesson"));
    if (kept && kept.at + 1 === number) [this.at, this.#moves, this.#begins] = [kept.at, kept.moves, kept.begins];
  }

  /** Keeps the place for a reload: the lesson in the address, the actions in the tab. */
  #keep() {
    drafts.keep(this.#key, "lesson", { at: this.at, moves: this.#moves, begins: this.#begins });
    history.replaceState(history.state, "", `#/learn/${this.id}${this.at ? `/${this.at + 1}` : ""}`);
  }

  get #key() {
    return `learn/${this.id}`;
  }

  // --- acting ------------------------------------------------------------------------------------

  /**
   * Takes actions of the learner, if they are those of the lesson; the rules judge all others.
   * @param {Action[]} actions
   */
  #act(actions) {
    const [action, ...more] = actions;
    const expects = this.lesson?.expects ?? [];
    return this.#do(async () => {
      const { legal, refusals: [refusal] } = await this.#judge(actions, this.moment?.position);
      if (!legal) throw new Problem(409, { detail: refusal.message, rule: refusal.rule });
      this.astray = more.length > 0 || !expects.some((one) => fits(one, action));
      if (!this.astray) await this.#complete([{ seat: this.guide?.seat ?? 0, action }]);
    });
  }

  /**
   * Completes the lesson: shows its action and the answers one after the other, then the next
   * lesson.
   * @param {Move[]} own  the action of the learner, if the lesson has one
   */
  async #complete(own) {
    const moves = [...own, ...this.lesson?.answers ?? []];
    this.#begins[this.at] = this.#moves.length;
    this.#moves.push(...moves);
    this.draft = null;
    const last = this.#moves.length;
    for (let left = moves.length; left > 0 && !this.#closed; left--) {
      const plays = left === 1 || pace() > 0;
      if (plays) await this.#show(last - left + 1, left === 1 ? last - moves.length : undefined);
      if ((left > 1 || left < moves.length) && pace() > 0) await pause(restOf(left));
    }
    // An arrow would hide what the next lesson is about.
    if (this.moment) this.moment = { ...this.moment, scene: { dice: this.moment.scene?.dice } };
    this.at += 1;
    if (!this.#closed) await this.#arrive();
  }

  /** Prepares the lesson that is due: the draft of the learner's action, if there is one. */
  async #arrive() {
    const { guide, lesson, moment, page } = this;
    this.draft = null;
    this.#keep();
    if (!guide || !moment || !page || !lesson?.expects.length) return;
    const { position } = moment;
    const { options, seat } = guide;
    const legal = await this.#legal(position);
    this.draft = page.draft({
      position, options, seat, legal,
      seats: this.seats,
      events: this.#events,
      story: [],
      t: this.t,
      changed: () => {
        this.#forgive();
        this.changed();
      },
      send: (actions) => void this.#act(actions),
      ask: (actions, alternatives) => this.#weigh(actions, alternatives),
      more: (cursor) => this.#legal(position, cursor),
    });
  }

  #forgive() {
    this.refusal = null;
    this.astray = false;
  }

  /** @param {() => Promise<void>} what */
  async #do(what) {
    if (this.busy) return;
    this.busy = true;
    this.#forgive();
    this.changed();
    try {
      await what();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.refusal = error;
    } finally {
      this.busy = false;
    }
    this.changed();
  }

  // --- asking the service --------------------------------------------------------------------------

  /**
   * Shows the table after this many actions, and what happened since an earlier one.
   * @param {number} count
   * @param {number} [since]
   */
  async #show(count, since = count - 1) {
    const { guide, page } = this;
    if (!guide) return;
    const actions = this.#moves.slice(0, count);
    const { options, seat } = guide;
    const { position, events, sentences } = await api.ask(this.#path("check"), {
      body: { options, actions, viewer: seat },
    });
    const picture = await api.askText(this.#path("board.svg"), {
      body: { options, position, part: "board" },
    });
    this.#events = events.map((/** @type {any} */ { index, event }, /** @type {number} */ at) => (
      { ...event, version: at + 1, by: actions[index].seat }));
    const last = (/** @type {any} */ { index }) => index === count - 1;
    const step = this.#events.filter((_, at) => last(events[at]));
    const own = actions.at(-1)?.seat === seat;
    const scene = page?.scene?.({ step, events: this.#events, position, seats: this.seats }) ?? null;
    const latest = sentences.filter((/** @type {any} */ { index }) => index >= since).slice(-SENTENCES_MAX);
    const texts = latest.map((/** @type {any} */ { text }) => text);
    // The player's own pieces are in their places already.
    this.moment = { position, picture, scene: own ? { ...scene, flights: [] } : scene, sentences: texts };
    this.changed();
  }

  /**
   * The checker knows no alternatives: a request for each position is as good, because no player waits.
   * @param {Action[]} actions
   * @param {Action[]} alternatives
   * @returns {Promise<import("/page/app/ruleset.js").Verdict>}
   */
  async #weigh(actions, alternatives) {
    const verdict = await this.#judge(actions, this.moment?.position);
    const after = verdict.legal ? alternatives : [];
    return {
      ...verdict,
      alternatives: await Promise.all(after.map((one) => this.#judge([one], verdict.position))),
    };
  }

  /** @param {Action[]} actions @param {any} position */
  #judge(actions, position) {
    const { options, seat } = /** @type {Guide} */ (this.guide);
    const body = { options, position, actions: actions.map((action) => ({ seat, action })) };
    return api.ask(this.#path("check"), { body });
  }

  /** @param {any} position @param {string} [cursor] */
  #legal(position, cursor) {
    const { options, seat } = /** @type {Guide} */ (this.guide);
    const path = `${this.#path("legal-actions")}?limit=${LISTED}${cursor ? `&cursor=${cursor}` : ""}`;
    return api.ask(path, { body: { options, position, seat } });
  }

  /** @param {string} what */
  #path(what) {
    return `/v1/rulesets/${this.id}/${what}`;
  }
}
