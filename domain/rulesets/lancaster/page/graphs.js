/**
 * The power points of all seats over a whole game.
 *
 * @typedef {import("/page/app/ruleset.js").RulesetPage} RulesetPage
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 */
import { graphsOf } from "/page/app/kit/chronicle.js";
import { lawOf } from "./box.js";

/** Counts the power points over one game. */
class Ledger {
  /** @param {readonly string[]} sides */
  constructor(sides) {
    this.sides = sides;
    this.power = sides.map(() => 0);
  }

  /** @param {GameEvent} event */
  follow(event) {
    const { type, seat, gained } = event;
    if (gained?.power) this.power[seat] += gained.power;
    else if (type === "law_used") this.power[seat] += event.amount * lawOf(event.law).points;
    else if (type === "battle_valued") this.#fight(event);
    else if (type === "final_scored") this.#end(event);
  }

  /** @param {GameEvent} event */
  #fight({ ranking, power }) {
    ranking.forEach((/** @type {string} */ color, /** @type {number} */ rank) => {
      const seat = this.sides.indexOf(color);
      if (seat >= 0) this.power[seat] += power[rank] ?? 0;
    });
  }

  /** @param {GameEvent} event */
  #end({ knighthood, extensions, nobles }) {
    this.power = this.power.map((sum, seat) => (
      sum + knighthood[seat] + extensions[seat] + nobles[seat]));
  }
}

/** @type {RulesetPage["graphs"]} */
export function graphs(events, seats, t) {
  const sides = Array.from({ length: seats.count }, (_, seat) => seats.side(seat));
  const lines = sides.map((style, seat) => ({ name: seats.name(seat), style }));
  const after = ["table_arranged", "votes_revealed", "cards_turned_up", "battle_valued", "final_scored"];
  return graphsOf(events, () => new Ledger(sides), after, lines, [
    { title: t("graph.power"), value: (ledger, seat) => ledger.power[seat] },
  ]);
}
