/** Links for friends: one for each seat that waits for a player. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { copyButton } from "/page/app/parts/copying.js";
import { seatLink } from "/page/app/router.js";

/** Hosts that mean this machine, whichever it is. */
const HERE = /^(localhost|127\.[\d.]+|\[::1\])$/;

/**
 * Returns the links of free seats, to copy or share.
 * @param {import("/page/app/game/table.js").Table} table
 * @param {Record<number, string>} links  tokens by seat
 */
export function linksView(table, links) {
  const free = Object.entries(links).filter(([seat]) => !table.game?.seats[Number(seat)]?.taken);
  if (!free.length) return nothing;
  return html`<section class="card links">
    <h2>${t("links.title", { count: free.length })}</h2>
    <p class="hint">${t("links.hint")}</p>
    ${HERE.test(location.hostname)
      ? html`<p>${t("links.here", { host: location.hostname })}</p>` : nothing}
    <ul>${free.map(([seat, token]) => {
      const link = seatLink(table.id, Number(seat), token);
      const name = table.seats.name(Number(seat));
      return html`<li class="copying">
        <label><span>${name}</span>
          <input type="text" readonly .value=${link} @focus=${(/** @type {any} */ event) => event.target.select()}>
        </label>
        ${copyButton(link, t("links.copy.for", { name }))}
        ${"share" in navigator
          ? html`<button type="button" aria-label=${t("links.share.for", { name })}
              @click=${() => share(link)}>${t("links.share")}</button>`
          : nothing}
      </li>`;
    })}</ul>
  </section>`;
}

/** @param {string} url */
async function share(url) {
  try {
    await navigator.share({ title: "Carolus", text: t("links.invitation"), url });
  } catch {
    // The player cancelled the sharing.
  }
}
