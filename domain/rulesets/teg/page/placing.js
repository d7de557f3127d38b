/**
 * Placing tokens: a click on a territory places one; the draft sends several together, and until
 * then the player can take each back. Tokens bound to a continent go only there, and go first.
 *
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./atlas.js").Pool} Pool
 * @typedef {import("./atlas.js").Territory} Territory
 * @typedef {import("./draft.js").Part} Part
 * @typedef {import("/page/app/kit/placing.js").Step<Pool, Territory>} Step
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { countField } from "/page/app/kit/fields.js";
import { Placing } from "/page/app/kit/placing.js";
import { TERRITORIES, continentOf } from "./atlas.js";
import { landField, spotOf, withTokens } from "./choosing.js";
import { change } from "./shapes.js";
import { landName } from "./phrases.js";

/** @implements {Part} */
export class PlacingTokens {
  closed = "";

  /** @param {Turn} turn @param {{pool: Pool, count: number, territories: Territory[]}[]} pools */
  constructor(turn, pools) {
    this.turn = turn;
    this.pools = pools;
    const stock = pools.map(({ pool, count, territories }) => (
      { kind: pool, count, places: territories }));
    /** @type {Placing<Pool, Territory>} */
    this.placing = new Placing(stock, TERRITORIES, turn.changed);
    /** The preferred entry of the pool, where it may go. @type {Pool} */
    this.picked = (pools.find(({ pool }) => pool !== "free") ?? pools[0]).pool;
    /** The one selected in the list. @type {Territory | null} */
    this.territory = null;
    /** The number to place there; null for all that can go there. @type {number | null} */
    this.wanted = null;
  }

  get undoable() {
    return this.placing.undoable;
  }

  undo() {
    this.placing.undo();
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
    const { t, position } = this.turn;
    return this.placing.spots((territory) => ({
      id: spotOf(territory),
      label: t("place.spot", { land: withTokens(t, position, territory) }),
      choose: () => this.#place(territory, 1),
    }), (step) => ({
      id: spotOf(step.place),
      label: t("place.less", { territory: landName(t, step.place) }),
      choose: () => this.placing.takeBack(step),
    }));
  }

  pending() {
    const { t } = this.turn;
    const placed = new Set(this.placing.steps.map(({ place }) => place));
    return [...placed].map((territory) => {
      const tokens = this.placing.count(territory);
      return {
        spot: spotOf(territory),
        label: t("place.pending", { tokens, territory: landName(t, territory) }),
        piece: change(`+${tokens}`),
      };
    });
  }

  controls() {
    const { t } = this.turn;
    const { left, merged } = this.placing;
    return html`
      <p class="hint" role="status">${left ? t("place.left", { count: left }) : t("place.done")}</p>
      <div class="teg-pools" role="group" aria-label=${t("place.pools")}>
        ${this.pools.map(({ pool }) => this.#pool(pool))}</div>
      ${left ? this.#form() : nothing}
      ${merged.length ? html`<ul class="teg-placed" aria-label=${t("place.placed")}>
        ${merged.map((step) => html`<li>${this.#row(step)}</li>`)}</ul>` : nothing}`;
  }

  confirm() {
    const { t } = this.turn;
    const sending = this.placing.merged.reduce((sum, { count }) => sum + count, 0);
    return html`<button type="button" class="primary teg-send" ?disabled=${!sending} @click=${() => this.#send()}>
      ${sending ? t("place.send", { count: sending }) : t("place.send_none")}</button>`;
  }

  /** @param {Pool} pool */
  #pool(pool) {
    const { t } = this.turn;
    const left = this.placing.held(pool);
    return html`<button type="button" class="teg-pool" data-pool=${pool}
      aria-pressed=${left && this.picked === pool ? "true" : "false"}
      aria-disabled=${left ? "false" : "true"} @click=${() => this.#pick(pool)}>
      <span>${pool === "free" ? t("pool.free") : t(`continent.${pool}`)}</span>
      <strong>${left}</strong></button>`;
  }

  #form() {
    const { t, position } = this.turn;
    const among = this.placing.open;
    const chosen = this.territory && among.includes(this.territory) ? this.territory : null;
    const most = chosen ? this.placing.most(chosen) : this.placing.left;
    const count = Math.min(this.wanted ?? most, most);
    return html`<fieldset class="teg-form"><legend>${t("place.list")}</legend>
      ${landField({
        t, position, name: "territory", label: t("place.territory"), among, chosen,
        choose: (territory) => {
          this.territory = territory;
          this.turn.changed();
        },
      })}
      ${countField({
        name: "count", label: t("place.count"), most, count,
        set: (wanted) => {
          this.wanted = wanted;
          this.turn.changed();
        },
      })}
      <button type="button" data-add ?disabled=${!chosen}
        @click=${() => chosen && this.#place(chosen, count)}>${t("place.add")}</button>
    </fieldset>`;
  }

  /** @param {Step} step */
  #row({ kind, place: territory, count }) {
    const { t } = this.turn;
    const name = landName(t, territory);
    const most = this.placing.most(territory);
    return html`<span>${name} <strong>+${count}</strong></span>
      <button type="button" data-less=${territory}
        aria-label=${t("place.less", { territory: name })}
        @click=${() => this.placing.takeBack(this.placing.last(territory, kind))}>−</button>
      <button type="button" data-more=${territory}
        aria-label=${t("place.more", { territory: name })}
        ?disabled=${!most} @click=${() => this.#place(territory, 1)}>+</button>
      ${most > 1 ? html`<button type="button" data-rest=${territory}
        aria-label=${t("place.rest", { territory: name, count: most })}
        @click=${() => this.#place(territory, most)}>+${most}</button>` : nothing}`;
  }

  /** @param {Pool} pool */
  #pick(pool) {
    if (!this.placing.held(pool)) return;
    this.picked = pool;
    this.turn.changed();
  }

  /**
   * Places this many tokens, starting with the picked entry.
   * @param {Territory} territory
   * @param {number} count
   */
  #place(territory, count) {
    this.placing.place(territory, [this.picked, continentOf(territory), "free"], count);
  }

  #send() {
    this.turn.send(this.placing.merged.map(({ kind, place, count }) => (
      { type: "place_tokens", pool: kind, territory: place, count })));
  }
}
