/**
 * Verifies a game in this program, with the code that proves games on the page of the service: the
 * secret, the chain of hashes, the seals, each die, the signature and the end.
 *
 * The service supplies the events and the positions; their hashes prove that they are the ones
 * played. `POST /v1/records/check` decides whether each action was legal.
 */
import type { Asked, Client } from "./client.js";
import { materialOf, rulesets, verify } from "./proof/entry.js";
import type { Schemas } from "./types.js";

const NOTHING_HIDDEN = "nothing_hidden";

/** One check: `ok` if it passed, `wrong` if it failed, `open` if nothing proves it. */
export interface Check {
  readonly id: "secret" | "chain" | "seals" | "dice" | "entries" | "signature" | "key" | "end";
  readonly state: "ok" | "wrong" | "open";
  /** What is wrong, or why nothing proves it. */
  readonly finding: { readonly reason: string; readonly version?: number; readonly entry?: number } | null;
}

export interface Verified {
  /** Whether all checks passed. The seals of a game that hides nothing have nothing to prove. */
  readonly holds: boolean;
  readonly checks: readonly Check[];
}

/** Verifies the record of a game against the service of the client. */
export async function verifyRecord(client: Client, record: Schemas["Record"]): Promise<Verified> {
  const pages: Schemas["Replay"][] = [];
  let cursor: string | null = null;
  for (;;) {
    const params: Asked["params"] = { limit: 1000, positions: "chance", cursor };
    const asked: Asked = { body: record, params, safe: true };
    const page: Schemas["Replay"] = await client.request("POST", "/v1/records/replay", asked);
    pages.push(page);
    cursor = page.next;
    if (cursor === null) break;
  }
  const keys = await client.request<Schemas["PublishedKeys"]>("GET", "/.well-known/jwks.json");
  const [id = ""] = record.ruleset.split("@");
  const ruleset = rulesets[id];
  if (ruleset !== undefined) {
    const details = await client.request<Schemas["RulesetDetails"]>("GET", `/v1/rulesets/${id}`);
    ruleset.unpack(details.components);
  }
  const { lines } = await verify(materialOf(pages, keys), ruleset?.chance ?? null);
  const holds = lines.every(({ state, finding }) => state === "ok" || finding?.reason === NOTHING_HIDDEN);
  return { holds, checks: lines };
}
