/** Announcing a tournament: `#/tournaments/new`. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api, Problem } from "/page/app/api.js";
import { clockField, clockOf, NO_CLOCK } from "/page/app/create/clock.js";
import { fitted, optionFields } from "/page/app/create/options.js";
import { t as ofForm } from "/page/app/create/words.js";
import { optionsOf } from "/page/app/game/opening.js";
import { withWords } from "/page/app/i18n.js";
import { problemView } from "/page/app/parts/problem.js";
import { botText } from "/page/app/players.js";
import { go } from "/page/app/router.js";
import { rulesetDetails, rulesetPage, rulesets } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";
import {
  announcementOf, FORMATS, hasSmallTables, mayHavePartners, NEW, pacesOf, REGISTRATIONS, usualQualifiers,
  usualRounds, usualTieBreaks,
} from "/page/app/tournament/announcing.js";
import { inWords } from "/page/app/tournament/followed.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/announcing.js").Terms} Terms */

/** @type {import("/page/app/main.js").MakeScreen} */
export const announceTournament = (redraw) => new Form(redraw);

class Form {
  title = "tournament.announce";
  /** @type {Terms} */
  #terms = { ...NEW };
  #clock = { ...NO_CLOCK };
  /** @type {import("/page/api").components["schemas"]["Ruleset"][]} */
  #rulesets = [];
  #details = /** @type {any} */ (null);
  /** @type {import("/page/app/ruleset.js").LoadedPage | null} */
  #page = null;
  /** The chosen options; for others, the ruleset's default applies. @type {Record<string, any>} */
  #options = {};
  /** Whether a key of this account may announce tournaments; null until that is known. @type {boolean | null} */
  #may = null;
  #busy = false;
  /** @type {Problem | null} */
  #problem = null;
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
    this.#choose("");
    this.#ask();
  }

  /** Asks what the keys of this account are for. */
  async #ask() {
    const token = store.player?.key;
    try {
      const { tokens } = token ? await api.get("/v1/tokens", { token }) : { tokens: [] };
      this.#may = tokens.some((/** @type {{scopes: string[]}} */ { scopes }) => scopes.includes("organise"));
    } catch (error) {
      // The service says it when the tournament is announced.
      if (!(error instanceof Problem)) throw error;
    }
    this.#redraw();
  }

  /** @param {string} id  of a ruleset; "" for the first */
  async #choose(id) {
    try {
      this.#rulesets = await rulesets();
      const known = this.#rulesets.find((one) => one.id === id) ?? this.#rulesets[0];
      [this.#details, this.#page] = await Promise.all([rulesetDetails(known.id), rulesetPage(known.id)]);
      this.#options = {};
      const seats = Math.max(...known.seats);
      const { format } = this.#terms;
      this.#terms = {
        ...this.#terms, seats, small: true, bots: [],
        rounds: usualRounds(format), tieBreaks: usualTieBreaks(format, seats),
        qualify: usualQualifiers(this.#terms.groups, seats),
      };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#problem = error;
    }
    this.#redraw();
  }

  /** @param {Partial<Terms>} some */
  #set(some) {
    const before = this.#terms;
    const next = { ...before, ...some };
    if (next.format !== before.format || next.seats !== before.seats) {
      next.tieBreaks = usualTieBreaks(next.format, next.seats);
      next.qualify = usualQualifiers(next.groups, next.seats);
      if (next.format !== before.format) next.rounds = usualRounds(next.format);
      if (!pacesOf(next.format).includes(next.pace)) next.pace = NEW.pace;
    }
    this.#terms = next;
    this.#options = fitted(this.#options, this.#page?.options ?? [], next.seats);
    this.#redraw();
  }

  // --- drawing -------------------------------------------------------------------------------------

  draw() {
    if (!this.#details || !this.#page) {
      return this.#problem ? problemView(this.#problem) : html`<p class="hint" role="status">${t("tournament.loading")}</p>`;
    }
    return html`<form class="create" @submit=${(/** @type {Event} */ event) => this.#announce(event)}>
      <h1>${t("tournament.announce")}</h1>
      ${this.#may === false ? html`<p class="problem">${t("tournament.announce.no_right")}</p>` : nothing}
      ${this.#rulesets.length > 1 ? html`<fieldset class="choice large"><legend class="unseen">${ofForm("create.which")}</legend>
        ${this.#rulesets.map((one) => html`<label><input type="radio" name="ruleset" .checked=${one.id === this.#details.id}
          @change=${() => this.#choose(one.id)}> ${one.title}</label>`)}</fieldset>` : nothing}
      <section class="card">${this.#what()}</section>
      <section class="card"><h2>${t("tournament.registration")}</h2>${this.#who()}</section>
      <section class="card"><h2>${t("tournament.pace")}</h2>${this.#when()}</section>
      <section class="card"><h2>${ofForm("create.options")}</h2>
        ${optionFields(this.#page, optionsOf(this.#details.options_schema), this.#chosen, this.#terms.seats,
          withWords(this.#page.words), (name, value) => {
            this.#options = { ...this.#options, [name]: value };
            this.#redraw();
          })}
        ${clockField(this.#clock, (clock) => {
          this.#clock = clock;
          this.#redraw();
        }, Boolean(this.#page.orders))}</section>
      <details class="card"><summary>${t("tournament.announce.more")}</summary><div class="fields">${this.#more()}</div></details>
      ${this.#problem ? problemView(this.#problem) : nothing}
      <div class="buttons">
        <button type="submit" class="primary big" aria-disabled=${this.#busy ? "true" : "false"}>${t("tournament.announce.do")}</button>
        <a class="button" href="#/tournaments">${ofForm("create.cancel")}</a>
      </div></form>`;
  }

  /** The value of each option: the chosen one, or the ruleset's default; house bots have theirs. */
  get #chosen() {
    const schema = optionsOf(this.#details.options_schema);
    const defaults = Object.fromEntries(Object.entries(schema).map(([name, one]) => [name, one.default]));
    return { ...defaults, ...this.#house, ...this.#options };
  }

  /** The options that let every game with a house bot end. */
  get #house() {
    return this.#terms.bots.length ? this.#details.house_options : {};
  }

  /** Returns the fields for name, format, rounds and tables. */
  #what() {
    const { name, format, rounds, seats, small, partners, groups, qualify } = this.#terms;
    const teams = mayHavePartners(seats, format);
    const help = t(`tournament.format.${format}.help`);
    return html`<label>${t("tournament.name")}
        <input type="text" name="name" required maxlength="60" autocomplete="off" .value=${name}
          @change=${(/** @type {any} */ { target }) => this.#set({ name: target.value.trim() })}></label>
      ${this.#choice("format", FORMATS, format)}
      <p class="help">${help}</p>
      <fieldset class="choice"><legend>${t("tournament.seats")}</legend>
        ${this.#details.seats.map((/** @type {number} */ count) => html`<label><input type="radio" name="seats"
          .checked=${count === seats} @change=${() => this.#set({ seats: count })}> ${count}</label>`)}</fieldset>
      ${teams ? html`${this.#check("partners", "tournament.partners", partners)}
        <p class="help">${t("tournament.partners.help")}</p>` : nothing}
      ${hasSmallTables(seats, this.#details.seats) && !(teams && partners) ? html`${this.#check("small", "tournament.small", small)}
        <p class="help">${t("tournament.small.help")}</p>` : nothing}
      ${format === "groups" ? html`${this.#number("groups", "tournament.groups", 2, 100, groups)}
        ${this.#number("qualify", "tournament.qualify", 1, 20, qualify)}` : nothing}
      ${this.#number("rounds", "tournament.rounds", 1, 99, rounds)}
      ${format === "swiss" ? nothing : html`<p class="help">${t("tournament.rounds.most")}</p>`}`;
  }

  /** Returns the fields for registration. */
  #who() {
    const { registration, code } = this.#terms;
    const help = t(`tournament.registration.${registration}.help`);
    return html`${this.#choice("registration", REGISTRATIONS, registration)}
      <p class="help">${help}</p>
      ${registration === "code" ? html`<label>${t("tournament.code")}
        <input type="text" name="code" required maxlength="64" autocomplete="off" spellcheck="false" .value=${code}
          @change=${(/** @type {any} */ { target }) => this.#set({ code: target.value.trim() })}></label>` : nothing}`;
  }

  /** Returns the fields of the pace: who begins and ends rounds. */
  #when() {
    const { format, pace, times, rounds, standing, end, noShow } = this.#terms;
    const help = t(`tournament.pace.${pace}.help`);
    const set = (/** @type {number} */ at, /** @type {string} */ time) =>
      this.#set({ times: Object.assign([...times], { [at]: time }) });
    return html`${this.#choice("pace", pacesOf(format), pace)}
      <p class="help">${help}</p>
      ${pace === "on_schedule" ? Array.from({ length: rounds }, (_, at) => html`<label>
        ${t("tournament.time", { round: at + 1 })}
        <input type="datetime-local" required .value=${times[at] ?? ""}
          @change=${(/** @type {any} */ { target }) => set(at, target.value)}></label>`) : nothing}
      ${pace === "on_schedule" ? html`${this.#check("standing", "tournament.standing", standing)}
        <p class="help">${t("tournament.standing.help")}</p>
        ${standing ? html`<label>${t("tournament.end")}
            <input type="datetime-local" name="end" .value=${end}
              @change=${(/** @type {any} */ { target }) => this.#set({ end: target.value })}></label>
          <p class="help">${t("tournament.end.help")}</p>` : nothing}` : nothing}
      <label>${t("tournament.no_show")}
        <input type="number" inputmode="numeric" name="noShow" min="1" max="44640" .value=${String(noShow ?? "")}
          @change=${(/** @type {any} */ { target }) => this.#set({ noShow: target.value ? target.valueAsNumber : null })}></label>
      <p class="help">${t("tournament.no_show.help")}</p>`;
  }

  /** Returns the fields that most tournaments leave alone. */
  #more() {
    const { format, seats, tieBreaks, late, byes, checkIn, real, bots, rounds, legs, lives, advance } = this.#terms;
    const offered = this.#details.bots;
    return html`<label>${t("tournament.tie_breaks")}
        <input type="text" spellcheck="false" autocomplete="off" .value=${tieBreaks}
          @change=${(/** @type {any} */ { target }) => this.#set({ tieBreaks: target.value })}></label>
      <p class="help">${t("tournament.tie_breaks.help")}</p>
      ${format === "round_robin" || format === "groups" ? this.#number("legs", "tournament.legs", 1, 2, legs) : nothing}
      ${format !== "knock_out" && format !== "groups" ? nothing : seats === 2 ? this.#number("lives", "tournament.lives", 1, 2, lives)
        : this.#number("advance", "tournament.advance", 1, 4, advance)}
      ${this.#check("checkIn", "tournament.check_in", checkIn)}
      <p class="help">${t("tournament.check_in.help")}</p>
      ${format === "swiss" ? html`${this.#number("byes", "tournament.byes", 0, rounds, byes)}
        ${this.#number("late", "tournament.late", 0, rounds, late)}<p class="help">${t("tournament.late.help")}</p>` : nothing}
      ${this.#check("real", "tournament.real", real)}
      <p class="help">${t("tournament.real.help")}</p>
      ${offered.length ? html`<fieldset><legend>${t("tournament.house_bots")}</legend>${offered.map(
        (/** @type {import("/page/app/players.js").HouseBot} */ bot) => html`<label class="check">
          <input type="checkbox" .checked=${bots.includes(bot.id)}
            @change=${() => this.#set({ bots: toggled(bots, bot.id) })}> ${botText(bot)}</label>`)}</fieldset>` : nothing}`;
  }

  /**
   * @param {"format" | "registration" | "pace"} name
   * @param {readonly string[]} values
   * @param {string} chosen
   */
  #choice(name, values, chosen) {
    const legend = t(`tournament.${name}`);
    return html`<fieldset class="choice"><legend class=${name === "format" ? "" : "unseen"}>${legend}</legend>
      ${values.map((one) => html`<label>
      <input type="radio" name=${name} .checked=${one === chosen} @change=${() => this.#set({ [name]: one })}>
      ${t(`tournament.${name}.${one}`)}</label>`)}</fieldset>`;
  }

  /**
   * @param {"rounds" | "groups" | "qualify" | "byes" | "late" | "legs" | "lives" | "advance"} name
   * @param {string} key  of its label
   * @param {number} least
   * @param {number} most
   * @param {number} value
   */
  #number(name, key, least, most, value) {
    const set = (/** @type {any} */ { target }) => target.value && this.#set({ [name]: target.valueAsNumber });
    return html`<label>${t(key)} <input type="number" inputmode="numeric" name=${name} required min=${least} max=${most}
      .value=${String(value)} @change=${set}></label>`;
  }

  /** @param {"checkIn" | "real" | "small" | "partners" | "standing"} name @param {string} key @param {boolean} value */
  #check(name, key, value) {
    return html`<label class="check"><input type="checkbox" name=${name} .checked=${value}
      @change=${(/** @type {any} */ { target }) => this.#set({ [name]: target.checked })}> ${t(key)}</label>`;
  }

  /** @param {Event} event */
  async #announce(event) {
    event.preventDefault();
    if (this.#busy) return;
    this.#busy = true;
    this.#problem = null;
    this.#redraw();
    try {
      const { id, edition, seats } = this.#details;
      const options = { ...this.#house, ...this.#options };
      const clock = clockOf(this.#clock, Boolean(this.#page?.orders));
      const body = announcementOf(this.#terms, { ruleset: `${id}@${edition}`, seats, options, clock });
      const { id: made } = await api.post("/v1/tournaments", { body, token: store.player?.key });
      go(`#/tournaments/${made}`);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#problem = inWords(error);
      this.#busy = false;
      this.#redraw();
    }
  }
}

/** Returns a list with one more entry, or without it. @param {readonly string[]} list @param {string} one */
const toggled = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);
