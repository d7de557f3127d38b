/** The names of entrants as links to their profiles, and other words on a tournament. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { profileAt } from "/page/app/players.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/followed.js").Followed} Followed */
/** @typedef {import("/page/api").components["schemas"]} Schemas */

/**
 * Returns the name of an entrant; each person with a profile is a link to it.
 * @param {Followed} tournament
 * @param {number} entrant
 */
export function nameView({ now }, entrant) {
  const people = now?.entrants[entrant - 1]?.people ?? [];
  return html`<bdi>${people.map(({ name, account, bot }, at) => {
    const whose = account ?? bot;
    return html`${at ? " / " : ""}${whose ? html`<a class="name" href=${profileAt(whose)}>${name}</a>` : name}`;
  })}</bdi>`;
}

/**
 * Returns the address of a round, or of a table in it.
 * @param {string} tournament
 * @param {number} round
 * @param {number} [table]
 */
export const roundAt = (tournament, round, table) =>
  `#/tournaments/${tournament}/${round}${table === undefined ? "" : `/${table}`}`;

/** Returns the phase of a tournament in words. @param {Pick<Schemas["TournamentSummary"], "phase" | "round" | "rounds">} tournament */
export const phaseText = ({ phase, round, rounds }) =>
  t(`tournament.phase.${phase === "between" && !round ? "drawn" : phase}`, { round, rounds });

/** Returns the format in words. @param {string} format  its kind @param {number} seats */
export const formatText = (format, seats) =>
  t("tournament.format.of", { format: t(`tournament.format.${format}`), seats });

/** The number of rounds that there will be. @param {Schemas["Tournament"]} now */
export const roundsOf = ({ rules, schedule }) => schedule?.rounds.length ?? rules.rounds;
