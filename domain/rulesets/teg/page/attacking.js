/**
 * Attacking: choose one of your territories, then a neighbour; the page shows the odds before and the dice
 * after. It preselects the last attack of the turn while it can be repeated.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./atlas.js").Territory} Territory
 * @typedef {import("./draft.js").Part} Part
 * @typedef {(source: Territory, target: Territory) => void} Follow
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { percent } from "/page/app/kit/phrases.js";
import { Pointing } from "/page/app/kit/pointing.js";
import { box } from "./atlas.js";
import { battleView, oddsView } from "./battle.js";
import { landOf } from "./board.js";
import { hintOf, landFields, spotOf, waysOf, withTokens } from "./choosing.js";
import { diceFor, siege } from "./odds.js";
import { SERIES_LEAST, begin, canBegin, goOn, inSeries, stop } from "./series.js";
import { change } from "./shapes.js";
import { landName } from "./phrases.js";

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
    const ways = waysOf(attacks);
    const changed = () => {
      stop(turn);
      turn.changed();
    };
    /** @type {Pointing<Territory>} */
    this.pointing = new Pointing(ways, changed, () => this.#send());
    this.attacks = attacks;
    /** The last battle of this turn. @type {GameEvent | null} */
    this.last = lastBattle(turn.events);
    const again = ways.find((way) => this.#isLast(way));
    this.pointing.chosen = again ?? [];
    goOn(turn, this.last, again !== undefined);
  }

  get closed() {
    return this.attacks.length ? "" : this.#whyClosed();
  }

  get undoable() {
    return this.pointing.undoable;
  }

  undo() {
    this.pointing.undo();
  }

  get choice() {
    const { undoable, chosen } = this.pointing;
    return undoable ? chosen : null;
  }

  /** @param {Territory[]} chosen */
  resume(chosen) {
    this.pointing.restore(chosen);
  }

  /** Choosing the target a second time confirms the attack. */
  spots() {
    const { t, position } = this.turn;
    return this.pointing.spots((territory, step, chosen) => {
      const keys = step ? ["attack.aim", "attack.attack"] : ["attack.from", "attack.not_from"];
      const label = t(keys[Number(chosen)], { land: withTokens(t, position, territory) });
      const preview = () => oddsView(this.turn, this.pointing.chosen[0], territory);
      return { id: spotOf(territory), label, ...(step ? { preview } : {}) };
    });
  }

  /** Returns the probability of conquest for each neighbour that the player can attack. */
  pending() {
    const { t, position } = this.turn;
    const [source] = this.pointing.chosen;
    if (!source) return [];
    const { tokens } = landOf(position, source);
    return this.pointing.among(1).map((target) => {
      const chance = percent(t, siege(tokens, landOf(position, target).tokens));
      return { spot: spotOf(target), label: t("odds.siege", { chance }), piece: change(chance) };
    });
  }

  controls() {
    const { turn, pointing } = this;
    const { done, chosen: [source, target] } = pointing;
    return html`
      ${hintOf(turn, pointing, ["attack.choose_source", "attack.choose_target", "attack.ready"])}
      <div class="teg-form">${landFields(turn, pointing, ["attack.source", "attack.target"])}</div>
      ${done ? oddsView(turn, source, target) : nothing}
      ${done ? this.#series(source, target) : nothing}`;
  }

  confirm() {
    const { done } = this.pointing;
    return html`<button type="button" class="primary teg-send" ?disabled=${!done}
      @click=${() => this.#send()}>${done ? this.#sendText() : this.turn.t("attack.send")}</button>`;
  }

  /**
   * Returns the button that starts or stops a series of attacks.
   * @param {Territory} source
   * @param {Territory} target
   */
  #series(source, target) {
    const { turn } = this;
    if (!canBegin(turn, source)) return nothing;
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

  /** Returns the button for moving more tokens to a conquered territory. @param {GameEvent} last */
  #onward({ source, target }) {
    if (!this.after.canMove(source, target)) return nothing;
    const { t } = this.turn;
    return html`<button type="button" data-follow @click=${() => this.after.move(source, target)}>
      ${t("attack.follow", { target: landName(t, target) })}</button>`;
  }

  #sendText() {
    const { t, position } = this.turn;
    const [source, target] = this.pointing.chosen;
    const { attacker, defender } = diceFor(
      landOf(position, source).tokens, landOf(position, target).tokens);
    const key = this.#isLast([source, target]) ? "attack.again" : "attack.now";
    return t(key, { attacker, defender });
  }

  /** Returns whether this repeats the last attack. @param {readonly Territory[]} way */
  #isLast([source, target]) {
    return this.last?.source === source && this.last.target === target;
  }

  /** Returns why no attack is possible now. */
  #whyClosed() {
    const { t, position } = this.turn;
    if (position.round === 1) return t("attack.first_round");
    if (position.moved) return t("attack.moved");
    if (position.conquests >= box.conquests_max) {
      return t("attack.conquests", { count: box.conquests_max });
    }
    return t("attack.nobody");
  }

  #send() {
    const [source, target] = this.pointing.chosen;
    stop(this.turn);
    this.turn.send([{ type: "attack", source, target }]);
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
