/**
 * The parts of a picture. The page reads only those that differ from the picture before; most are
 * the same, letter for letter (ADR 34).
 */
import { parsed } from "/page/app/board/svg.js";

/** An opening, closing or empty tag, as the service writes them. */
const TAG = /<(\/?)[\w:-]+(?:\s+[\w:-]+="[^"]*")*\s*(\/?)>/g;

/** The depth of the elements that are parts: the children of the groups below the picture. */
const DEPTH = 2;

/**
 * The text of a picture in pieces: parts, and what is around them; `frame` is the tags of the elements
 * that contain parts.
 * @typedef {{ pieces: { text: string, part: boolean }[], frame: string }} Pieces
 */

/** @param {string} text @returns {Pieces} */
export function piecesOf(text) {
  /** @type {Pieces["pieces"]} */
  const pieces = [];
  let frame = "";
  let [depth, done, begin] = [0, 0, 0];
  for (const { 0: tag, 1: closes, 2: empty, index } of text.matchAll(TAG)) {
    if (closes) depth -= 1;
    else if (depth === DEPTH) begin = index;
    else if (depth < DEPTH) frame += tag;
    const ended = closes || empty;
    if (depth === DEPTH && ended) {
      const end = index + tag.length;
      pieces.push({ text: text.slice(done, begin), part: false }, { text: text.slice(begin, end), part: true });
      done = end;
    }
    if (!ended) depth += 1;
  }
  pieces.push({ text: text.slice(done), part: false });
  // A text that was not understood has no parts.
  return depth ? { pieces: [{ text, part: false }], frame } : { pieces, frame };
}

/**
 * Reads a picture; an empty element stands for each part that has an element already.
 * @param {Pieces} next
 * @param {Pieces} last  the picture before
 * @param {SVGSVGElement} svg  as it is now
 * @returns {{ svg: SVGSVGElement, kept: Map<Node, Element> }} `kept` are the elements of `svg` by those
 *   that stand for them
 */
export function readChanges(next, last, svg) {
  const found = next.frame === last.frame ? partsOf(last, svg) : new Map();
  /** @type {Element[]} */
  const kept = [];
  const text = next.pieces.map((piece) => {
    const same = piece.part ? found.get(piece.text)?.shift() : undefined;
    if (!same) return piece.text;
    kept.push(same);
    return "<kept/>";
  });
  const read = parsed(text.join(""));
  const stand = [...read.querySelectorAll("kept")];
  return { svg: read, kept: new Map(stand.map((one, at) => [one, kept[at]])) };
}

/**
 * Returns the elements of the parts by their texts.
 * @param {Pieces} last
 * @param {SVGSVGElement} svg
 * @returns {Map<string, Element[]>}
 */
function partsOf({ pieces }, svg) {
  const texts = pieces.filter(({ part }) => part);
  const elements = [...svg.querySelectorAll(":scope > * > *")];
  /** @type {Map<string, Element[]>} */
  const found = new Map();
  // Something that is not a picture was left out, so nothing matches.
  if (texts.length !== elements.length) return found;
  for (const [at, { text }] of texts.entries()) {
    const same = found.get(text);
    if (same) same.push(elements[at]);
    else found.set(text, [elements[at]]);
  }
  return found;
}
