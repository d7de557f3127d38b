/** Links that are given to friends: one for each seat that waits for somebody. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { announce } from "/page/app/parts/said.js";
import { seatLink } from "/page/app/router.js";

/** How long a button says that something was copied. */
const COPIED_MS = 2000;

/**
 * The links of free seats, to copy or to share.
 * @param {import("/page/app/game/table.js").Table} table
 * @param {Record<number, string>} links  tokens by seat
 */
export function linksTold(table, links) {
  const free = Object.entries(links).filter(([seat]) => !table.game?.seats[Number(seat)]?.taken);
  if (!free.length) return nothing;
  return html`<section class="card links">
    <h2>${t("links.title", { count: free.length })}</h2>
    <p class="hint">${t("links.hint")}</p>
    <ul>${free.map(([seat, token]) => {
      const link = seatLink(table.id, Number(seat), token);
      const name = table.sideName(table.seats.side(Number(seat)));
      return html`<li>
        <label><span>${name}</span>
          <input type="text" readonly .value=${link} @focus=${(/** @type {any} */ event) => event.target.select()}>
        </label>
        <button type="button" @click=${(/** @type {any} */ event) => copy(event.currentTarget, link)}
          aria-label=${t("links.copy.for", { name })}>${t("links.copy")}</button>
        ${"share" in navigator
          ? html`<button type="button" aria-label=${t("links.share.for", { name })}
              @click=${() => share(link)}>${t("links.share")}</button>`
          : nothing}
      </li>`;
    })}</ul>
  </section>`;
}

/** @param {HTMLButtonElement} button @param {string} link */
async function copy(button, link) {
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    // Only pages over TLS may write there: then the field is ready for Ctrl+C.
    const field = /** @type {HTMLInputElement | null} */ (button.parentElement?.querySelector("input"));
    field?.focus();
    announce(t("links.by_hand"));
    return;
  }
  button.classList.add("done");
  announce(t("links.copied"));
  setTimeout(() => button.classList.remove("done"), COPIED_MS);
}

/** @param {string} url */
async function share(url) {
  try {
    await navigator.share({ title: "Carolus", text: t("links.invitation"), url });
  } catch {
    // The sharing was called off.
  }
}
