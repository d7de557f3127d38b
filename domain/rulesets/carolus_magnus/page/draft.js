/**
 * Creates the draft of a turn: a small state machine for each kind of decision.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 */
import { ClansDraft } from "./clans.js";
import { DiscDraft } from "./discs.js";
import { EmperorDraft } from "./emperor.js";
import { PlacingDraft } from "./placing.js";

/** @type {Record<string, new (turn: Turn, choices: any) => Draft>} */
const DRAFTS = {
  choose_disc: DiscDraft,
  place_paladins: PlacingDraft,
  move_emperor: EmperorDraft,
  choose_crowns: ClansDraft,
  exchange_jokers: ClansDraft,
};

/** @param {Turn} turn @returns {Draft} */
export function draft(turn) {
  const [choices] = turn.legal.choices;
  return new DRAFTS[choices.type](turn, choices);
}
