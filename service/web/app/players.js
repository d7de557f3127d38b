/** The players of a game, as rulesets and the page call them. */

/**
 * Of partners who did not say what they are called, each has the number of the seat beside the
 * side.
 * @param {readonly {name?: string | null, side: string}[]} seats
 * @param {readonly number[]} own  those that are played here
 * @param {(side: string) => string} sideName
 * @returns {import("/page/app/ruleset.js").Seats}
 */
export function players(seats, own, sideName) {
  const side = (/** @type {number} */ seat) => seats[seat]?.side ?? "";
  const shared = (/** @type {string} */ one) => seats.filter((seat) => seat.side === one).length > 1;
  const unnamed = (/** @type {number} */ seat) => (
    sideName(side(seat)) + (shared(side(seat)) ? ` ${seat}` : ""));
  return {
    count: seats.length,
    own,
    side,
    named: (seat) => Boolean(seats[seat]?.name),
    name: (seat) => seats[seat]?.name || unnamed(seat),
  };
}

/**
 * The seats that play these sides.
 * @param {import("/page/app/ruleset.js").Seats} seats
 * @param {readonly string[]} sides
 */
export const playersOf = (seats, sides) =>
  Array.from({ length: seats.count }, (_, seat) => seat).filter((seat) => sides.includes(seats.side(seat)));
