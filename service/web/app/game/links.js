/** Finds the seats of opened links: only the service knows which seat a token is of. */
import { api, Problem } from "/page/app/api.js";
import { t } from "/page/app/i18n.js";
import { store } from "/page/app/store.js";

/**
 * Stores the seats of the opened links of a game. A wrong link does not cost a seat played here.
 * @param {string} id
 * @returns {Promise<Problem | null>} what is wrong with one of them
 */
export async function claimLinks(id) {
  let bad = null;
  for (let link = next(id); link; link = next(id)) {
    try {
      const { seat } = await api.get(`/v1/games/${id}/legal-actions?limit=1`, { token: link });
      store.claim(id, link, seat);
    } catch (error) {
      if (!isBad(error)) throw error;
      store.claim(id, link, null);
      bad = badLink(error);
    }
  }
  return bad;
}

/** Returns an opened link whose seat is not known yet. @param {string} id */
const next = (id) => store.game(id)?.unclaimed?.[0];

/**
 * Returns whether the token is not of this game, or gives no right.
 * @param {unknown} error
 * @returns {error is Problem}
 */
export const isBad = (error) =>
  error instanceof Problem && (error.status === 401 || error.status === 403);

/** @param {Problem} problem */
export const badLink = ({ status }) => new Problem(status, { detail: t("game.bad_link") });
