/** The stops of a timeline: the versions at the end of a sentence, of an action and of a turn. */
import { endsIn } from "/page/app/ends.js";

/** @typedef {import("/page/app/replay/moments.js").Moments} Moments */
/** @typedef {import("/page/app/story.js").Sentence} Sentence */

/**
 * Returns the stops at which a playback rests: the last ones of sentences with the same actor and
 * time, because one action has one time.
 * @param {readonly Sentence[]} story
 * @param {readonly number[]} stops
 */
export function stepsOf(story, stops) {
  const ends = new Set(story
    .filter(({ by, at }, index) => story[index + 1]?.by !== by || story[index + 1].at !== at)
    .map(({ last }) => last));
  return stops.filter((stop) => ends.has(stop));
}

/**
 * Returns the stops of a game so far, and those at the start of a turn: what one seat does in a row,
 * including the events of chance and the table. Before chance has set up the board there is nothing
 * to see, unless the game continues another one. The last version is always a stop.
 * @param {Moments} moments
 */
export function stopsOf({ events, story, has }) {
  const ends = new Set(story.map(({ last }) => last));
  /** @type {number[]} */
  const stops = [];
  /** @type {number[]} */
  const turns = [];
  let [begins, ended, last] = [false, false, 0];
  /** @type {unknown} */
  let actor = null;
  const laid = events.findIndex((event) => (
    "continues" in events[0] ? event.type === "game_started" : event.by === "chance"));
  for (const { by, version } of laid < 0 ? [] : events.slice(laid)) {
    if (typeof by === "number" && by !== actor) [actor, begins] = [by, true];
    ended ||= ends.has(version);
    if (!has(version)) continue;
    last = version;
    if (!ended) continue;
    stops.push(version);
    if (begins) turns.push(version);
    begins = ended = false;
  }
  if (last && stops.at(-1) !== last) stops.push(last);
  return { stops, turns };
}

/**
 * Returns the first version, not before this one, at which no action is only half done; null if the
 * game is over there. All events of an action have one actor and one time.
 * @param {readonly any[]} events
 * @param {number} version
 */
export function playableFrom(events, version) {
  const [end] = endsIn(events);
  if (!end) return null;
  const whole = events.slice(version - 1).find(({ by, at }, index) => {
    const next = events[version + index];
    return next && (next.by !== by || next.at !== at);
  });
  return whole && whole.version < end.version ? whole.version : null;
}

/**
 * Returns the last index in an ascending list whose value is not greater.
 * @param {readonly number[]} list
 * @param {number} value
 */
export function indexOf(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
