/** Dialogs: one at a time, drawn into the page's own element. */
import { html, nothing, render } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";

/** @typedef {import("/page/app/ruleset.js").Content} Content */

/**
 * Shows a dialog until it closes; `closed` resolves to its result, "" for Escape.
 * @param {string} title
 * @param {(close: (value: string) => void) => Content} content  drawn again by `redraw`
 * @returns {{closed: Promise<string>, redraw: () => void, close: (value: string) => void}}
 */
export function dialog(title, content) {
  const element = document.createElement("dialog");
  element.setAttribute("aria-label", title);
  const close = (/** @type {string} */ value) => element.close(value);
  const redraw = () => render(html`
    <header><h2>${title}</h2>
      <button type="button" class="icon" aria-label=${t("dialog.close")} @click=${() => close("")}>
        <span aria-hidden="true">×</span></button>
    </header>
    ${content(close)}`, element);
  redraw();
  // A click outside closes it, as Escape does.
  element.addEventListener("pointerdown", (event) => {
    if (event.target === element) close("");
  });
  // It belongs to the screen that opened it: a link in it, or the back button, closes it.
  const leave = () => close("");
  addEventListener("hashchange", leave);
  document.body.append(element);
  element.showModal();
  const closed = new Promise((resolve) => {
    element.addEventListener("close", () => {
      removeEventListener("hashchange", leave);
      element.remove();
      resolve(element.returnValue);
    });
  });
  return { closed: /** @type {Promise<string>} */ (closed), redraw, close };
}

/**
 * Asks for confirmation. The dialog closes when the action becomes impossible.
 * @param {{title: string, text?: string, yes: string}} words
 * @param {{of: import("/page/app/events.js").Changing, can: () => boolean}} still
 * @returns {Promise<boolean>}
 */
export async function confirmed({ title, text, yes }, { of, can }) {
  const { closed, close } = dialog(title, (shut) => html`
    ${text ? html`<p>${text}</p>` : nothing}
    <footer>
      <button type="button" autofocus @click=${() => shut("")}>${t("dialog.no")}</button>
      <button type="button" class="primary" @click=${() => shut("yes")}>${yes}</button>
    </footer>`);
  const end = of.onChange(() => can() || close(""));
  const answer = await closed;
  end();
  return answer === "yes";
}
