/** Dragging a thing of the controls (`data-drag`) or of the picture to a spot that accepts it. */

/** A shorter movement is a click. */
const SLACK_PX = 6;

/** How far a dragged thing is shown above a finger, in multiples of its height. */
const ABOVE_FINGER = 1.75;

/** @typedef {import("/page/app/board/board.js").Board} Board */

/**
 * Enables dragging.
 * @param {() => Board | null} board  returns the current one
 * @param {AbortSignal} signal  ends it
 */
export function draggable(board, signal) {
  addEventListener("pointerdown", (down) => {
    const target = /** @type {Element} */ (down.target);
    const thing = /** @type {HTMLElement | SVGElement | null} */ (
      target.closest("[data-drag], [data-piece]")
    );
    const dragged = thing?.dataset.drag ?? thing?.dataset.piece;
    const shown = board();
    if (!shown || !thing || !dragged || down.button !== 0 || !down.isPrimary) return;
    if (thing.getAttribute("aria-disabled") === "true" || !shown.takes(dragged)) return;
    new Drag(thing, dragged, down, shown);
  }, { signal });
}

class Drag {
  /** @type {Element | null} */
  #ghost = null;
  #ending = new AbortController();

  /**
   * @param {HTMLElement | SVGElement} thing
   * @param {string} dragged
   * @param {PointerEvent} down
   * @param {Board} board
   */
  constructor(thing, dragged, down, board) {
    this.thing = thing;
    this.dragged = dragged;
    this.down = down;
    this.board = board;
    const { signal } = this.#ending;
    addEventListener("pointermove", (event) => this.#move(event), { signal });
    addEventListener("pointerup", (event) => this.#drop(event), { signal });
    addEventListener("pointercancel", () => this.#end(), { signal });
    // Run before all other handlers, so that they do not undo a step as well.
    addEventListener("keydown", (event) => this.#key(event), { signal, capture: true });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerId !== this.down.pointerId) return;
    const dx = event.clientX - this.down.clientX;
    const dy = event.clientY - this.down.clientY;
    if (!this.#ghost) {
      if (Math.hypot(dx, dy) < SLACK_PX) return;
      this.#begin();
    }
    if (this.#ghost instanceof HTMLElement) this.#ghost.style.translate = `${dx}px ${dy}px`;
    const over = this.board.spotAt(event.clientX, event.clientY);
    this.#ghost?.classList.toggle("over", over?.takes?.(this.dragged) ?? false);
  }

  #begin() {
    this.board.dragging(this.dragged);
    document.documentElement.classList.add("dragging");
    // Drag only the picture of a button: its text would hide the target.
    const thing = (this.thing instanceof HTMLElement && this.thing.querySelector("svg")) || this.thing;
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.setAttribute("aria-hidden", "true");
    const copy = /** @type {Element} */ (thing.cloneNode(true));
    if (thing instanceof SVGElement && !(thing instanceof SVGSVGElement)) {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const { x, y, width, height } = /** @type {SVGGElement} */ (thing).getBBox();
      svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
      svg.append(copy);
      ghost.append(svg);
    } else {
      ghost.append(copy);
    }
    const { x, y, width, height } = this.#placeOf(thing);
    Object.assign(ghost.style, {
      left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px`,
    });
    document.body.append(ghost);
    this.#ghost = ghost;
  }

  /**
   * Returns the start of the copy: at the thing, under the pointer, or above a finger.
   * @param {Element} thing
   */
  #placeOf(thing) {
    const box = thing.getBoundingClientRect();
    if (thing === this.thing) return box;
    const { clientX, clientY, pointerType } = this.down;
    const up = pointerType === "touch" ? ABOVE_FINGER : 1 / 2;
    const { width, height } = box;
    return { x: clientX - width / 2, y: clientY - height * up, width, height };
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    if (event.pointerId !== this.down.pointerId) return;
    const dragged = this.#ghost !== null;
    this.#end();
    if (!dragged) return;
    // The press was a drag, so ignore the click that follows it.
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
    const spot = this.board.spotAt(event.clientX, event.clientY);
    if (spot?.takes?.(this.dragged)) spot.choose(this.dragged);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || !this.#ghost) return;
    stop(event);
    this.#end();
  }

  #end() {
    this.#ending.abort();
    this.#ghost?.remove();
    this.board.dragging(null);
    document.documentElement.classList.remove("dragging");
  }
}

/** @param {Event} event */
function stop(event) {
  event.stopImmediatePropagation();
  event.preventDefault();
}
