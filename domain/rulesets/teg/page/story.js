/**
 * Describes events in one short sentence each.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 * @typedef {import("./atlas.js").Card} Card
 */
import { noteOf } from "./ledger.js";
import {
  cardText, landName, listed, objectiveText, placesText, poolText, seatOf, targetOf,
} from "./phrases.js";

/**
 * Returns a sentence on an event, or null if it needs none. If the events are known, placements in
 * a row share one sentence, as do an attack and its dice.
 * @param {GameEvent} event
 * @param {Seats} seats
 * @param {Translate} t
 * @param {readonly GameEvent[]} [events]
 * @returns {string | null}
 */
export function story(event, seats, t, events = []) {
  const name = typeof event.seat === "number" ? seats.name(event.seat) : "";
  switch (event.type) {
    case "board_dealt":
      return t("story.dealt", { name: seats.name(event.first) });
    case "turn_started":
      return turn(event, name, t);
    case "tokens_placed": {
      const { row } = noteOf(event, seats, events);
      if (row.at(-1) !== event) return null;
      return t("story.placed", { name, places: placesText(t, /** @type {any[]} */ (row)) });
    }
    case "cards_traded":
      return traded(event, name, t);
    case "attack_declared":
      return events.length ? null : t("story.attack", { name, ...ends(event, t) });
    case "battle_fought": {
      const { row, loser } = noteOf(event, seats, events);
      return row.at(-1) === event ? fought(row, seats, t, loser) : null;
    }
    case "tokens_moved":
      return t("story.moved", { name, count: event.count, ...ends(event, t) });
    case "deck_renewed":
      return t("story.renewed");
    case "card_drawn":
      return event.card
        ? t("story.drawn", { name, card: cardText(t, event.card) })
        : t("story.drew", { name });
    case "game_ended":
      return ended(event, seats, t, noteOf(event, seats, events).objectives);
    default:
      return leaving(event, seats, t);
  }
}

/**
 * Describes how a game ended.
 * @param {any} outcome reason, reasons, winners and territories
 * @param {Seats} seats
 * @param {Translate} t
 */
export function ending({ reason, reasons, winners, territories }, seats, t) {
  const named = (/** @type {string} */ color) => seats.name(seatOf(seats, color));
  const kind = ["nobody", "alone"][winners.length] ?? "shared";
  const names = listed(t, winners.map(named));
  const who = t(`ending.${kind}`, { names });
  if (BY_THE_TABLE.has(reason)) return t(`ending.${reason}`, { who, names });
  const counts = Object.entries(territories)
    .sort(([, one], [, other]) => other - one)
    .map(([color, count]) => t("ending.count", { name: named(color), territories: count }));
  const why = listed(t, reasons.map((/** @type {string} */ reason) => t(`ending.${reason}`)));
  const most = Object.values(territories).filter((count) => count === territories[winners[0]]);
  const byTokens = reasons.includes("round_limit") && winners.length === 1 && most.length > 1;
  return t("ending", {
    who,
    why: byTokens ? t("ending.tie_broken", { why }) : why,
    territories: counts.join(", "),
  });
}

/** The reasons for which territories do not matter. */
const BY_THE_TABLE = new Set(["resignation", "draw_agreed", "time", "adjudicated"]);

/**
 * Describes attacks on one target, with the last dice, highest first, and the total losses. It also
 * labels the dice themselves.
 * @param {readonly GameEvent[]} row
 * @param {Seats} seats
 * @param {Translate} t
 * @param {number | null} loser the owner of the target, if known
 */
export function fought(row, seats, t, loser) {
  const event = /** @type {GameEvent} */ (row.at(-1));
  const name = seats.name(event.seat);
  const other = loser === null ? t("story.defender") : seats.name(loser);
  const dice = (/** @type {number[]} */ faces) => [...faces].sort((a, b) => b - a).join(" ");
  const sum = (/** @type {string} */ key) => row.reduce((total, one) => total + one[key], 0);
  const loses = (/** @type {string} */ who, /** @type {number} */ tokens) => (
    tokens ? [t("story.loses", { name: who, tokens })] : []);
  const [lost, taken] = [sum("attacker_losses"), sum("defender_losses")];
  const key = event.conquered ? "story.conquered" : "story.fought";
  return t(row.length > 1 ? `${key}_at_last` : key, {
    name, other, ...ends(event, t), times: row.length,
    attacker: dice(event.attacker), defender: dice(event.defender),
    losses: [...loses(other, taken), ...loses(name, lost)].join(", "),
  });
}

/** @param {GameEvent} event @param {Translate} t */
function ends({ source, target }, t) {
  return { source: landName(t, source), target: landName(t, target) };
}

/** @param {GameEvent} event @param {string} name @param {Translate} t */
function turn({ round, pool }, name, t) {
  const tokens = poolText(t, pool);
  if (!tokens) return t("story.turn", { round, name });
  return t("story.collects", { round, name, tokens });
}

/** @param {GameEvent} event @param {string} name @param {Translate} t */
function traded({ cards, tokens, reinforced }, name, t) {
  const names = listed(t, cards.map((/** @type {Card} */ card) => cardText(t, card)));
  const sentence = t("story.traded", { name, cards: names, tokens });
  if (!reinforced.length) return sentence;
  const territories = listed(t, reinforced.map((/** @type {string} */ one) => landName(t, one)));
  return `${sentence} ${t("story.reinforced", { territories })}`;
}

/**
 * Describes the end, with the secret objective if the winner met it.
 * @param {GameEvent} event
 * @param {Seats} seats
 * @param {Translate} t
 * @param {readonly (string | null)[]} objectives
 */
function ended(event, seats, t, objectives) {
  const sentence = ending(event, seats, t);
  if (!event.reasons.includes("secret")) return sentence;
  const seat = seatOf(seats, event.winners[0]);
  const objective = objectives[seat];
  if (!objective) return sentence;
  const target = targetOf(seats, seat, objective);
  const words = objectiveText(t, objective, target === null ? null : seats.name(target));
  return `${sentence} ${t("story.objective", { objective: words })}`;
}

/**
 * Describes a seat that leaves the game.
 * @param {GameEvent} event
 * @param {Seats} seats
 * @param {Translate} t
 */
function leaving(event, seats, t) {
  if (event.type === "seat_withdrew") {
    return t("story.withdrew", { name: seats.name(event.seat) });
  }
  if (event.type !== "seat_eliminated") return null;
  const name = seats.name(event.seat);
  const conqueror = seats.name(event.conqueror);
  const parts = [t("story.eliminated", { name, conqueror })];
  if (event.inherited_count) {
    parts.push(t("story.inherits", { name: conqueror, count: event.inherited_count }));
  }
  for (const seat of event.freed ?? []) parts.push(t("story.freed", { name: seats.name(seat) }));
  return parts.join(" ");
}
