/** The guided first game of a ruleset, `#/learn/<ruleset>`: lessons next to the board. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { keyed } from "/page/vendor/lit-html/directives/keyed.js";
import { ref } from "/page/vendor/lit-html/directives/ref.js";
import { Problem } from "/page/app/api.js";
import { Board } from "/page/app/board/board.js";
import { draggable } from "/page/app/board/drag.js";
import { Focus } from "/page/app/game/focus.js";
import { playTheHouse } from "/page/app/game/opening.js";
import { Course } from "/page/app/guide/course.js";
import { point } from "/page/app/guide/pointer.js";
import { t } from "/page/app/guide/words.js";
import { announce } from "/page/app/parts/announcing.js";
import { entitle } from "/page/app/parts/calls.js";
import { rulesAt } from "/page/app/parts/help.js";
import { problemView } from "/page/app/parts/problem.js";
import { nowhere } from "/page/app/screens/lost.js";

/** @typedef {import("/page/app/ruleset.js").Content} Content */

/** @type {import("/page/app/main.js").MakeScreen} */
export const guide = (redraw, [, ruleset = "", number = ""]) => new GuideScreen(redraw, ruleset, parseInt(number, 10));

class GuideScreen {
  wide = true;
  /** @type {Board | null} */
  #board = null;
  /** @type {Content | null} */
  #preview = null;
  #broad = false;
  /** The lesson that began last. */
  #begun = "";
  #ending = new AbortController();
  #course;
  #focus;
  #redraw;

  /** @param {() => void} redraw @param {string} ruleset @param {number} number  of the lesson, from 1 */
  constructor(redraw, ruleset, number) {
    this.#redraw = () => {
      redraw();
      this.#showBoard();
      this.#begin();
    };
    const { signal } = this.#ending;
    this.#course = new Course(ruleset, number);
    this.#course.onChange(this.#redraw);
    draggable(() => this.#board, signal);
    this.#focus = new Focus(() => this.#board, signal);
    addEventListener("keydown", (event) => this.#key(event), { signal });
    addEventListener("resize", () => this.#showBoard(), { signal });
  }

  /** @param {string[]} path */
  go(path) {
    return path[0] === "learn" && path[1] === this.#course.id;
  }

  close() {
    this.#ending.abort();
    this.#course.close();
  }

  /** The draft to choose from; null during a request. */
  get #draft() {
    return this.#course.busy ? null : this.#course.draft;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const undoes = event.key === "Escape" || (event.key === "z" && (event.ctrlKey || event.metaKey));
    const target = /** @type {Element} */ (event.target);
    if (!undoes || !this.#draft?.undoable || target.closest("dialog, input, select, textarea")) return;
    event.preventDefault();
    this.#undo();
  }

  #undo() {
    this.#course.draft?.undo();
    this.#redraw();
    announce(t("turn.undone"));
  }

  /** Begins a new lesson: what is uppermost is in view, and screen readers read the text. */
  #begin() {
    const { busy, lesson } = this.#course;
    if (busy || !lesson || lesson.id === this.#begun) return;
    this.#begun = lesson.id;
    announce([lesson.text, lesson.task ?? ""].join(" "));
    const parts = [...document.querySelectorAll(".guide :is(.stage, .controls)")];
    const top = (/** @type {Element} */ one) => one.getBoundingClientRect().top;
    // In a small window, the controls are above a board on which nothing can be chosen.
    parts.sort((one, other) => top(one) - top(other))[0]?.scrollIntoView({ block: "nearest" });
  }

  #showBoard() {
    const { busy, lesson, moment, draft } = this.#course;
    queueMicrotask(() => this.#ending.signal.aborted || this.#focus.settle(!busy));
    const board = this.#board;
    if (!board || !moment) return;
    board.show(moment.picture, moment.scene);
    board.offer(this.#draft?.spots() ?? []);
    board.wait(draft?.pending() ?? []);
    if (board.svg) point(board.svg, busy ? [] : lesson?.points ?? []);
    if (this.#broad === board.broad) return;
    this.#broad = board.broad;
    this.#redraw();
  }

  // --- drawing -------------------------------------------------------------------------------------

  draw() {
    const { failure, moment, ruleset } = this.#course;
    if (failure?.status === 404) {
      entitle(t("lost.title"));
      return nowhere("lost.rules");
    }
    if (failure) return html`${problemView(failure)}<p><a href="#/">${t("ending.lobby")}</a></p>`;
    if (!moment || !ruleset) return html`<p class="hint" role="status">${t("game.loading")}</p>`;
    const title = t("guide.title", { title: ruleset.title });
    entitle(title);
    return html`<h1 class="unseen">${title}</h1>
      <div class="table guide ${this.#broad ? "broad" : ""}">
        <div class="stage">
          <div class="picture">
            <div class="board" ${ref(this.#host)}></div>
            ${this.#preview ? html`<aside class="preview">${this.#preview}</aside>` : nothing}
          </div>
          <div class="caption">
            ${moment.scene?.dice ? keyed(moment, html`<div class="dice">${moment.scene.dice}</div>`) : nothing}
            <p class="happened">${moment.sentences.join(" ")}</p></div>
        </div>
        <div class="play">${this.#turn()} ${this.#players(moment.position)}</div>
      </div>`;
  }

  /** Returns the lesson, and the controls. */
  #turn() {
    const { draft, busy, lesson, guide: { lessons } = { lessons: [] }, at } = /** @type {any} */ (this.#course);
    return html`<section class="turn" aria-label=${t("guide.lesson")}>
      <div class="bar own">
        <header><h2 class="whose" tabindex="-1">${lesson
          ? t("guide.number", { number: at + 1, count: lessons.length }) : t("guide.done")}</h2>
          ${at && !busy ? html`<button type="button" class="quiet" data-back @click=${() => this.#course.back()}>
            ${t("guide.back")}</button>` : nothing}</header>
        <progress max=${lessons.length} value=${at} aria-label=${t("guide.progress")}></progress>
        ${lesson ? this.#lesson() : this.#farewell()}
      </div>
      ${draft && !busy ? html`<div class="controls">${draft.controls()}</div>` : nothing}
    </section>`;
  }

  #lesson() {
    const { astray, busy, draft, id, lesson, refusal } = this.#course;
    if (!lesson) return nothing;
    return html`<div class="lesson" aria-busy=${busy ? "true" : "false"}>
        <p>${lesson.text}</p>
        ${lesson.task ? html`<p class="task">${lesson.task}</p>` : nothing}</div>
      ${astray ? html`<p class="advice" role="status">${t("guide.astray")}</p>` : nothing}
      ${refusal ? problemView(refusal, id) : nothing}
      <div class="deeds"><div class="sends">
        ${busy ? nothing : draft ? html`${draft.confirm()}
          ${draft.undoable ? html`<button type="button" class="quiet undo" aria-keyshortcuts="Control+Z Escape"
            @click=${() => this.#undo()}>${t("turn.undo")}</button>` : nothing}`
          : html`<button type="button" class="primary" data-next @click=${() => this.#course.next()}>
              ${t("guide.next")}</button>`}</div></div>`;
  }

  /** Returns the end of the guide, which leads to a real game. */
  #farewell() {
    const { id, refusal, ruleset } = this.#course;
    const [easiest] = ruleset?.bots ?? [];
    return html`<p>${t("guide.well_done", { title: ruleset?.title ?? "" })}</p>
      ${refusal ? problemView(refusal) : nothing}
      <div class="deeds"><div class="sends">
        ${easiest ? html`<button type="button" class="primary" data-play @click=${() => this.#play(easiest.id)}>
          ${t("guide.play", { name: easiest.name })}</button>` : nothing}
        <a class="button" href="#/new?ruleset=${id}">${t("lobby.friends")}</a>
        <a class="button" href=${rulesAt(id)}>${t("rules.link")}</a>
        <button type="button" class="quiet" data-again @click=${() => this.#course.again()}>
          ${t("guide.again")}</button></div></div>`;
  }

  /** @param {string} bot  its id */
  async #play(bot) {
    const course = this.#course;
    if (!course.ruleset || course.busy) return;
    course.busy = true;
    try {
      await playTheHouse(course.ruleset, bot);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      course.refusal = error;
    }
    course.busy = false;
    course.changed();
  }

  /** Returns the panels of the seats, and the shared status. @param {any} position */
  #players(position) {
    const { guide: data, page, seats, t: words } = this.#course;
    if (!data || !page || !position) return nothing;
    const { options, seat: own } = data;
    const order = Array.from({ length: seats.count }, (_, index) => (own + index) % seats.count);
    const one = (/** @type {number} */ seat) => html`<li><section class="seat side-${seats.side(seat)}">
      <header><span class="chip" aria-hidden="true"></span><h2>${seats.name(seat)}</h2>
        ${seat === own ? html`<span class="tag own">${t("seat.you")}</span>` : nothing}</header>
      ${page.seat(position, seat, seats, words, options)}</section></li>`;
    const status = page.status(position, seats, words, options, false);
    return html`<ul class="seats">${order.map(one)}</ul>
      ${status === nothing ? nothing : html`<section class="status">${status}</section>`}`;
  }

  /** The same function each time, because a new one would be called at each drawing. */
  #host = (/** @type {Element | undefined} */ element) => {
    this.#board = element ? new Board(/** @type {HTMLElement} */ (element), {
      preview: (content) => {
        this.#preview = content;
        this.#redraw();
      },
      lost: () => this.#focus.settle(!this.#course.busy),
    }) : null;
    queueMicrotask(() => this.#showBoard());
  };
}
