/** The desk of organisers and arbiters: what they can do now, and what comes next. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { isPausable, openClaims } from "/page/app/tournament/desk/fields.js";
import { invitationView } from "/page/app/tournament/desk/invitation.js";
import { roundsOf } from "/page/app/tournament/naming.js";
import { namesIn } from "/page/app/tournament/requests.js";
import { nameOf } from "/page/app/tournament/refusals.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/followed.js").Followed} Followed */
/** @typedef {import("/page/app/tournament/followed.js").RoundTable} RoundTable */
/** @typedef {import("/page/api").components["schemas"]["Tournament"]} Tournament */

/** What takes a tournament on, in the order in which it happens. */
const COURSE = [
  "start_tournament", "open_check_in", "close_check_in", "pair_round", "open_round", "close_round", "end_tournament",
];

/** What each step makes possible. @type {Readonly<Record<string, string>>} */
const FOLLOWING = {
  start_tournament: "pair_round", open_check_in: "close_check_in", close_check_in: "pair_round",
  pair_round: "open_round", open_round: "close_round",
};

/** All other actions, by what they are about. @type {Readonly<Record<string, readonly string[]>>} */
const OTHERS = {
  entrants: [
    "register_entrant", "invite_players", "check_in", "close_registration", "reopen_registration", "withdraw_entrant",
    "expel_entrant", "reinstate_entrant", "replace_player", "request_bye", "give_bye",
  ],
  pairings: ["change_tables", "unpair_round", "pair_by_hand", "forbid_pairing", "allow_pairing"],
  results: ["enter_result", "forfeit_sides", "grant_time", "pause_tables", "resume_tables", "order_replay", "correct_result"],
  officials: ["name_arbiter", "dismiss_arbiter", "declare_relation", "reject_relation"],
  whole: ["change_rules", "abort_tournament"],
};

/**
 * Whether an action can have an effect now; one that is not here always can, and the rules decide.
 * @type {Readonly<Record<string, (now: Tournament, tournament: Followed) => boolean>>}
 */
const APPLIES = {
  open_check_in: (now) => now.announcement.check_in && now.check_in?.round !== now.round + 1 && !now.played_out,
  close_check_in: ({ check_in: check, round }) => check?.round === round + 1 && check.open,
  check_in: ({ check_in: check, round }) => check?.round === round + 1,
  pair_round: (now) => !now.played_out && mayPair(now),
  pair_by_hand: (now) => now.phase === "between" && !now.played_out && mayPair(now),
  end_tournament: ({ round }) => round > 0,
  close_registration: ({ registration_open: open }) => open,
  reopen_registration: ({ registration_open: open }) => !open,
  register_entrant: ({ registration_open: open, phase, announcement, round }) => (
    phase === "registration" ? open : round < announcement.registration.late_until),
  invite_players: ({ announcement }) => announcement.registration.kind === "list",
  withdraw_entrant: someAre("in"),
  expel_entrant: someAre("in"),
  replace_player: (now) => !now.played_out && now.round < roundsOf(now) && someAre("in")(now),
  reinstate_entrant: ({ entrants }) => entrants.some(({ status }) => status !== "in"),
  request_bye: ({ announcement, entrants }) => announcement.byes.most > 0 && entrants.length > 0,
  give_bye: ({ rules, entrants }) => rules.swiss && entrants.length > 0,
  forbid_pairing: ({ entrants }) => entrants.length > 1,
  allow_pairing: ({ forbidden_pairings: pairs }) => pairs.length > 0,
  declare_relation: ({ entrants }) => entrants.length > 0,
  reject_relation: (now) => openClaims(now).length > 0,
  dismiss_arbiter: ({ arbiters }) => arbiters.length > 0,
  grant_time: ({ announcement }) => announcement.clock !== null,
  pause_tables: (_, { round }) => round?.tables.some(isPausable) ?? false,
  resume_tables: (_, { round }) => round?.tables.some(({ paused }) => paused) ?? false,
  correct_result: (_, { rounds }) => rounds.some(({ tables }) => tables.some(({ points }) => points)),
};

/** @param {string} wanted @returns {(now: Tournament) => boolean} */
function someAre(wanted) {
  return ({ entrants }) => entrants.some(({ status }) => status === wanted);
}

/** Returns whether check-in for the next round, if there is one, is over. @param {Tournament} now */
const mayPair = ({ phase, announcement, check_in: check, round }) => phase === "between"
  && (!announcement.check_in || (check?.round === round + 1 && !check.open));

/** Returns whether this account acts for the tournament, and not only for its own entry. @param {Followed} tournament */
export const hasDesk = ({ legal }) => legal?.roles.some(({ role }) => role !== "player") ?? false;

/** Returns whether this account is the organiser. @param {Followed} tournament */
const organises = ({ legal }) => legal?.roles.some(({ role }) => role === "organiser") ?? false;

/**
 * Returns the roles of officials in which this account may ask for an action.
 * @param {Followed} tournament
 * @param {string} type
 */
const deskRoles = (tournament, type) => tournament.rolesFor(type).filter((role) => role !== "player");

/**
 * @param {Followed} tournament
 * @param {string} type
 */
function isOffered(tournament, type) {
  const { now } = tournament;
  return now !== null && deskRoles(tournament, type).length > 0 && (APPLIES[type]?.(now, tournament) ?? true);
}

/**
 * @param {Followed} tournament
 * @param {(type: string, preset?: Record<string, any>) => void} decide  opens the form of an action
 * @param {{code: string, setCode: (code: string) => void}} invitation
 */
export function deskView(tournament, decide, { code, setCode }) {
  const { now } = tournament;
  if (!now) return nothing;
  const course = COURSE.filter((type) => isOffered(tournament, type));
  const groups = Object.entries(OTHERS)
    .map(([name, types]) => /** @type {const} */ ([name, types.filter((type) => isOffered(tournament, type))]))
    .filter(([, types]) => types.length);
  if (!course.length && !groups.length) return nothing;
  const next = nextIn(tournament, now);
  const { kind } = now.announcement.pace;
  return html`<section class="card desk">
    <h2>${t(organises(tournament) ? "tournament.desk" : "tournament.desk.arbiter")}</h2>
    <p>${t(stepOf(tournament, now, next !== "" && !course.includes(next)), { least: leastOf(now), count: withoutResult(tournament) })}</p>
    ${kind === "manual" ? nothing : html`<p class="hint">${t(`tournament.pace.${kind}.desk`)}</p>`}
    ${now.arbiters.length ? nothing : html`<p class="hint">${t("tournament.desk.no_arbiter")}</p>`}
    ${tournament.legal?.arbiters_without_scope.map((account) => html`<p class="hint">${t("tournament.desk.idle_arbiter", {
      name: nameOf(now, account) ?? account, account })}</p>`)}
    ${now.phase === "registration" ? now.partners_asked.map((one) => html`<p class="hint">${t("tournament.desk.waits", namesIn(one))}</p>`) : nothing}
    ${openClaims(now).map((claim) => claimView(tournament, now, claim, decide))}
    <div class="buttons">${course.map((type) => button(type, decide, type === next ? "primary" : ""))}</div>
    ${kind === "manual" && course.includes(next) ? thenView(next, now) : nothing} ${invitationView(now, code, setCode)}
    <details class="more"><summary>${t("tournament.desk.more")}</summary>
      <div class="groups">${groups.map(([name, types]) => html`<section><h3>${t(`tournament.desk.${name}`)}</h3>
        <div class="buttons">${types.map((type) => button(type, decide, ""))}</div></section>`)}</div></details>
  </section>`;
}

/**
 * Returns what a player says about an arbiter, with the answers that this account may give.
 * @param {Followed} tournament
 * @param {Tournament} now
 * @param {Tournament["claims"][number]} claim
 * @param {(type: string, preset?: Record<string, any>) => void} decide
 */
function claimView(tournament, now, { account, entrant, reason }, decide) {
  const name = nameOf(now, account) ?? t("tournament.role.arbiter");
  const own = account === tournament.account;
  const answers = ["declare_relation", ...(own ? [] : ["reject_relation"])].filter((type) => isOffered(tournament, type));
  return html`<section class="claim"><p>${t("tournament.claim", { name: tournament.nameOf(entrant), arbiter: name })} <q>${reason}</q></p>
    <div class="buttons">${answers.map((type) => html`<button type="button"
      @click=${() => decide(type, { account, entrant })}>${t(`tournament.claim.${type}`)}…</button>`)}</div></section>`;
}

/** Returns how many entrants the smallest possible table needs. @param {Tournament} now */
const leastOf = ({ rules: { scales } }) => Math.min(...scales.map(({ length }) => length));

/** Returns whether too few entrants are left for a table. @param {Tournament} now */
const isTooSmall = (now) => now.entrants.filter(({ status }) => status === "in").length < leastOf(now);

/** Returns what takes the tournament on now; "" if players have to play first. @param {Followed} tournament @param {Tournament} now */
function nextIn({ round }, now) {
  if (now.phase === "playing") return withoutResult({ round }) ? "" : "close_round";
  if (now.phase !== "between") return now.phase === "paired" ? "open_round" : isTooSmall(now) ? "" : "start_tournament";
  if (now.played_out) return "end_tournament";
  if (isTooSmall(now)) return "";
  if (mayPair(now)) return "pair_round";
  return now.check_in?.round === now.round + 1 ? "close_check_in" : "open_check_in";
}

/** Returns how many tables of the round have no result. @param {Pick<Followed, "round">} tournament */
const withoutResult = ({ round }) => round?.tables.filter(({ points }) => !points).length ?? 0;

/** Says what can come only after the next step. @param {string} next  "" if players come first @param {Tournament} now */
function thenView(next, { announcement }) {
  const after = next === "start_tournament" && announcement.check_in ? "open_check_in" : FOLLOWING[next];
  return after ? html`<p class="hint">${t("tournament.step.then", {
    first: t(`tournament.action.${next}`), then: t(`tournament.action.${after}`) })}</p>` : nothing;
}

/** @param {string} type @param {(type: string) => void} decide @param {string} look */
const button = (type, decide, look) => html`<button type="button" class=${look} data-action=${type}
  @click=${() => decide(type)}>${t(`tournament.action.${type}`)}…</button>`;

/**
 * Returns the key of the words on what comes next.
 * @param {Followed} tournament
 * @param {Tournament} now
 * @param {boolean} byOthers  whether only the organiser can take the next step
 */
function stepOf({ round }, now, byOthers) {
  if (now.phase === "playing") {
    return withoutResult({ round }) ? "tournament.step.playing" : "tournament.step.complete";
  }
  if (now.phase === "registration" && isTooSmall(now)) return "tournament.step.few";
  if (now.phase !== "between") return now.phase === "registration" && byOthers ? "tournament.step.registration.organiser" : `tournament.step.${now.phase}`;
  if (now.played_out) return byOthers ? "tournament.step.last.organiser" : "tournament.step.last";
  if (isTooSmall(now)) return "tournament.step.few";
  return mayPair(now) ? "tournament.step.between" : "tournament.step.check_in";
}

/**
 * Returns the decisions of arbiters about a table.
 * @param {Followed} tournament
 * @param {number} round
 * @param {RoundTable} table
 * @param {(type: string, preset?: Record<string, any>) => void} decide
 */
export function decisionsView(tournament, round, { table, points }, decide) {
  const { now } = tournament;
  const current = round === now?.round;
  const fitting = OTHERS.results.filter((type) => isOffered(tournament, type)
    && (type === "correct_result" ? points : current && (type === "order_replay" || !points)));
  if (!fitting.length) return nothing;
  return html`<details class="decide"><summary>${t("tournament.decide")}<span class="unseen"> ${
    t("tournament.table", { table })}</span></summary>
    <div class="buttons">${fitting.map((type) => button(type, (chosen) => decide(chosen, { round, table }), ""))}</div></details>`;
}
