/** Records to keep as a file: NDJSON, one game a line, as `GET /v1/records` gives it. */
import { api, Problem } from "/page/app/api.js";

const NDJSON = "application/x-ndjson";

/** How often an archive may break off with nothing new in it. */
const BREAKS_MAX = 3;

/** What is answered where there is no record yet, or none for us. */
const NOT_TOLD = [401, 403, 404, 409];

/**
 * The records that the service chooses and that are wanted, in the order in which the games ended.
 * Where an archive breaks off, it is gone on with.
 * @param {URLSearchParams} query
 * @param {(record: any) => boolean} wanted
 * @param {(count: number) => void} tell  how many have come
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>}
 */
export async function recordsOfFilter(query, wanted, tell, signal) {
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
        tell(lines.length);
      }
      return lines;
    } catch (error) {
      if (signal.aborted || error instanceof Problem || ++breaks > BREAKS_MAX) throw error;
    }
  }
}

/**
 * The lines of an archive, as they come.
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
 * The records of these games, in the order in which they ended; what has none yet is left out.
 * @param {readonly string[]} games
 * @param {(count: number) => void} tell  how many have come
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>}
 */
export async function recordsOfGames(games, tell, signal) {
  /** @type {{line: string, at: string}[]} */
  const found = [];
  for (const game of games) {
    try {
      const line = await api.text(`/v1/games/${game}/record`, { signal });
      // Without its Z, a time is before all that are later, however exact they are.
      found.push({ line, at: JSON.parse(line).entries.at(-1).at.slice(0, -1) });
      tell(found.length);
    } catch (error) {
      if (!(error instanceof Problem) || !NOT_TOLD.includes(error.status)) throw error;
    }
  }
  return found.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ line }) => line);
}

/** Save lines as a file. @param {string} name @param {readonly string[]} lines */
export function save(name, lines) {
  const address = URL.createObjectURL(new Blob(lines.map((line) => `${line}\n`), { type: NDJSON }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
