/**
 * Pieces, cards and faces of dice in words.
 *
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 * @typedef {import("/page/app/ruleset.js").Position} Position
 */
import { listed } from "/page/app/kit/phrases.js";
import { battleOf, cardOf, hexOf, isLeader, sideOf, typeOf } from "./box.js";

/** Returns the people of a side. @param {Translate} t @param {Position} position @param {"top" | "bottom"} side */
export const people = (t, position, side) => (
  t(`people.${battleOf(position.scenario)[side].people}`));

/** Returns a piece with its hex and its people, as the story does. @param {Translate} t @param {Position} position @param {string} piece */
export function pieceName(t, position, piece) {
  const { leaders, reserve_leaders: others = [] } = battleOf(position.scenario);
  const known = [...leaders, ...others].find((/** @type {any[]} */ [id]) => id === piece)?.[1];
  const kind = known ?? t(isLeader(piece) ? "piece.unnamed" : `kind.${typeOf(piece)}`);
  const hex = known ? "" : hexOf(position, piece);
  const name = hex ? t("piece.at", { name: kind, hex }) : kind;
  return t("piece.of", { name, people: people(t, position, sideOf(piece)) });
}

/** Returns one's own piece with its hex, such as on a button. @param {Translate} t @param {Position} position @param {string} piece @param {string} hex */
export function pieceAt(t, position, piece, hex) {
  const { leaders } = battleOf(position.scenario);
  const name = isLeader(piece)
    ? leaders.find((/** @type {any[]} */ [id]) => id === piece)?.[1] ?? t("piece.unnamed")
    : t(`unit.${typeOf(piece)}`);
  return hex ? `${name} ${hex}` : name;
}

/** Returns what a kind of card does. @param {Translate} t @param {string} kind */
export function cardEffect(t, kind) {
  const { group, sections, orders, section, further } = cardOf(kind).values;
  if (group === "section") {
    const each = Object.entries(sections).map(([name, count]) => (
      t("effect.section", { count, section: t(`section.${name}`) })));
    return t("effect.sections", { orders: listed(t, each) });
  }
  if (group === "troop") return t(`effect.troop.${orders}`);
  if (group === "leadership" && section) {
    return t("effect.leader", { section: t(`section.${section}`), count: further });
  }
  return t(`effect.tactic.${kind}`);
}

/** Returns a hex, or where a piece leaves the board. @param {Translate} t @param {string} place */
export const placeName = (t, place) => (place === "off" ? t("pick.off") : place);
