/** What the service found of a record: why, in words of the page, and the rule that asks for it. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";

/** @typedef {import("/page/app/proof/summing.js").RecordFinding} RecordFinding */

/**
 * The reason. What a rule asks for would read as if it were so; where the page has no words for the
 * reason, as for those of the games, the rule says enough of it.
 * @param {RecordFinding} finding
 */
export function findingTold({ reason, rule, message, facts }) {
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
