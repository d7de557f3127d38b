/**
 * Moving tokens between two own neighbouring territories. The first move of a turn ends its
 * attacks; the page says so beforehand.
 *
 * @typedef {import("/page/app/ruleset.js").Spot} Spot
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./atlas.js").Territory} Territory
 * @typedef {import("./draft.js").Part} Part
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { countField, landField, spotOf, withTokens } from "./choosing.js";
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
    this.moves = new Map(moves.map((move) => [move.source, move]));
    this.closed = moves.length ? "" : turn.t("move.nothing");
    /** Whether a move would end the attacks of this turn. */
    this.ends = turn.position.round > 1 && !turn.position.moved;
    /** @type {Territory | null} */
    this.source = null;
    /** @type {Territory | null} */
    this.target = null;
    this.count = 1;
  }

  /**
   * Returns whether tokens can move this way.
   * @param {Territory} source
   * @param {Territory} target
   */
  can(source, target) {
    return this.moves.get(source)?.targets.includes(target) ?? false;
  }

  get undoable() {
    return this.source !== null;
  }

  undo() {
    if (this.target) this.choose(this.source, null);
    else this.choose(null, null);
  }

  spots() {
    const { source } = this;
    if (!source) return [...this.moves.keys()].map((territory) => this.#sourceSpot(territory));
    return [this.#sourceSpot(source), ...this.#targets().map((target) => this.#targetSpot(target))];
  }

  pending() {
    const { source, target, count } = this;
    if (!source || !target) return [];
    const { t } = this.turn;
    const values = { tokens: count, source: landName(t, source), target: landName(t, target) };
    const label = t("move.pending", values);
    return [
      { spot: spotOf(source), label, piece: change(`−${count}`) },
      { spot: spotOf(target), label, piece: change(`+${count}`) },
    ];
  }

  controls() {
    const { t, position } = this.turn;
    const { source, target, count } = this;
    const field = { t, position };
    return html`
      <p class="hint" role="status">${this.#hint()}</p>
      ${this.ends ? html`<p class="teg-warning">${t("move.ends_attacks")}</p>` : nothing}
      <div class="teg-form">
        ${landField({
          ...field, name: "source", label: t("move.source"), among: [...this.moves.keys()],
          chosen: source, choose: (territory) => this.#from(territory),
        })}
        ${landField({
          ...field, name: "target", label: t("move.target"), among: this.#targets(),
          chosen: target, choose: (territory) => this.choose(source, territory),
        })}
        ${source && target ? countField({
          name: "count", label: t("move.count"), most: this.#most(), count,
          set: (wanted) => {
            this.count = wanted;
            this.turn.changed();
          },
        }) : nothing}
      </div>
      <button type="button" class="primary teg-send" ?disabled=${!target}
        @click=${() => this.#send()}>
        ${target ? t("move.send_tokens", { count }) : t("move.send")}</button>`;
  }

  /**
   * Chooses source and target; initially, all tokens that may leave are selected.
   * @param {Territory | null} source
   * @param {Territory | null} target
   */
  choose(source, target) {
    this.source = source;
    this.target = target;
    this.count = this.#most();
    this.turn.changed();
  }

  /**
   * With only one own neighbour, selects that one.
   * @param {Territory | null} source
   */
  #from(source) {
    const targets = (source && this.moves.get(source)?.targets) || [];
    this.choose(source, targets.length === 1 ? targets[0] : null);
  }

  #hint() {
    const { t, position } = this.turn;
    const { source, target } = this;
    if (!source) return t("move.choose_source");
    if (!target) return t("move.choose_target", { source: withTokens(t, position, source) });
    return t("move.ready", {
      source: withTokens(t, position, source), target: withTokens(t, position, target),
    });
  }

  /** @param {Territory} territory @returns {Spot} */
  #sourceSpot(territory) {
    const { t, position } = this.turn;
    const chosen = this.source === territory;
    const land = withTokens(t, position, territory);
    return {
      id: spotOf(territory),
      label: t(chosen ? "move.not_from" : "move.from", { land }),
      state: chosen ? "chosen" : "legal",
      choose: () => this.#from(chosen ? null : territory),
    };
  }

  /** Choosing it a second time confirms the move. @param {Territory} territory @returns {Spot} */
  #targetSpot(territory) {
    const { t, position } = this.turn;
    const chosen = this.target === territory;
    const land = withTokens(t, position, territory);
    return {
      id: spotOf(territory),
      label: chosen ? t("move.now", { land, tokens: this.count }) : t("move.to", { land }),
      state: chosen ? "chosen" : "legal",
      choose: () => (chosen ? this.#send() : this.choose(this.source, territory)),
    };
  }

  /** @returns {readonly Territory[]} */
  #targets() {
    return (this.source && this.moves.get(this.source)?.targets) || [];
  }

  #most() {
    return (this.source && this.moves.get(this.source)?.count) || 1;
  }

  #send() {
    const { source, target, count } = this;
    this.turn.send([{ type: "move_tokens", source, target, count }]);
  }
}
