/**
 * The draft of a decision, by its kind.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 */
import { AmbushDraft } from "./ambush.js";
import { AnswerDraft, PathDraft, PlaceDraft } from "./answers.js";
import { CardDraft } from "./card.js";
import { DeedDraft } from "./deeds.js";
import { DiceDraft } from "./dice.js";
import { EitherDraft } from "./either.js";
import { OrdersDraft } from "./orders.js";

/** @type {Record<string, (turn: Turn) => Draft>} */
const DRAFTS = {
  play_card: (turn) => new CardDraft(turn),
  issue_orders: ordersOf,
  assign_dice: (turn) => new DiceDraft(turn),
  move: (turn) => new DeedDraft(turn, "move"),
  end_movement: (turn) => new DeedDraft(turn, "move"),
  attack: (turn) => new DeedDraft(turn, "attack"),
  end_battle: (turn) => new DeedDraft(turn, "attack"),
  react: (turn) => new AnswerDraft(turn, "choice"),
  ignore_flags: (turn) => new AnswerDraft(turn, "count"),
  momentum: (turn) => new AnswerDraft(turn, "advance"),
  battle_back: (turn) => new AnswerDraft(turn, "fight"),
  evade_to: (turn) => new PlaceDraft(turn, "to"),
  retreat_to: (turn) => new PlaceDraft(turn, "to"),
  extra_hex: (turn) => new PlaceDraft(turn, "to"),
  bonus_attack: (turn) => new PlaceDraft(turn, "target"),
  leader_evade: (turn) => new PathDraft(turn),
};

/** @param {Turn} turn @returns {Draft} */
export const draft = (turn) => DRAFTS[turn.legal.choices[0].type](turn);

/** Returns the draft of orders; a reserve that may enter is an alternative. @param {Turn} turn */
function ordersOf(turn) {
  const { choices } = turn.legal;
  const ambush = choices.find(({ from }) => from === "ambush");
  const orders = choices.find(({ from }) => from !== "ambush");
  if (!ambush || !Object.keys(ambush.sections).length) return new OrdersDraft(turn, choices[0]);
  if (!orders) return new AmbushDraft(turn, ambush);
  return new EitherDraft(turn, new OrdersDraft(turn, orders), new AmbushDraft(turn, ambush));
}
