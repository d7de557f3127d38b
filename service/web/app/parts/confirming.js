/** Asking for confirmation; most players never need the dialog, so it loads on demand. */
import { t } from "/page/app/i18n.js";
import { announce } from "/page/app/parts/announcing.js";

/**
 * Asks for confirmation. The dialog closes when the action becomes impossible.
 * @param {{title: string, text?: string, yes: string}} words
 * @param {{of: import("/page/app/events.js").Changing, can: () => boolean}} still
 * @returns {Promise<boolean>}  false if the dialog could not be loaded, too
 */
export async function confirmed(words, still) {
  const dialogs = await import("/page/app/parts/dialogs.js").catch(() => null);
  if (!dialogs) announce(t("problem.unreached"));
  return dialogs !== null && dialogs.confirmed(words, still);
}
