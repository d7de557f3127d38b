/** A record on the screen: its board at each entry, its story and graphs, and its proof. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { ref } from "/page/vendor/lit-html/directives/ref.js";
import { Problem } from "/page/app/api.js";
import { Board } from "/page/app/board/board.js";
import { overAt } from "/page/app/ends.js";
import { speech, t, withWords } from "/page/app/i18n.js";
import { continuesView } from "/page/app/parts/continuing.js";
import { graphsView, Unfolded } from "/page/app/parts/graphs.js";
import { problemView } from "/page/app/parts/problem.js";
import { proofView } from "/page/app/parts/proof-panel.js";
import { players } from "/page/app/players.js";
import { standingView } from "/page/app/parts/standing.js";
import { captionView, pressed, timelineView } from "/page/app/parts/timeline.js";
import { gatherRecord } from "/page/app/proof/gathering.js";
import { Proving } from "/page/app/proof/proving.js";
import { MomentsOfRecord } from "/page/app/replay/moments.js";
import { Timeline } from "/page/app/replay/timeline.js";
import { idOf, rulesetPage } from "/page/app/rulesets.js";
import { lastText } from "/page/app/story.js";

/** @typedef {import("/page/app/proof/material.js").Gathered} Gathered */
/** @typedef {import("/page/app/ruleset.js").LoadedPage} LoadedPage */
/** @typedef {import("/page/app/ruleset.js").Seats} Seats */

export class Showing {
  /** @type {Gathered | null} */
  #gathered = null;
  /** @type {LoadedPage | null} */
  #page = null;
  /** @type {MomentsOfRecord | null} */
  #moments = null;
  /** @type {Timeline | null} */
  #timeline = null;
  /** @type {Proving | null} */
  #proving = null;
  /** @type {Problem | null} */
  #problem = null;
  /** @type {Board | null} */
  #board = null;
  #ending = new AbortController();
  #redraw;
  #unfolded;

  /** @param {import("/page/app/replay/files.js").Found} record @param {() => void} redraw */
  constructor(record, redraw) {
    this.#redraw = () => {
      redraw();
      this.#showBoard();
    };
    this.#unfolded = new Unfolded(this.#redraw);
    const { signal } = this.#ending;
    addEventListener("keydown", (event) => this.#key(event), { signal });
    const unheard = speech.onChange(() => this.#translate(record));
    signal.addEventListener("abort", unheard);
    this.#open(record);
  }

  close() {
    this.#ending.abort();
    this.#timeline?.close();
    this.#proving?.close();
  }

  /** Reads the story again, in another language. @param {import("/page/app/replay/files.js").Found} found */
  async #translate({ text, kind }) {
    const { signal } = this.#ending;
    const again = await gatherRecord(text, kind, { positions: "chance", signal }).catch(() => null);
    if (!again || !this.#moments) return; // the old language is better than nothing
    this.#moments.story = again.story;
    this.#timeline?.grow();
  }

  /** @param {import("/page/app/replay/files.js").Found} found */
  async #open({ text, kind }) {
    const { signal } = this.#ending;
    try {
      const gathered = await gatherRecord(text, kind, { signal });
      const page = await rulesetPage(idOf(gathered.record.ruleset));
      if (signal.aborted) return;
      [this.#gathered, this.#page] = [gathered, page];
      this.#moments = new MomentsOfRecord(gathered);
      const timeline = new Timeline(this.#moments, false);
      timeline.onChange(this.#redraw);
      this.#timeline = timeline;
      timeline.to(timeline.stops[0] ?? null);
      this.#proving = new Proving(async () => gathered, { elsewhere: true });
      this.#proving.onChange(this.#redraw);
      this.#proving.start();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this.#problem = error;
    }
    this.#redraw();
  }

  /** Translates with the words of the ruleset first, then of the page. */
  get #t() {
    return withWords(this.#page?.words ?? {});
  }

  /** @returns {Seats} */
  get #seats() {
    const { names, sides } = this.#gathered ?? { names: [], sides: [] };
    const seats = sides.map((side, seat) => ({ name: names[seat], side }));
    return players(seats, [], (side) => this.#t(`side.${side}`));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if (this.#timeline && (target === document.body || target.id === "main")) pressed(event, this.#timeline);
  }

  #showBoard() {
    const picture = this.#timeline?.moment?.picture;
    const before = this.#board?.broad;
    if (picture) this.#board?.show(picture);
    if (this.#board?.broad !== before) this.#redraw();
  }

  draw() {
    const [gathered, page, timeline, proving] = [this.#gathered, this.#page, this.#timeline, this.#proving];
    if (this.#problem?.errors.length) return badForm(this.#problem.errors);
    if (this.#problem) return problemView(this.#problem);
    if (!gathered || !page || !timeline || !proving) return html`<p class="hint" role="status">${t("check.reading")}</p>`;
    const jump = (/** @type {number} */ version) => timeline.to(version);
    const { moment } = timeline;
    const version = moment?.version ?? 0;
    const { events } = gathered;
    const seats = this.#seats;
    const { outcome } = gathered.record;
    return html`<div class="table ${this.#board?.broad ? "broad" : ""}">
      <div class="stage" ?hidden=${timeline.stops.length === 0}>
        <div class="picture"><div class="board" ${ref(this.#host)}></div></div>
        ${captionView(timeline, this.#dice(page, timeline))} ${timelineView(timeline)}
      </div>
      <div class="play">
        ${events.length ? continuesView(events[0]) : nothing}
        ${gathered.refusal ? html`<p class="problem">${t("check.refused", { entry: gathered.refusal.index })}
          ${gathered.refusal.message} <span class="rule">${gathered.refusal.rule}</span></p>` : nothing}
        ${outcome && overAt(events, version) ? html`<section class="card ending"><p class="result">
          ${lastText(this.#moments?.story ?? [])}</p>
          ${standingView(outcome.standing, seats, this.#t, idOf(gathered.record.ruleset))}</section>` : nothing}
        ${proofView(proving, jump)}
      </div>
      <div class="sidebar">
        ${moment?.position ? this.#players(gathered, page, moment) : nothing}
        ${graphsView(page.graphs(events.slice(0, version), seats, this.#t), { version, end: timeline.last, jump, unfolded: this.#unfolded })}
      </div>
    </div>`;
  }

  /**
   * Returns the dice of the step shown.
   * @param {LoadedPage} page
   * @param {Timeline} timeline
   */
  #dice(page, { moment, step }) {
    if (!moment?.position) return nothing;
    const events = this.#gathered?.events ?? [];
    return page.scene?.({ step, events, position: moment.position, seats: this.#seats }).dice ?? nothing;
  }

  /**
   * Returns the panels of the seats, and the shared status.
   * @param {Gathered} gathered
   * @param {LoadedPage} page
   * @param {{position: any, version: number}} moment
   */
  #players({ record, events }, page, { position, version }) {
    const [seats, words] = [this.#seats, this.#t];
    const over = overAt(events, version);
    const one = (/** @type {number} */ seat) => html`<li><section class="seat side-${seats.side(seat)}">
      <header><span class="chip" aria-hidden="true"></span><h3>${seats.name(seat)}</h3></header>
      ${page.seat(position, seat, seats, words, record.options)}</section></li>`;
    return html`<ul class="seats">${Array.from({ length: seats.count }, (_, seat) => one(seat))}</ul>
      <section class="status">${page.status(position, seats, words, record.options, over)}</section>`;
  }

  /** The same function each time, because a new one would be called at each drawing. */
  #host = (/** @type {Element | undefined} */ element) => {
    this.#board = element ? new Board(/** @type {HTMLElement} */ (element), {
      preview: () => {},
      lost: () => {},
    }) : null;
    queueMicrotask(() => this.#showBoard());
  };
}

/** Shows why it is not a record, in the service's words. @param {Problem["errors"]} errors */
const badForm = (errors) => html`<div class="problem" role="alert"><p>${t("check.bad.form")}</p>
  <ul>${errors.map(({ where, message }) => html`<li><code>${where}</code> ${message}</li>`)}</ul></div>`;
