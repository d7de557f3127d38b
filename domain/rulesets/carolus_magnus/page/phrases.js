/**
 * Phrases for sentences: lists, counts of clans, scores, names of sides.
 *
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 * @typedef {import("./board.js").Counts} Counts
 * @typedef {import("./board.js").Side} Side
 * @typedef {import("./board.js").Strengths} Strengths
 * @typedef {{clan: import("./board.js").Clan, to: number | "court"}} Placement
 * @typedef {{clan: import("./board.js").Clan, previous: number | null}} Taken
 */
import { CLANS, counted, ranked } from "./board.js";

/** Returns "Anna, Ben and Cleo". @param {Translate} t @param {readonly string[]} parts */
export function listed(t, parts) {
  return new Intl.ListFormat(t("language"), { type: "conjunction" }).format(parts);
}

/** Returns "2 blue and 1 crown". @param {Translate} t @param {Counts & {crown?: number}} counts */
export function clansText(t, counts) {
  const named = /** @type {const} */ ([...CLANS, "crown"]).filter((clan) => counts[clan]);
  return listed(t, named.map((clan) => t(`clans.${clan}`, { count: counts[clan] ?? 0 })));
}

/**
 * Returns "4 against 2", the strongest first; with three sides it leaves out those with nothing.
 * @param {Translate} t
 * @param {Strengths} strengths
 */
export function scoreText(t, strengths) {
  const [most, next, ...rest] = ranked(strengths).map(([, strength]) => strength);
  const others = [next, ...rest.filter((strength) => strength > 0)];
  return t("score", { most, others: listed(t, others.map(String)) });
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
 * Returns the players of a side: its player, or the side with the named partners.
 * @param {Translate} t
 * @param {Seats} seats
 * @param {string} side
 */
export function playersOf(t, seats, side) {
  const partners = seatsOf(seats, side);
  const names = partners.filter((seat) => seats.named(seat)).map((seat) => seats.name(seat));
  const name = sideText(t, seats, side);
  if (partners.length === 1 || !names.length) return name;
  return t("side.partners", { side: name, names: listed(t, names) });
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

/**
 * Returns "2 blue and 1 red in the court, 1 red in territory 5".
 * @param {Translate} t
 * @param {readonly Placement[]} placed
 */
export function placesText(t, placed) {
  const places = [...new Set(placed.map(({ to }) => to))];
  const parts = places.map((to) => {
    const here = placed.filter((one) => one.to === to);
    const clans = clansText(t, counted(here.map(({ clan }) => clan)));
    if (to === "court") return t("place.in_court", { clans });
    return t("place.in", { clans, territory: to });
  });
  return parts.join(", ");
}

/**
 * Returns "blue and red (from Ben)", in clan order.
 * @param {Translate} t
 * @param {Seats} seats
 * @param {readonly Taken[]} taken
 */
export function controlsText(t, seats, taken) {
  const inOrder = [...taken].sort((one, other) => (
    CLANS.indexOf(one.clan) - CLANS.indexOf(other.clan)
  ));
  return listed(t, inOrder.map(({ clan, previous }) => {
    const name = t(`control.${clan}`);
    if (previous === null || previous === undefined) return name;
    return t("taken.from", { clan: name, name: seats.name(previous) });
  }));
}
