/**
 * The picture on the screen, which changes only where the next one differs.
 */
import { piecesOf, readChanges } from "/page/app/board/changes.js";
import { parsed } from "/page/app/board/svg.js";

/**
 * @typedef {object} Changes
 * @property {string[]} places  those whose content differs
 * @property {Map<string, Element>} kinds  those that changed their kind, such as their owner, as they
 *   were
 */

export class Picture {
  /** The picture as it was sent, in a document of its own. @type {SVGSVGElement} */
  #sent;
  /** The nodes on the screen, by those that were sent. @type {WeakMap<Node, Node>} */
  #shown = new WeakMap();
  #pieces;

  /** @param {string} text */
  constructor(text) {
    const svg = parsed(text);
    const title = prepare(svg);
    this.#sent = svg;
    this.#pieces = piecesOf(text);
    this.svg = /** @type {SVGSVGElement} */ (document.importNode(svg, true));
    this.title = title;
    this.#pair(svg, this.svg);
  }

  /**
   * Becomes another picture. Returns how they differ.
   * @param {string} text
   * @returns {Changes}
   */
  become(text) {
    const pieces = piecesOf(text);
    const { svg, kept } = readChanges(pieces, this.#pieces, this.#sent);
    this.title = prepare(svg);
    const changes = changesBetween(this.#sent, svg);
    this.#patch(this.#sent, svg, kept);
    this.#pieces = pieces;
    return changes;
  }

  /**
   * @param {Node} sent
   * @param {Node} shown  its copy
   */
  #pair(sent, shown) {
    this.#shown.set(sent, shown);
    let copy = shown.firstChild;
    for (let one = sent.firstChild; one && copy; one = one.nextSibling) {
      this.#pair(one, copy);
      copy = copy.nextSibling;
    }
  }

  /**
   * @param {Element} old
   * @param {Element} next  with the same name
   * @param {Map<Node, Element>} kept  those that stay, by what stands for them in `next`
   */
  #patch(old, next, kept) {
    if (old.isEqualNode(next)) return;
    const shown = /** @type {SVGElement} */ (this.#shown.get(old));
    unlabel(shown, old);
    const [before, after] = [attributesOf(old), attributesOf(next)];
    for (const element of [old, shown]) adjust(element, before, after);
    if (old.firstElementChild || next.firstElementChild) this.#patchChildren(old, next, shown, kept);
    else if (old.textContent !== next.textContent) {
      const text = next.textContent;
      for (const element of [old, shown]) element.textContent = text;
      this.#pair(old, shown);
    }
  }

  /** @param {Element} old @param {Element} next @param {Element} shown @param {Map<Node, Element>} kept */
  #patchChildren(old, next, shown, kept) {
    const stays = new Set([...next.childNodes].map((one) => kept.get(one)));
    const known = keyed([...old.childNodes].filter((one) => !stays.has(/** @type {Element} */ (one))));
    const wanted = [...keyed(next.childNodes)].map(([key, one]) => {
      const same = kept.get(one);
      if (same) return same;
      const was = known.get(key);
      if (!was) {
        this.#pair(one, document.importNode(one, true));
        return one;
      }
      known.delete(key);
      if (was instanceof Element) this.#patch(was, /** @type {Element} */ (one), kept);
      else if (was.nodeValue !== one.nodeValue) {
        for (const text of [was, /** @type {Node} */ (this.#shown.get(was))]) text.nodeValue = one.nodeValue;
      }
      return was;
    });
    for (const gone of known.values()) /** @type {ChildNode} */ (this.#shown.get(gone)).remove();
    for (const gone of known.values()) gone.remove();
    place(old, wanted);
    place(shown, wanted.map((one) => /** @type {ChildNode} */ (this.#shown.get(one))));
  }
}

/**
 * Removes the title of a picture and returns it. It is for screen readers; without it there is no
 * tooltip over the whole.
 * @param {SVGSVGElement} svg
 */
function prepare(svg) {
  svg.setAttribute("role", "group");
  const title = svg.querySelector(":scope > title");
  title?.remove();
  return title?.textContent ?? "";
}

/**
 * Takes back the label that the page gave a place, so that it shows what was sent.
 * @param {SVGElement} shown
 * @param {Element} sent
 */
function unlabel(shown, sent) {
  if (shown.dataset.title === undefined) return;
  delete shown.dataset.title;
  const [label, title] = [shown, sent].map((one) => one.querySelector(":scope > title"));
  if (title && label) label.textContent = title.textContent;
  else label?.remove();
}

/** @param {Element} element */
const attributesOf = (element) => new Map([...element.attributes].map(({ name, value }) => [name, value]));

/**
 * Changes the attributes that differ between two elements; others may be the page's.
 * @param {Element} element
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 */
function adjust(element, before, after) {
  for (const name of before.keys()) if (!after.has(name)) element.removeAttribute(name);
  for (const [name, value] of after) if (before.get(name) !== value) element.setAttribute(name, value);
}

/**
 * Returns the children of an element by a key: pieces and places have names, others go by their kind
 * and number.
 * @param {Iterable<ChildNode>} children
 * @returns {Map<string, ChildNode>}
 */
function keyed(children) {
  /** @type {Map<string, ChildNode>} */
  const found = new Map();
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const one of children) {
    const kind = one instanceof Element ? `${one.localName} ${nameOf(one)}` : "";
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    found.set(`${kind} ${count}`, one);
  }
  return found;
}

/** @param {Element} element */
const nameOf = (element) =>
  element.getAttribute("data-piece") ?? element.getAttribute("data-spot") ?? element.classList[0] ?? "";

/**
 * Moves the nodes that are not in this order.
 * @param {Element} parent
 * @param {readonly ChildNode[]} nodes
 */
function place(parent, nodes) {
  let next = parent.firstChild;
  for (const node of nodes) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
}

/**
 * @param {Element} old
 * @param {Element} next
 * @returns {Changes}
 */
function changesBetween(old, next) {
  const before = new Map([...spotsOf(old)].map((one) => [one.dataset.spot, one]));
  /** @type {Changes} */
  const changes = { places: [], kinds: new Map() };
  for (const place of spotsOf(next)) {
    const was = before.get(place.dataset.spot);
    const name = place.dataset.spot ?? "";
    if (was?.isEqualNode(place)) continue;
    if (!was || !sameContent(was, place)) changes.places.push(name);
    if (was && kindOf(was) !== kindOf(place)) changes.kinds.set(name, /** @type {Element} */ (was.cloneNode(true)));
  }
  return changes;
}

/** Returns whether two places show the same; their titles do not count. @param {Element} one @param {Element} other */
function sameContent(one, other) {
  const [a, b] = [one, other].map(({ children }) => [...children].filter(({ localName }) => localName !== "title"));
  return a.length === b.length && a.every((child, at) => child.isEqualNode(b[at]));
}

/** @param {Element} svg @returns {NodeListOf<SVGGElement>} */
const spotsOf = (svg) => svg.querySelectorAll("[data-spot]");

/** Returns what a picture says about the kind of a place. @param {Element} place */
const kindOf = (place) => [...place.classList].sort().join(" ");
