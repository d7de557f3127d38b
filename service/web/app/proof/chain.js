/** The chained log, and the seals of hidden values in it: docs/reference/chained-log.md. */

import { hex, hmacWith, joined, sha256, utf8 } from "/page/app/proof/bytes.js";
import { canonical } from "/page/app/proof/canonical.js";

/** @typedef {import("/page/app/proof/bytes.js").Bytes} Bytes */

/** Returns hash(0), before the first event of a game. @param {string} game */
export const genesis = (game) => sha256(utf8(`carolus-log/1 ${game}`));

/**
 * Returns hash(v), given hash(v − 1) and the event as shown: with the hidden members that the
 * viewer may see, and with their commitments in `sealed`.
 * @param {Bytes} before
 * @param {Record<string, any>} event
 */
export async function chained(before, event) {
  const { hash: _, sealed = {}, ...facts } = event;
  return sha256(joined(before, utf8(canonical({ ...facts, ...sealed }))));
}

/**
 * Returns the function that commits to a hidden member, by version, member and value.
 * @param {Bytes} secret
 * @returns {Promise<(version: number, member: string, value: any) => Promise<string>>}
 */
export async function sealer(secret) {
  const keyed = await hmacWith(secret);
  return async (version, member, value) => {
    const salt = await keyed(utf8(`carolus-hidden/1\n${version}\n${member}`));
    return hex(await sha256(joined(salt, utf8(canonical(value)))));
  };
}
