/**
 * Territories and tokens of all seats over a whole game.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Graph} Graph
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 */
import { Follower } from "/page/app/chronicle.js";
import { Ledger } from "./ledger.js";

/**
 * Returns the graphs, with a value for the deal, for the end of each turn, and for the end of the
 * game.
 * @param {readonly GameEvent[]} events
 * @param {Seats} seats
 * @param {Translate} t
 * @returns {Graph[]}
 */
export function graphs(events, seats, t) {
  const follower = new Follower(() => new Ledger());
  const all = Array.from({ length: seats.count }, (_, seat) => seat);
  /** @type {number[]} */
  const at = [];
  const territories = all.map(() => /** @type {number[]} */ ([]));
  const tokens = all.map(() => /** @type {number[]} */ ([]));
  for (const event of events) {
    follower.follow(event);
    if (!["board_dealt", "turn_ended", "game_ended"].includes(event.type)) continue;
    at.push(event.version);
    for (const seat of all) {
      const strength = follower.ledger.strength(seat);
      territories[seat].push(strength.territories);
      tokens[seat].push(strength.tokens);
    }
  }
  const lines = (/** @type {number[][]} */ values) => all.map((seat) => (
    { name: seats.name(seat), style: seats.side(seat), values: values[seat] }
  ));
  return [
    { title: t("graph.territories"), at, lines: lines(territories) },
    { title: t("graph.tokens"), at, lines: lines(tokens) },
  ];
}
