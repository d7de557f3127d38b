/**
 * The story of a game: the sentences of the service on its events. A sentence on a row of events
 * replaces an earlier one with the same `first`.
 *
 * @typedef {import("/page/api").components["schemas"]["Sentence"]} Sentence
 */

/**
 * Returns a story with further sentences, in order of their first events.
 * @param {readonly Sentence[]} story
 * @param {readonly Sentence[]} more
 * @returns {Sentence[]}
 */
export function continued(story, more) {
  const firsts = new Set(more.map(({ first }) => first));
  const kept = story.filter(({ first }) => !firsts.has(first));
  return [...kept, ...more].sort((one, other) => one.first - other.first);
}

/**
 * Returns the texts of the sentences that end after a version, up to another one.
 * @param {readonly Sentence[]} story
 * @param {number} after
 * @param {number} upTo
 */
export const textsIn = (story, after, upTo) => (
  story.filter(({ last }) => last > after && last <= upTo).map(({ text }) => text));

/** Returns the last sentence: in a finished game, how it ended. @param {readonly Sentence[]} story */
export const lastText = (story) => story.at(-1)?.text ?? "";
