/** The clock in the form for a new game, and in its request. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/create/words.js";

/**
 * The clock in the form; the members of other kinds keep their values.
 * @typedef {object} ClockForm
 * @property {"none" | "per_action" | "bank" | "days"} kind
 * @property {number} seconds  for each action
 * @property {number} minutes  for the whole game
 * @property {number} increment  seconds added after each action
 * @property {number} days
 * @property {number | null} reaction_seconds  for each reaction; null if they have the same time
 * @property {number | null} reaction_hours  the same, in a game with days
 * @property {"forfeit" | "house"} on_flag
 */

/** @type {ClockForm} */
export const NO_CLOCK = {
  kind: "none", seconds: 60, minutes: 15, increment: 10, days: 2, on_flag: "house",
  reaction_seconds: null, reaction_hours: null,
};

/**
 * @param {ClockForm} clock
 * @param {(clock: ClockForm) => void} set
 * @param {boolean} reactions  whether the game has reactions
 */
export function clockField(clock, set, reactions) {
  const kinds = /** @type {const} */ (["none", "per_action", "bank", "days"]);
  const number = (/** @type {"seconds" | "minutes" | "increment" | "days"} */ name, /** @type {number} */ min,
    /** @type {number} */ max) => html`<label>${t(`create.clock.${name}`)}
    <input type="number" inputmode="numeric" required min=${min} max=${max} .value=${String(clock[name])}
      @change=${(/** @type {any} */ { target }) => target.value && set({ ...clock, [name]: target.valueAsNumber })}></label>`;
  const reaction = (/** @type {"reaction_seconds" | "reaction_hours"} */ name, /** @type {number} */ max) => (
    reactions ? html`<label>${t(`create.clock.${name}`)}
    <input type="number" inputmode="numeric" min="1" max=${max} .value=${String(clock[name] ?? "")}
      placeholder=${t("create.clock.reaction.same")}
      @change=${(/** @type {any} */ { target }) => set({ ...clock, [name]: target.value ? target.valueAsNumber : null })}></label>`
      : nothing);
  return html`
    <label>${t("create.clock")}
      <select @change=${(/** @type {any} */ event) => set({ ...clock, kind: event.target.value })}>
        ${kinds.map((kind) => html`<option value=${kind} ?selected=${kind === clock.kind}>
          ${t(`create.clock.${kind}`)}</option>`)}
      </select></label>
    ${clock.kind === "none" ? nothing : html`<div class="fields row">
      ${clock.kind === "per_action" ? [number("seconds", 1, 86400), reaction("reaction_seconds", clock.seconds)] : nothing}
      ${clock.kind === "bank" ? [number("minutes", 1, 1440), number("increment", 0, 3600)] : nothing}
      ${clock.kind === "days" ? [number("days", 1, 30), reaction("reaction_hours", clock.days * 24)] : nothing}
      <label>${t("create.flag")}
        <select @change=${(/** @type {any} */ event) => set({ ...clock, on_flag: event.target.value })}>
          <option value="house" ?selected=${clock.on_flag === "house"}>${t("create.flag.house")}</option>
          <option value="forfeit" ?selected=${clock.on_flag === "forfeit"}>
            ${t("create.flag.forfeit")}</option>
        </select></label>
    </div>
    ${clock.on_flag === "house" ? html`<p class="help">${t("create.flag.house.help")}</p>` : nothing}`}`;
}

/**
 * Returns the clock as POST /v1/games takes it.
 * @param {ClockForm} clock
 * @param {boolean} reactions  whether the game has reactions
 */
export function clockOf({ kind, seconds, minutes, increment, days, on_flag, reaction_seconds, reaction_hours }, reactions) {
  const within = (/** @type {number | null} */ most) => (reactions && most ? { reaction_seconds: most } : {});
  if (kind === "per_action") return { kind, seconds, on_flag, ...within(reaction_seconds) };
  if (kind === "bank") return { kind, seconds: minutes * 60, increment_seconds: increment, on_flag };
  return kind === "days" ? { kind, days, on_flag, ...within(reaction_hours && reaction_hours * 3600) } : null;
}
