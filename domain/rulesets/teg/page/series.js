/**
 * Attacking in series: one press, and the same attack is repeated until its target falls or few
 * tokens are left. Each attack is sent when the dice of the one before are there, so a series
 * outlives the draft of a turn, which is made anew after each.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./atlas.js").Territory} Territory
 * @typedef {{source: Territory, target: Territory, after: number}} Attack
 *   `after`: the last version that was known when it was sent.
 */
import { DICE_MAX } from "./atlas.js";
import { landOf } from "./board.js";

/** With fewer tokens the attacker would have fewer dice: then it is to be thought over. */
export const SERIES_LEAST = DICE_MAX;

/** So long the dice are looked at before the next ones. */
const PAUSE_MS = 900;

/** By the first event of a game. @type {WeakMap<GameEvent, Attack>} */
const running = new WeakMap();

/** Whether a series runs. @param {Turn} turn */
export const inSeries = ({ events }) => events.length > 0 && running.has(events[0]);

/** Whether a series from there would be one. @param {Turn} turn @param {Territory} source */
export const canBegin = ({ position }, source) => (
  landOf(position, source).tokens > SERIES_LEAST);

/** No other attack follows. @param {Turn} turn */
export function stop({ events }) {
  if (events.length) running.delete(events[0]);
}

/**
 * Attack now, and again after the dice.
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
 * Attack again, if a series runs, its dice are there and nothing ends it.
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
