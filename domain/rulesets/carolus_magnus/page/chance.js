/**
 * The draws that chance owes, and the actions that they make: the table of
 * docs/reference/fair-chance.md, so that the browser can recompute every lot and die.
 *
 * @typedef {import("./board.js").Position} Position
 * @typedef {import("./board.js").Options} Options
 */
import { shuffleBounds, shuffled } from "/page/app/kit/shuffling.js";
import { CLANS, box, numbersOf, sum } from "./board.js";

/**
 * Returns the bounds of the draws of an answer, given the position before it: null before the
 * first.
 * @param {Position | null} position
 * @param {Options} options
 * @returns {number[]}
 */
export function bounds(position, options) {
  const players = options.players ?? 2;
  if (!position) {
    const emperor = emperorStart(options) === "random" ? [box.segments] : [];
    return [...openingBounds(options), ...shuffleBounds(box.segments), ...emperor];
  }
  const seat = position.active ?? 0;
  const due = numbersOf(players).reserve - sum(position.seats[seat].reserve);
  return Array.from({ length: due }, () => box.faces.length);
}

/**
 * Returns the action that these draws make.
 * @param {Position | null} position
 * @param {Options} options
 * @param {number[]} draws
 */
export function answer(position, options, draws) {
  if (position) return { type: "roll_dice", faces: draws.map((draw) => box.faces[draw]) };
  const numbers = [...draws];
  const opening = openingOf(options, numbers);
  const paladins = shuffled(CLANS.flatMap((clan) => [clan, clan, clan]), numbers);
  const start = emperorStart(options);
  const emperor = start === "random" ? numbers[0] + 1 : start;
  return { type: "arrange_table", opening, paladins, emperor };
}

/** @param {Options} options */
function emperorStart(options) {
  return options.setup === "yucata" ? 1 : (options.emperor_start ?? "random");
}

/** @param {Options} options */
function openingBounds(options) {
  const players = options.players ?? 2;
  return options.setup === "yucata" ? shuffleBounds(players) : [players];
}

/** @param {Options} options @param {number[]} draws consumed here */
function openingOf(options, draws) {
  const seats = Array.from({ length: options.players ?? 2 }, (_, seat) => seat);
  if (options.setup === "yucata") return shuffled(seats, draws);
  const [first] = draws.splice(0, 1);
  return [...seats.slice(first), ...seats.slice(0, first)];
}
