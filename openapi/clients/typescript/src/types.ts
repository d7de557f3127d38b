/** Short names for the generated types. */
import type { components } from "./api.js";

/** The schemas of the API by name, such as `Schemas["Game"]`. */
export type Schemas = components["schemas"];

/** An event of any ruleset. */
export type Event = Schemas["EventPage"]["events"][number];
