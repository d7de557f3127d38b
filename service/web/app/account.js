/**
 * The account of this browser: a key that the service issues on request, without a password or an
 * address. Players need it to join a game open to anyone; elsewhere a link is enough.
 */
import { api, Problem } from "/page/app/api.js";
import { t } from "/page/app/i18n.js";
import { store } from "/page/app/store.js";

/** The form of a key: its player, and its secret. */
const KEY = /^carolus_([a-z2-7]{26})_\S+$/;

/** Returns the key for taking a seat; creates the account if there is none. @param {string} name */
export async function ownKey(name) {
  if (store.player) return store.player.key;
  const body = { name: name || t("account.guest") };
  const { player, secret } = await api.post("/v1/players", { body });
  store.play({ id: player.id, name: player.name, key: secret });
  return /** @type {string} */ (secret);
}

/**
 * Uses a key from another browser. Throws Problem if it is not a key, or is no longer valid.
 * @param {string} key
 */
export async function useKey(key) {
  const id = KEY.exec(key)?.[1];
  if (!id) throw new Problem(400, { detail: t("account.no_key") });
  await api.get("/v1/tokens", { token: key });
  const { name } = await api.get(`/v1/players/${id}`);
  store.play({ id, name, key });
}
