/**
 * The draws that chance owes, and the actions that they make: the table of
 * docs/reference/fair-chance.md, so that the browser can recompute every lot and die.
 *
 * @typedef {import("./board.js").Position} Position
 * @typedef {import("./board.js").Options} Options
 */
import { CLANS, NUMBERS, SEGMENTS_COUNT, sum } from "./board.js";

const FACES = [...CLANS, "crown"];

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
    const emperor = emperorStart(options) === "random" ? [SEGMENTS_COUNT] : [];
    return [...openingBounds(options), ...shuffleBounds(SEGMENTS_COUNT), ...emperor];
  }
  const seat = position.active ?? 0;
  const due = NUMBERS[players].reserve - sum(position.seats[seat].reserve);
  return Array.from({ length: due }, () => FACES.length);
}

/**
 * Returns the action that these draws make.
 * @param {Position | null} position
 * @param {Options} options
 * @param {number[]} draws
 */
export function answer(position, options, draws) {
  if (position) return { type: "roll_dice", faces: draws.map((draw) => FACES[draw]) };
  const numbers = [...draws];
  const opening = openingOf(options, numbers.splice(0, openingBounds(options).length));
  const ring = CLANS.flatMap((clan) => [clan, clan, clan]);
  const paladins = shuffled(ring, numbers.splice(0, SEGMENTS_COUNT - 1));
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

/** @param {Options} options @param {number[]} draws */
function openingOf(options, draws) {
  const seats = Array.from({ length: options.players ?? 2 }, (_, seat) => seat);
  if (options.setup === "yucata") return shuffled(seats, draws);
  return [...seats.slice(draws[0]), ...seats.slice(0, draws[0])];
}

/** Returns the bounds of a shuffle of this many things. @param {number} count */
function shuffleBounds(count) {
  return Array.from({ length: count - 1 }, (_, drawn) => count - drawn);
}

/**
 * Swaps the last thing with the one of the first draw, the last but one with the second, and so on.
 * @template T
 * @param {readonly T[]} things
 * @param {number[]} draws
 */
function shuffled(things, draws) {
  const order = [...things];
  draws.forEach((draw, drawn) => {
    const last = order.length - 1 - drawn;
    [order[draw], order[last]] = [order[last], order[draw]];
  });
  return order;
}
