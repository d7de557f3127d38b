/** Random digits, including for pages without TLS, such as in a home network. */

/** @param {number} count of bytes, two digits each */
export function randomDigits(count) {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
