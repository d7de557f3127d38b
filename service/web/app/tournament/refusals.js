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
  const judge = nameOf(now, facts.arbiter);
  const judged = calledIn(now.entrants[facts.entrant - 1], facts.round);
  const names = judge && judged && judge !== judged ? [t("tournament.may_not_judge", { arbiter: judge, name: judged })] : [
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
 * Returns what became of what the players of an entry say about arbiters, and which arbiters do not judge them.
 * @param {Pick<Tournament, "entrants" | "arbiters" | "claims" | "relations">} now
 * @param {number} entrant
 * @param {Translate} t  the words of tournaments
 * @returns {string[]}
 */
export function conflictsIn(now, entrant, t) {
  const isOwn = (/** @type {{entrant: number}} */ one) => one.entrant === entrant;
  const calls = (/** @type {string} */ account) => nameOf(now, account) ?? t("tournament.role.arbiter");
  return [
    ...now.claims.filter(isOwn).map(({ account, reason, rejected }) => (
      t(`tournament.you.claim.${rejected ? "rejected" : "waits"}`, { arbiter: calls(account), reason }))),
    ...now.relations.filter(isOwn).map(({ account }) => t("tournament.you.not_judged", { arbiter: calls(account) })),
  ];
}

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
