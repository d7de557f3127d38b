/**
 * Describes events in one short sentence each.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 * @typedef {import("./ledger.js").Note} Note
 * @typedef {import("./board.js").Strengths} Strengths
 */
import { counted, ranked, strongest } from "./board.js";
import { noteOf } from "./ledger.js";
import {
  clansText, controlsText, listed, placesText, playersOf, scoreText, sideText,
} from "./phrases.js";

/**
 * Returns a sentence on an event, or null if it needs none. If the events are known, one sentence
 * at the end covers all paladins of a turn; otherwise each paladin has its own.
 * @param {GameEvent} event
 * @param {Seats} seats
 * @param {Translate} t
 * @param {readonly GameEvent[]} [events]
 * @returns {string | null}
 */
export function story(event, seats, t, events = []) {
  const together = events.length > 0;
  const fact = /** @type {any} */ (event);
  switch (event.type) {
    case "paladin_placed":
      return together ? null : placing(event.seat, seats, t, { placed: [fact], taken: [] });
    case "marker_taken":
      if (together) return null;
      return t("story.marker", {
        name: seats.name(event.seat), controls: controlsText(t, seats, [fact]),
      });
    case "placing_ended":
      return together ? placing(event.seat, seats, t, noteOf(event, seats, events)) : null;
    case "emperor_moved":
    case "castle_built":
    case "territory_taken_over":
    case "territories_merged":
      return resolved(event, seats, t, noteOf(event, seats, events));
    case "game_ended":
      return ending(event, seats, t);
    default:
      return preparing(event, seats, t);
  }
}

/**
 * Describes the result of the emperor's move; without strengths, it leaves them out.
 * @param {{type: string} & Record<string, any>} event
 * @param {Seats} seats
 * @param {Translate} t
 * @param {Pick<Note, "strengths" | "owner">} note
 */
export function resolved(event, seats, t, { strengths, owner }) {
  const territory = event.territory ?? event.to;
  switch (event.type) {
    case "emperor_moved": {
      const moved = t("story.moved", { count: event.steps, territory });
      const rest = strengths && unchanged(seats, t, strengths, owner);
      return rest ? `${moved} ${rest}` : moved;
    }
    case "castle_built":
      return scored(t, t("story.built", { side: sideText(t, seats, event.side), territory }), strengths);
    case "territory_taken_over": {
      const previous = sideText(t, seats, event.previous);
      const side = sideText(t, seats, event.side);
      const count = event.castles;
      return scored(t, t("story.taken", { side, previous, territory, count }), strengths);
    }
    case "territories_merged":
      return t("story.merged", { parts: listed(t, event.parts.map(String)) });
    default:
      return null;
  }
}

/**
 * Returns why nothing changes where the emperor stopped, or null if something does.
 * @param {Seats} seats
 * @param {Translate} t
 * @param {Strengths} strengths
 * @param {string | null} owner
 */
export function unchanged(seats, t, strengths, owner) {
  const side = strongest(strengths);
  if (side && side !== owner) return null;
  const score = scoreText(t, strengths);
  if (side) return t("story.kept", { side: sideText(t, seats, side), score });
  const nothing = Object.values(strengths).every((strength) => strength === 0);
  return nothing ? t("story.nobody") : t("story.tied", { score });
}

/**
 * Describes how a game ended.
 * @param {any} outcome reason, winners and castles
 * @param {Seats} seats
 * @param {Translate} t
 */
export function ending(outcome, seats, t) {
  const winners = outcome.winners.map((/** @type {string} */ side) => playersOf(t, seats, side));
  const kind = ["nobody", "alone"][winners.length] ?? "shared";
  const names = listed(t, winners);
  const who = t(`ending.${kind}`, { names });
  const why = t(`ending.${outcome.reason}`, { who, names });
  if (BY_THE_TABLE.has(outcome.reason)) return why;
  return t("ending", {
    who,
    why: brokeTie(outcome) ? t("ending.tie_broken", { why }) : why,
    score: ranked(outcome.castles).map(([, count]) => count).join("–"),
  });
}

/** The reasons for which castles do not matter. */
const BY_THE_TABLE = new Set(["resignation", "draw_agreed", "time", "adjudicated"]);

/** Returns whether something other than castles decided the game. @param {any} outcome */
function brokeTie({ reason, winners, castles }) {
  if (!COUNTED.has(reason) || winners.length !== 1) return false;
  const most = castles[winners[0]];
  return Object.values(castles).filter((count) => count === most).length > 1;
}

/** The reasons for which the most castles win. */
const COUNTED = new Set(["few_territories", "stalled", "round_limit"]);

/**
 * @param {number} seat
 * @param {Seats} seats
 * @param {Translate} t
 * @param {Pick<Note, "placed" | "taken">} note
 */
function placing(seat, seats, t, { placed, taken }) {
  const name = seats.name(seat);
  if (!placed.length) return t("story.placed_nothing", { name });
  const places = placesText(t, placed);
  if (!taken.length) return t("story.placed", { name, places });
  const controls = controlsText(t, seats, taken);
  return t("story.placed_control", { name, places, controls });
}

/**
 * Describes what a seat draws, rolls, takes or plays.
 * @param {GameEvent} event
 * @param {Seats} seats
 * @param {Translate} t
 */
function preparing(event, seats, t) {
  const name = event.seat === undefined ? "" : seats.name(event.seat);
  switch (event.type) {
    case "lots_drawn":
      return t("story.lots", { name: seats.name(event.opening[0]), territory: event.emperor });
    case "dice_rolled":
      return t("story.rolled", { name, clans: clansText(t, counted(event.faces)) });
    case "paladins_returned":
      return t("story.returned", { clan: t(`clan.${event.clan}`), count: event.each });
    case "reserve_filled":
      return event.jokers ? t("story.jokers", { name, count: event.jokers }) : null;
    case "crowns_chosen":
      return t("story.crowns", { name, clans: clansText(t, counted(event.clans)) });
    case "jokers_exchanged":
      return t("story.exchanged", { name, clans: clansText(t, counted(event.clans)) });
    case "round_started": {
      const key = event.discs_returned ? "story.round_discs" : "story.round";
      return t(key, { round: event.round, name: seats.name(event.order[0]) });
    }
    case "disc_played":
      return t("story.disc", { name, disc: event.disc });
    case "turn_order_set": {
      const names = event.order.map((/** @type {number} */ seat) => seats.name(seat));
      return t("story.order", { names: names.join(", ") });
    }
    default:
      return null;
  }
}

/** @param {Translate} t @param {string} sentence @param {Strengths | null} strengths */
function scored(t, sentence, strengths) {
  if (!strengths) return t("story.plain", { sentence });
  return t("story.scored", { sentence, score: scoreText(t, strengths) });
}
