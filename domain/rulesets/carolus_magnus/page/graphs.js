/**
 * Castles and control of the clans over a whole game.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Graph} Graph
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 * @typedef {import("./board.js").Side} Side
 */
import { Follower } from "/page/app/chronicle.js";
import { Ledger } from "./ledger.js";
import { sideText } from "./phrases.js";

/**
 * Returns the graphs, with a value for the beginning, for the end of each turn, and for the end of
 * the game.
 * @param {readonly GameEvent[]} events
 * @param {Seats} seats
 * @param {Translate} t
 * @returns {Graph[]}
 */
export function graphs(events, seats, t) {
  const follower = new Follower(() => new Ledger(seats));
  const sides = /** @type {Side[]} */ (Object.keys(follower.ledger.castles));
  /** @type {number[]} */
  const at = [];
  const castles = sides.map(() => /** @type {number[]} */ ([]));
  const control = sides.map(() => /** @type {number[]} */ ([]));
  for (const event of events) {
    follower.follow(event);
    if (!["lots_drawn", "turn_ended", "game_ended"].includes(event.type)) continue;
    const { ledger } = follower;
    at.push(event.version);
    const clans = ledger.control();
    sides.forEach((side, index) => {
      castles[index].push(ledger.castles[side] ?? 0);
      control[index].push(clans[side] ?? 0);
    });
  }
  const line = (/** @type {number[][]} */ values) => sides.map((side, index) => (
    { name: sideText(t, seats, side), style: side, values: values[index] }
  ));
  return [
    { title: t("graph.castles"), at, lines: line(castles) },
    { title: t("graph.control"), at, lines: line(control) },
  ];
}
