/** The link that an organiser sends to players, with the code for the registration. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { copyButton } from "/page/app/parts/copying.js";
import { invitationTo } from "/page/app/tournament/naming.js";
import { canBeEntered } from "/page/app/tournament/own.js";
import { t } from "/page/app/tournament/words.js";

/**
 * @param {import("/page/api").components["schemas"]["Tournament"]} now
 * @param {string} code  "" if it is not known here: the service never shows it
 * @param {(code: string) => void} setCode
 */
export function invitationView(now, code, setCode) {
  if (!canBeEntered(now)) return nothing;
  const asked = now.announcement.registration.kind === "code";
  const link = `${location.origin}/${invitationTo(now.id, asked ? code : "")}`;
  return html`<details class="invitation"><summary>${t("tournament.invite")}</summary><div class="fields">
    ${asked ? html`<label>${t("tournament.code")}
        <input type="text" name="invitation" maxlength="64" autocomplete="off" spellcheck="false" .value=${code}
          @input=${(/** @type {any} */ { target }) => setCode(target.value.trim())}></label>
      <p class="help">${t("tournament.invite.code")}</p>` : nothing}
    ${asked && !code ? nothing : html`<div class="copying"><label><span>${t("tournament.invite.link")}</span>
      <input type="text" readonly .value=${link} @focus=${(/** @type {any} */ { target }) => target.select()}></label>
      ${copyButton(link, t("tournament.invite.copy"))}</div>`}</div></details>`;
}
