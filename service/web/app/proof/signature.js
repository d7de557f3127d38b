/** What a service signed about a game: docs/reference/signatures.md. */

import { fromBase64url, sha256, textOf, toBase64url, utf8 } from "/page/app/proof/bytes.js";
import { canonical, same } from "/page/app/proof/canonical.js";

/** @typedef {import("/page/app/proof/bytes.js").Bytes} Bytes */

/**
 * Why a signature is refused. The page has a word for each; `unsupported` means that the browser
 * does not know Ed25519, so the signature remains unchecked.
 * @typedef {"not_a_signature" | "algorithm" | "header" | "key_mismatch" | "does_not_verify" |
 *   "not_a_statement" | "unsupported"} Fault
 */

/**
 * The signed statement, or the first fault of the signature.
 * @typedef {{ fault: Fault } | { fault: null, statement: Record<string, any>, kid: string, x:
 *   string }} Signed
 */

/** The members of statements by their formats. @type {Record<string, string[]>} */
const MEMBERS = {
  "carolus-receipt/1": [
    "at", "commitment", "format", "game", "head", "label", "options", "ruleset", "stage", "version",
  ],
  "carolus-statement/1": [
    "at", "format", "game", "head", "outcome", "ruleset", "status", "version",
  ],
};

/**
 * @param {unknown} token a compact JWS
 * @param {string} format of the statement
 * @returns {Promise<Signed>}
 */
export async function signed(token, format = "carolus-statement/1") {
  const parts = typeof token === "string" ? token.split(".") : [];
  const [head, body, seal] = parts.map(fromBase64url);
  if (parts.length !== 3 || !head || !body || !seal) return { fault: "not_a_signature" };
  const header = jsonOf(head);
  if (!isObject(header)) return { fault: "header" };
  if (header.alg !== "Ed25519") return { fault: "algorithm" };
  const key = header.jwk;
  if (!isHeader(header, head) || !isKey(key)) return { fault: "header" };
  if (header.kid !== (await thumbprint(key))) return { fault: "key_mismatch" };
  const verified = await verifies(key.x, seal, utf8(`${parts[0]}.${parts[1]}`));
  if (verified === null) return { fault: "unsupported" };
  if (!verified) return { fault: "does_not_verify" };
  const statement = jsonOf(body);
  if (!isStatement(statement, body, format)) return { fault: "not_a_statement" };
  return { fault: null, statement, kid: header.kid, x: key.x };
}

/** Returns the name of a key, RFC 7638. @param {{ crv: string, kty: string, x: string }} key */
async function thumbprint({ crv, kty, x }) {
  return toBase64url(await sha256(utf8(canonical({ crv, kty, x }))));
}

/**
 * Returns whether the Ed25519 key signed this; null if the browser cannot check it.
 * @param {string} key in base64url
 * @param {Bytes} seal
 * @param {Bytes} message
 */
export async function verifies(key, seal, message) {
  const bytes = /** @type {Bytes} */ (fromBase64url(key));
  try {
    const known = await crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", known, seal, message);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // Bytes that are not a point of the curve are a fault of the data, not of the browser.
    return error.name === "NotSupportedError" ? null : false;
  }
}

/** @param {Record<string, any>} header @param {Bytes} bytes */
function isHeader(header, bytes) {
  return same(Object.keys(header).sort(), ["alg", "jwk", "kid"]) && isCanonical(header, bytes);
}

/** @param {any} key */
function isKey(key) {
  return isObject(key) && same(Object.keys(key).sort(), ["crv", "kty", "x"])
    && key.crv === "Ed25519" && key.kty === "OKP" && fromBase64url(key.x)?.length === 32;
}

/** @param {any} value @param {Bytes} bytes @param {string} format */
function isStatement(value, bytes, format) {
  return isObject(value) && same(Object.keys(value).sort(), MEMBERS[format])
    && value.format === format && isCanonical(value, bytes);
}

/** @param {any} value @param {Bytes} bytes */
const isCanonical = (value, bytes) => same(value, value) && canonical(value) === textOf(bytes);

/** @param {any} value @returns {value is Record<string, any>} */
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Parses JSON in UTF-8; undefined if it is not valid. @param {Bytes} bytes */
function jsonOf(bytes) {
  try {
    return JSON.parse(textOf(bytes));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
