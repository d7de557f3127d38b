/**
 * Fair chance: every lot and every die, computed from the secret. See
 * docs/reference/fair-chance.md.
 */

import { fromHex, hmacWith, utf8 } from "/page/app/proof/bytes.js";

/** @typedef {import("/page/app/proof/bytes.js").Bytes} Bytes */

const WORDS = 2 ** 32;

/**
 * What a seat contributed before the start: entropy, and the tip of its chain, in hexadecimal.
 * @typedef {{ entropy: string, tip: string | null }} Contribution
 */

/**
 * The link of a contributor: a seat, or 128 plus the place of a witness.
 * @typedef {{ who: number, link: string }} Link
 */

/**
 * Returns the dice of one game: a function from a moment and its links to its answers, each of
 * which is a number below each bound.
 * @param {Bytes} secret
 * @param {string} game
 * @param {readonly Contribution[]} seats
 * @param {readonly { tip: string }[]} witnesses
 */
export async function dice(secret, game, seats, witnesses) {
  const rootOf = await hmacWith(await keyOf(secret, game, seats, witnesses));
  /** @param {number} moment @param {readonly Link[]} links */
  return async (moment, links) => {
    const keyed = await hmacWith(await rootOf(messageOf(moment, links)));
    /** @param {number} answer @param {readonly number[]} bounds */
    return async (answer, bounds) => {
      const words = stream(keyed, answer);
      const draws = [];
      for (const bound of bounds) draws.push(await draw(words, bound));
      return draws;
    };
  };
}

/**
 * Returns the key of a game's dice.
 * @param {Bytes} secret
 * @param {string} game
 * @param {readonly Contribution[]} seats
 * @param {readonly { tip: string }[]} witnesses
 */
export async function keyOf(secret, game, seats, witnesses) {
  const lines = seats.map(({ entropy, tip }) => `seat ${entropy || "-"} ${tip ?? "-"}`);
  const tips = witnesses.map(({ tip }) => `witness ${tip}`);
  const message = ["carolus-fair-chance/2", game, ...lines, ...tips].join("\n");
  return (await hmacWith(secret))(utf8(message));
}

/**
 * Returns the message of which a moment's root is the code.
 * @param {number} moment
 * @param {readonly Link[]} links
 * @returns {Bytes}
 */
function messageOf(moment, links) {
  const bytes = new Uint8Array(9 + 33 * links.length);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(moment));
  view.setUint8(8, links.length);
  for (const [place, { who, link }] of links.entries()) {
    const found = fromHex(link);
    if (found?.length !== 32) throw new RangeError(`${link} is not a link`);
    view.setUint8(9 + 33 * place, who);
    bytes.set(found, 10 + 33 * place);
  }
  return bytes;
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
 * Yields the endless words of an answer.
 * @param {(message: Bytes) => Promise<Bytes>} keyed
 * @param {number} answer
 * @returns {AsyncGenerator<number, never>}
 */
async function* stream(keyed, answer) {
  const counters = new DataView(new ArrayBuffer(16));
  counters.setBigUint64(0, BigInt(answer));
  for (let block = 0n; ; block += 1n) {
    counters.setBigUint64(8, block);
    const bytes = await keyed(new Uint8Array(counters.buffer));
    const words = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length; at += 4) yield words.getUint32(at);
  }
}
