/**
 * Phrases of the controls: names of places, cards, and objectives.
 *
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 * @typedef {import("./atlas.js").Card} Card
 * @typedef {import("./atlas.js").Continent} Continent
 * @typedef {import("./atlas.js").Figure} Figure
 * @typedef {import("./atlas.js").Options} Options
 */
import { listed } from "/page/app/kit/phrases.js";
import { CONTINENTS, figureOn, occupationOf, territoriesOf, territoryOn } from "./atlas.js";
import { commonTarget, modeOf } from "./board.js";

/** Returns the name of a territory. @param {Translate} t @param {string} territory */
export const landName = (t, territory) => t(`territory.${territory}`);

/** Returns "Argentina (square)", or "wildcard". @param {Translate} t @param {Card} card */
export function cardText(t, card) {
  const territory = territoryOn(card);
  if (!territory) return t("card.wild");
  return t("card.of", { territory: landName(t, territory), figure: t(`figure.${figureOn(card)}`) });
}

/**
 * Returns the tokens to place: "5 anywhere and 3 in Africa"; an empty string if there are none.
 * @param {Translate} t
 * @param {Record<string, number>} pool
 */
export function poolText(t, pool) {
  const parts = CONTINENTS.filter((continent) => pool[continent]).map((continent) => (
    t("pool.bound", { tokens: pool[continent], continent: t(`continent.${continent}`) })));
  if (pool.free) parts.unshift(t("pool.anywhere", { tokens: pool.free }));
  return parts.length ? listed(t, parts) : "";
}

/**
 * Describes an objective: "all of Africa and 5 of North America", or the seat to eliminate.
 * @param {Translate} t
 * @param {string} objective
 * @param {string | null} target the name of the seat to eliminate
 */
export function objectiveText(t, objective, target) {
  const occupation = occupationOf(objective);
  if (objective === "COMMON") return t("objective.common");
  if (!occupation) return t("objective.destroy", { name: target ?? "" });
  const needs = CONTINENTS.filter((continent) => occupation.territories[continent]).map((continent) => {
    const territories = occupation.territories[continent] ?? 0;
    const all = territories === territoriesOf(continent).length;
    const name = t(`continent.${continent}`);
    if (all) return t("need.all", { continent: name });
    return t("need.some", { territories, continent: name });
  });
  if (occupation.triangle) needs.push(t("need.triangle"));
  return t("objective.occupy", { needs: listed(t, needs) });
}

/**
 * Describes the way to win in a game with these options.
 * @param {Translate} t
 * @param {Options} options
 */
export function goalText(t, options) {
  return t(`goal.${modeOf(options)}`, { territories: commonTarget(options) });
}
