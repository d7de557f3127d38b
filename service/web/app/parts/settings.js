/** The settings of the page: language, theme, sound, notifications, name. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { LANGUAGES, speech, t } from "/page/app/i18n.js";
import { AccountPart } from "/page/app/parts/account.js";
import { dialog } from "/page/app/parts/dialogs.js";
import { mayNotify, ring } from "/page/app/parts/calls.js";
import { store } from "/page/app/store.js";

/** Opens the dialog of the settings. */
export async function settings() {
  const account = new AccountPart(() => shown.redraw());
  const shown = dialog(t("settings.title"), () => html`${form()} ${account.draw()}`);
  const ends = [store.onChange(shown.redraw), speech.onChange(shown.redraw)];
  await shown.closed;
  for (const end of ends) end();
}

function form() {
  const { language, theme, sound, notify, name } = store.settings;
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
