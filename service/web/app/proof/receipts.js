/** The receipts of a record: what the service signed when the game was opened, and when it started. */
import { same } from "/page/app/proof/canonical.js";
import { open } from "/page/app/proof/finding.js";
import { signed } from "/page/app/proof/signature.js";

/** @typedef {import("/page/app/proof/verify.js").Material} Material */

export const RECEIPT = "carolus-receipt/1";

const STAGES = ["opened", "started"];

/**
 * Checks that each receipt is valid, with a published key, and says what the events say.
 * @param {Material} material
 */
export async function receipts({ game, events, record, steps, keys }) {
  const tokens = record.receipts ?? [];
  if (tokens.length === 0) return open("no_receipts");
  const [opening] = events;
  const versions = {
    opened: steps[0]?.version,
    started: events.find(({ type }) => type === "game_started")?.version,
  };
  let unpublished = null;
  let next = 0;
  for (const found of tokens) {
    const token = await signed(found, RECEIPT);
    if (token.fault === "unsupported") return open(token.fault);
    if (token.fault !== null) return { reason: token.fault, found };
    const { stage, head } = token.statement;
    const at = STAGES.indexOf(stage, next);
    if (at < 0) return { reason: "receipt_order", found: stage };
    next = at + 1;
    const event = events[versions[/** @type {"opened" | "started"} */ (stage)] - 1];
    const expected = event && {
      at: event.at,
      commitment: opening.commitment,
      format: RECEIPT,
      game,
      head: event.hash ?? head, // a hash over a secret that the record does not contain
      label: opening.label ?? null,
      options: opening.options,
      ruleset: opening.ruleset,
      stage,
      version: event.version,
    };
    if (!expected || !same(token.statement, expected)) {
      return { reason: "receipt", expected, found: token.statement };
    }
    if (!keys.keys.some(({ kid, x }) => kid === token.kid && x === token.x)) unpublished = token.kid;
  }
  return unpublished === null ? null : { ...open("unknown_key"), found: unpublished };
}
