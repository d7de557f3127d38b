/**
 * Where the keyboard is at the table. With each action, what had the focus goes away, or takes no
 * more presses: then what comes next has it, and nobody has to look for the place again.
 */

/** What in the controls can be pressed, or filled in; what sends a choice that is made goes first. */
const FREE = ":not(:disabled, [aria-disabled='true'])";
const CONTROLS = [`.controls .primary${FREE}`, `.controls :is(button, select, input, a[href])${FREE}`];

/** Where somebody waits, the first of these that is there. */
const WAITING = [".turn .whose", ".ending h2", "#main"];

/** Whether the last press was of a key: what is seen moves for nobody who points. */
let byKeys = false;
addEventListener("keydown", () => (byKeys = true), { capture: true });
addEventListener("pointerdown", () => (byKeys = false), { capture: true });

/** @typedef {import("/page/app/board/board.js").Board} Board */

export class Focus {
  /** What had it last; null if somebody pressed beside it. @type {Element | null} */
  #last = null;
  /** Whether it is where one waits, and goes on from there by itself. */
  #waits = false;
  /** Whether one chose from the controls what was to be chosen on the board as well. */
  #fromList = false;
  /** Whether one came here by keys, and has not been anywhere yet. */
  #comes = byKeys;
  #board;

  /**
   * @param {() => Board | null} board  the one that is shown
   * @param {AbortSignal} signal  ends it
   */
  constructor(board, signal) {
    this.#board = board;
    const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ heard) => {
      addEventListener(type, heard, { signal });
    };
    addEventListener("pointerdown", () => (this.#last = null), { signal, capture: true });
    on("focusin", ({ target }) => this.#came(target));
    on("keydown", ({ target }) => target.closest("[data-spot]") && (this.#fromList = false));
    on("click", ({ target, detail }) => detail === 0 && this.#chose(target));
    on("change", ({ target }) => this.#chose(target));
  }

  /** Give it to what comes next, if it was lost. @param {boolean} ready  whether one can choose now */
  settle(ready) {
    if (!this.#lost && !this.#waits && !this.#comes) return;
    const next = ready && byKeys ? this.#next() : null;
    const place = next ?? first(WAITING);
    // Whoever waits there already is told nothing twice.
    if (place !== document.activeElement) place?.focus({ preventScroll: !next });
    this.#waits = next === null;
  }

  /** What comes next: a place on the board, if that is how one plays; else the first control. */
  #next() {
    const spot = this.#board()?.current ?? null;
    const control = first(CONTROLS);
    return this.#fromList ? control ?? spot : spot ?? control;
  }

  /** Whether it was taken from who had it. */
  get #lost() {
    const now = document.activeElement;
    if (!now || now === document.body) return this.#last !== null;
    const spot = now.closest("[data-spot]");
    return now.matches(":disabled") || (spot instanceof SVGElement && !spot.hasAttribute("tabindex"));
  }

  /** @param {Element} target */
  #came(target) {
    this.#last = target;
    this.#waits = false;
    this.#comes &&= target.id === "main";
  }

  /** What was sent is no choice of a way to choose. @param {Element} target */
  #chose(target) {
    if (!target.closest(".controls:not([aria-busy='true'])")) return;
    if (this.#board()?.current) this.#fromList = true;
  }
}

/** What is on the page, of the first of these that is there. @param {string[]} selectors @returns {HTMLElement | null} */
function first(selectors) {
  for (const selector of selectors) {
    const found = document.querySelector(selector);
    if (found) return /** @type {HTMLElement} */ (found);
  }
  return null;
}
