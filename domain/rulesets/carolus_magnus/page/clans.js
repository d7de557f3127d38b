/**
 * Naming clans for crowns, and for the jokers of the set-up `yucata`.
 *
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./board.js").Clan} Clan
 * @typedef {import("./board.js").Counts} Counts
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { CLANS, counted } from "./board.js";
import { token } from "./shapes.js";
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
    this.most = most;
    /** In the order in which the player named them. @type {Clan[]} */
    this.named = [];
  }

  get undoable() {
    return this.named.length > 0;
  }

  get left() {
    return this.count - this.named.length;
  }

  spots() {
    return [];
  }

  pending() {
    return [];
  }

  undo() {
    this.named.pop();
    this.turn.changed();
  }

  controls() {
    const { t } = this.turn;
    const counts = counted(this.named);
    return html`<div class="cm cm-draft">
      <h3>${t(`${this.type}.title`, { count: this.count })}</h3>
      <p class="hint" role="status">${this.left
        ? t("left", { count: this.left }) : nothing}</p>
      <ul class="cm-clans">${CLANS.map((clan) => this.#row(clan, counts[clan] ?? 0))}</ul>
      <button type="button" class="primary cm-send" ?disabled=${this.left > 0}
        @click=${() => this.#send()}>
        ${this.left ? t(`${this.type}.send`)
          : t(`${this.type}.send_clans`, { clans: clansText(t, counts) })}
      </button>
    </div>`;
  }

  /** @param {Clan} clan @param {number} count */
  #row(clan, count) {
    const { t, position, seat } = this.turn;
    const name = t(`clan.${clan}`);
    const most = this.most[clan] ?? 0;
    const held = position.seats[seat].reserve[clan];
    return html`<li>
      <span class="cm-name">${token(clan)}<span>${name}</span></span>
      <span class="cm-has">${t("draft.reserve", { count: held })}</span>
      <button type="button" data-less=${clan} aria-label=${t("draft.less", { clan: name })}
        aria-disabled=${count ? "false" : "true"} @click=${() => this.#less(clan)}>−</button>
      <output class="cm-count">${count}</output>
      <button type="button" data-more=${clan} aria-label=${t("draft.more", { clan: name })}
        aria-disabled=${this.left && count < most ? "false" : "true"}
        @click=${() => this.#more(clan)}>+</button></li>`;
  }

  /** @param {Clan} clan */
  #more(clan) {
    const count = this.named.filter((named) => named === clan).length;
    if (!this.left || count >= (this.most[clan] ?? 0)) return;
    this.named.push(clan);
    this.turn.changed();
  }

  /** @param {Clan} clan */
  #less(clan) {
    const last = this.named.lastIndexOf(clan);
    if (last < 0) return;
    this.named.splice(last, 1);
    this.turn.changed();
  }

  #send() {
    this.turn.send([{ type: this.type, clans: CLANS.flatMap((clan) => (
      this.named.filter((named) => named === clan)
    )) }]);
  }
}
