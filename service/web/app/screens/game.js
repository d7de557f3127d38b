/** A game at the table: its board, whose turn it is, what can be done, and what happened. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { ref } from "/page/vendor/lit-html/directives/ref.js";
import { Board } from "/page/app/board/board.js";
import { draggable } from "/page/app/board/drag.js";
import { Film } from "/page/app/game/film.js";
import { Table } from "/page/app/game/table.js";
import { t } from "/page/app/i18n.js";
import { call, entitle } from "/page/app/parts/calls.js";
import { confirmed } from "/page/app/parts/dialogs.js";
import { endingTold } from "/page/app/parts/ending.js";
import { linksTold } from "/page/app/parts/links.js";
import { offersTold, requests } from "/page/app/parts/offers.js";
import { problemTold } from "/page/app/parts/problem.js";
import { announce } from "/page/app/parts/said.js";
import { seatsTold } from "/page/app/parts/seats.js";
import { sentenceOf, storyTold } from "/page/app/parts/story.js";
import { Replay } from "/page/app/replay/at-table.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/ruleset.js").Content} Content */

/** Sentences that are told to a screen reader at once; what is older is in the story. */
const TOLD_MAX = 6;

/** @type {import("/page/app/main.js").MakeScreen} */
export const game = (redraw, path) => new GameScreen(redraw, path);

class GameScreen {
  wide = true;
  /** @type {Content | null} */
  #preview = null;
  /** It is shown where it does not cover what it is about. */
  #previewsAbove = false;
  /** Whether the board is much broader than high, so that there is room below it. */
  #broad = false;
  /** Whether the timeline is unfolded during one's own game. */
  #looksBack = false;
  #allOfStory = false;
  /** @type {Board | null} */
  #board = null;
  /** Events that were told; null before the first reading. @type {number | null} */
  #told = null;
  /** @type {number | null} */
  #due = null;
  #ending = new AbortController();
  #film;
  #redraw;

  /** @param {() => void} redraw @param {string[]} path */
  constructor(redraw, path) {
    this.#redraw = redraw;
    this.table = new Table(path[1]);
    this.#film = new Film(this.table, (picture) => {
      if (!this.replay.past) this.#show(picture);
    });
    this.replay = new Replay(this.table, path);
    this.replay.onChange(() => {
      redraw();
      this.#showBoard();
    });
    this.table.onChange(() => this.#changed());
    this.table.open();
    const { signal } = this.#ending;
    addEventListener("keydown", (event) => this.#key(event), { signal });
    draggable(() => this.#board, signal);
    const timer = setInterval(() => this.table.game?.clocks?.running.length && redraw(), 1000);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** @param {string[]} path */
  go(path) {
    if (path[0] !== "games" || path[1] !== this.table.id) return false;
    this.replay.go(path);
    return true;
  }

  close() {
    this.#ending.abort();
    this.table.close();
    this.replay.close();
  }

  // --- what changed --------------------------------------------------------------------------------

  #changed() {
    this.#tell();
    const focused = document.activeElement;
    this.replay.follow();
    this.#redraw();
    this.#showBoard();
    if (focused !== document.body && !focused?.isConnected) this.#refocus();
  }

  /** What had the focus is gone: go to where it says whose turn it is, and not to the very top. */
  #refocus() {
    const whose = /** @type {HTMLElement | null} */ (document.querySelector(".turn .whose"));
    whose?.focus({ preventScroll: true });
  }

  /** Say what is new, and call the player when it is their turn. */
  #tell() {
    const { table } = this;
    const { due, game } = table;
    if (!game) return;
    const fresh = this.#told === null ? [] : table.events.slice(this.#told);
    this.#told = table.events.length;
    const sentences = fresh.flatMap((event) => sentenceOf(table, event) ?? []).slice(-TOLD_MAX);
    const turned = due !== null && due !== this.#due;
    this.#due = due;
    if (turned) sentences.push(t("turn.yours"));
    announce(sentences.join(" "));
    if (turned) call(t("turn.yours"), table.title);
    const ended = game.status === "over" && fresh.length > 0;
    if (ended) queueMicrotask(() => document.querySelector(".ending")?.scrollIntoView({ block: "nearest" }));
    entitle(due === null ? table.title : `${t("turn.yours")} · ${table.title}`, due !== null);
  }

  /** @param {string | null} picture */
  #show(picture) {
    if (!this.#board) return;
    this.#board.show(picture);
    if (this.#broad === this.#board.broad) return;
    this.#broad = this.#board.broad;
    this.#redraw();
  }

  #showBoard() {
    const { table, replay } = this;
    if (!this.#board) return;
    if (replay.past) {
      this.#board.offer([]);
      this.#board.wait([]);
      if (replay.moment?.picture) this.#show(replay.moment.picture);
      return;
    }
    this.#film.catchUp();
    const draft = table.busy || this.#film.runs ? null : table.draft;
    this.#board.offer(draft?.spots() ?? []);
    this.#board.wait(draft?.pending() ?? []);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const undoes = event.key === "Escape" || (event.key === "z" && (event.ctrlKey || event.metaKey));
    const { draft } = this.table;
    const target = /** @type {Element} */ (event.target);
    if ((target === document.body || target.id === "main") && this.replay.key(event)) return;
    if (!undoes || !draft?.undoable || target.closest("dialog, input, select, textarea")) return;
    event.preventDefault();
    this.#undo();
  }

  #undo() {
    const { table } = this;
    table.draft?.undo();
    table.refusal = null;
    table.changed();
    announce(t("turn.undone"));
  }

  // --- drawing -------------------------------------------------------------------------------------

  draw() {
    const { table } = this;
    if (table.failure) {
      return html`${problemTold(table.failure)}<p><a href="#/">${t("ending.lobby")}</a></p>`;
    }
    if (!table.game) return html`<p class="hint" role="status">${t("game.loading")}</p>`;
    return html`<h1 class="unseen">${table.title}</h1>
      ${this.#connection()}
      <div class="table ${table.game.position ? "" : "bare"} ${this.#broad ? "broad" : ""}">
        <div class="stage" ?hidden=${!table.game.position}>
          <div class="picture">
            <div class="board" @pointerdown=${() => this.#film.skip()} ${ref(this.#host)}></div>
            ${this.#preview ? html`<aside class="preview ${this.#previewsAbove ? "above" : ""}">${this.#preview}</aside>` : nothing}
          </div>
          ${this.#lookback()}
        </div>
        <div class="play">
          ${this.#turn()} ${endingTold(table)} ${this.#open()} ${offersTold(table)}
          ${seatsTold(table, this.#position)} ${requests(table)}
        </div>
        <div class="told">
          ${this.#status()} ${storyTold(table, {
            all: this.#allOfStory,
            showAll: () => {
              this.#allOfStory = true;
              this.#redraw();
            },
          })}
          ${this.replay.graphs()} ${this.replay.proof()}
        </div>
      </div>`;
  }

  /** The same function each time, or it would be called at each drawing. */
  #host = (/** @type {Element | undefined} */ element) => {
    this.#board = element ? new Board(/** @type {HTMLElement} */ (element), {
      preview: (content, low) => {
        this.#preview = content;
        this.#previewsAbove = low;
        this.#redraw();
      },
      lost: () => this.#refocus(),
    }) : null;
    queueMicrotask(() => this.#showBoard());
  };

  /** The timeline; folded away from who plays, so that board and controls have the room. */
  #lookback() {
    const { table, replay } = this;
    if (!table.own.length || table.game?.status !== "running") return replay.timeline();
    if (!table.game.position) return nothing;
    this.#looksBack ||= replay.past;
    return html`<details class="lookback" ?open=${this.#looksBack} @toggle=${(/** @type {any} */ event) => {
      this.#looksBack = event.target.open;
      this.#redraw();
    }}><summary>${t("replay.title")}</summary>${this.#looksBack ? replay.timeline() : nothing}</details>`;
  }

  #connection() {
    const { live } = this.table;
    if (live?.state !== "lost") return nothing;
    return html`<p class="banner" role="status">${t("game.lost")}</p>`;
  }

  /** The position that is looked at. */
  get #position() {
    return this.replay.moment?.position ?? this.table.game?.position ?? null;
  }

  /** Whose turn it is, and what can be done. */
  #turn() {
    const { table } = this;
    const { game, draft, due } = table;
    if (!game || game.status !== "running") return table.refusal ? problemTold(table.refusal) : nothing;
    return html`<section class="turn ${due === null ? "" : "own"}" aria-label=${t("turn.title")}>
      <h2 class="whose" tabindex="-1">${this.#whose()}</h2>
      ${draft ? html`<div class="controls" ?inert=${table.busy || this.replay.past}>${draft.controls()}</div>` : nothing}
      ${draft?.undoable ? html`<button type="button" class="quiet undo" @click=${() => this.#undo()}
        aria-keyshortcuts="Control+Z Escape">${t("turn.undo")}</button>` : nothing}
      ${table.refusal ? problemTold(table.refusal) : nothing}
    </section>`;
  }

  #whose() {
    const { game, due, own, seats } = this.table;
    if (game?.clocks?.paused) return t("turn.paused");
    if (due !== null) return own.length > 1 ? t("turn.yours_as", { name: seats.name(due) }) : t("turn.yours");
    const names = (game?.awaits ?? []).map(({ seat }) => (typeof seat === "number" ? seats.name(seat) : ""));
    return names.some(Boolean) ? t("turn.of", { name: names.filter(Boolean).join(", ") }) : t("turn.chance");
  }

  /** Before the start: who is missing. */
  #open() {
    const { table } = this;
    if (table.game?.status !== "open") return nothing;
    const links = store.game(table.id)?.links ?? {};
    return html`${linksTold(table, links)}
      <p class="hint" role="status">${t("game.waits", { count: table.game.seats.filter((seat) => !seat.taken).length })}</p>
      ${table.creator ? html`<button type="button" class="quiet" @click=${() => this.#callOff()}>
        ${t("game.call_off")}</button>` : nothing}`;
  }

  async #callOff() {
    const words = { title: t("game.call_off.sure"), yes: t("game.call_off") };
    if (await confirmed(words)) this.table.callOff();
  }

  #status() {
    const { game, page, seats, t: words } = this.table;
    const position = this.#position;
    if (!game || !position || !page) return nothing;
    const told = page.status(position, seats, words, game.options);
    return told === nothing ? nothing : html`<section class="status">${told}</section>`;
  }
}
