/**
 * The banners of both sides over a whole game.
 *
 * @typedef {import("/page/app/ruleset.js").RulesetPage} RulesetPage
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 */
import { graphsOf } from "/page/app/kit/chronicle.js";

/** Counts banners over one game. */
class Ledger {
  /** @type {Record<string, number>} */
  banners = { top: 0, bottom: 0 };

  /** @param {GameEvent} event */
  follow({ type, side, banners }) {
    if (type === "banner_gained") this.banners[side] = banners;
  }
}

/** @type {RulesetPage["graphs"]} */
export function graphs(events, seats, t) {
  const sides = Array.from({ length: seats.count }, (_, seat) => seats.side(seat));
  const lines = sides.map((style, seat) => ({ name: seats.name(seat), style }));
  return graphsOf(events, () => new Ledger(), ["hands_dealt", "banner_gained", "turn_ended"], lines, [
    { title: t("graph.banners"), value: (ledger, seat) => ledger.banners[sides[seat]] },
  ]);
}
