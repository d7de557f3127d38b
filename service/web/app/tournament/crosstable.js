/** The crosstable of a tournament: what everybody did in each round, in the order of the standings. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { nameView } from "/page/app/tournament/naming.js";
import { pointsText } from "/page/app/tournament/numbers.js";
import { leftView, signView } from "/page/app/tournament/standings.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/followed.js").Followed} Followed */
/** @typedef {import("/page/api").components["schemas"]["Outing"]} Outing */

/** What stands for the points where there are none to show, with its words. @type {Readonly<Record<string, [string, string]>>} */
const SIGNS = {
  pending: ["·", "tournament.pending"],
  forfeit_win: ["+", "tournament.walkover"],
  forfeit_loss: ["−", "tournament.forfeit"],
  zero: ["–", "tournament.bye.zero"],
};

/**
 * @param {Followed} tournament
 * @param {boolean} open  whether it is unfolded; only then the page reads it
 * @param {(open: boolean) => void} unfold
 */
export function crosstableView(tournament, open, unfold) {
  const { rounds, now } = tournament;
  if (!rounds.length) return nothing;
  const toggled = (/** @type {any} */ { target }) => target.open === open || unfold(target.open);
  return html`<details class="crosstable" ?open=${open} @toggle=${toggled}><summary>${t("tournament.crosstable")}</summary>
    <p class="help">${t(now?.rules.seats === 2 ? "tournament.crosstable.two" : "tournament.crosstable.more")}</p>
    ${open ? tableView(tournament) : nothing}</details>`;
}

/** @param {Followed} tournament */
function tableView(tournament) {
  const found = tournament.crosstable();
  if (!found) return html`<p class="hint" role="status">${t("tournament.loading")}</p>`;
  const rows = new Map(found.map(({ entrant }, at) => [entrant, at + 1]));
  const own = tournament.own?.entrant;
  return html`<div class="scrolls" tabindex="0" role="region" aria-label=${t("tournament.crosstable")}><table>
    <thead><tr>
      <th scope="col" class="number">${t("tournament.row")}</th>
      <th scope="col">${t("tournament.entrant")}</th>
      ${found[0]?.rounds.map((_, at) => html`<th scope="col" class="number">
        <abbr title=${t("tournament.round", { round: at + 1 })}>${at + 1}</abbr></th>`)}
      <th scope="col" class="number">${t("tournament.points")}</th>
    </tr></thead>
    <tbody>${found.map(({ entrant, points, rounds }, at) => html`<tr class=${entrant === own ? "mine" : ""}>
      <td class="number">${at + 1}</td>
      <th scope="row">${nameView(tournament, entrant)} ${leftView(tournament, entrant)}</th>
      ${rounds.map((outing) => html`<td class="number">${outingView(outing, rows)}</td>`)}
      <td class="number"><strong>${pointsText(points)}</strong></td>
    </tr>`)}</tbody></table></div>
    ${legendOf(found)}`;
}

/** Explains the signs that the crosstable has. @param {readonly import("/page/api").components["schemas"]["CrosstableRow"][]} rows */
function legendOf(rows) {
  const kinds = new Set(rows.flatMap(({ rounds }) => rounds.map(({ kind }) => kind)));
  const signs = Object.entries(SIGNS).filter(([kind]) => kinds.has(/** @type {Outing["kind"]} */ (kind)));
  return signs.length ? html`<dl class="legend">${signs.map(([, [sign, key]]) => html`<div><dt>${sign}</dt>
    <dd>${t(key)}</dd></div>`)}</dl>` : nothing;
}

/**
 * Returns what an entrant did in a round: the points, and the rows of the opponents.
 * @param {Outing} outing
 * @param {ReadonlyMap<number, number>} rows  of the crosstable, by entrant
 */
function outingView({ kind, points, seat, opponents }, rows) {
  const sign = SIGNS[kind];
  const got = sign ? signView(sign[0], t(sign[1])) : pointsText(points);
  if (seat === null) return sign ? got : html`${got}<small>${t(`tournament.bye.${kind}`)}</small>`;
  const others = opponents.map((one) => rows.get(one) ?? 0).sort((one, other) => one - other);
  return html`${got}<small>${others.join(" ")}${opponents.length === 1 ? html`<span aria-hidden="true">${seat ? "○" : "●"}</span><span
    class="unseen"> ${t(seat ? "tournament.second" : "tournament.first")}</span>` : nothing}</small>`;
}
