/** The fields of decisions at tables: places, forfeits, other tables. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { entrantsOf, missingOfTwo, nameIn, roundIn, selectOf, tableOf } from "/page/app/tournament/desk/fields.js";
import { placesOf } from "/page/app/tournament/places.js";
import { t } from "/page/app/tournament/words.js";

/** @typedef {import("/page/app/tournament/desk/deed.js").Deed} Deed */
/** @typedef {import("/page/app/tournament/desk/fields.js").Field} Field */

/**
 * The places of the players of the chosen table, from places or from scores.
 * @param {boolean} decidesForfeits  whether the result says who forfeits, too
 * @returns {Field}
 */
export const places = (decidesForfeits) => ({
  draw: (deed) => {
    const table = tableOf(deed);
    if (!table) return nothing;
    const stayed = table.entrants.filter((one) => !forfeited(deed, one, decidesForfeits));
    const decided = stayed.length < 2 || allScored(deed, stayed);
    return html`<fieldset class="places"><legend>${t("tournament.places")}</legend>
      <p class="help">${t("tournament.places.help")}</p>
      <table><thead><tr><th scope="col">${t("tournament.entrant")}</th><th scope="col">${t("tournament.place")}</th>
        <th scope="col">${t("tournament.field.score")}</th>
        ${decidesForfeits ? html`<th scope="col">${t("tournament.forfeit")}</th>` : nothing}</tr></thead>
      <tbody>${table.entrants.map((entrant) => {
        const name = nameIn(deed, entrant);
        const out = forfeited(deed, entrant, decidesForfeits);
        return html`<tr><th scope="row">${name}</th>
          <td>${numberField(deed, `place ${entrant}`, t("tournament.place.of", { name }), 1, 6, out || decided)}</td>
          <td>${numberField(deed, `score ${entrant}`, t("tournament.score.of", { name }), -999_999, 999_999, out)}</td>
          ${decidesForfeits ? html`<td><input type="checkbox" aria-label=${t("tournament.forfeit.of", { name })} .checked=${out}
            @change=${(/** @type {any} */ { target }) => deed.set({ [`out ${entrant}`]: target.checked })}></td>` : nothing}</tr>`;
      })}</tbody></table></fieldset>`;
  },
  part: (deed) => {
    const table = tableOf(deed);
    if (!table) return null;
    const out = table.entrants.map((one) => forfeited(deed, one, decidesForfeits));
    const stayed = table.entrants.filter((_, at) => !out[at]);
    const forfeits = decidesForfeits ? { forfeits: table.entrants.filter((_, at) => out[at]) } : {};
    if (stayed.length < 2) return { ranks: [], ...forfeits };
    const scored = allScored(deed, stayed);
    if (!scored && stayed.some((one) => deed.values[`place ${one}`] === undefined)) return null;
    const scores = table.entrants.map((one) => deed.values[`score ${one}`] ?? 0);
    const order = table.entrants.map((one, at) => (scored ? -scores[at] : deed.values[`place ${one}`]));
    return { ranks: placesOf(order, out), ...(scored ? { scores } : {}), ...forfeits };
  },
  missing: (deed) => (tableOf(deed) ? t("tournament.places") : ""),
});

/** @param {Deed} deed @param {number} entrant @param {boolean} decides */
function forfeited(deed, entrant, decides) {
  const known = tableOf(deed)?.forfeits.includes(entrant) ?? false;
  return decides ? (deed.values[`out ${entrant}`] ?? known) : known;
}

/** Returns whether all these entrants have a score. @param {Deed} deed @param {readonly number[]} entrants */
const allScored = ({ values }, entrants) =>
  entrants.length > 0 && entrants.every((one) => values[`score ${one}`] !== undefined);

/**
 * @param {Deed} deed
 * @param {string} name
 * @param {string} label
 * @param {number} least
 * @param {number} most
 * @param {boolean} idle  whether its number does not count
 */
const numberField = (deed, name, label, least, most, idle) => html`<input type="number" inputmode="numeric"
  aria-label=${label} min=${least} max=${most} ?disabled=${idle} .value=${String(deed.values[name] ?? "")}
  @input=${(/** @type {any} */ { target }) => deed.set({ [name]: target.value ? target.valueAsNumber : undefined })}>`;

/** The players of the chosen table who lose by forfeit. @type {Field} */
export const absent = {
  draw: (deed) => {
    const table = tableOf(deed);
    if (!table) return nothing;
    return html`<fieldset><legend>${t("tournament.forfeit")}</legend>${table.entrants
      .filter((one) => !table.forfeits.includes(one)).map((one) => html`<label class="check">
        <input type="checkbox" .checked=${deed.values[`out ${one}`] ?? false}
          @change=${(/** @type {any} */ { target }) => deed.set({ [`out ${one}`]: target.checked })}>
        ${nameIn(deed, one)}</label>`)}</fieldset>`;
  },
  part: (deed) => {
    const entrants = tableOf(deed)?.entrants.filter((one) => deed.values[`out ${one}`]) ?? [];
    return entrants.length ? { entrants } : null;
  },
  missing: (deed) => (tableOf(deed) ? t("tournament.forfeit") : ""),
};

/** Time that is added, in minutes. @type {Field} */
export const minutes = {
  draw: (deed) => html`<label>${t("tournament.field.minutes")}
    ${numberField(deed, "minutes", t("tournament.field.minutes"), 1, 1440, false)}</label>`,
  part: ({ values }) => (values.minutes ? { seconds: Math.round(values.minutes * 60) } : null),
  missing: () => t("tournament.field.minutes"),
};

/** The tables of a round that an arbiter pairs by hand: a number for each entrant. @type {Field} */
export const tables = {
  draw: (deed) => html`<fieldset class="places"><legend>${t("tournament.field.tables")}</legend>
    <p class="help">${t("tournament.tables.help")}</p>
    <table><thead><tr><th scope="col">${t("tournament.entrant")}</th><th scope="col">${t("tournament.field.table")}</th></tr></thead>
    <tbody>${presentIn(deed).map(([entrant, name]) => html`<tr><th scope="row">${name}</th>
      <td>${numberField(deed, `table ${entrant}`, t("tournament.table.of", { name }), 1, 999, false)}</td></tr>`)}</tbody></table>
    <label>${t("tournament.field.resting")} ${selectOf(deed, "kind", [
      ["pairing", t("tournament.bye.pairing")], ["full", t("tournament.bye.full")],
      ["half", t("tournament.bye.half")], ["zero", t("tournament.bye.zero")]])}</label></fieldset>`,
  part: (deed) => {
    deed.values.kind ??= "pairing";
    /** @type {Map<number, number[]>} */
    const found = new Map();
    const byes = [];
    for (const [entrant] of presentIn(deed)) {
      const number = deed.values[`table ${entrant}`];
      if (number) found.set(number, [...(found.get(number) ?? []), entrant]);
      else byes.push({ player: entrant, kind: deed.values.kind });
    }
    const numbers = [...found.keys()].sort((one, other) => one - other);
    return numbers.length ? { tables: numbers.map((one) => found.get(one)), byes } : null;
  },
  missing: () => t("tournament.field.tables"),
};

/** Returns who plays the next round, the best first. @param {Deed} deed @returns {[number, string][]} */
function presentIn(deed) {
  const { now, tournament } = deed;
  const next = now.round + 1;
  const here = now.announcement.check_in ? (now.check_in?.present ?? []) : null;
  const order = new Map(tournament.standings?.standings.map(({ entrant }, at) => [entrant, at]));
  return entrantsOf(deed, ({ entrant, status, byes }) => status === "in"
    && (here === null || here.includes(entrant)) && !byes.some(({ round }) => round === next))
    .sort(([one], [other]) => (order.get(one) ?? one) - (order.get(other) ?? other));
}

/** Two entrants of the round who change places, also with one who rests. @type {Field} */
export const exchange = {
  draw: (deed) => {
    const round = roundIn(deed);
    const options = [
      ...(round?.tables ?? []).flatMap(({ table, entrants }) => entrants.map((one) => /** @type {[number, string]} */ (
        [one, `${t("tournament.table", { table })}: ${nameIn(deed, one)}`]))),
      ...(round?.byes ?? []).map(({ entrant }) => /** @type {[number, string]} */ (
        [entrant, `${t("tournament.rests")}: ${nameIn(deed, entrant)}`])),
    ];
    return ["one", "other"].map((name) => html`<label>${t(`tournament.field.${name}`)}
      ${selectOf(deed, name, options)}</label>`);
  },
  part: (deed) => {
    const round = roundIn(deed);
    const { one, other } = deed.values;
    if (!round || !one || !other || one === other) return null;
    const swapped = (/** @type {number} */ entrant) => (entrant === one ? other : entrant === other ? one : entrant);
    const changed = round.tables.filter(({ entrants }) => entrants.includes(one) || entrants.includes(other));
    const rests = round.byes.some(({ entrant }) => entrant === one || entrant === other);
    return {
      tables: changed.map(({ table, entrants }) => ({ table, players: entrants.map(swapped) })),
      ...(rests ? { byes: round.byes.map(({ entrant, kind }) => ({ player: swapped(entrant), kind })) } : {}),
    };
  },  missing: missingOfTwo,
};
