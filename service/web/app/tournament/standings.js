/** The standings of a tournament with their tie-breaks, now or after a round, and its crosstable. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { groupRounds, nameView } from "/page/app/tournament/naming.js";
import { pointsText, valueText } from "/page/app/tournament/numbers.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/followed.js").Followed} Followed */
/** @typedef {import("/page/app/tournament/followed.js").Round} Round */
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
    ${shown ? [groupsView(tournament, shown, after), standingsTable(tournament, shown)]
      : html`<p class="hint" role="status">${t("tournament.loading")}</p>`}
  </section>`;
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
    ${shown.groups.map((standings, at) => {
      const title = t("tournament.group", { group: at + 1 });
      return html`<h3>${title}</h3>${standingsTable(tournament, { ...shown, standings }, title)}`;
    })}</details>
    <h3>${t("tournament.groups.all")}</h3>`;
}

/**
 * @param {Followed} tournament
 * @param {Standings} shown
 * @param {string} [title]
 */
export function standingsTable(tournament, { standings, tie_breaks: tieBreaks }, title = t("tournament.standings")) {
  const own = tournament.own?.entrant;
  const breaks = standings.some(({ values }) => values.length) ? tieBreaks : [];
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
      <th scope="row">${nameView(tournament, entrant)} ${leftView(tournament, entrant)}</th>
      <td class="number"><strong>${pointsText(points)}</strong></td>
      ${breaks.map((one, at) => html`<td class="number">${values.length ? valueText(one, values[at]) : ""}</td>`)}
    </tr>`)}</tbody></table></div>`;
}

/** Returns a mark for an entrant who no longer plays. @param {Followed} tournament @param {number} entrant */
export function leftView({ now }, entrant) {
  const status = now?.entrants[entrant - 1]?.status ?? "in";
  return status === "in" ? nothing : html`<span class="tag">${t(`tournament.status.${status}`)}</span>`;
}

/**
 * Returns what everybody did in each round, in the order of the standings.
 * @param {Followed} tournament
 */
export function crosstableView(tournament) {
  const { rounds, standings } = tournament;
  if (!rounds.length || !standings?.standings.length) return nothing;
  const rows = new Map(standings.standings.map(({ entrant }, at) => [entrant, at + 1]));
  const own = tournament.own?.entrant;
  const two = tournament.now?.rules.seats === 2;
  return html`<details class="crosstable"><summary>${t("tournament.crosstable")}</summary>
    <p class="help">${t(two ? "tournament.crosstable.two" : "tournament.crosstable.more")}</p>
    <div class="scrolls" tabindex="0" role="region" aria-label=${t("tournament.crosstable")}><table>
    <thead><tr>
      <th scope="col" class="number">${t("tournament.row")}</th>
      <th scope="col">${t("tournament.entrant")}</th>
      ${rounds.map(({ round }) => html`<th scope="col" class="number">
        <abbr title=${t("tournament.round", { round })}>${round}</abbr></th>`)}
      <th scope="col" class="number">${t("tournament.points")}</th>
    </tr></thead>
    <tbody>${standings.standings.map(({ entrant, points }, at) => html`<tr class=${entrant === own ? "mine" : ""}>
      <td class="number">${at + 1}</td>
      <th scope="row">${nameView(tournament, entrant)}</th>
      ${rounds.map((round) => html`<td class="number">${cellOf(round, entrant, rows)}</td>`)}
      <td class="number"><strong>${pointsText(points)}</strong></td>
    </tr>`)}</tbody></table></div></details>`;
}

/**
 * Returns what an entrant did in a round: the points, and the rows of the opponents.
 * @param {Round} round
 * @param {number} entrant
 * @param {ReadonlyMap<number, number>} rows  of the crosstable, by entrant
 */
function cellOf(round, entrant, rows) {
  const table = round.tables.find(({ entrants }) => entrants.includes(entrant));
  if (!table) {
    const bye = round.byes.find((one) => one.entrant === entrant);
    return bye ? html`<small>${t(`tournament.bye.${bye.kind}`)}</small>` : "–";
  }
  const seat = table.entrants.indexOf(entrant);
  const opponents = table.entrants.filter((one) => one !== entrant).map((one) => rows.get(one) ?? 0);
  return html`${pointsAt(table, seat)}<small>${opponents.sort((one, other) => one - other).join(" ")}${
    table.entrants.length === 2 ? html`<span aria-hidden="true">${seat ? "○" : "●"}</span><span class="unseen">
      ${t(seat ? "tournament.second" : "tournament.first")}</span>` : nothing}</small>`;
}

/**
 * Returns the points of a seat, or what else is known.
 * @param {RoundTable} table
 * @param {number} seat
 */
export function pointsAt({ points, forfeits, entrants }, seat) {
  if (forfeits.includes(entrants[seat])) return html`<abbr title=${t("tournament.forfeit")}>−</abbr>`;
  if (!points) return html`<span title=${t("tournament.pending")}>·</span>`;
  const won = forfeits.length >= entrants.length - 1;
  return won ? html`<abbr title=${t("tournament.walkover")}>+</abbr>` : pointsText(points[seat]);
}
