/** A button that copies what is beside it, and says so. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { announce } from "/page/app/parts/said.js";

/** How long a button says that something was copied. */
const COPIED_MS = 2000;

/**
 * It stands beside the field that holds the text.
 * @param {string} text
 * @param {string} label  what is copied, for who does not see the field
 */
export const copyButton = (text, label) => html`<button type="button" aria-label=${label}
  @click=${(/** @type {any} */ event) => copy(event.currentTarget, text)}>${t("links.copy")}</button>`;

/** @param {HTMLButtonElement} button @param {string} text */
async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Only pages over TLS may write there: then the field is ready for Ctrl+C.
    const field = button.parentElement?.querySelector("input");
    if (field) {
      // Of a password nothing can be copied by hand.
      field.type = "text";
      field.select();
    }
    announce(t("links.by_hand"));
    return;
  }
  button.classList.add("done");
  announce(t("links.copied"));
  setTimeout(() => button.classList.remove("done"), COPIED_MS);
}
