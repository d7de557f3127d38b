/** The settings of the page: language, theme, playback, sound, notifications, name. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { LANGUAGES, speech, t } from "/page/app/i18n.js";
import { AccountPart } from "/page/app/parts/account.js";
import { NotificationsPart } from "/page/app/parts/notifications.js";
import { dialog } from "/page/app/parts/dialogs.js";
import { mayNotify, ring } from "/page/app/parts/calls.js";
import { PACES, pace } from "/page/app/replay/pace.js";
import { store } from "/page/app/store.js";

/** @type {Record<number, string>} The last part of the key of each pace. */
const PACE_WORDS = { 0: "off", 0.5: "slow", 1: "normal", 2: "fast" };

/** Opens the dialog of the settings. */
export async function settings() {
  const account = new AccountPart(() => shown.redraw());
  const notifications = new NotificationsPart(() => shown.redraw());
  const shown = dialog(t("settings.title"), () => html`${form()} ${notifications.draw()}
    ${account.draw()}`);
  const ends = [store.onChange(shown.redraw), speech.onChange(shown.redraw)];
  await shown.closed;
  for (const end of ends) end();
}

function form() {
  const { language, theme, sound, notify, name } = store.settings;
  const chosen = pace();
  return html`<form class="fields" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
    <label>${t("settings.name")}
      <input type="text" maxlength="40" autocomplete="nickname" .value=${name}
        @change=${(/** @type {any} */ event) => store.set({ name: event.target.value.trim() })}>
    </label>
    <label>${t("settings.language")}
      <select @change=${(/** @type {any} */ event) => store.set({ language: event.target.value || null })}>
        <option value="" ?selected=${!language}>${t("settings.language.browser")}</option>
        ${Object.entries(LANGUAGES).map(([id, name]) => html`
          <option value=${id} lang=${id} ?selected=${id === language}>${name}</option>`)}
      </select>
    </label>
    <fieldset class="choice"><legend>${t("settings.theme")}</legend>
      ${[null, "light", "dark"].map((one) => html`<label>
        <input type="radio" name="theme" .checked=${theme === one}
          @change=${() => store.set({ theme: /** @type {any} */ (one) })}>
        ${t(`settings.theme.${one ?? "system"}`)}</label>`)}
    </fieldset>
    <label>${t("settings.pace")}
      <select @change=${(/** @type {any} */ event) => store.set({ pace: Number(event.target.value) })}>
        ${PACES.map((one) => html`<option value=${one} ?selected=${one === chosen}>
          ${t(`settings.pace.${PACE_WORDS[one]}`)}</option>`)}
      </select>
    </label>
    <label class="check"><input type="checkbox" .checked=${sound}
      @change=${(/** @type {any} */ event) => {
        store.set({ sound: event.target.checked });
        if (event.target.checked) ring();
      }}> ${t("settings.sound")}</label>
    <label class="check"><input type="checkbox" .checked=${notify}
      @change=${async (/** @type {any} */ event) => {
        const wanted = event.target.checked && (await mayNotify());
        store.set({ notify: wanted });
        event.target.checked = wanted;
      }}> ${t("settings.notify")}</label>
  </form>`;
}
