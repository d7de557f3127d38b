/**
 * The draft of a decision: its fields, such as a knight, its target and the squires. In a vote, it
 * survives the votes of others.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("/page/app/kit/facets.js").Row} Row
 */
import { html, nothing, svg } from "/page/vendor/lit-html/lit-html.js";
import { Facets } from "/page/app/kit/facets.js";
import { Tally } from "/page/app/kit/tally.js";
import { favourName, knightName, placeName, prisoners } from "./phrases.js";
import { spotOf } from "./places.js";

/** The order in which the fields of each action are asked. @type {Record<string, string[]>} */
const FIELDS = {
  choose_ally: ["color"],
  choose_extension: ["extension"],
  place_knight: ["side", "strength", "to"],
  choose_favour: ["favour", "upgrade", "noble"],
  cast_vote: ["ballot"],
  use_law: ["law", "upgrade", "swap"],
  score_county: ["option", "upgrade", "recruit", "extension", "voyage"],
  name_start_player: ["seat"],
  value_source: ["space", "source", "use", "upgrade"],
  ransom: ["knights"],
};
/** @type {Record<string, string>} */
const COUNTED = { place_knight: "squires", cast_vote: "markers", use_law: "amount" };

/** @param {Turn} turn @returns {Draft} */
export function draft(turn) {
  const [choice] = turn.legal.choices;
  return choice.extensions ? new BuildingDraft(turn) : new FieldsDraft(turn);
}

/**
 * Returns all actions of a choice, with bounds for what is counted.
 * @param {{type: string} & Record<string, any>} choice
 * @returns {Row[]}
 */
function rowsOf({ type, ...slots }) {
  const { of, placements, ballot, ...others } = slots;
  if (of) return of;
  if (placements) return placements;
  return ballot ? ballot.map((/** @type {string} */ one) => ({ ballot: one, ...others })) : [others];
}

/** @implements {Draft} */
class FieldsDraft {
  /** @param {Turn} turn */
  constructor(turn) {
    this.turn = turn;
    const [choice] = turn.legal.choices;
    this.type = choice.type;
    const rows = rowsOf(choice);
    const counted = COUNTED[this.type];
    const has = rows.some((row) => counted in row && typeof row[counted] === "object");
    this.facets = new Facets(rows, FIELDS[this.type], has ? counted : null, turn.changed);
  }

  get undoable() {
    return this.facets.undoable;
  }

  undo() {
    this.facets.undo();
  }

  get choice() {
    return this.facets.choice;
  }

  /** @param {any} choice */
  resume(choice) {
    this.facets.resume(choice);
  }

  spots() {
    const { facets, turn: { t } } = this;
    const fields = this.type === "place_knight" ? ["to"] : facets.shown;
    return fields.flatMap((field) => facets.spots(field, (value) => {
      const id = this.#spot(field, value);
      return id ? { id, label: t("pick.spot", { what: t(`field.${field}`), value: this.#label(field, value) }) } : null;
    }, () => this.#send()));
  }

  pending() {
    const { facets, turn: { t } } = this;
    if (this.type !== "place_knight") return [];
    const [to, strength] = [facets.value("to"), facets.value("strength")];
    if (!to || !strength) return [];
    const squires = facets.count ? `+${facets.count}` : "";
    return [{
      spot: this.#spot("to", to),
      label: t("pick.pending", { strength, place: placeName(t, to) }),
      piece: svg`<circle r="23"></circle><text y="7" text-anchor="middle" font-size="20">${strength}${squires}</text>`,
    }];
  }

  controls() {
    const { facets, turn: { t, position } } = this;
    return html`<div class="lancaster lancaster-draft">
      ${aboutView(t, position, this.type)}
      ${facets.controls((field) => t(`field.${field}`), (field, value) => upper(this.#label(field, value)))}
    </div>`;
  }

  confirm() {
    return html`<button type="button" class="primary" data-send ?disabled=${!this.facets.action}
      @click=${() => this.#send()}>${this.#sending()}</button>`;
  }

  /** Returns what the button says: what is sent, where the other controls do not show it. */
  #sending() {
    const { facets: { action, count }, turn: { t } } = this;
    switch (action && this.type) {
      case "cast_vote":
        return t("send.vote", { ballot: t(`ballot.${action?.ballot}`), count });
      case "value_source":
        return t(action?.use ? "send.source" : "send.pass", { space: placeName(t, action?.space) });
      case "use_law":
        return t(action?.amount || action?.upgrade || action?.swap ? "action.use_law" : "send.law_unused");
      case "ransom":
        return t(action?.knights.length ? "action.ransom" : "send.no_ransom");
      default:
        return t(`action.${this.type}`);
    }
  }

  #send() {
    const { action } = this.facets;
    if (action) this.turn.send([/** @type {any} */ ({ type: this.type, ...action })]);
  }

  /** Returns the spot of a value; empty if it has none. @param {string} field @param {any} value */
  #spot(field, value) {
    const { position, seat } = this.turn;
    switch (field) {
      case "to":
      case "space":
      case "extension":
      case "voyage":
        return spotOf(position, seat, value);
      case "favour":
        return `favour-${value}`;
      case "noble":
        return `county-${value}`;
      case "seat":
        return `court-${value}`;
      default:
        return "";
    }
  }

  /** @param {string} field @param {any} value */
  #label(field, value) {
    const { t, seats } = this.turn;
    if (value === null || value === false) return t(field === "use" ? "pick.decline" : "pick.none");
    if (value === true) return t("pick.yes");
    switch (field) {
      case "side":
      case "color":
        return t(`side.${value}`);
      case "strength":
        return t("pick.strength", { strength: value });
      case "upgrade":
        return knightName(t, value);
      case "favour":
        return favourName(t, value);
      case "ballot":
        return t(`ballot.${value}`);
      case "option":
        return t(`choice.${value}`);
      case "source":
        return t(`source.${value}`);
      case "seat":
        return seats.name(value);
      case "knights":
        return prisoners(t, value);
      default:
        return placeName(t, value);
    }
  }
}

/** The extensions of a law, as check boxes. @implements {Draft} */
class BuildingDraft {
  /** @param {Turn} turn */
  constructor(turn) {
    this.turn = turn;
    const [{ law, extensions }] = turn.legal.choices;
    this.law = law;
    this.of = extensions.of;
    /** @type {Tally<string>} */
    this.tally = new Tally(this.of.map((/** @type {string} */ one) => [one, 1]), extensions.at_most, turn.changed);
  }

  get undoable() {
    return this.tally.undoable;
  }

  undo() {
    this.tally.undo();
  }

  get choice() {
    const { undoable, named } = this.tally;
    return undoable ? named : null;
  }

  /** @param {string[]} extensions */
  resume(extensions) {
    this.tally.restore(extensions);
  }

  spots() {
    const { turn: { t, position, seat }, tally } = this;
    return this.of.map((/** @type {string} */ space) => ({
      id: spotOf(position, seat, space),
      label: t("pick.spot", { what: t("field.extension"), value: placeName(t, space) }),
      state: /** @type {"legal" | "chosen"} */ (tally.count(space) ? "chosen" : "legal"),
      choose: () => (tally.count(space) ? tally.less(space) : tally.more(space)),
    }));
  }

  pending() {
    return [];
  }

  controls() {
    const { turn: { t, position }, tally, of } = this;
    return html`<div class="lancaster lancaster-draft">${aboutView(t, position, "use_law")}
      <fieldset class="facet"><legend>${t("field.extension")}</legend>
        ${of.map((/** @type {string} */ space) => html`<label class="check"><input type="checkbox"
          data-field=${space} .checked=${tally.count(space) > 0}
          ?disabled=${!tally.count(space) && !tally.left}
          @change=${() => (tally.count(space) ? tally.less(space) : tally.more(space))}>
          ${placeName(t, space)}</label>`)}</fieldset></div>`;
  }

  confirm() {
    const { turn: { t, send }, tally, law } = this;
    return html`<button type="button" class="primary" data-send
      @click=${() => send([{ type: "use_law", law, extensions: tally.all }])}
      >${t(tally.all.length ? "action.use_law" : "send.law_unused")}</button>`;
  }
}

/** Returns a text as a label begins. @param {string} text */
const upper = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/**
 * Returns what the decision is about: the law, the county, the battle.
 * @param {import("/page/app/ruleset.js").Translate} t
 * @param {any} position
 * @param {string} type
 */
function aboutView(t, position, type) {
  const { subject, step, favour_side: favoured } = position;
  const county = position.counties.find((/** @type {any} */ one) => step === "county" && one.county === subject);
  const side = favoured ?? county?.knight.side;
  const isAlly = position.sides.some((/** @type {any} */ one) => one.ally && one.side === side);
  const law = (step === "vote" || step === "law") && subject;
  return html`${law ? html`<p class="lancaster-law"><strong>${law}</strong> ${t(`law.${law}`)}</p>` : nothing}
    ${step === "county" && subject ? html`<p class="lancaster-law">${placeName(t, subject)}</p>` : nothing}
    <p class="hint">${t(isAlly ? `hint.${type}.ally` : `hint.${type}`)}</p>`;
}
