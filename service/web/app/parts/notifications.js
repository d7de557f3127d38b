/** The notifications in the settings: this browser, e-mail, quiet hours, invitations, this game. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Problem } from "/page/app/api.js";
import { t } from "/page/app/i18n.js";
import { EmailPart, inMyLanguage } from "/page/app/parts/email.js";
import { problemView } from "/page/app/parts/problem.js";
import { beginPush, canPush, chooseNotifications, endPush, notifications } from "/page/app/push.js";
import { isGame, router } from "/page/app/router.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/api").components["schemas"]} Schemas */

/** The hours that are suggested: at night. */
const NIGHT = { begins: "22:00", ends: "08:00" };

export class NotificationsPart {
  /** @type {Schemas["Notifications"] | null} */
  #chosen = null;
  /** @type {Problem | null} */
  #problem = null;
  /** The account whose notifications are loaded. */
  #of = "";
  #busy = false;
  #email = new EmailPart((act) => this.#do(act));
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  draw() {
    const { player } = store;
    if ((player?.id ?? "") !== this.#of) this.#load(player?.id ?? "");
    return html`<section class="notifications fields"><h3>${t("push.title")}</h3>
      ${player ? nothing : html`<p class="help">${t("push.needs_key")}</p>`}
      ${this.#chosen ? this.#shown(this.#chosen) : nothing}
      ${this.#problem ? problemView(this.#problem) : nothing}
    </section>`;
  }

  /** @param {Schemas["Notifications"]} chosen */
  #shown(chosen) {
    const { push } = store.settings;
    const on = push !== null && chosen.subscriptions.some(({ id }) => id === push.id);
    return html`<p class="help">${t("push.about")}</p>
      ${canPush ? html`<label class="check"><input type="checkbox" name="push" .checked=${on}
          ?disabled=${this.#busy} @change=${(/** @type {any} */ event) => this.#push(event.target.checked)}>
        ${t("push.here")}</label>` : html`<p class="help">${t("push.unsupported")}</p>`}
      ${this.#email.draw(chosen, this.#busy)}
      ${chosen.subscriptions.length || chosen.email
        ? html`${this.#quiet(chosen)} ${this.#invitations(chosen)} ${this.#game(chosen)}` : nothing}`;
  }

  /** @param {Schemas["Notifications"]} chosen */
  #quiet(chosen) {
    const { quiet_hours } = chosen;
    const choose = (/** @type {Schemas["QuietHours"] | null} */ hours) =>
      this.#choose(chosen, { quiet_hours: hours });
    // A player who changes the hours means the time zone where they are.
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const changed = (/** @type {Partial<Schemas["QuietHours"]>} */ some) =>
      choose({ ...NIGHT, ...quiet_hours, ...some, time_zone: timeZone });
    const field = (/** @type {"begins" | "ends"} */ name) => html`<label>${t(`push.${name}`)}
      <input type="time" required .value=${quiet_hours?.[name] ?? ""} ?disabled=${this.#busy}
        @change=${(/** @type {any} */ event) => event.target.value && changed({ [name]: event.target.value })}>
    </label>`;
    return html`<label class="check"><input type="checkbox" name="quiet" .checked=${quiet_hours !== null}
        ?disabled=${this.#busy} @change=${(/** @type {any} */ event) => (
          event.target.checked ? changed({}) : choose(null))}> ${t("push.quiet")}</label>
      ${quiet_hours ? html`<div class="hours">${field("begins")} ${field("ends")}</div>
        <p class="help">${t("push.zone", { zone: quiet_hours.time_zone })}</p>` : nothing}`;
  }

  /** @param {Schemas["Notifications"]} chosen */
  #invitations(chosen) {
    return html`<label class="check"><input type="checkbox" name="invitations"
      .checked=${chosen.invitations} ?disabled=${this.#busy}
      @change=${(/** @type {any} */ event) => (
        this.#choose(chosen, { invitations: event.target.checked }))}> ${t("push.invitations")}</label>`;
  }

  /** @param {Schemas["Notifications"]} chosen */
  #game(chosen) {
    const { muted_games } = chosen;
    const [screen, game = ""] = router.place.path;
    if (screen !== "games" || !isGame(game)) return nothing;
    const change = (/** @type {any} */ event) => {
      const others = muted_games.filter((one) => one !== game);
      const muted = event.target.checked ? others : [...others, game];
      this.#choose(chosen, { muted_games: muted });
    };
    return html`<label class="check"><input type="checkbox" name="game"
      .checked=${!muted_games.includes(game)} ?disabled=${this.#busy} @change=${change}>
      ${t("push.game")}</label>`;
  }

  /**
   * Changes some of what is chosen, and keeps the rest.
   * @param {Schemas["Notifications"]} chosen
   * @param {Partial<Schemas["ChooseNotificationsRequest"]>} some
   */
  #choose({ quiet_hours, muted_games, invitations }, some) {
    const body = { quiet_hours, muted_games, invitations, ...some };
    return this.#do(() => chooseNotifications(body));
  }

  /** @param {string} player */
  #load(player) {
    this.#of = player;
    this.#chosen = null;
    if (player) this.#do(async () => inMyLanguage(await notifications()));
  }

  /** @param {boolean} on */
  #push(on) {
    const key = this.#chosen?.push_key ?? "";
    return this.#do(async () => {
      await (on ? beginPush(key) : endPush());
      return notifications();
    });
  }

  /**
   * Carries out a choice, and shows what is chosen afterwards, or what went wrong.
   * @param {() => Promise<Schemas["Notifications"]>} act
   */
  async #do(act) {
    this.#busy = true;
    this.#problem = null;
    const player = this.#of;
    queueMicrotask(this.#redraw);
    try {
      const chosen = await act();
      if (player === this.#of) this.#chosen = chosen;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#problem = error;
    }
    this.#busy = false;
    this.#redraw();
  }
}
