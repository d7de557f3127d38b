/** Who plays for an entry, and from which round on. */

/** @typedef {import("/page/api").components["schemas"]["Entrant"]} Entrant */

/**
 * Returns who played in each place of an entry, first to last, and from which round on.
 * @param {Pick<Entrant, "people" | "replaced">} entrant
 */
export const stintsOf = ({ people, replaced }) => people.map((last, at) => {
  const left = replaced.filter(({ member }) => member === at + 1);
  return [...left.map(({ person }) => person), last].map((person, nth) => ({ person, from: nth ? left[nth - 1].round : 0 }));
});

/**
 * Returns who plays for an entry in a round.
 * @param {Pick<Entrant, "people" | "replaced">} entrant
 * @param {number} round
 */
export const peopleIn = (entrant, round) =>
  stintsOf(entrant).map((stints) => (stints.findLast(({ from }) => from <= round) ?? stints[0]).person);

/**
 * Returns who plays in place of an account, and from which round on; null if it was not replaced. Of
 * several for the same round, that is the last one.
 * @param {Pick<Entrant, "people" | "replaced">} entrant
 * @param {string} account
 */
export function successorOf(entrant, account) {
  for (const stints of stintsOf(entrant)) {
    const at = stints.findLastIndex(({ person }) => person.account === account);
    const next = stints[at + 1];
    if (at >= 0 && next) return stints.findLast(({ from }) => from === next.from) ?? next;
  }
  return null;
}
