/**
 * Follows a game in a frame of another site. It uses no token, reads nothing that the page stores,
 * and sends nothing to the site around it.
 */
import { Live } from "/page/app/live.js";

/** The shortest time between two pictures. */
const PICTURE_MS = 1000;
/** How many events before a version may have the last sentence. */
const EVENTS_BACK = 20;

const { game = "", version = "0", follows } = document.body.dataset;
const board = /** @type {HTMLImageElement} */ (document.getElementById("board"));
const happened = /** @type {HTMLElement} */ (document.getElementById("happened"));

let known = Number(version);
let shown = known;
let showing = false;

/** Shows the latest version, and those that follow meanwhile. */
async function follow() {
  if (showing) return;
  showing = true;
  while (shown < known) {
    const at = known;
    // A picture that fails stays out; the next event brings another one.
    await show(at).catch(() => {});
    shown = at;
    await new Promise((done) => setTimeout(done, PICTURE_MS));
  }
  showing = false;
}

/** Shows a version: its picture as soon as that can be drawn, and its sentence. @param {number} at */
async function show(at) {
  const next = new Image();
  next.src = `/v1/games/${game}/board.svg?part=board&version=${at}`;
  const after = Math.max(0, at - EVENTS_BACK);
  const [story] = await Promise.all([
    fetch(`/v1/games/${game}/story?after=${after}`, { credentials: "omit" }), next.decode(),
  ]);
  const { sentences } = await story.json();
  board.src = next.src;
  board.hidden = false;
  happened.textContent = sentences.at(-1)?.text ?? happened.textContent;
}

if (follows === "true") {
  new Live(game, undefined, () => known, ({ type, data }) => {
    if (type !== "event") return;
    known = Math.max(known, data.version);
    follow();
  });
}
