/** What decisions in a tournament changed, and why others are refused, for tests in Python; words are their keys. */
import { Changes } from "/page/app/tournament/changes.js";
import { calledIn, conflictsIn, factsOf } from "/page/app/tournament/refusals.js";

const t = (key, values = {}) => [key.replaceAll("tournament.", ""), ...Object.values(values)].join(" ");

/** Returns what the facts of a refusal say. */
export const facts = (said, now) => factsOf(said, now, t);

/** Returns what each of these events changed. */
export function changes(events, names) {
  const found = new Changes((entrant) => names[entrant - 1], t);
  return events.map((event) => found.take(event));
}

/** Returns the type of each of these events, as the list of decisions names it. */
export function types(events) {
  const found = new Changes(String, t);
  return events.map((event) => found.typeOf(event));
}

/** Returns what an entrant reads about arbiters with a conflict of interest. */
export const conflicts = (now, entrant) => conflictsIn(now, entrant, t);

/** Returns whom each of these events is about, and what it changed. */
export function decisions(events, entrants) {
  const found = new Changes((entrant, round) => calledIn(entrants[entrant - 1], round), t);
  return events.map((event) => [...found.about(event), ...found.take(event)]);
}
