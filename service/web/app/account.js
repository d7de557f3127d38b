/**
 * The account of this browser: a key that the service gives to whoever asks, without a password or
 * an address. It is needed where anybody may sit down; a link is enough everywhere else.
 */
import { api, Problem } from "/page/app/api.js";
import { t } from "/page/app/i18n.js";
import { store } from "/page/app/store.js";

/** How a key looks: whose it is, and its secret. */
const KEY = /^carolus_([a-z2-7]{26})_\S+$/;

/** The key with which to sit down; the account is made now if there is none. @param {string} name */
export async function ownKey(name) {
  if (store.player) return store.player.key;
  const body = { name: name || t("account.guest") };
  const { player, secret } = await api.post("/v1/players", { body });
  store.play({ id: player.id, name: player.name, key: secret });
  return /** @type {string} */ (secret);
}

/** Use a key from another browser. Raises Problem if it is none, or holds no longer. @param {string} key */
export async function useKey(key) {
  const id = KEY.exec(key)?.[1];
  if (!id) throw new Problem(400, { detail: t("account.no_key") });
  await api.get("/v1/tokens", { token: key });
  const { name } = await api.get(`/v1/players/${id}`);
  store.play({ id, name, key });
}
