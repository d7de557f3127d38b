/** What decisions in a tournament changed, for tests in Python; words are their keys. */
import { Changes } from "/page/app/tournament/changes.js";

/** Returns what each of these events changed. */
export function changes(events, names) {
  const t = (key, values = {}) => [key.replace("tournament.", ""), ...Object.values(values)].join(" ");
  const found = new Changes((entrant) => names[entrant - 1], t);
  return events.map((event) => found.take(event));
}
