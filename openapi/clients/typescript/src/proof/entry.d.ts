/** What `build.mjs` takes from the page of the service. */
import type { Check } from "../verify.js";

export function materialOf(pages: readonly unknown[], keys: unknown): unknown;
/** Returns whether nothing proves what a check is about, although there is something to prove. */
export function isUnproved(check: Check): boolean;
export function verify(material: unknown, chance: unknown): Promise<{ lines: Check[] }>;

/** The chance of each ruleset by id, and what it needs to know about the box. */
export const rulesets: Record<string, { unpack(components: unknown): void; chance: unknown }>;
