/**
 * The draws that chance owes, and the actions that they make: hands, dice and cards, as in
 * docs/reference/fair-chance.md.
 */
import { FACES, allCards, battleOf } from "./box.js";

/**
 * Returns the bounds of the draws of an answer, given the position before it: null before the deal.
 * @param {any} position
 * @param {any} options
 * @returns {number[]}
 */
export function bounds(position, options) {
  if (!position) {
    const cards = allCards().length;
    return Array.from({ length: dealt(options, "top") + dealt(options, "bottom") }, (_, drawn) => cards - drawn);
  }
  if (position.draws.length) return [deckOf(position).length];
  return Array.from({ length: position.roll.count }, () => FACES.length);
}

/**
 * Returns the action that these draws make.
 * @param {any} position
 * @param {any} options
 * @param {number[]} draws
 */
export function answer(position, options, draws) {
  if (!position) {
    const left = allCards();
    const cards = draws.map((draw) => left.splice(draw, 1)[0]);
    const top = dealt(options, "top");
    return { type: "deal_hands", top: cards.slice(0, top), bottom: cards.slice(top) };
  }
  if (position.draws.length) return { type: "draw_card", card: deckOf(position)[draws[0]] };
  return { type: "roll_dice", faces: draws.map((draw) => FACES[draw]) };
}

/** @param {any} options @param {"top" | "bottom"} side */
const dealt = ({ scenario = "001" }, side) => battleOf(scenario)[side].hand;

/**
 * Returns the cards of the deck, in order: all that are nowhere else.
 * @param {any} position
 */
function deckOf({ hands, discard, play }) {
  if (!hands.top || !hands.bottom) throw new Error("the cards of a hand are hidden, so the deck is not known");
  const gone = new Set([...hands.top, ...hands.bottom, ...discard, play?.card]);
  return allCards().filter((card) => !gone.has(card));
}
