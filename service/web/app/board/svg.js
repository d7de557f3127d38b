/** Pictures as elements: SVG of the service becomes part of the page here, and nowhere else. */

/**
 * Markup is made of text by this policy alone (trusted types). It becomes a document of its own,
 * in which nothing runs, and what could run is left out when it is taken over.
 */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carolus-picture", {
  createHTML: (/** @type {string} */ text) => text,
});

/**
 * The picture as an element of this page.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function svgOf(text) {
  const trusted = /** @type {string} */ (policy ? policy.createHTML(text) : text);
  const parsed = new DOMParser().parseFromString(trusted, "image/svg+xml");
  for (const bad of parsed.querySelectorAll("script, foreignObject")) bad.remove();
  return /** @type {any} */ (document.importNode(parsed.documentElement, true));
}
