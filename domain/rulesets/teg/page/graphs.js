/**
 * Territories and tokens of all seats over a whole game.
 *
 * @typedef {import("/page/app/ruleset.js").RulesetPage} RulesetPage
 */
import { graphsOf } from "/page/app/kit/chronicle.js";
import { Ledger } from "./ledger.js";

/**
 * Returns the graphs, with a value for the deal, for the end of each turn, and for the end of the
 * game.
 * @type {RulesetPage["graphs"]}
 */
export function graphs(events, seats, t) {
  const lines = Array.from({ length: seats.count }, (_, seat) => (
    { name: seats.name(seat), style: seats.side(seat) }));
  return graphsOf(events, () => new Ledger(), ["board_dealt", "turn_ended", "game_ended"], lines, [
    { title: t("graph.territories"), value: (ledger, seat) => ledger.strength(seat).territories },
    { title: t("graph.tokens"), value: (ledger, seat) => ledger.strength(seat).tokens },
  ]);
}
