/** A button that copies the text next to it, and confirms that. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { announce } from "/page/app/parts/announcing.js";

/** How long a button confirms the copy. */
const COPIED_MS = 2000;

/**
 * Returns the button; it goes next to the field with the text.
 * @param {string} text
 * @param {string} label  names the text for screen readers
 */
export const copyButton = (text, label) => html`<button type="button" aria-label=${label}
  @click=${(/** @type {any} */ event) => copy(event.currentTarget, text)}>${t("links.copy")}</button>`;

/** @param {HTMLButtonElement} button @param {string} text */
async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Only pages over TLS may write to the clipboard; otherwise select the field for Ctrl+C.
    const field = button.parentElement?.querySelector("input");
    if (field) {
      // Browsers do not copy from password fields.
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
