/** Pictures as elements: the only place where SVG of the service becomes part of the page. */

/**
 * The only policy that turns text into markup (trusted types). The text becomes a separate
 * document, in which nothing runs; anything that could run is removed before the page adopts it.
 */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carolus-picture", {
  createHTML: (/** @type {string} */ text) => text,
});

/** What could run, or show anything but a picture: only these can contain elements of HTML. */
const FOREIGN = "script, foreignObject, title *, desc *";

/**
 * Returns the picture as an element of a document of its own. Browsers make the same elements of
 * SVG in HTML as of XML (ADR 34).
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function parsed(text) {
  const trusted = /** @type {string} */ (policy ? policy.createHTML(text) : text);
  const svg = /** @type {SVGSVGElement} */ (
    new DOMParser().parseFromString(trusted, "text/html").querySelector("svg"));
  for (const bad of svg.querySelectorAll(FOREIGN)) bad.remove();
  return svg;
}
