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
    return html`<div class="cm cm-draft">
      ${this.#dice()}
      <h3>${t(`${this.type}.title`, { count: this.count })}</h3>
      <p class="hint" role="status">${left ? t("left", { count: left }) : nothing}</p>
      <ul class="cm-clans">${CLANS.map((clan) => this.#row(clan))}</ul>
    </div>`;
  }

  confirm() {
    const { t } = this.turn;
    const { all, left } = this.named;
    return html`<button type="button" class="primary cm-send" ?disabled=${left > 0}
      @click=${() => this.turn.send([{ type: this.type, clans: all }])}>
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

  /** @param {Clan} clan */
  #row(clan) {
    const { t, position, seat } = this.turn;
    const name = t(`clan.${clan}`);
    return html`<li>
      <span class="cm-name">${token(clan)}<span>${name}</span></span>
      <span class="cm-has">${t("draft.reserve", { count: position.seats[seat].reserve[clan] })}</span>
      ${this.named.field(clan, {
        less: t("draft.less", { clan: name }), more: t("draft.more", { clan: name }),
      })}</li>`;
  }
}
