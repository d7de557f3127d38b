/** The account in the settings: shows it, copies its key, and removes it. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { accountOf, ownKey } from "/page/app/account.js";
import { Problem } from "/page/app/api.js";
import { t } from "/page/app/i18n.js";
import { copyButton } from "/page/app/parts/copying.js";
import { problemView } from "/page/app/parts/problem.js";
import { profileAt } from "/page/app/players.js";
import { endPush } from "/page/app/push.js";
import { store } from "/page/app/store.js";

export class AccountPart {
  /** Whether the first click asked to remove the account, which cannot be undone. */
  #forgets = false;
  /** @type {Problem | null} */
  #problem = null;
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  draw() {
    const { player } = store;
    return html`<section class="account fields"><h3>${t("account.title")}</h3>
      ${player ? this.#kept(player) : this.#none()}
      ${this.#problem ? problemView(this.#problem) : nothing}
    </section>`;
  }

  /** @param {import("/page/app/store.js").Player} player */
  #kept({ id, name, key }) {
    return html`<p class="help">${t("account.about", { name })}</p>
      <p><a href=${profileAt(id)}>${t("account.profile")}</a></p>
      <p><a href="#/records?player=${id}">${t("account.games")}</a></p>
      <div class="copying"><label><span>${t("account.key")}</span>
        <input type="password" readonly autocomplete="off" .value=${key}></label>
        ${copyButton(key, t("account.copy"))}</div>
      <p class="help">${t("account.key.about")}</p>
      ${this.#forgets
        ? html`<p role="alert">${t("account.forget.sure")}</p><div class="buttons">
            <button type="button" class="danger" @click=${() => this.#forget()}>${t("account.forget")}</button>
            <button type="button" @click=${() => this.#sure(false)}>${t("dialog.no")}</button></div>`
        : html`<div><button type="button" @click=${() => this.#sure(true)}>${t("account.forget")}</button></div>`}
      <details><summary>${t("account.replace")}</summary><p class="help">${t("account.replace.about")}</p>${this.#form()}</details>`;
  }

  #none() {
    return html`<p class="help">${t("account.none")}</p>
      <div><button type="button" @click=${() => this.#try(() => ownKey(store.settings.name))}>${t("account.get")}</button></div>
      ${this.#form()}`;
  }

  /** Returns the form for a key from elsewhere. */
  #form() {
    return html`<form class="copying" @submit=${(/** @type {any} */ event) => this.#use(event)}>
      <label><span>${t("account.use.field")}</span>
        <input type="password" name="key" required autocomplete="off" spellcheck="false"></label>
      <button type="submit">${t("account.use")}</button>
    </form>`;
  }

  /** @param {boolean} forgets */
  #sure(forgets) {
    this.#forgets = forgets;
    this.#redraw();
  }

  async #forget() {
    this.#forgets = false;
    await this.#play(null);
  }

  /**
   * Stores a key instead of the one that is stored.
   * @param {import("/page/app/store.js").Player | null} player
   */
  async #play(player) {
    const stays = player?.id === store.player?.id;
    // The old key is needed to unsubscribe; without an answer, the subscription expires by itself.
    if (store.player && store.settings.push && !stays) await endPush().catch(() => null);
    store.play(player);
  }

  /** @param {any} event */
  #use(event) {
    event.preventDefault();
    const { elements: { key } } = event.target;
    return this.#try(async () => {
      await this.#play(await accountOf(key.value.trim()));
      key.value = "";
    });
  }

  /** @param {() => Promise<unknown>} take  takes a key */
  async #try(take) {
    this.#problem = null;
    try {
      await take();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { status } = error;
      this.#problem = status === 401 ? new Problem(status, { detail: t("account.bad") }) : error;
    }
    this.#redraw();
  }
}
