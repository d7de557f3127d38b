/** The standings of a tournament with their tie-breaks, now or after a round. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { groupRounds, nameView } from "/page/app/tournament/naming.js";
import { pointsText, valueText } from "/page/app/tournament/numbers.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/followed.js").Followed} Followed */
/** @typedef {import("/page/app/tournament/followed.js").RoundTable} RoundTable */
/** @typedef {import("/page/app/tournament/followed.js").Standings} Standings */

/**
 * Returns the standings, with a choice of the round after which they stand.
 * @param {Followed} tournament
 * @param {number | null} after  null for now
 * @param {(after: number | null) => void} choose
 * @param {import("/page/app/ruleset.js").Content} prints  the button that prints them
 */
export function standingsView(tournament, after, choose, prints) {
  const { rounds, standings } = tournament;
  if (!rounds.length || !standings?.standings.length) return nothing;
  const shown = after === null ? standings : tournament.standingsAfter(after);
  const earlier = rounds.filter(({ closed }) => closed).map(({ round }) => round);
  const chosen = (/** @type {any} */ { target }) => choose(target.value === "" ? null : Number(target.value));
  return html`<section class="standings">
    <header><h2>${t("tournament.standings")}</h2> ${prints}
      ${earlier.length > 1 ? html`<label><span class="unseen">${t("tournament.standings.after")}</span>
        <select @change=${chosen}>
          <option value="" ?selected=${after === null}>${t("tournament.standings.now")}</option>
          ${earlier.map((round) => html`<option value=${round} ?selected=${after === round}>
            ${t("tournament.standings.round", { round })}</option>`)}
        </select></label>` : nothing}</header>
    ${shown ? [groupsView(tournament, shown, after), standingsTable(tournament, shown), html`<details class="columns">
        <summary>${t("tournament.columns")}</summary>${legendView(shown)}</details>`]
      : html`<p class="hint" role="status">${t("tournament.loading")}</p>`}
  </section>`;
}

/** Returns who won, once the tournament is over. @param {Followed} tournament */
export function winnersView(tournament) {
  const { now, standings } = tournament;
  const first = standings?.standings.filter(({ rank }) => rank === 1) ?? [];
  if (now?.phase !== "ended" || !now.round || !first.length) return nothing;
  return html`<p class="winners">${t("tournament.winners", { count: first.length })}
    <strong>${first.map(({ entrant }, at) => html`${at ? ", " : ""}${nameView(tournament, entrant)}`)}</strong></p>`;
}

/**
 * Returns the standings of each group, next to those of all: in a fold once the final has begun.
 * @param {Followed} tournament
 * @param {Standings} shown
 * @param {number | null} after  the round after which they stand; null for now
 */
function groupsView(tournament, shown, after) {
  const { now } = tournament;
  if (!now || !shown.groups.length) return nothing;
  const last = groupRounds(now);
  return html`<details class="in-groups" ?open=${(after ?? now.round) <= last}>
    <summary>${t("tournament.groups.standings")}</summary>
    ${groupTables(tournament, (after ?? last) < last ? { ...shown, qualified: [] } : shown)}</details>
    <h3>${t("tournament.groups.all")}</h3>`;
}

/**
 * Returns a table for each group, with marks for those who play in the final.
 * @param {Followed} tournament
 * @param {Standings} shown
 */
export const groupTables = (tournament, shown) => shown.groups.map((standings, at) => {
  const title = t("tournament.group", { group: at + 1 });
  return html`<h3>${title}</h3>${standingsTable(tournament, { ...shown, standings }, title, shown.qualified)}`;
});

/**
 * @param {Followed} tournament
 * @param {Standings} shown
 * @param {string} [title]
 * @param {readonly number[]} [marked]  who qualified for the final
 */
export function standingsTable(tournament, { standings, tie_breaks: tieBreaks }, title = t("tournament.standings"), marked = []) {
  const own = tournament.own?.entrant;
  const breaks = breaksIn({ standings, tie_breaks: tieBreaks });
  return html`<div class="scrolls" tabindex="0" role="region" aria-label=${title}><table>
    <thead><tr>
      <th scope="col" class="number">${t("tournament.rank")}</th>
      <th scope="col">${t("tournament.entrant")}</th>
      <th scope="col" class="number">${t("tournament.points")}</th>
      ${breaks.map((one) => html`<th scope="col" class="number">
        <abbr title=${t(`tournament.tie_break.${one}`)}>${one}</abbr></th>`)}
    </tr></thead>
    <tbody>${standings.map(({ rank, entrant, points, values }) => html`<tr class=${entrant === own ? "mine" : ""}>
      <td class="number">${rank}</td>
      <th scope="row">${nameView(tournament, entrant)} ${leftView(tournament, entrant)}
        ${marked.includes(entrant) ? html`<span class="tag">${t("tournament.qualified")}</span>` : nothing}</th>
      <td class="number"><strong>${pointsText(points)}</strong></td>
      ${breaks.map((one, at) => html`<td class="number">${values.length ? valueText(one, values[at]) : ""}</td>`)}
    </tr>`)}</tbody></table></div>`;
}

/** Returns the tie-breaks that have values. @param {Pick<Standings, "standings" | "tie_breaks">} shown */
const breaksIn = ({ standings, tie_breaks: tieBreaks }) => (
  standings.some(({ values }) => values.length) ? tieBreaks : []);

/** Explains the columns of standings, also to those who have no pointer. @param {Standings} shown */
export const legendView = (shown) => html`<dl class="legend">
  <div><dt>${t("tournament.points")}</dt><dd>${t("tournament.points.help")}</dd></div>
  ${breaksIn(shown).map((one) => html`<div><dt translate="no">${one}</dt><dd>${t(`tournament.tie_break.${one}`)}</dd></div>`)}</dl>`;

/** Returns a sign that stands for points, with its words. @param {string} sign @param {string} words */
export const signView = (sign, words) => html`<span title=${words}><span aria-hidden="true">${sign}</span><span
  class="unseen">${words}</span></span>`;

/** Returns a mark for an entrant who no longer plays. @param {Followed} tournament @param {number} entrant */
export function leftView({ now }, entrant) {
  const status = now?.entrants[entrant - 1]?.status ?? "in";
  return status === "in" ? nothing : html`<span class="tag">${t(`tournament.status.${status}`)}</span>`;
}

/**
 * Returns the points of a seat, or what else is known.
 * @param {RoundTable} table
 * @param {number} seat
 */
export function pointsAt({ points, forfeits, entrants }, seat) {
  if (forfeits.includes(entrants[seat])) return signView("−", t("tournament.forfeit"));
  if (!points) return signView("·", t("tournament.pending"));
  const won = forfeits.length >= entrants.length - 1;
  return won ? signView("+", t("tournament.walkover")) : pointsText(points[seat]);
}
