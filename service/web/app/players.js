/** The players of a game and their names. */
import { speech, t } from "/page/app/i18n.js";

/** @typedef {import("/page/api").components["schemas"]["GameSummary"]} GameSummary */
/** @typedef {GameSummary["seats"][number]} Seat */

/**
 * Characters that a sentence must not contain: they change the direction of text, or are invisible.
 * The service accepts no such names, but records from elsewhere may contain them.
 */
const UNSEEN = /[\p{Cc}\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0]/gu;

/**
 * Partners without names get the number of their seat, from 1, after the side.
 * @param {readonly {name?: string | null, side: string}[]} seats
 * @param {readonly number[]} own  those played in this browser
 * @param {(side: string) => string} sideName
 * @returns {import("/page/app/ruleset.js").Seats}
 */
export function players(seats, own, sideName) {
  const side = (/** @type {number} */ seat) => seats[seat]?.side ?? "";
  const shared = (/** @type {string} */ one) => seats.filter((seat) => seat.side === one).length > 1;
  const unnamed = (/** @type {number} */ seat) => (
    sideName(side(seat)) + (shared(side(seat)) ? ` ${seat + 1}` : ""));
  const named = (/** @type {number} */ seat) => (
    seats[seat]?.name?.replace(UNSEEN, "").trim() ?? "");
  return {
    count: seats.length,
    own,
    side,
    named: (seat) => named(seat) !== "",
    name: (seat) => named(seat) || unnamed(seat),
  };
}

/**
 * Returns the seats that play these sides.
 * @param {import("/page/app/ruleset.js").Seats} seats
 * @param {readonly string[]} sides
 */
export const playersOf = (seats, sides) =>
  Array.from({ length: seats.count }, (_, seat) => seat).filter((seat) => sides.includes(seats.side(seat)));

/** Returns what a side is called in one game alone; "" if in all the same. @param {Pick<Seat, "side_name"> | undefined} seat */
export const calledIn = (seat) => seat?.side_name?.[speech.language] ?? "";

/** Returns what the scenario of a game is called; "" for a game without one. @param {Pick<GameSummary, "scenario_name">} game */
export const scenarioOf = (game) => game.scenario_name?.[speech.language] ?? "";

/**
 * Returns the player on a seat, for a list of games. Players need no name: a seat is free only if
 * nobody has taken it, and it is not reserved.
 * @param {Pick<Seat, "name" | "taken" | "reserved_for">} seat
 */
export function sitterText(seat) {
  return seat.name || t(seat.taken ? "seat.someone" : seat.reserved_for ? "seat.reserved" : "seat.free");
}

/**
 * A house bot as a ruleset offers it, the weakest first.
 * @typedef {import("/page/api").components["schemas"]["HouseBot"]} HouseBot
 */

/** Returns the name and level of a house bot, for a choice. @param {HouseBot} bot */
export const botText = ({ name, level }) => t("bot.level", { name, level });

/**
 * Returns the address of a profile.
 * @param {string} player  the id of an account, or of a house bot
 */
export const profileAt = (player) => `#/players/${player}`;

/**
 * Returns whose profile a seat leads to: its account, or the house bot that took it; null for guests.
 * @param {Pick<Seat, "player" | "bot" | "resigned" | "flagged">} seat
 */
export const profiled = (seat) => seat.player ?? botOf(seat, "over");

/**
 * Returns the house bot to show at a seat. While a game runs, a bot may have replaced a player who
 * resigned or ran out of time; after the end, only a bot that took the seat itself is shown.
 * @param {Pick<Seat, "bot" | "resigned" | "flagged">} seat
 * @param {string} status  of the game
 */
export const botOf = ({ bot, resigned, flagged }, status) =>
  (status === "running" || !(resigned || flagged) ? bot : null);
