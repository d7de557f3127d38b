/**
 * Placing paladins: pick a clan of the reserve, then a place, or drag it there. The draft sends all
 * paladins of a turn together; until then the player can take each back.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./board.js").Clan} Clan
 * @typedef {import("./board.js").Counts} Counts
 * @typedef {import("./board.js").Position} Position
 * @typedef {number | "court"} Place
 * @typedef {import("/page/app/kit/placing.js").Step<Clan, Place>} Step
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Placing } from "/page/app/kit/placing.js";
import { CLANS, destination, influence, territoryAt } from "./board.js";
import { Outlook } from "./outlook.js";
import { forecastView, foreseen } from "./outlook_view.js";
import { more, named, placedPaladins, token } from "./shapes.js";
import { placedText, sidesText, territoryText } from "./phrases.js";

/** @implements {Draft} */
export class PlacingDraft {
  /**
   * @param {Turn} turn
   * @param {{count: number, at_most: Counts, to: Place[]}} choices
   */
  constructor(turn, { count, at_most: most, to }) {
    this.turn = turn;
    this.count = count;
    this.clans = CLANS.filter((clan) => most[clan]);
    this.places = to;
    const { reserve } = turn.position.seats[turn.seat];
    const stock = this.clans.map((clan) => ({ kind: clan, count: reserve[clan], places: to }));
    /** @type {Placing<Clan, Place>} */
    this.placing = new Placing(stock, to, () => this.#settle(), count);
    /** @type {Clan | null} */
    this.picked = this.clans[0] ?? null;
    /** The emperor's possible moves after all placements. @type {Outlook | null} */
    this.outlook = null;
  }

  get undoable() {
    return this.placing.undoable;
  }

  undo() {
    this.#takeBack(this.placing.steps.at(-1));
  }

  get choice() {
    const { undoable, steps } = this.placing;
    return undoable ? steps : null;
  }

  /** @param {Step[]} steps */
  resume(steps) {
    this.placing.restore(steps);
  }

  spots() {
    const { t } = this.turn;
    return this.placing.spots((to) => ({
      id: this.#spotOf(to),
      label: this.#label(to),
      takes: (dragged) => this.placing.held(/** @type {Clan} */ (dragged)) > 0,
      choose: (dragged) => this.#place(/** @type {Clan} */ (dragged ?? this.picked), to),
      preview: () => this.#preview(to),
    }), (step) => ({
      id: this.#spotOf(step.place),
      label: t("place.take_back", { placed: placedText(t, step) }),
      choose: () => this.#takeBack(step),
      preview: () => this.#preview(step.place),
    }));
  }

  /** Returns the new paladins, drawn on those of their clan, and the emperor's possible moves. */
  pending() {
    const { t, position } = this.turn;
    const placed = this.placing.merged.flatMap((step) => {
      const { kind: clan, place: to, count } = step;
      const label = placedText(t, step);
      return to !== "court" && territoryAt(position, to).paladins[clan]
        ? [{ spot: `paladin-${to}-${clan}`, label, piece: more(count) }]
        : [{
            spot: this.#spotOf(to),
            label,
            piece: placedPaladins(clan, count),
            ...(to === "court" ? { place: clan } : {}),
          }];
    });
    return this.outlook ? [...placed, ...foreseen(this.outlook, null)] : placed;
  }

  controls() {
    const { t } = this.turn;
    const { undoable } = this.placing;
    this.outlook = this.outlook?.current() ?? null;
    return html`<div class="cm cm-draft">
      <h3>${t("place.title", { count: this.count })}</h3>
      <p class="hint" role="status">${this.#hint()}</p>
      ${this.count ? this.#choices() : nothing}
      ${undoable ? this.#list() : nothing}
      ${this.outlook ? this.#outlook(this.outlook) : nothing}
    </div>`;
  }

  confirm() {
    return html`<button type="button" class="primary cm-send" ?disabled=${this.placing.left > 0}
      @click=${() => this.turn.send([this.#action()])}>
      ${this.turn.t("place.send", { count: this.count })}
    </button>`;
  }

  #hint() {
    const { t } = this.turn;
    if (!this.count) return t("place.nothing");
    const { left } = this.placing;
    return left ? t("place.left", { count: left }) : t("place.done");
  }

  /** Lists the territories folded, because the picture has them, with keys and labels. */
  #choices() {
    const { t } = this.turn;
    const territories = this.places.filter((to) => to !== "court");
    return html`
      <div class="cm-reserve" role="group" aria-label=${t("place.reserve")}>
        ${this.clans.map((clan) => this.#clan(clan))}
      </div>
      <div class="cm-places" role="group" aria-label=${t("place.where")}>
        ${this.#court()}
        <details class="cm-territories"><summary>${t("place.list")}</summary>
          <div>${territories.map((to) => this.#territory(to))}</div></details>
      </div>`;
  }

  /** @param {Clan} clan */
  #clan(clan) {
    const { t } = this.turn;
    const { left } = this.placing;
    const held = this.placing.held(clan);
    return html`<button type="button" class="cm-clan" data-clan=${clan} data-drag=${clan}
      aria-pressed=${this.picked === clan ? "true" : "false"}
      aria-disabled=${held && left ? "false" : "true"} @click=${() => this.#pick(clan)}>
      ${token(clan)}<span class="cm-name">${t(`clan.${clan}`)}</span>
      <span>${t("place.held", { count: held })}</span>
    </button>`;
  }

  #court() {
    const { t, position, seat } = this.turn;
    const { court } = position.seats[seat];
    const placed = this.#placed("court");
    return html`<button type="button" class="cm-court" data-spot=${this.#spotOf("court")} data-to="court"
      title=${this.#label("court")} ?disabled=${!this.placing.left}
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
      aria-label=${this.#label(head)} ?disabled=${!this.placing.left}
      @click=${() => this.#place(this.picked, head)}>${head}</button>`;
  }

  #list() {
    const { t } = this.turn;
    return html`<ul class="cm-placed" aria-label=${t("place.placed")}>${this.placing.steps.map(
      (step, index) => html`<li><button type="button" data-back=${index}
        @click=${() => this.#takeBack(step)}>
        ${token(step.kind)}<span>${this.#placeText(step.place)}</span> <span aria-hidden="true">×</span>
        <span class="unseen">${t("place.take_back", { placed: placedText(t, step) })}</span>
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

  /** Shows the influence of each side there, including the new paladins. @param {Place} to */
  #preview(to) {
    if (to === "court") return nothing;
    const { t, position } = this.turn;
    const known = territoryAt(position, to);
    const placed = this.#placed(to);
    const paladins = Object.fromEntries(CLANS.map((clan) => (
      [clan, (known.paladins[clan] ?? 0) + (placed[clan] ?? 0)])));
    const territory = { ...known, paladins };
    const strengths = influence(position, territory);
    const someone = Object.values(strengths).some((strength) => strength > 0);
    return html`<p><strong>${t("place.territory", { territory: to })}</strong></p>
      <p>${territoryText(t, territory)}. ${someone
        ? t("place.influence", { sides: sidesText(t, strengths) }) : t("place.nobody")}</p>`;
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

  /** Returns the paladins placed there, by clan. @param {Place} to @returns {Counts} */
  #placed(to) {
    return Object.fromEntries(CLANS.map((clan) => [clan, this.placing.count(to, clan)]));
  }

  /** @param {Clan} clan */
  #pick(clan) {
    if (!this.placing.left || !this.placing.held(clan)) return;
    this.picked = clan;
    this.turn.changed();
  }

  /** @param {Clan | null} clan @param {Place} to */
  #place(clan, to) {
    if (clan) this.placing.place(to, [clan]);
  }

  /** Takes back a paladin, and picks its clan. @param {Step | undefined} step */
  #takeBack(step) {
    this.picked = step?.kind ?? this.picked;
    this.placing.takeBack(step);
  }

  /** After a change, picks an available clan, and looks ahead once all paladins are placed. */
  #settle() {
    const { turn, placing } = this;
    if (this.picked && !placing.held(this.picked)) {
      this.picked = this.clans.find((clan) => placing.held(clan)) ?? null;
    }
    const disc = /** @type {Position} */ (turn.position).seats[turn.seat].disc_played ?? 0;
    const steps = Array.from({ length: disc }, (_, index) => index + 1);
    this.outlook = placing.left ? null : new Outlook(turn, steps, [this.#action()]);
    turn.changed();
  }

  /** @param {Place} to */
  #spotOf(to) {
    return to === "court" ? `court-${this.turn.seat}` : `territory-${to}`;
  }

  #action() {
    const placements = this.placing.steps.map(({ kind: clan, place: to }) => ({ clan, to }));
    return { type: "place_paladins", placements };
  }
}
