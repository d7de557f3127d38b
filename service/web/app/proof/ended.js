/**
 * The end of a game: that a service signed it, with its own key, and that it matches the record.
 */
import { endsIn } from "/page/app/ends.js";
import { same } from "/page/app/proof/canonical.js";
import { isCut, open } from "/page/app/proof/finding.js";
import { signed } from "/page/app/proof/signature.js";
import { isOutcomeOf, statusOf } from "/page/app/proof/comparing.js";

/** @typedef {import("/page/app/proof/verify.js").Material} Material */

/** Checks that the signature is valid, byte for byte. @param {Material} material */
export async function signature(material) {
  const token = material.record.signature ?? null;
  const ended = endsIn(material.events).length > 0 || isCut(material);
  if (token === null) return open(ended ? "unsigned" : "not_yet");
  if (!ended) return { reason: "signed_too_early" };
  const { fault } = await signed(token);
  if (fault === null) return null;
  return fault === "unsupported" ? open(fault) : { reason: fault, found: token };
}

/** Checks that the service has published the key of the signature. @param {Material} material */
export async function key({ events, record, keys }) {
  const token = await signed(record.signature ?? null);
  if (token.fault !== null) return open(endsIn(events).length > 0 ? "unsigned" : "not_yet");
  const published = keys.keys.some((one) => one.kid === token.kid && one.x === token.x);
  return published ? null : { ...open("unknown_key"), found: token.kid };
}

/** Checks that the signed statement matches the end of the game. @param {Material} material */
export async function end({ game, events, record }) {
  const token = await signed(record.signature ?? null);
  if (token.fault !== null) return open(endsIn(events).length > 0 ? "unsigned" : "not_yet");
  const [last] = endsIn(events);
  const { outcome } = token.statement;
  const final = events[events.length - 1];
  const expected = {
    at: final.at,
    format: "carolus-statement/1",
    game,
    ruleset: events[0].ruleset,
    status: last === undefined ? null : statusOf(last),
    version: events.length,
    head: final.hash,
    outcome: record.outcome,
  };
  const matches = same(token.statement, expected) && isOutcomeOf(outcome, last);
  return matches ? null : { reason: "statement", expected, found: token.statement };
}
