/**
 * The records in a text, found as `carolus audit` finds them: one a line, one document of several
 * lines, or texts for people one after the other. Whether they hold is not asked here.
 */

/**
 * A record as it was in a file.
 * @typedef {object} Found
 * @property {string} text
 * @property {"application/json" | "text/plain"} kind
 * @property {number} line  in which it begins; the first is 1
 * @property {string} id  of the game; empty if it cannot be told
 * @property {string} ruleset
 */

/** A line and its number. @typedef {{ line: string, number: number }} Numbered */

const FORMAT = "carolus-record/";

/**
 * The records; none if this is nothing of the kind. What is no record among others is found too:
 * the service says what is the matter with it.
 * @param {string} text
 * @returns {Found[]}
 */
export function framed(text) {
  const lines = text.split("\n")
    .map((line, at) => ({ line, number: at + 1 }))
    .filter(({ line }) => line.trim() !== "");
  const [first] = lines;
  if (!first) return [];
  if (isRemark(first.line) || begins(first.line)) return texts(lines);
  if (valueOf(first.line) !== undefined || lines.some(({ line }) => isRecord(valueOf(line)))) {
    const found = lines.map(({ line, number }) => ofJson(line, number));
    return found.length > 1 || isRecord(valueOf(first.line)) ? found : [];
  }
  // A document of several lines, perhaps a broken one, if it speaks of a record at all.
  return text.includes(FORMAT) ? [ofJson(text, first.number)] : [];
}

/** Texts, each from the line that names the format; remarks go before it. @param {Numbered[]} lines */
function texts(lines) {
  /** @type {Numbered[][]} */
  const pieces = [[]];
  let begun = false;
  for (const one of lines) {
    if (begun && begins(one.line)) pieces.push([]);
    pieces[pieces.length - 1].push(one);
    begun ||= !isRemark(one.line);
  }
  return begun ? pieces.map(ofText) : [];
}

/** @param {Numbered[]} lines @returns {Found} */
function ofText(lines) {
  const [{ number }] = lines;
  /** @type {string[]} */
  const kept = [];
  // Blank lines come again, so that what the service says of a line is true.
  for (const one of lines) kept[one.number - number] = one.line;
  const told = (/** @type {string} */ name) =>
    kept.find((line) => line?.startsWith(`${name} `))?.slice(name.length + 1).trim() ?? "";
  const text = Array.from(kept, (line) => line ?? "").join("\n");
  return { text, kind: "text/plain", line: number, id: told("id"), ruleset: told("ruleset") };
}

/** @param {string} text @param {number} line @returns {Found} */
function ofJson(text, line) {
  const told = valueOf(text);
  const [id, ruleset] = [told?.id, told?.ruleset].map((one) => (typeof one === "string" ? one : ""));
  return { text, kind: "application/json", line, id, ruleset };
}

/** The value of JSON; undefined if it is none. @param {string} text */
function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // broken, or nested deeper than this browser reads
  }
}

/** @param {any} value */
const isRecord = (value) => typeof value?.format === "string" && value.format.startsWith(FORMAT);

/** @param {string} line */
const isRemark = (line) => line.trimStart().startsWith(";");

/** Whether a record as text begins with this line. @param {string} line */
const begins = (line) => line.trimStart().startsWith(FORMAT);
