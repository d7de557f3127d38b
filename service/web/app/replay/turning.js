/** How a game turned: the lead of its winners over the moments, and when they took it for good. */

/** @typedef {import("/page/app/ruleset.js").Graph} Graph */

/**
 * @typedef {object} Turning
 * @property {string} title  what is counted
 * @property {readonly number[]} at  the versions of the leads, ascending
 * @property {readonly number[]} leads  by how much the winners were ahead, or behind below 0
 * @property {number | null} since  the version from which they stayed ahead; null if they did not
 * @property {boolean} always  whether they were never behind
 */

/**
 * Returns how a game turned; null if there is nobody to be ahead of, or nothing to compare.
 * @param {Graph | undefined} graph  of the score by which the sides rank
 * @param {readonly string[]} winners  sides
 * @returns {Turning | null}
 */
export function turningOf(graph, winners) {
  const theirs = graph?.lines.filter(({ style }) => winners.includes(style)) ?? [];
  const others = graph?.lines.filter(({ style }) => !winners.includes(style)) ?? [];
  if (!graph || graph.at.length < 3 || !theirs.length || !others.length) return null;
  const leads = graph.at.map((_, moment) => best(theirs, moment) - best(others, moment));
  const held = leads.findLastIndex((lead) => lead <= 0) + 1;
  return {
    title: graph.title,
    at: graph.at,
    leads,
    since: held < leads.length ? graph.at[held] : null,
    always: leads.every((lead) => lead >= 0),
  };
}

/** @param {Graph["lines"]} lines @param {number} moment */
const best = (lines, moment) => Math.max(...lines.map(({ values }) => values[moment]));
