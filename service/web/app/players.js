/** The players of a game, as rulesets and the page call them. */
import { t } from "/page/app/i18n.js";
import { word } from "/page/app/option-words.js";

/** @typedef {import("/page/api").components["schemas"]["Game"]["seats"][number]} Seat */

/**
 * What may not stand in a sentence: it turns the direction of what follows, or cannot be seen. The
 * service takes no such names; records from elsewhere may have them.
 */
const UNSEEN = /[\p{Cc}\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0]/gu;

/**
 * Of partners who did not say what they are called, each has the number of the seat, from 1 on,
 * beside the side.
 * @param {readonly {name?: string | null, side: string}[]} seats
 * @param {readonly number[]} own  those that are played here
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
 * The seats that play these sides.
 * @param {import("/page/app/ruleset.js").Seats} seats
 * @param {readonly string[]} sides
 */
export const playersOf = (seats, sides) =>
  Array.from({ length: seats.count }, (_, seat) => seat).filter((seat) => sides.includes(seats.side(seat)));

/**
 * Who sits on a seat, for a list of games. Players need no name: a seat is free only if nobody has
 * taken it.
 * @param {Pick<Seat, "name" | "bot" | "taken" | "resigned" | "flagged">} seat
 */
export function sitterTold(seat) {
  const bot = botOf(seat, "over");
  return seat.name || (bot ? botTold(bot) : t(seat.taken ? "seat.somebody" : "seat.free"));
}

/** How strong a house bot is, by its id; the id itself for one that came later than the page. @param {string} bot */
const strengthOf = (bot) => word(t, `bot.${bot}`, bot);

/** What a house bot is called: "House bot (easy)". @param {string} bot */
export const botTold = (bot) => t("seat.bot", { bot: strengthOf(bot) });

/** What the button says that seats it. @param {string} bot */
export const seatBotTold = (bot) => t("seat.seat_bot", { bot: strengthOf(bot) });

/**
 * The house bot to show at a seat. While a game runs, that may be one which plays on for somebody who
 * resigned or ran out of time; afterwards only one that sat down itself.
 * @param {Pick<Seat, "bot" | "resigned" | "flagged">} seat
 * @param {string} status  of the game
 */
export const botOf = ({ bot, resigned, flagged }, status) =>
  (status === "running" || !(resigned || flagged) ? bot : null);
