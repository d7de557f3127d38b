/**
 * The records in a text, found as in `carolus audit`: one per line, one document of several lines,
 * or texts for people one after the other. It does not check whether they are valid.
 */

/**
 * A record as it was in a file.
 * @typedef {object} Found
 * @property {string} text
 * @property {"application/json" | "text/plain"} kind
 * @property {number} line  where it begins; the first is 1
 * @property {string} id  of the game; empty if unknown
 * @property {string} ruleset
 */

/** A line and its number. @typedef {{ line: string, number: number }} Numbered */

const FORMAT = "carolus-record/";

/**
 * Returns the records; none if the text has none. Invalid records among others are included: the
 * service reports what is wrong with them.
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
  // A document of several lines, perhaps broken, if it mentions the format of records.
  return text.includes(FORMAT) ? [ofJson(text, first.number)] : [];
}

/**
 * Returns the texts, each from the line with the format; comments may precede it.
 * @param {Numbered[]} lines
 */
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
  // Restore blank lines, so that the service's line numbers are right.
  for (const one of lines) kept[one.number - number] = one.line;
  const field = (/** @type {string} */ name) =>
    kept.find((line) => line?.startsWith(`${name} `))?.slice(name.length + 1).trim() ?? "";
  const text = Array.from(kept, (line) => line ?? "").join("\n");
  return { text, kind: "text/plain", line: number, id: field("id"), ruleset: field("ruleset") };
}

/** @param {string} text @param {number} line @returns {Found} */
function ofJson(text, line) {
  const value = valueOf(text);
  const [id, ruleset] = [value?.id, value?.ruleset].map((one) => (typeof one === "string" ? one : ""));
  return { text, kind: "application/json", line, id, ruleset };
}

/** Parses JSON; undefined if it is not valid. @param {string} text */
function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // broken, or nested more deeply than this browser supports
  }
}

/** @param {any} value */
const isRecord = (value) => typeof value?.format === "string" && value.format.startsWith(FORMAT);

/** @param {string} line */
const isRemark = (line) => line.trimStart().startsWith(";");

/** Returns whether a record as text begins with this line. @param {string} line */
const begins = (line) => line.trimStart().startsWith(FORMAT);
