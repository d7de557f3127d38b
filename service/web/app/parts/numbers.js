/** What the games of a ruleset amount to: how many ended how, and who is rated highest. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";

/**
 * @param {import("/page/api").components["schemas"]["RulesetCounts"]} counts
 * @param {import("/page/app/ruleset.js").Translate} words  of the ruleset, for reasons of its own
 */
export function countsTold({ games, by_status, by_reason }, words) {
  if (games === 0) return nothing;
  const list = (/** @type {[string, number][]} */ told) =>
    html`<dl>${told.map(([name, count]) => html`<div><dt>${name}</dt><dd>${count}</dd></div>`)}</dl>`;
  return html`<section class="numbers"><h2>${t("records.counts")}</h2>
    ${list(Object.entries(by_status).map(([status, count]) => [t(`records.status.${status}`), count]))}
    ${list(Object.entries(by_reason).map(([reason, count]) => [reasonTold(reason, words), count]))}
  </section>`;
}

/** Why a game ended. @param {string} reason @param {import("/page/app/ruleset.js").Translate} words */
export function reasonTold(reason, words) {
  const told = words(`reason.${reason}`);
  return told === `reason.${reason}` ? reason.replaceAll("_", " ") : told;
}

/** @param {import("/page/api").components["schemas"]["RatingPage"]} page */
export function ratingsTold({ ratings }) {
  if (ratings.length === 0) return nothing;
  return html`<section class="numbers"><h2>${t("records.ratings")}</h2>
    <ol>${ratings.map((one) => html`<li>
      <a href="#/records?player=${one.player}"><code>${one.player}</code></a> <strong>${one.ordinal.toFixed(1)}</strong></li>`)}</ol>
  </section>`;
}
