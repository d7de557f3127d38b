/**
 * Push notifications: subscribes this browser, so that its player hears about their turn while no
 * page is open. The service worker (`worker.js`) shows the messages.
 */
import { api, Problem } from "/page/app/api.js";
import { speech, t } from "/page/app/i18n.js";
import { mayNotify } from "/page/app/parts/calls.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/api").components["schemas"]} Schemas */

const AT = "/v1/notifications";
const WORKER = "/worker.js";

/** Whether the browser supports push here: some do so only once the page is installed. */
export const canPush = "serviceWorker" in navigator && "PushManager" in globalThis;

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("carolus-worker", {
  createScriptURL: () => WORKER,
});

/** Returns the registration of the service worker, which it makes at first. */
async function registered() {
  await navigator.serviceWorker.register(policy ? policy.createScriptURL("") : WORKER);
  return navigator.serviceWorker.ready;
}

/** Returns the notifications of the account. @returns {Promise<Schemas["Notifications"]>} */
export const notifications = () => api.get(AT, { token: store.player?.key });

/**
 * Chooses quiet hours, muted games, and invitations.
 * @param {Schemas["ChooseNotificationsRequest"]} body
 * @returns {Promise<Schemas["Notifications"]>}
 */
export const chooseNotifications = (body) => api.put(AT, { body, token: store.player?.key });

/**
 * Subscribes this browser, if the player allows it. Throws Problem if it cannot.
 * @param {string} pushKey  the key of the service
 */
export async function beginPush(pushKey) {
  if (!await mayNotify()) throw new Problem(0, { detail: t("push.denied") });
  await subscribe(pushKey);
}

/** @param {string} pushKey */
async function subscribe(pushKey) {
  const { pushManager } = await registered();
  const { language } = speech;
  const asked = { userVisibleOnly: true, applicationServerKey: pushKey };
  const subscription = await pushManager.subscribe(asked).catch(() => null);
  if (!subscription) throw new Problem(0, { detail: t("push.failed") });
  const body = { ...subscription.toJSON(), language };
  const { id } = await api.post(`${AT}/subscriptions`, { body, token: store.player?.key });
  store.set({ push: { id, language, key: pushKey } });
}

/** Unsubscribes this browser. */
export async function endPush() {
  const { push } = store.settings;
  const registration = await navigator.serviceWorker.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  store.set({ push: null });
  if (!push) return;
  await api.del(`${AT}/subscriptions/${push.id}`, { token: store.player?.key }).catch(gone);
}

/** @param {unknown} error */
function gone(error) {
  if (!(error instanceof Problem) || error.status !== 404) throw error;
}

/**
 * Starts the service worker, and subscribes again if the subscription has expired, if the service
 * has another key now, or if the player has chosen another language.
 */
export async function renewPush() {
  if (!canPush) return;
  const registration = await registered().catch(() => null);
  const { push } = store.settings;
  if (!registration || !push || !store.player) return;
  try {
    const { push_key, subscriptions } = await notifications();
    const known = subscriptions.find(({ id }) => id === push.id);
    const subscription = await registration.pushManager.getSubscription();
    const current = known && !known.disabled_at && push.key === push_key;
    if (current && subscription && push.language === speech.language) return;
    if (!current) await subscription?.unsubscribe();
    await subscribe(push_key);
  } catch (error) {
    // The next visit tries again.
    if (!(error instanceof Problem)) throw error;
  }
}
