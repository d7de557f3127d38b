/** A finding of the service about a record: its reason in the page's words, and the rule. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/proof/words.js";

/** @typedef {import("/page/app/proof/summing.js").RecordFinding} RecordFinding */

/**
 * Returns the reason. The sentence of a rule would read as if it were true; it appears only if the
 * page has no words for the reason, as for those of a ruleset.
 * @param {RecordFinding} finding
 */
export function findingText({ reason, rule, message, facts }) {
  const values = Object.fromEntries(Object.entries(facts).map(([name, value]) => (
    [name, typeof value === "object" ? "" : String(value)]
  )));
  const why = inWords(`proof.finding.${reason}`, values) ?? inWords(`proof.reason.${reason}`, values);
  return why === null
    ? html`<span>${message}</span> <span class="rule">${rule}</span>`
    : html`<span>${why}</span> <small class="hint">${rule}: ${message}</small>`;
}

/** @param {string} key @param {Record<string, string>} values */
function inWords(key, values) {
  const text = t(key, values);
  return text === key ? null : text;
}
