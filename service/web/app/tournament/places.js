/** The places at a table, as the rules of results want them. */

/**
 * Returns places from any numbers of which the lowest is best: each place is one more than the
 * number of players who did better. Players who forfeit come after all others, and if at most one
 * player does not forfeit, there are no places.
 * @param {readonly number[]} order  by player; equal numbers tie
 * @param {readonly boolean[]} [forfeits]  by player
 */
export function placesOf(order, forfeits = []) {
  const stayed = order.filter((_, player) => !forfeits[player]);
  if (stayed.length < 2) return [];
  return order.map((mine, player) => (
    forfeits[player] ? stayed.length + 1 : 1 + stayed.filter((other) => other < mine).length));
}
