/** The entry point of the page: its frame, and the current screen. */
import { html, nothing, render } from "/page/vendor/lit-html/lit-html.js";
import { Problem } from "/page/app/api.js";
import { speech, t } from "/page/app/i18n.js";
import { entitle } from "/page/app/parts/calls.js";
import { announce } from "/page/app/parts/announcing.js";
import { takeDrops } from "/page/app/replay/dropped.js";
import { isGame, router } from "/page/app/router.js";
import { game } from "/page/app/screens/game.js";
import { lobby } from "/page/app/screens/lobby.js";
import { lost } from "/page/app/screens/lost.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/ruleset.js").Content} Content */

/**
 * A part of the page that exists as long as its address does.
 * @typedef {object} Screen
 * @property {() => Content} draw
 * @property {() => void} [close]  called when another screen replaces it
 * @property {(path: string[]) => boolean} [go]  handles an address of its own; false for any other
 * @property {boolean} [wide]  whether it uses the whole window
 * @property {string} [title]  the key of the tab's title; without it, the screen sets the title
 *   itself
 */

/**
 * Creates a screen; `redraw` draws it again.
 * @typedef {(redraw: () => void, path: string[], query: URLSearchParams) => Screen} MakeScreen
 */

/** @type {Record<string, () => Promise<MakeScreen>>} */
const SCREENS = {
  "": async () => lobby,
  new: async () => (await import("/page/app/screens/create.js")).create,
  games: async () => (isGame(router.place.path[1]) ? game : lost()),
  records: async () => (await import("/page/app/screens/records.js")).records,
  players: async () => (await import("/page/app/screens/player.js")).player,
  leaders: async () => (await import("/page/app/screens/leaders.js")).leaders,
  learn: async () => (await import("/page/app/screens/guide.js")).guide,
  rules: async () => (await import("/page/app/screens/rules.js")).rules,
  email: async () => (await import("/page/app/screens/email.js")).email,
  tournaments: async () => (await import("/page/app/screens/tournaments.js")).screenOf(router.place.path[1]),
  check: async () => (await import("/page/app/screens/check.js")).check,
};

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @type {Screen | null} */
let screen = null;
/** The number of the latest navigation, which overtakes earlier ones. */
let wanted = 0;
/** Whether the page is being drawn at this moment. */
let drawing = false;

async function arrive() {
  const { path, query } = router.place;
  if (screen?.go?.(path)) return;
  const mine = ++wanted;
  const [name = ""] = path;
  const known = Object.hasOwn(SCREENS, name) ? SCREENS[name] : async () => lost();
  // A screen that loads on demand may fail to load.
  const make = await known().catch(() => lost(new Problem(0, { detail: t("problem.unreached") })));
  if (mine !== wanted) return;
  const first = screen === null;
  screen?.close?.();
  screen = null;
  screen = make(draw, path, query);
  draw();
  scrollTo(0, 0);
  // The control that was clicked is gone; keyboard and screen reader users continue here.
  if (!first) document.getElementById("main")?.focus({ preventScroll: true });
}

/**
 * Draws the page. Removing elements may move the focus, and its listeners may ask for another
 * drawing.
 */
function draw() {
  if (drawing) return queueMicrotask(draw);
  drawing = true;
  try {
    render(frame(), root);
    if (screen?.title) entitle(t(screen.title));
  } finally {
    drawing = false;
  }
}

function frame() {
  const [here = ""] = router.place.path;
  const link = (/** @type {string} */ to, /** @type {string} */ words) => html`
    <a href="#/${to}" aria-current=${here === to ? "page" : nothing}>${t(words)}</a>`;
  return html`
    <a class="skip" href="#main" @click=${skip}>${t("page.skip")}</a>
    <header class="top">
      <a class="brand" href="#/"><img src="/page/icon.svg" alt="" width="28" height="28">Carolus</a>
      <nav aria-label=${t("page.nav")}>
        ${link("new", "page.new")} ${link("records", "page.records")} ${link("tournaments", "page.tournaments")}
      </nav>
      <button type="button" class="icon" aria-label=${t("settings.title")} title=${t("settings.title")}
        @click=${settings}>${gear()}</button>
    </header>
    <main id="main" tabindex="-1" class=${screen?.wide ? "wide" : ""}>
      ${store.lasts ? nothing : html`<p class="banner" role="status">${t("page.forgets")}</p>`}
      ${screen?.draw() ?? nothing}</main>
    <footer class="bottom"><a href="/schema">${t("page.api")}</a></footer>
    <div id="announcements" class="unseen" aria-live="polite"></div>`;
}

function gear() {
  return html`<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path
    fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"
    d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zm-7 10a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z"/></svg>`;
}

/** Opens the settings. */
async function settings() {
  const part = await import("/page/app/parts/settings.js").catch(() => null);
  if (part) part.settings();
  else announce(t("problem.unreached"));
}

/**
 * Skips the part that all screens share: the address is our own, not an anchor.
 * @param {Event} event
 */
function skip(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function dress() {
  const { theme } = store.settings;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  // Some browsers draw a frame around the page; it has a colour for each theme.
  for (const one of document.querySelectorAll("meta[data-theme]")) {
    const { theme: its } = /** @type {HTMLElement} */ (one).dataset;
    const media = theme ? (its === theme ? "all" : "not all") : `(prefers-color-scheme: ${its})`;
    one.setAttribute("media", media);
  }
}

/**
 * Treats a key that is held down as one press, so that it does not press what appears under it.
 * @param {KeyboardEvent} event
 */
function pressOnce(event) {
  const target = /** @type {Element} */ (event.target);
  const presses = event.key === "Enter" || event.key === " ";
  if (!event.repeat || !presses || !target.closest("a, button, summary, [role='button']")) return;
  event.preventDefault();
  event.stopPropagation();
}

dress();
takeDrops();
addEventListener("keydown", pressOnce, { capture: true });
await speech.speak();
// Remove the message that the page is slow to load.
root.replaceChildren();
store.onChange(() => {
  dress();
  speech.speak();
  draw();
});
speech.onChange(draw);
router.onChange(arrive);
arrive();
const installed = matchMedia("(display-mode: standalone)").matches;
if (installed || store.settings.push) (await import("/page/app/push.js")).renewPush();
