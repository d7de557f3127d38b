/** The ends of games: the events, and the results of the players. */

/** @typedef {import("/page/app/game/table.js").Game["seats"][number]} Seat */

/** @type {Record<string, string>} The ends outside the rules of a game, and their reasons. */
export const REASONS = {
  game_conceded: "resignation",
  draw_agreed: "draw_agreed",
  game_forfeited: "time",
  game_adjudicated: "adjudicated",
};
export const CALLED_OFF = ["game_aborted", "game_called_off"];
const ENDS = ["game_ended", ...Object.keys(REASONS), ...CALLED_OFF];

/** The ends found in lists of events, which never change. @type {WeakMap<readonly any[], readonly any[]>} */
const found = new WeakMap();

/**
 * Returns the events that end a game: exactly one in a correct account.
 * @param {readonly any[]} events
 * @returns {readonly any[]}
 */
export function endsIn(events) {
  const ends = found.get(events) ?? events.filter((event) => ENDS.includes(event.type));
  found.set(events, ends);
  return ends;
}

/**
 * Returns whether a game was over at this version.
 * @param {readonly any[]} events
 * @param {number} version
 */
export const overAt = (events, version) => endsIn(events).some((end) => end.version <= version);

/**
 * Returns the result of a player; one who left the seat to the house bot has lost.
 *
 * A game is drawn if no side has lost. Sides that are ahead of others together share the first place.
 * @param {Seat} seat
 * @param {readonly Seat[]} seats  of the game
 * @param {readonly string[]} winners  sides
 */
export function resultOf({ side, bot, flagged, resigned }, seats, winners) {
  if (resigned || (flagged && bot) || !winners.includes(side)) return "lost";
  if (winners.length === 1) return "won";
  return seats.every((one) => winners.includes(one.side)) ? "drawn" : "shared";
}
