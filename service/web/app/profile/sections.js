/** The tables of a profile: results, opponents, and the last games. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { clockTime } from "/page/app/i18n.js";
import { continuesView } from "/page/app/parts/continuing.js";
import { sitterView } from "/page/app/parts/sitter.js";
import { profileAt, scenarioOf } from "/page/app/players.js";
import { ratingText } from "/page/app/profile/course.js";
import { stratumText } from "/page/app/profile/strata.js";
import { t } from "/page/app/profile/words.js";
import { idOf } from "/page/app/rulesets.js";

/** @typedef {import("/page/api").components["schemas"]} Schemas */
/** @typedef {import("/page/app/ruleset.js").Content} Content */

/**
 * What the tables need to name rulesets.
 * @typedef {object} Named
 * @property {(ruleset: string) => string} titleOf
 * @property {ReadonlyMap<string, import("/page/app/ruleset.js").LoadedPage>} pages
 */

/**
 * Returns a table that scrolls on a narrow screen.
 * @param {string} title
 * @param {readonly string[]} columns
 * @param {readonly Content[]} rows
 */
const tableOf = (title, columns, rows) => html`<section><h2>${title}</h2>
  <div class="scrolls" tabindex="0" role="region" aria-label=${title}><table>
    <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${rows}</tbody></table></div></section>`;

/** The headings of the numbers of won, drawn and lost games. */
const counted = () => ["games", "won", "drawn", "lost"].map((name) => t(`profile.${name}`));

/** @param {{games: number, won: number, drawn: number, lost: number}} row */
const countsOf = ({ games, won, drawn, lost }) => (
  [games, won, drawn, lost].map((count) => html`<td>${count}</td>`));

/**
 * @param {readonly Schemas["Results"][]} results
 * @param {Named} named
 */
export function resultsTable(results, { titleOf, pages }) {
  if (!results.length) return html`<p class="hint">${t("profile.no_games")}</p>`;
  const columns = [t("profile.ruleset"), ...counted(), t("profile.ranks")];
  return tableOf(t("profile.results"), columns, results.map((row) => html`<tr>
    <th scope="row">${titleOf(row.ruleset)}
      <small>${stratumText(row.stratum, pages.get(row.ruleset))}
        ${row.rated ? html`<span class="tag">${t("profile.rated")}</span>` : nothing}</small></th>
    ${countsOf(row)}
    <td>${row.ranks.join(" – ")}</td></tr>`));
}

/**
 * Returns the ratings of a ruleset by stratum, each with its leader board.
 * @param {readonly Schemas["Rating"][]} ratings
 * @param {import("/page/app/ruleset.js").LoadedPage | undefined} page  of the ruleset
 */
export const strataList = (ratings, page) => html`<ul class="strata">
  ${ratings.map(({ ruleset, stratum, ordinal, games }) => html`<li>
    <a href="#/leaders/${ruleset}?${new URLSearchParams({ stratum: stratum ?? "" })}">${stratumText(stratum ?? "", page)}</a>
    <strong>${ratingText(ordinal)}</strong> ${t("profile.rated_games", { count: games })}</li>`)}</ul>`;

/**
 * @param {readonly Schemas["Opponent"][]} opponents
 * @param {Named} named
 */
export function opponentsTable(opponents, { titleOf }) {
  if (!opponents.length) return nothing;
  const columns = [t("profile.opponent"), ...counted()];
  return tableOf(t("profile.opponents"), columns, opponents.map((row) => html`<tr>
    <th scope="row"><a href=${profileAt(row.opponent)}>${row.name ?? row.opponent}</a>
      <small>${titleOf(row.ruleset)}</small></th> ${countsOf(row)}</tr>`));
}

/**
 * @param {readonly Schemas["PlayedGame"][]} games
 * @param {Named} named
 */
export function gamesTable(games, { titleOf }) {
  if (!games.length) return nothing;
  const columns = [t("profile.game"), t("profile.with"), t("profile.result"), t("profile.opened")];
  return tableOf(t("profile.recent"), columns, games.map(({ game, result }) => html`<tr>
    <th scope="row"><a href="#/games/${game.id}">${titleOf(idOf(game.ruleset))}</a>
      <small>${scenarioOf(game)} ${continuesView(game)}</small></th>
    <td>${game.seats.map((seat) => html`<span class="player side-${seat.side}"><span class="chip"
      aria-hidden="true"></span>${sitterView(seat)}</span> `)}</td>
    <td>${result ? t(`profile.result.${result}`) : t(`records.status.${game.status}`)}</td>
    <td><time datetime=${game.created_at}>${clockTime(game.created_at)}</time></td></tr>`));
}
