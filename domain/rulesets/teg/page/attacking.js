/**
 * Attacking: choose an own territory, then a neighbour; the page shows the odds before and the dice
 * after. It preselects the last attack of the turn while it can be repeated.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Spot} Spot
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./atlas.js").Territory} Territory
 * @typedef {import("./draft.js").Part} Part
 * @typedef {(source: Territory, target: Territory) => void} Follow
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { CONQUESTS_MAX } from "./atlas.js";
import { battleView, oddsView } from "./battle.js";
import { landOf } from "./board.js";
import { landField, spotOf, withTokens } from "./choosing.js";
import { diceFor, siege } from "./odds.js";
import { SERIES_LEAST, begin, canBegin, goOn, inSeries, stop } from "./series.js";
import { change } from "./shapes.js";
import { landName, percent } from "./phrases.js";

/** @implements {Part} */
export class Attacking {
  /**
   * @param {Turn} turn
   * @param {readonly {source: Territory, targets: Territory[]}[]} attacks
   * @param {{canMove: (source: Territory, target: Territory) => boolean, move: Follow}} after
   */
  constructor(turn, attacks, after) {
    this.turn = turn;
    this.after = after;
    /** @type {Map<Territory, readonly Territory[]>} */
    this.attacks = new Map(attacks.map(({ source, targets }) => [source, targets]));
    this.closed = attacks.length ? "" : this.#whyClosed();
    /** The last battle of this turn. @type {GameEvent | null} */
    this.last = lastBattle(turn.events);
    const again = this.last !== null
      && (this.attacks.get(this.last.source) ?? []).includes(this.last.target);
    /** @type {Territory | null} */
    this.source = again ? this.last?.source : null;
    /** @type {Territory | null} */
    this.target = again ? this.last?.target : null;
    goOn(turn, this.last, again);
  }

  get undoable() {
    return this.source !== null;
  }

  undo() {
    if (this.target) this.#aim(null);
    else this.#from(null);
  }

  spots() {
    const { source } = this;
    if (!source) return [...this.attacks.keys()].map((territory) => this.#sourceSpot(territory));
    return [this.#sourceSpot(source), ...this.#targets().map((target) => this.#targetSpot(target))];
  }

  /** Returns the probability of conquest for each neighbour that the player can attack. */
  pending() {
    const { t, position } = this.turn;
    const { source } = this;
    if (!source) return [];
    const { tokens } = landOf(position, source);
    return this.#targets().map((target) => {
      const chance = percent(t, siege(tokens, landOf(position, target).tokens));
      return { spot: spotOf(target), label: t("odds.siege", { chance }), piece: change(chance) };
    });
  }

  controls() {
    const { t } = this.turn;
    return html`
      <p class="hint" role="status">${this.#hint()}</p>
      <div class="teg-form">
        ${this.#field("source", [...this.attacks.keys()], this.source, (source) => (
          this.#from(source)))}
        ${this.#field("target", this.#targets(), this.target, (target) => this.#aim(target))}
      </div>
      ${this.source && this.target ? oddsView(this.turn, this.source, this.target) : nothing}
      <button type="button" class="primary teg-send" ?disabled=${!this.target}
        @click=${() => this.#send()}>${this.target ? this.#sendText() : t("attack.send")}</button>
      ${this.#series()}`;
  }

  /** Returns the button that starts or stops a series of attacks. */
  #series() {
    const { turn, source, target } = this;
    if (!source || !target || !canBegin(turn, source)) return nothing;
    if (inSeries(turn)) {
      return html`<button type="button" data-stop @click=${() => this.stop()}>
        ${turn.t("attack.stop")}</button>`;
    }
    return html`<button type="button" data-series @click=${() => begin(turn, source, target)}>
      ${turn.t("attack.series", { count: SERIES_LEAST })}</button>`;
  }

  /** Stops a series of attacks. */
  stop() {
    if (!inSeries(this.turn)) return;
    stop(this.turn);
    this.turn.changed();
  }

  /** Returns the dice of the last battle of this turn, even when no other attack is possible. */
  result() {
    const { last } = this;
    if (!last) return nothing;
    return html`${battleView(this.turn, last)} ${last.conquered ? this.#onward(last) : nothing}`;
  }

  #hint() {
    const { t, position } = this.turn;
    const { source, target } = this;
    if (!source) return t("attack.choose_source");
    if (!target) return t("attack.choose_target", { source: withTokens(t, position, source) });
    return t("attack.ready", {
      source: withTokens(t, position, source), target: withTokens(t, position, target),
    });
  }

  /** Returns the button for moving more tokens to a conquered territory. @param {GameEvent} last */
  #onward({ source, target }) {
    if (!this.after.canMove(source, target)) return nothing;
    const { t } = this.turn;
    return html`<button type="button" data-follow @click=${() => this.after.move(source, target)}>
      ${t("attack.follow", { target: landName(t, target) })}</button>`;
  }

  /**
   * @param {"source" | "target"} name
   * @param {readonly Territory[]} among
   * @param {Territory | null} chosen
   * @param {(territory: Territory | null) => void} choose
   */
  #field(name, among, chosen, choose) {
    const { t, position } = this.turn;
    return landField({ t, position, name, label: t(`attack.${name}`), among, chosen, choose });
  }

  #sendText() {
    const { t, position } = this.turn;
    const { source, target, last } = this;
    if (!source || !target) return "";
    const { attacker, defender } = diceFor(
      landOf(position, source).tokens, landOf(position, target).tokens);
    const again = last?.source === source && last?.target === target;
    return t(again ? "attack.again" : "attack.now", { attacker, defender });
  }

  /** @param {Territory} territory @returns {Spot} */
  #sourceSpot(territory) {
    const { t, position } = this.turn;
    const chosen = this.source === territory;
    const land = withTokens(t, position, territory);
    return {
      id: spotOf(territory),
      label: t(chosen ? "attack.not_from" : "attack.from", { land }),
      state: chosen ? "chosen" : "legal",
      choose: () => this.#from(chosen ? null : territory),
    };
  }

  /** Choosing it a second time confirms the attack. @param {Territory} territory @returns {Spot} */
  #targetSpot(territory) {
    const { t, position } = this.turn;
    const chosen = this.target === territory;
    const land = withTokens(t, position, territory);
    return {
      id: spotOf(territory),
      label: t(chosen ? "attack.attack" : "attack.aim", { land }),
      state: chosen ? "chosen" : "legal",
      choose: () => (chosen ? this.#send() : this.#aim(territory)),
      preview: () => (this.source ? oddsView(this.turn, this.source, territory) : nothing),
    };
  }

  #targets() {
    return (this.source && this.attacks.get(this.source)) || [];
  }

  /** Returns why no attack is possible now. */
  #whyClosed() {
    const { t, position } = this.turn;
    if (position.round === 1) return t("attack.first_round");
    if (position.moved) return t("attack.moved");
    if (position.conquests >= CONQUESTS_MAX) return t("attack.conquests", { count: CONQUESTS_MAX });
    return t("attack.nobody");
  }

  /**
   * With only one neighbour to attack, selects that one.
   * @param {Territory | null} source
   */
  #from(source) {
    this.source = source;
    const targets = this.#targets();
    this.#aim(targets.length === 1 ? targets[0] : null);
  }

  /** @param {Territory | null} target */
  #aim(target) {
    this.target = target;
    stop(this.turn);
    this.turn.changed();
  }

  #send() {
    if (!this.target) return;
    stop(this.turn);
    this.turn.send([{ type: "attack", source: this.source, target: this.target }]);
  }
}

/**
 * Returns the last battle of the current turn, if there was one.
 * @param {readonly GameEvent[]} events
 */
function lastBattle(events) {
  const found = events.findLast(({ type }) => type === "battle_fought" || type === "turn_started");
  return found?.type === "battle_fought" ? found : null;
}
