/**
 * Bytes in the notations of the reference pages, and the two functions that every proof uses:
 * SHA-256 and HMAC, from the browser's own WebCrypto.
 */

/** Bytes that WebCrypto accepts. @typedef {Uint8Array<ArrayBuffer>} Bytes */

const ENCODER = new TextEncoder();
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Returns whether this browser can compute proofs: WebCrypto exists only on https and localhost.
 */
export const canProve = () => globalThis.crypto?.subtle !== undefined;

/** @param {string} text @returns {Bytes} */
export const utf8 = (text) => ENCODER.encode(text);

/** Decodes UTF-8; throws if the bytes are not valid. @param {Bytes} bytes */
export const textOf = (bytes) => STRICT.decode(bytes);

/** @param {Bytes} bytes */
export function hex(bytes) {
  let digits = "";
  for (const byte of bytes) digits += byte.toString(16).padStart(2, "0");
  return digits;
}

/** Decodes lower-case hexadecimal digits; null if they are not valid. @param {unknown} text */
export function fromHex(text) {
  if (typeof text !== "string" || !/^(?:[0-9a-f]{2})*$/.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16);
  }
  return bytes;
}

/** @param {Bytes} bytes */
export function toBase64url(bytes) {
  const encoded = btoa(String.fromCharCode(...bytes));
  return encoded.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Decodes base64url without padding; null if it is not valid, or not in its only canonical form.
 * @param {unknown} text
 * @returns {Bytes | null}
 */
export function fromBase64url(text) {
  if (typeof text !== "string" || !/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) {
    return null;
  }
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (one) => one.charCodeAt(0));
  return toBase64url(bytes) === text ? bytes : null;
}

/** @param {...Bytes} parts @returns {Bytes} */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Bytes} bytes @returns {Promise<Bytes>} */
export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/**
 * Returns a function that computes the HMAC-SHA256 of a message with this key.
 * @param {Bytes} secret
 * @returns {Promise<(message: Bytes) => Promise<Bytes>>}
 */
export async function hmacWith(secret) {
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, how, false, ["sign"]);
  return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
}
