/** Pictures as elements: the only place where SVG of the service becomes part of the page. */

/**
 * The only policy that turns text into markup (trusted types). The text becomes a separate
 * document, in which nothing runs; anything that could run is removed before the page adopts it.
 */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carolus-picture", {
  createHTML: (/** @type {string} */ text) => text,
});

/**
 * Returns the picture as an element of this page.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function svgOf(text) {
  const trusted = /** @type {string} */ (policy ? policy.createHTML(text) : text);
  const parsed = new DOMParser().parseFromString(trusted, "image/svg+xml");
  for (const bad of parsed.querySelectorAll("script, foreignObject")) bad.remove();
  return /** @type {any} */ (document.importNode(parsed.documentElement, true));
}
