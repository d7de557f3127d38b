/** Records as a file to keep: NDJSON, one game a line, as `GET /v1/records` gives it. */
import { api, Problem } from "/page/app/api.js";
import { speech } from "/page/app/i18n.js";

const NDJSON = "application/x-ndjson";

/**
 * The records that the service chooses and that are wanted, as they come.
 * @param {URLSearchParams} query
 * @param {(record: any) => boolean} wanted
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Uint8Array<ArrayBuffer>>}
 */
export async function* recordsOfFilter(query, wanted, signal) {
  const headers = { Accept: NDJSON, "Accept-Language": speech.language };
  const answer = await fetch(`/v1/records?${query}`, { headers, signal });
  if (!answer.ok || !answer.body) throw new Problem(answer.status, await answer.json());
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  for (let rest = "", ended = false; !ended;) {
    const { done, value } = await reader.read();
    ended = done;
    const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (wanted(JSON.parse(line))) yield encoder.encode(`${line}\n`);
  }
}

/**
 * The records of these games, one after the other; what has none yet is left out.
 * @param {readonly string[]} games
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Uint8Array<ArrayBuffer>>}
 */
export async function* recordsOfGames(games, signal) {
  for (const game of games) {
    try {
      const text = await api.text(`/v1/games/${game}/record`, { signal });
      yield new TextEncoder().encode(`${text}\n`);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 409) throw error;
    }
  }
}

/**
 * Save what comes as a file.
 * @param {string} name
 * @param {AsyncGenerator<Uint8Array<ArrayBuffer>>} parts
 * @param {(lines: number) => void} tell  how many records have come
 */
export async function download(name, parts, tell) {
  const kept = [];
  let lines = 0;
  for await (const part of parts) {
    kept.push(part);
    for (const byte of part) if (byte === 10) lines += 1;
    tell(lines);
  }
  const address = URL.createObjectURL(new Blob(kept, { type: NDJSON }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
