/**
 * Placing paladins: pick a clan of the reserve, then a place, or drag it there. The draft sends all
 * paladins of a turn together; until then the player can take each back.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Spot} Spot
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./board.js").Clan} Clan
 * @typedef {import("./board.js").Counts} Counts
 * @typedef {import("./board.js").Position} Position
 * @typedef {import("./phrases.js").Placement} Placement
 * @typedef {number | "court"} Place
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { CLANS, counted, destination, influence, territoryAt } from "./board.js";
import { Outlook } from "./outlook.js";
import { forecastView, foreseen } from "./outlook_view.js";
import { more, named, placedPaladins, token } from "./shapes.js";
import { placesText, sidesText, territoryText } from "./phrases.js";

/** @implements {Draft} */
export class PlacingDraft {
  /**
   * @param {Turn} turn
   * @param {{count: number, at_most: Counts, to: Place[]}} choices
   */
  constructor(turn, { count, at_most: most, to }) {
    this.turn = turn;
    this.count = count;
    this.most = most;
    this.places = to;
    /** In the order in which the player placed them. @type {Placement[]} */
    this.placed = [];
    this.picked = CLANS.find((clan) => this.#held(clan)) ?? null;
    /** The emperor's possible moves after all placements. @type {Outlook | null} */
    this.outlook = null;
  }

  get left() {
    return this.count - this.placed.length;
  }

  get undoable() {
    return this.placed.length > 0;
  }

  undo() {
    this.#takeBack(this.placed.length - 1);
  }

  /**
   * While paladins are left, every place accepts one; after that, places with some give them back.
   */
  spots() {
    return this.places.filter((to) => this.left || this.#last(to) >= 0).map((to) => (
      this.left ? this.#spot(to) : this.#spotBack(to)
    ));
  }

  /** Returns the new paladins, drawn on those of their clan, and the emperor's possible moves. */
  pending() {
    const { t, position } = this.turn;
    const placed = this.places.flatMap((to) => CLANS.flatMap((clan) => {
      const all = this.placed.filter((one) => one.to === to && one.clan === clan);
      if (to === "court" || !all.length) return [];
      const label = placesText(t, all);
      return territoryAt(position, to).paladins[clan]
        ? [{ spot: `paladin-${to}-${clan}`, label, piece: more(all.length) }]
        : [{ spot: spotOf(to), label, piece: placedPaladins(clan, all.length) }];
    }));
    return this.outlook ? [...placed, ...foreseen(this.outlook, null)] : placed;
  }

  controls() {
    const { t } = this.turn;
    this.outlook = this.outlook?.current() ?? null;
    return html`<div class="cm cm-draft ${this.left ? "" : "cm-complete"}">
      <h3>${t("place.title", { count: this.count })}</h3>
      <p class="hint" role="status">${this.#hint()}</p>
      ${this.count ? this.#choices() : nothing}
      ${this.placed.length ? this.#list() : nothing}
      <button type="button" class="primary cm-send" ?disabled=${this.left > 0}
        @click=${() => this.turn.send([this.#action()])}>
        ${t("place.send", { count: this.count })}
      </button>
      ${this.outlook ? this.#outlook(this.outlook) : nothing}
    </div>`;
  }

  #hint() {
    const { t } = this.turn;
    if (!this.count) return t("place.nothing");
    if (!this.left) return t("place.done");
    return t("place.left", { count: this.left });
  }

  #choices() {
    const { t } = this.turn;
    const clans = CLANS.filter((clan) => this.most[clan]);
    return html`
      <div class="cm-reserve" role="group" aria-label=${t("place.reserve")}>
        ${clans.map((clan) => this.#clan(clan))}
      </div>
      <div class="cm-places" role="group" aria-label=${t("place.where")}>
        ${this.places.map((to) => (to === "court" ? this.#court() : this.#territory(to)))}
      </div>`;
  }

  /** @param {Clan} clan */
  #clan(clan) {
    const { t } = this.turn;
    const held = this.#held(clan);
    return html`<button type="button" class="cm-clan" data-clan=${clan} data-drag=${clan}
      aria-pressed=${this.picked === clan ? "true" : "false"}
      aria-disabled=${held && this.left ? "false" : "true"} @click=${() => this.#pick(clan)}>
      ${token(clan)}<span class="cm-name">${t(`clan.${clan}`)}</span>
      <span>${t("place.held", { count: held })}</span>
    </button>`;
  }

  #court() {
    const { t, position, seat } = this.turn;
    const { court } = position.seats[seat];
    const placed = counted(this.placed.filter(({ to }) => to === "court").map(({ clan }) => clan));
    return html`<button type="button" class="cm-court" data-spot="court" data-to="court"
      title=${this.#label("court")} ?disabled=${!this.left}
      @click=${() => this.#place(this.picked, "court")}>
      <strong>${t("place.court")}</strong>
      <span class="cm-row">${CLANS.filter((clan) => court[clan] || placed[clan]).map((clan) => html`<span>
        ${court[clan] || ""}${placed[clan] ? html`<strong class="cm-new">+${placed[clan]}</strong>` : nothing}
        ${named(clan, t(`clan.${clan}`))}</span>`)}</span>
    </button>`;
  }

  /** @param {number} head */
  #territory(head) {
    return html`<button type="button" class="cm-territory" data-to=${head}
      aria-label=${this.#label(head)} ?disabled=${!this.left}
      @click=${() => this.#place(this.picked, head)}>${head}</button>`;
  }

  #list() {
    const { t } = this.turn;
    return html`<ul class="cm-placed" aria-label=${t("place.placed")}>${this.placed.map(
      ({ clan, to }, index) => html`<li><button type="button" data-back=${index}
        @click=${() => this.#takeBack(index)}>
        ${token(clan)}<span>${this.#placeText(to)}</span> <span aria-hidden="true">×</span>
        <span class="unseen">${t("place.take_back", { placed: this.#placedText(clan, to) })}</span>
      </button></li>`,
    )}</ul>`;
  }

  /** @param {Outlook} outlook */
  #outlook(outlook) {
    const { t } = this.turn;
    return html`<details class="cm-outlook" open>
      <summary>${t("place.outlook")}</summary>
      ${outlook.sentences.map((sentence) => html`<p>${sentence}</p>`)}
      <ol>${outlook.steps.map((steps) => html`<li>
        <strong>${this.#walk(steps)}</strong> ${forecastView(outlook, steps)}
      </li>`)}</ol>
    </details>`;
  }

  /** @param {number} steps */
  #walk(steps) {
    const { t, position } = this.turn;
    return t("emperor.spot", { count: steps, territory: destination(position, steps) });
  }

  /** @param {Place} to @returns {Spot} */
  #spot(to) {
    return {
      id: spotOf(to),
      label: this.#label(to),
      state: "legal",
      takes: (dragged) => this.#held(/** @type {Clan} */ (dragged)) > 0,
      choose: (dragged) => this.#place(/** @type {Clan} */ (dragged ?? this.picked), to),
      preview: () => this.#preview(to),
    };
  }

  /** Shows the influence of each side there, including the new paladins. @param {Place} to */
  #preview(to) {
    if (to === "court") return nothing;
    const { t, position } = this.turn;
    const known = territoryAt(position, to);
    const placed = counted(this.placed.filter((one) => one.to === to).map(({ clan }) => clan));
    const paladins = Object.fromEntries(CLANS.map((clan) => (
      [clan, (known.paladins[clan] ?? 0) + (placed[clan] ?? 0)])));
    const territory = { ...known, paladins };
    const strengths = influence(position, territory);
    const somebody = Object.values(strengths).some((strength) => strength > 0);
    return html`<p><strong>${t("place.territory", { territory: to })}</strong></p>
      <p>${territoryText(t, territory)}. ${somebody
        ? t("place.influence", { sides: sidesText(t, strengths) }) : t("story.nobody")}</p>`;
  }

  /** @param {Place} to @returns {Spot} */
  #spotBack(to) {
    const index = this.#last(to);
    const placed = this.#placedText(this.placed[index].clan, to);
    return {
      id: spotOf(to),
      label: this.turn.t("place.take_back", { placed }),
      state: "chosen",
      choose: () => this.#takeBack(index),
      preview: () => this.#preview(to),
    };
  }

  /** Returns the label of the action on a place. @param {Place} to */
  #label(to) {
    const { t } = this.turn;
    const clan = this.picked ? t(`clan.${this.picked}`) : "";
    if (to === "court") return t("place.to_court", { clan });
    const contents = territoryText(t, territoryAt(this.turn.position, to));
    return t("place.to", { clan, territory: to, contents });
  }

  /** @param {Place} to */
  #placeText(to) {
    const { t } = this.turn;
    return to === "court" ? t("place.court") : t("place.territory", { territory: to });
  }

  /** @param {Clan} clan @param {Place} to */
  #placedText(clan, to) {
    return placesText(this.turn.t, [{ clan, to }]);
  }

  /** Returns the number of paladins of a clan left to place. @param {Clan} clan */
  #held(clan) {
    const placed = counted(this.placed.map((one) => one.clan));
    return (this.turn.position.seats[this.turn.seat].reserve[clan] ?? 0) - (placed[clan] ?? 0);
  }

  /** Returns the index of the last paladin placed there, or -1. @param {Place} to */
  #last(to) {
    return this.placed.findLastIndex((one) => one.to === to);
  }

  /** @param {Clan} clan */
  #pick(clan) {
    if (!this.left || !this.#held(clan)) return;
    this.picked = clan;
    this.turn.changed();
  }

  /** @param {Clan | null} clan @param {Place} to */
  #place(clan, to) {
    if (!clan || !this.left || !this.#held(clan)) return;
    this.placed.push({ clan, to });
    this.#settle();
  }

  /** @param {number} index */
  #takeBack(index) {
    const [{ clan }] = this.placed.splice(index, 1);
    this.picked = clan;
    this.#settle();
  }

  /** After a change, picks an available clan, and looks ahead once all paladins are placed. */
  #settle() {
    if (this.picked && !this.#held(this.picked)) {
      this.picked = CLANS.find((clan) => this.#held(clan)) ?? null;
    }
    const { turn } = this;
    const disc = /** @type {Position} */ (turn.position).seats[turn.seat].disc_played ?? 0;
    const steps = Array.from({ length: disc }, (_, index) => index + 1);
    this.outlook = this.left ? null : new Outlook(turn, steps, [this.#action()]);
    turn.changed();
  }

  #action() {
    return { type: "place_paladins", placements: this.placed };
  }
}

/** @param {Place} to */
function spotOf(to) {
  return to === "court" ? "court" : `territory-${to}`;
}
