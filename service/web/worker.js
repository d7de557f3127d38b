/**
 * The service worker of the page. It notifies the player of a push, and shows a page of its own
 * while the service cannot be reached. Everything else goes to the network as without it.
 */

/** The offline page and what it needs; a new name replaces all of them. */
const SHELL = "carolus-offline-1";
const OFFLINE = "/page/offline.html";
const FILES = [OFFLINE, "/page/style/tokens.css", "/page/style/base.css", "/page/icon.svg"];

const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(FILES)));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(dropFormerShells().then(() => worker.clients.claim()));
});

async function dropFormerShells() {
  const names = await caches.keys();
  const former = names.filter((name) => name.startsWith("carolus-offline-") && name !== SHELL);
  await Promise.all(former.map((name) => caches.delete(name)));
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const opens = request.mode === "navigate";
  if (!opens && !FILES.includes(new URL(request.url).pathname)) return;
  event.respondWith(fetch(request).catch(async () => (
    await caches.match(opens ? OFFLINE : request) ?? Response.error())));
});

worker.addEventListener("push", (/** @type {any} */ event) => {
  event.waitUntil(notify(event.data.json()));
});

/**
 * Notifies the player of their turn, or of a tournament that they are asked to enter. Browsers
 * require that every push is shown, so a player who is looking at the page gets a silent
 * notification that closes at once.
 * @param {{title: string, body: string, lang: string, game?: string, tournament?: string}} message
 */
async function notify({ title, body, lang, game, tournament }) {
  const path = tournament ? `tournaments/${tournament}` : `games/${game}`;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const looks = pages.some((/** @type {any} */ page) => page.visibilityState === "visible");
  const { registration } = worker;
  await registration.showNotification(title, {
    body, lang, tag: path, silent: looks, icon: "/page/icon-192.png", data: { path },
  });
  if (!looks) return;
  for (const shown of await registration.getNotifications({ tag: path })) shown.close();
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/** Shows a page: in the tab that has it, or in a new one. @param {string} path  in the fragment of the address */
async function open(path) {
  const address = new URL(`/#/${path}`, worker.location.origin).href;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((/** @type {any} */ one) => one.url === address);
  await (page ? page.focus() : worker.clients.openWindow(address));
}
