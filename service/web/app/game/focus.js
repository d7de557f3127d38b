/**
 * The keyboard focus at the table. Each action removes or disables the focused element; the focus
 * then moves to the next useful one, so that players need not search for their place.
 */

/** Enabled controls; a button that sends a complete choice comes first. */
const FREE = ":not(:disabled, [aria-disabled='true'])";
const CONTROLS = [
  `.deeds .primary${FREE}`,
  `.controls :is(button, select, input, a[href])${FREE}`,
  `.deeds button${FREE}`,
];

/** While the player waits, the first of these that exists gets the focus. */
const WAITING = [".turn .whose", "#main"];

/** Whether the last input was a key: the focus does not move for players who use a pointer. */
let byKeys = false;
addEventListener("keydown", () => (byKeys = true), { capture: true });
addEventListener("pointerdown", () => (byKeys = false), { capture: true });

/** @typedef {import("/page/app/board/board.js").Board} Board */

export class Focus {
  /** The element that had the focus last; null after a click elsewhere. @type {Element | null} */
  #last = null;
  /** Whether the focus is on a waiting place, from which it moves on by itself. */
  #waits = false;
  /** Whether the player used the controls for a choice that the board offers too. */
  #fromList = false;
  /** Whether the player opened the screen by keyboard, and has not focused anything yet. */
  #comes = byKeys;
  #board;

  /**
   * @param {() => Board | null} board  returns the current one
   * @param {AbortSignal} signal  ends it
   */
  constructor(board, signal) {
    this.#board = board;
    const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ handle) => {
      addEventListener(type, handle, { signal });
    };
    addEventListener("pointerdown", () => (this.#last = null), { signal, capture: true });
    on("focusin", ({ target }) => this.#came(target));
    on("keydown", ({ target }) => target.closest("[data-spot]") && (this.#fromList = false));
    on("click", ({ target, detail }) => detail === 0 && this.#chose(target));
    on("change", ({ target }) => this.#chose(target));
  }

  /**
   * Moves a lost focus to the next element.
   * @param {boolean} ready  whether the player can choose now
   */
  settle(ready) {
    if (!this.#lost && !this.#waits && !this.#comes) return;
    const next = ready && byKeys ? this.#next() : null;
    const place = next ?? first(WAITING);
    // A screen reader should not read the same place twice.
    if (place !== document.activeElement) place?.focus({ preventScroll: !next });
    this.#waits = next === null;
  }

  /**
   * Returns the next element: a spot on the board, if the player uses it; else the first control.
   */
  #next() {
    const spot = this.#board()?.current ?? null;
    const control = first(CONTROLS);
    return this.#fromList ? control ?? spot : spot ?? control;
  }

  /** Whether the focused element was removed or disabled. */
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
    // The browser first scrolls as far as it thinks necessary.
    if (byKeys) requestAnimationFrame(() => uncover(target));
  }

  /** Notes where the player chooses; a button that sends does not count. @param {Element} target */
  #chose(target) {
    if (!target.closest(".controls:not([aria-busy='true'])")) return;
    if (this.#board()?.current) this.#fromList = true;
  }
}

/**
 * Scrolls an element out from under the status bar, which stays in the window: at its upper edge, or
 * on a phone at its lower edge.
 * @param {Element} target
 */
function uncover(target) {
  const bar = document.querySelector(".bar");
  if (!bar || target.closest(".bar, dialog") || target.contains(bar)) return;
  const [over, under] = [bar.getBoundingClientRect(), target.getBoundingClientRect()];
  if (under.top >= over.bottom || under.bottom <= over.top) return;
  if (under.left >= over.right || under.right <= over.left) return;
  const above = over.top < innerHeight - over.bottom;
  scrollBy(0, above ? under.top - over.bottom - GAP : under.bottom - over.top + GAP);
}

/** The pixels between the status bar and what was below it: the outline of the focus needs some. */
const GAP = 8;

/**
 * Returns the first of these elements that exists on the page.
 * @param {string[]} selectors
 * @returns {HTMLElement | null}
 */
function first(selectors) {
  for (const selector of selectors) {
    const found = document.querySelector(selector);
    if (found) return /** @type {HTMLElement} */ (found);
  }
  return null;
}
