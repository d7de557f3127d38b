/**
 * The odds of one attack, and of an attack repeated to its end: the tables of `odds.py`.
 */

export const DIE_FACES = 6;

/** The most dice of a side. */
export const DICE_MAX = 3;

/** Larger numbers of tokens are scaled down together: the odds hardly change beyond this. */
const TOKENS_MAX = 64;

/**
 * By dice of attacker and defender: the number of throws that cost the attacker 0, 1, … tokens.
 * @type {Record<string, readonly number[]>}
 */
const COUNTS = {
  "1 1": [15, 21],
  "1 2": [55, 161],
  "1 3": [225, 1071],
  "2 1": [125, 91],
  "2 2": [295, 420, 581],
  "2 3": [979, 1981, 4816],
  "3 1": [855, 441],
  "3 2": [2890, 2611, 2275],
  "3 3": [6420, 10017, 12348, 17871],
};

/**
 * Returns the dice of both sides for these tokens on source and target.
 * @param {number} attackers
 * @param {number} defenders
 */
export function diceFor(attackers, defenders) {
  return { attacker: Math.min(DICE_MAX, attackers - 1), defender: Math.min(DICE_MAX, defenders) };
}

/**
 * Returns the possible results of one attack: both sides' losses, and the probability.
 * @param {number} attackers tokens on the source
 * @param {number} defenders tokens on the target
 * @returns {{mine: number, theirs: number, chance: number}[]}
 */
export function battle(attackers, defenders) {
  const { attacker, defender } = diceFor(attackers, defenders);
  const stake = Math.min(attacker, defender);
  const throws = DIE_FACES ** (attacker + defender);
  return COUNTS[`${attacker} ${defender}`].map((count, mine) => (
    { mine, theirs: stake - mine, chance: count / throws }
  ));
}

/**
 * Returns the probability that a target falls to attacks repeated until one token is left.
 * @param {number} attackers
 * @param {number} defenders
 */
export function siege(attackers, defenders) {
  const most = Math.max(attackers, defenders);
  if (most <= TOKENS_MAX) return reckoned(attackers, defenders);
  const scaled = (/** @type {number} */ tokens) => (
    Math.max(1, Math.floor((tokens * TOKENS_MAX) / most)));
  return reckoned(scaled(attackers), scaled(defenders));
}

/**
 * Computes the table from small to large numbers, each from the previous ones.
 * @param {number} attackers
 * @param {number} defenders
 */
function reckoned(attackers, defenders) {
  /** @type {number[][]} */
  const falls = [];
  for (let mine = 0; mine <= attackers; mine += 1) {
    falls.push([1]);
    for (let theirs = 1; theirs <= defenders; theirs += 1) {
      falls[mine].push(mine < 2 ? 0 : battle(mine, theirs).reduce((sum, lost) => (
        sum + lost.chance * falls[mine - lost.mine][theirs - lost.theirs]), 0));
    }
  }
  return falls[attackers][defenders];
}
