/**
 * Verifies a game in this program, with the code that proves games on the page of the service: the
 * secret, the chain of hashes, the seals, each die, the signature and the end, the receipts, and that
 * the transparency log has the game.
 *
 * The service supplies the events and the positions; their hashes prove that they are the ones
 * played. `POST /v1/records/check` decides whether each action was legal.
 */
import type { Asked, Client } from "./client.js";
import { isUnproved, materialOf, rulesets, verify } from "./proof/entry.js";
import type { Schemas } from "./types.js";

/** One check: `ok` if it passed, `wrong` if it failed, `open` if nothing proves it. */
export interface Check {
  readonly id:
    | "secret"
    | "chain"
    | "seals"
    | "dice"
    | "entries"
    | "signature"
    | "key"
    | "end"
    | "receipts"
    | "inclusion";
  readonly state: "ok" | "wrong" | "open";
  /** What is wrong, or why nothing proves it. */
  readonly finding: { readonly reason: string; readonly version?: number; readonly entry?: number } | null;
}

export interface Verified {
  /**
   * Whether all checks passed that have something to prove: a game may hide nothing, and a record may
   * have no receipts, or no place in the log.
   */
  readonly valid: boolean;
  readonly checks: readonly Check[];
}

export interface Trust {
  /**
   * The keys of the service that signed, better from a time before the game; those that the service
   * of the client publishes now by default.
   */
  readonly keys?: Schemas["PublishedKeys"];
}

/** Verifies the record of a game against the service of the client. */
export async function verifyRecord(
  client: Client,
  record: Schemas["Record"],
  trust: Trust = {},
): Promise<Verified> {
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
  const keys = trust.keys ?? (await client.keys());
  const [id = ""] = record.ruleset.split("@");
  const ruleset = rulesets[id];
  if (ruleset !== undefined) {
    const details = await client.request<Schemas["RulesetDetails"]>("GET", `/v1/rulesets/${id}`);
    ruleset.unpack(details.components);
  }
  const { lines } = await verify(materialOf(pages, keys), ruleset?.chance ?? null);
  const valid = !lines.some((line) => line.state === "wrong" || isUnproved(line));
  return { valid, checks: lines };
}
