/** The events that end a game. */

/** @type {Record<string, string>} The ends outside the rules of a game, and their reasons. */
export const REASONS = {
  game_conceded: "resignation",
  draw_agreed: "draw_agreed",
  game_forfeited: "time",
  game_adjudicated: "adjudicated",
};
export const CALLED_OFF = ["game_aborted", "game_called_off"];
const ENDS = ["game_ended", ...Object.keys(REASONS), ...CALLED_OFF];

/** Returns the events that end a game: exactly one in a correct account. @param {readonly any[]} events */
export const endsIn = (events) => events.filter((event) => ENDS.includes(event.type));

/**
 * Returns whether a game was over at this version.
 * @param {readonly any[]} events
 * @param {number} version
 */
export const overAt = (events, version) => endsIn(events).some((end) => end.version <= version);
