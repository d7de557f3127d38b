/** Why a rule of tournaments refuses something: whom and what it is about, by name, and what comes first. */
import { peopleIn } from "/page/app/tournament/stints.js";

/** @typedef {import("/page/app/ruleset.js").Translate} Translate */
/** @typedef {import("/page/api").components["schemas"]["Tournament"]} Tournament */

/** The facts that name one entrant or several. */
const ENTRANTS = /** @type {const} */ (["entrant", "entrants", "players"]);

/** The facts that name an account. */
const ACCOUNTS = /** @type {const} */ (["arbiter", "account", "who"]);

/**
 * Returns what the facts of a refusal say to people, a phrase for each thing.
 * @param {Record<string, any>} facts
 * @param {Pick<Tournament, "entrants" | "arbiters">} now
 * @param {Translate} t  the words of tournaments
 * @returns {string[]}
 */
export function factsOf(facts, now, t) {
  const numbers = ENTRANTS.flatMap((name) => (
    Array.isArray(facts[name]) || name === "entrant" ? facts[name] ?? [] : []));
  const names = [
    ...ACCOUNTS.flatMap((name) => nameOf(now, facts[name]) ?? []),
    ...numbers.flatMap((number) => calledIn(now.entrants[number - 1], facts.round) ?? []),
  ];
  const { round, table, tables, first = [] } = facts;
  const places = Array.isArray(tables) ? tables : table === undefined ? [] : [table];
  return [
    ...new Set(names),
    ...(round === undefined ? [] : [t("tournament.round", { round })]),
    ...(places.length ? [t("tournament.table", { table: places.join(", ") })] : []),
    ...(first.length ? [t("tournament.first_do", {
      actions: first.map((/** @type {string} */ one) => t(`tournament.action.${one}`)).join(" → "),
    })] : []),
  ];
}

/**
 * Returns the name of those who play for an entry in a round; without one, of those who play from now on.
 * @param {Tournament["entrants"][number] | undefined} entrant
 * @param {number | undefined} round
 */
export const calledIn = (entrant, round) => (entrant && round !== undefined
  ? peopleIn(entrant, round).map(({ name }) => name).join(" / ") : entrant?.name);

/**
 * Returns the name that an account has in a tournament, as an arbiter or as someone who plays there.
 * @param {Pick<Tournament, "entrants" | "arbiters">} now
 * @param {string | undefined} account
 */
export function nameOf({ entrants, arbiters }, account) {
  if (!account) return undefined;
  const everybody = entrants.flatMap(({ people, replaced }) => [...people, ...replaced.map(({ person }) => person)]);
  return [...arbiters, ...everybody].find((one) => one.account === account)?.name;
}
