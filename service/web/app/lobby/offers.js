/**
 * Which games of others the lobby shows: those that a visitor can join, and those between people.
 * The service lists every game, including abandoned ones, so none is shown for longer than a week.
 * The Records screen finds all of them.
 */
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

/** @param {GameSummary["seats"][number]} seat */
const isOfAPerson = ({ bot, resigned }) => !bot && !resigned;

/** Returns whether the lobby shows a game of others. @param {GameSummary} game */
export const isShown = (game) => !isOld(game) && (canBeJoined(game) || canBeWatched(game));
