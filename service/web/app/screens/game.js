/** A game at the table: its board, whose turn it is, the controls, and the story. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { ref } from "/page/vendor/lit-html/directives/ref.js";
import { Board } from "/page/app/board/board.js";
import { draggable } from "/page/app/board/drag.js";
import { overAt } from "/page/app/ends.js";
import { Film } from "/page/app/game/film.js";
import { Focus } from "/page/app/game/focus.js";
import { News } from "/page/app/game/news.js";
import { Table } from "/page/app/game/table.js";
import { listed, t } from "/page/app/i18n.js";
import { clockView } from "/page/app/parts/clock.js";
import { endingView } from "/page/app/parts/ending.js";
import { help, helpLink } from "/page/app/parts/help.js";
import { FIRST_WITNESS, isRequest, offersView, requests } from "/page/app/parts/offers.js";
import { problemView } from "/page/app/parts/problem.js";
import { announce } from "/page/app/parts/announcing.js";
import { seatsView } from "/page/app/parts/seats.js";
import { storyView } from "/page/app/parts/story.js";
import { Replay } from "/page/app/replay/at-table.js";
import { idOf } from "/page/app/rulesets.js";
import { nowhere } from "/page/app/screens/lost.js";

/** @typedef {import("/page/app/ruleset.js").Content} Content */

/** @type {import("/page/app/main.js").MakeScreen} */
export const game = (redraw, path) => new GameScreen(redraw, path);

class GameScreen {
  wide = true;
  /** @type {Content | null} */
  #preview = null;
  /** Whether the preview is above the board, so that it does not cover the spot. */
  #previewsAbove = false;
  /** Whether the board is much wider than high, so that there is room below it. */
  #broad = false;
  /** Whether the timeline is unfolded during one's own game. */
  #looksBack = false;
  #allOfStory = false;
  /** @type {typeof import("/page/app/parts/waiting.js") | null} */
  #waiting = null;
  /** @type {Board | null} */
  #board = null;
  /** The refusal shown last. @type {import("/page/app/api.js").Problem | null} */
  #refusal = null;
  #ending = new AbortController();
  #news;
  #film;
  #focus;
  #redraw;

  /** @param {() => void} redraw @param {string[]} path */
  constructor(redraw, path) {
    this.#redraw = redraw;
    this.table = new Table(path[1]);
    this.#news = new News(this.table, redraw);
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
    this.#focus = new Focus(() => this.#board, signal);
  }

  /** @param {string[]} path */
  go(path) {
    if (path[0] !== "games" || path[1] !== this.table.id) return false;
    this.replay.go(path);
    return true;
  }

  close() {
    this.#ending.abort();
    this.#news.close();
    this.table.close();
    this.replay.close();
  }

  // --- what changed --------------------------------------------------------------------------------

  #changed() {
    this.#news.announce();
    this.replay.follow();
    this.#redraw();
    this.#showBoard();
    this.#showRefusal();
  }

  /** The draft to choose from; null during a request, or while the past is shown. */
  get #draft() {
    const { table, replay } = this;
    return table.busy || this.#film.runs || replay.past ? null : table.draft;
  }

  /** After drawing, puts the keyboard focus where the player continues. */
  #settle() {
    queueMicrotask(() => this.#ending.signal.aborted || this.#focus.settle(this.#draft !== null));
  }

  /** Scrolls to a refusal, which may be outside the window. */
  #showRefusal() {
    if (this.#refusal === this.table.refusal) return;
    this.#refusal = this.table.refusal;
    document.querySelector("main .problem")?.scrollIntoView({ block: "nearest" });
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
    const { replay, table } = this;
    this.#settle();
    if (!this.#board) return;
    if (replay.past) {
      this.#board.offer([]);
      this.#board.wait([]);
      if (replay.moment?.picture) this.#show(replay.moment.picture);
      return;
    }
    this.#film.catchUp();
    this.#board.offer(this.#draft?.spots() ?? []);
    // Pieces of a pending request stay where the player placed them.
    this.#board.wait(this.#film.runs ? [] : (table.draft?.pending() ?? []));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const undoes = event.key === "Escape" || (event.key === "z" && (event.ctrlKey || event.metaKey));
    const { draft } = this.table;
    const target = /** @type {Element} */ (event.target);
    if ((target === document.body || target.id === "main") && this.replay.key(event)) return;
    if (event.key === "?" && this.table.game && !target.closest("input, select, textarea")) {
      help(this.#ruleset, { table: this.table });
    }
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
    if (table.game?.status === "open" && !this.#waiting) this.#wait();
    if (table.failure) {
      if (table.failure.status === 404) return nowhere("lost.game");
      if (table.failure.status === 403) return nowhere("lost.private");
      return html`${problemView(table.failure)}<p><a href="#/">${t("ending.lobby")}</a></p>`;
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
          ${this.#unfolded ? this.replay.timeline(() => this.#lookBack()) : nothing}
        </div>
        <div class="play">
          ${this.#turn()} ${endingView(table)} ${this.#waiting?.waitingView(table) ?? nothing} ${offersView(table)}
          ${seatsView(table, this.#position)} ${requests(table)}
        </div>
        <div class="sidebar">
          ${this.#waiting?.termsOpen(table) ?? nothing} ${this.#status()} ${storyView(table, {
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

  /** Loads the waiting room, needed only before the start. */
  async #wait() {
    this.#waiting = await import("/page/app/parts/waiting.js");
    this.#redraw();
  }

  /** The same function each time, because a new one would be called at each drawing. */
  #host = (/** @type {Element | undefined} */ element) => {
    this.#board = element ? new Board(/** @type {HTMLElement} */ (element), {
      preview: (content, low) => {
        this.#preview = content;
        this.#previewsAbove = low;
        this.#redraw();
      },
      lost: () => this.#settle(),
    }) : null;
    queueMicrotask(() => this.#showBoard());
  };

  /** Whether the timeline can be folded: for players, to make room for board and controls. */
  get #folds() {
    const { game, own } = this.table;
    return game?.status === "running" && own.some((seat) => !game.seats[seat].resigned);
  }

  get #unfolded() {
    return !this.#folds || this.#looksBack || this.replay.past;
  }

  /** Unfolds the timeline, or goes back to the current game. */
  #lookBack() {
    const { replay } = this;
    this.#looksBack = !this.#unfolded;
    if (replay.past) replay.leave();
    this.#redraw();
  }

  #connection() {
    const { live } = this.table;
    if (live?.state !== "lost") return nothing;
    return html`<p class="banner">${t("game.lost")}</p>`;
  }

  /** The ruleset of the game. */
  get #ruleset() {
    return idOf(this.table.game?.ruleset ?? "");
  }

  /** The current position. */
  get #position() {
    return this.replay.moment?.position ?? this.table.game?.position ?? null;
  }

  /** Returns whose turn it is, and the controls. */
  #turn() {
    const { table } = this;
    const { game, draft, due } = table;
    if (!game || game.status !== "running") return table.refusal ? problemView(table.refusal, this.#ruleset) : nothing;
    return html`<section class="turn ${due === null ? "" : "own"}" aria-label=${t("turn.title")}>
      <header><h2 class="whose" tabindex="-1">${this.#whose()}</h2>
        ${due === null ? nothing : clockView(game.clocks, due)}
        ${this.#folds && this.replay.goesFar ? html`<button type="button" class="quiet look-back"
          aria-expanded=${this.#unfolded ? "true" : "false"} @click=${() => this.#lookBack()}>
          ${t("replay.title")}</button>` : nothing}
        ${helpLink(this.#ruleset, "?", {
          look: "help-mark", label: t("rules.link"), table,
        })}</header>
      ${draft ? html`<div class="controls" ?inert=${this.replay.past} aria-busy=${table.busy ? "true" : "false"}
        @click=${this.#hold}>${draft.controls()}</div>` : nothing}
      ${draft?.undoable ? html`<button type="button" class="quiet undo" @click=${() => this.#undo()}
        aria-keyshortcuts="Control+Z Escape">${t("turn.undo")}</button>` : nothing}
      ${table.refusal && !isRequest(table.refused) ? problemView(table.refusal, this.#ruleset) : nothing}
    </section>`;
  }

  /** Ignores clicks during a request, because they would refer to the old state. */
  #hold = {
    capture: true,
    handleEvent: (/** @type {Event} */ event) => this.table.busy && event.stopPropagation(),
  };

  #whose() {
    const { game, due, own, seats } = this.table;
    if (game?.clocks?.paused) return t("turn.paused");
    if (due !== null) return own.length > 1 ? t("turn.yours_as", { name: seats.name(due) }) : t("turn.yours");
    const names = (game?.awaits ?? []).flatMap(({ seat }) => (typeof seat === "number" ? seats.name(seat) : []));
    if (names.length) return t("turn.of", { count: names.length, name: listed(names) });
    const late = (game?.awaits_links?.due ?? []).filter((who) => who < FIRST_WITNESS).map((seat) => seats.name(seat));
    return late.length ? t("turn.links", { count: late.length, name: listed(late) }) : t("turn.chance");
  }

  #status() {
    const { game, page, seats, events, t: words } = this.table;
    const position = this.#position;
    if (!game || !position || !page) return nothing;
    const over = overAt(events, this.replay.moment?.version ?? game.version);
    const content = page.status(position, seats, words, game.options, over);
    return content === nothing ? nothing : html`<section class="status">${content}</section>`;
  }
}
