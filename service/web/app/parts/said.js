/** What a screen reader is told besides: what changed, in one polite sentence after the other. */

/** Long enough for a sentence to be taken up before the next one stands in its place. */
const CLEAR_MS = 8000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Tell it. @param {string} sentence */
export function announce(sentence) {
  const region = document.getElementById("said");
  if (!region || !sentence) return;
  const line = document.createElement("p");
  line.textContent = sentence;
  region.append(line);
  clearTimeout(timer);
  timer = setTimeout(() => region.replaceChildren(), CLEAR_MS);
}
