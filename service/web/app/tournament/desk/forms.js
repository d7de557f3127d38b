/** The form of each action: the fields that it consists of. */
import {
  accounts, arbiter, choice, comingRound, currentRound, entrant, isPausable, lateReason, nextRound, official, oneOrAll, pairedRound, reason,
  related, seated, table, two,
} from "/page/app/tournament/desk/fields.js";
import { people, substitute } from "/page/app/tournament/desk/people.js";
import { rules } from "/page/app/tournament/desk/rules.js";
import { absent, exchange, minutes, places, tables } from "/page/app/tournament/desk/table-fields.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/desk/fields.js").Field} Field */
/** @typedef {import("/page/api").components["schemas"]} Schemas */

const WHY = reason(true);
const PERHAPS_WHY = reason(false);

const playing = entrant(({ status }) => status === "in");
const undecided = table(({ points }) => !points);
const decided = table(({ points }) => points !== null);

/** @param {readonly Schemas["ByeKind"][]} kinds */
const bye = (kinds) => choice("kind", () => kinds.map((one) => [one, t(`tournament.bye.${one}`)]));

/** The fields by type of action. @type {Readonly<Record<string, readonly Field[]>>} */
export const FORMS = {
  name_arbiter: [official, PERHAPS_WHY],
  dismiss_arbiter: [arbiter, PERHAPS_WHY],
  declare_relation: [related, entrant(), PERHAPS_WHY],
  reject_relation: [arbiter, entrant(), WHY],
  invite_players: [accounts, lateReason],
  change_rules: [rules, WHY],
  register_entrant: [people, lateReason],
  close_registration: [],
  reopen_registration: [],
  withdraw_entrant: [playing, PERHAPS_WHY],
  expel_entrant: [entrant(({ status }) => status !== "expelled"), WHY],
  reinstate_entrant: [entrant(({ status }) => status !== "in"), WHY],
  replace_player: [playing, substitute, WHY],
  forbid_pairing: [two, WHY],
  allow_pairing: [two, WHY],
  request_bye: [playing, comingRound, choice("kind", ({ now }) => (
    now.announcement.byes.kinds.map((one) => [one, t(`tournament.bye.${one}`)]))), PERHAPS_WHY],
  give_bye: [playing, comingRound, bye(["full", "half", "zero"]), WHY],
  open_check_in: [],
  check_in: [entrant(({ entrant: number, status }, { now }) => (
    status === "in" && !now.check_in?.present.includes(number))), PERHAPS_WHY],
  close_check_in: [],
  start_tournament: [],
  pair_round: [nextRound],
  pair_by_hand: [nextRound, tables, WHY],
  unpair_round: [currentRound, WHY],
  change_tables: [currentRound, exchange, WHY],
  open_round: [currentRound],
  close_round: [currentRound],
  claim_result: [currentRound, undecided, entrant(), places(false)],
  enter_result: [currentRound, undecided, places(false), WHY],
  forfeit_sides: [currentRound, undecided, absent, WHY],
  order_replay: [currentRound, table(), WHY],
  correct_result: [pairedRound, decided, places(true), WHY],
  grant_time: [currentRound, undecided, seated, minutes, WHY],
  pause_tables: [currentRound, oneOrAll(isPausable), WHY],
  resume_tables: [currentRound, oneOrAll(({ paused }) => paused), WHY],
  end_tournament: [PERHAPS_WHY],
  abort_tournament: [WHY],
};
