/**
 * Moving tokens between two own neighbouring territories. The first move of a turn ends its
 * attacks; the page says so beforehand.
 *
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./atlas.js").Territory} Territory
 * @typedef {import("./draft.js").Part} Part
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { countField } from "/page/app/kit/fields.js";
import { Pointing } from "/page/app/kit/pointing.js";
import { hintOf, landFields, spotOf, waysOf, withTokens } from "./choosing.js";
import { change } from "./shapes.js";
import { landName } from "./phrases.js";

/** @implements {Part} */
export class Moving {
  /**
   * @param {Turn} turn
   * @param {readonly {source: Territory, targets: Territory[], count: number}[]} moves
   */
  constructor(turn, moves) {
    this.turn = turn;
    this.moves = moves;
    /** Whether a move would end the attacks of this turn. */
    this.ends = turn.position.round > 1 && !turn.position.moved;
    /** @type {Pointing<Territory>} */
    this.pointing = new Pointing(waysOf(moves), () => this.#settle(), () => this.#send());
    this.count = 1;
  }

  /**
   * Returns whether tokens can move this way.
   * @param {Territory} source
   * @param {Territory} target
   */
  can(source, target) {
    return this.moves.some((move) => move.source === source && move.targets.includes(target));
  }

  get closed() {
    return this.moves.length ? "" : this.turn.t("move.nothing");
  }

  get undoable() {
    return this.pointing.undoable;
  }

  undo() {
    this.pointing.undo();
  }

  get choice() {
    const { pointing: { undoable, chosen }, count } = this;
    return undoable ? { chosen, count } : null;
  }

  /** @param {{chosen: Territory[], count: number}} choice */
  resume({ chosen, count }) {
    this.pointing.restore(chosen);
    this.count = Math.min(count, this.#most);
    this.turn.changed();
  }

  spots() {
    const { t, position } = this.turn;
    return this.pointing.spots((territory, step, chosen) => {
      const keys = step ? ["move.to", "move.now"] : ["move.from", "move.not_from"];
      const land = withTokens(t, position, territory);
      return { id: spotOf(territory), label: t(keys[Number(chosen)], { land, tokens: this.count }) };
    });
  }

  pending() {
    const { pointing: { chosen: [source, target] }, count } = this;
    if (!target) return [];
    const { t } = this.turn;
    const values = { tokens: count, source: landName(t, source), target: landName(t, target) };
    const label = t("move.pending", values);
    return [
      { spot: spotOf(source), label, piece: change(`−${count}`) },
      { spot: spotOf(target), label, piece: change(`+${count}`) },
    ];
  }

  controls() {
    const { turn, pointing, count } = this;
    const { t } = turn;
    return html`
      ${hintOf(turn, pointing, ["move.choose_source", "move.choose_target", "move.ready"])}
      ${this.ends ? html`<p class="teg-warning">${t("move.ends_attacks")}</p>` : nothing}
      <div class="teg-form">
        ${landFields(turn, pointing, ["move.source", "move.target"])}
        ${pointing.done ? countField({
          name: "count", label: t("move.count"), most: this.#most, count,
          set: (wanted) => {
            this.count = wanted;
            turn.changed();
          },
        }) : nothing}
      </div>`;
  }

  confirm() {
    const { turn: { t }, pointing, count } = this;
    return html`<button type="button" class="primary teg-send" ?disabled=${!pointing.done}
      @click=${() => this.#send()}>
      ${pointing.done ? t("move.send_tokens", { count }) : t("move.send")}</button>`;
  }

  /** Chooses source and target. @param {Territory} source @param {Territory} target */
  choose(source, target) {
    this.pointing.chosen = [source, target];
    this.#settle();
  }

  /** Initially, all tokens that may leave are selected. */
  #settle() {
    this.count = this.#most;
    this.turn.changed();
  }

  get #most() {
    return this.moves.find(({ source }) => source === this.pointing.chosen[0])?.count ?? 1;
  }

  #send() {
    const { pointing: { chosen: [source, target] }, count } = this;
    this.turn.send([{ type: "move_tokens", source, target, count }]);
  }
}
