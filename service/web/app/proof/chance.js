/**
 * Fair chance: every lot and every die, computed from the secret. See
 * docs/reference/fair-chance.md.
 */

import { hmacWith, utf8 } from "/page/app/proof/bytes.js";

/** @typedef {import("/page/app/proof/bytes.js").Bytes} Bytes */

const WORDS = 2 ** 32;

/**
 * Returns the dice of one game: a function that draws answer `index`, a number below each bound.
 * @param {Bytes} secret
 * @param {string} game
 * @param {readonly string[]} entropy of each seat, in hexadecimal
 * @returns {Promise<(index: number, bounds: readonly number[]) => Promise<number[]>>}
 */
export async function dice(secret, game, entropy) {
  const keyed = await hmacWith(await keyOf(secret, game, entropy));
  return async (index, bounds) => {
    const words = stream(keyed, index);
    const draws = [];
    for (const bound of bounds) draws.push(await draw(words, bound));
    return draws;
  };
}

/**
 * Returns the key of a game's dice.
 * @param {Bytes} secret
 * @param {string} game
 * @param {readonly string[]} entropy
 */
export async function keyOf(secret, game, entropy) {
  const message = ["carolus-fair-chance/1", game, ...entropy].join("\n");
  return (await hmacWith(secret))(utf8(message));
}

/**
 * Returns one number below the bound, skipping words that would favour small numbers.
 * @param {AsyncGenerator<number>} words
 * @param {number} bound
 */
async function draw(words, bound) {
  if (!Number.isInteger(bound) || bound < 1 || bound > WORDS) {
    throw new RangeError(`nothing can be drawn below ${bound}`);
  }
  const leastRefused = WORDS - (WORDS % bound);
  for (;;) {
    const word = (await words.next()).value;
    if (word < leastRefused) return word % bound;
  }
}

/**
 * Yields the endless words of answer `index`.
 * @param {(message: Bytes) => Promise<Bytes>} keyed
 * @param {number} index
 * @returns {AsyncGenerator<number, never>}
 */
async function* stream(keyed, index) {
  const counters = new DataView(new ArrayBuffer(16));
  counters.setBigUint64(0, BigInt(index));
  for (let block = 0n; ; block += 1n) {
    counters.setBigUint64(8, block);
    const bytes = await keyed(new Uint8Array(counters.buffer));
    const words = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length; at += 4) yield words.getUint32(at);
  }
}
