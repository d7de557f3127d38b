/**
 * Castles and control of the clans over a whole game.
 *
 * @typedef {import("/page/app/ruleset.js").RulesetPage} RulesetPage
 */
import { graphsOf } from "/page/app/kit/chronicle.js";
import { Ledger } from "./ledger.js";
import { sideText } from "./phrases.js";

/**
 * Returns the graphs, with a value for the beginning, for the end of each turn, and for the end of
 * the game.
 * @type {RulesetPage["graphs"]}
 */
export function graphs(events, seats, t) {
  const begin = () => new Ledger(seats);
  const sides = [...new Set(begin().sides)];
  const lines = sides.map((side) => ({ name: sideText(t, seats, side), style: side }));
  return graphsOf(events, begin, ["lots_drawn", "turn_ended", "game_ended"], lines, [
    { title: t("graph.castles"), value: ({ castles }, line) => castles[sides[line]] ?? 0 },
    { title: t("graph.control"), value: (ledger, line) => ledger.control()[sides[line]] ?? 0 },
  ]);
}
