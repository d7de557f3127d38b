/** What a tournament is: its game, format, terms and entrants, and what of it can be downloaded. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api, Problem } from "/page/app/api.js";
import { dayTime, listed } from "/page/app/i18n.js";
import { allOptions, labelOf, valueOf } from "/page/app/option-words.js";
import { announce } from "/page/app/parts/announcing.js";
import { rulesAt } from "/page/app/parts/help.js";
import { reasonOf } from "/page/app/parts/problem.js";
import { clockInWords, watchersText } from "/page/app/parts/terms.js";
import { profileAt } from "/page/app/players.js";
import { save } from "/page/app/records/gathering.js";
import { idOf } from "/page/app/rulesets.js";
import { formatText, knownRounds, nameView, peopleAtTable, roundsOf } from "/page/app/tournament/naming.js";
import { pointsText } from "/page/app/tournament/numbers.js";
import { leftView } from "/page/app/tournament/standings.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/followed.js").Followed} Followed */
/** @typedef {import("/page/api").components["schemas"]["Tournament"]} Tournament */

/** As many can enter if the announcement has no limit. */
const ENTRANTS_MAX = 2000;

const CSV = "text/csv";
const NDJSON = "application/x-ndjson";

/**
 * What the terms need of the ruleset.
 * @typedef {object} OfRuleset
 * @property {string} title
 * @property {import("/page/app/ruleset.js").LoadedPage} page
 * @property {import("/page/app/ruleset.js").Translate} t
 */

/** Returns the first line: game, format, size. @param {Tournament} now @param {OfRuleset | null} ruleset */
export const leadText = (now, ruleset) => [
  ruleset?.title ?? idOf(now.announcement.ruleset),
  formatText(now.announcement.format.kind, peopleAtTable(now)),
  ...(knownRounds(now) === null ? [] : [t("tournament.rounds.count", { count: roundsOf(now) })]),
  t("tournament.entrants.count", { count: now.entrants.length }),
].join("\u00a0· ");

/** @param {Followed} tournament */
export function entrantsView(tournament) {
  const { now } = tournament;
  if (!now?.entrants.length) return nothing;
  const here = now.check_in?.round === now.round + 1 ? now.check_in.present : [];
  const rated = now.entrants.some(({ rating }) => rating);
  const ahead = now.entrants.map(({ byes }) => byes.filter(({ round }) => round > now.round));
  return html`<details class="entrants" ?open=${!now.round}>
    <summary>${t("tournament.entrants.count", { count: now.entrants.length })}</summary>
    <ul>${now.entrants.map(({ entrant, rating }, at) => html`<li>
      <span class="number">${entrant}</span> <span>${nameView(tournament, entrant)}</span>
      ${rated && rating ? html`<small>${rating}</small>` : nothing} ${leftView(tournament, entrant)}
      ${here.includes(entrant) ? html`<span class="tag">${t("tournament.here")}</span>` : nothing}
      ${ahead[at].map(({ round }) => html`<span class="tag">${t("tournament.rests.in", { round })}</span>`)}
    </li>`)}</ul></details>`;
}

/**
 * @param {Followed} tournament
 * @param {OfRuleset | null} ruleset
 * @param {string} organiser  the name, or ""
 */
export function termsView(tournament, ruleset, organiser) {
  const { now } = tournament;
  if (!now) return nothing;
  const { announcement, rules } = now;
  const { registration, format, pace, byes } = announcement;
  const row = (/** @type {string} */ key, /** @type {import("/page/app/ruleset.js").Content} */ value) =>
    html`<div><dt>${t(key)}</dt><dd>${value}</dd></div>`;
  return html`<details class="terms-part" ?open=${!now.round}><summary>${t("tournament.terms")}</summary><dl class="terms">
    ${row("tournament.organiser", html`<a href=${profileAt(now.organiser)}>${organiser || t("tournament.organiser.profile")}</a>`)}
    ${now.arbiters.length ? row("tournament.arbiters", listed(now.arbiters.map(({ name }) => name))) : nothing}
    ${row("tournament.format", formatText(format.kind, peopleAtTable(now)))}
    ${stagesOf(now).map(([key, count]) => row(key, String(count)))}
    ${rules.partners || announcement.team === 2 ? row("tournament.together",
      t(`tournament.together.${rules.partners ? "changing" : "fixed"}`)) : nothing}
    ${format.kind === "swiss" ? row("tournament.engine", html`<span translate="no">
      ${format.engine.name} ${format.engine.version}</span>`) : nothing}
    ${row("tournament.registration", t(`tournament.registration.${registration.kind}`))}
    ${registration.most < ENTRANTS_MAX ? row("tournament.most", String(registration.most)) : nothing}
    ${registration.late_until ? row("tournament.late", t("tournament.round", { round: registration.late_until })) : nothing}
    ${row("tournament.scales", rules.scales.map((scale) => scale.map(pointsText).join(" – ")).join("; "))}
    ${rules.tie_breaks.length ? row("tournament.tie_breaks", rules.tie_breaks.map((one, at) => html`${at ? ", " : ""}<abbr
      title=${t(`tournament.tie_break.${one}`)}>${one}</abbr>`)) : nothing}
    ${byes.most ? row("tournament.byes", t("tournament.byes.most", { count: byes.most })) : nothing}
    ${announcement.check_in ? row("tournament.check_in", t("terms.yes")) : nothing}
    ${row("tournament.pace", t(`tournament.pace.${pace.kind}`))}
    ${pace.times.map((time, at) => html`<div><dt>${t("tournament.round", { round: at + 1 })}</dt><dd>${dayTime(time)}</dd></div>`)}
    ${pace.end ? row("tournament.end", dayTime(pace.end)) : nothing}
    ${announcement.scored_as_they_stand ? row("tournament.standing", t("terms.yes")) : nothing}
    ${announcement.no_show_minutes ? row("tournament.no_show.terms", t("tournament.minutes", {
      count: announcement.no_show_minutes })) : nothing}
    ${row("create.clock", clockInWords(/** @type {any} */ (announcement.clock ?? undefined)))}
    ${announcement.seats_reserved ? row("create.spectators", watchersText(announcement.spectators)) : nothing}
    ${ruleset ? optionRows(announcement.options, ruleset) : nothing}
    </dl>
    <p class="buttons"><a class="button quiet" href=${rulesAt(idOf(announcement.ruleset))}>${t("rules.link")}</a></p></details>`;
}

/**
 * Returns the numbers that a format has, with their names; those that change nothing are left out.
 * @param {Tournament} now
 * @returns {[string, number][]}
 */
function stagesOf({ announcement: { format }, rules: { seats } }) {
  /** @type {[string, number][]} */
  const found = [];
  if (format.kind === "groups") found.push(["tournament.groups", format.groups], ["tournament.qualify", format.qualify]);
  if ("legs" in format && format.legs > 1) found.push(["tournament.legs", format.legs]);
  if ("lives" in format && format.lives > 1) found.push(["tournament.lives", format.lives]);
  if ("advance" in format && seats > 2) found.push(["tournament.advance", format.advance]);
  return found;
}

/** @param {Record<string, any>} options @param {OfRuleset} ruleset */
const optionRows = (options, { page, t: words }) => allOptions(page.options, Object.keys(options))
  .filter(({ name }) => name !== "players")
  .map((option) => html`<div><dt>${labelOf(option.name, words)}</dt>
    <dd>${typeof options[option.name] === "boolean" ? t(options[option.name] ? "terms.yes" : "terms.no")
      : [options[option.name]].flat().map((one) => valueOf(option, one, words)).join(", ")}</dd></div>`);

/**
 * Saves what the service sends only in answer to a header: a form that is not the first of its address.
 * @param {string} address
 * @param {string} type  of the form
 * @param {string} name  of the file
 */
async function saveAs(address, type, name) {
  try {
    save(name, [(await api.text(address, { headers: { Accept: type } })).trimEnd()], type);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    announce(reasonOf(error));
  }
}

/** Returns links to what other programs read. @param {Followed} tournament */
export function downloadsView(tournament) {
  const { address, now, rounds } = tournament;
  if (!now) return nothing;
  const two = now.rules.seats === 2 && rounds.length > 0;
  return html`<details><summary>${t("tournament.downloads")}</summary>
    <p>${t("tournament.downloads.about")}</p>
    <ul class="buttons">
      <li><a class="button" href="${address}/record" download>${t("tournament.record")}</a></li>
      <li><button type="button" @click=${() => saveAs(`${address}/record`, NDJSON, `tournament-${now.id}.ndjson`)}>
        ${t("tournament.archive")}</button></li>
      <li><a class="button" href="${address}/export" download="tournament-${now.id}-export.json">JSON</a></li>
      ${rounds.length ? html`<li><button type="button" @click=${() =>
        saveAs(`${address}/export`, CSV, `tournament-${now.id}.csv`)}>CSV</button></li>` : nothing}
      ${two ? html`<li><a class="button" href="${address}/fide-report" download>TRF16</a></li>
        <li><a class="button" href="${address}/fide-report?for_programs=true" download>TRFx</a></li>` : nothing}
    </ul>
    <p class="help">${t("tournament.commitment")} <code translate="no">${now.commitment}</code></p>
    ${now.secret ? html`<p class="help">${t("tournament.secret")} <code translate="no">${now.secret}</code></p>` : nothing}
  </details>`;
}
