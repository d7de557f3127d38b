/**
 * The material of a proof, assembled from the answers of the service.
 *
 * A record has no events: `POST /v1/records/replay` supplies them, step by step, with the positions
 * that awaited chance. Their hashes prove that they are the ones played, because they lead to the
 * head in the record.
 */

import { continued } from "/page/app/story.js";

/** @typedef {import("/page/app/proof/verify.js").Material} Material */
/** @typedef {import("/page/api").components["schemas"]["Replay"]} Replay */

/** @typedef {import("/page/app/story.js").Sentence} Sentence */
/** @typedef {Material & { refusal: Replay["refusal"], sides: Replay["sides"], names: Replay["names"], story: readonly Sentence[] }} Gathered */

/**
 * @param {readonly Replay[]} pages all of them, in order
 * @param {Material["keys"]} keys
 * @returns {Gathered}
 */
export function materialOf(pages, keys) {
  const { record, refusal, sides, names } = pages[0];
  const entries = pages.flatMap((page) => /** @type {readonly Replay["steps"][number][]} */ (page.steps));
  const events = entries.flatMap(({ entry, events: caused }) => {
    const { by, at } = record.entries[entry];
    return caused.map(({ event, version, hash, sealed }) => {
      const seals = Object.keys(sealed).length > 0 ? { sealed } : {};
      return { ...event, version, by, at, hash, ...seals };
    });
  });
  const steps = entries.map(({ version, position }) => ({ version, position }));
  const story = pages.reduce((known, page) => continued(known, page.sentences), /** @type {Sentence[]} */ ([]));
  return { game: record.id, record, events, steps, keys, refusal, sides, names, story };
}
