/** Lists of tournaments, and their times. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { dayTime } from "/page/app/i18n.js";
import { idOf } from "/page/app/rulesets.js";
import { formatText, phaseText } from "/page/app/tournament/naming.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/api").components["schemas"]["TournamentSummary"]} TournamentSummary */

/** Returns when a tournament ended, began, begins or was announced. @param {TournamentSummary} one */
function whenView({ created_at: created, starts_at: starts, started_at: started, ended_at: ended }) {
  const at = ended ?? started ?? starts ?? created;
  const what = ended ? "ended" : started ? "started" : starts ? "starts" : "announced";
  return html`<time datetime=${at}>${t(`tournament.when.${what}`, { time: dayTime(at) })}</time>`;
}

/**
 * @param {string} title
 * @param {readonly TournamentSummary[]} tournaments
 * @param {(ruleset: string) => string} titleOf
 */
export const listView = (title, tournaments, titleOf) => (tournaments.length ? html`<section class="tournaments">
  <h2>${title}</h2>
  <ul>${tournaments.map((one) => html`<li class="card">
    <a class="title" href="#/tournaments/${one.id}">${one.name}</a>
    <span class="what">${titleOf(idOf(one.ruleset))}&nbsp;· ${formatText(one.format, one.seats)}</span>
    <span class="state ${one.phase === "playing" ? "running" : ""}">
      ${phaseText(one.phase, one.round, one.format === "swiss" ? one.rounds : null)}</span>
    <span class="count">${t("tournament.entrants.count", { count: one.entrants })}</span>
    ${whenView(one)}
  </li>`)}</ul></section>` : nothing);
