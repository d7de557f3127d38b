/**
 * Half-made decisions: what players have chosen, but not sent. The browser stores them as long as
 * the tab exists, so a reload keeps them.
 */

/** The address of this module names the release; another one may store choices in another form. */
const RELEASE = import.meta.url;

/** @param {string} game @returns {string} */
const keyOf = (game) => `carolus.draft.${game}`;

/** @param {string} game @returns {{release?: string, about?: string, choice?: unknown}} */
function read(game) {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(game)) ?? "{}");
    return stored?.release === RELEASE ? stored : {};
  } catch {
    return {}; // the browser forbids storage
  }
}

export const drafts = {
  /**
   * Returns what the player had chosen for a decision, or null.
   * @param {string} game
   * @param {string} about  identifies the decision
   */
  get(game, about) {
    const stored = read(game);
    return stored.about === about ? (stored.choice ?? null) : null;
  },

  /**
   * Stores the choice for a decision, in place of another one of this game.
   * @param {string} game
   * @param {string} about
   * @param {unknown} choice  JSON; null if the player has chosen nothing
   */
  keep(game, about, choice) {
    try {
      if (choice === null) sessionStorage.removeItem(keyOf(game));
      else sessionStorage.setItem(keyOf(game), JSON.stringify({ release: RELEASE, about, choice }));
    } catch {
      // The browser forbids storage, or it is full: then the choice lasts as long as the page.
    }
  },

  /** Forgets the choice for a decision that was sent. @param {string} game @param {string} about */
  drop(game, about) {
    if (read(game).about === about) drafts.keep(game, about, null);
  },
};
