/** Asking for confirmation; most players never need the dialog, so it loads on demand. */
import { t } from "/page/app/i18n.js";
import { announce } from "/page/app/parts/announcing.js";

/** @type {typeof import("/page/app/parts/dialogs.js").confirmed} */
export async function confirmed(words, still) {
  const dialogs = await import("/page/app/parts/dialogs.js").catch(() => announce(t("problem.unreached")));
  return dialogs ? dialogs.confirmed(words, still) : false;
}
