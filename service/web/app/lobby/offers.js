/**
 * Which games of others the lobby shows: those that a visitor can join, and those between people.
 * The service lists every game, including abandoned ones, so none is shown for longer than a week.
 * The Records screen finds all of them.
 */
import { store } from "/page/app/store.js";
import { serviceNow } from "/page/app/time.js";

/** @typedef {import("/page/app/lobby/games.js").GameSummary} GameSummary */

const SHOWN_MS = 7 * 86_400_000;

/** Returns whether a game was opened too long ago to be shown. @param {GameSummary} game */
export const isOld = ({ created_at: opened }) => serviceNow() - Date.parse(opened) > SHOWN_MS;

/** Returns whether any visitor can take a seat. @param {GameSummary} game */
export const canBeJoined = ({ status, seating, seats }) =>
  status === "open" && seating === "anyone" && seats.some((seat) => !seat.taken);

/** Returns whether people play each other, and any visitor can watch. @param {GameSummary} game */
export const canBeWatched = ({ status, spectators, seats }) =>
  status === "running" && spectators.kind !== "refused" && seats.filter(isOfAPerson).length > 1;

/** Returns whether a seat is reserved for our account, which has not taken it. @param {GameSummary} game */
export const waitsForUs = ({ status, seats }) => status === "open"
  && seats.some(({ reserved_for: kept, taken }) => !taken && kept !== null && kept === store.player?.id);

/**
 * Returns whether one of our own games is worth a row: not if its tournament has called it off, because then
 * the tournament says what counts at the table.
 * @param {GameSummary} game
 */
export const isNews = ({ status, tournament }) => status !== "aborted" || !tournament;

/** Returns the seats of this browser in a game. @param {GameSummary} game @returns {number[]} */
export const mySeats = ({ id }) => Object.keys(store.game(id)?.seats ?? {}).map(Number);

/**
 * Returns how soon a game of this browser needs its player: 0 for a table of a tournament where others wait for its
 * player, 1 for a move now, 2 for an answer or a free seat, 3 for a move later, 4 for a game that has not started,
 * 5 for one that has ended.
 * @param {GameSummary} game
 */
export function urgencyOf(game) {
  const { status, seats, askers = [], awaits = [] } = game;
  const own = mySeats(game);
  if (waitsForUs(game)) return 0;
  if (status === "running") return awaits.some(({ seat }) => own.includes(Number(seat))) ? 1 : 3;
  if (askers.length || seats.some(({ seat, taken }) => own.includes(seat) && !taken)) return 2;
  return status === "open" ? 4 : 5;
}

/** @param {GameSummary["seats"][number]} seat */
const isOfAPerson = ({ bot, resigned }) => !bot && !resigned;

/** Returns whether the lobby shows a game of others. @param {GameSummary} game */
export const isShown = (game) => !isOld(game) && (canBeJoined(game) || canBeWatched(game));
