/**
 * Phrases of the controls: counts of clans, places, names of sides.
 *
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 * @typedef {import("./board.js").Counts} Counts
 * @typedef {import("./board.js").Side} Side
 * @typedef {import("./board.js").Strengths} Strengths
 * @typedef {import("./placing.js").Step} Step
 */
import { listed } from "/page/app/kit/phrases.js";
import { CLANS } from "./board.js";

/** Returns "2 blue and 1 crown". @param {Translate} t @param {Counts & {crown?: number}} counts */
export function clansText(t, counts) {
  const named = /** @type {const} */ ([...CLANS, "crown"]).filter((clan) => counts[clan]);
  return listed(t, named.map((clan) => t(`clans.${clan}`, { count: counts[clan] ?? 0 })));
}

/** Returns "White 4, Black 2". @param {Translate} t @param {Strengths} numbers */
export function sidesText(t, numbers) {
  const sides = Object.entries(numbers);
  return sides.map(([side, number]) => `${t(`side.${side}`)} ${number}`).join(", ");
}

/** Returns the seats of a side. @param {Seats} seats @param {string} side */
function seatsOf(seats, side) {
  const all = Array.from({ length: seats.count }, (_, seat) => seat);
  return all.filter((seat) => seats.side(seat) === side);
}

/**
 * Returns the name of a side: its player, or the side itself if partners share it.
 * @param {Translate} t
 * @param {Seats} seats
 * @param {string} side
 */
export function sideText(t, seats, side) {
  const [seat, ...partners] = seatsOf(seats, side);
  return partners.length ? t(`side.${side}`) : seats.name(seat);
}

/**
 * Describes a territory: "2 blue and 1 red; White, 1 castle".
 * @param {Translate} t
 * @param {{paladins: Counts, owner: Side | null, castles: number}} territory
 */
export function territoryText(t, { paladins, owner, castles }) {
  const clans = clansText(t, paladins);
  if (!owner) return t("territory.free", { clans });
  return t("territory.owned", { clans, side: t(`side.${owner}`), count: castles });
}

/** Returns "2 blue in territory 5". @param {Translate} t @param {Step} step */
export function placedText(t, { kind, place, count }) {
  const clans = clansText(t, { [kind]: count });
  if (place === "court") return t("place.in_court", { clans });
  return t("place.in", { clans, territory: place });
}
