/** Records for export to a file: NDJSON, one game per line, as in `GET /v1/records`. */
import { api, Problem } from "/page/app/api.js";

const NDJSON = "application/x-ndjson";

/** How often an archive may break off without any progress. */
const BREAKS_MAX = 3;

/** The status codes for games without a record, or without one for us. */
const NO_RECORD = [401, 403, 404, 409];

/**
 * Returns the records of the service's filter that are wanted, in the order in which the games
 * ended. If an archive breaks off, the export resumes it.
 * @param {URLSearchParams} query
 * @param {(record: any) => boolean} wanted
 * @param {(count: number) => void} report  called with the number so far
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>}
 */
export async function recordsOfFilter(query, wanted, report, signal) {
  const lines = [];
  const asked = new URLSearchParams(query);
  for (let breaks = 0; ;) {
    try {
      for await (const line of archive(asked, signal)) {
        const record = JSON.parse(line);
        asked.set("after", record.id);
        breaks = 0;
        if (!wanted(record)) continue;
        lines.push(line);
        report(lines.length);
      }
      return lines;
    } catch (error) {
      if (signal.aborted || error instanceof Problem || ++breaks > BREAKS_MAX) throw error;
    }
  }
}

/**
 * Yields the lines of an archive as they arrive.
 * @param {URLSearchParams} query
 * @param {AbortSignal} signal
 */
async function* archive(query, signal) {
  const answer = await api.stream(`/v1/records?${query}`, { headers: { Accept: NDJSON }, signal });
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  const decoder = new TextDecoder();
  for (let rest = ""; ;) {
    const { done, value } = await reader.read();
    const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (done && rest) throw new Error("the archive ends within a line");
    if (done) return;
  }
}

/**
 * Returns the records of these games, in the order in which they ended, without those that have
 * none.
 * @param {readonly string[]} games
 * @param {(count: number) => void} report  called with the number so far
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>}
 */
export async function recordsOfGames(games, report, signal) {
  /** @type {{line: string, at: string}[]} */
  const found = [];
  for (const game of games) {
    try {
      const line = await api.text(`/v1/games/${game}/record`, { signal });
      // Without the Z, a time sorts before all later ones, whatever their precision.
      found.push({ line, at: JSON.parse(line).entries.at(-1).at.slice(0, -1) });
      report(found.length);
    } catch (error) {
      if (!(error instanceof Problem) || !NO_RECORD.includes(error.status)) throw error;
    }
  }
  return found.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ line }) => line);
}

/**
 * Saves lines as a file.
 * @param {string} name
 * @param {readonly string[]} lines
 * @param {string} [type]  the media type
 */
export function save(name, lines, type = NDJSON) {
  const address = URL.createObjectURL(new Blob(lines.map((line) => `${line}\n`), { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
