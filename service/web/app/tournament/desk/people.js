/** The fields of an entry that an organiser or an arbiter makes: accounts, guests, house bots. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { randomDigits } from "/page/app/random.js";
import { accountIn } from "/page/app/tournament/accounts.js";
import { accountFields, selectOf, textField } from "/page/app/tournament/desk/fields.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/desk/deed.js").Deed} Deed */

/** The length of the key of a guest, in bytes. */
const GUEST_BYTES = 32;

/** The people of an entry, and their rating. @type {import("/page/app/tournament/desk/fields.js").Field} */
export const people = {
  draw: (deed) => html`${members(deed).map((member) => personField(deed, member))}
    <label>${t("tournament.field.rating")}
      <input type="number" inputmode="numeric" min="0" max="9999" .value=${String(deed.values.rating ?? "")}
        @input=${(/** @type {any} */ { target }) => deed.set({ rating: target.value ? target.valueAsNumber : undefined })}></label>`,
  part: (deed) => {
    const found = members(deed).map((member) => personOf(deed, member));
    if (found.some((one) => one === null)) return null;
    return { people: found, ...(deed.values.rating ? { rating: deed.values.rating } : {}) };
  },
  missing: (deed) => missingOf(deed, members(deed).find((member) => !personOf(deed, member)) ?? 1),
};

/** The person who takes over an entry; in a fixed pair, from one of both. @type {import("/page/app/tournament/desk/fields.js").Field} */
export const substitute = {
  draw: (deed) => html`${placesOf(deed).length > 1 ? html`<label>${t("tournament.field.replaced")}
      ${selectOf(deed, "member", placesOf(deed))}</label>` : nothing}
    ${personField(deed, 1, ["account", "guest"])}`,
  part: (deed) => {
    const person = personOf(deed, 1);
    const { member } = deed.values;
    if (!person || (placesOf(deed).length > 1 && !member)) return null;
    return { person, ...(member ? { member } : {}) };
  },
  missing: (deed) => (placesOf(deed).length > 1 && !deed.values.member ? t("tournament.field.replaced") : missingOf(deed, 1)),
};

/** Returns the people of the chosen entry, by their places. @param {Deed} deed @returns {[number, string][]} */
const placesOf = ({ now, values }) => (now.entrants[values.entrant - 1]?.people ?? []).map(({ name }, at) => [at + 1, name]);

/** Returns the numbers of the people of one entrant. @param {Deed} deed */
const members = ({ now }) => Array.from({ length: now.announcement.team }, (_, member) => member + 1);

/** Returns the kinds of people who can enter. @param {Deed} deed @returns {("account" | "guest" | "bot")[]} */
function kindsOf({ now: { announcement } }) {
  const { real_tables: real, house_bots: bots } = announcement;
  const possible = { account: true, guest: real, bot: bots.length > 0 };
  return (/** @type {const} */ (["account", "guest", "bot"])).filter((kind) => possible[kind]);
}

/** @param {Deed} deed @param {number} member */
const kindOf = (deed, member) => deed.values[`kind ${member}`] ?? kindsOf(deed)[0];

/** @param {Deed} deed @param {number} member @param {readonly string[]} [among]  the kinds of people who come into question */
function personField(deed, member, among = ["account", "guest", "bot"]) {
  const kinds = kindsOf(deed).filter((kind) => among.includes(kind));
  const kind = kindOf(deed, member);
  const bots = deed.now.announcement.house_bots;
  return html`${kinds.length > 1 ? html`<fieldset class="choice"><legend>${t("tournament.field.person")}</legend>
      ${kinds.map((one) => html`<label><input type="radio" name="kind ${member}" .checked=${one === kind}
        @change=${() => deed.set({ [`kind ${member}`]: one })}> ${t(`tournament.person.${one}`)}</label>`)}</fieldset>` : nothing}
    ${kind === "account" ? accountFields(deed, `account ${member}`, `name ${member}`)
      : textField(deed, `name ${member}`, "tournament.field.name")}
    ${kind === "bot" ? html`<label>${t("tournament.person.bot")}
      ${selectOf(deed, `bot ${member}`, bots.map((one) => [one, one]))}</label>` : nothing}`;
}

/** Returns a person of the form, or null while something is missing. @param {Deed} deed @param {number} member */
function personOf(deed, member) {
  const { values } = deed;
  const name = (values[`name ${member}`] ?? "").trim();
  if (!name) return null;
  const kind = kindOf(deed, member);
  // The key of a guest stays the same in all rehearsals of an entry.
  if (kind === "guest") return { name, guest: (values[`guest ${member}`] ??= randomDigits(GUEST_BYTES)) };
  const found = kind === "bot" ? values[`bot ${member}`] : accountIn(values[`account ${member}`] ?? "");
  return found ? { name, [kind]: found } : null;
}

/** Names what is missing of a person. @param {Deed} deed @param {number} member */
function missingOf(deed, member) {
  const { values } = deed;
  const kind = kindOf(deed, member);
  if (kind === "account" && !accountIn(values[`account ${member}`] ?? "")) return t("tournament.field.account");
  return t((values[`name ${member}`] ?? "").trim() ? "tournament.person.bot" : "tournament.field.name");
}
