/**
 * The host of the picture: shows it, lights the spots that can be chosen, and handles clicks, drags
 * and keys. It knows no game: the picture names the spots and pieces, and the draft describes them.
 */
import { move, moves, pieces, places, recolour, settle } from "/page/app/board/moves.js";
import { nearest } from "/page/app/board/nearest.js";
import { drawPending } from "/page/app/board/pending.js";
import { Picture } from "/page/app/board/picture.js";
import { enact } from "/page/app/board/scene.js";

/** @typedef {import("/page/app/ruleset.js").Spot} Spot */
/** @typedef {import("/page/app/ruleset.js").Content} Content */
/** @typedef {import("/page/app/ruleset.js").Scene} Scene */
/** @typedef {import("/page/app/board/pending.js").Pending} Pending */

/** The pixels between the status bar and a spot above it. */
const GAP = 8;

/** The aspect ratio from which a board counts as broad. */
const BROAD = 1.4;

export class Board {
  /** @type {Picture | null} */
  #picture = null;
  /** @type {Map<string, Spot>} */
  #spots = new Map();
  /** The spot that Tab reaches. */
  #current = "";
  #shown = "";
  /** Whether there are spots to choose. */
  #lit = false;
  /** @type {Scene | null} */
  #scene = null;
  /** Whether parts of the board are outside its frame, as last measured. */
  #hidden = false;
  /** The spot previewed now, so that a late answer for another is not shown. */
  #previewed = "";
  #host;
  #callbacks;
  #resized;

  /**
   * @param {HTMLElement} host  the element for the picture
   * @param {{preview(content: Content | null): void, lost(): void}} callbacks  `preview` shows what
   *   a spot would do; `lost` is called when the spot with the focus is no longer available
   */
  constructor(host, callbacks) {
    this.#host = host;
    this.#callbacks = callbacks;
    host.addEventListener("click", (event) => this.#click(event));
    host.addEventListener("pointermove", (event) => this.#point(event));
    host.addEventListener("pointerleave", () => this.#look(""));
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focusin", (event) => this.#focus(event.target));
    host.addEventListener("focusout", () => this.#look(""));
    this.#resized = new ResizeObserver(() => this.#measure());
    this.#resized.observe(host);
  }

  /**
   * Shows a picture, animated from the previous one.
   * @param {string | null} text  null before there is one
   * @param {Scene | null} [scene]  the step that leads to this picture
   */
  show(text, scene = null) {
    if (text === null) {
      this.clear();
      return;
    }
    if (text !== this.#shown) this.#replace(text);
    if (scene === this.#scene || !this.svg) return;
    this.#scene = scene;
    enact(this.svg, scene ?? {});
    if (scene?.arrow) this.#pan([scene.arrow.from, scene.arrow.to].flatMap((id) => this.#element(id) ?? []));
  }

  /** The picture on the screen. */
  get svg() {
    return this.#picture?.svg ?? null;
  }

  /** @param {string} text */
  #replace(text) {
    this.#shown = text;
    const focused = this.#focused();
    if (this.#picture) this.#change(this.#picture, text);
    else this.#begin(text);
    if (focused) this.#focusOn(focused);
  }

  /** @param {string} text */
  #begin(text) {
    this.#picture = new Picture(text);
    const { svg, title } = this.#picture;
    svg.setAttribute("aria-label", title);
    this.#host.replaceChildren(svg);
    this.#resized.disconnect();
    for (const one of [this.#host, svg]) this.#resized.observe(one);
    this.#measure();
    this.#light();
    if (this.#hidden) this.#pan([...svg.querySelectorAll("[data-now]")]);
  }

  /** @param {Picture} picture @param {string} text */
  #change(picture, text) {
    const { svg } = picture;
    const before = moves() ? places(svg) : null;
    settle(svg);
    svg.querySelector(":scope > .scene")?.remove();
    const changes = picture.become(text);
    svg.setAttribute("aria-label", picture.title);
    this.#light();
    if (before) {
      move(svg, before);
      recolour(svg, changes.kinds);
    }
    if (this.#hidden) this.#pan(changes.places.flatMap((id) => this.#element(id) ?? []));
  }

  /** Whether it is much wider than high. */
  get broad() {
    const box = this.svg?.viewBox.baseVal;
    return box ? box.width > BROAD * box.height : false;
  }

  /** The spot that Tab reaches; null if none is lit. */
  get current() {
    return this.#spots.has(this.#current) ? this.#element(this.#current) : null;
  }

  /** Removes the picture. */
  clear() {
    if (this.svg) settle(this.svg);
    this.#host.replaceChildren();
    this.#picture = null;
    this.#shown = "";
    this.#scene = null;
  }

  /**
   * Lights exactly these spots.
   * @param {Spot[]} spots
   */
  offer(spots) {
    if (!spots.length && !this.#spots.size) return;
    this.#spots = new Map(spots.map((spot) => [spot.id, spot]));
    this.#light();
  }

  /**
   * Draws what is placed but not sent.
   * @param {Pending[]} pending
   */
  wait(pending) {
    if (this.svg) drawPending(this.svg, pending);
  }

  /**
   * Returns the spot at a point of the screen, in the picture or the controls.
   * @param {number} x
   * @param {number} y
   * @returns {Spot | undefined}
   */
  spotAt(x, y) {
    for (const element of document.elementsFromPoint(x, y)) {
      const found = /** @type {HTMLElement | null} */ (element.closest("[data-spot]"));
      const spot = this.#spots.get(found?.dataset.spot ?? "");
      if (spot) return spot;
    }
    return undefined;
  }

  /** Returns whether any spot accepts this dragged thing. @param {string} dragged */
  takes(dragged) {
    return [...this.#spots.values()].some((spot) => spot.takes?.(dragged));
  }

  /**
   * Marks the spots that accept what is dragged; none if nothing is.
   * @param {string | null} dragged
   */
  dragging(dragged) {
    for (const [id, spot] of this.#spots) {
      const takes = dragged !== null && (spot.takes?.(dragged) ?? false);
      for (const element of document.querySelectorAll(`[data-spot="${CSS.escape(id)}"]`)) {
        element.classList.toggle("takes", takes);
      }
    }
  }

  // --- light -------------------------------------------------------------------------------------

  #light() {
    if (!this.svg) return;
    const begins = this.#spots.size > 0 && !this.#lit;
    this.#lit = this.#spots.size > 0;
    this.svg.classList.toggle("lit", this.#lit);
    // While no spot is lit, keep the last position.
    if (this.#spots.size && !this.current) {
      this.#current = [...this.#spots.keys()].find((id) => this.#element(id)) ?? "";
    }
    const focused = this.#focused();
    for (const element of all(this.svg)) {
      const spot = this.#spots.get(element.dataset.spot ?? "");
      const chosen = spot?.state === "chosen";
      element.classList.toggle("legal", spot !== undefined && !chosen);
      element.classList.toggle("chosen", chosen);
      set(element, "role", spot && "button");
      set(element, "aria-pressed", chosen ? "true" : undefined);
      set(element, "tabindex", spot && (spot.id === this.#current ? "0" : "-1"));
      entitle(element, spot?.label);
    }
    for (const piece of pieces(this.svg)) {
      piece.classList.toggle("movable", this.takes(piece.dataset.piece ?? ""));
    }
    if (focused && !this.#spots.has(focused)) this.#focusOn(this.#current);
    this.#reach();
    this.#reveal();
    if (begins) this.#raise();
  }

  /** Looks whether the board is cut off. */
  #measure() {
    this.#hidden = this.#host.scrollWidth > this.#host.clientWidth;
    this.#host.classList.toggle("cut", this.#hidden);
    this.#reach();
  }

  /** Lets keys reach, and so scroll, a board that is cut off, while no spot on it takes the focus. */
  #reach() {
    if (this.svg) set(this.svg, "tabindex", this.#hidden && !this.current ? "0" : undefined);
  }

  /** Scrolls a broad board to show what is chosen, or else a spot, if all of them are out of sight. */
  #reveal() {
    if (!this.svg || !this.#hidden) return;
    const chosen = this.svg.querySelector(".chosen");
    const board = this.#host.getBoundingClientRect();
    const seen = (/** @type {Element} */ one) => {
      const { left, right } = one.getBoundingClientRect();
      return left < board.right && right > board.left;
    };
    const lit = [...this.svg.querySelectorAll(".legal")];
    if (chosen) this.#pan([chosen]);
    else if (!lit.some(seen)) this.#pan(lit.slice(0, 1));
  }

  /** Scrolls down for a new decision, as far as its first spot is seen, if all are below the window. */
  #raise() {
    const bar = document.querySelector(".bar")?.getBoundingClientRect();
    const end = bar && bar.top > innerHeight / 2 ? Math.min(bar.top, innerHeight) : innerHeight;
    const under = [...(this.svg?.querySelectorAll(".legal, .chosen") ?? [])]
      .map((one) => one.getBoundingClientRect().bottom - end);
    if (under.length && under.every((one) => one > 0)) scrollBy(0, Math.min(...under) + GAP);
  }

  /** Scrolls to these elements of the picture, if they are outside the frame. @param {readonly Element[]} elements */
  #pan(elements) {
    if (!elements.length) return;
    const host = this.#host;
    const board = host.getBoundingClientRect();
    const boxes = elements.map((one) => one.getBoundingClientRect());
    const [left, right] = [Math.min(...boxes.map((one) => one.left)), Math.max(...boxes.map((one) => one.right))];
    if (left >= board.left && right <= board.right) return;
    host.scrollTo({
      left: host.scrollLeft + (left + right) / 2 - board.left - board.width / 2,
      behavior: moves() ? "smooth" : "instant",
    });
  }

  /** @param {string} id */
  #focusOn(id) {
    const element = this.#spots.has(id) ? this.#element(id) : null;
    if (element) element.focus();
    else this.#callbacks.lost();
  }

  /** @param {string} id @returns {SVGGElement | null} */
  #element(id) {
    if (!id) return null;
    return this.svg?.querySelector(`[data-spot="${CSS.escape(id)}"]`) ?? null;
  }

  // --- keys and pointers -------------------------------------------------------------------------

  #focused() {
    const element = /** @type {SVGElement | null} */ (document.activeElement);
    return element && this.#host.contains(element) ? (element.dataset.spot ?? "") : "";
  }

  /**
   * Handles a click; a screen reader clicks on elements, without coordinates.
   * @param {MouseEvent} event
   */
  #click(event) {
    const target = /** @type {Element} */ (event.target).closest("[data-spot]");
    const id = /** @type {SVGElement | null} */ (target)?.dataset.spot ?? "";
    (this.#spots.get(id) ?? this.spotAt(event.clientX, event.clientY))?.choose();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const id = this.#focused();
    const spot = this.#spots.get(id);
    if (!spot || !this.svg || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      spot.choose();
      return;
    }
    const lit = all(this.svg).filter((one) => this.#spots.has(one.dataset.spot ?? ""));
    const next = nearest(event.key, this.#element(id), lit);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** @param {EventTarget | null} target */
  #focus(target) {
    const id = /** @type {SVGElement | null} */ (target)?.dataset?.spot ?? "";
    if (!this.#spots.has(id)) return;
    this.#element(this.#current)?.setAttribute("tabindex", "-1");
    this.#current = id;
    const element = this.#element(id);
    element?.setAttribute("tabindex", "0");
    // A touch has already chosen the spot, and a preview would cover the board.
    if (element?.matches(":focus-visible")) this.#look(id);
  }

  /** @param {PointerEvent} event */
  #point(event) {
    if (event.pointerType !== "mouse") return;
    this.#look(this.spotAt(event.clientX, event.clientY)?.id ?? this.#focused());
  }

  /** Shows what choosing this spot would do. @param {string} id */
  async #look(id) {
    if (id === this.#previewed) return;
    this.#previewed = id;
    const preview = this.#spots.get(id)?.preview;
    const content = preview ? await preview() : null;
    if (this.#previewed === id) this.#callbacks.preview(content);
  }
}

/** @param {Element} element @param {string} name @param {string | undefined} value */
function set(element, name, value) {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/**
 * Labels a spot with what choosing it does, instead of the picture's own title: screen readers read
 * it, and it appears on hover.
 * @param {SVGGElement} element
 * @param {string | undefined} label
 */
function entitle(element, label) {
  let title = element.querySelector(":scope > title");
  if (!title) {
    title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    element.prepend(title);
  }
  element.dataset.title ??= title.textContent ?? "";
  const words = label ?? element.dataset.title;
  if (title.textContent !== words) title.textContent = words;
}

/** @param {SVGSVGElement} svg @returns {SVGGElement[]} */
const all = (svg) => [...svg.querySelectorAll("[data-spot]")].map((one) => /** @type {any} */ (one));
