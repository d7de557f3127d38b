/** Calls the player: a tone, a notification, the title of the tab. */
import { store } from "/page/app/store.js";

const NAME = "Carolus";

/** Two soft tones, each with its pitch and its start in seconds. */
const TONES = /** @type {const} */ ([[587.33, 0], [783.99, 0.16]]);
const TONE_SECONDS = 0.5;

/** Plays the tones for the player's turn. */
export function ring() {
  const context = new AudioContext();
  for (const [pitch, begin] of TONES) {
    const at = context.currentTime + begin;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.15, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + TONE_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + TONE_SECONDS);
  }
  setTimeout(() => context.close(), 1500);
}

/** Asks the player, through the browser, for permission to notify. @returns {Promise<boolean>} */
export async function mayNotify() {
  if (!("Notification" in globalThis)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/**
 * Calls the player in the ways chosen in the settings.
 * @param {string} title
 * @param {string} body
 */
export function call(title, body) {
  if (store.settings.sound) ring();
  if (!store.settings.notify || !document.hidden || Notification.permission !== "granted") return;
  try {
    const note = new Notification(title, { body, tag: "carolus", icon: "/page/icon.svg" });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones only let service workers notify.
  }
}

/**
 * Shows the screen in the title of the tab, and whether something awaits the player.
 * @param {string} text
 */
export function entitle(text, waits = false) {
  const title = text ? `${text} · ${NAME}` : NAME;
  document.title = waits ? `● ${title}` : title;
}
