/**
 * The draws that chance owes, and the actions that they make: the table of
 * docs/reference/fair-chance.md, so that the browser can recompute every lot, die and card.
 *
 * @typedef {import("./atlas.js").Card} Card
 * @typedef {import("./atlas.js").Options} Options
 * @typedef {import("./atlas.js").Position} Position
 */
import { shuffleBounds, shuffled } from "/page/app/kit/shuffling.js";
import { TERRITORIES, box } from "./atlas.js";
import { landOf, modeOf } from "./board.js";
import { DIE_FACES, diceFor } from "./odds.js";

/**
 * Returns the bounds of the draws of an answer, given the position before it: null before the deal.
 * @param {Position | null} position
 * @param {Options} options
 * @returns {number[]}
 */
export function bounds(position, options) {
  if (position?.attack) {
    const { attacker, defender } = diceDue(position);
    return Array.from({ length: attacker + defender }, () => DIE_FACES);
  }
  if (position) return [position.deck];
  const players = options.players ?? 2;
  return [
    ...(firstSeat(options) === "random" ? [players] : []),
    ...shuffleBounds(players),
    ...shuffleBounds(TERRITORIES.length),
    ...(modeOf(options) === "secret_and_common" ? shuffleBounds(box.objectives.length) : []),
  ];
}

/**
 * Returns the action that these draws make.
 * @param {Position | null} position
 * @param {Options} options
 * @param {number[]} draws
 */
export function answer(position, options, draws) {
  if (position?.attack) {
    const dice = draws.map((draw) => draw + 1);
    const { attacker } = diceDue(position);
    return { type: "roll_dice", attacker: dice.slice(0, attacker), defender: dice.slice(attacker) };
  }
  if (position) return { type: "draw_card", card: deckOf(position)[draws[0]] };
  return deal(options, [...draws]);
}

/** @param {Position} position */
function diceDue(position) {
  const { source, target } = /** @type {NonNullable<Position["attack"]>} */ (position.attack);
  return diceFor(landOf(position, source).tokens, landOf(position, target).tokens);
}

/**
 * Returns the cards of the deck, in order: all that are nowhere else.
 * @param {Position} position
 */
function deckOf({ seats, discard }) {
  const gone = new Set(discard);
  for (const { cards } of seats) {
    if (!cards) throw new Error("the cards of a hand are hidden, so the deck is not known");
    for (const card of cards) gone.add(card);
  }
  return box.cards.map(({ id }) => id).filter((card) => !gone.has(card));
}

/** @param {Options} options @param {number[]} draws consumed here */
function deal(options, draws) {
  const players = options.players ?? 2;
  const agreed = firstSeat(options);
  const first = agreed === "random" ? draws.shift() : agreed;
  const seats = shuffled(Array.from({ length: players }, (_, seat) => seat), draws);
  const round = shuffled(TERRITORIES, draws);
  const owners = TERRITORIES.map((territory) => seats[round.indexOf(territory) % players]);
  const secret = modeOf(options) === "secret_and_common";
  const objectives = secret ? shuffled(box.objectives, draws).slice(0, players).map(({ id }) => id) : [];
  return { type: "deal_board", first, owners, objectives };
}

/** @param {Options} options */
function firstSeat({ first_seat: agreed = "random" }) {
  return agreed;
}
