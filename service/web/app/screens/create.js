/** Opening a game: the ruleset, the players, options, clock and terms. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Problem } from "/page/app/api.js";
import { clockField, clockOf, NO_CLOCK } from "/page/app/create/clock.js";
import { Continued } from "/page/app/create/continued.js";
import { fitted, optionFields } from "/page/app/create/options.js";
import { SetUp } from "/page/app/create/set-up.js";
import { watchingField } from "/page/app/create/watching.js";
import { t } from "/page/app/create/words.js";
import { openGame, optionsOf } from "/page/app/game/opening.js";
import { speech, withWords } from "/page/app/i18n.js";
import { chosenBot } from "/page/app/parts/bots.js";
import { problemView } from "/page/app/parts/problem.js";
import { botText } from "/page/app/players.js";
import { rulesetDetails, rulesetPage, rulesets, witnesses } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";

/** @typedef {import("/page/app/game/opening.js").Sitter} Sitter */
/** @typedef {import("/page/app/players.js").HouseBot} HouseBot */

/** Unfolds the section of an invalid field, so that the browser can show the error. */
const UNFOLD = {
  capture: true,
  handleEvent(/** @type {any} */ event) {
    event.target.closest("details")?.setAttribute("open", "");
  },
};

/** @type {import("/page/app/main.js").MakeScreen} */
export function create(redraw, _path, query) {
  const form = new Form(redraw);
  form.begin(query);
  return { title: query.has("continues") ? "continues.play" : "create.title", draw: () => form.draw() };
}

class Form {
  /** @type {any[]} */
  rulesets = [];
  /** @type {any} */
  details = null;
  /** @type {import("/page/app/ruleset.js").LoadedPage | null} */
  page = null;
  /** The chosen options; for others, the ruleset's default applies. @type {Record<string, any>} */
  options = {};
  /** @type {Sitter[]} */
  sitters = [];
  clock = { ...NO_CLOCK };
  takeBacks = true;
  /** Whether players may give links of their own. */
  links = false;
  /** How many witnesses the service knows. */
  witnesses = 0;
  /** Whether they take part. */
  witnessed = false;
  /** @type {import("/page/app/create/watching.js").Spectators} */
  spectators = { kind: "allowed" };
  /** Whether anyone may take a free seat. */
  anyone = false;
  /** The moment from which the game goes on, unless it begins at the beginning. @type {Continued | null} */
  continued = null;
  /** Who plays on, until the seats are chosen one by one. @type {import("/page/app/create/continued.js").Company | ""} */
  company = "";
  /** For example the name of a tournament. */
  label = "";
  /** @type {Problem | null} */
  problem = null;
  busy = false;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.setUp = new SetUp(redraw);
  }

  /** Reads what the address asks for. @param {URLSearchParams} query */
  async begin(query) {
    try {
      this.continued = await Continued.read(query);
    } catch (error) {
      this.#fail(error);
      return;
    }
    await this.choose(this.continued?.ruleset ?? query.get("ruleset"));
    if (this.continued && this.details) this.#play(this.details.bots.length ? "house" : "alone");
  }

  /** Chooses who plays on. @param {import("/page/app/create/continued.js").Company} company */
  #play(company) {
    if (!this.continued) return;
    this.company = company;
    this.sitters = this.continued.sitters(company, chosenBot(this.details.bots));
    this.redraw();
  }

  /** @param {string | null} id */
  async choose(id) {
    try {
      [this.rulesets, this.witnesses] = await Promise.all([rulesets(), witnesses()]);
      const known = this.rulesets.find((one) => one.id === id) ?? this.rulesets[0];
      [this.details, this.page] = await Promise.all([
        rulesetDetails(known.id), rulesetPage(known.id),
      ]);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.options = {};
    this.sitters = [];
    this.#settle();
  }

  /** The value of each option: the chosen one, else the house's usual one, else the default. */
  get chosen() {
    const schema = optionsOf(this.details.options_schema);
    const defaults = Object.fromEntries(
      Object.entries(schema).map(([name, one]) => [name, one.default]),
    );
    const house = this.#house ? this.details.house_options : {};
    return { ...defaults, ...house, ...this.options };
  }

  /** Makes the choices consistent, and redraws. */
  #settle() {
    const count = this.continued?.seats ?? this.chosen.players ?? Math.min(...this.details.seats);
    const sitters = Array.from({ length: count }, (_, seat) => this.sitters[seat] ?? "friend");
    if (!this.sitters.length) sitters[0] = "me";
    this.sitters = sitters;
    this.options = fitted(this.options, this.page?.options ?? [], count);
    this.redraw();
  }

  /** @param {string} name @param {any} value */
  #set(name, value) {
    this.options = { ...this.options, [name]: value };
    this.#settle();
  }

  draw() {
    if (!this.details || !this.page) return this.problem ? problemView(this.problem) : nothing;
    const { language } = speech;
    const called = Object.entries(this.#called).map(([side, name]) => [`side.${side}`, name[language]]);
    const words = withWords({
      ...this.page.words, [language]: { ...this.page.words[language], ...Object.fromEntries(called) },
    });
    return html`<form class="create" @invalid=${UNFOLD}
        @submit=${(/** @type {Event} */ event) => this.#open(event)}>
      <h1>${t(this.continued ? "continues.play" : "create.title")}</h1>
      ${this.continued?.draw(this.details.bots.length > 0, (company) => this.#play(company), this.company) ?? this.#which()}
      <section class="card"><h2>${t("create.who")}</h2>
        ${this.#count()}
        <label>${t("settings.name")}
          <input type="text" maxlength="40" autocomplete="nickname" .value=${store.settings.name}
            placeholder=${t("create.name.none")}
            @change=${(/** @type {any} */ event) => store.set({ name: event.target.value.trim() })}>
        </label>
        <ol class="sitters" start="1">${this.sitters.map((_, seat) => this.#sitter(seat))}</ol>
        <label class="check"><input type="checkbox" .checked=${this.anyone}
          @change=${(/** @type {any} */ event) => (this.anyone = event.target.checked)}>
          ${t("create.anyone")}</label>
        <p class="help">${t("create.anyone.help")}</p>
      </section>
      ${this.continued ? nothing : html`<section class="card"><h2>${t("create.options")}</h2>
        ${optionFields(this.page, optionsOf(this.details.options_schema), this.chosen,
          this.sitters.length, words, (name, value) => this.#set(name, value))}
        ${this.#board()}
      </section>`}
      ${this.continued ? html`<details class="card"><summary>${t("create.terms")}</summary>
          ${this.#terms()}</details>`
        : html`<section class="card"><h2>${t("create.terms")}</h2>${this.#terms()}</section>`}
      ${this.problem ? problemView(this.problem, this.details.id) : nothing}
      <div class="buttons">
        <button type="submit" class="primary big" aria-disabled=${this.busy ? "true" : "false"}>
          ${t(this.busy ? "lobby.opening" : "create.open")}</button>
        <a class="button" href="#/">${t("create.cancel")}</a>
      </div>
    </form>`;
  }

  /** Returns the fields for the clock and the other terms. */
  #terms() {
    return html`${clockField(this.clock, (clock) => {
      this.clock = clock;
      this.redraw();
    }, this.#reactions)}
    <label class="check"><input type="checkbox" .checked=${this.takeBacks}
      @change=${(/** @type {any} */ event) => (this.takeBacks = event.target.checked)}>
      ${t("create.take_backs")}</label>
    <p class="help">${t("create.take_backs.help")}</p>
    ${this.#chance()}
    ${watchingField(this.spectators, (chosen) => (this.spectators = chosen))}
    <label>${t("terms.label")}
      <input type="text" maxlength="60" .value=${this.label} placeholder=${t("create.name.none")}
        @change=${(/** @type {any} */ event) => (this.label = event.target.value.trim())}>
    </label>
    <p class="help">${t("create.label.help")}</p>`;
  }

  /** Returns the board with these options. */
  #board() {
    const image = this.setUp.image(this.details.id, this.chosen);
    return image ? html`<img class="set-up" src=${image} alt="">` : nothing;
  }

  /** Returns the fields for what else the dice depend on. */
  #chance() {
    return html`${this.witnesses ? html`
        <label class="check"><input type="checkbox" .checked=${this.witnessed}
          @change=${(/** @type {any} */ event) => (this.witnessed = event.target.checked)}>
          ${t("create.witnessed", { count: this.witnesses })}</label>
        <p class="help">${t("create.witnessed.help", { count: this.witnesses })}</p>` : nothing}
      <label class="check"><input type="checkbox" .checked=${this.links}
        @change=${(/** @type {any} */ event) => (this.links = event.target.checked)}>
        ${t("create.chains")}</label>
      <p class="help">${t("create.chains.help")}</p>`;
  }

  #which() {
    if (this.rulesets.length < 2) return nothing;
    return html`<fieldset class="choice large"><legend class="unseen">${t("create.which")}</legend>
      ${this.rulesets.map((one) => html`<label><input type="radio" name="ruleset" value=${one.id}
        .checked=${one.id === this.details.id} @change=${() => this.choose(one.id)}> ${one.title}</label>`)}
    </fieldset>`;
  }

  /** Whether the game has reactions, for which a clock can have a smaller time. */
  get #reactions() {
    return Boolean(this.page?.orders);
  }

  /**
   * Returns the field for the number of seats, an option of the ruleset shown among the players.
   */
  #count() {
    if (this.continued || this.chosen.players === undefined) return nothing;
    return html`<fieldset class="choice"><legend>${t("create.players")}</legend>
      ${this.details.seats.map((/** @type {number} */ count) => html`<label>
        <input type="radio" name="players" .checked=${this.chosen.players === count}
          @change=${() => this.#set("players", count)}> ${count}</label>`)}
    </fieldset>`;
  }

  /** @param {number} seat */
  #sitter(seat) {
    const sitter = this.sitters[seat];
    const offered = /** @type {Sitter[]} */ (
      ["me", "friend", ...this.details.bots.map((/** @type {HouseBot} */ bot) => `bot ${bot.id}`)]
    );
    return html`<li><label><span>${t("create.seat", { seat: seat + 1 })}${this.#sideOf(seat)}</span>
      <select @change=${(/** @type {any} */ event) => {
        this.sitters = this.sitters.with(seat, event.target.value);
        this.company = "";
        this.#settle();
      }}>
        ${offered.map((one) => html`<option value=${one} ?selected=${one === sitter}>${this.#sitterText(one)}</option>`)}
      </select></label></li>`;
  }

  /**
   * Returns how the game calls the side of a seat with the chosen options, such as ": North"; nothing
   * if it does not say.
   * @param {number} seat
   */
  #sideOf(seat) {
    const schema = Object.entries(optionsOf(this.details.options_schema));
    const listed = schema.find(([, one]) => one["x-sides-of-seats"])?.[0] ?? "";
    const side = this.#called[this.chosen[listed]?.[seat]]?.[speech.language];
    return side && !this.continued ? `: ${side}` : nothing;
  }

  /** The names of sides in a game with the chosen options, if they give any. @returns {Record<string, Record<string, string>>} */
  get #called() {
    const schema = Object.entries(optionsOf(this.details.options_schema));
    return schema.map(([name, one]) => one["x-sides"]?.[this.chosen[name]]).find(Boolean) ?? {};
  }

  /** @param {Event} event */
  async #open(event) {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    this.problem = null;
    this.redraw();
    try {
      await openGame({
        ruleset: this.details.id,
        ...(this.continued ? { continues: this.continued.asked } : {
          options: { ...(this.#house ? this.details.house_options : {}), ...this.options },
        }),
        clock: clockOf(this.clock, this.#reactions),
        take_backs: this.takeBacks,
        label: this.label || null,
        links: this.links,
        witnessed: this.witnessed,
        seating: this.anyone ? "anyone" : "links",
        spectators: this.spectators,
      }, this.sitters);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {Sitter} sitter */
  #sitterText(sitter) {
    const bot = this.details.bots.find((/** @type {HouseBot} */ { id }) => sitter === `bot ${id}`);
    return bot ? t("create.bot", { bot: botText(bot) }) : t(`create.${sitter}`);
  }

  /** Whether a house bot plays. */
  get #house() {
    return this.sitters.some((one) => one.startsWith("bot "));
  }

  /** @param {unknown} error */
  #fail(error) {
    if (!(error instanceof Problem)) throw error;
    this.problem = error;
    this.busy = false;
    this.redraw();
  }
}

