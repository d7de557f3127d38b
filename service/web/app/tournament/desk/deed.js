/**
 * The form of an action in a dialog. It shows what the action would cause before it is taken: the
 * service rehearses it after each change of the form.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Problem } from "/page/app/api.js";
import { listed } from "/page/app/i18n.js";
import { word } from "/page/app/option-words.js";
import { dialog } from "/page/app/parts/dialogs.js";
import { likeText, problemView, ruleView } from "/page/app/parts/problem.js";
import { openClaims } from "/page/app/tournament/desk/fields.js";
import { FORMS } from "/page/app/tournament/desk/forms.js";
import { inWords } from "/page/app/tournament/followed.js";
import { factsView } from "/page/app/tournament/naming.js";
import { namesIn } from "/page/app/tournament/requests.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/followed.js").Followed} Followed */
/** @typedef {import("/page/app/tournament/followed.js").Role} Role */
/** @typedef {import("/page/app/tournament/followed.js").Action} Action */

/** The pause after a key before the service rehearses the action. */
const TYPED_MS = 250;

/** Why a rule refuses an action without a reason. */
const ASKING_WHY = ["reason_is_required", "rounds_are_left", "claim_needs_a_reason"];

/** Why a rule refuses an action as it stands in a form that nobody has touched yet. */
const UNTOUCHED = "nothing_changes";

/** How often an action is sent again because the tournament has moved on. */
const TRIES_MAX = 3;

export class Deed {
  /** @type {Record<string, any>} */
  values;
  /** @type {Role} */
  role;
  /** @type {import("/page/api").components["schemas"]["TournamentVerdict"] | null} */
  #verdict = null;
  /** @type {Problem | null} */
  #problem = null;
  /** Whether a rule requires a reason here, as far as that is known. */
  asksWhy = false;
  /** Whether someone has changed the form. */
  #touched = false;
  #busy = false;
  /** The number of the latest rehearsal; answers to older ones are ignored. */
  #asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #fields;
  #dialog;

  /**
   * @param {Followed} tournament
   * @param {string} type  of the action
   * @param {Record<string, any>} preset  values that are chosen already
   * @param {readonly Role[]} roles  in which this account may take it
   */
  constructor(tournament, type, preset, roles) {
    this.tournament = tournament;
    this.type = type;
    this.roles = roles;
    // After check-in has closed, only arbiters admit someone.
    const late = type === "check_in" && !this.now.check_in?.open && roles.includes("arbiter");
    this.role = late ? "arbiter" : roles[0];
    this.#fields = FORMS[type];
    this.values = Object.assign({}, ...this.#fields.map((field) => field.begins?.(this)), preset);
    const end = tournament.onChange(() => this.#busy || this.#rehearse());
    this.#dialog = dialog(t(`tournament.action.${type}`), () => this.#draw());
    this.#dialog.closed.then(() => {
      end();
      clearTimeout(this.#timer);
      this.#asked++;
    });
    this.#rehearse();
  }

  /** The tournament as it is now. */
  get now() {
    const { now } = this.tournament;
    if (!now) throw new Error("the tournament is not loaded");
    return now;
  }

  /** @param {Record<string, any>} some */
  set(some) {
    this.values = { ...this.values, ...some };
    this.#touched = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#rehearse(), TYPED_MS);
    this.#dialog.redraw();
  }

  /** The action, or null while something is missing. @returns {Action | null} */
  get #action() {
    /** @type {Action} */
    const action = { type: this.type };
    for (const field of this.#fields) {
      const part = field.part(this);
      if (!part) return null;
      Object.assign(action, part);
    }
    return action;
  }

  /** @returns {Promise<void>} */
  async #rehearse() {
    const mine = ++this.#asked;
    const action = this.#action;
    /** @type {import("/page/api").components["schemas"]["TournamentVerdict"] | null} */
    let verdict = null;
    /** @type {Problem | null} */
    let problem = null;
    if (action) {
      try {
        verdict = await this.tournament.rehearse(this.role, [action]);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        problem = inWords(error);
      }
    }
    if (mine !== this.#asked) return;
    const [refusal] = verdict?.refusals ?? [];
    if (!this.asksWhy && refusal && ASKING_WHY.includes(refusal.reason)) {
      this.asksWhy = true;
      await this.#rehearse();
      return;
    }
    [this.#verdict, this.#problem] = [verdict, problem];
    this.#dialog.redraw();
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const action = this.#action;
    if (!action || !this.#verdict?.legal || this.#busy) return;
    this.#busy = true;
    this.#dialog.redraw();
    try {
      await this.#take(action);
      this.#dialog.close("done");
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#problem = inWords(error);
    }
    this.#busy = false;
    this.#dialog.redraw();
  }

  /**
   * Takes the action with the effect that is shown: again while the tournament moves on without
   * changing that effect, as when other tables finish.
   * @param {Action} action
   */
  async #take(action) {
    for (let tries = 0; ; tries++) {
      const shown = this.#verdict;
      try {
        return await this.tournament.take(this.role, [action], shown?.version);
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 412) throw error;
        await this.#rehearse();
        const same = String(shown?.sentences) === String(this.#verdict?.sentences);
        if (!same || tries === TRIES_MAX) throw error;
      }
    }
  }

  #draw() {
    const can = this.#verdict?.legal && !this.#busy;
    const help = word(t, `tournament.help.${this.type}.${this.role}`, word(t, `tournament.help.${this.type}`, ""));
    return html`<form class="fields deed" @submit=${(/** @type {Event} */ event) => this.#submit(event)}>
      ${help ? html`<p class="help">${help}</p>` : nothing}
      ${this.#fields.map((field) => field.draw(this))}
      ${this.roles.length > 1 ? html`<label>${t("tournament.role")}
        <select @change=${(/** @type {any} */ event) => {
          this.role = event.target.value;
          this.set({});
        }}>${this.roles.map((role) => html`<option value=${role} ?selected=${role === this.role}>
          ${t(`tournament.role.${role}`)}</option>`)}</select></label>` : nothing}
      <section class="effect" aria-live="polite"><h3>${t("tournament.effect")}</h3>${this.#effect()}</section>
      <footer class="buttons">
        <button type="button" @click=${() => this.#dialog.close("")}>${t("dialog.no")}</button>
        <button type="submit" class="primary" aria-disabled=${can ? "false" : "true"}>${t(`tournament.action.${this.type}`)}</button>
      </footer></form>`;
  }

  /** Returns what the action would cause, or why it is refused. */
  #effect() {
    if (this.#problem) return html`${problemView(this.#problem)} ${factsView(this.#problem.facts, this.now)}`;
    const verdict = this.#verdict;
    if (!verdict) return html`<p class="hint">${missingText(this, this.#fields)}</p>`;
    const [refusal] = verdict.refusals;
    if (refusal?.reason === UNTOUCHED && !this.#touched) return html`<p class="hint">${t("tournament.effect.unchanged")}</p>`;
    if (refusal) return html`<p class="problem">${refusal.message} ${likeText(refusal.facts)} ${ruleView(refusal.rule, "")}</p>
      ${factsView(refusal.facts, this.now)}`;
    // A draw is judged and not shown, so that nobody can look at it and change what it depends on.
    const sentences = verdict.sentences.length ? verdict.sentences : [t("tournament.effect.drawn")];
    return html`<ul>${[...sentences, ...verdict.events.flatMap((event) => this.#tablesIn(event))]
      .map((one) => html`<li>${one}</li>`)}</ul>
      ${[...leftOut(this.type, this.now), ...absentees(this.type, this.tournament), ...undecided(this.type, this.now)]
        .map((one) => html`<p class="problem">${one}</p>`)}`;
  }

  /** Returns the tables that an arbiter makes, with the names of their players. @param {any} event */
  #tablesIn({ type, round, tables }) {
    if (type !== "round_paired" && type !== "tables_changed") return [];
    return tables.map((/** @type {any} */ one, /** @type {number} */ at) => {
      const { table, players } = Array.isArray(one) ? { table: at + 1, players: one } : one;
      const names = players.map((/** @type {number} */ entrant) => this.tournament.nameOf(entrant, round));
      return `${t("tournament.table", { table })}: ${names.join(", ")}`;
    });
  }
}

/**
 * Returns which pairs an action leaves out of the tournament because the partner has not confirmed.
 * @param {string} type
 * @param {import("/page/api").components["schemas"]["Tournament"]} now
 */
export function leftOut(type, { announcement, partners_asked: requests }) {
  const closes = type === "start_tournament" && !announcement.registration.late_until;
  return closes ? requests.map((one) => t("tournament.start.without", namesIn(one))) : [];
}

/** What ends the time in which an official should have decided about a claim: the audit lists the others. */
const ENDING = new Set(["close_round", "end_tournament", "abort_tournament"]);

/**
 * Returns the claims about arbiters that no official has decided about, if an action ends a round or the tournament.
 * The page does not know what a dismissed arbiter decided, so it says when the audit lists the claim.
 * @param {string} type
 * @param {import("/page/api").components["schemas"]["Tournament"]} now
 */
export function undecided(type, now) {
  if (!ENDING.has(type)) return [];
  return openClaims(now).map(({ account, entrant }) => {
    const { name } = now.entrants[entrant - 1];
    const arbiter = now.arbiters.find((one) => one.account === account)?.name;
    return arbiter ? t("tournament.claim.undecided", { name, arbiter }) : t("tournament.claim.undecided.dismissed", { name });
  });
}

/**
 * Says what is missing in a form.
 * @param {Deed} deed
 * @param {readonly import("/page/app/tournament/desk/fields.js").Field[]} fields
 */
export function missingText(deed, fields) {
  const names = fields.filter((field) => !field.part(deed)).map((field) => field.missing(deed)).filter(Boolean);
  return names.length ? t("tournament.effect.missing", { names: listed(names) }) : t("tournament.effect.none");
}

/**
 * Names those who forfeited the last round and are still paired: the bye may go to them.
 * @param {string} type
 * @param {Pick<Followed, "now" | "round">} tournament
 */
export function absentees(type, { now, round }) {
  if (type !== "pair_round" || !now || !round) return [];
  const stay = round.tables.flatMap(({ forfeits }) => forfeits).filter((one) => {
    const { status, byes } = now.entrants[one - 1];
    return status === "in" && !byes.some((bye) => bye.round === now.round + 1);
  });
  return stay.length ? [t("tournament.pair.absent", { names: listed(stay.map((one) => now.entrants[one - 1].name)) })] : [];
}
