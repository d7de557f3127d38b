/**
 * Attacking in series: one click repeats the same attack until its target falls or few tokens are
 * left. The series sends each attack after the dice of the previous one arrive, so it outlives the
 * draft of a turn, which every version replaces.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./atlas.js").Territory} Territory
 * @typedef {{source: Territory, target: Territory, after: number}} Attack `after`: the last known
 *   version at the time of sending.
 */
import { landOf } from "./board.js";
import { DICE_MAX } from "./odds.js";

/** With fewer tokens the attacker would have fewer dice, so the player decides again. */
export const SERIES_LEAST = DICE_MAX;

/** How long the dice stay visible before the next attack. */
const PAUSE_MS = 900;

/** By the first event of a game. @type {WeakMap<GameEvent, Attack>} */
const running = new WeakMap();

/** Returns whether a series is running. @param {Turn} turn */
export const inSeries = ({ events }) => events.length > 0 && running.has(events[0]);

/**
 * Returns whether a series of attacks is possible from there.
 * @param {Turn} turn
 * @param {Territory} source
 */
export const canBegin = ({ position }, source) => (
  landOf(position, source).tokens > SERIES_LEAST);

/** Stops the series. @param {Turn} turn */
export function stop({ events }) {
  if (events.length) running.delete(events[0]);
}

/**
 * Attacks now, and again after the dice.
 * @param {Turn} turn
 * @param {Territory} source
 * @param {Territory} target
 */
export function begin(turn, source, target) {
  const { events, send } = turn;
  const last = events.at(-1);
  if (last) running.set(events[0], { source, target, after: last.version });
  send([{ type: "attack", source, target }]);
}

/**
 * Attacks again if a series is running, its dice have arrived and nothing ends it.
 * @param {Turn} turn
 * @param {GameEvent | null} last battle of this turn
 * @param {boolean} again whether the same attack can be repeated
 */
export function goOn(turn, last, again) {
  const [first] = turn.events;
  const attack = first && running.get(first);
  if (!attack) return;
  const { source, target, after } = attack;
  const same = last?.source === source && last.target === target;
  if (!again || !same || !canBegin(turn, source)) {
    stop(turn);
    return;
  }
  if (last.version <= after) return;
  setTimeout(() => {
    if (running.get(first) === attack) begin(turn, source, target);
  }, PAUSE_MS);
}
