/**
 * The draws that chance owes, and the actions that they make: start player, battles and laws. Cards
 * are drawn when they are turned up, each from those that may come next.
 */
import { box, lawOf } from "./box.js";

const BATTLES = 2;
const FIRST_LAWS = 6;
const NEW_LAWS = 3;

/**
 * Returns the bounds of the draws of an answer, given the position before it: null before the first.
 * @param {any} position
 * @param {any} options
 * @returns {number[]}
 */
export function bounds(position, options) {
  if (position?.step === "reveal") return [];
  const players = options.players ?? 3;
  const first = !position && firstSeat(options) === "random" ? [players] : [];
  const cards = battlesLeft(position, players).length;
  const left = lawsLeft(position);
  const laws = Array.from({ length: position ? NEW_LAWS : FIRST_LAWS }, () => {
    const count = nextLaws(left).length;
    left.shift();
    return count;
  });
  return [...first, ...Array.from({ length: BATTLES }, (_, drawn) => cards - drawn), ...laws];
}

/**
 * Returns the action that these draws make.
 * @param {any} position
 * @param {any} options
 * @param {number[]} draws
 */
export function answer(position, options, draws) {
  if (position?.step === "reveal") return { type: "reveal_votes" };
  const numbers = [...draws];
  const agreed = firstSeat(options);
  const start = !position && agreed === "random" ? numbers.shift() : agreed;
  const deck = battlesLeft(position, options.players ?? 3);
  const left = lawsLeft(position);
  const battles = numbers.splice(0, BATTLES).map((draw) => deck.splice(draw, 1)[0]);
  // The next group begins the list, so a number is also a place in the whole list.
  const laws = numbers.map((draw) => left.splice(draw, 1)[0]);
  return position ? { type: "turn_up_cards", battles, laws } : { type: "arrange_table", start, battles, laws };
}

/** @param {any} position @param {number} players */
function battlesLeft(position, players) {
  const { top = [], bottom = [] } = position?.battles ?? {};
  const drawn = [...(position?.battles_gone ?? []), ...[...top, ...bottom].map((one) => one?.card)];
  return box.decks[players].filter((card) => !drawn.includes(card));
}

/** @param {any} position */
function lawsLeft(position) {
  const { current = [], proposed = [], gone = [] } = position?.laws ?? {};
  const drawn = [...current, ...proposed, ...gone];
  return box.laws.filter(({ id }) => !drawn.includes(id))
    .sort((one, other) => one.group - other.group).map(({ id }) => id);
}

/** @param {readonly string[]} left */
const nextLaws = (left) => left.filter((law) => lawOf(law).group === lawOf(left[0]).group);

/** @param {any} options */
const firstSeat = ({ first_seat: agreed = "random" }) => agreed;
