/** Announcements for screen readers: each change in one polite sentence after the other. */
import { speech } from "/page/app/i18n.js";

/** Long enough for a screen reader to take up a sentence before the next one replaces it. */
const CLEAR_MS = 8000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

const region = () => document.getElementById("announcements");

// The page is in one language.
speech.onChange(() => region()?.replaceChildren());

/** Announces a sentence. @param {string} sentence */
export function announce(sentence) {
  const here = region();
  if (!here || !sentence) return;
  const line = document.createElement("p");
  line.textContent = sentence;
  here.append(line);
  clearTimeout(timer);
  timer = setTimeout(() => here.replaceChildren(), CLEAR_MS);
}
