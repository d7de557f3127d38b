/** Files that somebody drops on the page or chooses: what is in them, and what is wrong with them. */
import { Changing } from "/page/app/events.js";
import { go } from "/page/app/router.js";

/**
 * A record as it was in a file.
 * @typedef {object} Found
 * @property {string} text
 * @property {"application/json" | "text/plain"} kind
 * @property {string} id  of the game, if it can be told
 * @property {string} ruleset
 */

/** Why a file is not taken: a word, `check.bad.<word>`. */
export class BadFile extends Error {
  /** @param {"empty" | "large" | "packed" | "no_record" | "many"} word */
  constructor(word) {
    super(word);
    this.word = word;
  }
}

/** What is read at all. One record can have a megabyte, as the service takes it. */
export const FILE_BYTES_MAX = 32 << 20;
const RECORD_BYTES_MAX = 1 << 20;
export const RECORDS_MAX = 1000;

const PACKED = [[0x28, 0xb5, 0x2f, 0xfd], [0x1f, 0x8b], [0x50, 0x4b, 0x03, 0x04]];

/** The file that waits to be looked at. */
class Dropped extends Changing {
  /** @type {File | null} */
  file = null;

  /** @param {File} file */
  take(file) {
    this.file = file;
    if (location.hash.startsWith("#/check")) this.changed();
    else go("#/check");
  }
}

export const dropped = new Dropped();

/** Take files that are dropped anywhere on the page. */
export function takeDrops() {
  const brings = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => {
    if (!brings(event)) return;
    event.preventDefault();
    document.documentElement.classList.add("drops");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.documentElement.classList.remove("drops");
  });
  addEventListener("drop", (event) => {
    if (!brings(event)) return;
    event.preventDefault();
    document.documentElement.classList.remove("drops");
    const file = event.dataTransfer?.files[0];
    if (file) dropped.take(file);
  });
}

/**
 * The records of a file. Whether they hold is not asked here.
 * @param {Blob} file
 * @returns {Promise<Found[]>}
 */
export async function recordsIn(file) {
  if (file.size === 0) throw new BadFile("empty");
  if (file.size > FILE_BYTES_MAX) throw new BadFile("large");
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (PACKED.some((magic) => magic.every((byte, at) => bytes[at] === byte))) throw new BadFile("packed");
  return recordsOf(decoded(bytes));
}

/** @param {Uint8Array} bytes */
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BadFile("no_record");
  }
}

/** @param {string} text @returns {Found[]} */
export function recordsOf(text) {
  const trimmed = text.trim();
  if (trimmed === "") throw new BadFile("empty");
  if (!trimmed.startsWith("{")) return [ofText(text)];
  const whole = ofJson(trimmed);
  if (whole) return [whole];
  const lines = trimmed.split("\n").map((line) => line.trim()).filter(Boolean);
  if (lines.length === 1) throw new BadFile("no_record");
  if (lines.length > RECORDS_MAX) throw new BadFile("many");
  // What is no record in a line among others is told with its number, by the service.
  return lines.map((line) => ofJson(line) ?? { text: line, kind: "application/json", id: "", ruleset: "" });
}

/** @param {string} text @returns {Found | null} */
function ofJson(text) {
  try {
    const told = JSON.parse(text);
    if (typeof told?.format !== "string" || !told.format.startsWith("carolus-record/")) return null;
    bounded(text);
    return { text, kind: "application/json", id: String(told.id), ruleset: String(told.ruleset) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A record for people: it names its format in the first line that is no remark. @param {string} text @returns {Found} */
function ofText(text) {
  const lines = text.split("\n").map((line) => line.trim());
  const first = lines.find((line) => line !== "" && !line.startsWith(";"));
  if (!first?.startsWith("carolus-record/")) throw new BadFile("no_record");
  bounded(text);
  const told = (/** @type {string} */ name) =>
    lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? "";
  return { text, kind: "text/plain", id: told("id"), ruleset: told("ruleset") };
}

/** @param {string} text */
function bounded(text) {
  if (text.length > RECORD_BYTES_MAX) throw new BadFile("large");
}
