/** Announcements for screen readers: each change in one polite sentence after the other. */

/** Long enough for a screen reader to take up a sentence before the next one replaces it. */
const CLEAR_MS = 8000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Announces a sentence. @param {string} sentence */
export function announce(sentence) {
  const region = document.getElementById("announcements");
  if (!region || !sentence) return;
  const line = document.createElement("p");
  line.textContent = sentence;
  region.append(line);
  clearTimeout(timer);
  timer = setTimeout(() => region.replaceChildren(), CLEAR_MS);
}
