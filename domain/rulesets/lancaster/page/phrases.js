/**
 * The values of actions in words.
 *
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 */
import { listed } from "/page/app/kit/phrases.js";
import { battleOf, favourOf, isCounty, isSpace } from "./box.js";

/** Returns the name of a place: a county, a castle space, a battle. @param {Translate} t @param {string} place */
export function placeName(t, place) {
  if (place === "court") return t("board.court");
  if (isCounty(place)) return t("pick.county", { letter: place, name: t(`county.${place}`) });
  if (isSpace(place)) return t(`space.${place}`);
  return t("pick.battle", { card: place, strength: battleOf(place).f });
}

/** Returns what a favour gives. @param {Translate} t @param {string} favour */
export function favourName(t, favour) {
  const [{ op, n }] = favourOf(favour).reward;
  if (op === "GOLD") return t("gold", { amount: n });
  if (op === "SQUIRE") return t("good.squires", { count: n });
  return t(`favour.${favour}`);
}

/** Returns how strong a knight is, and where it stands. @param {Translate} t @param {{strength: number, at: string}} knight */
export const knightName = (t, { strength, at }) => (
  t("pick.knight", { strength, place: placeName(t, at) }));

/** Returns the knights that are bought free, with the ransom. @param {Translate} t @param {readonly number[]} knights */
export function prisoners(t, knights) {
  if (!knights.length) return t("pick.nobody");
  const gold = knights.reduce((sum, one) => sum + one, 0);
  return t("pick.prisoners", { knights: listed(t, knights.map(String)), gold });
}
