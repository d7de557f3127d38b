/**
 * How long a page waits between two readings of a tournament. All pages that follow one want to read
 * after a result, and what each reading costs the service grows with the entrants (ADR 98).
 */

/** The pause of officials, and after what concerns this browser's own player. */
export const REST_MS = 400;

/** The pause of spectators of a small tournament: nobody knows how many they are. */
const WATCHING_MS = 4000;

/** The longest pause. */
const REST_MS_MAX = 30_000;

/**
 * Returns the pause between two readings, in milliseconds: all players of a tournament of up to
 * a thousand together keep half a core busy, and a thousand spectators about one.
 * @param {number} entrants
 * @param {"official" | "player" | "spectator"} reader
 */
export function restOf(entrants, reader) {
  if (reader === "official") return REST_MS;
  const ofPlayers = Math.max(REST_MS, 4 * entrants + entrants ** 2 / 100);
  return Math.min(REST_MS_MAX, reader === "player" ? ofPlayers : Math.max(WATCHING_MS, ofPlayers));
}

/**
 * Returns over which time the readings after an event are spread, so that they do not all come at
 * once: players wait half as long as spectators, and not at all in a small tournament.
 * @param {number} entrants
 * @param {"official" | "player" | "spectator"} reader
 */
export const spreadOf = (entrants, reader) =>
  (restOf(entrants, reader) - REST_MS) / (reader === "player" ? 2 : 1);
