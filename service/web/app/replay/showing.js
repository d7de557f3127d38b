/** A record that is shown: its board at each entry, its story and graphs, and its proof. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { ref } from "/page/vendor/lit-html/directives/ref.js";
import { Problem } from "/page/app/api.js";
import { Board } from "/page/app/board/board.js";
import { t, withWords } from "/page/app/i18n.js";
import { graphsTold } from "/page/app/parts/graphs.js";
import { problemTold } from "/page/app/parts/problem.js";
import { proofTold } from "/page/app/parts/proof-panel.js";
import { players } from "/page/app/players.js";
import { sentenceOf } from "/page/app/parts/story.js";
import { pressed, timelineTold } from "/page/app/parts/timeline.js";
import { gatherRecord } from "/page/app/proof/gathering.js";
import { Proving } from "/page/app/proof/proving.js";
import { MomentsOfRecord } from "/page/app/replay/moments.js";
import { Timeline } from "/page/app/replay/timeline.js";
import { idOf, rulesetPage } from "/page/app/rulesets.js";

/** @typedef {import("/page/app/proof/material.js").Told} Told */
/** @typedef {import("/page/app/ruleset.js").LoadedPage} LoadedPage */
/** @typedef {import("/page/app/ruleset.js").Seats} Seats */

export class Showing {
  /** @type {Told | null} */
  #told = null;
  /** @type {LoadedPage | null} */
  #page = null;
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

  /** @param {import("/page/app/replay/files.js").Found} record @param {() => void} redraw */
  constructor(record, redraw) {
    this.#redraw = () => {
      redraw();
      this.#showBoard();
    };
    const { signal } = this.#ending;
    addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#open(record);
  }

  close() {
    this.#ending.abort();
    this.#timeline?.close();
    this.#proving?.close();
  }

  /** @param {import("/page/app/replay/files.js").Found} found */
  async #open({ text, kind }) {
    const { signal } = this.#ending;
    try {
      const told = await gatherRecord(text, kind, { signal });
      const page = await rulesetPage(idOf(told.record.ruleset));
      if (signal.aborted) return;
      [this.#told, this.#page] = [told, page];
      const timeline = new Timeline(new MomentsOfRecord(told), (event) => this.#sentence(event) !== null, false);
      timeline.onChange(this.#redraw);
      this.#timeline = timeline;
      timeline.to(timeline.stops[0] ?? null);
      this.#proving = new Proving(async () => told, { elsewhere: true });
      this.#proving.onChange(this.#redraw);
      this.#proving.start();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this.#problem = error;
    }
    this.#redraw();
  }

  /** Words of the ruleset, then of the page. */
  get #t() {
    return withWords(this.#page?.words ?? {});
  }

  /** @returns {Seats} */
  get #seats() {
    const { record, sides } = this.#told ?? { record: { seats: [] }, sides: [] };
    const seats = sides.map((side, seat) => ({ name: record.seats[seat].name, side }));
    return players(seats, [], (side) => this.#t(`side.${side}`));
  }

  /** @param {import("/page/app/ruleset.js").GameEvent} event */
  #sentence(event) {
    const told = { seats: this.#seats, page: this.#page, t: this.#t, events: this.#told?.events ?? [],
      sideName: (/** @type {string} */ side) => this.#t(`side.${side}`) };
    return sentenceOf(/** @type {any} */ (told), event);
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
    const [told, page, timeline, proving] = [this.#told, this.#page, this.#timeline, this.#proving];
    if (this.#problem?.errors.length) return badForm(this.#problem.errors);
    if (this.#problem) return problemTold(this.#problem);
    if (!told || !page || !timeline || !proving) return html`<p class="hint" role="status">${t("check.reading")}</p>`;
    const jump = (/** @type {number} */ version) => timeline.to(version);
    const { version, moment } = timeline;
    const seats = this.#seats;
    const { outcome } = told.record;
    return html`<div class="table ${this.#board?.broad ? "broad" : ""}">
      <div class="stage" ?hidden=${timeline.stops.length === 0}>
        <div class="picture"><div class="board" ${ref(this.#host)}></div></div>
        ${timelineTold(timeline, { sentenceOf: (event) => this.#sentence(event), link: null, running: false })}
      </div>
      <div class="play">
        ${told.refusal ? html`<p class="problem">${t("check.refused", { entry: told.refusal.index })}
          ${told.refusal.message} <span class="rule">${told.refusal.rule}</span></p>` : nothing}
        ${outcome ? html`<section class="card ending"><p class="result">
          ${page.ending(outcome, seats, this.#t)}</p></section>` : nothing}
        ${proofTold(proving, jump)}
      </div>
      <div class="told">
        ${moment?.position ? this.#players(told, page, moment.position) : nothing}
        ${graphsTold(page.graphs(told.events, seats, this.#t), version ?? timeline.last, jump)}
      </div>
    </div>`;
  }

  /** What belongs to each of them, and to all. @param {Told} told @param {LoadedPage} page @param {any} position */
  #players({ record }, page, position) {
    const [seats, words] = [this.#seats, this.#t];
    const one = (/** @type {number} */ seat) => html`<li><section class="seat side-${seats.side(seat)}">
      <header><span class="chip" aria-hidden="true"></span><h3>${seats.name(seat)}</h3></header>
      ${page.seat(position, seat, seats, words, record.options)}</section></li>`;
    return html`<ul class="seats">${Array.from({ length: seats.count }, (_, seat) => one(seat))}</ul>
      <section class="status">${page.status(position, seats, words, record.options)}</section>`;
  }

  /** The same function each time, or it would be called at each drawing. */
  #host = (/** @type {Element | undefined} */ element) => {
    this.#board = element ? new Board(/** @type {HTMLElement} */ (element), {
      preview: () => {},
      lost: () => {},
    }) : null;
    queueMicrotask(() => this.#showBoard());
  };
}

/** Why it is no record, as the service says it. @param {Problem["errors"]} errors */
const badForm = (errors) => html`<div class="problem" role="alert"><p>${t("check.bad.form")}</p>
  <ul>${errors.map(({ where, message }) => html`<li><code>${where}</code> ${message}</li>`)}</ul></div>`;
