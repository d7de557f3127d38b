/** What a tournament prints: pairings for the wall, a result slip for each table, and standings. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { isReal } from "/page/app/tournament/naming.js";
import { groupTables, legendView, standingsTable } from "/page/app/tournament/standings.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/followed.js").Followed} Followed */
/** @typedef {import("/page/app/tournament/followed.js").Round} Round */
/** @typedef {import("/page/app/tournament/followed.js").Standings} Standings */
/** @typedef {"pairings" | "slips" | "standings"} Sheet */

/** @param {Followed} tournament @param {Sheet} sheet @param {number} number  of the round */
export function sheetView(tournament, sheet, number) {
  const { now, rounds, standings } = tournament;
  const round = rounds[number - 1];
  if (!now || !round) return nothing;
  const name = now.announcement.name;
  return html`<article class="sheet">
    ${sheet === "slips" ? round.tables.filter((table) => isReal(now, table, round.round))
      .map((table) => slipView(tournament, name, round, table)) : html`
      <h1>${name}</h1>
      <h2>${sheet === "pairings" ? t("tournament.round", { round: number }) : t("tournament.standings")}</h2>
      ${sheet === "pairings" ? pairingsView(tournament, round) : standings ? standingsSheet(tournament, standings) : nothing}`}
    <p class="head">${t("tournament.head", { version: now.version })} <code translate="no">${now.head}</code></p>
  </article>`;
}

/** Returns the standings of each group, and of all. @param {Followed} tournament @param {Standings} standings */
const standingsSheet = (tournament, standings) => html`
  ${standings.groups.length ? html`${groupTables(tournament, standings)}<h3>${t("tournament.groups.all")}</h3>` : nothing}
  ${standingsTable(tournament, standings)} ${legendView(standings)}`;

/** Returns the tables in order, and everybody by name with their table. @param {Followed} tournament @param {Round} round */
function pairingsView(tournament, { round, tables, byes }) {
  const name = (/** @type {number} */ entrant) => tournament.nameOf(entrant, round);
  const found = [
    ...tables.flatMap(({ table, entrants }) => entrants.map((one) => ({ name: name(one), place: String(table) }))),
    ...byes.map(({ entrant }) => ({ name: name(entrant), place: t("tournament.rests") })),
  ].sort((one, other) => one.name.localeCompare(other.name));
  return html`<table><thead><tr><th>${t("tournament.field.table")}</th><th>${t("tournament.players")}</th>
      <th>${t("tournament.result")}</th></tr></thead>
    <tbody>${tables.map(({ table, entrants }) => html`<tr><td>${table}</td>
      <td>${entrants.map((one, at) => html`${at ? html`<br>` : nothing}<bdi>${name(one)}</bdi>`)}</td><td class="blank"></td></tr>`)}
    ${byes.map(({ entrant, kind }) => html`<tr><td>–</td><td><bdi>${name(entrant)}</bdi></td>
      <td>${t(`tournament.bye.${kind}`)}</td></tr>`)}</tbody></table>
    <h2>${t("tournament.by_name")}</h2>
    <ul class="by-name">${found.map((one) => html`<li><bdi>${one.name}</bdi> <span>${one.place}</span></li>`)}</ul>`;
}

/**
 * @param {Followed} tournament
 * @param {string} title
 * @param {Round} round
 * @param {import("/page/app/tournament/followed.js").RoundTable} table
 */
const slipView = (tournament, title, { round }, { table, entrants }) => html`<section class="slip">
  <h2>${title}</h2>
  <h3>${t("tournament.round", { round })} · ${t("tournament.table", { table })}</h3>
  <table><thead><tr><th></th><th>${t("tournament.entrant")}</th><th>${t("tournament.place")}</th>
    <th>${t("tournament.field.score")}</th><th>${t("tournament.signature")}</th></tr></thead>
  <tbody>${entrants.map((one, seat) => html`<tr><td>${seat + 1}</td><td><bdi>${tournament.nameOf(one, round)}</bdi></td>
    <td class="blank"></td><td class="blank"></td><td class="blank wide"></td></tr>`)}</tbody></table></section>`;
