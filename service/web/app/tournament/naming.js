/** The names of entrants as links to their profiles, and other words on a tournament. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { profileAt } from "/page/app/players.js";
import { factsOf } from "/page/app/tournament/refusals.js";
import { peopleIn, stintsOf } from "/page/app/tournament/stints.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/followed.js").Followed} Followed */
/** @typedef {import("/page/api").components["schemas"]} Schemas */

/**
 * Returns the name of an entrant; each person with a profile is a link to it.
 * @param {Followed} tournament
 * @param {number} entrant
 * @param {number} [round]  without it, everybody who played for the entry is named
 */
export function nameView({ now }, entrant, round) {
  const found = now?.entrants[entrant - 1];
  if (!found) return nothing;
  const every = round === undefined ? stintsOf(found) : peopleIn(found, round).map((person) => [{ person, from: 0 }]);
  return html`<bdi>${every.map((stints, at) => html`${at ? " / " : ""}${stints.map(({ person, from }, nth) => {
    if (nth && stints.slice(nth + 1).some((later) => later.from <= from)) return nothing; // nobody paired this person
    return html`${nth ? `, ${t("tournament.from", { round: from })} ` : ""}${personView(person)}`;
  })}`)}</bdi>`;
}

/** @param {Schemas["Person"]} person */
function personView({ name, account, bot }) {
  const whose = account ?? bot;
  return whose ? html`<a class="name" href=${profileAt(whose)}>${name}</a>` : name;
}

/**
 * Returns whom and what a refusal is about, and what comes first.
 * @param {Record<string, any>} facts
 * @param {Schemas["Tournament"]} now
 */
export function factsView(facts, now) {
  const found = factsOf(facts, now, t);
  return found.length ? html`<p class="hint facts"><bdi>${found.join("\u00a0· ")}</bdi></p>` : nothing;
}

/**
 * Returns the address of a round, or of a table in it.
 * @param {string} tournament
 * @param {number} round
 * @param {number} [table]
 */
export const roundAt = (tournament, round, table) =>
  `#/tournaments/${tournament}/${round}${table === undefined ? "" : `/${table}`}`;

/**
 * Returns the address of a tournament that fills in the code of its registration. Browsers send it to no server.
 * @param {string} tournament
 * @param {string} code  "" for none
 */
export const invitationTo = (tournament, code) =>
  `#/tournaments/${tournament}${code ? `?code=${encodeURIComponent(code)}` : ""}`;

/**
 * Returns the phase of a tournament in words.
 * @param {Schemas["TournamentPhase"]} phase
 * @param {number} round  the last one that is paired
 * @param {number | null} rounds  how many there will be; null if that is not known
 */
export function phaseText(phase, round, rounds) {
  const name = phase === "between" && !round ? "drawn" : phase;
  const numbered = ["between", "paired", "playing"].includes(name);
  return numbered && rounds !== null ? t(`tournament.phase.${name}.of`, { round, rounds }) : t(`tournament.phase.${name}`, { round });
}

/** Returns how many people sit at a full table: two for each pair. @param {Schemas["Tournament"]} now */
export const peopleAtTable = ({ announcement: { team }, rules: { seats } }) => team * seats;

/** Returns the format in words. @param {string} format  its kind @param {number} seats  of a full table */
export const formatText = (format, seats) =>
  t("tournament.format.of", { format: t(`tournament.format.${format}`), seats });

/** Returns how many rounds come before a final; 0 without groups. @param {Schemas["Tournament"]} now */
export const groupRounds = ({ schedule }) => (schedule?.groups?.length ? schedule.rounds.length : 0);

/**
 * Returns the number of the group that sits at a table, or 0: there are no groups in a final.
 * @param {Schemas["Tournament"]} now
 * @param {number} round
 * @param {readonly number[]} entrants
 */
export const groupAt = (now, round, entrants) => (round > groupRounds(now) ? 0
  : 1 + (now.schedule?.groups ?? []).findIndex((group) => group.includes(entrants[0])));

/** Returns the most rounds that there may be. @param {Schemas["Tournament"]} now */
export const roundsOf = (now) => (now.schedule && !groupRounds(now) ? now.schedule.rounds.length : now.rules.rounds);

/**
 * Returns how many rounds there will be; null if that follows from entrants or results to come.
 * @param {Schemas["Tournament"]} now
 */
export const knownRounds = (now) => (now.rules.swiss || (now.schedule && !groupRounds(now)) ? roundsOf(now) : null);

/**
 * Returns whether a table is a real one, whose result people enter: one with a guest, and every
 * table of a tournament that reserves no seats.
 * @param {Schemas["Tournament"]} now
 * @param {Schemas["RoundTable"]} table
 * @param {number} round
 */
export const isReal = (now, { entrants }, round) => !now.announcement.seats_reserved
  || entrants.some((entrant) => peopleIn(now.entrants[entrant - 1], round).some(({ guest }) => guest));

/**
 * Returns whether a round has real tables.
 * @param {Schemas["Tournament"]} now
 * @param {Schemas["TournamentRound"] | undefined} round
 */
export const hasRealTables = (now, round) => round?.tables.some((table) => isReal(now, table, round.round)) ?? false;
