/**
 * Placing tokens: a click on a territory places one; the draft sends several together, and until
 * then the player can take each back. Tokens bound to a continent go only there, and go first.
 *
 * @typedef {import("/page/app/ruleset.js").Spot} Spot
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./atlas.js").Pool} Pool
 * @typedef {import("./atlas.js").Territory} Territory
 * @typedef {{pool: Pool, territory: Territory, count: number}} Step
 * @typedef {import("./draft.js").Part} Part
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { TERRITORIES, continentOf } from "./atlas.js";
import { countField, landField, spotOf, withTokens } from "./choosing.js";
import { change } from "./shapes.js";
import { landName } from "./phrases.js";

/** @implements {Part} */
export class Placing {
  closed = "";

  /** @param {Turn} turn @param {{pool: Pool, count: number, territories: Territory[]}[]} pools */
  constructor(turn, pools) {
    this.turn = turn;
    this.pools = pools;
    /** In the order in which the player placed them. @type {Step[]} */
    this.steps = [];
    /** The preferred entry of the pool, where it may go. @type {Pool} */
    this.picked = (pools.find(({ pool }) => pool !== "free") ?? pools[0]).pool;
    /** The one selected in the list. @type {Territory | null} */
    this.territory = null;
    /** The number to place there; null for all that can go there. @type {number | null} */
    this.wanted = null;
  }

  get left() {
    return this.pools.reduce((sum, { pool }) => sum + this.#left(pool), 0);
  }

  get undoable() {
    return this.steps.length > 0;
  }

  undo() {
    this.steps.pop();
    this.turn.changed();
  }

  /**
   * While tokens are left, territories accept them; after that, those with new tokens give one
   * back.
   */
  spots() {
    return TERRITORIES.flatMap((territory) => {
      if (this.#most(territory)) return [this.#spot(territory)];
      return !this.left && this.#placed(territory) ? [this.#spotBack(territory)] : [];
    });
  }

  pending() {
    const { t } = this.turn;
    return TERRITORIES.filter((territory) => this.#placed(territory)).map((territory) => {
      const tokens = this.#placed(territory);
      return {
        spot: spotOf(territory),
        label: t("place.pending", { tokens, territory: landName(t, territory) }),
        piece: change(`+${tokens}`),
      };
    });
  }

  controls() {
    const { t } = this.turn;
    const sending = this.steps.reduce((sum, { count }) => sum + count, 0);
    return html`
      <p class="hint" role="status">${this.left
        ? t("place.left", { count: this.left }) : t("place.done")}</p>
      <div class="teg-pools" role="group" aria-label=${t("place.pools")}>
        ${this.pools.map(({ pool }) => this.#pool(pool))}</div>
      ${this.left ? this.#form() : nothing}
      ${this.steps.length ? this.#list() : nothing}
      <button type="button" class="primary teg-send" ?disabled=${!sending}
        @click=${() => this.#send()}>${t("place.send", { count: sending })}</button>`;
  }

  /** @param {Pool} pool */
  #pool(pool) {
    const { t } = this.turn;
    const left = this.#left(pool);
    return html`<button type="button" class="teg-pool" data-pool=${pool}
      aria-pressed=${left && this.picked === pool ? "true" : "false"}
      aria-disabled=${left ? "false" : "true"} @click=${() => this.#pick(pool)}>
      <span>${pool === "free" ? t("pool.free") : t(`continent.${pool}`)}</span>
      <strong>${left}</strong></button>`;
  }

  #form() {
    const { t, position } = this.turn;
    const among = TERRITORIES.filter((territory) => this.#most(territory));
    const chosen = this.territory && among.includes(this.territory) ? this.territory : null;
    const most = chosen ? this.#most(chosen) : this.left;
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

  #list() {
    const { t } = this.turn;
    return html`<ul class="teg-placed" aria-label=${t("place.placed")}>
      ${this.#merged().map((step) => html`<li>${this.#row(step)}</li>`)}</ul>`;
  }

  /** @param {Step} step */
  #row(step) {
    const { t } = this.turn;
    const { territory, count } = step;
    const name = landName(t, territory);
    const most = this.#most(territory);
    return html`<span>${name} <strong>+${count}</strong></span>
      <button type="button" data-less=${territory}
        aria-label=${t("place.less", { territory: name })}
        @click=${() => this.#takeBack(step)}>−</button>
      <button type="button" data-more=${territory}
        aria-label=${t("place.more", { territory: name })}
        ?disabled=${!most} @click=${() => this.#place(territory, 1)}>+</button>
      ${most > 1 ? html`<button type="button" data-rest=${territory}
        aria-label=${t("place.rest", { territory: name, count: most })}
        @click=${() => this.#place(territory, most)}>+${most}</button>` : nothing}`;
  }

  /** @param {Territory} territory @returns {Spot} */
  #spot(territory) {
    const { t, position } = this.turn;
    return {
      id: spotOf(territory),
      label: t("place.spot", { land: withTokens(t, position, territory) }),
      state: "legal",
      choose: () => this.#place(territory, 1),
    };
  }

  /** @param {Territory} territory @returns {Spot} */
  #spotBack(territory) {
    const { t } = this.turn;
    return {
      id: spotOf(territory),
      label: t("place.less", { territory: landName(t, territory) }),
      state: "chosen",
      choose: () => {
        const last = this.steps.findLast((step) => step.territory === territory);
        if (last) this.#takeBack(last);
      },
    };
  }

  /** Returns the tokens of a pool entry not placed yet. @param {Pool} pool */
  #left(pool) {
    const all = this.pools.find((one) => one.pool === pool)?.count ?? 0;
    return this.steps.filter((step) => step.pool === pool)
      .reduce((left, { count }) => left - count, all);
  }

  /**
   * Returns whether tokens of this entry may go there.
   * @param {Pool} pool
   * @param {Territory} territory
   */
  #fits(pool, territory) {
    return this.pools.some((one) => one.pool === pool && one.territories.includes(territory));
  }

  /** Returns the number of tokens that can still go to a territory. @param {Territory} territory */
  #most(territory) {
    return this.pools.filter(({ pool }) => this.#fits(pool, territory))
      .reduce((sum, { pool }) => sum + this.#left(pool), 0);
  }

  /** @param {Territory} territory */
  #placed(territory) {
    return this.steps.filter((step) => step.territory === territory)
      .reduce((sum, { count }) => sum + count, 0);
  }

  /** @param {Pool} pool */
  #pick(pool) {
    if (!this.#left(pool)) return;
    this.picked = pool;
    this.turn.changed();
  }

  /**
   * Places this many tokens, starting with the picked entry.
   * @param {Territory} territory
   * @param {number} count
   */
  #place(territory, count) {
    const order = new Set([this.picked, continentOf(territory), /** @type {const} */ ("free")]);
    let due = count;
    for (const pool of order) {
      const now = this.#fits(pool, territory) ? Math.min(due, this.#left(pool)) : 0;
      if (now) this.steps.push({ pool, territory, count: now });
      due -= now;
    }
    this.turn.changed();
  }

  /** Takes back one token of the kind placed there. @param {Step} step */
  #takeBack({ pool, territory }) {
    const index = this.steps.findLastIndex((one) => (
      one.pool === pool && one.territory === territory));
    const last = this.steps[index];
    const rest = last.count > 1 ? [{ ...last, count: last.count - 1 }] : [];
    this.steps.splice(index, 1, ...rest);
    this.turn.changed();
  }

  /** Returns the actions to send: one placement for each territory and pool entry. */
  #merged() {
    /** @type {Map<string, Step>} */
    const merged = new Map();
    for (const step of this.steps) {
      const key = `${step.pool} ${step.territory}`;
      merged.set(key, { ...step, count: step.count + (merged.get(key)?.count ?? 0) });
    }
    return [...merged.values()];
  }

  #send() {
    this.turn.send(this.#merged().map((step) => ({ type: "place_tokens", ...step })));
  }
}
