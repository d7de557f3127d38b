/**
 * Naming clans for crowns, and for the jokers of the set-up `yucata`.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./board.js").Clan} Clan
 * @typedef {import("./board.js").Counts} Counts
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Tally } from "/page/app/kit/tally.js";
import { CLANS, counted } from "./board.js";
import { die, token } from "./shapes.js";
import { clansText } from "./phrases.js";

/** @implements {Draft} */
export class ClansDraft {
  /**
   * @param {Turn} turn
   * @param {{type: "choose_crowns" | "exchange_jokers", count: number, at_most: Counts}} choices
   */
  constructor(turn, { type, count, at_most: most }) {
    this.turn = turn;
    this.type = type;
    this.count = count;
    /** @type {Tally<Clan>} */
    this.named = new Tally(CLANS.map((clan) => [clan, most[clan] ?? 0]), count, turn.changed);
  }

  get undoable() {
    return this.named.undoable;
  }

  undo() {
    this.named.undo();
  }

  get choice() {
    const { undoable, named } = this.named;
    return undoable ? named : null;
  }

  /** @param {Clan[]} clans */
  resume(clans) {
    this.named.restore(clans);
  }

  spots() {
    return [];
  }

  pending() {
    return [];
  }

  controls() {
    const { t } = this.turn;
    const { left } = this.named;
    if (this.count === 1) {
      return html`<div class="cm cm-draft">
        ${this.#dice()}
        <h3>${t(`${this.type}.title`, { count: 1 })}</h3>
        <ul class="cm-discs">${CLANS.map((clan) => html`<li>${this.#only(clan)}</li>`)}</ul>
      </div>`;
    }
    return html`<div class="cm cm-draft">
      ${this.#dice()}
      <h3>${t(`${this.type}.title`, { count: this.count })}</h3>
      <p class="hint" role="status">${left ? t("left", { count: left }) : nothing}</p>
      <ul class="cm-clans">${CLANS.map((clan) => this.#row(clan))}</ul>
    </div>`;
  }

  /** Naming one clan needs one press. */
  confirm() {
    if (this.count === 1) return nothing;
    const { t } = this.turn;
    const { all, left } = this.named;
    return html`<button type="button" class="primary cm-send" ?disabled=${left > 0}
      @click=${() => this.#send(all)}>
      ${left ? t(`${this.type}.send`)
        : t(`${this.type}.send_clans`, { clans: clansText(t, counted(all)) })}
    </button>`;
  }

  /** Shows the dice that brought the crowns; the story says the same in words. */
  #dice() {
    if (this.type !== "choose_crowns") return nothing;
    const { events, seat } = this.turn;
    const roll = events.findLast((event) => event.type === "dice_rolled" && event.seat === seat);
    /** @type {(Clan | "crown")[]} */
    const faces = roll?.faces ?? [];
    return html`<p class="cm-dice" aria-hidden="true">${faces.map(die)}</p>`;
  }

  /** @param {Clan[]} clans */
  #send(clans) {
    this.turn.send([{ type: this.type, clans }]);
  }

  /** Returns the button that names the only clan. @param {Clan} clan */
  #only(clan) {
    const free = this.named.takes(clan);
    return html`<button type="button" class="cm-disc-button" data-more=${clan}
      aria-disabled=${free ? "false" : "true"} @click=${() => free && this.#send([clan])}>
      ${this.#name(clan)} ${this.#has(clan)}</button>`;
  }

  /** @param {Clan} clan */
  #name(clan) {
    return html`<span class="cm-name">${token(clan)}<span>${this.turn.t(`clan.${clan}`)}</span></span>`;
  }

  /** @param {Clan} clan */
  #has(clan) {
    const { t, position, seat } = this.turn;
    return html`<span class="cm-has">${t("draft.reserve", { count: position.seats[seat].reserve[clan] })}</span>`;
  }

  /** @param {Clan} clan */
  #row(clan) {
    const { t } = this.turn;
    const name = t(`clan.${clan}`);
    return html`<li>
      ${this.#name(clan)} ${this.#has(clan)}
      ${this.named.field(clan, {
        less: t("draft.less", { clan: name }), more: t("draft.more", { clan: name }),
      })}</li>`;
  }
}
