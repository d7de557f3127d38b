/** Announcing a tournament: `#/tournaments/new`. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api, Problem } from "/page/app/api.js";
import { clockField, clockOf, NO_CLOCK } from "/page/app/create/clock.js";
import { fitted, optionFields } from "/page/app/create/options.js";
import { t as ofForm } from "/page/app/create/words.js";
import { watchingField } from "/page/app/create/watching.js";
import { optionsOf } from "/page/app/game/opening.js";
import { withWords } from "/page/app/i18n.js";
import { problemView } from "/page/app/parts/problem.js";
import { botText } from "/page/app/players.js";
import { go } from "/page/app/router.js";
import { rulesetDetails, rulesetPage, rulesets } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";
import {
  announcementOf, changed, FORMATS, hasSmallTables, leastEntrants, leastQualifiers, mostAdvancing, NEW, pacesOf, pointsIn,
  possibleTieBreaks, REGISTRATIONS, sidesOf, sizesOf, togetherIn, usualQualifiers, usualTieBreaks,
} from "/page/app/tournament/announcing.js";
import { inWords } from "/page/app/tournament/followed.js";
import { invitationTo } from "/page/app/tournament/naming.js";
import { tieBreaksField } from "/page/app/tournament/tie-breaks.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/announcing.js").Engine} Engine */
/** @typedef {import("/page/app/tournament/announcing.js").Terms} Terms */

/** What one point is. */
const SIXTIETHS = 60;

/** @type {import("/page/app/main.js").MakeScreen} */
export const announceTournament = (redraw) => new Form(redraw);

class Form {
  title = "tournament.announce";
  /** @type {Terms} */
  #terms = { ...NEW };
  /** In a tournament, no bot decides a game unless the organiser wants it. @type {typeof NO_CLOCK} */
  #clock = { ...NO_CLOCK, on_flag: "forfeit" };
  /** @type {import("/page/api").components["schemas"]["Ruleset"][]} */
  #rulesets = [];
  #details = /** @type {any} */ (null);
  /** @type {import("/page/app/ruleset.js").LoadedPage | null} */
  #page = null;
  /** The chosen options; for others, the ruleset's default applies. @type {Record<string, any>} */
  #options = {};
  /** What pairs Swiss rounds in this service. @type {Engine[]} */
  #engines = [];
  /** Whether a key of this account may announce tournaments; null until that is known. @type {boolean | null} */
  #may = null;
  #busy = false;
  /** @type {Problem | null} */
  #problem = null;
  #key = store.player?.key;
  #unsubscribe;
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
    this.#unsubscribe = store.onChange(() => {
      if (this.#key === store.player?.key) return;
      this.#key = store.player?.key;
      this.#ask();
    });
    this.#choose("");
    this.#ask();
  }

  close() {
    this.#unsubscribe();
  }

  /** Asks what the service pairs with, and what the keys of this account are for. */
  async #ask() {
    const token = this.#key;
    try {
      this.#engines = (await api.get("/v1/tournaments?limit=1")).engines;
      const { tokens } = token ? await api.get("/v1/tokens", { token }) : { tokens: [] };
      if (token !== this.#key) return;
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
      const { format, groups } = this.#terms;
      this.#terms = {
        ...changed(this.#terms, { seats, hasPartners: this.#details.partners, small: true, scales: {}, bots: [] },
          known.seats),
        tieBreaks: usualTieBreaks(format, seats), qualify: usualQualifiers(groups, seats),
      };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#problem = error;
    }
    this.#redraw();
  }

  /** @param {Partial<Terms>} some */
  #set(some) {
    const next = changed(this.#terms, some, this.#details.seats);
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
        ${optionFields(this.#page, this.#asked, this.#chosen, this.#terms.seats,
          withWords(this.#page.words), (name, value) => {
            this.#options = { ...this.#options, [name]: value };
            this.#redraw();
          })}
        ${clockField(this.#clock, (clock) => {
          this.#clock = clock;
          this.#redraw();
        }, Boolean(this.#page.orders))}</section>
      <details class="card"><summary>${t("tournament.announce.scoring")}</summary><div class="fields">${this.#scoring()}</div></details>
      <details class="card"><summary>${t("tournament.announce.more")}</summary><div class="fields">${this.#more()}</div></details>
      ${this.#problem ? problemView(this.#problem) : nothing}
      <div class="buttons">
        <button type="submit" class="primary big" aria-disabled=${this.#busy ? "true" : "false"}>${t("tournament.announce.do")}</button>
        <a class="button" href="#/tournaments">${ofForm("create.cancel")}</a>
      </div></form>`;
  }

  /** The options to ask for. The pairing says who sits where, so the form does not ask how partners sit. */
  get #asked() {
    const unasked = this.#page?.options.filter(({ partners }) => partners).map(({ name }) => name) ?? [];
    return Object.fromEntries(Object.entries(optionsOf(this.#details.options_schema))
      .filter(([name]) => !unasked.includes(name)));
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
    const { name, format, rounds, seats, small, together } = this.#terms;
    const help = t(`tournament.format.${format}.help`);
    const possible = togetherIn(this.#terms);
    const helpTogether = t(`tournament.together.${together}.help`);
    return html`<label>${t("tournament.name")}
        <input type="text" name="name" required maxlength="60" autocomplete="off" .value=${name}
          @change=${(/** @type {any} */ { target }) => this.#set({ name: target.value.trim() })}></label>
      ${this.#choice("format", FORMATS, format)}
      <p class="help">${help}</p>
      <fieldset class="choice"><legend>${t("tournament.seats")}</legend>
        ${this.#details.seats.map((/** @type {number} */ count) => html`<label><input type="radio" name="seats"
          .checked=${count === seats} @change=${() => this.#set({ seats: count })}> ${count}</label>`)}</fieldset>
      ${possible.length > 1 ? html`${this.#choice("together", possible, together)}
        <p class="help">${helpTogether}</p>` : nothing}
      ${hasSmallTables(seats, this.#details.seats) && together === "alone" ? html`${this.#check("small", "tournament.small", small)}
        <p class="help">${t("tournament.small.help")}</p>` : nothing}
      ${this.#stages()}
      ${this.#number("rounds", "tournament.rounds", 1, 99, rounds)}
      ${format === "swiss" ? this.#systems() : html`<p class="help">${t("tournament.rounds.most")}</p>`}`;
  }

  /** Returns the fields for what a format other than Swiss rounds consists of. */
  #stages() {
    const { format, groups, qualify, legs, lives, advance } = this.#terms;
    const out = format === "knock_out" || format === "groups";
    return html`${format === "groups" ? html`${this.#number("groups", "tournament.groups", 2, 100, groups)}
        ${this.#number("qualify", "tournament.qualify", leastQualifiers(this.#terms, this.#details.seats), 20, qualify)}` : nothing}
      ${format === "round_robin" || format === "groups" ? this.#number("legs", "tournament.legs", 1, 2, legs) : nothing}
      ${!out ? nothing : sidesOf(this.#terms) === 2 ? this.#number("lives", "tournament.lives", 1, 2, lives)
        : this.#number("advance", "tournament.advance", 1, mostAdvancing(this.#terms, this.#details.seats), advance)}`;
  }

  /** Returns the choice of what pairs Swiss rounds at tables of two, if this service has several. */
  #systems() {
    const { engine } = this.#terms;
    if (this.#engines.length < 2 || sidesOf(this.#terms) !== 2) return nothing;
    const same = (/** @type {Engine} */ one) => one.name === engine.name && one.version === engine.version;
    return html`<fieldset class="choice"><legend>${t("tournament.system")}</legend>${this.#engines.map((one) => html`<label>
      <input type="radio" name="engine" .checked=${same(one)} @change=${() => this.#set({ engine: one })}>
      ${t(`tournament.system.${one.system}`)} <small translate="no">${one.name} ${one.version}</small></label>`)}</fieldset>
      <p class="help">${t(`tournament.system.${engine.system}.help`)}</p>`;
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

  /** Returns the fields of points and tie-breaks. */
  #scoring() {
    const terms = this.#terms;
    const { format, engine, tieBreaks, halfBye } = terms;
    const swiss = format === "swiss";
    // Rounds alone decide a knock-out.
    return html`${engine.system === "dutch" || format === "knock_out" ? nothing : sizesOf(terms, this.#details.seats).map((size) => this.#points(size))}
      ${swiss && engine.system !== "dutch" ? this.#check("halfBye", "tournament.half_bye", halfBye) : nothing}
      ${format === "knock_out" ? nothing : tieBreaksField(tieBreaks, possibleTieBreaks(swiss, sidesOf(terms)),
        (chosen) => this.#set({ tieBreaks: chosen }))}`;
  }

  /** Returns the fields for the points of each place at a table of a size. @param {number} size */
  #points(size) {
    const { scales } = this.#terms;
    const points = pointsIn(this.#terms, size);
    const title = t("tournament.points.of", { size });
    const change = (/** @type {number} */ place, /** @type {number} */ value) => this.#set({
      scales: { ...scales, [size]: points.map((one, at) => (at === place ? Math.round(value * SIXTIETHS) : one)) },
    });
    return html`<fieldset class="points-by-place"><legend>${title}</legend>${points.map((one, place) => html`<label>
      ${place + 1}. <input type="number" inputmode="decimal" required min="0" max="1000" step="any"
        aria-label=${t("tournament.points.place", { place: place + 1 })} .value=${String(Number((one / SIXTIETHS).toFixed(3)))}
        @change=${(/** @type {any} */ { target }) => target.value && change(place, target.valueAsNumber)}></label>`)}</fieldset>`;
  }

  /** Returns the fields that most tournaments leave alone. */
  #more() {
    const { format, most, late, byes, halfByes, checkIn, real, bots, rounds, spectators } = this.#terms;
    const offered = this.#details.bots;
    return html`${this.#check("checkIn", "tournament.check_in", checkIn)}
      <p class="help">${t("tournament.check_in.help")}</p>
      <label>${t("tournament.most")}
        <input type="number" inputmode="numeric" name="most" min=${leastEntrants(this.#terms, this.#details.seats)} max="2000" .value=${String(most ?? "")}
          @change=${(/** @type {any} */ { target }) => this.#set({ most: target.value ? target.valueAsNumber : null })}></label>
      <p class="help">${t("tournament.most.help")}</p>
      ${format === "swiss" ? html`${this.#number("byes", "tournament.byes", 0, rounds, byes)}
        ${byes ? this.#check("halfByes", "tournament.half_byes", halfByes) : nothing}
        ${rounds < 2 ? nothing : html`<label>${t("tournament.late")}
            <input type="number" inputmode="numeric" name="late" min="2" max=${rounds} .value=${late ? String(late) : ""}
              @change=${(/** @type {any} */ { target }) => this.#set({ late: target.value ? target.valueAsNumber : 0 })}></label>
          <p class="help">${t("tournament.late.help")}</p>`}` : nothing}
      ${watchingField(spectators, (chosen) => this.#set({ spectators: chosen }))}
      ${this.#check("real", "tournament.real", real)}
      <p class="help">${t("tournament.real.help")}</p>
      ${offered.length ? html`<fieldset><legend>${t("tournament.house_bots")}</legend>${offered.map(
        (/** @type {import("/page/app/players.js").HouseBot} */ bot) => html`<label class="check">
          <input type="checkbox" .checked=${bots.includes(bot.id)}
            @change=${() => this.#set({ bots: toggled(bots, bot.id) })}> ${botText(bot)}</label>`)}</fieldset>` : nothing}`;
  }

  /**
   * @param {"format" | "registration" | "pace" | "together"} name
   * @param {readonly string[]} values
   * @param {string} chosen
   */
  #choice(name, values, chosen) {
    const legend = t(`tournament.${name}`);
    return html`<fieldset class="choice"><legend class=${name === "registration" || name === "pace" ? "unseen" : ""}>${legend}</legend>
      ${values.map((one) => html`<label>
      <input type="radio" name=${name} .checked=${one === chosen} @change=${() => this.#set({ [name]: one })}>
      ${t(`tournament.${name}.${one}`)}</label>`)}</fieldset>`;
  }

  /**
   * @param {"rounds" | "groups" | "qualify" | "byes" | "legs" | "lives" | "advance"} name
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

  /** @param {"checkIn" | "real" | "small" | "halfBye" | "halfByes" | "standing"} name @param {string} key @param {boolean} value */
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
      go(invitationTo(made, body.code ?? ""));
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
