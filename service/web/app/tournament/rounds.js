/** The rounds of a tournament: tables with their players, states, results and boards. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { repeat } from "/page/vendor/lit-html/directives/repeat.js";
import { clockTime, dayTime, listed } from "/page/app/i18n.js";
import { serviceNow } from "/page/app/time.js";
import { groupAt, groupRounds, isReal, nameView, roundAt } from "/page/app/tournament/naming.js";
import { pointsAt } from "/page/app/tournament/standings.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/followed.js").Followed} Followed */
/** @typedef {import("/page/app/tournament/followed.js").Round} Round */
/** @typedef {import("/page/app/tournament/followed.js").RoundTable} RoundTable */
/** @typedef {import("/page/app/tournament/games.js").TableGames} TableGames */
/** @typedef {import("/page/app/ruleset.js").Content} Content */

/** The most players who are missing at a table and named. */
const NAMES_MAX = 2;

/** The time after which a time of day is not clear without its day. */
const DAY_MS = 86_400_000;

/**
 * What the view of a round shows.
 * @typedef {object} Shown
 * @property {number} round
 * @property {number | null} table  the one that the address names
 * @property {TableGames} games
 * @property {(round: number, table: RoundTable) => Content} decisions  of arbiters, for a table
 * @property {Content} prints  the buttons that print the round
 */

/**
 * @param {Followed} tournament
 * @param {Shown} shown
 */
export function roundsView(tournament, shown) {
  const { id, rounds } = tournament;
  const round = rounds[shown.round - 1];
  if (!round) return nothing;
  return html`<section class="rounds">
    <header><h2>${t("tournament.round", { round: round.round })}</h2>
      <span class="tag">${t(stateOf(round))}</span> ${stageView(tournament, round)} ${shown.prints}</header>
    ${rounds.length > 1 ? html`<nav class="round-links" aria-label=${t("tournament.rounds")}>${rounds.map((one) => html`
      <a href=${roundAt(id, one.round)} aria-current=${one === round ? "true" : nothing}
        aria-label=${t("tournament.round", { round: one.round })}>${one.round}</a>`)}</nav>` : nothing}
    <ol class="tables">${repeat(inOrder(tournament, round), ({ table }) => table, (table) => html`<li>
      ${tableView(tournament, round, table, shown)}</li>`)}</ol>
    ${restView(tournament, round)}
  </section>`;
}

/** Returns whether a round is one of groups, or of the final. @param {Followed} tournament @param {Round} round */
function stageView({ now }, { round }) {
  const last = now ? groupRounds(now) : 0;
  return last ? html`<span class="tag">${t(round > last ? "tournament.final" : "tournament.in_groups")}</span>` : nothing;
}

/** Returns the key of the words on the state of a round. @param {Round} round */
const stateOf = ({ opened, closed }) =>
  (closed ? "tournament.round.closed" : opened ? "tournament.round.opened" : "tournament.round.paired");

/** Returns the tables of a round, one's own first. @param {Followed} tournament @param {Round} round */
export function inOrder({ own }, { tables }) {
  const mine = tables.filter(({ entrants }) => own && entrants.includes(own.entrant));
  return [...mine, ...tables.filter((table) => !mine.includes(table))];
}

/**
 * @param {Followed} tournament
 * @param {Round} round
 * @param {RoundTable} table
 * @param {Shown} shown
 */
function tableView(tournament, round, table, { games, table: looked, decisions }) {
  const { own, now } = tournament;
  const group = now ? groupAt(now, round.round, table.entrants) : 0;
  const mine = own !== undefined && table.entrants.includes(own.entrant);
  const image = round.closed ? "" : games.imageOf(table.game);
  return html`<article class="card ${mine ? "mine" : ""} ${image ? "pictured" : ""}" data-table=${table.table}
      aria-current=${looked === table.table ? "true" : nothing}>
    <header><h3>${t("tournament.table", { table: table.table })}</h3>
      ${group ? html`<span class="tag">${t("tournament.group", { group })}</span>` : nothing}
      ${mine ? html`<span class="tag own">${t("tournament.yours")}</span>` : nothing}
      ${stateView(tournament, round, table, games)}</header>
    ${image ? html`<a class="small-board" href="#/games/${table.game}" tabindex="-1" aria-hidden="true">
      <img src=${image} alt=""></a>` : nothing}
    <ol class="at-table">${table.entrants.map((entrant, seat) => html`<li>
      <span class="who">${nameView(tournament, entrant, round.round)}</span>
      ${table.scores?.length ? html`<small>${t("tournament.score", { score: table.scores[seat] })}</small>` : nothing}
      <strong class="got">${pointsAt(table, seat)}</strong></li>`)}</ol>
    <footer>${table.game ? html`<a href="#/games/${table.game}">
        ${t(isPlayed(table) ? "tournament.replay" : "tournament.watch")}</a>` : nothing}
      ${sourceView(table)} ${decisions(round.round, table)}</footer>
  </article>`;
}

/**
 * @param {Followed} tournament
 * @param {Round} round
 * @param {RoundTable} table
 * @param {TableGames} games
 */
function stateView({ now }, round, table, games) {
  if (table.points) return html`<span class="state over">${t("tournament.table.over")}</span>`;
  if (!round.opened) return nothing;
  if (table.paused) return html`<span class="state">${t("tournament.table.paused")}</span>`;
  const game = games.of(table.game);
  if (game?.status === "running") return html`<span class="state running">${t("tournament.table.running")}</span>`;
  if (!now || isReal(now, table, round.round)) return html`<span class="state">${t("tournament.table.real")}</span>`;
  if (game?.status !== "open") return nothing;
  const minutes = now.announcement.no_show_minutes;
  const text = waitsText(game, minutes === null ? undefined : endOf(games.openedAt(game), minutes));
  return text ? html`<span class="state">${text}</span>` : nothing;
}

/** Returns when empty seats lose, or undefined while that is unknown. @param {string | undefined} opened @param {number} minutes */
const endOf = (opened, minutes) => opened && new Date(Date.parse(opened) + minutes * 60_000).toISOString();

/**
 * Says for whom a table waits, and until when if an empty seat loses then; "" if everybody is there.
 * @param {{seats: readonly Pick<import("/page/app/lobby/games.js").GameSummary["seats"][number], "taken" | "reserved_name">[]}} game
 * @param {string | undefined} end
 */
export function waitsText({ seats }, end) {
  const names = seats.flatMap(({ taken, reserved_name: name }) => (taken ? [] : name ?? []));
  if (!names.length) return "";
  const how = names.length > NAMES_MAX ? "missing" : "waits";
  const values = { count: names.length, names: listed(names) };
  const left = end ? Date.parse(end) - serviceNow() : 0;
  if (!end || left <= 0) return t(`tournament.table.${how}`, values);
  return t(`tournament.table.${how}.until`, { ...values, time: left < DAY_MS ? clockTime(end) : dayTime(end) });
}

/** Returns whether the result of a table comes from its game: one that an arbiter decided may never have begun. @param {RoundTable} table */
export const isPlayed = ({ source }) => source === "game" || source === "as_it_stands";

/** Returns where a result comes from, unless it is a game. @param {RoundTable} table */
function sourceView({ source, corrected }) {
  if (corrected) return html`<small>${t("tournament.corrected")}</small>`;
  return source && source !== "game" ? html`<small>${t(`tournament.source.${source}`)}</small>` : nothing;
}

/** Returns who rests in a round. @param {Followed} tournament @param {Round} round */
function restView(tournament, { round, byes }) {
  if (!byes.length) return nothing;
  return html`<p class="hint">${t("tournament.resting")} ${byes.map(({ entrant, kind }, at) => html`${at ? ", " : ""}
    ${nameView(tournament, entrant, round)} (${t(`tournament.bye.${kind}`)})`)}</p>`;
}
