/** Statistics of a ruleset's games: how they ended, and the highest ratings. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { profileAt } from "/page/app/players.js";

/**
 * @param {import("/page/api").components["schemas"]["RulesetCounts"]} counts
 * @param {import("/page/app/ruleset.js").Translate} words  of the ruleset, for its own reasons
 */
export function countsView({ games, by_status, by_reason }, words) {
  if (games === 0) return nothing;
  const list = (/** @type {[string, number][]} */ counts) =>
    html`<dl>${counts.map(([name, count]) => html`<div><dt>${name}</dt><dd>${count}</dd></div>`)}</dl>`;
  return html`<section class="numbers"><h2>${t("records.counts")}</h2>
    ${list(Object.entries(by_status).map(([status, count]) => [t(`records.status.${status}`), count]))}
    ${list(Object.entries(by_reason).map(([reason, count]) => [reasonText(reason, words), count]))}
  </section>`;
}

/**
 * Returns why a game ended.
 * @param {string} reason
 * @param {import("/page/app/ruleset.js").Translate} words
 */
export function reasonText(reason, words) {
  const text = words(`reason.${reason}`);
  return text === `reason.${reason}` ? reason.replaceAll("_", " ") : text;
}

/**
 * Returns the first of the leader board, with the way to all of it.
 * @param {import("/page/api").components["schemas"]["LeaderPage"]} page
 * @param {string} ruleset
 */
export function ratingsView({ ratings }, ruleset) {
  if (ratings.length === 0) return nothing;
  return html`<section class="numbers"><h2>${t("records.ratings")}</h2>
    <ol>${ratings.map(({ player, name, rank, ordinal }) => html`<li value=${rank}>
      <a href=${profileAt(player)}>${name ?? player}</a> <strong>${ordinal.toFixed(1)}</strong></li>`)}</ol>
    <p><a href="#/leaders/${ruleset}">${t("lobby.leaders")}</a></p>
  </section>`;
}
