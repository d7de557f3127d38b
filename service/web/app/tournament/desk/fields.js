/** The fields of the forms of actions: each draws itself, and returns its part of the action. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api, Problem } from "/page/app/api.js";
import { store } from "/page/app/store.js";
import { accountIn } from "/page/app/tournament/accounts.js";
import { roundsOf } from "/page/app/tournament/naming.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/desk/deed.js").Deed} Deed */
/** @typedef {import("/page/api").components["schemas"]} Schemas */

/**
 * A field. `part` returns null while something is missing, and `missing` names it; "" if the field is not shown yet.
 * `begins` returns the values of a form that opens: what it is about does not change while it is open.
 * @typedef {object} Field
 * @property {(deed: Deed) => import("/page/app/ruleset.js").Content} draw
 * @property {(deed: Deed) => Record<string, any> | null} part
 * @property {(deed: Deed) => string} missing
 * @property {(deed: Deed) => Record<string, any>} [begins]
 */

/** What stands for a reason in a rehearsal, until someone has written one. */
const UNWRITTEN = "…";

/** What an official says about a decision. @param {boolean} always  whether a reason is always required @returns {Field} */
export const reason = (always) => ({
  draw: (deed) => html`<label>${t(always || deed.asksWhy ? "tournament.reason" : "tournament.reason.free")}
    <input type="text" name="reason" maxlength="200" pattern=".*\\S.*" ?required=${always || deed.asksWhy} autocomplete="off"
      .value=${deed.values.reason ?? ""} @input=${(/** @type {any} */ { target }) => deed.set({ reason: target.value })}></label>`,
  part: ({ values, asksWhy }) => {
    const said = (values.reason ?? "").trim();
    if (said) return { reason: said };
    return always || asksWhy ? { reason: UNWRITTEN } : {};
  },
  missing: () => t("tournament.reason"),
});

/** A choice in a list. @param {string} name @param {(deed: Deed) => [string | number, string][]} options @returns {Field} */
export const choice = (name, options) => ({
  draw: (deed) => html`<label>${t(`tournament.field.${name}`)}
    ${selectOf(deed, name, options(deed))}</label>`,
  part: ({ values }) => (values[name] === undefined || values[name] === "" ? null : { [name]: values[name] }),
  missing: () => t(`tournament.field.${name}`),
});

/**
 * Returns a list to choose from; numbers stay numbers.
 * @param {Deed} deed
 * @param {string} name
 * @param {readonly [string | number, string][]} options
 */
export function selectOf(deed, name, options) {
  const chosen = deed.values[name];
  return html`<select name=${name} required @change=${(/** @type {any} */ { target }) =>
      deed.set({ [name]: options.find(([value]) => String(value) === target.value)?.[0] })}>
    <option value="" .selected=${chosen === undefined}>${t("tournament.choose")}</option>
    ${options.map(([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
  </select>`;
}

/**
 * Returns the entrants that fit, by name.
 * @param {Deed} deed
 * @param {(entrant: Schemas["Entrant"]) => boolean} [fits]
 * @returns {[number, string][]}
 */
export const entrantsOf = ({ now }, fits = () => true) =>
  now.entrants.filter(fits).map(({ entrant, name }) => [entrant, name]);

/**
 * An entrant. Players act for their own entry, which is preset.
 * @param {(entrant: Schemas["Entrant"], deed: Deed) => boolean} [fits]
 * @returns {Field}
 */
export const entrant = (fits = () => true) => {
  const { draw, ...field } = choice("entrant", (deed) => entrantsOf(deed, (one) => fits(one, deed)));
  return { draw: (deed) => (deed.role === "player" ? nothing : draw(deed)), ...field };
};

/** An entrant at the chosen table. */
export const seated = choice("entrant", (deed) => (
  (tableOf(deed)?.entrants ?? []).map((one) => [one, nameIn(deed, one)])));

/** Two entrants. @type {Field} */
export const two = {
  draw: (deed) => ["one", "other"].map((name) => html`<label>${t(`tournament.field.${name}`)}
    ${selectOf(deed, name, entrantsOf(deed))}</label>`),
  part: ({ values: { one, other } }) => (one && other ? { entrants: [one, other] } : null),
  missing: missingOfTwo,
};

/** Names which of two entrants is missing. @param {Deed} deed */
export function missingOfTwo({ values: { one } }) {
  return t(one ? "tournament.field.other" : "tournament.field.one");
}

/** The round that is paired or played when the form opens. @type {Field} */
export const currentRound = {
  draw: () => nothing, part: ({ values: { round } }) => ({ round }), missing: () => "", begins: ({ now }) => ({ round: now.round }),
};

/** The round that is paired next. @type {Field} */
export const nextRound = { draw: () => nothing, part: ({ now }) => ({ round: now.round + 1 }), missing: () => "" };

/** A round to come. */
export const comingRound = choice("round", ({ now }) => Array.from(
  { length: Math.max(0, roundsOf(now) - now.round) }, (_, at) => [now.round + 1 + at, String(now.round + 1 + at)]));

/** A round that is paired; first, the last one with a result. @type {Field} */
export const pairedRound = {
  ...choice("round", ({ tournament: { rounds } }) => rounds.map(({ round }) => [round, String(round)])),
  begins: ({ now, tournament: { rounds } }) => ({
    round: rounds.findLast(({ tables }) => tables.some(({ points }) => points))?.round ?? now.round }),
};

/** A table of the round; the chosen one stays, even if it no longer fits. @param {(table: Schemas["RoundTable"]) => boolean} [fits] */
export const table = (fits = () => true) => choice("table", (deed) => (
  named(deed, (roundIn(deed)?.tables ?? []).filter((one) => fits(one) || one.table === deed.values.table))));

/**
 * Returns tables with the names of their players.
 * @param {Deed} deed
 * @param {readonly Schemas["RoundTable"][]} tables
 * @returns {[number, string][]}
 */
const named = (deed, tables) => tables.map(({ table: number, entrants }) => [
  number, `${number}: ${entrants.map((one) => nameIn(deed, one)).join(", ")}`,
]);

/** Returns whether an arbiter can pause a table. @param {Schemas["RoundTable"]} table */
export const isPausable = ({ game, points, paused }) => game !== null && !points && !paused;

/** What stands for all tables in a list. */
const ALL = "all";

/** One of the tables that fit, or all of them. @param {(table: Schemas["RoundTable"]) => boolean} fits @returns {Field} */
export const oneOrAll = (fits) => {
  const fitting = (/** @type {Deed} */ deed) => (roundIn(deed)?.tables ?? []).filter(fits);
  return {
    draw: (deed) => html`<label>${t("tournament.field.table")}
      ${selectOf(deed, "table", [[ALL, t("tournament.tables.all")], ...named(deed, fitting(deed))])}</label>`,
    part: (deed) => {
      const chosen = deed.values.table;
      const tables = fitting(deed).map((one) => one.table).filter((one) => chosen === ALL || chosen === one);
      return tables.length ? { tables } : null;
    },
    missing: () => t("tournament.field.table"),
  };
};

/** Returns the name of those who play for an entry in the round of a form. @param {Deed} deed @param {number} entrant */
export const nameIn = (deed, entrant) => deed.tournament.nameOf(entrant, roundIn(deed)?.round);

/** Returns the round that a form is about. @param {Deed} deed */
export const roundIn = ({ tournament, values, now }) => tournament.rounds[(values.round ?? now.round) - 1];

/** Returns the table that is chosen. @param {Deed} deed */
export const tableOf = (deed) => roundIn(deed)?.tables.find((one) => one.table === deed.values.table);

/** Says how to name an account, and that a text names none. @param {string} [text] */
export const accountHelp = (text = "") => html`<p class="help">${t("tournament.account.help")}</p>
  ${text.trim() && !accountIn(text) ? html`<p class="problem">${t("tournament.account.none")}</p>` : nothing}`;

/**
 * Returns a field for an account, and one for the name of its person, which the account fills in.
 * @param {Deed} deed
 * @param {string} account  the name of its value
 * @param {string} name  the name of its value
 */
export function accountFields(deed, account, name) {
  const find = async (/** @type {string} */ text) => {
    deed.set({ [account]: text });
    const id = accountIn(text);
    if (!id || deed.values[name]) return;
    try {
      const found = (await api.get(`/v1/players/${id}`)).name;
      if (!deed.values[name]) deed.set({ [name]: found });
    } catch (error) {
      // The name can be typed.
      if (!(error instanceof Problem)) throw error;
    }
  };
  return html`${textField(deed, account, "tournament.field.account", find)}
    ${accountHelp(deed.values[account])}
    ${textField(deed, name, "tournament.field.name")}`;
}

/** An account with the name of its person, such as a new arbiter. @type {Field} */
export const official = {
  draw: (deed) => {
    const { player } = store;
    return html`${player ? html`<div><button type="button"
        @click=${() => deed.set({ account: player.id, name: player.name })}>${t("tournament.myself")}</button></div>` : nothing}
      ${accountFields(deed, "account", "name")}`;
  },
  part: ({ values }) => {
    const account = accountIn(values.account ?? "");
    const name = (values.name ?? "").trim();
    return account && name ? { account, name } : null;
  },
  missing: ({ values }) => t(accountIn(values.account ?? "") ? "tournament.field.name" : "tournament.field.account"),
};

/** One of the arbiters, by account. @type {Field} */
export const arbiter = {
  draw: (deed) => html`<label>${t("tournament.field.arbiter")}
    ${selectOf(deed, "account", deed.now.arbiters.map(({ account, name }) => [account, name]))}</label>`,
  part: ({ values: { account } }) => (account ? { account } : null),
  missing: () => t("tournament.field.arbiter"),
};

/** An account that an entrant has a relation to; for players, and for their claims, that of an arbiter. @type {Field} */
export const related = {
  draw: (deed) => (deed.role === "player" || claimIn(deed) ? arbiter.draw(deed)
    : html`${textField(deed, "account", "tournament.field.account")} ${accountHelp(deed.values.account)}`),
  part: ({ values }) => {
    const account = accountIn(values.account ?? "");
    return account ? { account } : null;
  },
  missing: (deed) => t(deed.role === "player" ? "tournament.field.arbiter" : "tournament.field.account"),
};

/** Returns the claim of a player that the form is about. @param {Deed} deed */
const claimIn = ({ now, values }) => openClaims(now)
  .find(({ account, entrant: number }) => account === values.account && number === values.entrant);

/** Returns the claims that no official has decided about. @param {Schemas["Tournament"]} now */
export const openClaims = ({ claims }) => claims.filter(({ rejected }) => !rejected);

/** The reason of an official who enters someone late. @type {Field} */
export const lateReason = {
  draw: (deed) => (deed.now.phase === "registration" ? nothing : reason(true).draw(deed)),
  part: (deed) => (deed.now.phase === "registration" ? {} : reason(true).part(deed)),
  missing: () => t("tournament.reason"),
};

/** Accounts, one on each line. @type {Field} */
export const accounts = {
  draw: (deed) => html`<label>${t("tournament.field.accounts")}
    <textarea name="accounts" rows="5" required .value=${deed.values.accounts ?? ""}
      @input=${(/** @type {any} */ { target }) => deed.set({ accounts: target.value })}></textarea></label>
    <p class="help">${t("tournament.account.help")}</p>`,
  part: ({ values }) => {
    const lines = (values.accounts ?? "").split(/[\s,;]+/).filter(Boolean);
    const found = lines.map(accountIn);
    return found.length && found.every(Boolean) ? { accounts: found } : null;
  },
  missing: () => t("tournament.field.accounts"),
};

/**
 * Returns a field of text.
 * @param {Deed} deed
 * @param {string} name
 * @param {string} key  of its label
 * @param {(text: string) => void} [typed]
 */
export const textField = (deed, name, key, typed = (text) => deed.set({ [name]: text })) => html`<label>${t(key)}
  <input type="text" name=${name} required maxlength="120" autocomplete="off" spellcheck="false" .value=${deed.values[name] ?? ""}
    @input=${(/** @type {any} */ { target }) => typed(target.value)}></label>`;
