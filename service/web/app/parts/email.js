/** E-mail in the settings: the address of the account, and how often it gets messages. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api } from "/page/app/api.js";
import { t } from "/page/app/email/words.js";
import { lasting, speech } from "/page/app/i18n.js";
import { notifications } from "/page/app/push.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/api").components["schemas"]} Schemas */

const AT = "/v1/notifications/email";

/** For how many hours a message can collect turns; null for a message about every turn. */
const PACES = [null, 1, 6, 24];

export class EmailPart {
  #act;

  /** @param {(act: () => Promise<Schemas["Notifications"]>) => void} act  carries out a choice */
  constructor(act) {
    this.#act = act;
  }

  /** @param {Schemas["Notifications"]} chosen @param {boolean} busy */
  draw({ email, sends_email }, busy) {
    if (!sends_email && !email) return nothing;
    return html`<h4>${t("email.title")}</h4>
      <p class="help">${email ? state(email) : t("email.about")}</p>
      ${!email || email.disabled_at ? this.#form(email, busy) : this.#pace(email, busy)}
      ${email ? html`<div><button type="button" ?disabled=${busy} @click=${() => this.#act(remove)}>
        ${t("email.remove")}</button></div>` : nothing}`;
  }

  /** @param {Schemas["Email"] | null} email @param {boolean} busy */
  #form(email, busy) {
    const submit = (/** @type {any} */ event) => {
      event.preventDefault();
      const { address } = event.target.elements;
      this.#act(() => choose(address.value, email?.digest_hours ?? null));
    };
    return html`<form class="copying" @submit=${submit}>
      <label><span>${t("email.address")}</span>
        <input type="email" name="address" required maxlength="254" autocomplete="email"
          .value=${email?.address ?? ""}></label>
      <button type="submit" ?disabled=${busy}>${t("email.set")}</button>
    </form>`;
  }

  /** @param {Schemas["Email"]} email @param {boolean} busy */
  #pace({ address, digest_hours }, busy) {
    const paces = PACES.includes(digest_hours) ? PACES : [...PACES, digest_hours];
    const change = (/** @type {any} */ event) =>
      this.#act(() => choose(address, Number(event.target.value) || null));
    return html`<label>${t("email.pace")}
      <select name="pace" ?disabled=${busy} @change=${change}>${paces.map((hours) => html`
        <option value=${hours ?? ""} ?selected=${hours === digest_hours}>${hours
          ? t("email.pace.digest", { time: lasting(hours, "hour") }) : t("email.pace.turn")}</option>`)}
      </select></label>`;
  }
}

/**
 * Returns what is chosen, after messages have taken on the language of the page.
 * @param {Schemas["Notifications"]} chosen
 */
export async function inMyLanguage(chosen) {
  const { email } = chosen;
  if (!email || email.disabled_at || email.language === speech.language) return chosen;
  return choose(email.address, email.digest_hours);
}

/** @param {Schemas["Email"]} email */
function state({ address, confirmed_at, disabled_at, last_error }) {
  if (disabled_at) return t("email.off", { address, why: last_error ?? "" });
  return t(confirmed_at ? "email.on" : "email.sent", { address });
}

/**
 * @param {string} address
 * @param {number | null} digest_hours
 * @returns {Promise<Schemas["Notifications"]>}
 */
function choose(address, digest_hours) {
  const body = { address, language: speech.language, digest_hours };
  return api.put(AT, { body, token: store.player?.key });
}

async function remove() {
  await api.del(AT, { token: store.player?.key });
  return notifications();
}
