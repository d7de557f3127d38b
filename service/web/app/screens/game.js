/**
 * A game at the table. Everything that shows the game is drawn from one moment, that of the replay;
 * only the connection, the clocks and what others ask are those of now.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { ref } from "/page/vendor/lit-html/directives/ref.js";
import { Board } from "/page/app/board/board.js";
import { draggable } from "/page/app/board/drag.js";
import { overAt } from "/page/app/ends.js";
import { Focus } from "/page/app/game/focus.js";
import { News } from "/page/app/game/news.js";
import { Scenes } from "/page/app/game/scenes.js";
import { Table } from "/page/app/game/table.js";
import { t } from "/page/app/i18n.js";
import { barView } from "/page/app/parts/bar.js";
import { continuesView } from "/page/app/parts/continuing.js";
import { help } from "/page/app/parts/help.js";
import { logView } from "/page/app/parts/log.js";
import { requests } from "/page/app/parts/offers.js";
import { problemView } from "/page/app/parts/problem.js";
import { announce } from "/page/app/parts/announcing.js";
import { seatsView } from "/page/app/parts/seats.js";
import { Replay } from "/page/app/replay/at-table.js";
import { idOf } from "/page/app/rulesets.js";
import { nowhere } from "/page/app/screens/lost.js";

/** @typedef {import("/page/app/ruleset.js").Content} Content */

/** Keys that do not end a playback. */
const SILENT = ["Tab", "Shift", "Control", "Alt", "Meta"];

/** @type {import("/page/app/main.js").MakeScreen} */
export const game = (redraw, path) => new GameScreen(redraw, path);

class GameScreen {
  wide = true;
  /** @type {Content | null} */
  #preview = null;
  /** Whether the board is much wider than high, so that there is room below it. */
  #broad = false;
  #allOfLog = false;
  /** @type {typeof import("/page/app/parts/waiting.js") | null} */
  #waiting = null;
  /** @type {typeof import("/page/app/parts/ending.js") | null} */
  #endingPart = null;
  /** @type {typeof import("/page/app/parts/standing-orders.js") | null} */
  #orders = null;
  /** @type {typeof import("/page/app/parts/lead.js") | null} */
  #lead = null;
  /** @type {typeof import("/page/app/parts/sandbox.js") | null} */
  #sandbox = null;
  /** @type {Board | null} */
  #board = null;
  /** The refusal shown last. @type {import("/page/app/api.js").Problem | null} */
  #refusal = null;
  #ending = new AbortController();
  #news;
  #focus;
  #scenes;
  #redraw;

  /** @param {() => void} redraw @param {string[]} path */
  constructor(redraw, path) {
    this.#redraw = redraw;
    this.table = new Table(path[1]);
    this.#news = new News(this.table, redraw);
    this.replay = new Replay(this.table, path);
    this.#scenes = new Scenes(this.table, this.replay);
    this.replay.onChange(() => this.#changed());
    this.table.onChange(() => {
      this.replay.follow();
      this.#changed();
      this.#showRefusal();
    });
    this.table.open();
    const { signal } = this.#ending;
    const skip = { signal, capture: true };
    addEventListener("pointerdown", () => this.replay.hold(), skip);
    addEventListener("pointerup", () => this.replay.release(), skip);
    addEventListener("pointercancel", () => this.replay.release(), skip);
    addEventListener("click", ({ target }) => this.#skip(target), skip);
    addEventListener("keydown", ({ key, target }) => SILENT.includes(key) || this.#skip(target), skip);
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
    const { moment, catching } = this.replay;
    if (moment) this.#news.announce(moment, catching);
    this.#redraw();
    this.#showBoard();
  }

  /**
   * Ends a playback by a press of a key or pointer, which then has its usual effect.
   * @param {EventTarget | null} target
   */
  #skip(target) {
    if (!/** @type {Element} */ (target).closest("header.top, dialog")) this.replay.skip();
  }

  /** The draft to choose from; null during a request, or while an earlier moment is shown. */
  get #draft() {
    const { table, replay } = this;
    return table.busy || !replay.live ? null : table.draft;
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

  #showBoard() {
    const { replay: { live, moment }, table } = this;
    this.#settle();
    const board = this.#board;
    if (!board || !moment) return;
    board.show(moment.picture, this.#scenes.here);
    board.offer(this.#draft?.spots() ?? []);
    // Pieces of a pending request stay where the player placed them.
    board.wait(live ? (table.draft?.pending() ?? []) : []);
    if (this.#broad === board.broad) return;
    this.#broad = board.broad;
    this.#redraw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const undoes = event.key === "Escape" || (event.key === "z" && (event.ctrlKey || event.metaKey));
    const target = /** @type {Element} */ (event.target);
    if ((target === document.body || target.id === "main") && this.replay.key(event)) return;
    if (event.key === "?" && this.table.game && !target.closest("input, select, textarea")) {
      help(this.#ruleset, { table: this.table });
    }
    if (!undoes || !this.#draft?.undoable || target.closest("dialog, input, select, textarea")) return;
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
    const { table, replay } = this;
    if (table.game?.status === "open" && !this.#waiting) this.#wait();
    if (table.page?.orders && table.own.length && !this.#orders) this.#order();
    if (table.game?.sandbox && !this.#sandbox) this.#mark();
    const { status = "open" } = table.game ?? {};
    if (status !== "open" && status !== "running" && !this.#lead) this.#end();
    if (table.failure) {
      if (table.failure.status === 404) return nowhere("lost.game");
      if (table.failure.status === 403) return nowhere("lost.private");
      return html`${problemView(table.failure)}<p><a href="#/">${t("ending.lobby")}</a></p>`;
    }
    const game = replay.moment?.game;
    if (!game) return html`<p class="hint" role="status">${t("game.loading")}</p>`;
    return html`<h1 class="unseen">${table.title}</h1>
      ${this.#connection()}
      <div class="table ${game.position ? "" : "bare"} ${this.#broad ? "broad" : ""} ${replay.live ? "live" : ""}"
        data-version=${game.version}>
        <div class="stage" ?hidden=${!game.position}>
          <div class="picture">
            <div class="board" ${ref(this.#host)}></div>
            ${this.#preview ? html`<aside class="preview">${this.#preview}</aside>` : nothing}
          </div>
          ${replay.caption(this.#scenes.dice)} ${replay.timeline()}
        </div>
        <div class="play">
          ${this.#turn()} ${this.#sandbox?.sandboxView() ?? nothing} ${continuesView(game)} ${this.#tournament(game)} ${this.#waiting?.waitingView(table) ?? nothing}
          ${this.#lead?.courseView(table, replay) ?? nothing}
          ${seatsView(table, game)} ${replay.live ? requests(table) : nothing}
          ${replay.live ? (this.#orders?.standingOrdersView(table) ?? nothing) : nothing}
        </div>
        <div class="sidebar">
          ${this.#waiting?.termsOpen(table) ?? nothing} ${logView(table, {
            version: game.version,
            all: this.#allOfLog,
            showAll: () => {
              this.#allOfLog = true;
              this.#redraw();
            },
          })}
          ${this.#status(game)} ${replay.graphs()} ${replay.proof()}
        </div>
      </div>`;
  }

  /** Returns the way to the table of a tournament. @param {import("/page/app/game/table.js").Game} game */
  #tournament({ tournament }) {
    if (!tournament) return nothing;
    const { id, round, table } = tournament;
    return html`<p><a href="#/tournaments/${id}/${round}/${table}">${t("game.tournament", { round, table })}</a></p>`;
  }

  /** Loads the waiting room, needed only before the start. */
  async #wait() {
    this.#waiting = await import("/page/app/parts/waiting.js");
    this.#redraw();
  }

  /** Loads the standing orders, which few games have. */
  async #order() {
    this.#orders = await import("/page/app/parts/standing-orders.js");
    this.#redraw();
  }

  /** Loads the mark of a sandbox. */
  async #mark() {
    this.#sandbox = await import("/page/app/parts/sandbox.js");
    this.#redraw();
  }

  /** Loads the ending and the course of the lead, needed only then. */
  async #end() {
    [this.#endingPart, this.#lead] = await Promise.all([
      import("/page/app/parts/ending.js"), import("/page/app/parts/lead.js"),
    ]);
    this.#redraw();
  }

  /** The same function each time, because a new one would be called at each drawing. */
  #host = (/** @type {Element | undefined} */ element) => {
    this.#board = element ? new Board(/** @type {HTMLElement} */ (element), {
      preview: (content) => {
        this.#preview = content;
        this.#redraw();
      },
      lost: () => this.#settle(),
    }) : null;
    queueMicrotask(() => this.#showBoard());
  };

  #connection() {
    const { live } = this.table;
    if (live?.state !== "lost") return nothing;
    return html`<p class="banner">${t("game.lost")}</p>`;
  }

  /** The ruleset of the game. */
  get #ruleset() {
    return idOf(this.table.game?.ruleset ?? "");
  }

  /** Returns whose turn it is, and the controls. */
  #turn() {
    const { table, replay } = this;
    const draft = replay.live ? table.draft : null;
    const busy = table.busy ? "true" : "false";
    const sends = draft?.confirm();
    const controls = draft?.controls() ?? nothing;
    const buttons = draft ? html`<div class="sends" aria-busy=${busy} @click=${this.#hold}>
      ${sends === nothing ? html`<p class="hint">${t("turn.choose")}</p>` : sends}
      ${draft.undoable ? html`<button type="button" class="quiet undo" @click=${() => this.#undo()}
        aria-keyshortcuts="Control+Z Escape">${t("turn.undo")}</button>` : nothing}</div>` : nothing;
    return html`<section class="turn" aria-label=${t("turn.title")}>
      ${barView(table, replay, buttons, this.#endingPart)}
      ${controls === nothing ? nothing : html`<div class="controls" aria-busy=${busy} @click=${this.#hold}>
        ${controls}</div>`}
    </section>`;
  }

  /** Ignores clicks during a request, because they would refer to the old state. */
  #hold = {
    capture: true,
    handleEvent: (/** @type {Event} */ event) => this.table.busy && event.stopPropagation(),
  };

  /** @param {import("/page/app/game/table.js").Game} game */
  #status({ position, version, options }) {
    const { page, seats, events, t: words } = this.table;
    if (!position || !page) return nothing;
    const content = page.status(position, seats, words, options, overAt(events, version));
    return content === nothing ? nothing : html`<section class="status">${content}</section>`;
  }
}
