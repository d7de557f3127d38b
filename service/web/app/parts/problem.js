/** A problem in words: the sentence of the rule, and its id for reference. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { helpLink } from "/page/app/parts/help.js";

/** @typedef {import("/page/app/api.js").Problem} Problem */

/** Messages for people in place of the service's own, by the type of the problem. */
const FOR_PEOPLE = new Map([
  ["malformed", "problem.malformed"],
  ["unauthorized", "problem.unauthorized"],
  ["forbidden", "problem.forbidden"],
  ["not-found", "problem.gone"],
  ["stale-version", "turn.faster"],
  ["too-large", "problem.large"],
  ["too-many-requests", "problem.busy"],
  ["request-timeout", "problem.busy"],
  ["took-too-long", "problem.busy"],
  ["stopping", "problem.busy"],
  ["unavailable", "problem.busy"],
]);

/** Returns why something failed. @param {Problem} problem */
export function reasonOf({ kind, title, detail, errors }) {
  const key = FOR_PEOPLE.get(kind);
  if (!key) return detail || title;
  const places = errors.map(({ where, message }) => `${where.replace(/^\$\.?/, "")}: ${message}`);
  return t(key, { places: places.join("; ") });
}

/**
 * @param {Problem} problem
 * @param {string} [ruleset]  whose rules have pages; those of the table have none
 */
export const problemView = (problem, ruleset = "") => html`<p class="problem" role="alert">
  ${reasonOf(problem)} ${likeText(problem.facts)} ${problem.rule ? ruleView(problem.rule, ruleset) : nothing}
</p>`;

/** Returns which name another one was taken for; "" if that is not why. @param {Record<string, any>} facts */
export const likeText = ({ name, like }) => (like ? t("problem.like", { name, like }) : "");

/**
 * Returns the id of a rule, as a link if the rule has a page.
 * @param {string} rule
 * @param {string} ruleset
 */
export const ruleView = (rule, ruleset) => (ruleset && !rule.startsWith("TB-")
  ? helpLink(ruleset, rule, { rule, look: "rule" })
  : html`<span class="rule">${rule}</span>`);
