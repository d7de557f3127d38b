/**
 * The account of this browser: a key that the service issues on request, without a password or an
 * address. Players need it to join a game open to anyone; elsewhere a link is enough.
 */
import { api, Problem } from "/page/app/api.js";
import { t } from "/page/app/i18n.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/store.js").Player} Player */

/** The form of a key: its player, and its secret. */
const KEY = /^carolus_([a-z2-7]{26})_\S+$/;

/**
 * An account that was created for something that the service then refused.
 * @type {(Player & {token: string}) | null}
 */
let unused = null;

/** Returns the key of this browser; creates the account if there is none. @param {string} name */
export const ownKey = (name) => withAccount(name, async ({ key }) => key);

/**
 * Does something with the account of this browser. Without one, it creates an account, which the
 * browser stores only when that is done: if the service refuses it, the next attempt under the same
 * name uses the same account, and nothing of it is left otherwise.
 * @template T
 * @param {string} name  of the account, if there is none
 * @param {(account: Player) => Promise<T>} does
 * @returns {Promise<T>}
 */
export async function withAccount(name, does) {
  if (store.player) return does(store.player);
  const { token, ...made } = await accountNamed(name || t("account.guest"));
  try {
    const done = await does(made);
    keep(made);
    return done;
  } catch (error) {
    // If the answer was lost, it may have been done.
    const refused = error instanceof Problem && error.status >= 400 && error.status < 500;
    if (refused) unused = { ...made, token };
    else keep(made);
    throw error;
  }
}

/** @param {Player} made */
function keep(made) {
  unused = null;
  store.play(made);
}

/** @param {string} name @returns {Promise<Player & {token: string}>} */
async function accountNamed(name) {
  const former = unused;
  if (former?.name === name) return former;
  unused = null;
  if (former) await api.del(`/v1/tokens/${former.token}`, { token: former.key }).catch(gone);
  const { player, token, secret } = await api.post("/v1/players", { body: { name } });
  return { id: player.id, name: player.name, key: secret, token: token.id };
}

/** Ignores that a token could not be revoked: nobody has it any more. @param {unknown} error */
function gone(error) {
  if (!(error instanceof Problem)) throw error;
}

/**
 * Returns the account of a key. Throws Problem if it is not a key, or is no longer valid.
 * @param {string} key
 * @returns {Promise<Player>}
 */
export async function accountOf(key) {
  const id = KEY.exec(key)?.[1];
  if (!id) throw new Problem(400, { detail: t("account.no_key") });
  await api.get("/v1/tokens", { token: key });
  const { name } = await api.get(`/v1/players/${id}`);
  return { id, name, key };
}
